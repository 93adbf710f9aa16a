"""Decoding: which token comes next, which sequence wins, when it stops, and what the cache of keys and values costs."""

import torch
from torch import nn

from qbank import claim, solver
from qbank.exact import Whole, exp, inf, max, min, power

from ._cache import attend_step_by_step, bytes_of_cache, projected_rows
from ._pictures import two_steps
from ._probabilities import distributions_only, powers_of, shares_of
from ._sequences import causal_decoder, product

# Sequences and their probabilities


@solver
def path_probabilities(greedy, other):
    """The chain rule multiplies the steps, so a smaller first step can be made up for later."""
    one, two = product(greedy), product(other)
    return {"greedy": one, "other": two, "likelier": "other" if two > one else "greedy"}


@path_probabilities.confirm
def summed_logarithms(greedy, other):
    """Sum the log-probabilities of both paths and pick with PyTorch."""
    scores = torch.stack([greedy.log().sum(), other.log().sum()])
    return {
        "greedy": scores[0].exp(),
        "other": scores[1].exp(),
        "likelier": ("greedy", "other")[int(scores.argmax())],
    }


@path_probabilities.where
def greedy_starts_better(greedy, other):
    """Up to the first difference the paths are one; there greedy takes the larger step. They do not tie in the end."""
    first = next((i for i in range(len(greedy)) if greedy[i] != other[i]), None)
    return (
        first is not None and first < 2 and greedy[first] > other[first] and product(greedy) != product(other)
    )


@path_probabilities.where
def steps_are_possible(greedy, other):
    """Two continuations of one beginning share its probability."""
    first = next(i for i in range(len(greedy)) if greedy[i] != other[i])
    return greedy[first] + other[first] <= 1


@path_probabilities.misconception
def trusts_the_larger_step(greedy, other):
    return {"likelier": "greedy"} if product(other) > product(greedy) else None


@path_probabilities.misconception
def adds_the_probabilities(greedy, other):
    one, two = sum(greedy), sum(other)
    return {"greedy": one, "other": two}


@path_probabilities.misconception
def averages_the_steps(greedy, other):
    return {"greedy": sum(greedy) / len(greedy), "other": sum(other) / len(other)}


# A table of next-token probabilities: row t holds those after token t; row 0 is the start's too.


def extended(beam, table):
    """Every sequence of the beam with every next token; (probability, tokens)."""
    return [
        (prob * step, (*tokens, token))
        for prob, tokens in beam
        for token, step in enumerate(table[tokens[-1] if tokens else 0])
    ]


def best(hypotheses, k):
    """The k most likely; of equal ones those whose tokens come first."""
    return sorted(hypotheses, key=lambda pair: (-pair[0], pair[1]))[: int(k)]


def searched(table, T, k):
    """The beam after T steps."""
    beam = [(1, ())]
    for _ in range(int(T)):
        beam = best(extended(beam, table), k)
    return beam


@solver
def greedy_decoding(picked, steps):
    """Greedy decoding takes the largest number of the row and never looks back."""
    return {"tokens": picked, "probability": product(steps)}


@greedy_decoding.working
def picked(table, T):
    return likeliest(table, T)


def likeliest(table, T):
    """The tokens of a beam of one."""
    return searched(table, T, 1)[0][1]


@greedy_decoding.working
def steps(table, picked):
    return [max(*table[before]) for before in (0, *picked[:-1])]


@greedy_decoding.confirm
def argmax_in_a_loop(table, T):
    """Look each row up in an embedding and take PyTorch's argmax."""
    rows = nn.Embedding.from_pretrained(table)
    token, tokens, total = torch.tensor(0), [], torch.tensor(0.0)
    for _ in range(T):
        row = rows(token)
        token = row.argmax()
        tokens.append(int(token))
        total = total + row.max().log()
    return {"tokens": tokens, "probability": total.exp()}


@greedy_decoding.refuse
def no_table_of_distributions(table):
    return distributions_only("table", table)


@greedy_decoding.refuse
def several_are_largest(table):
    """Which one is picked would be a rule that the question does not name."""
    tied = any(row.count(max(*row)) > 1 for row in table)
    return ("table", "a row of table has two largest numbers", "write one largest a row") if tied else None


@greedy_decoding.where
def habits_tell(table, T):
    """Reading the table in another way gives something else."""
    right = likeliest(table, T)
    others = (
        reads_columns(table, T),
        starts_after_the_first_choice(table, T),
        takes_the_rows_in_order(table, T),
    )
    return all(other is None or tuple(other["tokens"]) != tuple(right) for other in others)


@greedy_decoding.misconception
def reads_columns(table, T):
    return {"tokens": likeliest(list(zip(*table, strict=True)), T)}


@greedy_decoding.misconception
def takes_the_rows_in_order(table, T):
    if len(table) < T:
        return None
    return {"tokens": [max_at(row) for row in table[: int(T)]]}


@greedy_decoding.misconception
def starts_after_the_first_choice(table, T):
    return {"tokens": likeliest(table, T + 1)[1:]}


def max_at(row):
    """Where the largest number stands."""
    return row.index(sorted(row)[-1])


@solver
def beam_search(table, k, sequences, products):
    """All beams compete: the k best of all their continuations stay, whichever parent they have."""
    continued = [
        (prob, (*tokens, token))
        for tokens, row in zip(sequences, products, strict=True)
        for token, prob in enumerate(row)
    ]
    [(prob, winner)] = best(continued, 1)
    return {
        "first": [tokens[0] for _, tokens in searched(table, 1, k)],
        "winner": winner,
        "probability": prob,
    }


@beam_search.working
def sequences(table, T, k):
    return [tokens for _, tokens in searched(table, T - 1, k)]


@beam_search.working
def so_far(table, T, k):
    return [prob for prob, _ in searched(table, T - 1, k)]


@beam_search.working
def products(table, sequences, so_far):
    return [
        [prob * step for step in table[tokens[-1]]] for prob, tokens in zip(so_far, sequences, strict=True)
    ]


def winner(table, T, k):
    return searched(table, T, k)[0][1]


@beam_search.confirm
def topk_over_all(table, T, k):
    """PyTorch's topk over the flattened log-probabilities of all beams' continuations, step after step."""
    logs, V = table.log(), table.shape[1]
    scores, first = logs[0].topk(k)
    sequences = first[:, None]  # (k, 1)
    for _ in range(T - 1):
        scores, places = (scores[:, None] + logs[sequences[:, -1]]).flatten().topk(k)
        sequences = torch.cat([sequences[places // V], (places % V)[:, None]], dim=1)
    return {"first": first.tolist(), "winner": sequences[0].tolist(), "probability": scores[0].exp()}


beam_search.refuse(no_table_of_distributions)


@beam_search.where
def sequences_do_not_tie(table, T, k):
    """Not at the end, nor where the beam is cut."""
    probs = [prob for prob, _ in sorted(extended(searched(table, T - 1, k), table), reverse=True)]
    kept = [[prob for prob, _ in searched(table, t, k + 1)] for t in range(1, T)]
    return (
        all(len(set(row)) == len(row) for row in table)
        and len(set(table)) == len(table)
        and k < len(table)
        and probs[0] != probs[1]
        and all(len(set(beam)) == len(beam) for beam in kept)
    )


@beam_search.where
def greedy_misses_it(table, T, k):
    """Else nothing would show why more than one sequence is kept."""
    return likeliest(table, T) != winner(table, T, k)


@beam_search.misconception
def searches_greedily(table, T):
    [(prob, tokens)] = searched(table, T, 1)
    return {"winner": tokens, "probability": prob}


@beam_search.misconception
def adds_up_the_steps(table, T, k):
    return ranked(table, T, k, lambda before, step: before + step)


@beam_search.misconception
def takes_the_best_last_step(table, T, k):
    return ranked(table, T, k, lambda before, step: step)


def ranked(table, T, k, value):
    """What a last step by another rule than the product gives; the winner only where it is another one."""
    found = [
        (value(prob, step), (*tokens, n))
        for prob, tokens in searched(table, T - 1, k)
        for n, step in enumerate(table[tokens[-1]])
    ]
    [(score, tokens)] = best(found, 1)
    spoiled = {"winner": tokens, "probability": score}
    return spoiled if tokens != winner(table, T, k) else {"probability": score}


@solver
def kept_beams(sums, k):
    """A beam of k keeps the k best of all continuations, even where they are children of one parent."""
    return largest([score for row in sums for score in row], k)


def largest(values, k):
    """The k largest, the largest first."""
    return sorted(values, reverse=True)[: int(k)]


@kept_beams.working
def sums(parents, steps):
    return sums_of(parents, steps)


def sums_of(parents, steps):
    return [[parent + step for step in row] for parent, row in zip(parents, steps, strict=True)]


@kept_beams.confirm(batch=["parents", "steps"])
def topk_of_the_sums(parents, steps, k):
    """PyTorch's topk over all sums. (B, P), (B, P, C) -> (B, k)"""
    return (parents.unsqueeze(-1) + steps).flatten(1).topk(k).values


@kept_beams.where
def nothing_ties(parents, steps):
    scores = [score for row in sums_of(parents, steps) for score in row]
    return len(set(scores)) == len(scores) and len(set(parents)) > 1


@kept_beams.where
def parents_compete(parents, steps, k):
    """Some parent has two children that stay, but they are not all of one parent."""
    kept = kept_beams(sums_of(parents, steps), k)
    return kept not in (keeps_one_a_parent(parents, steps, k), follows_the_best_parent(parents, steps, k))


@kept_beams.misconception
def keeps_one_a_parent(parents, steps, k):
    return largest([max(*row) for row in sums_of(parents, steps)], k)


@kept_beams.misconception
def forgets_the_parents(steps, k):
    return largest([step for row in steps for step in row], k)


@kept_beams.misconception
def follows_the_best_parent(parents, steps, k):
    return largest(sums_of(parents, steps)[max_at(parents)], k)


@kept_beams.misconception
def keeps_the_worst(parents, steps, k):
    return sorted(score for row in sums_of(parents, steps) for score in row)[: int(k)]


@solver
def search_sizes(V, T, k):
    """Exhaustive search branches at every step, greedy never; a beam scores V continuations of each sequence."""
    return {"exhaustive": power(V, T), "greedy": V * T, "beam": V + (T - 1) * k * V}


@search_sizes.confirm(
    derived="the sequences of each length counted from those before; scores counted as they are made"
)
def counted_scores(V, T, k):
    sequences = 1
    for _ in range(T):
        sequences = sum(sequences for _ in range(V))  # each is continued with every token
    return {"exhaustive": sequences, "greedy": scored_by(1, V, T), "beam": scored_by(k, V, T)}


def scored_by(k, V, T):
    """How many continuations a beam of k scores in T steps."""
    beam, scored = torch.zeros(1), 0
    for _ in range(T):
        continued = beam[:, None] + torch.randn(len(beam), V)
        scored += continued.numel()
        beam = continued.flatten().topk(k).values
    return scored


@search_sizes.refuse
def more_beams_than_tokens(V, k):
    """The first step has no more continuations than there are tokens."""
    return None if k <= V else ("k", f"k = {k} beams, of V = {V} first tokens", "write a k of V or less")


@search_sizes.where
def beam_is_smaller(V, T, k):
    return k > 1 and V != T


@search_sizes.misconception
def branches_at_every_beam(V, T, k):
    return {"beam": k * V * T}


@search_sizes.misconception
def raises_the_length_to_the_vocabulary(V, T):
    return {"exhaustive": power(T, V)}


@search_sizes.misconception
def counts_kept_tokens(T, k):
    return {"greedy": T, "beam": k * T}


@search_sizes.misconception
def multiplies_by_the_length(V, T):
    return {"exhaustive": V * T}


# Length


@solver
def length_penalty(scores, divisors):
    """Sums of log-probabilities favour the short; dividing by a growing function of length helps the long."""
    one, two = (score / by for score, by in zip(scores, divisors, strict=True))
    return {"first": one, "second": two, "wins": "first" if one > two else "second"}


def divisor(n, penalty, alpha):
    """What a sum of log-probabilities of n tokens is divided by."""
    return power(n, alpha) if penalty == "length" else power((5 + n) / 6, alpha)


@length_penalty.working
def divisors(lengths, penalty, alpha):
    return [divisor(n, penalty, alpha) for n in lengths]


@length_penalty.confirm
def penalised(scores, lengths, penalty, alpha):
    """Divide with PyTorch, the power taken by repeated roots and products through logarithms, and take its argmax."""
    base = lengths if penalty == "length" else torch.lerp(torch.ones(2), lengths, 1 / 6)
    found = scores * torch.exp(torch.log(base).mul(-alpha))
    return {"first": found[0], "second": found[1], "wins": ("first", "second")[int(found.argmax())]}


@length_penalty.where
def the_short_one_is_likelier(scores, lengths):
    return 0 < lengths[0] < lengths[1] and scores[1] < scores[0] < 0


@length_penalty.where
def they_are_not_close(scores, lengths, penalty, alpha):
    one, two = (s / divisor(n, penalty, alpha) for s, n in zip(scores, lengths, strict=True))
    return abs(one - two) * 50 > 1


@length_penalty.misconception
def compares_the_sums(scores):
    return {"first": scores[0], "second": scores[1]}


@length_penalty.misconception
def multiplies_by_it(scores, lengths, penalty, alpha):
    one, two = (s * divisor(n, penalty, alpha) for s, n in zip(scores, lengths, strict=True))
    return {"first": one, "second": two}


@length_penalty.misconception
def divides_by_the_whole_length(scores, lengths, alpha):
    if alpha == 1:
        return None
    return {"first": scores[0] / lengths[0], "second": scores[1] / lengths[1]}


@length_penalty.misconception
def thinks_short_ones_gain(scores, divisors):
    right = length_penalty(scores, divisors)["wins"]
    return {"wins": "first"} if right == "second" else None


@solver
def stopping(picks, cap):
    """The end token ends the sequence when it is picked; the cap ends it where that does not happen before."""
    ends = picks.index(END) + 1 if END in picks else len(picks) + 1
    steps = min(ends, cap)
    return {"passes": steps, "words": steps - 1 if ends <= cap else steps}


END = 0


@stopping.confirm
def loop_until_the_end(picks, cap):
    """A decoding loop whose argmax gives these picks, stopped by the end token or the cap."""
    passes, words = 0, 0
    for pick in picks.long().tolist():
        logits = torch.zeros(10)
        logits[pick] = 1
        passes += 1
        token = int(logits.argmax())
        words += token != END
        if token == END or passes == cap:
            break
    return {"passes": passes, "words": words}


@stopping.where
def long_enough(picks, cap):
    return cap <= len(picks) and END not in picks[:2]


@stopping.where
def ends_once(picks):
    return sum(1 for pick in picks if pick == END) == 1


@stopping.misconception
def runs_to_the_cap(picks, cap):
    return {"passes": cap, "words": cap} if picks.index(END) + 1 < cap else None


@stopping.misconception
def needs_no_pass_for_the_end(picks, cap):
    ends = picks.index(END)
    return {"passes": ends} if ends < cap else None


@stopping.misconception
def ignores_the_cap(picks, cap):
    ends = picks.index(END) + 1
    return {"passes": ends} if ends > cap else None


# Sampling


@solver
def top_k_probabilities(probs, kept, mass):
    """Only the k largest stay; divided by their sum they are probabilities again."""
    return [prob / mass if prob >= kept[-1] else 0 * prob for prob in probs]


@top_k_probabilities.working
def kept(probs, k):
    return largest(probs, k)


@top_k_probabilities.working
def mass(kept):
    return sum(kept)


@top_k_probabilities.confirm(batch=["probs"])
def softmax_over_the_kept(probs, k):
    """Set the other logits to −∞ with PyTorch's topk and take its softmax. (B, V)"""
    logits = probs.log()
    least = logits.topk(k).values[:, -1:]
    return logits.masked_fill(logits < least, -torch.inf).softmax(-1)


@top_k_probabilities.where
def can_be_cut(probs, k):
    return len(set(probs)) == len(probs) and k < len(probs)


@top_k_probabilities.misconception
def does_not_renormalise(probs, k):
    kept = largest(probs, k)
    return [prob if prob >= kept[-1] else 0 * prob for prob in probs]


@top_k_probabilities.misconception
def shares_evenly(probs, k):
    kept = largest(probs, k)
    return [1 / k if prob >= kept[-1] else 0 * prob for prob in probs]


@top_k_probabilities.misconception
def softmax_of_the_probabilities(probs, k):
    kept = largest(probs, k)
    total = sum(exp(prob) for prob in kept)
    return [exp(prob) / total if prob >= kept[-1] else 0 * prob for prob in probs]


@top_k_probabilities.misconception
def spreads_the_rest_evenly(probs, k):
    kept = largest(probs, k)
    return [prob + (1 - sum(kept)) / k if prob >= kept[-1] else 0 * prob for prob in probs]


@solver
def nucleus(p, ordered, running):
    """The likeliest tokens are taken until their sum reaches p, the one that reaches it included."""
    size = 1 + len([total for total in running if total < p])
    return {"size": size, "probability": ordered[0] / running[size - 1]}


@nucleus.working
def ordered(probs):
    return largest(probs, len(probs))


@nucleus.working
def running(ordered):
    return running_sums(ordered)


def running_sums(values):
    return [sum(values[:n]) for n in range(1, len(values) + 1)]


@nucleus.confirm(batch=["probs"])
def sorted_and_summed(probs, p):
    """PyTorch's sort and cumulative sum: what stands before a token must be less than p. (B, V)"""
    ordered = probs.sort(descending=True).values
    before = ordered.cumsum(-1) - ordered
    kept = ordered * (before < p - 1e-12)
    return {"size": (kept > 0).sum(-1), "probability": kept[:, 0] / kept.sum(-1)}


@nucleus.where
def sums_do_not_meet_p(probs, p):
    """No sum of the likeliest is p itself, where one could argue."""
    sums = running_sums(largest(probs, len(probs)))
    return len(set(probs)) == len(probs) and p not in sums and sums[0] < p


@nucleus.misconception
def leaves_out_the_one_that_reaches_p(p, ordered, running):
    size = len([total for total in running if total < p])
    return {"size": size, "probability": ordered[0] / running[size - 1]}


@nucleus.misconception
def keeps_each_that_p_leaves_room_for(probs, p):
    return unless_same(
        within_p(largest(probs, len(probs)), p), {"size": len([x for x in probs if x > 1 - p])}
    )


@nucleus.misconception
def forgets_to_renormalise(probs):
    return {"probability": sorted(probs)[-1]}


@nucleus.misconception
def divides_by_p(probs, p):
    return {"probability": sorted(probs)[-1] / p}


@solver
def tempered_top_k(kept_powers):
    """The temperature divides the logits; of what is then kept a softmax is taken."""
    return shares_of(kept_powers)


@tempered_top_k.working
def divided(logits, tau):
    return [z / tau for z in logits]


@tempered_top_k.working
def kept_powers(divided, k):
    return powers_of(largest(divided, k))


@tempered_top_k.confirm(batch=["logits"])
def categorical_of_the_kept(logits, tau, k):
    """PyTorch's distribution over the logits that topk keeps. (B, V)"""
    return torch.distributions.Categorical(logits=(logits / tau).topk(k).values).probs


@tempered_top_k.where
def logits_rank_clearly(logits, tau, k):
    return len(set(logits)) == len(logits) and k < len(logits) and tau != 1


@tempered_top_k.misconception
def multiplies_by_the_temperature(logits, tau, k):
    return shares_of(largest(powers_of([z * tau for z in logits]), k))


@tempered_top_k.misconception
def forgets_the_temperature(logits, k):
    return shares_of(largest(powers_of(logits), k))


@tempered_top_k.misconception
def shares_with_the_dropped(logits, tau, k):
    return largest(shares_of(powers_of([z / tau for z in logits])), k)


@tempered_top_k.misconception
def divides_the_logits_by_their_sum(logits, k):
    kept = largest(logits, k)
    return shares_of(kept) if kept[-1] >= 0 else None


@solver
def top_k_and_top_p(p, ones, seen):
    """Each filter sees what the one before has left; sums that are to reach p grow when few tokens share all of 1."""
    size = within_p(seen, p)["size"]
    return {"size": size, "probability": ones[0] / sum(ones[:size])}


@top_k_and_top_p.working
def ones(probs, k):
    return largest(probs, k)


@top_k_and_top_p.working
def seen(ones, order):
    return shares_of(ones) if order == "after" else ones


@top_k_and_top_p.working
def totals(seen):
    return running_sums(seen)


def in_turn(probs, k, p, order):
    kept = largest(probs, k)
    return within_p(kept, p * sum(kept) if order == "after" else p)


def within_p(ordered, p):
    """How many of these are taken until their sum reaches p, and the first one's share of that sum."""
    taken, total = 0, 0
    for prob in ordered:
        if total < p:
            taken, total = taken + 1, total + prob
    return {"size": taken, "probability": ordered[0] / total}


@top_k_and_top_p.confirm(batch=["probs"])
def filtered_logits(probs, k, p, order):
    """Hide with PyTorch what topk and then the cumulative softmax drop. (B, V)"""
    logits = probs.log().sort(descending=True).values
    cut = logits.masked_fill(torch.arange(logits.shape[1]) >= k, -torch.inf)
    seen = (cut if order == "after" else logits).softmax(-1)
    final = cut.masked_fill(seen.cumsum(-1) - seen >= p - 1e-12, -torch.inf).softmax(-1)
    return {"size": (final > 0).sum(-1), "probability": final[:, 0]}


@top_k_and_top_p.where
def both_filters_cut(probs, k, p, order):
    """Top-k leaves more than top-p does, and no sum meets p itself."""
    kept = largest(probs, k)
    sums = [sum(kept[:n]) for n in range(1, len(kept) + 1)]
    return (
        len(set(probs)) == len(probs) > k
        and p not in sums
        and p * sums[-1] not in sums
        and 1 < in_turn(probs, k, p, order)["size"] < k
    )


@top_k_and_top_p.misconception
def compares_other_sums(probs, k, p, order):
    return unless_same(
        in_turn(probs, k, p, order), in_turn(probs, k, p, "after" if order == "before" else "before")
    )


def unless_same(right, found):
    """What was found, if it is another set of tokens."""
    return found if found["size"] != right["size"] else None


@top_k_and_top_p.misconception
def lets_k_decide(probs, k):
    return within_p(largest(probs, k), inf)


@top_k_and_top_p.misconception
def lets_p_decide(probs, k, p, order):
    return unless_same(in_turn(probs, k, p, order), within_p(largest(probs, len(probs)), p))


@top_k_and_top_p.misconception
def leaves_the_probability_as_it_is(probs):
    return {"probability": max(*probs)}


@solver
def min_p(probs, threshold):
    """The threshold moves with the likeliest token: a sure model keeps few, an unsure one many."""
    kept = [prob for prob in probs if prob >= threshold]
    return {"size": len(kept), "probability": max(*probs) / sum(kept)}


def above(probs, m):
    return min_p(probs, m * max(*probs))


@min_p.working
def threshold(probs, m):
    return m * max(*probs)


@min_p.confirm(batch=["probs"])
def log_odds_to_the_first(probs, m):
    """Hide logits that lie more than −ln m below the largest, and take PyTorch's softmax. (B, V)"""
    logits = probs.log()
    below = logits - logits.amax(-1, keepdim=True)
    final = logits.masked_fill(below < torch.tensor(m).log() - 1e-12, -torch.inf).softmax(-1)
    return {"size": (final > 0).sum(-1), "probability": final.amax(-1)}


@top_k_probabilities.refuse
@nucleus.refuse
@top_k_and_top_p.refuse
@min_p.refuse
def no_distribution(probs):
    return distributions_only("probs", [probs])


@min_p.where
def threshold_cuts(probs, m):
    bound = m * max(*probs)
    return len(set(probs)) == len(probs) and bound not in probs and any(prob < bound for prob in probs)


@min_p.misconception
def takes_m_itself(probs, m):
    return unless_same(above(probs, m), min_p(probs, m)) if m <= max(*probs) else None


@min_p.misconception
def adds_up_to_m(probs, m):
    return unless_same(above(probs, m), within_p(largest(probs, len(probs)), m))


@min_p.misconception
def adds_up_to_the_rest(probs, m):
    return unless_same(above(probs, m), within_p(largest(probs, len(probs)), 1 - m))


@min_p.misconception
def leaves_the_sum_below_one(probs):
    return {"probability": max(*probs)}


@solver
def repetition_penalty(logits, seen, r):
    """A penalty has to lower a logit whatever its sign, so a negative one is multiplied."""
    found = [penalised_once(z, r) if i in seen else z for i, z in enumerate(logits)]
    return {"logits": found, "pick": max_at(found)}


def penalised_once(z, r):
    return z / r if z > 0 else z * r


@repetition_penalty.confirm(derived="the penalised tokens scattered back, each step below its old logit")
def scattered(logits, seen, r):
    """Take each token's logit once, stretch it by r to the power of minus its sign, and scatter it back."""
    places = seen.long()
    old = logits.gather(0, places)
    found = logits.scatter(0, places, old * torch.tensor(r) ** -old.sign())
    return {"logits": found, "pick": int(found.argmax())}


@repetition_penalty.where
def both_signs_were_seen(logits, seen):
    signs = {logits[i] > 0 for i in seen}
    return signs == {True, False} and 0 not in logits


@repetition_penalty.where
def another_token_wins(logits, seen, r):
    found = repetition_penalty(logits, seen, r)
    return found["pick"] != max_at(list(logits)) and len(set(found["logits"])) == len(logits)


@repetition_penalty.misconception
def divides_every_seen_logit(logits, seen, r):
    return {"logits": [z / r if i in seen else z for i, z in enumerate(logits)]}


@repetition_penalty.misconception
def takes_the_penalty_off(logits, seen, r):
    return {"logits": [z - r if i in seen else z for i, z in enumerate(logits)]}


@repetition_penalty.misconception
def penalises_each_time(logits, seen, r):
    again = {i for i in seen if sum(1 for other in seen if other == i) > 1}
    found = repetition_penalty(logits, seen, r)["logits"]
    return (
        {"logits": [penalised_once(z, r) if i in again else z for i, z in enumerate(found)]}
        if again
        else None
    )


@repetition_penalty.misconception
def keeps_the_old_pick(logits):
    return {"pick": max_at(list(logits))}


# Speculative decoding: a small model drafts, the large one checks


@solver
def drafted_tokens(chances, cost):
    """A drafted token counts only if all before it were accepted; the large model adds one token in any case."""
    return by_the_pass(1 + sum(chances), cost)


def by_the_pass(tokens, cost):
    return {"tokens": tokens, "speedup": tokens / cost}


@drafted_tokens.working
def chances(accepted, n):
    return [power(accepted, i) for i in range(1, int(n) + 1)]


@drafted_tokens.working
def cost(n, c):
    return n * c + 1


@drafted_tokens.confirm(derived="all outcomes of the checks enumerated, each with its probability")
def every_outcome(accepted, n, c):
    """Count what each run of accepted and refused tokens gives, weighed by PyTorch's Bernoulli distribution."""
    check = torch.distributions.Bernoulli(probs=accepted)
    outcomes = torch.cartesian_prod(*[torch.tensor([0.0, 1.0])] * n).reshape(-1, n)  # (2ⁿ, n)
    runs = outcomes.cumprod(dim=1).sum(1) + 1
    tokens = (check.log_prob(outcomes).sum(1).exp() * runs).sum()
    drafting = torch.tensor(c).expand(n).sum()
    return {"tokens": tokens, "speedup": tokens / (drafting + 1)}


@drafted_tokens.misconception
def counts_drafted_ones_alone(chances, cost):
    return by_the_pass(sum(chances), cost)


@drafted_tokens.misconception
def counts_what_follows_a_refusal(accepted, n, cost):
    return by_the_pass(n * accepted + 1, cost)


@drafted_tokens.misconception
def accepts_all(n, cost):
    return by_the_pass(n + 1, cost)


@drafted_tokens.misconception
def drafts_for_nothing(chances):
    return {"speedup": 1 + sum(chances)}


@drafted_tokens.misconception
def drafts_without_end(accepted):
    return {"tokens": 1 / (1 - accepted)}


@solver
def draft_check(overlap, surplus):
    """What is refused is made up for from where the large model gives more, so that its distribution comes out."""
    return {"accepted": sum(overlap), "instead": shares_of(surplus)}


def excess(large, small):
    return [max(p - q, 0) for p, q in zip(large, small, strict=True)]


@draft_check.working
def overlap(large, small):
    return [min(p, q) for p, q in zip(large, small, strict=True)]


@draft_check.working
def surplus(large, small):
    return excess(large, small)


@draft_check.confirm(
    derived="what must be added to the accepted tokens so that the large model's distribution comes out"
)
def completed(large, small):
    """Draw from the small model, accept by the ratio, and see what is missing."""
    accepted = small * (large / small).clamp(max=1)
    missing = large - accepted
    return {"accepted": accepted.sum(), "instead": torch.distributions.Categorical(missing).probs}


@draft_check.refuse
def no_distributions(large, small):
    return distributions_only("large", [large]) or distributions_only("small", [small])


@draft_check.where
def models_differ(large, small):
    return len([x for x in excess(large, small) if x]) > 1


@draft_check.misconception
def accepts_chance_hits(large, small):
    return {"accepted": sum(p * q for p, q in zip(large, small, strict=True))}


@draft_check.misconception
def accepts_where_the_large_agrees(large, small):
    return {"accepted": sum(q for p, q in zip(large, small, strict=True) if p >= q)}


@draft_check.misconception
def draws_from_the_large_model(large):
    return {"instead": list(large)}


@draft_check.misconception
def swaps_the_models(large, small):
    return {"instead": shares_of(excess(small, large))}


@draft_check.misconception
def leaves_the_excess_as_it_is(large, small):
    return {"instead": excess(large, small)}


# The cache of keys and values


@solver
def cache_size(size):
    """Keys and values, both, of every layer, key-value head and position."""
    return in_units(size)


@cache_size.working
def size(L, S, B, heads, width, dtype):
    return bytes_each(L, heads, width, dtype) * B * S


PAIR = {
    "float32": 8,
    "float16": 4,
    "bfloat16": 4,
    "int8": 2,
    "int4": 1,
}  # bytes of a key's and a value's number
GB, GIB = 10**9, 2**30


def bytes_each(L, heads, width, dtype):
    """Bytes of one position's keys and values in all layers."""
    return L * heads * width * PAIR[dtype]


def in_units(size):
    return {"gb": size / GB, "gib": size / GIB}


@cache_size.confirm
def tensors_on_no_device(L, S, B, heads, width, dtype):
    """Make the tensors on PyTorch's device “meta” and ask for their size."""
    return in_units(bytes_of_cache(L, S, B, heads, width, dtype))


@cache_size.misconception
def stores_keys_alone(size):
    return in_units(size / 2)


@cache_size.misconception
def stores_one_layer(L, size):
    return in_units(size / L) if L > 1 else None


@cache_size.misconception
def counts_numbers_not_bytes(dtype, size):
    return in_units(2 * size / PAIR[dtype]) if dtype != "int8" else None


@cache_size.misconception
def stores_one_sequence(B, size):
    return in_units(size / B) if B > 1 else None


@cache_size.misconception
def squares_the_length(S, size):
    return in_units(size * S)


@cache_size.misconception
def mixes_the_units(size):
    return {"gb": size / GIB, "gib": size / GB}


@solver
def cache_per_token(h, heads, one):
    """Queries are not kept: only as many heads as there are keys and values count."""
    return {"bytes": one, "factor": h / heads}


@cache_per_token.working
def one(L, heads, width, dtype):
    return bytes_each(L, heads, width, dtype)


@cache_per_token.confirm
def against_full_heads(L, h, heads, width, dtype):
    """Measure one position's cache with these heads, and with as many as there are queries."""
    small, full = (bytes_of_cache(L, 1, 1, count, width, dtype) for count in (heads, h))
    return {"bytes": small, "factor": full / small}


@cache_per_token.where
def heads_are_shared(h, heads):
    return heads < h and h % heads == 0


@cache_per_token.misconception
def uses_the_query_heads(L, h, width, dtype):
    return {"bytes": bytes_each(L, h, width, dtype), "factor": h / h}


@cache_per_token.misconception
def takes_sharing_queries_for_heads(L, h, heads, width, dtype):
    if heads * heads == h:
        return None
    return {"bytes": bytes_each(L, h / heads, width, dtype), "factor": heads}


@cache_per_token.misconception
def keeps_keys_alone(L, heads, width, dtype):
    return {"bytes": bytes_each(L, heads, width, dtype) / 2}


@cache_per_token.misconception
def halves_the_saving(h, heads):
    return {"factor": h / heads / 2} if h > 2 * heads else None


@solver
def longest_context(G, one_token):
    """Every position costs the same, so the memory is divided by one position's bytes."""
    return G * GIB // one_token


@longest_context.working
def one_token(L, heads, width, dtype):
    return bytes_each(L, heads, width, dtype)


@longest_context.confirm(
    derived="the length doubled and halved until the cache, made on the device “meta”, just fits"
)
def largest_that_fits(L, heads, width, dtype, G):
    length, step = 0, 2**26
    while step:
        if bytes_of_cache(L, length + step, 1, heads, width, dtype) <= G * GIB:
            length += step
        step //= 2
    return length


@longest_context.misconception
def fits_keys_alone(L, heads, width, dtype, G):
    return 2 * G * GIB // bytes_each(L, heads, width, dtype)


@longest_context.misconception
def fits_one_layer(L, heads, width, dtype, G):
    return G * GIB // bytes_each(1, heads, width, dtype)


@longest_context.misconception
def takes_thousands(L, heads, width, dtype, G):
    return G * GB // bytes_each(L, heads, width, dtype)


@longest_context.misconception
def fits_numbers_of_one_byte(L, heads, width, dtype, G):
    return G * GIB // bytes_each(L, heads, width, "int8") if dtype != "int8" else None


@solver
def projections(inputs):
    """Without a cache every step projects its whole input again; with one only what is new."""
    return {"without": sum(inputs), "cached": inputs[-1]}


@projections.working
def inputs(n, p):
    return [p + i for i in range(int(n))]


@projections.confirm
def rows_through_the_layer(n, p):
    """Generate with a real attention layer, and count the rows that go through its key projection."""
    return {name: projected_rows(n, p, cached) for name, cached in (("without", False), ("cached", True))}


@projections.misconception
def projects_the_new_one_anyway(n, p):
    return {"without": p + n - 1}


@projections.misconception
def multiplies_steps_and_length(n, p):
    return {"without": n * (p + n - 1)}


@projections.misconception
def forgets_the_prompt(n, p):
    return {"cached": n, "without": n * (n + 1) / 2} if p > 1 else None


@projections.misconception
def projects_the_last_token_too(n, p):
    return {"cached": p + n, "without": sum(p + i for i in range(int(n) + 1))}


@solver
def step_shapes(B, h, width, t):
    """With a cache one query asks all keys so far; without, every position asks every one."""
    return {
        "query": (B, h, 1, width),
        "key": (B, h, t, width),
        "scores": (B, h, 1, t),
        "uncached": (B, h, t, t),
    }


@step_shapes.confirm
def tensors_of_a_step(B, h, width, t):
    """Append one position to a cache of t − 1 and multiply."""
    cache, new = torch.randn(B, h, t - 1, width), torch.randn(B, h, 1, width)
    keys, queries = torch.cat([cache, new], dim=2), torch.randn(B, h, t, width)
    return {
        "query": new.shape,
        "key": keys.shape,
        "scores": (new @ keys.transpose(-1, -2)).shape,
        "uncached": (queries @ keys.transpose(-1, -2)).shape,
    }


@step_shapes.where
def more_than_a_few(t, h):
    return t not in (1, h)


@step_shapes.misconception
def asks_with_every_position(B, h, width, t):
    return {"query": (B, h, t, width), "scores": (B, h, t, t)}


@step_shapes.misconception
def keeps_one_key(B, h, width):
    return {"key": (B, h, 1, width), "scores": (B, h, 1, 1)}


@step_shapes.misconception
def does_not_count_the_new_key(B, h, width, t):
    return {"key": (B, h, t - 1, width), "scores": (B, h, 1, t - 1)}


@step_shapes.misconception
def turns_the_table(B, h, t):
    return {"scores": (B, h, t, 1)}


@solver
def score_counts(filled):
    """A causal table has t scores for the newest query, and t² where it is filled again as a whole."""
    return sum(filled)


@score_counts.working
def filled(p, n, kind):
    return [t if kind == "cached" and t > p else t * t for t in (p + i for i in range(int(n)))]


@score_counts.confirm
def numbers_in_the_tables(p, n, kind):
    """Multiply queries and keys at each step and count the numbers that come out."""
    total = 0
    for t in range(p, p + n):
        rows = 1 if kind == "cached" and t > p else t
        total += (torch.ones(rows, 2) @ torch.ones(2, t)).numel()
    return total


@score_counts.misconception
def counts_the_last_table(p, n):
    return (p + n - 1) * (p + n - 1)


@score_counts.misconception
def one_query_from_the_start(p, n, kind):
    return sum(range(int(p), int(p + n))) if kind == "cached" else None


@score_counts.misconception
def counts_queries_only(p, n, kind):
    return p + n - 1 if kind == "cached" else sum(range(int(p), int(p + n)))


@score_counts.where
def there_is_a_prompt(p, n):
    return p > 1 and n > 1


@solver
def grouped_cache(heads, size_in_bytes):
    """The word group names either the heads of keys and values or the queries that share one; the size shows which."""
    return {"heads": heads, "gb": size_in_bytes / GB}


@grouped_cache.working
def heads(h, G, groups):
    return h / G if groups == "queries" else G


@grouped_cache.working
def size_in_bytes(L, S, heads, width, dtype):
    return bytes_each(L, heads, width, dtype) * S


@grouped_cache.confirm
def shared_among_the_queries(L, S, h, G, width, dtype, groups):
    """Deal the query heads into groups with PyTorch, and measure a cache with a key-value head for each."""
    queries = torch.arange(h)
    heads = len(queries.split(G) if groups == "queries" else queries.chunk(G))
    return {"heads": heads, "gb": bytes_of_cache(L, S, 1, heads, width, dtype) / GB}


@grouped_cache.where
def readings_differ(h, G):
    return h % G == 0 and h != G * G


@grouped_cache.misconception
def reads_groups_the_other_way(h, heads, size_in_bytes):
    return grouped_cache(h / heads, size_in_bytes * h / heads / heads)


@grouped_cache.misconception
def keeps_every_query_head(h, heads, size_in_bytes):
    return grouped_cache(h, size_in_bytes * h / heads)


@grouped_cache.misconception
def forgets_the_values(size_in_bytes):
    return {"gb": size_in_bytes / 2 / GB}


@grouped_cache.misconception
def shares_one_head_among_all(heads, size_in_bytes):
    return grouped_cache(1, size_in_bytes / heads)


@solver
def window_cache(positions, everywhere, each):
    """A layer with a window needs what lies in it and nothing older; a layer without one needs all."""
    return {"bytes": positions * each, "share": positions / everywhere}


@window_cache.working
def windowed(W, S):
    return min(W, S)


@window_cache.working
def positions(full, local, S, windowed):
    return full * S + local * windowed


@window_cache.working
def everywhere(full, local, S):
    return (full + local) * S


@window_cache.working
def each(heads, width, dtype):
    return bytes_each(1, heads, width, dtype)


@window_cache.confirm
def last_rows_of_the_cache(full, local, W, S, heads, width, dtype):
    """Slice each local layer's tensors, made on the device “meta”, to the last W positions."""
    whole = torch.empty(2, heads, S, width, dtype=getattr(torch, dtype), device="meta")
    size = sum(layer.nbytes for layer in [whole] * full + [whole[:, :, -W:]] * local)
    return {"bytes": size, "share": size / ((full + local) * whole.nbytes)}


@window_cache.misconception
def windows_in_every_layer(full, local, W, S, everywhere, each):
    return window_cache((full + local) * W, everywhere, each) if W < S else None


@window_cache.misconception
def ignores_the_window(W, S, everywhere, each):
    return window_cache(everywhere, everywhere, each) if W < S else None


@window_cache.misconception
def fills_the_window(full, local, W, S, everywhere, each):
    return window_cache(full * S + local * W, everywhere, each) if W > S else None


@window_cache.misconception
def swaps_the_layers(full, local, W, S, everywhere, each):
    return window_cache(local * S + full * W, everywhere, each) if W < S else None


@window_cache.misconception
def leaves_out_the_values(positions, each):
    return {"bytes": positions * each / 2}


@window_cache.misconception
def gives_windowed_layers_keys_alone(full, local, S, windowed, each):
    return {"bytes": (full * S + local * windowed / 2) * each}


@solver
def latent_cache(L, stored, apart, dtype):
    """All heads' keys and values are made from one short vector, so that alone is stored, and a rotated key for all."""
    return {"bytes": L * stored * PAIR[dtype] / 2, "factor": apart / stored}


@latent_cache.working
def stored(c, r):
    return c + r


@latent_cache.working
def apart(h, width):
    return 2 * h * width


@latent_cache.confirm
def compressed_by_a_layer(L, h, width, c, r, dtype):
    """Send one token through a down-projection on the device “meta” and measure what it leaves, layer by layer."""
    token = torch.empty(1, h * width, dtype=getattr(torch, dtype), device="meta")
    parts = nn.Linear(h * width, c + r, dtype=token.dtype, device="meta")(token).split([c, r], -1)
    size = sum(part.numel() * part.element_size() for part in parts * L)
    return {"bytes": size, "factor": bytes_of_cache(L, 1, 1, h, width, dtype) / size}


@latent_cache.misconception
def keeps_a_latent_for_each_head(L, h, stored, apart, dtype):
    return latent_cache(L, h * stored, apart, dtype)


@latent_cache.misconception
def rotates_a_key_for_each_head(L, h, c, r, apart, dtype):
    return latent_cache(L, c + h * r, apart, dtype)


@latent_cache.misconception
def forgets_the_rotated_key(L, c, apart, dtype):
    return latent_cache(L, c, apart, dtype)


@latent_cache.misconception
def keeps_two_latents(L, c, r, apart, dtype):
    return latent_cache(L, 2 * c + r, apart, dtype)


@latent_cache.misconception
def compares_with_keys_alone(stored, apart):
    return {"factor": apart / 2 / stored}


@solver
def two_caches(S, T, position):
    """The memory's keys and values are made once and stay; a decoder's own grow with what it has written."""
    return {"cross": position * S, "own": position * T}


@two_caches.working
def position(L, h, width, dtype):
    return bytes_each(L, h, width, dtype)


@two_caches.confirm
def projected_in_every_layer(L, h, width, S, T, dtype):
    """Project memory and target with the weights of PyTorch's decoder layers on the device “meta”."""
    d = h * width
    kind = {"dtype": getattr(torch, dtype), "device": "meta"}
    layers = [nn.TransformerDecoderLayer(d, h, 4, **kind) for _ in range(L)]
    memory, target = torch.empty(S, d, **kind), torch.empty(T, d, **kind)

    def size(rows, attentions):
        made = [nn.functional.linear(rows, attention.in_proj_weight[d:]) for attention in attentions]
        return sum(pair.numel() * pair.element_size() for pair in made)

    return {
        "cross": size(memory, [layer.multihead_attn for layer in layers]),
        "own": size(target, [layer.self_attn for layer in layers]),
    }


@two_caches.where
def lengths_differ(S, T):
    return S != T


@two_caches.misconception
def swaps_the_lengths(S, T, position):
    return two_caches(T, S, position)


@two_caches.misconception
def keeps_only_one_of_both(S, T, position):
    return two_caches(S, T, position / 2)


@two_caches.misconception
def keeps_the_encoder_too(S, position):
    return {"cross": 2 * position * S}


@two_caches.misconception
def keeps_memory_for_each_token(S, T, position):
    return {"cross": position * S * T}


@two_caches.misconception
def keeps_the_memory_once(L, S, position):
    return {"cross": position / L / 2 * S}


# Memory and time of serving


@solver
def sequences_that_fit(left, one_cache):
    """The weights are there once; what they leave is divided by the cache of one sequence."""
    return left // one_cache


@sequences_that_fit.working
def left(M, N, weights):
    return M * GB - bytes_of_weights(N, weights)


def bytes_of_weights(N, dtype):
    return N * PAIR[dtype] / 2


@sequences_that_fit.working
def one_cache(L, S, heads, width, dtype):
    return bytes_each(L, heads, width, dtype) * S


@sequences_that_fit.confirm(
    derived="one cache after another, made on the device “meta”, until the memory is full"
)
def filled_up(M, N, weights, L, S, heads, width, dtype):
    used = torch.empty(N, dtype=getattr(torch, weights), device="meta").nbytes
    one, count = bytes_of_cache(L, S, 1, heads, width, dtype), 0
    while used + one <= M * GB:
        used, count = used + one, count + 1
    return count


@sequences_that_fit.where
def some_fit(M, N, weights, L, S, heads, width, dtype):
    return 2 <= left(M, N, weights) / one_cache(L, S, heads, width, dtype) <= 1000


@sequences_that_fit.misconception
def forgets_the_weights(M, one_cache):
    return M * GB // one_cache


@sequences_that_fit.misconception
def caches_keys_alone(left, one_cache):
    return 2 * left // one_cache


@sequences_that_fit.misconception
def loads_the_weights_each_time(M, N, weights, one_cache):
    return M * GB // (one_cache + bytes_of_weights(N, weights))


@sequences_that_fit.misconception
def takes_weights_of_one_byte(M, N, weights, one_cache):
    return (M * GB - N) // one_cache if weights != "int8" else None


@sequences_that_fit.misconception
def rounds_up(left, one_cache):
    return left // one_cache + 1


@solver
def step_time(B, bandwidth, weight_gb, cache_gb):
    """A step reads the weights once for the whole batch, and each sequence's own cache."""
    seconds = (weight_gb + cache_gb) / bandwidth
    return {"milliseconds": 1000 * seconds, "tokens": B / seconds}


@step_time.working
def weight_gb(N, weights):
    return bytes_of_weights(N, weights) / GB


@step_time.working
def cache_gb(B, C):
    return B * C


@step_time.confirm
def bytes_read(N, weights, B, C, bandwidth):
    """Add up the bytes of the tensors, made on the device “meta”, that a step has to read."""
    size = torch.empty(N, dtype=getattr(torch, weights), device="meta").nbytes
    size += torch.empty(B, round(C * GB), dtype=torch.uint8, device="meta").nbytes
    seconds = size / (bandwidth * GB)
    return {"milliseconds": seconds * 1000, "tokens": B / seconds}


@step_time.misconception
def reads_the_weights_for_each(B, bandwidth, weight_gb, cache_gb):
    return step_time(B, bandwidth, B * weight_gb, cache_gb) if B > 1 else None


@step_time.misconception
def leaves_out_the_caches(B, bandwidth, weight_gb):
    return step_time(B, bandwidth, weight_gb, 0)


@step_time.misconception
def counts_weights_as_bytes(N, weights, B, bandwidth, cache_gb):
    return step_time(B, bandwidth, N / GB, cache_gb) if weights != "int8" else None


@step_time.misconception
def one_token_a_step(B, bandwidth, weight_gb, cache_gb):
    return {"tokens": bandwidth / (weight_gb + cache_gb)} if B > 1 else None


# Pictures

WORDS = (("a", "the", "one"), ("cat", "dog", "fox"))


def path_of(place):
    """The two words at the end of the path with this number; every first word has three paths."""
    return (WORDS[0][place // 3], WORDS[1][place % 3])


@solver
def beam_tree_picture(first, first_kept, paths):
    """Two first words stay; of their six continuations the likeliest wins, and greedy looks at three of them."""
    place = max_at(paths)
    top = max_at(first)
    greedy = 3 * top + max_at(paths[3 * top : 3 * top + 3])
    return {
        "kept": first_kept,
        "winner": path_of(place),
        "probability": paths[place],
        "greedy": path_of(greedy),
    }


@beam_tree_picture.working
def first_kept(first):
    return [WORDS[0][first.index(chance)] for chance in sorted(first, reverse=True)[:2]]


@beam_tree_picture.working
def paths(first, then, first_kept):
    """The probabilities of all nine paths, 0 for those that the beam has cut."""
    return [
        chance * step if WORDS[0][i] in first_kept else 0
        for i, (chance, row) in enumerate(zip(first, then, strict=True))
        for step in row
    ]


@beam_tree_picture.figure
def the_tree_drawn(first, then):
    return two_steps(WORDS, first, then)


@beam_tree_picture.confirm
def topk_of_two_steps(first, then):
    """PyTorch's topk over log-probabilities, with two beams and with one."""
    found = {}
    for k in (2, 1):
        scores, starts = first.log().topk(k)
        total, places = (scores[:, None] + then.log()[starts]).flatten().topk(1)
        best_path = 3 * int(starts[int(places[0]) // 3]) + int(places[0]) % 3
        found[k] = ([WORDS[0][start] for start in starts.tolist()], path_of(best_path), total[0].exp())
    kept, winner, probability = found[2]
    return {"kept": kept, "winner": winner, "probability": probability, "greedy": found[1][1]}


@beam_tree_picture.where
def the_wider_beam_wins(first, then):
    """Greedy misses the likeliest of the beam's paths, and nothing ties."""
    top, second = sorted(first, reverse=True)[:2]
    rows = [then[first.index(chance)] for chance in (top, second)]
    ends = sorted((chance * step for chance, row in zip((top, second), rows, strict=True) for step in row))
    return (
        len(set(first)) == 3 and second * max(*rows[1]) > top * max(*rows[0]) and len(set(ends)) == len(ends)
    )


@beam_tree_picture.misconception
def stays_with_the_likeliest_word(first, then):
    top = max_at(first)
    step = max(*then[top])
    return {"winner": path_of(3 * top + max_at(then[top])), "probability": first[top] * step}


@beam_tree_picture.misconception
def adds_along_the_path(first, then, first_kept):
    sums = [
        (chance + step, path_of(3 * i + j))
        for i, (chance, row) in enumerate(zip(first, then, strict=True))
        for j, step in enumerate(row)
        if WORDS[0][i] in first_kept
    ]
    return {"probability": max(*(total for total, _ in sums))}


@beam_tree_picture.misconception
def looks_at_the_last_step(first, then):
    steps = [step for row in then for step in row]
    place = max_at(steps)
    return {"probability": steps[place]}


@beam_tree_picture.misconception
def takes_the_wide_beam_for_greedy(paths):
    return {"greedy": path_of(max_at(paths))}


@solver
def pruned_tree_picture(path_totals):
    """All continuations of the bold words compete; the two likeliest stay, whichever word they continue."""
    ranked_totals = sorted((total for row in path_totals for total in row), reverse=True)[:2]
    return {
        "probabilities": ranked_totals,
        "parents": Whole(sum(any(t in row for t in ranked_totals) for row in path_totals)),
    }


@pruned_tree_picture.working
def path_totals(first, then):
    return [[chance * step for step in row] for chance, row in zip(first[:2], then, strict=True)]


@pruned_tree_picture.figure
def the_pruned_tree_drawn(first, then):
    return two_steps(WORDS, first, [*then, None], kept=(0, 1))


@pruned_tree_picture.confirm
def topk_of_the_bold(first, then):
    """PyTorch's topk over the log-probabilities of both words' continuations, and how many words these continue."""
    scores, places = (first[:2].log()[:, None] + then.log()).flatten().topk(2)
    return {"probabilities": scores.exp(), "parents": len((places // then.shape[1]).unique())}


@pruned_tree_picture.where
def continuations_do_not_tie(first, then):
    ends = [chance * step for chance, row in zip(first[:2], then, strict=True) for step in row]
    return len(set(ends)) == len(ends)


@pruned_tree_picture.misconception
def keeps_one_for_each_word(path_totals):
    best_of_each = sorted((max(*row) for row in path_totals), reverse=True)
    if sorted((t for row in path_totals for t in row), reverse=True)[:2] == best_of_each:
        return None
    return {"probabilities": best_of_each, "parents": 2}


@pruned_tree_picture.misconception
def ranks_by_the_last_step(then):
    return {"probabilities": sorted((step for row in then for step in row), reverse=True)[:2]}


@pruned_tree_picture.misconception
def continues_the_best_word_alone(path_totals):
    if (
        sorted(path_totals[0], reverse=True)[:2]
        == sorted((t for row in path_totals for t in row), reverse=True)[:2]
    ):
        return None
    return {"probabilities": sorted(path_totals[0], reverse=True)[:2], "parents": 1}


# Claims


@claim(broken=False)
def cache_changes_nothing(causal=True):
    """Run causal attention over five tokens at once, and one at a time with a cache."""
    whole, steps = attend_step_by_step(causal)
    return (whole - steps).abs().max()


@claim(broken=((0.5, 0.4, 0.4, 0.6), (0.5, 0.3, 0.4, 0.6)))
def greedy_can_miss_the_best(paths=((0.5, 0.4, 0.4, 0.6), (0.5, 0.3, 0.6, 0.6))):
    """Compare the path that takes the larger second step with another one."""
    greedy, other = (torch.tensor(path).log().sum() for path in paths)
    return bool(other > greedy)


@claim(broken=lambda total, n: total * n)
def dividing_by_length_helps_the_short(scale=lambda total, n: total / n):
    """One token with log-probability −4 against five with −10 together."""
    short, long = torch.tensor(-4.0), torch.tensor(-10.0)
    return bool(scale(long, 5) < scale(short, 1))


@claim(broken=lambda n: torch.as_tensor(n) ** 0.6)
def both_penalties_choose_alike(penalty=lambda n: ((5 + torch.as_tensor(n)) / 6) ** 0.6):
    """Does the penalty choose the longer of (−4, 1 token) and (−10, 5 tokens), as dividing by |Y|^0.6 does?"""
    return bool(-10 / penalty(5.0) > -4 / penalty(1.0))


@claim(broken=0.0)
def temperature_changes_the_pick(shift=None):
    """Greedy picks at temperatures 0.5 and 2; the stand-in moves one logit between them."""
    logits = torch.tensor([1.0, 3.0, 2.0])
    hot = logits / 2 if shift is None else logits / 2 - torch.tensor([0.0, 9.0, 0.0])
    return bool((logits / 0.5).argmax() != hot.argmax())


@claim(broken=1)
def a_beam_of_one_is_greedy(width=None):
    """Compare the first token kept by topk with argmax; the stand-in takes the second."""
    logits = torch.randn(9)
    kept = logits.topk(2).indices[width or 0]
    return bool(kept == logits.argmax())


@claim(broken=(-1.0, -0.5))
def beams_keep_one_child_a_parent(parents=(-1.0, -3.0)):
    """Where do the two best continuations of two beams come from?"""
    children = torch.tensor([[-0.1, -0.2], [-0.3, -4.0]])
    places = (torch.tensor(parents)[:, None] + children).flatten().topk(2).indices
    return bool(set((places // 2).tolist()) == {0, 1})


@claim(broken=lambda logits: logits.softmax(-1))
def sampling_gives_the_same_each_time(pick=None):
    """Draw eight tokens twice from even logits; the stand-in takes the largest instead."""
    logits = torch.zeros(8, 50)
    draw = (
        (lambda: torch.multinomial(logits.softmax(-1), 1))
        if pick is None
        else (lambda: pick(logits).argmax(-1))
    )
    return bool((draw() == draw()).all())


@claim(broken=2)
def queries_are_cached(kept=0):
    """A step needs the queries of earlier positions: does its output change when they do?"""
    q, k, v = torch.randn(3, 1, 1, 4, 8)
    other = q.clone()
    other[..., :3, :] += 1
    one, two = (
        nn.functional.scaled_dot_product_attention(x, k, v, is_causal=True)[..., kept - 1 if kept else 3, :]
        for x in (q, other)
    )
    return bool((one - two).abs().max() > 1e-3)


@claim(broken=lambda logits, tau: logits)
def temperature_changes_the_nucleus(heat=lambda logits, tau: logits / tau):
    """How many tokens reach p = 0.8 at temperatures 0.5 and 2."""
    logits = torch.tensor([3.0, 2.0, 1.0, 0.0])

    def size(tau):
        probs = heat(logits, tau).softmax(-1)
        return int((probs.cumsum(-1) - probs < 0.8).sum())

    return bool(size(0.5) != size(2.0))


@claim(broken=lambda logits, tau: logits + tau * torch.tensor([0.0, 0.0, 2.0, 0.0]))
def temperature_changes_the_top_k(heat=lambda logits, tau: logits / tau):
    """The two tokens that topk keeps at temperatures 0.5 and 2."""
    logits = torch.tensor([3.0, 2.0, 1.0, 0.0])
    one, two = (set(heat(logits, tau).topk(2).indices.tolist()) for tau in (0.5, 2.0))
    return bool(one != two)


@claim(broken=2)
def sharing_heads_shrinks_the_scores(factor=1):
    """Scores of 8 query heads over 5 positions with 8 and with 2 heads of keys; the stand-in drops queries too."""
    q = torch.randn(8, 5, 4)

    def scores(heads):
        keys = torch.randn(heads, 5, 4).repeat_interleave(8 // heads, dim=0)
        return (q @ keys.transpose(1, 2))[:: factor if heads < 8 else 1].numel()

    return bool(scores(2) < scores(8))


@claim(broken=lambda accepted, large: accepted + (1 - accepted.sum()) * large)
def drafting_changes_the_distribution(refill=None):
    """Add to what is accepted what is drawn instead; the stand-in draws that from the large model itself."""
    large, small = torch.tensor([0.5, 0.3, 0.2]), torch.tensor([0.2, 0.3, 0.5])
    accepted = torch.minimum(large, small)
    excess = (large - small).relu()
    made = refill(accepted, large) if refill else accepted + (1 - accepted.sum()) * excess / excess.sum()
    return bool((made - large).abs().max() > 1e-3)


@claim(broken=(1.0, 0.0, 0.0))
def a_beam_of_one_beats_a_wider_one(rivals=(0.5, 0.5, 0.0)):
    """Greedy's path ends at 0.2; two others push it out of a beam of two. The stand-in has one that is ahead."""
    first = torch.tensor([0.5, 0.45, 0.05])
    second = torch.tensor([[0.4, 0.3, 0.3], rivals, [0.4, 0.3, 0.3]])
    third = torch.full((3, 3), 1 / 3)
    third[0, 0] = 1.0  # the largest next probability after each pair

    def found(k):
        scores, tokens = first.topk(k)
        scores, places = (scores[:, None] * second[tokens]).flatten().topk(k)
        return (scores * third[tokens[places // 3], places % 3]).max()

    return bool(found(2) < found(1))


@claim(broken=False)
def earlier_keys_stay(causal=True):
    """Append a token: do the vectors of the earlier ones, from which a next layer makes its keys, change?"""
    layer, x = causal_decoder(), torch.randn(1, 6, 8)
    return (layer(x, causal)[:, :5] - layer(x[:, :5], causal)).abs().max()


@claim(broken=2)
def top_k_of_one_is_greedy(k=1):
    """Sample 50 times from what topk leaves; the stand-in leaves two even tokens."""
    logits = torch.tensor([1.0, 3.0, 3.0 if k > 1 else 2.0, 0.0])
    kept = logits.topk(k)
    drawn = kept.indices[torch.multinomial(kept.values.softmax(-1), 50, replacement=True)]
    return bool((drawn == logits.argmax()).all())
