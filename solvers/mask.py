"""Attention masks: which query may look at which key."""

from itertools import pairwise

import torch
from torch import nn
from torch.nn import functional as F

from qbank import claim, solver
from qbank.exact import Whole, exp, inf

from ._attention import causal_mask, causal_row, distances, seen, self_attention, weights
from ._pictures import mask_grid
from ._probabilities import softmax_of

# How many cells of a causal mask are blocked, how many stay open


@solver
def cells(T):
    """Row i blocks the T − i keys after it: (T−1) + (T−2) + … + 0 = T(T−1)/2; the rest stays open."""
    return {"blocked": T * (T - 1) / 2, "open": T * (T + 1) / 2}


@cells.confirm
def zero_attention_weights(T):
    """Run causal attention and count the weights that the softmax made exactly zero."""
    table = self_attention(torch.randn(1, T, 8))
    return {"blocked": (table == 0).sum(), "open": (table > 0).sum()}


@cells.misconception
def blocks_the_diagonal(T):
    return {"blocked": T * (T + 1) / 2, "open": T * (T - 1) / 2}


@cells.misconception
def blocks_half(T):
    return {"blocked": T * T / 2, "open": T * T / 2}


@cells.misconception
def opens_the_next_token(T):
    return {"blocked": (T - 1) * (T - 2) / 2, "open": T * T - (T - 1) * (T - 2) / 2}


# One query's row, one key's column


def place(position, count):
    """The position counted from 1."""
    return position if count == "one" else position + 1


@solver
def visible_keys(T, i, count):
    """A query sees itself and what came before it: as many keys as its position, counted from 1."""
    return {"visible": place(i, count), "hidden": T - place(i, count)}


@visible_keys.confirm
def weights_of_the_row(T, i, count):
    """Run causal attention and count the weights of this query."""
    row = self_attention(torch.randn(1, T, 8))[0, 0][i - 1 if count == "one" else i]
    return {"visible": (row > 0).sum(), "hidden": (row == 0).sum()}


@visible_keys.where
def inside_and_not_halfway(T, i, count):
    return 1 < place(i, count) < T and T - place(i, count) not in (place(i, count) - 1, place(i, count))


@visible_keys.misconception
def misses_its_own_key(T, i, count):
    return {"visible": place(i, count) - 1, "hidden": T - place(i, count) + 1}


@visible_keys.misconception
def sees_what_follows(T, i, count):
    return {"visible": T - place(i, count) + 1, "hidden": place(i, count) - 1}


# The mask written down, alone and with padding

MARKS = {"hidden": (1, 0), "visible": (0, 1), "added": (-inf, 0)}  # for a hidden key, for a visible one


def written(T, hidden, entries):
    """The T × T table of these entries; `hidden(i, j)` says whether query i may not look at key j, from 0."""
    barred, free = MARKS[entries]
    return [[barred if hidden(i, j) else free for j in range(T)] for i in range(T)]


def read_off(table, entries):
    """The table of these entries that made these weights."""
    barred, free = (float(mark) if mark != -inf else -torch.inf for mark in MARKS[entries])
    return torch.where(table == 0, barred, free)


@solver
def mask_matrix(T, entries):
    """Query i looks at key j where j ≤ i: the cells above the diagonal are hidden, the diagonal is not."""
    return written(T, lambda i, j: j > i, entries)


@mask_matrix.confirm
def table_of_weights(T, entries):
    """Run causal attention and write down where its weights are zero."""
    return read_off(self_attention(torch.randn(1, T, 8))[0, 0], entries)


@mask_matrix.misconception
def hides_the_past(T, entries):
    return written(T, lambda i, j: j < i, entries)


@mask_matrix.misconception
def hides_the_diagonal_too(T, entries):
    return written(T, lambda i, j: j >= i, entries)


@solver
def padded_mask_matrix(T, n, attention, entries):
    """Padding is hidden as a key: its columns are hidden in every row, beside what a causal mask hides."""
    return written(T, lambda i, j: j >= n or (attention == "causal" and j > i), entries)


@padded_mask_matrix.confirm
def table_of_padded_weights(T, n, attention, entries):
    """Run attention on a padded sequence and write down where its weights are zero."""
    lengths = torch.tensor([n])
    return read_off(self_attention(torch.randn(1, T, 8), 1, attention == "causal", lengths)[0, 0], entries)


@padded_mask_matrix.where
def has_padding(T, n):
    return n < T


@padded_mask_matrix.misconception
def forgets_the_padding(T, attention, entries):
    return written(T, lambda i, j: attention == "causal" and j > i, entries)


@padded_mask_matrix.misconception
def hides_padded_rows(T, n, attention, entries):
    return written(T, lambda i, j: i >= n or (attention == "causal" and j > i), entries)


@padded_mask_matrix.misconception
def hides_rows_and_columns(T, n, attention, entries):
    return written(T, lambda i, j: i >= n or j >= n or (attention == "causal" and j > i), entries)


# One row of scores: masked, and through the softmax


def filled(scores, i, mark):
    """The scores with this mark in place of those after key i."""
    return [*scores[:i], *[mark] * len(scores[i:])]


@solver
def masked_row(scores, i):
    """Keys after query i get −∞; the scores of the others stay as they are."""
    return filled(scores, i, -inf)


@masked_row.confirm(batch=["scores"])
def row_behind_the_weights(scores, i):
    """Run causal attention; the weights' logarithms are the row up to a constant, which key 1 gives."""
    logarithms = causal_row(scores, i).log()  # (B, T)
    return (logarithms - logarithms[..., :1] + scores[..., :1]).round(decimals=4)


@masked_row.where
def scores_differ(scores, i):
    return len(set(scores)) > 2 and any(s != 0 for s in scores[i:])


@masked_row.misconception
def writes_zeros(scores, i):
    return filled(scores, i, 0)


@masked_row.misconception
def hides_its_own_key(scores, i):
    return filled(scores, i - 1, -inf)


@masked_row.misconception
def hides_what_came_before(scores, i):
    return [*[-inf] * (i - 1), *scores[i - 1 :]]


@solver
def masked_weights(scores, i, visible, total):
    """The hidden scores become −∞ and e^−∞ = 0, so the softmax runs over the first i scores only."""
    return [power / total for power in visible] + [0] * len(scores[i:])


@masked_weights.confirm(batch=["scores"])
def weights_under_the_causal_mask(scores, i):
    """Run PyTorch's causal attention on these scores."""
    return causal_row(scores, i)  # (B, T)


@masked_weights.misconception
def zeroes_after_the_softmax(scores, i):
    return filled(softmax_of(scores), i, 0)


@masked_weights.misconception
def hides_with_zero(scores, i):
    return softmax_of(filled(scores, i, 0))


@masked_weights.misconception
def divides_by_the_sum(scores, i):
    return filled([s / sum(scores[:i]) for s in scores], i, 0)


@solver
def masked_output(scores, values, i, visible, total):
    """The output is the mean of the visible values, weighted by the softmax over the visible scores."""
    return sum(power * v for power, v in zip(visible, values[:i], strict=True)) / total


@masked_output.confirm(batch=["scores"])
def weights_times_values(scores, values, i):
    """Run PyTorch's causal attention on these scores and multiply its weights by the values."""
    return causal_row(scores, i) @ values  # (B,)


@masked_output.where
def values_differ(values, i):
    return len(set(values[:i])) == i


@masked_output.misconception
def zeroes_the_values(scores, values, i):
    return sum(w * v for w, v in zip(softmax_of(scores), filled(values, i, 0), strict=True))


@masked_output.misconception
def looks_at_every_key(scores, values):
    return sum(w * v for w, v in zip(softmax_of(scores), values, strict=True))


@masked_output.misconception
def takes_the_plain_mean(values, i):
    return sum(values[:i]) / i


# Programs that mask too late, or not at all


@solver
def weights_zeroed_too_late(visible, every):
    """The softmax divides by the sum over all keys, so the weights that are left miss the hidden keys' share."""
    return sum(visible) / every


@weights_zeroed_too_late.confirm(batch=["scores"])
def the_late_program(scores, i):
    """Run the softmax, set the weights that causal attention hides to 0, and add up."""
    return torch.softmax(scores, dim=-1).masked_fill(causal_row(scores, i) == 0, 0).sum(-1)  # (B,)


@weights_zeroed_too_late.misconception
def still_sums_to_one():
    return 1


@weights_zeroed_too_late.misconception
def takes_the_lost_share(visible, every):
    return 1 - sum(visible) / every


@weights_zeroed_too_late.misconception
def takes_scores_for_weights(scores, i):
    return sum(scores[:i]) / sum(scores)


@masked_weights.working
@weights_zeroed_too_late.working
@masked_output.working
def visible(scores, i):
    return [exp(s) for s in scores[:i]]


@masked_weights.working
@masked_output.working
def total(visible):
    return sum(visible)


@weights_zeroed_too_late.working
def every(scores):
    return sum(exp(s) for s in scores)


@solver
def leaked_weight(i, powers, sum_of_powers):
    """A hidden key whose score is finite keeps a share of the softmax: its power of e over the sum of all."""
    return sum(powers[i:]) / sum_of_powers


@leaked_weight.working
def faulty(scores, i, fault):
    if fault == "zeros":
        return filled(scores, i, 0)
    return [s + 1 for s in scores[:i]] + list(scores[i:])


@leaked_weight.working
def powers(faulty):
    return [exp(s) for s in faulty]


@leaked_weight.working
def sum_of_powers(powers):
    return sum(powers)


@leaked_weight.confirm(batch=["scores"])
def the_leaking_program(scores, i, fault):
    """Run the faulty program: PyTorch adds a float mask of ones and zeros, or the scores hold zeros."""
    hidden = causal_row(scores, i) == 0  # (B, T)
    if fault == "zeros":
        return torch.softmax(scores.masked_fill(hidden, 0), dim=-1)[..., i:].sum(-1)
    alike = scores.unsqueeze(-2).expand(*scores.shape, scores.shape[-1])  # (B, T, T)
    ones = torch.ones(scores.shape[-1], scores.shape[-1]).tril()
    return weights(alike, attn_mask=ones)[..., i - 1, i:].sum(-1)


@masked_weights.where
@weights_zeroed_too_late.where
@masked_output.where
@leaked_weight.where
def no_two_scores_alike(scores):
    return len(set(scores)) == len(scores)


@leaked_weight.misconception
def nothing_leaks():
    return 0


@leaked_weight.misconception
def leaks_like_no_mask(scores, i):
    return sum(softmax_of(scores)[i:])


# A whole table of weights


@solver
def weight_table(scores, open_powers, row_sums):
    """Row by row: the softmax over the keys up to the diagonal, 0 behind it."""
    rows = zip(open_powers, row_sums, strict=True)
    return [[p / whole for p in row] + [0] * (len(scores) - len(row)) for row, whole in rows]


@weight_table.working
def open_powers(scores):
    return [[exp(s) for s in row[: i + 1]] for i, row in enumerate(scores)]


@weight_table.working
def row_sums(open_powers):
    return [sum(row) for row in open_powers]


@weight_table.confirm(batch=["scores"])
def causal_attention_on_the_table(scores):
    """Run PyTorch's causal attention on these scores."""
    return weights(scores, is_causal=True)  # (B, 3, 3)


@weight_table.misconception
def softmax_down_the_columns(scores):
    columns = zip(*[filled(row, i + 1, -inf) for i, row in enumerate(scores)], strict=True)
    return [list(row) for row in zip(*[softmax_of(column) for column in columns], strict=True)]


@weight_table.misconception
def masks_the_past(scores):
    return [softmax_of([*[-inf] * i, *row[i:]]) for i, row in enumerate(scores)]


@weight_table.misconception
def masks_the_weights(scores):
    return [filled(softmax_of(row), i + 1, 0) for i, row in enumerate(scores)]


# Many tables, padding and other patterns


@solver
def causal_totals(L, B, h, T):
    """Every layer masks, every head of it has a table for each sequence, and each table blocks T(T−1)/2 cells."""
    return L * B * h * T * (T - 1) / 2


@causal_totals.confirm
def zeros_of_all_layers(L, B, h, T):
    """Run the layers one after the other and count the weights that are exactly zero."""
    return sum((self_attention(torch.randn(B, T, 2 * h), h) == 0).sum() for _ in range(L))


@causal_totals.misconception
def masks_the_first_layer_only(B, h, T):
    return B * h * T * (T - 1) / 2


@causal_totals.misconception
def one_table_for_all_heads(L, B, T):
    return L * B * T * (T - 1) / 2


@causal_totals.misconception
def blocks_all_diagonals(L, B, h, T):
    return L * B * h * T * (T + 1) / 2


@solver
def padded_causal_cells(h, T, lengths, padding, tables):
    """Beside T(T−1)/2, p padded keys block p(p+1)/2 more cells: those of their columns that were still open."""
    return h * sum(tables)


@padded_causal_cells.working
def padding(T, lengths):
    return [T - n for n in lengths]


@padded_causal_cells.working
def causal(T):
    return T * (T - 1) / 2


@padded_causal_cells.working
def extra(padding):
    return [p * (p + 1) / 2 for p in padding]


@padded_causal_cells.working
def tables(causal, extra):
    return [causal + more for more in extra]


@padded_causal_cells.working
def all_tables(tables):
    return sum(tables)


@padded_causal_cells.confirm
def zeros_of_a_padded_batch(h, T, lengths):
    """Run causal attention with a padding mask over the batch and count the weights that are exactly zero."""
    return (self_attention(torch.randn(len(lengths), T, 2 * h), h, lengths=lengths) == 0).sum()


@padded_causal_cells.where
def no_two_lengths_alike(T, lengths):
    return max(lengths) <= T and len(set(lengths)) == len(lengths)


@padded_causal_cells.misconception
def ignores_the_padding(h, lengths, causal):
    return h * len(lengths) * causal


@padded_causal_cells.misconception
def skips_padded_queries(h, T, lengths):
    return h * sum(n * T - n * (n + 1) / 2 for n in lengths)


@padded_causal_cells.misconception
def counts_the_overlap_twice(h, T, padding, lengths, causal):
    return h * sum(causal + p * T for p in padding)


@padded_causal_cells.misconception
def counts_one_head(all_tables):
    return all_tables


@padded_causal_cells.misconception
def hides_padded_queries(h, T, lengths):
    return h * sum(T * T - n * (n + 1) / 2 for n in lengths)


@solver
def window_cells(T, full, lacking):
    """Query i sees min(i, width) keys: width in each row, less what the first rows lack, width(width−1)/2."""
    return {"open": full - lacking, "blocked": T * T - full + lacking}


@window_cells.working
def width(w, window):
    return w if window == "in_all" else w + 1


@window_cells.working
def full(T, width):
    return T * width


@window_cells.working
def lacking(width):
    return width * (width - 1) / 2


@window_cells.confirm
def weights_in_the_window(T, w, window):
    """Mask by distance, run attention, and count the weights above 0."""
    behind = distances(T)
    table = seen((behind >= 0) & (behind <= (w - 1 if window == "in_all" else w)))
    return {"open": table.sum(), "blocked": (~table).sum()}


@window_cells.where
def narrower_than_the_table(T, w):
    return w + 1 < T


@window_cells.misconception
def forgets_the_first_rows(T, full):
    return {"open": full, "blocked": T * T - full}


@window_cells.misconception
def forgets_the_window(T):
    return {"open": T * (T + 1) / 2, "blocked": T * (T - 1) / 2}


@window_cells.misconception
def looks_both_ways(T, full, lacking):
    open_cells = 2 * (full - lacking) - T
    return {"open": open_cells, "blocked": T * T - open_cells}


@solver
def prefix_cells(T, causal_cells, opened):
    """The causal table, T(T+1)/2, and the n(n−1)/2 cells above the diagonal of the prefix."""
    return {"open": causal_cells + opened, "blocked": T * T - causal_cells - opened}


@prefix_cells.working
def causal_cells(T):
    return T * (T + 1) / 2


@prefix_cells.working
def opened(n):
    return n * (n - 1) / 2


@prefix_cells.confirm
def weights_with_a_prefix(T, n):
    """Open every pair of prefix tokens beside the causal cells, run attention, and count the weights above 0."""
    prefix = torch.arange(T) < n
    table = seen((distances(T) >= 0) | (prefix & prefix.unsqueeze(1)))
    return {"open": table.sum(), "blocked": (~table).sum()}


@prefix_cells.where
def tokens_follow(T, n):
    return n + 1 < T


@prefix_cells.misconception
def masks_the_prefix_too(T):
    return {"open": T * (T + 1) / 2, "blocked": T * (T - 1) / 2}


@prefix_cells.misconception
def hides_the_prefix_from_the_rest(T, n):
    open_cells = n * n + (T - n) * (T - n + 1) / 2
    return {"open": open_cells, "blocked": T * T - open_cells}


@prefix_cells.misconception
def shows_only_the_prefix(T, n):
    return {"open": T * n, "blocked": T * T - T * n}


@solver
def packed_cells(lengths, staircases, together):
    """Each text has a causal staircase of its own, n(n+1)/2 cells; every cell between two texts is blocked."""
    return {"open": sum(staircases), "blocked": together * together - sum(staircases)}


@packed_cells.working
def staircases(lengths):
    return [n * (n + 1) / 2 for n in lengths]


@packed_cells.working
def together(lengths):
    return sum(lengths)


@packed_cells.confirm
def weights_within_each_text(lengths):
    """Number the tokens by their text, open what is earlier in the same one, and count the weights above 0."""
    text = torch.arange(len(lengths)).repeat_interleave(lengths.long())  # (T,)
    table = seen((distances(len(text)) >= 0) & (text == text.unsqueeze(1)))
    return {"open": table.sum(), "blocked": (~table).sum()}


@packed_cells.misconception
def reads_across_the_borders(together):
    return {
        "open": together * (together + 1) / 2,
        "blocked": together * (together - 1) / 2,
    }


@packed_cells.misconception
def looks_ahead_in_its_text(lengths, together):
    squares = sum(n * n for n in lengths)
    return {"open": squares, "blocked": together * together - squares}


@packed_cells.misconception
def blocks_each_diagonal(lengths, together):
    open_cells = sum(n * (n - 1) / 2 for n in lengths)
    return {"open": open_cells, "blocked": together * together - open_cells}


# Masks of long sequences, of caches and of padding on the left


@solver
def window_reach(L, behind):
    """Each layer passes on what the layer below has read, so each adds what lies before its own key in the window."""
    return L * behind


@window_reach.working
def behind(w, window):
    return w - 1 if window == "in_all" else w


@window_reach.confirm(
    derived="an impulse that goes through as many windows, each of which keeps the largest value"
)
def spread_of_an_impulse(L, w, window):
    """How far behind the first position its value is still found."""
    width = w if window == "in_all" else w + 1
    values = torch.zeros(1, L * width + 1).index_fill(1, torch.tensor([0]), 1.0)
    for _ in range(L):
        values = F.max_pool1d(F.pad(values, (width - 1, 0)), width, 1)
    return values.nonzero().max()


@window_reach.misconception
def stays_in_one_window(behind):
    return behind


@window_reach.misconception
def counts_its_own_key_in_each_layer(L, behind):
    return L * (behind + 1)


@window_reach.misconception
def multiplies_window_by_window(L, behind):
    return behind**L


@solver
def global_cells(T, cross, local):
    """The g rows and g columns of the global tokens are open; among the rest each sees w tokens to either side."""
    return {"open": cross + local, "blocked": T * T - cross - local}


@global_cells.working
def rest(T, g):
    return T - g


@global_cells.working
def cross(T, g, rest):
    return g * T + rest * g


@global_cells.working
def edges(w):
    return w * (w + 1)


@global_cells.working
def local(w, rest, edges):
    return rest * (2 * w + 1) - edges


@global_cells.confirm
def weights_near_and_global(T, w, g):
    """Open what is near and what is global, run attention, and count the weights above 0."""
    everywhere = torch.arange(T) < g
    table = seen((distances(T).abs() <= w) | everywhere | everywhere.unsqueeze(1))
    return {"open": table.sum(), "blocked": (~table).sum()}


@global_cells.where
def windows_fit_into_the_rest(T, w, g):
    return T - g > 2 * w + 1


def both(T, opened):
    """So many open cells, and all others blocked."""
    return {"open": opened, "blocked": T * T - opened}


@global_cells.misconception
def sees_no_global_token(T, g, local):
    return both(T, g * T + local)


@global_cells.misconception
def counts_global_pairs_twice(T, g, local):
    return both(T, 2 * g * T + local)


@global_cells.misconception
def forgets_the_edges(T, cross, local, edges):
    return both(T, cross + local + edges)


@global_cells.misconception
def looks_to_one_side(T, w, cross, rest, edges):
    return both(T, cross + rest * (w + 1) - edges / 2)


@solver
def cached_cells(n, m):
    """Each of m new tokens sees the n cached ones, itself and the new ones before it."""
    return {"open": m * n + m * (m + 1) / 2, "blocked": m * (m - 1) / 2}


@cached_cells.confirm
def last_rows(n, m):
    """Run causal attention over all tokens and count the weights in the rows of the new ones."""
    rows = self_attention(torch.randn(1, n + m, 8))[0, 0, n:]
    return {"open": (rows > 0).sum(), "blocked": (rows == 0).sum()}


@cached_cells.misconception
def starts_in_the_corner(n, m):
    return {"open": m * (m + 1) / 2, "blocked": m * n + m * (m - 1) / 2}


@cached_cells.misconception
def counts_the_whole_table(n, m):
    return {"open": (n + m) * (n + m + 1) / 2, "blocked": (n + m) * (n + m - 1) / 2}


@cached_cells.misconception
def new_tokens_see_each_other(n, m):
    return {"open": m * (n + m), "blocked": 0}


@cached_cells.misconception
def hides_the_new_token_itself(n, m):
    return {"open": m * n + m * (m - 1) / 2, "blocked": m * (m + 1) / 2}


@solver
def left_padded_cells(T, n):
    """The real tokens' own staircase stays open; padded rows come before them and see nothing."""
    return {"open": n * (n + 1) / 2, "empty": T - n}


@left_padded_cells.confirm
def weights_behind_the_padding(T, n):
    """Hide later keys and the padding on the left, run attention, and count weights and rows without any."""
    table = seen((distances(T) >= 0) & (torch.arange(T) >= T - n))
    return {"open": table.sum(), "empty": (~table).all(1).sum()}


@left_padded_cells.where
def padded_on_the_left(T, n):
    return n < T


@left_padded_cells.misconception
def pads_on_the_right(T, n):
    return {"open": n * (n + 1) / 2 + (T - n) * n, "empty": 0}


@left_padded_cells.misconception
def lets_the_causal_mask_hide_it(T):
    return {"open": T * (T + 1) / 2, "empty": 0}


@left_padded_cells.misconception
def leaves_each_padded_token_itself(T, n):
    return {"open": n * (n + 1) / 2 + T - n, "empty": 0}


# Masks as programs take them


@solver
def boolean_weights(scores, taken):
    """The module hides where the mask is True, the function where it is False; the softmax runs over the rest."""
    powers = [exp(s) if take else 0 for s, take in zip(scores, taken, strict=True)]
    return [power / sum(powers) for power in powers]


@boolean_weights.working
def taken(marks, function):
    sign = "False" if function == "module" else "True"
    return [1 if mark == sign else 0 for mark in marks]


@boolean_weights.confirm
def weights_under_a_boolean_mask(scores, marks, function):
    """Give the mask to PyTorch's module, whose projections change nothing, or to its function."""
    S = len(scores)
    mask, keys = torch.tensor([[mark == "True" for mark in marks]]), torch.eye(S).unsqueeze(0)
    if function == "function":
        return F.scaled_dot_product_attention(scores.expand(1, 1, S), keys, keys, attn_mask=mask, scale=1.0)[
            0, 0
        ]
    attention = nn.MultiheadAttention(S, 1, bias=False, batch_first=True)
    attention.in_proj_weight.copy_(torch.eye(S).repeat(3, 1))
    return attention(scores.expand(1, 1, S) * S**0.5, keys, keys, attn_mask=mask)[1][0, 0]


@boolean_weights.where
def a_mark_for_each_score(scores, marks):
    return len(marks) == len(scores) == len(set(scores)) and len(set(marks)) > 1


@boolean_weights.misconception
def turns_the_mask_over(scores, taken):
    return boolean_weights(scores, [1 - take for take in taken])


@boolean_weights.misconception
def hides_with_a_zero(scores, taken):
    return softmax_of([s * take for s, take in zip(scores, taken, strict=True)])


@boolean_weights.misconception
def adds_the_mask(scores, marks):
    return softmax_of([s + 1 if mark == "True" else s for s, mark in zip(scores, marks, strict=True)])


@boolean_weights.misconception
def drops_weights_afterwards(scores, taken):
    return [weight * take for weight, take in zip(softmax_of(scores), taken, strict=True)]


@solver
def mask_shapes(B, h, T, S):
    """Padding belongs to a sequence and its keys; an attention mask to queries and keys, for all or for each table."""
    return {"padding": (B, S), "shared": (T, S), "own": (B * h, T, S)}


@mask_shapes.confirm
def what_the_module_takes(B, h, T, S):
    """Offer PyTorch's module masks of many shapes and see which it takes."""
    sizes = (B, h, T, S, B * h)
    pairs = [(a, b) for a in sizes for b in sizes]
    return {
        "padding": accepted("key_padding_mask", pairs, B, h, T, S),
        "shared": accepted("attn_mask", pairs, B, h, T, S),
        "own": accepted("attn_mask", [(a, *pair) for a in sizes for pair in pairs], B, h, T, S),
    }


def accepted(name, shapes, B, h, T, S):
    """The one of these shapes that the module takes as this mask."""
    attention = nn.MultiheadAttention(h, h, batch_first=True)
    target, source = torch.randn(B, T, h), torch.randn(B, S, h)

    def works(shape):
        try:
            attention(target, source, source, **{name: torch.zeros(shape)})
        except (RuntimeError, AssertionError):
            return False
        return True

    (shape,) = {shape for shape in shapes if works(shape)}
    return shape


@mask_shapes.where
def all_sizes_differ(B, h, T, S):
    return len({B, h, T, S, B * h}) == 5


@mask_shapes.misconception
def keeps_an_axis_for_heads(B, h, T, S):
    return {"own": (B, h, T, S)}


@mask_shapes.misconception
def masks_queries_for_padding(B, h, T, S):
    return {"padding": (B, T), "shared": (S, T), "own": (B * h, S, T)}


@mask_shapes.misconception
def makes_tables_square(B, h, T, S):
    return {"padding": (S, S), "shared": (S, S), "own": (B * h, S, S)}


@mask_shapes.misconception
def gives_each_sequence_its_own(B, T, S):
    return {"shared": (B, T, S), "own": (B, T, S)}


@solver
def hidden_row(scores, lowered):
    """The softmax knows differences only: what is taken from all scores alike is not taken from any."""
    return softmax_of(lowered)


@hidden_row.working
def lowered(scores, fill):
    return [s - 10**4 if fill == "added" else -Whole(10**4) for s in scores]


@hidden_row.confirm(batch=["scores"], within=1e-6)
def softmax_of_lowered_scores(scores, fill):
    """Lower all scores as the program does and run PyTorch's softmax."""
    row = scores - 1e4 if fill == "added" else scores.masked_fill(torch.ones_like(scores) > 0, -1e4)
    return torch.softmax(row, dim=-1)  # (B, S)


@hidden_row.where
def scores_are_not_alike(scores):
    return len(set(scores)) == len(scores)


@hidden_row.misconception
def all_weights_vanish(scores):
    return [0 for _ in scores]


@hidden_row.misconception
def all_get_the_same(scores, fill):
    return [1 / Whole(len(scores)) for _ in scores] if fill == "added" else None


@hidden_row.misconception
def scores_live_on(scores, fill):
    return softmax_of(scores) if fill == "written" else None


@hidden_row.misconception
def the_largest_takes_all(scores):
    return [1 if s == max(scores) else 0 for s in scores]


# Pictures


def hides(pattern, T, n):
    """Whether each query may not look at each key, by the name of the mask; `n` is what the mask is told besides."""
    rules = {
        "causal": lambda i, j: j > i,
        "window": lambda i, j: j > i or j <= i - n,
        "prefix": lambda i, j: j > i and j >= n,
        "padding": lambda i, j: j >= n,
        "both": lambda i, j: j > i or j >= n,
    }
    return [[rules[pattern](i, j) for j in range(T)] for i in range(T)]


@solver
def which_mask_picture(pattern, table):
    """What is blocked besides the later keys, and what of these is open, tells the masks apart."""
    return {"which": pattern, "blocked": Whole(sum(row.count(True) for row in table))}


@which_mask_picture.working
def table(pattern, T, n):
    return hides(pattern, T, n)


@which_mask_picture.figure
def the_mask_drawn(table):
    return mask_grid(table)


@which_mask_picture.confirm
def masks_that_attention_is_given(pattern, T, n):
    """Run attention under each of the masks; the one whose weights vanish where the picture is dark is shown."""
    x, real, behind = torch.randn(1, T, 8), torch.tensor([n]), distances(T)
    opened = {
        "causal": self_attention(x)[0, 0] > 0,
        "window": seen((behind >= 0) & (behind < n)),
        "prefix": seen((behind >= 0) | (torch.arange(T) < n)),
        "padding": self_attention(x, 1, False, real)[0, 0] > 0,
        "both": self_attention(x, 1, True, real)[0, 0] > 0,
    }
    dark = torch.tensor(hides(pattern, T, n))
    (which,) = [name for name, cells in opened.items() if torch.equal(~cells, dark)]
    return {"which": which, "blocked": (~opened[which]).sum()}


@which_mask_picture.where
def there_is_something_to_see(pattern, T, n):
    return n == 2 if pattern == "causal" else n <= T - 2


@which_mask_picture.misconception
def takes_each_for_causal(pattern):
    return None if pattern in ("causal", "padding") else {"which": "causal"}


@which_mask_picture.misconception
def takes_padding_for_a_prefix(pattern):
    other = {"prefix": "both", "both": "prefix", "padding": "prefix"}.get(pattern)
    return {"which": other} if other else None


@which_mask_picture.misconception
def counts_the_light_cells(T, table):
    return {"blocked": Whole(sum(row.count(False) for row in table))}


@which_mask_picture.misconception
def counts_the_causal_cells(pattern, T):
    return None if pattern == "causal" else {"blocked": T * (T - 1) / 2}


@solver
def packed_picture(lengths):
    """A text begins where a query sees nothing but itself; the last query sees its own text alone."""
    return {"lengths": lengths, "share": 1 / Whole(lengths[-1])}


def packed_table(lengths):
    """Blocked is what is later or of another text."""
    text = [number for number, length in enumerate(lengths) for _ in range(length)]
    return [[j > i or text[i] != text[j] for j in range(len(text))] for i in range(len(text))]


@packed_picture.figure
def the_packed_mask_drawn(lengths):
    return mask_grid(packed_table(lengths))


@packed_picture.confirm
def weights_of_equal_scores(lengths):
    """Run attention with equal scores under the mask that is drawn: where a query's own weight is 1, a text begins."""
    dark = torch.tensor(packed_table(lengths.int().tolist()))
    T = len(dark)
    table = weights(torch.zeros(T, T), attn_mask=~dark)
    starts = [*(table.diagonal() == 1).nonzero().flatten().tolist(), T]
    return {"lengths": [b - a for a, b in pairwise(starts)], "share": table[-1, -1]}


@packed_picture.misconception
def reads_it_from_the_end(lengths):
    return {"lengths": lengths[::-1]} if lengths != lengths[::-1] else None


@packed_picture.misconception
def sees_one_text_only(lengths):
    return {"lengths": [sum(lengths)], "share": 1 / sum(lengths)}


@packed_picture.misconception
def adds_what_came_before(lengths):
    return {"lengths": [sum(lengths[: i + 1]) for i in range(len(lengths))]}


@solver
def wrong_cell_picture(i, j):
    """Above the diagonal all is to be blocked, elsewhere nothing: the odd cell shows."""
    return {"row": i, "column": j, "fault": "leaks" if j > i else "hides"}


def with_one_wrong(T, i, j):
    """A causal mask with the cell in row i and column j, counted from 1, turned over."""
    return [[(b > a) != ((a, b) == (i, j)) for b in range(1, T + 1)] for a in range(1, T + 1)]


@wrong_cell_picture.figure
def the_faulty_mask_drawn(T, i, j):
    return mask_grid(with_one_wrong(T, i, j))


@wrong_cell_picture.confirm
def where_two_runs_differ(T, i, j):
    """Run attention under PyTorch's causal mask and under the one that is drawn; see where one weight only is 0."""
    right = weights(torch.randn(T, T), attn_mask=causal_mask(T)) > 0
    drawn = seen(~torch.tensor(with_one_wrong(T, i, j)))
    ((row, column),) = (right != drawn).nonzero().tolist()
    return {"row": row + 1, "column": column + 1, "fault": "leaks" if drawn[row, column] else "hides"}


@wrong_cell_picture.where
def the_cell_is_in_the_table(T, i, j):
    return i <= T and j <= T and i != j


@wrong_cell_picture.misconception
def names_the_column_first(i, j):
    return {"row": j, "column": i}


@wrong_cell_picture.misconception
def takes_blocked_for_seen(i, j):
    return {"fault": "hides" if j > i else "leaks"}


# Claims


def above_the_diagonal(T):
    return distances(T) < 0


def scores_and_future():
    """Scores of four queries and four keys, and which of them a causal mask hides."""
    return torch.arange(16.0).reshape(4, 4).sin(), above_the_diagonal(4)


def zeroed_late(scores, hidden):
    return torch.softmax(scores, dim=-1).masked_fill(hidden, 0)


def renormalized(scores, hidden):
    return zeroed_late(scores, hidden) / zeroed_late(scores, hidden).sum(-1, keepdim=True)


def from_masked_scores(hide):
    """How far these weights are from those of masked scores."""
    scores, hidden = scores_and_future()
    masked = torch.softmax(scores.masked_fill(hidden, -torch.inf), dim=-1)
    return (hide(scores, hidden) - masked).abs().max()


def moved(masks, changed):
    """How far outputs before position `changed` move when the tokens from there on change; one mask a layer."""
    layers = [nn.TransformerEncoderLayer(8, 2, 16, dropout=0, batch_first=True) for _ in masks]
    before = torch.randn(1, 6, 8)
    after = torch.cat([before[:, :changed], torch.randn(1, 6 - changed, 8)], dim=1)
    for layer, mask in zip(layers, masks, strict=True):
        before, after = layer(before, src_mask=mask), layer(after, src_mask=mask)
    return (before - after)[:, :changed].abs().max()


@claim(broken=lambda T: distances(T) > 0)
def a_query_sees_itself(visible=lambda T: distances(T) >= 0):
    """Run attention under the mask and look whether every weight on the diagonal is above 0."""
    return seen(visible(5)).diagonal().all()


@claim(broken=renormalized)
def zeroing_weights_is_masking(hide=zeroed_late):
    return from_masked_scores(hide)


@claim(broken=zeroed_late)
def dividing_by_the_row_sum_rescues(hide=renormalized):
    return from_masked_scores(hide)


@claim(broken=causal_mask)
def ones_and_zeros_hide(mask=lambda T: torch.ones(T, T).tril()):
    """Pass the table to the module as a float mask; how much weight does the future get?"""
    attention, x = nn.MultiheadAttention(8, 2, batch_first=True), torch.randn(1, 5, 8)
    return attention(x, x, x, attn_mask=mask(5))[1].triu(1).max()


@claim(broken=torch.logical_not)
def boolean_masks_mean_the_same(translate=lambda mask: mask):
    """Give one boolean mask to the module and to the function, and compare which keys they hide."""
    attention, x, mask = (
        nn.MultiheadAttention(8, 2, batch_first=True),
        torch.randn(1, 3, 8),
        torch.eye(3).bool(),
    )
    return torch.equal(attention(x, x, x, attn_mask=mask)[1][0] > 0, seen(translate(mask)))


@claim(broken=lambda row: torch.softmax(row, dim=-1).nan_to_num())
def a_row_of_infinities_gives_zeros(softmax=lambda row: torch.softmax(row, dim=-1)):
    return (softmax(torch.full((4,), -torch.inf)) == 0).all()


@claim(broken=[1, 2, 3])
def a_billion_less_hides_a_whole_row(keys=(0, 1, 2, 3)):
    """Take a billion from the scores of these keys of four; the largest weight that one of them gets."""
    scores, chosen = torch.tensor([2.0, 1.0, 5.0, 3.0]), list(keys)
    scores[chosen] -= 1e9
    return torch.softmax(scores, dim=-1)[chosen].max()


@claim(broken=lambda T: None)
def earlier_outputs_ignore_later_tokens(mask=causal_mask):
    """Two layers with this mask in each; change the last two tokens."""
    return moved([mask(6), mask(6)], 4)


@claim(broken=causal_mask)
def masking_the_first_layer_is_enough(mask_above=lambda T: None):
    """Two layers, the first with a causal mask; change the last two tokens."""
    return moved([causal_mask(6), mask_above(6)], 4)


@claim(broken=lambda T: None)
def right_padding_stays_unseen(mask=causal_mask):
    """Run four tokens alone, and with two of padding behind them that nothing but this mask hides."""
    layer, x = nn.TransformerEncoderLayer(8, 2, 16, dropout=0, batch_first=True), torch.randn(1, 6, 8)
    return (layer(x, src_mask=mask(6))[:, :4] - layer(x[:, :4], src_mask=mask(4))).abs().max()


@claim(broken=1)
def a_stack_reads_beyond_its_window(layers=2):
    """Change token 1 of five; does the last output move behind so many layers with a window of three keys?"""
    behind = distances(5)
    hidden = torch.where((behind >= 0) & (behind <= 2), 0.0, -torch.inf)
    stack = [nn.TransformerEncoderLayer(8, 2, 16, dropout=0, batch_first=True) for _ in range(layers)]
    before, after = torch.randn(2, 1, 5, 8)
    after[:, 1:] = before[:, 1:]
    for layer in stack:
        before, after = layer(before, src_mask=hidden), layer(after, src_mask=hidden)
    return bool((before - after)[0, -1].abs().max() > 1e-9)


@claim(broken=4)
def is_causal_lines_up_at_the_end(queries=2):
    """Run the function on so many queries and four keys; does the last query give every key some weight?"""
    scores, keys = torch.randn(1, queries, 4), torch.eye(4).unsqueeze(0)
    return (F.scaled_dot_product_attention(scores, keys, keys, is_causal=True)[0, -1] > 0).all()


@claim(broken=(True, False))
def real_outputs_ignore_hidden_padding(hidden_in=(True, True)):
    """Two layers; change the two padded tokens of six, hidden as keys in these layers."""
    padding = torch.where(torch.arange(6) >= 4, -torch.inf, 0.0).expand(6, 6)
    return moved([padding if hidden else None for hidden in hidden_in], 4)
