"""Teacher forcing: what the decoder reads while it learns, what it is asked, and what its loss counts."""

import torch
from torch import nn
from torch.nn import functional as F

from qbank import claim, solver
from qbank.exact import exp, log

from ._differences import largest_difference
from ._sequences import IGNORED, causal_decoder, greedy_inputs, ids_of, product, words_of

# What the decoder reads and what it has to say


@solver
def inputs_and_labels(gold, start):
    """Position k must say token k from those before it, so the input is the target one place to the right."""
    return {"inputs": (start, *gold[:-1]), "labels": gold}


@inputs_and_labels.confirm(derived="token numbers rolled by PyTorch, the first overwritten")
def rolled(gold, start):
    numbers, words = ids_of([*gold, start])
    inputs = numbers[:-1].roll(1)
    inputs[0] = numbers[-1]
    return {"inputs": words_of(inputs, words), "labels": words_of(numbers[:-1], words)}


@inputs_and_labels.misconception
def does_not_shift(gold):
    return {"inputs": gold}


@inputs_and_labels.misconception
def shifts_to_the_left(gold, start):
    return {"inputs": (*gold[1:], start)}


@inputs_and_labels.misconception
def keeps_the_last_token(gold, start):
    return {"inputs": (start, *gold)}


@inputs_and_labels.misconception
def shifts_the_labels_as_well(gold, start):
    return {"labels": (start, *gold[:-1])}


@solver
def inputs_from_labels(labels, pad, start):
    """The labels one place to the right; what the loss ignores is no token, so padding is read in its place."""
    return [start, *(pad if label == IGNORED else label for label in labels[:-1])]


@inputs_from_labels.confirm(
    derived="label numbers rolled by PyTorch, the first and the ignored ones overwritten"
)
def rolled_and_filled(labels, pad, start):
    inputs = labels.roll(1)
    inputs[0] = start
    return inputs.masked_fill(inputs == IGNORED, pad)


@inputs_from_labels.where
def padded_behind_real_labels(labels):
    real = sum(1 for label in labels if label != IGNORED)
    return real > 1 and list(labels[real:]) == [IGNORED] * (len(labels) - real)


@inputs_from_labels.misconception
def reads_ignored_labels(labels, start):
    return [start, *labels[:-1]]


@inputs_from_labels.misconception
def reads_labels_in_place(labels, pad):
    return [pad if label == IGNORED else label for label in labels]


@inputs_from_labels.misconception
def shifts_without_a_start(labels, pad):
    return [*(pad if label == IGNORED else label for label in labels[1:]), pad]


@inputs_from_labels.misconception
def starts_with_the_ignored_number(labels, pad):
    return [IGNORED, *(pad if label == IGNORED else label for label in labels[:-1])]


@solver
def input_at_step(gold, guesses, start, k, regime):
    """With teacher forcing the past is the target's, whatever was guessed; running freely it is the model's own."""
    past = gold if regime == "teacher" else guesses
    return (start, *past[: k - 1])


@input_at_step.confirm(derived="a decoding loop that appends one token at a time")
def appended(gold, guesses, start, k, regime):
    read = [start]
    for right, guessed in zip(gold, guesses, strict=True):
        if len(read) < k:
            read.append(right if regime == "teacher" else guessed)
    return read


@input_at_step.where
def a_guess_was_wrong(gold, guesses, k):
    """Some guess before step k differs from the target, so that it matters whose tokens are read."""
    return len(gold) == len(guesses) and 2 <= k <= len(gold) and gold[: k - 1] != guesses[: k - 1]


@input_at_step.misconception
def reads_the_other_past(gold, guesses, start, k, regime):
    past = guesses if regime == "teacher" else gold
    return (start, *past[: k - 1])


@input_at_step.misconception
def reads_what_it_is_to_say(gold, guesses, start, k, regime):
    past = gold if regime == "teacher" else guesses
    return (start, *past[:k])


@input_at_step.misconception
def forgets_the_start(gold, guesses, k, regime):
    past = gold if regime == "teacher" else guesses
    return tuple(past[:k])


@solver
def free_running(follows, start, T):
    """Each guess is the next input, so a wrong one is read too, and what follows it is guessed from there."""
    inputs = [start]
    for _ in range(T - 1):
        inputs.append(follows[inputs[-1]])
    return tuple(inputs)


@free_running.confirm
def run_greedily(follows, start, T):
    """Give PyTorch an embedding whose rows have their largest logit at the token that follows, and decode."""
    return greedy_inputs(follows.long(), start, T)


@free_running.where
def tokens_exist(follows, start):
    return all(0 <= token < len(follows) for token in follows) and start < len(follows)


@free_running.where
def does_not_stand_still(follows, start):
    """The first three inputs are different, so that order matters."""
    second = follows[start]
    return len({start, second, follows[second]}) == 3


@free_running.misconception
def lists_the_guesses(follows, start, T):
    return free_running(follows, start, T + 1)[1:]


@free_running.misconception
def reads_the_table_in_order(follows, start, T):
    return (start, *follows[: T - 1])


@free_running.misconception
def repeats_the_first_guess(follows, start, T):
    return (start, *(follows[start] for _ in range(T - 1)))


# How many predictions count


@solver
def counted_positions(lengths, T):
    """Every real token is predicted once; a label of padding is ignored."""
    return {"counted": sum(lengths), "ignored": len(lengths) * T - sum(lengths)}


@counted_positions.confirm
def terms_that_are_not_zero(lengths, T):
    """Run PyTorch's loss with padding's labels ignored, and count the terms that it leaves."""
    places = torch.arange(T) < lengths.unsqueeze(1)  # (B, T)
    labels = torch.where(places, torch.ones(len(lengths), T, dtype=torch.long), IGNORED)
    terms = F.cross_entropy(
        torch.randn(labels.numel(), 5), labels.flatten(), reduction="none", ignore_index=IGNORED
    )
    return {"counted": int((terms > 0).sum()), "ignored": int((terms == 0).sum())}


@counted_positions.where
def fits_and_is_padded(lengths, T):
    return len(set(lengths)) > 1 and max(*lengths) == T


@counted_positions.misconception
def counts_padding_too(lengths, T):
    return {"counted": len(lengths) * T, "ignored": 0 * T}


@counted_positions.misconception
def leaves_out_each_first_token(lengths, T):
    return {"counted": sum(lengths) - len(lengths), "ignored": len(lengths) * (T + 1) - sum(lengths)}


@counted_positions.misconception
def leaves_out_the_padded_sequences(lengths, T):
    return {"counted": T * sum(1 for n in lengths if n == T), "ignored": T * sum(1 for n in lengths if n < T)}


@solver
def predictions(B, n, labels):
    """A token is a label where another one stands before it; a chunk with one token more has a label for each input."""
    return B * n if labels == "beside" else B * (n - 1)


@predictions.confirm
def terms_of_the_loss(B, n, labels):
    """Shift as PyTorch models do, and count the terms of the loss."""
    V = 7
    tokens = torch.randint(V, (B, n + 1 if labels == "beside" else n))
    logits = torch.randn(V, V)[tokens]  # (B, n or n + 1, V): any logits that hang on the input
    shifted = F.cross_entropy(logits[:, :-1].flatten(0, 1), tokens[:, 1:].flatten(), reduction="none")
    return shifted.numel()


@predictions.misconception
def one_prediction_a_sequence(B):
    return B


@predictions.misconception
def loses_one_token_on_either_side(B, n):
    return B * (n - 2)


@predictions.misconception
def counts_every_pair(B, n):
    return B * n * (n - 1) / 2


@solver
def label_of_a_position(tokens, k, shift):
    """Each shift moves labels one place to the left: none teaches copying, one the next token, two the one after it."""
    return {"label": tokens[k - 1 + shift], "counted": len(tokens) - shift}


@label_of_a_position.working
def shift(passed, model):
    return (1 if passed == "next" else 0) + (1 if model == "shifts" else 0)


@label_of_a_position.confirm(gradients=True)
def pulled_up(tokens, k, passed, model):
    """Run PyTorch's loss and see by its gradient which token it pulls up at a position, and where it pulls at all."""
    tokens = tokens.long()
    labels = F.pad(tokens[1:], (0, 1), value=IGNORED) if passed == "next" else tokens
    logits = torch.zeros(len(tokens), int(tokens.max()) + 1, requires_grad=True)  # (T, V)
    pairs = (logits[:-1], labels[1:]) if model == "shifts" else (logits, labels)
    F.cross_entropy(*pairs).backward()
    return {"label": logits.grad[k - 1].argmin(), "counted": (logits.grad.abs().amax(1) > 0).sum()}


@label_of_a_position.where
def has_a_label_in_every_case(tokens, k):
    return len(set(tokens)) == len(tokens) and k + 2 <= len(tokens)


@label_of_a_position.misconception
def predicts_the_next_token_anyhow(tokens, k, shift):
    return None if shift == 1 else {"label": tokens[k], "counted": len(tokens) - 1}


@label_of_a_position.misconception
def learns_to_copy(tokens, k, shift):
    return {"label": tokens[k - 1], "counted": len(tokens)} if shift == 1 else None


@label_of_a_position.misconception
def a_shift_loses_nothing(tokens, shift):
    return {"counted": len(tokens)} if shift else None


@label_of_a_position.misconception
def shifts_to_the_right(tokens, k, shift):
    return {"label": tokens[k - 1 - shift]} if shift and k > shift else None


@solver
def windows(N, n, r, starts):
    """A window starts every r tokens while its n inputs and the label after the last one still fit."""
    return {"windows": starts, "predictions": n * starts}


@windows.working
def starts(N, n, r):
    return (N - n - 1) // r + 1


@windows.confirm
def unfolded(N, n, r):
    """Let PyTorch cut a sequence of numbers into windows of n inputs and one label more, and count."""
    cut = torch.arange(N).unfold(0, n + 1, r)  # (windows, n + 1)
    terms = F.cross_entropy(torch.zeros(cut[:, 1:].numel(), N), cut[:, 1:].flatten(), reduction="none")
    return {"windows": len(cut), "predictions": len(terms)}


@windows.where
def more_than_one_and_some_left(N, n, r):
    """So that every rule for the end gives another number."""
    return n + r < N and 1 < r <= n and (N - n) % r == 0


@windows.misconception
def forgets_the_last_label(N, n, r):
    count = (N - n) // r + 1
    return {"windows": count, "predictions": n * count}


@windows.misconception
def ignores_the_stride(N, n):
    return {"windows": N - n, "predictions": n * (N - n)}


@windows.misconception
def divides_by_the_length(N, n, r):
    return {"windows": N // n, "predictions": n * (N // n)} if r < n else None


@windows.misconception
def one_prediction_a_window(starts):
    return {"predictions": starts}


# The likelihood of a sequence


@solver
def sequence_probability(probs):
    """Each token is conditioned on those before it, so the chain rule multiplies the probabilities."""
    return product(probs)


@sequence_probability.confirm(batch=["probs"])
def logs_summed_by_the_loss(probs):
    """Sum PyTorch's loss over two-way predictions that give the target these probabilities. (B, T) -> (B,)"""
    logits = torch.stack([probs, 1 - probs], dim=-1).log()  # (B, T, 2)
    labels = torch.zeros(probs.shape, dtype=torch.long)
    return (-F.cross_entropy(logits.transpose(1, 2), labels, reduction="none").sum(-1)).exp()


@sequence_probability.misconception
def averages_the_probabilities(probs):
    return sum(probs) / len(probs)


@sequence_probability.misconception
def takes_the_last_step(probs):
    return probs[-1]


@sequence_probability.misconception
def takes_the_weakest_step(probs):
    return min_of(probs)


@sequence_probability.misconception
def leaves_out_the_first_step(probs):
    return product(probs[1:])


def min_of(values):
    """The smallest of some rationals."""
    return sorted(values)[0]


@sequence_probability.where
def steps_differ(probs):
    return len(set(probs)) > 1


@solver
def perplexity(mean):
    """The loss is the mean of −ln p over the tokens; perplexity is e to that, 1 over the geometric mean of p."""
    return {"loss": mean, "perplexity": exp(mean)}


@perplexity.working
def surprises(probs):
    return [-log(prob) for prob in probs]


@perplexity.working
def total(surprises):
    return sum(surprises)


@perplexity.working
def mean(total, surprises):
    return total / len(surprises)


@perplexity.confirm
def mean_loss(probs):
    """Run PyTorch's mean loss on predictions that give the target these probabilities."""
    logits = torch.stack([probs, 1 - probs], dim=-1).log()  # (T, 2)
    loss = F.cross_entropy(logits, torch.zeros(len(probs), dtype=torch.long))
    return {"loss": loss, "perplexity": probs.prod() ** (-1 / len(probs))}  # 1 over the geometric mean


@perplexity.misconception
def sums_instead_of_averaging(total):
    return {"loss": total, "perplexity": exp(total)}


@perplexity.misconception
def takes_minus_the_log_of_the_mean(probs):
    return {"loss": -log(sum(probs) / len(probs)), "perplexity": len(probs) / sum(probs)}


@perplexity.misconception
def loss_in_bits(mean):
    return {"loss": mean / log(2)}


@perplexity.misconception
def averages_one_over_p(probs):
    return {"perplexity": sum(1 / prob for prob in probs) / len(probs)}


@perplexity.where
def probabilities_differ(probs):
    return len(set(probs)) > 1


@solver
def padded_loss(real, average):
    """Padding has no part in the mean; sequences of different lengths weigh alike only if each is averaged first."""
    if average == "tokens":
        return sum(sum(row) for row in real) / sum(len(row) for row in real)
    return sum(sum(row) / len(row) for row in real) / len(real)


@padded_loss.working
def real(losses, lengths):
    return [row[: int(n)] for row, n in zip(losses, lengths, strict=True)]


@padded_loss.confirm
def loss_with_ignored_labels(losses, lengths, average):
    """Run PyTorch's loss on predictions that give the target e^−loss, padding's labels ignored. (B, T)"""
    probs = (-losses).exp()
    logits = torch.stack([probs, 1 - probs], dim=-1).log()  # (B, T, 2)
    places = torch.arange(losses.shape[1]) < lengths.unsqueeze(1)
    labels = torch.where(places, torch.zeros(losses.shape, dtype=torch.long), IGNORED)
    criterion = nn.CrossEntropyLoss(ignore_index=IGNORED)
    if average == "tokens":
        return criterion(logits.flatten(0, 1), labels.flatten())
    return torch.stack([criterion(*pair) for pair in zip(logits, labels, strict=True)]).mean()


@padded_loss.where
def padded_once(losses, lengths):
    return len(set(lengths)) > 1 and max(*lengths) == len(losses[0])


@padded_loss.misconception
def averages_padding_too(losses):
    return sum(sum(row) for row in losses) / sum(len(row) for row in losses)


@padded_loss.misconception
def divides_by_every_position(real, losses):
    return sum(sum(row) for row in real) / sum(len(row) for row in losses)


@padded_loss.misconception
def adds_up_the_means(real):
    return sum(sum(row) / len(row) for row in real)


@solver
def scheduled_sampling(T, q):
    """The start token is always the same; each of the other T − 1 inputs is the target's with probability 1 − q."""
    return {"gold": (T - 1) * (1 - q), "untouched": product([1 - q] * int(T - 1))}


@scheduled_sampling.confirm(
    derived="all patterns of kept and replaced inputs enumerated with their probabilities"
)
def every_pattern(T, q):
    patterns = torch.cartesian_prod(*[torch.tensor([0.0, 1.0])] * (T - 1)).view(
        -1, T - 1
    )  # (2^(T−1), T−1), 1: kept
    weights = torch.where(patterns == 1, 1 - q, q).prod(1)
    return {"gold": (weights * patterns.sum(1)).sum(), "untouched": weights[patterns.sum(1) == T - 1].sum()}


@scheduled_sampling.misconception
def replaces_the_start_too(T, q):
    return {"gold": T * (1 - q), "untouched": product([1 - q] * int(T))}


@scheduled_sampling.misconception
def keeps_with_probability_q(T, q):
    return {"gold": (T - 1) * q, "untouched": product([q] * int(T - 1))}


@scheduled_sampling.misconception
def all_as_likely_as_one(q):
    return {"untouched": 1 - q}


# Claims


@claim(broken=False)
def one_pass_is_as_good_as_steps(causal=True):
    """Run a decoder over four tokens at once, and over each beginning of them."""
    layer, x = causal_decoder(), torch.randn(1, 4, 8)
    whole = layer(x, causal)
    steps = torch.cat([layer(x[:, :n], causal)[:, -1:] for n in range(1, 5)], dim=1)
    return largest_difference(whole, steps)


@claim(broken=1)
def unshifted_input_shows_the_answer(shift=0):
    """Change the label of the second position and see whether its prediction, causally masked, moves."""
    layer, labels = causal_decoder(), torch.randn(1, 4, 8)
    changed = labels.clone()
    changed[0, 1] += 1
    predictions = (layer(F.pad(x, (0, 0, shift, 0))[:, :4], True)[0, 1] for x in (labels, changed))
    return bool(largest_difference(*predictions) > 1e-3)


@claim(broken=-1)
def padded_labels_pull_weights(ignored=IGNORED):
    """Mark the label of the last position as padding and look for a gradient there."""
    logits = torch.randn(4, 5, requires_grad=True)
    labels = torch.tensor([1, 2, 3, IGNORED if ignored == IGNORED else 4])
    with torch.enable_grad():
        F.cross_entropy(logits, labels, ignore_index=IGNORED).backward()
    return bool(logits.grad[3].abs().max() > 1e-6)


def read_in_both_regimes(follows, gold):
    """What is read with teacher forcing and running freely, as token numbers; 0 starts."""
    return torch.tensor([0, *gold[:-1]]), torch.tensor(greedy_inputs(torch.tensor(follows), 0, len(gold)))


@claim(broken=[1, 2, 3, 0])
def training_reads_what_generation_reads(follows=(1, 3, 0, 2)):
    """Compare the inputs of both regimes for the target 1, 2, 3; the stand-in guesses everything right."""
    forced, free = read_in_both_regimes(follows, [1, 2, 3])
    return bool((forced == free).all())


@claim(broken=[1, 2, 3, 0])
def an_error_changes_later_inputs_when_generating(follows=(1, 3, 0, 2)):
    """Guess the second token wrong and look at the third input, running freely."""
    forced, free = read_in_both_regimes(follows, [1, 2, 3])
    return bool(forced[2] != free[2])


@claim(broken="mean")
def log_likelihood_is_a_sum(reduction="sum"):
    """Compare the log of the product of five probabilities with minus PyTorch's loss."""
    logits, labels = torch.randn(5, 7), torch.arange(5)
    likelihood = logits.softmax(-1)[torch.arange(5), labels].prod()
    return (likelihood.log() + F.cross_entropy(logits, labels, reduction=reduction)).abs()


@claim(broken="sum")
def longer_targets_cost_more(reduction="mean"):
    """Repeat a target and its predictions and see whether the loss grows."""
    logits, labels = torch.randn(5, 7), torch.arange(5)
    once = F.cross_entropy(logits, labels, reduction=reduction)
    twice = F.cross_entropy(logits.repeat(2, 1), labels.repeat(2), reduction=reduction)
    return bool(twice > once + 1e-3)


@claim(broken=0.0)
def even_guessing_has_perplexity_of_the_vocabulary(lean=None):
    """The perplexity of 50 equal logits; the stand-in leans to the right word."""
    logits = torch.zeros(1, 50)
    if lean is not None:
        logits[0, 3] = 1
    return (F.cross_entropy(logits, torch.tensor([3])).exp() - 50).abs()
