"""The output layer: from a decoder's last vectors to logits, probabilities, a word and a loss."""

import math

import torch
from torch import nn
from torch.nn import functional as F

from qbank import claim, solver
from qbank.exact import exp, log, power, sqrt

from ._attention import self_attention
from ._modules import META, count
from ._probabilities import one_hot, powers_of, shares_of, softmax_of, surprises_of

# Words are counted from 1 where a question does not say otherwise. Torch counts from 0.

# Shapes and sizes


@solver
def shapes(B, T, d, V, stored):
    """At each position of each sequence the layer makes V scores out of d features."""
    return {"logits": [B, T, V], "weight": [V, d] if stored == "linear" else [d, V]}


@shapes.confirm
def linear_on_a_batch(B, T, d, V, stored):
    """Run nn.Linear on a batch and read the shapes of its output and its weight."""
    layer = nn.Linear(d, V, device=META)
    weight = layer.weight if stored == "linear" else layer.weight.T
    return {"logits": layer(torch.empty(B, T, d, device=META)).shape, "weight": weight.shape}


@shapes.where
def sizes_differ(B, T, d, V):
    return len({B, T, d, V}) == 4


@shapes.misconception
def keeps_the_model_width(B, T, d):
    return {"logits": [B, T, d]}


@shapes.misconception
def one_row_a_sequence(B, V):
    return {"logits": [B, V]}


@shapes.misconception
def flattens_the_positions(B, T, V):
    return {"logits": [B, T * V]}


@shapes.misconception
def stores_it_the_other_way(d, V, stored):
    return {"weight": [d, V] if stored == "linear" else [V, d]}


@shapes.misconception
def makes_weights_a_position(T, d, V, stored):
    return {"weight": [T, V, d] if stored == "linear" else [T, d, V]}


@solver
def weights(d, V, bias):
    """Each of V logits has a weight for each of d features, and with a bias one number more."""
    return V * d + (V if bias else 0)


@weights.confirm
def parameters_of_the_linear_layer(d, V, bias):
    """Build nn.Linear and count what it learns."""
    return count(nn.Linear(d, V, bias=bias, device=META))


@weights.misconception
def gives_the_bias_the_model_width(d, V, bias):
    return V * d + d if bias else None


@weights.misconception
def leaves_out_the_bias(d, V, bias):
    return V * d if bias else None


@weights.misconception
def adds_a_bias_all_the_same(d, V, bias):
    return None if bias else V * d + V


@weights.misconception
def counts_the_embedding_too(d, V, bias):
    return 2 * V * d + (V if bias else 0)


@solver
def tied_tables(jobs, table):
    """One table is kept, whatever its number of jobs; every further copy is saved."""
    return {"kept": table, "saved": (jobs - 1) * table}


@tied_tables.working
def table(V, d):
    return V * d


@tied_tables.confirm
def modules_that_share_a_weight(V, d, jobs):
    """Build embeddings and an output layer, count what they learn, then share one weight and count again."""
    modules = [*(nn.Embedding(V, d, device=META) for _ in range(jobs - 1)), nn.Linear(d, V, False, META)]
    apart = count(*modules)
    for module in modules:
        module.weight = modules[0].weight
    return {"kept": count(*modules), "saved": apart - count(*modules)}


@tied_tables.misconception
def saves_every_copy(jobs, table):
    return {"saved": jobs * table}


@tied_tables.misconception
def shares_between_two_only(jobs, table):
    return {"kept": 2 * table, "saved": table} if jobs > 2 else None


@tied_tables.misconception
def keeps_a_table_for_each_job(jobs, table):
    return {"kept": jobs * table}


SIZES = {"float32": torch.float32, "float16": torch.float16, "bfloat16": torch.bfloat16}


@solver
def memory(numbers, each):
    """Every logit of every position is a number of its own."""
    return {"bytes": numbers * each, "mebibytes": numbers * each / 2**20}


@memory.working
def numbers(B, T, V):
    return B * T * V


@memory.working
def each(dtype):
    return 4 if dtype == "float32" else 2


@memory.confirm
def bytes_of_a_tensor(B, T, V, dtype):
    """Lay out such a tensor and ask it for its bytes."""
    size = torch.empty(B, T, V, dtype=SIZES[dtype], device=META).nbytes
    return {"bytes": size, "mebibytes": size / 2**20}


@memory.misconception
def takes_the_other_precision(numbers, dtype):
    other = 2 if dtype == "float32" else 4
    return {"bytes": numbers * other, "mebibytes": numbers * other / 2**20}


@memory.misconception
def keeps_the_last_position_only(B, V, each):
    return {"bytes": B * V * each, "mebibytes": B * V * each / 2**20}


@memory.misconception
def one_sequence_only(T, V, each):
    return {"bytes": T * V * each, "mebibytes": T * V * each / 2**20}


@memory.misconception
def divides_by_a_million(numbers, each):
    return {"mebibytes": numbers * each / 10**6}


@memory.misconception
def counts_numbers(numbers):
    return {"bytes": numbers, "mebibytes": numbers / 2**20}


@solver
def embedding_scale(e, factor):
    """A table that is small enough for logits is brought to size by √d on its way in as an embedding."""
    return {"factor": factor, "scaled": [factor * value for value in e]}


@embedding_scale.working
def factor(d):
    return sqrt(d)


@embedding_scale.confirm(derived="the factor as the length of a vector of d ones")
def length_of_ones(d, e):
    length = torch.ones(d).norm()
    return {"factor": length, "scaled": length * e}


@embedding_scale.misconception
def divides_by_the_root(d, e):
    return {"factor": 1 / sqrt(d), "scaled": [value / sqrt(d) for value in e]}


@embedding_scale.misconception
def multiplies_by_the_width(d, e):
    return {"factor": d, "scaled": [d * value for value in e]}


@embedding_scale.misconception
def scales_by_the_fourth_root(d, e):
    return {"factor": sqrt(sqrt(d)), "scaled": [sqrt(sqrt(d)) * value for value in e]}


# Logits and probabilities by hand


def products(y, E):
    """The vector's scalar product with each row."""
    return [sum(a * b for a, b in zip(y, row, strict=True)) for row in E]


@solver
def logits(scores, b):
    """A word's logit is the scalar product of the position's vector with the word's row, plus its bias."""
    return [score + shift for score, shift in zip(scores, b, strict=True)]


@logits.working
def scores(y, E):
    return products(y, E)


@logits.confirm(batch=["y"])
def linear(y, E, b):
    """Run PyTorch's linear layer with these weights and biases."""
    return F.linear(y, E, b)  # (B, d), (V, d), (V,) -> (B, V)


@logits.where
def sizes_fit(y, E, b):
    return len(y) == len(E[0]) and len(b) == len(E)


@logits.misconception
def forgets_the_bias(scores):
    return scores


@logits.misconception
def divides_by_the_root_of_the_width(y, scores, b):
    return [score / sqrt(len(y)) + shift for score, shift in zip(scores, b, strict=True)]


@logits.misconception
def scales_the_table_by_the_root_of_the_width(y, scores, b):
    return [score * sqrt(len(y)) + shift for score, shift in zip(scores, b, strict=True)]


@logits.misconception
def drops_the_signs(y, E, b):
    products_of_sizes = products([abs(v) for v in y], [[abs(v) for v in row] for row in E])
    return [score + shift for score, shift in zip(products_of_sizes, b, strict=True)]


def columns_of(W):
    """A matrix's columns as rows."""
    return list(zip(*W, strict=True))


@solver
def word_probabilities(table_of_powers, totals):
    """Each position's vector gives a row of logits, and each row has a softmax of its own."""
    return [[p / total for p in row] for row, total in zip(table_of_powers, totals, strict=True)]


@word_probabilities.working
def table_of_logits(H, W, b):
    return [[s + shift for s, shift in zip(products(y, columns_of(W)), b, strict=True)] for y in H]


@word_probabilities.working
def table_of_powers(table_of_logits):
    return [powers_of(row) for row in table_of_logits]


@word_probabilities.working
def totals(table_of_powers):
    return [sum(row) for row in table_of_powers]


@word_probabilities.confirm(batch=["H"])
def linear_and_softmax(H, W, b):
    """Run PyTorch's linear layer and its softmax over the words."""
    return F.linear(H, W.T, b).softmax(dim=-1)  # (B, T, d), (d, V), (V,) -> (B, T, V)


@word_probabilities.misconception
def softmax_down_the_columns(table_of_logits):
    columns = [softmax_of(column) for column in columns_of(table_of_logits)]
    return [list(row) for row in columns_of(columns)]


@word_probabilities.misconception
def one_softmax_for_the_table(table_of_powers, totals):
    return [[p / sum(totals) for p in row] for row in table_of_powers]


@word_probabilities.misconception
def has_no_bias(H, W):
    return [softmax_of(products(y, columns_of(W))) for y in H]


# One row of logits: its softmax, its logarithms, its loss, and where the loss pulls


@solver
def softmax_row(powers, total):
    """e to the power of each logit, as a part of all these powers together."""
    return [p / total for p in powers]


@solver
def log_softmax(z, normalizer):
    """The logarithm of e^z / Σe^z is z less the logarithm of the sum."""
    return {"normalizer": normalizer, "logarithms": [value - normalizer for value in z]}


@solver
def cross_entropy(z, y, normalizer):
    """−ln p of the true word: the logarithm of the sum of the powers, less the word's own logit."""
    return normalizer - z[y - 1]


@solver
def loss_gradient(probabilities, y):
    """The loss ln Σe^z − z_y grows by p_k with each logit, and falls by 1 with the true word's."""
    return [p - true for p, true in zip(probabilities, one_hot(len(probabilities), y), strict=True)]


@softmax_row.working
@log_softmax.working
@cross_entropy.working
@loss_gradient.working
def powers(z):
    return powers_of(z)


@softmax_row.working
@log_softmax.working
@cross_entropy.working
@loss_gradient.working
def total(powers):
    return sum(powers)


@log_softmax.working
@cross_entropy.working
def normalizer(total):
    return log(total)


@loss_gradient.working
def probabilities(powers, total):
    return [p / total for p in powers]


@softmax_row.where
@log_softmax.where
def logits_differ(z):
    return len(set(z)) > 1


@cross_entropy.where
@loss_gradient.where
def true_word_is_there(z, y):
    return len(set(z)) > 1 and y <= len(z)


@softmax_row.confirm(batch=["z"])
def softmax_of_pytorch(z):
    """Run PyTorch's softmax."""
    return z.softmax(dim=-1)  # (B, V)


@log_softmax.confirm(batch=["z"])
def log_softmax_of_pytorch(z):
    """Run PyTorch's logsumexp and log_softmax."""
    return {"normalizer": z.logsumexp(dim=-1), "logarithms": z.log_softmax(dim=-1)}  # (B,), (B, V)


@cross_entropy.confirm(batch=["z"])
def cross_entropy_of_pytorch(z, y):
    """Run PyTorch's cross-entropy on these logits."""
    return F.cross_entropy(z, torch.full((len(z),), y - 1), reduction="none")  # (B, V), (B,) -> (B,)


@loss_gradient.confirm(batch=["z"], gradients=True)
def gradient_of_pytorch(z, y):
    """Run PyTorch's cross-entropy and ask autograd for the gradient by the logits."""
    rows = z.clone().requires_grad_()
    F.cross_entropy(rows, torch.full((len(z),), y - 1), reduction="sum").backward()
    return rows.grad  # (B, V)


@softmax_row.misconception
def divides_by_the_sum(z):
    return [value / sum(z) for value in z] if sum(z) != 0 else None


@softmax_row.misconception
def takes_a_sigmoid_of_each(powers):
    return [p / (1 + p) for p in powers]


@softmax_row.misconception
def divides_by_the_largest(powers, z):
    return [p / exp(max(z)) for p in powers]


@softmax_row.misconception
def takes_powers_of_two(z):
    return shares_of([power(2, value) for value in z])


@log_softmax.misconception
def adds_the_logits_up(z):
    return {"normalizer": sum(z), "logarithms": [value - sum(z) for value in z]}


@log_softmax.misconception
def takes_the_largest_logit(z):
    return {"normalizer": max(z), "logarithms": [value - max(z) for value in z]}


@log_softmax.misconception
def stops_at_the_sum(z, total):
    return {"normalizer": total, "logarithms": [value - total for value in z]}


@log_softmax.misconception
def takes_logarithms_to_base_ten(z, normalizer):
    tens = log(10)
    return {"normalizer": normalizer / tens, "logarithms": [(value - normalizer) / tens for value in z]}


@cross_entropy.misconception
def takes_the_logit_alone(z, y):
    return -z[y - 1]


@cross_entropy.misconception
def charges_what_is_missing(z, y, total):
    return 1 - exp(z[y - 1]) / total


@cross_entropy.misconception
def charges_every_word_as_yes_or_no(z, y, powers, total, normalizer):
    wrong = [p for k, p in enumerate(powers, start=1) if k != y]
    return normalizer - z[y - 1] - sum(log(1 - p / total) for p in wrong)


@cross_entropy.misconception
def measures_in_bits(z, y, normalizer):
    return (normalizer - z[y - 1]) / log(2)


@cross_entropy.misconception
def takes_the_next_word(z, y, normalizer):
    return normalizer - z[y] if y < len(z) and z[y] != z[y - 1] else None


@loss_gradient.misconception
def turns_the_sign_over(probabilities, y):
    return [true - p for p, true in zip(probabilities, one_hot(len(probabilities), y), strict=True)]


@loss_gradient.misconception
def stops_at_the_probabilities(probabilities):
    return probabilities


@loss_gradient.misconception
def moves_the_true_logit_alone(probabilities, y):
    return [(p - 1) * true for p, true in zip(probabilities, one_hot(len(probabilities), y), strict=True)]


@loss_gradient.misconception
def differentiates_by_the_probability(probabilities, y):
    return [-true / p for p, true in zip(probabilities, one_hot(len(probabilities), y), strict=True)]


# Temperature


@solver
def temperature(powers_when_divided, sum_when_divided):
    """The logits are divided by τ, and then the softmax is taken as ever."""
    return [p / sum_when_divided for p in powers_when_divided]


@temperature.working
def divided(z, tau):
    return [value / tau for value in z]


@temperature.working
def powers_when_divided(divided):
    return powers_of(divided)


@temperature.working
def sum_when_divided(powers_when_divided):
    return sum(powers_when_divided)


@temperature.confirm(batch=["z"])
def softmax_of_divided_logits(z, tau):
    """Divide the logits and run PyTorch's softmax."""
    return (z / tau).softmax(dim=-1)  # (B, V)


@temperature.where
def not_all_alike(z, tau):
    return len(set(z)) > 1 and tau > 0


@temperature.misconception
def multiplies_by_the_temperature(z, tau):
    return softmax_of([value * tau for value in z])


@temperature.misconception
def leaves_the_temperature_out(z):
    return softmax_of(z)


@temperature.misconception
def divides_the_probabilities(z, tau):
    return [p / tau for p in softmax_of(z)]


@temperature.misconception
def adds_the_temperature(z, tau):
    raised = powers_of(z)
    return [p / (sum(raised) + tau) for p in raised]


@solver
def temperature_ratio(r, tau):
    """A ratio is e to the difference of two logits; dividing the difference by τ takes the ratio's τ-th root."""
    return power(r, 1 / tau)


@temperature_ratio.confirm
def ratio_of_two_softmaxes(r, tau):
    """Give two words logits that make this ratio, divide them by τ and compare PyTorch's probabilities."""
    one, other = (torch.tensor([math.log(r), 0.0]) / tau).softmax(dim=0)
    return one / other


@temperature_ratio.where
def ratio_and_temperature_matter(r, tau):
    return r != 1 and r > 0 and tau > 0 and tau != 1


@temperature_ratio.misconception
def divides_the_ratio(r, tau):
    return r / tau


@temperature_ratio.misconception
def multiplies_the_ratio(r, tau):
    return r * tau


@temperature_ratio.misconception
def raises_to_the_temperature(r, tau):
    return power(r, tau)


@temperature_ratio.misconception
def keeps_the_ratio(r):
    return r


@solver
def wanted_temperature(gap, logarithm):
    """The ratio is e^(gap/τ), so gap/τ is the ratio's logarithm."""
    return gap / logarithm


@wanted_temperature.working
def logarithm(r):
    return log(r)


@wanted_temperature.confirm
def search_by_halving(gap, r):
    """Halve an interval until PyTorch's softmax of the two logits, divided by its middle, has the ratio."""
    low, high = 0.0, 1000.0
    for _ in range(80):
        middle = (low + high) / 2
        one, other = (torch.tensor([gap, 0.0]) / middle).softmax(dim=0)
        low, high = (middle, high) if one > r * other else (low, middle)
    return high


@wanted_temperature.where
def first_word_is_likelier(gap, r):
    return gap > 0 and r > 1


@wanted_temperature.misconception
def turns_the_quotient_over(gap, logarithm):
    return logarithm / gap


@wanted_temperature.misconception
def takes_no_logarithm(gap, r):
    return gap / r


@wanted_temperature.misconception
def multiplies_by_the_logarithm(gap, logarithm):
    return gap * logarithm


@wanted_temperature.misconception
def takes_the_logarithm_to_base_ten(gap, logarithm):
    return gap * log(10) / logarithm


# Which word is picked, and which row decides


def places_of(value, values):
    """Where the value stands, counted from 1."""
    return [k for k, other in enumerate(values, start=1) if other == value]


def pick(best, tie):
    """The first or the last of the best."""
    return best[0] if tie == "first" else best[-1]


@solver
def greedy_pick(best, tie, origin):
    """The softmax keeps the order of the logits, so the largest logit wins; the rule decides among equals."""
    return pick(best, tie) - (0 if origin == "one" else 1)


@greedy_pick.working
def best(z):
    return places_of(max(z), z)


@greedy_pick.confirm
def argmax_of_pytorch(z, tie, origin):
    """Run PyTorch's argmax, which takes the first of equals, on the probabilities or on their mirror image."""
    row = z.softmax(dim=0)
    from_zero = row.argmax() if tie == "first" else len(row) - 1 - row.flip(0).argmax()
    return from_zero + (1 if origin == "one" else 0)


@greedy_pick.where
def two_share_the_top(z):
    return len(places_of(max(z), z)) == 2 and len(set(z)) > 2


@greedy_pick.misconception
def breaks_the_tie_otherwise(best, tie, origin):
    return pick(best, "last" if tie == "first" else "first") - (0 if origin == "one" else 1)


@greedy_pick.misconception
def counts_from_elsewhere(best, tie, origin):
    return pick(best, tie) - (1 if origin == "one" else 0)


@greedy_pick.misconception
def picks_the_smallest(z, tie, origin):
    return pick(places_of(min(z), z), tie) - (0 if origin == "one" else 1)


@greedy_pick.misconception
def gives_the_logit_itself(z, best, tie, origin):
    number = pick(best, tie) - (0 if origin == "one" else 1)
    return max(z) if max(z) != number else None


@solver
def picked_words(P, words):
    """Each row is a distribution of its own, and in each the likeliest word is picked."""
    return [words[row.index(max(row))] for row in P]


@picked_words.confirm
def argmax_of_each_row(P, words):
    """Run PyTorch's argmax along the words of each position."""
    return [words[k] for k in P.argmax(dim=-1)]


@picked_words.where
def rows_have_one_largest(P, words):
    return all(row.count(max(row)) == 1 and len(row) == len(words) for row in P)


@picked_words.where
def one_word_comes_twice(P):
    return len({row.index(max(row)) for row in P}) < len(P)


@picked_words.misconception
def picks_the_least_likely(P, words):
    return [words[row.index(min(row))] for row in P]


@picked_words.misconception
def uses_each_word_once(P, words):
    left = list(range(len(words)))
    picked = []
    for row in P:
        best = max(left, key=lambda k, row=row: row[k])
        left.remove(best)
        picked.append(words[best])
    return picked


@picked_words.misconception
def compares_down_the_columns(P, words):
    return [words[column.index(max(column))] for column in columns_of(P)] if len(P) == len(words) else None


@solver
def deciding_row(start, n, k):
    """The row at a token's position has read that token, and its logits are about the one that follows."""
    return {"next": start + n - 1, "earlier": start + k - 2}


@deciding_row.working
def start(T, n, side, origin):
    return (0 if side == "right" else T - n) + (1 if origin == "one" else 0)


@deciding_row.confirm
def rows_that_read_a_token(T, n, k, side, origin):
    """Run causal attention and find the first row that reads the last real token, and the one before it reads k."""
    reads = self_attention(torch.randn(1, T, 8))[0, 0] > 0  # (T, T)
    shift = 0 if side == "right" else T - n
    first = [row.index(True) for row in reads.T.tolist()]  # the first row that reads each token
    by = 1 if origin == "one" else 0
    return {"next": first[shift + n - 1] + by, "earlier": first[shift + k - 1] - 1 + by}


@deciding_row.where
def has_padding_and_a_token_before(T, n, k):
    return 2 <= k < n < T


@deciding_row.misconception
def takes_the_row_of_the_token_itself(start, n, k):
    return {"next": start + n, "earlier": start + k - 1}


@deciding_row.misconception
def takes_the_last_row(T, side, origin):
    return {"next": T - (0 if origin == "one" else 1)} if side == "right" else None


@deciding_row.misconception
def ignores_the_padding_on_the_left(n, k, side, origin):
    by = 1 if origin == "one" else 0
    return {"next": n - 1 + by, "earlier": k - 2 + by} if side == "left" else None


@deciding_row.misconception
def counts_rows_from_elsewhere(start, n, k, origin):
    by = -1 if origin == "one" else 1
    return {"next": start + n - 1 + by, "earlier": start + k - 2 + by}


# Losses of several rows, and perplexity


@solver
def batch_loss(P, surprises, reduction):
    """Each row pays −ln of what it gave its true word; the batch pays their mean or their sum."""
    return sum(surprises) / (len(P) if reduction == "mean" else 1)


@batch_loss.working
def chosen(P, y):
    return [row[k - 1] for row, k in zip(P, y, strict=True)]


@batch_loss.working
def surprises(chosen):
    return surprises_of(chosen)


@batch_loss.confirm(batch=["P"])
def cross_entropy_of_each_batch(P, y, reduction):
    """Run PyTorch's cross-entropy on logits that give these probabilities."""
    labels = y.long() - 1
    return torch.stack([F.cross_entropy(rows.log(), labels, reduction=reduction) for rows in P])  # (B,)


@batch_loss.where
def rows_and_words_fit(P, y):
    return len(P) == len(y) and all(sum(row) == 1 and k <= len(row) for row, k in zip(P, y, strict=True))


@batch_loss.misconception
def reduces_the_other_way(P, surprises, reduction):
    return sum(surprises) / (1 if reduction == "mean" else len(P))


@batch_loss.misconception
def averages_before_the_logarithm(P, chosen, reduction):
    return -log(sum(chosen) / len(P)) * (1 if reduction == "mean" else len(P))


@batch_loss.misconception
def divides_by_every_cell(P, surprises, reduction):
    return sum(surprises) / (len(P) * len(P[0])) if reduction == "mean" else None


@batch_loss.misconception
def trusts_the_likeliest_words(P, reduction):
    return sum(surprises_of([max(row) for row in P])) / (len(P) if reduction == "mean" else 1)


@batch_loss.misconception
def answers_in_bits(P, surprises, reduction):
    return sum(surprises) / (len(P) if reduction == "mean" else 1) / log(2)


def raised(base, loss):
    """e or 2 to the power of the loss, as its unit wants."""
    return exp(loss) if base == "nats" else power(2, loss)


@solver
def perplexity_of_loss(loss, base):
    """Perplexity undoes the logarithm of the mean loss; its inverse is the typical word's probability."""
    return {"perplexity": raised(base, loss), "probability": raised(base, -loss)}


@perplexity_of_loss.confirm
def words_to_choose_from(loss, base):
    """Find two words' logits with this loss by halving, and read perplexity off the true one's probability."""
    asked = loss if base == "nats" else loss * math.log(2)
    low, high = -100.0, 100.0
    for _ in range(80):
        middle = (low + high) / 2
        reached = F.cross_entropy(torch.tensor([middle, 0.0]), torch.tensor(0))
        low, high = (middle, high) if reached > asked else (low, middle)
    probability = torch.tensor([low, 0.0]).softmax(dim=0)[0]
    return {"perplexity": 1 / probability, "probability": probability}


@perplexity_of_loss.where
def loss_is_positive(loss):
    return loss > 0


@perplexity_of_loss.misconception
def takes_the_other_base(loss, base):
    other = "bits" if base == "nats" else "nats"
    return {"perplexity": raised(other, loss), "probability": raised(other, -loss)}


@perplexity_of_loss.misconception
def takes_the_tenth_power(loss):
    return {"perplexity": power(10, loss), "probability": power(10, -loss)}


@perplexity_of_loss.misconception
def takes_the_logarithm_again(loss):
    return {"perplexity": log(loss)} if loss != 1 else None


@perplexity_of_loss.misconception
def takes_one_over_the_loss(loss):
    return {"probability": 1 / loss}


@solver
def perplexity(mean_surprise):
    """Perplexity is e to the mean of −ln p over the words that came."""
    return exp(mean_surprise)


@perplexity.working
def surprises_of_words(p):
    return surprises_of(p)


@perplexity.working
def mean_surprise(p, surprises_of_words):
    return sum(surprises_of_words) / len(p)


@perplexity.confirm(batch=["p"])
def exp_of_the_mean_loss(p):
    """Give each word that came this probability against all others, and raise e to PyTorch's mean loss."""
    logits = torch.stack([p, 1 - p], dim=1).log()  # (B, 2, N)
    labels = torch.zeros(p.shape, dtype=torch.long)
    return F.cross_entropy(logits, labels, reduction="none").mean(dim=-1).exp()  # (B,)


@perplexity.where
def probabilities_differ(p):
    return len(set(p)) > 1 and all(0 < value < 1 for value in p)


@perplexity.misconception
def adds_instead_of_averaging(surprises_of_words):
    return exp(sum(surprises_of_words))


@perplexity.misconception
def inverts_the_mean_probability(p):
    return len(p) / sum(p)


@perplexity.misconception
def averages_the_inverses(p):
    return sum(1 / value for value in p) / len(p)


@perplexity.misconception
def stops_at_the_loss(mean_surprise):
    return mean_surprise


@solver
def uniform_loss(V):
    """Equal logits give each word 1/V, so the loss is ln V, and perplexity is V."""
    return {"loss": log(V), "perplexity": V}


@uniform_loss.confirm
def loss_of_equal_logits(V):
    """Run PyTorch's cross-entropy on V equal logits."""
    loss = F.cross_entropy(torch.zeros(V), torch.tensor(0))
    return {"loss": loss, "perplexity": loss.exp().round(decimals=6)}


@uniform_loss.misconception
def counts_bits(V):
    return {"loss": log(V) / log(2)}


@uniform_loss.misconception
def takes_the_logarithm_of_ten(V):
    return {"loss": log(V) / log(10)}


@uniform_loss.misconception
def charges_the_missing_part(V):
    return {"loss": 1 - 1 / V, "perplexity": exp(1 - 1 / V)}


@uniform_loss.misconception
def inverts_perplexity(V):
    return {"perplexity": 1 / V}


# Claims


def row_of_logits():
    """A row without ties whose logits have both signs."""
    return torch.tensor([2.0, -1.0, 0.5, 1.0])


def wrong_pick(logits, label):
    """1 where the greedy pick is not the true word, else 0."""
    return (logits.argmax() != label).double()


def gradient_of(criterion, logits, label):
    """The gradient of a loss by the logits."""
    with torch.enable_grad():
        leaf = logits.clone().requires_grad_()
        return torch.autograd.grad(criterion(leaf, label), leaf)[0]


def yes_or_no(logits, label):
    """Each word by itself: does it come or not?"""
    return F.binary_cross_entropy_with_logits(logits, F.one_hot(label, len(logits)).double(), reduction="sum")


@claim(broken=torch.sigmoid)
def a_constant_cancels(softmax=lambda z: z.softmax(dim=0)):
    """Add 3 to every logit and measure how far the probabilities move."""
    return (softmax(row_of_logits() + 3) - softmax(row_of_logits())).abs().max()


@claim(broken=lambda z: z / z.sum())
def a_factor_cancels(softmax=lambda z: z.softmax(dim=0)):
    """Double every logit and measure how far the probabilities move."""
    return (softmax(2 * row_of_logits()) - softmax(row_of_logits())).abs().max()


@claim(broken=lambda z, tau: (tau - 1) * z)
def temperature_keeps_the_pick(cooled=lambda z, tau: z / tau):
    """Compare the greedy pick at several temperatures with the one at temperature 1."""
    picks = [cooled(row_of_logits(), tau).argmax().item() for tau in (0.1, 0.5, 2.0, 10.0)]
    return set(picks) == {row_of_logits().argmax().item()}


@claim(broken=lambda z, tau: z * tau)
def hotter_is_surer(cooled=lambda z, tau: z / tau):
    """Compare the likeliest word's probability at the temperatures 2 and 1."""
    hot, plain = (cooled(row_of_logits(), tau).softmax(dim=0).max() for tau in (2.0, 1.0))
    return bool(hot > plain)


@claim(broken=lambda z: torch.stack([z, 0 * z, 0 * z]))
def two_words_make_a_sigmoid(logits=lambda z: torch.stack([z, 0 * z])):
    """Compare the first word's softmax with the sigmoid of its logit."""
    z = torch.linspace(-3, 3, 7)
    return (logits(z).softmax(dim=0)[0] - z.sigmoid()).abs().max()


@claim(broken=lambda z: z.softmax(dim=0))
def sigmoids_sum_to_one(probabilities=torch.sigmoid):
    """Add up the sigmoids of a row."""
    return (probabilities(row_of_logits()).sum() - 1).abs()


@claim(broken=wrong_pick)
def probabilities_do_as_logits(criterion=F.cross_entropy):
    """Give the loss the logits, then their softmax."""
    label = torch.tensor(1)
    return (criterion(row_of_logits().softmax(dim=0), label) - criterion(row_of_logits(), label)).abs()


@claim(broken=yes_or_no)
def pulls_cancel(criterion=F.cross_entropy):
    """Add up the gradient of the loss by the logits."""
    return gradient_of(criterion, row_of_logits(), torch.tensor(1)).sum().abs()


@claim(broken=lambda logits, label: -logits[label])
def only_the_true_logit_is_pulled(criterion=F.cross_entropy):
    """Measure the largest gradient by a wrong word's logit."""
    return gradient_of(criterion, row_of_logits(), torch.tensor(0))[1:].abs().max()


@claim(broken=wrong_pick)
def a_right_pick_costs_nothing(criterion=F.cross_entropy):
    """Measure the loss of a row whose largest logit is the true word's."""
    return criterion(row_of_logits(), torch.tensor(0))


@claim(broken=wrong_pick)
def a_sure_mistake_costs_more_than_guessing(criterion=F.cross_entropy):
    """Compare the loss of three logits of which a wrong one is 10 larger with ln 3."""
    return bool(criterion(torch.tensor([10.0, 0.0, 0.0]), torch.tensor(1)) > math.log(3))


@claim(broken=lambda loss: loss)
def perplexities_average(perplexity_of=torch.exp):
    """Compare the perplexity of two batches of one size together with the mean of theirs."""
    losses = torch.tensor([1.0, 3.0])
    return (perplexity_of(losses.mean()) - perplexity_of(losses).mean()).abs()


def gradient_by_the_table(tied):
    """The gradient of a loss by an embedding table whose rows 0 and 1 are read and row 2 is the true word."""
    with torch.enable_grad():
        table = torch.randn(6, 4, requires_grad=True)
        output = table if tied else torch.randn(6, 4)
        loss = F.cross_entropy(
            F.embedding(torch.tensor([0, 1]), table).mean(dim=0) @ output.T, torch.tensor(2)
        )
        return torch.autograd.grad(loss, table)[0]


@claim(broken=lambda: gradient_by_the_table(tied=False))
def every_tied_row_learns(gradient=lambda: gradient_by_the_table(tied=True)):
    """See whether the gradient by a tied table reaches every row, though two words are read."""
    return bool((gradient().abs().amax(dim=1) > 0).all())


@claim(broken=lambda x, W: (x @ W).cumsum(dim=0))
def positions_stay_apart(layer=lambda x, W: x @ W):
    """Change the first position's vector and measure how far the other positions' logits move."""
    x, W = torch.randn(4, 3), torch.randn(3, 5)
    changed = torch.cat([x[:1] + 1, x[1:]])
    return (layer(changed, W) - layer(x, W))[1:].abs().max()
