"""Model families: what encoder-only, decoder-only and encoder-decoder models see, and what each has to predict."""

from itertools import chain

import torch
from torch import nn
from torch.nn import functional as F

from qbank import claim, solver
from qbank.exact import log, min

from ._attention import causal_mask, distances, seen
from ._modules import META, count
from ._sequences import IGNORED, causal_decoder, ids_of, words_of

# Which tokens BERT changes, and which it predicts: s is the share that is chosen, and of the chosen ones m become
# MASK, r a random token, and the rest stay as they are.

STEPS = 100  # a draw, in equally likely steps


def draws(s, m, r):
    """Both draws of a token in every combination: whether it is chosen, becomes MASK, becomes random. (100, 100)"""
    draw = (torch.arange(STEPS) + 0.5) / STEPS
    chosen = (draw.unsqueeze(1) < s).expand(STEPS, STEPS)
    return chosen, chosen & (draw < m), chosen & (draw >= m) & (draw < m + r)


def terms(labels):
    """Which labels have a term in PyTorch's loss."""
    losses = F.cross_entropy(torch.randn(labels.numel(), 3), labels.flatten(), reduction="none")
    return losses.view(labels.shape) > 0


@solver
def masked_counts(n, s, m, r):
    """The loss has a term for each chosen token, whatever became of it; only a part of the chosen ones is masked."""
    return {"masked": n * s * m, "random": n * s * r, "kept": n * s * (1 - m - r), "predicted": n * s}


@masked_counts.confirm(batch=["n"])
def draws_and_terms(n, s, m, r):
    """Enumerate a token's two draws, and count the terms of PyTorch's loss with all other labels ignored."""
    chosen, masked, random = draws(s, m, r)
    predicted = terms(torch.where(chosen, 1, IGNORED))
    fates = {
        "masked": masked,
        "random": random,
        "kept": predicted & ~masked & ~random,
        "predicted": predicted,
    }
    return {fate: n * table.double().mean() for fate, table in fates.items()}


@masked_counts.where
def some_stay(m, r):
    return m + r < 1


@masked_counts.misconception
def masks_all_that_is_chosen(n, s):
    return {"masked": n * s, "random": 0, "kept": 0}


@masked_counts.misconception
def takes_shares_of_all_tokens(n, m, r):
    return {"masked": n * m, "random": n * r, "kept": n * (1 - m - r)}


@masked_counts.misconception
def predicts_masks_only(n, s, m):
    return {"predicted": n * s * m}


@masked_counts.misconception
def predicts_every_token(n):
    return {"predicted": n}


@masked_counts.misconception
def adds_those_never_chosen(n, s, m):
    return {"kept": n - n * s * m}


@solver
def unchanged(s, r, V, kept, reading):
    """Most tokens are never chosen; of the chosen ones some are kept by the rule, and a random token may hit."""
    if reading == "of_the_chosen":
        return kept
    if reading == "chosen_and_kept":
        return s * kept
    return 1 - s + s * kept + (s * r / V if reading == "hits_count" else 0)


@unchanged.working
def kept(m, r):
    return 1 - m - r


@unchanged.confirm(derived="both draws of a token enumerated, and the random token over the whole vocabulary")
def every_draw(s, m, r, V, reading):
    chosen, masked, random = draws(s, m, r)
    kept = chosen & ~masked & ~random
    if reading == "of_the_chosen":
        return kept[chosen].double().mean()
    if reading == "chosen_and_kept":
        return kept.double().mean()
    drawn = torch.arange(V if reading == "hits_count" else V - 1)  # the original is the last of the V tokens
    same = torch.where(random, (drawn == V - 1).double().mean(), 1)
    return same.masked_fill(masked, 0).mean()


@unchanged.where
def some_are_kept(m, r):
    return m + r < 1


@unchanged.misconception
def looks_at_chosen_tokens_only(kept, reading):
    return None if reading == "of_the_chosen" else kept


@unchanged.misconception
def leaves_out_those_never_chosen(s, kept, reading):
    return None if reading == "chosen_and_kept" else s * kept


@unchanged.misconception
def leaves_out_those_kept(s, reading):
    return 1 - s if reading in ("same_in_the_end", "hits_count") else None


@unchanged.misconception
def only_masks_change(s, m, reading):
    return 1 - s * m if reading in ("same_in_the_end", "hits_count") else None


@unchanged.misconception
def adds_all_that_stay_the_same(s, kept, reading):
    return 1 - s + s * kept if reading == "chosen_and_kept" else None


@unchanged.misconception
def a_random_token_never_hits(s, kept, reading):
    return 1 - s + s * kept if reading == "hits_count" else None


FATES = ("out", "mask", "random", "keep")


@solver
def masked_input(text, fates, word):
    """What the model reads differs from the text only at masks and random tokens; it predicts all that was chosen."""
    shown = {"mask": "MASK", "random": word}
    return {
        "input": tuple(shown.get(fate, token) for token, fate in zip(text, fates, strict=True)),
        "predicted": tuple(token for token, fate in zip(text, fates, strict=True) if fate != "out"),
    }


@masked_input.confirm(derived="token numbers, masks and labels as tensors, as training code has them")
def collated(text, fates, word):
    numbers, words = ids_of([*text, word, "MASK"])
    fate = torch.tensor([FATES.index(name) for name in fates])
    tokens = numbers[: len(text)].clone()
    labels = tokens.masked_fill(fate == FATES.index("out"), IGNORED)
    tokens[fate == FATES.index("mask")] = numbers[-1]
    tokens[fate == FATES.index("random")] = numbers[-2]
    return {"input": words_of(tokens, words), "predicted": words_of(labels[labels != IGNORED], words)}


@masked_input.where
def fates_fit_the_text(text, fates, word):
    return len(text) == len(fates) and word not in text


@masked_input.misconception
def writes_mask_for_each_chosen(text, fates):
    return {"input": tuple("MASK" if f != "out" else token for token, f in zip(text, fates, strict=True))}


@masked_input.misconception
def predicts_at_masks_alone(text, fates):
    return {"predicted": tuple(token for token, f in zip(text, fates, strict=True) if f == "mask")}


@masked_input.misconception
def predicts_what_has_changed(text, fates):
    changed = ("mask", "random")
    if "keep" not in fates:
        return None
    return {"predicted": tuple(token for token, f in zip(text, fates, strict=True) if f in changed)}


@masked_input.misconception
def predicts_the_whole_text(text):
    return {"predicted": text}


@solver
def masked_loss(total, surprises, average):
    """Each chosen token costs −ln p, whatever it was turned into; tokens that were not chosen cost nothing."""
    return total if average == "sum" else total / len(surprises)


@masked_loss.working
def surprises(probs, fates):
    return [-log(p) for p, fate in zip(probs, fates, strict=True) if fate != "out"]


@masked_loss.working
def total(surprises):
    return sum(surprises)


@masked_loss.confirm
def loss_with_other_labels_ignored(probs, fates, average):
    """Run PyTorch's loss on predictions that give the original tokens these probabilities. (T,)"""
    logits = torch.stack([probs, 1 - probs], dim=-1).log()  # (T, 2)
    labels = torch.tensor([IGNORED if fate == "out" else 0 for fate in fates])
    return F.cross_entropy(logits, labels, reduction=average)


@masked_loss.refuse
@masked_input.refuse
def unknown_fates(fates):
    """A misspelt one would count as chosen."""
    unknown = [fate for fate in fates if fate not in FATES]
    return ("fates", f"{unknown[0]} is no fate", f"write {', '.join(FATES)}") if unknown else None


@masked_loss.where
def chosen_and_not(probs, fates):
    chosen = {p for p, fate in zip(probs, fates, strict=True) if fate != "out"}
    return len(probs) == len(fates) and set(fates) <= set(FATES) and len(chosen) > 1


def cost(probs, fates, counted, average):
    """The loss if just the tokens with these fates counted."""
    costs = [-log(p) for p, fate in zip(probs, fates, strict=True) if fate in counted]
    if not costs:
        return None
    return sum(costs) / (len(costs) if average == "mean" else 1)


@masked_loss.misconception
def counts_masks_alone(probs, fates, average):
    return cost(probs, fates, ("mask",), average)


@masked_loss.misconception
def counts_every_position(probs, fates, average):
    return cost(probs, fates, FATES, average)


@masked_loss.misconception
def spares_what_was_kept(probs, fates, average):
    return cost(probs, fates, ("mask", "random"), average) if "keep" in fates else None


@masked_loss.misconception
def divides_by_the_length(total, probs, average):
    return total / len(probs) if average == "mean" else None


# T5's span corruption: the input with sentinels, and the target that brings the missing spans back

LETTERS = tuple(f"<{letter}>" for letter in "XYZABCDEFGH")


def sentinels(names):
    """T5's sentinels in their order, as papers write them or as the tokenizer calls them."""
    return LETTERS if names == "letters" else tuple(f"<extra_id_{k}>" for k in range(len(LETTERS)))


def replaced(text, spans, shown):
    """The text with span k, from its first to its last token counted from 1, replaced by shown[k]."""
    found, done = [], 0
    for (first, last), instead in zip(spans, shown, strict=True):
        found += [*text[done : first - 1], *instead]
        done = last
    return (*found, *text[done:])


def cut_out(text, spans):
    """The tokens of each span, counted from 1."""
    return [text[first - 1 : last] for first, last in spans]


def listed(marks, pieces):
    """Each piece behind its mark."""
    return tuple(token for mark, piece in zip(marks, pieces, strict=False) for token in (mark, *piece))


def each_run_marked(numbers, runs, marks):
    """Every run of True becomes one mark, the next one each time: T5's data, in tensors. (T,)"""
    first = runs & ~F.pad(runs.int(), (1, 0))[:-1].bool()
    return torch.where(runs, marks[(first.cumsum(0) - 1).clamp(min=0)], numbers)[~runs | first]


def spans_run(length, spans):
    """Where the spans are. (T,)"""
    places = torch.arange(1, length + 1)
    return ((places >= spans[:, :1]) & (places <= spans[:, 1:])).any(0)


@solver
def span_corruption(text, spans, names, end):
    """One sentinel stands for a whole span, and the target says after each sentinel what it stands for."""
    marks, missing = sentinels(names), cut_out(text, spans)
    closed = [*missing, ()] if end == "sentinel" else missing
    return {
        "input": replaced(text, spans, [[mark] for mark in marks[: len(spans)]]),
        "target": listed(marks, closed),
    }


@span_corruption.confirm(
    derived="token numbers and a table of spans; the target is the input with the table inverted"
)
def corrupted_as_tensors(text, spans, names, end):
    numbers, words = ids_of([*text, *sentinels(names)])
    tokens, marks, runs = numbers[: len(text)], numbers[len(text) :], spans_run(len(text), spans)
    wide, around = (
        F.pad(tokens, (1, 1)),
        F.pad(runs.int(), (1, 1)).bool(),
    )  # runs of text on either side of a span
    target = each_run_marked(wide, ~around, marks)
    read = each_run_marked(tokens, runs, marks)
    return {
        "input": words_of(read, words),
        "target": words_of(target[: None if end == "sentinel" else -1], words),
    }


@span_corruption.where
def spans_stand_apart(text, spans):
    """In order, inside the text, and with text between them."""
    edges = [0, *(edge for span in spans for edge in span), len(text) + 1]
    gaps = zip(edges[::2], edges[1::2], strict=True)
    inside = all(behind - before > 1 or behind in (1, len(text) + 1) for before, behind in gaps)
    return inside and all(first <= last for first, last in spans)


@span_corruption.where
def a_span_has_two_tokens(spans):
    return any(last > first for first, last in spans)


@span_corruption.misconception
def gives_each_token_a_sentinel(text, spans, names, end):
    marks, single = list(sentinels(names)), [[token] for piece in cut_out(text, spans) for token in piece]
    closed = [*single, ()] if end == "sentinel" else single
    shown = [[marks.pop(0) for _ in piece] for piece in cut_out(text, spans)]
    return {"input": replaced(text, spans, shown), "target": listed(sentinels(names), closed)}


@span_corruption.misconception
def forgets_the_last_sentinel(text, spans, names, end):
    return {"target": listed(sentinels(names), cut_out(text, spans))} if end == "sentinel" else None


@span_corruption.misconception
def adds_a_last_sentinel(text, spans, names, end):
    return {"target": listed(sentinels(names), [*cut_out(text, spans), ()])} if end == "bare" else None


@span_corruption.misconception
def lists_the_missing_words_alone(text, spans):
    return {"target": tuple(token for piece in cut_out(text, spans) for token in piece)}


@span_corruption.misconception
def writes_the_whole_text(text):
    return {"target": text}


@span_corruption.misconception
def leaves_no_sentinel_in_the_input(text, spans):
    return {"input": replaced(text, spans, [[] for _ in spans])}


@solver
def span_lengths(n, m, k, end):
    """A span leaves one sentinel in the input; the target has the m tokens and a sentinel in front of each span."""
    extra = {"sentinel": (0, 1), "eos": (1, 1), "bare": (0, 0)}[end]
    return {"input": n - m + k + extra[0], "target": m + k + extra[1]}


@span_lengths.confirm(
    derived="spans laid into a sequence of token numbers, replaced, and what is left counted"
)
def laid_and_counted(n, m, k, end):
    lengths = chain(*zip(parts_of(n - m, k), parts_of(m, k), strict=True))
    runs = torch.repeat_interleave(torch.arange(2 * k) % 2 == 1, torch.tensor(list(lengths)))
    marks = torch.arange(n, n + k)
    read, target = (
        each_run_marked(torch.arange(n), runs, marks),
        each_run_marked(torch.arange(n), ~runs, marks),
    )
    return {"input": len(read) + (end == "eos"), "target": len(target) + (end != "bare")}


def parts_of(total, k):
    """The lengths of k parts of the whole, as even as can be."""
    return [len(part) for part in torch.arange(total).tensor_split(k)]


@span_lengths.where
def spans_have_tokens(n, m, k):
    return k < m and m + k <= n


@span_lengths.misconception
def a_sentinel_for_each_missing_token(n, m, end):
    extra = {"sentinel": (0, 1), "eos": (1, 1), "bare": (0, 0)}[end]
    return {"input": n + extra[0], "target": 2 * m + extra[1]}


@span_lengths.misconception
def counts_no_sentinels(n, m):
    return {"input": n - m, "target": m}


@span_lengths.misconception
def the_target_is_the_text(n):
    return {"target": n}


@span_lengths.misconception
def ends_otherwise(m, k, end):
    return {"target": m + k + (1 if end == "bare" else 0)}


# BERT's pairs of texts


@solver
def pair_input(first, second):
    """CLS stands in front and a SEP behind each text; a segment's SEP belongs to it, and CLS to the first."""
    return {
        "tokens": ("CLS", *first, "SEP", *second, "SEP"),
        "segments": [0] * (len(first) + 2) + [1] * (len(second) + 1),
    }


@pair_input.confirm(
    derived="tokens joined one by one; a token's segment is the number of SEP before it, counted by PyTorch"
)
def joined(first, second):
    tokens = ["CLS"]
    for text in (first, second):
        tokens += [*text, "SEP"]
    numbers, _ = ids_of(["SEP", *tokens])
    ends = numbers[1:] == numbers[0]
    return {"tokens": tokens, "segments": ends.cumsum(0) - ends.long()}


@pair_input.misconception
def one_separator_between(first, second):
    return {"tokens": ("CLS", *first, "SEP", *second), "segments": [0] * (len(first) + 2) + [1] * len(second)}


@pair_input.misconception
def no_class_token(first, second):
    return {
        "tokens": (*first, "SEP", *second, "SEP"),
        "segments": [0] * (len(first) + 1) + [1] * (len(second) + 1),
    }


@pair_input.misconception
def separator_opens_the_second(first, second):
    return {"segments": [0] * (len(first) + 1) + [1] * (len(second) + 2)}


@pair_input.misconception
def segments_from_one(first, second):
    return {"segments": [1] * (len(first) + 2) + [2] * (len(second) + 1)}


@solver
def pair_lengths(a, N, passage):
    """Three places go to CLS and two SEP; the second text gives up what does not fit, and padding fills the rest."""
    return {"second": passage + 1, "padding": N - a - passage - 3}


@pair_lengths.working
def passage(a, b, N):
    return min(b, N - a - 3)


@pair_lengths.confirm(derived="the row of token numbers built, cut and padded by PyTorch, and counted")
def padded_row(a, b, N):
    second = torch.full((b + 1,), 2)  # with its SEP
    row = torch.cat([torch.ones(1 + a + 1, dtype=torch.long), second[1:][: N - a - 3], second[:1]])
    filled = F.pad(row, (0, N - len(row)))
    return {"second": (filled == 2).sum(), "padding": (filled == 0).sum()}


@pair_lengths.where
def leaves_room_for_the_second(a, b, N):
    return a + 3 < N and b > 1


@pair_lengths.misconception
def forgets_special_tokens(a, b, N):
    left = N - a - b
    return {"second": b, "padding": left} if left > 0 else {"second": N - a}


@pair_lengths.misconception
def counts_one_separator(a, b, N):
    left = N - a - b - 2
    return {"second": b, "padding": left} if left > 0 else None


@pair_lengths.misconception
def keeps_the_whole_passage(b, passage):
    return {"second": b + 1} if passage < b else None


@pair_lengths.misconception
def gives_the_first_separator_to_the_second(passage):
    return {"second": passage + 2}


# Which positions see which, family by family


def open_cells(x, y, causal):
    """How many weights of PyTorch's attention from x to y are above 0."""
    attention = nn.MultiheadAttention(x.shape[-1], 1, batch_first=True)
    return (attention(x, y, y, attn_mask=causal_mask(x.shape[1]) if causal else None)[1] > 0).sum()


@solver
def visible_pairs(S, T, n):
    """An encoder opens its whole table and a decoder the half up to the diagonal; cross-attention opens T · S more."""
    return {
        "encoder_only": n * n,
        "decoder_only": n * (n + 1) / 2,
        "encoder_decoder": S * S + T * (T + 1) / 2 + T * S,
    }


@visible_pairs.working
def n(S, T):
    return S + T


@visible_pairs.confirm
def weights_of_each_family(S, T):
    """Run the attentions of one layer of each family and count their weights."""
    source, target = torch.randn(1, S, 4), torch.randn(1, T, 4)
    whole = torch.cat([source, target], dim=1)
    return {
        "encoder_only": open_cells(whole, whole, False),
        "decoder_only": open_cells(whole, whole, True),
        "encoder_decoder": open_cells(source, source, False)
        + open_cells(target, target, True)
        + open_cells(target, source, False),
    }


@visible_pairs.misconception
def forgets_cross_attention(S, T):
    return {"encoder_decoder": S * S + T * (T + 1) / 2}


@visible_pairs.misconception
def masks_the_encoder_too(S, T):
    n = S + T
    return {"encoder_only": n * (n + 1) / 2, "encoder_decoder": S * (S + 1) / 2 + T * (T + 1) / 2 + T * S}


@visible_pairs.misconception
def masks_nothing(S, T):
    n = S + T
    return {"decoder_only": n * n, "encoder_decoder": S * S + T * T + T * S}


@visible_pairs.misconception
def hides_the_token_itself(S, T):
    n = S + T
    return {"decoder_only": n * (n - 1) / 2, "encoder_decoder": S * S + T * (T - 1) / 2 + T * S}


@solver
def reach(S, T, j):
    """Without a mask everything hears of a token; behind a causal mask only its own position and those after it."""
    return {"encoder_only": S, "decoder_only": S - j + 1, "source": T, "target": T - j + 1}


@reach.confirm
def outputs_that_move(S, T, j):
    """Replace the token in PyTorch's own models of two layers, and count the outputs that move."""
    model = nn.Transformer(8, 2, 2, 2, 16, dropout=0.0, batch_first=True).eval()
    text, target = torch.randn(1, S, 8), torch.randn(1, T, 8)
    return {
        "encoder_only": moved(model.encoder, text, j),
        "decoder_only": moved(lambda x: model.encoder(x, mask=causal_mask(S)), text, j),
        "source": moved(lambda x: model(x, target, tgt_mask=causal_mask(T)), text, j),
        "target": moved(lambda x: model(text, x, tgt_mask=causal_mask(T)), target, j),
    }


def moved(run, x, j):
    """How many outputs differ once token j, counted from 1, is another one."""
    other = x.clone()
    other[0, j - 1] = torch.randn(x.shape[-1])
    return ((run(x) - run(other)).abs().amax(-1) > 1e-9).sum()


@reach.where
def neither_first_nor_last(S, T, j):
    return 1 < j < min(S, T) and S != T and 2 * j - 1 not in (S, T)


@reach.misconception
def reaches_earlier_positions(S, T, j):
    return {"decoder_only": j, "target": j}


@reach.misconception
def leaves_out_its_own_position(S, T, j):
    return {"encoder_only": S - 1, "decoder_only": S - j, "target": T - j}


@reach.misconception
def masks_the_source(S, T, j):
    return {"encoder_only": S - j + 1, "source": T - j + 1}


@reach.misconception
def nothing_is_masked(S, T):
    return {"decoder_only": S, "target": T}


@reach.misconception
def stays_at_its_place():
    return {"encoder_only": 1, "decoder_only": 1, "source": 1, "target": 1}


@solver
def pattern(counts):
    """Both ways, each query sees all; causal, one more each time; a prefix is seen whole, a window never grows out."""
    if counts[0] > 1:
        return "both_ways" if counts[0] == len(counts) else "prefix"
    return "causal" if counts[-1] == len(counts) else "window"


@pattern.confirm
def masked_in_every_way(counts):
    """Run attention under each of the masks, with every prefix and window there is, and find these counts."""
    n = len(counts)
    behind, places = distances(n), torch.arange(n)
    masks = {"both_ways": [behind == behind], "causal": [causal_mask(n) == 0]}
    masks["prefix"] = [(behind >= 0) | (places < p) for p in range(2, n)]
    masks["window"] = [(behind >= 0) & (behind < w) for w in range(1, n)]
    (found,) = (
        name for name, tables in masks.items() if any((seen(t).sum(1) == counts).all() for t in tables)
    )
    return found


@pattern.misconception
def takes_masked_models_for_masked_attention(counts):
    """BERT is a masked language model, so its attention must be the masked one."""
    return {"both_ways": "causal", "causal": "both_ways"}.get(pattern(counts))


@pattern.misconception
def overlooks_how_it_begins(counts):
    return "causal" if pattern(counts) == "prefix" else None


@pattern.misconception
def overlooks_how_it_ends(counts):
    return "causal" if pattern(counts) == "window" else None


@pattern.misconception
def sees_the_whole_prefix_and_stops(counts):
    return "both_ways" if pattern(counts) == "prefix" else None


# How many predictions a text gives


@solver
def loss_terms(n, chosen, spans, labels):
    """BERT predicts what was chosen, a decoder every next token, T5 the missing tokens and their sentinels."""
    return {
        "encoder_only": chosen,
        "decoder_only": n if labels == "beside" else n - 1,
        "encoder_decoder": chosen + spans + 1,
    }


@loss_terms.working
def chosen(n, s):
    return n * s


@loss_terms.working
def spans(chosen, w):
    return chosen / w


@loss_terms.confirm
def terms_of_each_loss(n, s, w, labels):
    """Lay out the labels that each family has, and count the terms of PyTorch's loss."""
    hidden = torch.arange(n) < round(n * s)
    text = torch.ones(n + (labels == "beside"), dtype=torch.long)
    first = (
        torch.arange(n)[hidden] % w == 0
    )  # a sentinel stands before the first token of each span, and at the end
    target = torch.ones(int(hidden.sum() + first.sum()) + 1, dtype=torch.long)
    every = {
        "encoder_only": torch.where(hidden, 1, IGNORED),
        "decoder_only": text[1:],
        "encoder_decoder": target,
    }
    return {family: terms(expected).sum() for family, expected in every.items()}


@loss_terms.where
def whole_spans(n, s, w):
    return (n * s / w).denominator == 1


@loss_terms.misconception
def everything_is_predicted(n):
    return {"encoder_only": n, "encoder_decoder": n}


@loss_terms.misconception
def only_masks_count(chosen):
    return {"encoder_only": chosen * 4 / 5}


@loss_terms.misconception
def sentinels_are_free(chosen):
    return {"encoder_decoder": chosen}


@loss_terms.misconception
def forgets_the_last_sentinel_of_the_target(chosen, spans):
    return {"encoder_decoder": chosen + spans}


@loss_terms.misconception
def only_the_last_token_is_predicted():
    return {"decoder_only": 1}


# Claims


def swayed(run, x, place, other):
    """Whether the output at one place moves when the token at another one, both counted from 0, is replaced."""
    changed = x.clone()
    changed[0, other] = torch.randn(x.shape[-1])
    return bool((run(x) - run(changed))[0, place].abs().max() > 1e-3)


@claim(broken=True)
def a_masked_token_is_read_off_both_sides(causal=False):
    """Replace the last of four tokens and look at the output of the second."""
    layer = causal_decoder()
    return swayed(lambda x: layer(x, causal), torch.randn(1, 4, 8), 1, 3)


@claim(broken=True)
def an_encoder_can_be_run_word_by_word(causal=False):
    """Compare the outputs over four tokens with those over the first three."""
    layer, x = causal_decoder(), torch.randn(1, 4, 8)
    return (layer(x, causal)[:, :3] - layer(x[:, :3], causal)).abs().max()


@claim(broken=("mask",))
def loss_stands_at_masks_alone(chosen=("mask", "random", "keep")):
    """Look for a gradient at the logits of a chosen token that was kept."""
    fates = ("out", "mask", "random", "keep")
    labels = torch.tensor([1 if fate in chosen else IGNORED for fate in fates])
    logits = torch.randn(4, 5, requires_grad=True)
    with torch.enable_grad():
        F.cross_entropy(logits, labels).backward()
    return not bool(logits.grad[fates.index("keep")].abs().max() > 1e-6)


@claim(broken=True)
def tokens_not_chosen_are_learnt_from(alone=False):
    """Predict at one place only and look for a gradient at another token's embedding."""
    layer, x = causal_decoder(), torch.randn(1, 4, 8, requires_grad=True)
    with torch.enable_grad():
        (x if alone else layer(x, False))[0, 1, 0].backward()
    return bool(x.grad[0, 3].abs().max() > 1e-6)


@claim(broken=1)
def a_random_token_is_another_one(own=0):
    """Draw every token of a vocabulary of ten, or every one but the original, and look for the original."""
    original = 9
    return not bool((torch.arange(10 - own) == original).any())


@claim(broken=nn.TransformerEncoderLayer)
def a_decoder_layer_is_no_larger(layer=nn.TransformerDecoderLayer):
    """Count the parameters of PyTorch's decoder layer and encoder layer."""
    extra = count(layer(16, 2, 64)) - count(nn.TransformerEncoderLayer(16, 2, 64))
    return extra == 0


@claim(broken=3)
def single_token_spans_shorten_the_input(length=1):
    """Replace two spans of this length in a text of twelve tokens."""
    spans = torch.tensor([[2, 1 + length], [8, 7 + length]])
    read = each_run_marked(torch.arange(12), spans_run(12, spans), torch.arange(12, 14))
    return len(read) < 12


@claim(broken=False)
def prefix_and_cross_attention_see_alike(both_ways=True):
    """Count the open pairs of a prefix model, and of an encoder-decoder with the prefix as its source."""
    S, T = 5, 4
    prefix = torch.arange(S + T) < S if both_ways else torch.zeros(S + T, dtype=torch.bool)
    joint = seen((distances(S + T) >= 0) | prefix).sum()
    source, target = torch.randn(1, S, 4), torch.randn(1, T, 4)
    apart = open_cells(source, source, False) + open_cells(target, target, True)
    return (joint - apart - open_cells(target, source, False)).abs()


@claim(broken=True)
def bert_like_layers_normalize_first(norm_first=False):
    """Run PyTorch's layer and see whether its output is left unnormalized."""
    layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.0, batch_first=True, norm_first=norm_first).eval()
    output = layer(torch.randn(1, 4, 8))
    return bool((output - F.layer_norm(output, (8,))).abs().max() > 1e-3)


@claim(broken=2)
def llama_has_no_cross_attention(attentions=1):
    """Count LLaMA-7B's modules with so many attentions in each layer, and compare with the published sum."""
    d, f, V = 4096, 11_008, 32_000
    attention = [nn.Linear(d, d, bias=False, device=META) for _ in range(4 * attentions)]
    forward = [nn.Linear(d, f, bias=False, device=META) for _ in range(3)]
    layer = [*attention, *forward, nn.RMSNorm(d, device=META), nn.RMSNorm(d, device=META)]
    ends = [
        nn.Embedding(V, d, device=META),
        nn.Linear(d, V, bias=False, device=META),
        nn.RMSNorm(d, device=META),
    ]
    return 32 * count(*layer) + count(*ends) == 6_738_415_616
