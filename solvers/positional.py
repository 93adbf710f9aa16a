"""Positions: sines and cosines for each of d/2 speeds, rotations by them, and biases by distance."""

import torch
from torch import nn

from qbank import claim, solver
from qbank.exact import Whole, cos, log, pi, power, sin

from ._pictures import heat
from ._sinusoids import laid_out, pairs, vectors
from ._waves import degrees, in_order, turned, turned_all, waves

WAVES = {"sine": sin, "cosine": cos}


# One entry, named by its coordinate or by its pair


@solver
def value(wave, angle):
    """Coordinates 2i and 2i + 1 (or i and d/2 + i) belong to pair i, which has turned by p / 10000^(2i/d)."""
    return WAVES[wave](angle)


@value.working
def pair(d, n, index, layout):
    if index != "coordinate":
        return n
    return n // 2 if layout == "interleaved" else n % (d // 2)


@value.working
def wave(d, n, index, layout):
    if index != "coordinate":
        return index
    return "cosine" if (n % 2 == 1 if layout == "interleaved" else n >= d // 2) else "sine"


@value.working
def angle(p, d, pair):
    return turned(p, pair, d)


@value.working
def partner(wave, angle):
    return cos(angle) if wave == "sine" else sin(angle)


@value.confirm(derived="turns of one position each, multiplied up")
def entry_of_the_turned_pair(p, d, n, index, layout):
    """Turn all pairs p times, lay them out and look at the place that is asked."""
    turned_pairs = pairs(d, p)[p]  # (d/2, 2)
    if index == "coordinate":
        return laid_out(turned_pairs, layout)[n]
    return turned_pairs[n, ("sine", "cosine").index(index)]


@value.where
def index_exists(d, n, index):
    return n < d if index == "coordinate" else n < d // 2


@value.misconception
def coordinate_as_pair(p, d, n, index, wave, pair):
    return WAVES[wave](turned(p, n, d)) if index == "coordinate" and n != pair else None


@value.misconception
def forgets_the_two(p, d, pair, wave):
    return WAVES[wave](p / power(10_000, pair / d)) if pair > 0 else None


@value.misconception
def base_of_a_thousand(p, d, pair, wave):
    return WAVES[wave](turned(p, pair, d, base=1000)) if pair > 0 else None


@value.misconception
def calculator_in_degrees(angle, wave):
    return WAVES[wave](degrees(angle))


# The whole vector of a position


@solver
def vector(sines, cosines, layout):
    """Pair i turns at the speed 10000^(−2i/d); its sine and cosine stand side by side, or in two halves."""
    return in_order(sines, cosines, layout)


@vector.working
def angles(p, d):
    return turned_all(p, d)


@vector.working
def sines(angles):
    return [sin(angle) for angle in angles]


@vector.working
def cosines(angles):
    return [cos(angle) for angle in angles]


@vector.confirm(derived="turns of one position each, multiplied up")
def turned_pairs(p, d, layout):
    """Turn all pairs p times and lay them out."""
    return laid_out(pairs(d, p)[p], layout)


@vector.misconception
def every_coordinate_its_own_speed(p, d, layout):
    angles = [p / power(10_000, n / d) for n in range(d)]
    return in_order([sin(a) for a in angles[::2]], [cos(a) for a in angles[1::2]], layout)


@vector.misconception
def takes_every_coordinate_for_a_pair(p, d, layout):
    angles = [turned(p, n, d) for n in range(d)]
    return in_order([sin(a) for a in angles[::2]], [cos(a) for a in angles[1::2]], layout)


@vector.misconception
def doubles_the_index_twice(p, d, layout):
    return waves([turned(p, 2 * i, d) for i in range(d // 2)], layout)


@vector.misconception
def all_in_base_of_a_thousand(p, d, layout):
    return waves(turned_all(p, d, base=1000), layout)


@vector.misconception
def all_in_degrees(angles, layout):
    return waves([degrees(angle) for angle in angles], layout)


# A token's embedding with its position added


@solver
def token_plus_position(tag, embedding):
    """The vector of the token's position, counted from 0, is added to its embedding entry by entry."""
    return {"position": tag, "sum": [x + t for x, t in zip(embedding, tag, strict=True)]}


@token_plus_position.working
def slow(p):
    return p / 100  # the angle of pair 1: at width 4, 10000^(2/4) = 100


@token_plus_position.working
def tag(p, slow, layout):
    return waves([p, slow], layout)


@token_plus_position.working
def embedding(x, scaled):
    return [2 * entry for entry in x] if scaled else list(x)


@token_plus_position.confirm(derived="turns of one position each, multiplied up, and embedding tables")
def embedding_tables(p, x, layout, scaled):
    """Look token and position up in two of PyTorch's embedding tables and add what comes out."""
    tokens = nn.Embedding.from_pretrained(x.unsqueeze(0))  # (1, 4)
    positions = nn.Embedding.from_pretrained(laid_out(pairs(4, p), layout))  # (p + 1, 4)
    token, position = tokens(torch.tensor(0)), positions(torch.tensor(p))
    return {"position": position, "sum": position + token * (len(x) ** 0.5 if scaled else 1)}


@token_plus_position.misconception
def counts_from_one(p, embedding, layout):
    return token_plus_position(waves([p + 1, (p + 1) / 100], layout), embedding)


@token_plus_position.misconception
def takes_coordinates_for_pairs(p, embedding, layout):
    return token_plus_position(waves([p, p / 10_000], layout), embedding)


@token_plus_position.misconception
def multiplies(tag, embedding):
    return {"sum": [x * t for x, t in zip(embedding, tag, strict=True)]}


@token_plus_position.misconception
def adds_the_number_of_the_position(p, embedding):
    return {"sum": [x + p for x in embedding]}


# The matrix that takes a pair k positions further


@solver
def pair_rotation(sine, cosine, order):
    """sin(a + b) and cos(a + b) are linear in sin a and cos a, with the sine and cosine of b as factors."""
    rows = [[cosine, sine], [-sine, cosine]]
    return rows if order == "sine_first" else [list(column) for column in zip(*rows, strict=True)]


@pair_rotation.working
def turn(k, d, i):
    return turned(k, i, d)


@pair_rotation.working
def sine(turn):
    return sin(turn)


@pair_rotation.working
def cosine(turn):
    return cos(turn)


@pair_rotation.confirm(derived="turns of one position each, multiplied up, then least squares")
def fitted_map(k, d, i, order):
    """Fit the one matrix that takes the pair of every position to the pair k positions later."""
    last = 2 * int(10_000 ** (2 * i / d)) + k
    columns = pairs(d, last)[:, i]  # (last + 1, 2): sine, cosine
    if order == "cosine_first":
        columns = columns.flip(-1)
    return torch.linalg.lstsq(columns[:-k], columns[k:]).solution.T


@pair_rotation.where
def pair_exists(d, i):
    return 2 * i < d


@pair_rotation.misconception
def loses_the_sign(sine, cosine):
    return [[cosine, sine], [sine, cosine]]


@pair_rotation.misconception
def forgets_the_speed(k, i, order):
    return pair_rotation(sin(k), cos(k), order) if i > 0 else None


@pair_rotation.misconception
def turns_with_base_of_a_thousand(k, d, i, order):
    turn = turned(k, i, d, base=1000)
    return pair_rotation(sin(turn), cos(turn), order) if i > 0 else None


@pair_rotation.misconception
def turns_in_degrees(turn, order):
    return pair_rotation(sin(degrees(turn)), cos(degrees(turn)), order)


# The dot product of two positions


@solver
def similarity(contributions):
    """A pair contributes sin a sin b + cos a cos b = cos(b − a): the cosine of its turn over the gap."""
    return sum(contributions)


@similarity.working
def gap(p, q):
    return q - p


@similarity.working
def turns(gap, d):
    return turned_all(gap, d)


@similarity.working
def contributions(turns):
    return [cos(turn) for turn in turns]


@similarity.confirm(derived="turns of one position each, multiplied up")
def dot_product(p, q, d):
    """Build both vectors and multiply them entry by entry."""
    table = pairs(d, q).flatten(1)  # (q + 1, d)
    return table[p] @ table[q]


@similarity.where
def positions_differ(p, q):
    return p < q


@similarity.misconception
def one_pair_only(gap):
    return cos(gap)


@similarity.misconception
def adds_the_angles(p, q, d):
    return sum(cos(turn) for turn in turned_all(p + q, d))


@similarity.misconception
def divides_by_the_squared_length(contributions):
    return sum(contributions) / len(contributions)


@similarity.misconception
def gap_in_degrees(turns):
    return sum(cos(degrees(turn)) for turn in turns)


# After how many positions a pair repeats


@solver
def wavelength(slowness):
    """The pair turns by 10000^(−2i/d) a position, so a full turn 2π takes 2π · 10000^(2i/d) positions."""
    return 2 * pi * slowness


@wavelength.working
def slowness(d, i):
    return power(10_000, 2 * i / d)


@wavelength.confirm(derived="the sine's second zero on the way up, between positions and then by bisection")
def where_the_sine_returns(d, i):
    """Walk along whole positions to where the sine turns positive again, then halve the step before it."""
    speed = torch.logspace(0, -4, d // 2 + 1)[i]
    signs = torch.sin(torch.arange(1, 70_000) * speed) > 0
    high = float((signs[1:] & ~signs[:-1]).nonzero()[0]) + 2
    low = high - 1
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if torch.sin(middle * speed) > 0 else (middle, high)
    return low


@wavelength.where
def pair_is_there(d, i):
    return 2 * i < d


@wavelength.misconception
def leaves_out_the_full_turn(slowness):
    return slowness


@wavelength.misconception
def leaves_out_the_two(d, i):
    return 2 * pi * power(10_000, i / d)


@wavelength.misconception
def base_of_one_thousand(d, i):
    return 2 * pi * power(1000, 2 * i / d)


@wavelength.misconception
def full_turn_in_degrees(slowness):
    return 360 * slowness


# The table of the first positions


@solver
def table(rows):
    """One row a position, each as the vector of that position."""
    return rows


@table.working
def rows(P, d, base, layout):
    return [waves(turned_all(p, d, base), layout) for p in range(P)]


@table.confirm(derived="turns of one position each, multiplied up")
def turned_rows(P, d, base, layout):
    """Turn all pairs from position to position and lay them out."""
    return laid_out(pairs(d, P - 1, base), layout)


@table.misconception
def starts_at_one(P, d, base, layout):
    return [waves(turned_all(p + 1, d, base), layout) for p in range(P)]


@table.misconception
def lays_out_the_other_way(P, d, base, layout):
    other = "halves" if layout == "interleaved" else "interleaved"
    return [waves(turned_all(p, d, base), other) for p in range(P)] if d > 2 else None


@table.misconception
def a_speed_for_every_coordinate(P, d, base, layout):
    angles = [[p / power(base, n / d) for n in range(d)] for p in range(P)]
    return [in_order([sin(a) for a in row[::2]], [cos(a) for a in row[1::2]], layout) for row in angles]


@table.misconception
def loses_the_factor_two(P, d, base, layout):
    slow = [[p / power(base, i / d) for i in range(d // 2)] for p in range(P)]
    return [waves(angles, layout) for angles in slow] if d > 2 else None


@solver
def table_shapes(B, T, P, d):
    """A row a position, d wide, cut to the sequence's length and added to every sequence of the batch."""
    return {"table": (P, d), "used": (T, d), "sum": (B, T, d)}


@table_shapes.confirm
def table_looked_up(B, T, P, d):
    """Make the table as one of PyTorch's embeddings, look positions up and add them to a batch."""
    with torch.device("meta"):
        places = nn.Embedding(P, d)
        used = places(torch.arange(T))
        return {"table": places.weight.shape, "used": used.shape, "sum": (torch.empty(B, T, d) + used).shape}


@table_shapes.where
def sequence_fits(T, P):
    return T < P


@table_shapes.misconception
def a_column_for_each_position(T, P, d):
    return {"table": (d, P), "used": (d, T)} if d != P else None


@table_shapes.misconception
def joins_instead_of_adding(B, T, d):
    return {"sum": (B, T, 2 * d)}


@table_shapes.misconception
def one_number_a_position(T, P):
    return {"table": (P,), "used": (T,)}


@table_shapes.misconception
def adds_the_whole_table(B, P, d):
    return {"used": (P, d), "sum": (B, P, d)}


# The speeds as a program computes them


@solver
def log_speed(d, base):
    """Speeds base^(−2i/d) are powers of e: exp(c · i) with c = −2 ln(base) / d."""
    return -2 * log(base) / d


@log_speed.confirm(derived="the logarithm of the ratio of two turns that are measured")
def slope_of_the_speeds(d, base):
    """Measure how far pairs 0 and 1 turn in one position, and take the logarithm of their ratio."""
    turn = torch.atan2(*pairs(d, 1, base)[1, :2].unbind(-1))  # (2,)
    return (turn[1] / turn[0]).log()


@log_speed.misconception
def divides_down_to_a_whole_number(d, base):
    """What a program computes that divides by d // 2 without brackets: (c / d) rounded down by // 2."""
    return -1 if 0 < log(base) / d < 2 else None


@log_speed.misconception
def leaves_out_a_factor_of_two(d, base):
    return -log(base) / d


@log_speed.misconception
def loses_the_minus(d, base):
    return 2 * log(base) / d


@log_speed.misconception
def takes_logarithms_to_ten(d, base):
    return -2 * log(base) / log(10) / d


# The sum of a position's entries


@solver
def entry_sum(turned_by):
    """Each pair gives the sine and the cosine of its angle, in whatever order they stand."""
    return sum(sin(angle) + cos(angle) for angle in turned_by)


@entry_sum.working
def turned_by(p, d):
    return turned_all(p, d)


@entry_sum.confirm(derived="turns of one position each, multiplied up")
def turned_and_summed(p, d):
    return pairs(d, p)[p].sum()


@entry_sum.misconception
def sums_from_position_one(p, d):
    return sum(sin(angle) + cos(angle) for angle in turned_all(p + 1, d))


@entry_sum.misconception
def sums_coordinates_as_pairs(p, d):
    return sum((cos if n % 2 else sin)(turned(p, n, d)) for n in range(d))


@entry_sum.misconception
def squares_the_entries(d):
    return d / 2


@entry_sum.misconception
def sums_in_degrees(turned_by):
    return sum(sin(degrees(angle)) + cos(degrees(angle)) for angle in turned_by)


# Rotary positions: a pair of a query or key is turned by its angle


def paired(x, pairing):
    """The pairs of a vector: neighbours, or entry i with the one half the width further on."""
    half = len(x) // 2
    return (
        list(zip(x[::2], x[1::2], strict=True))
        if pairing == "neighbours"
        else list(zip(x[:half], x[half:], strict=True))
    )


def unpaired(pairs_of, pairing):
    """The vector with these pairs."""
    if pairing == "neighbours":
        return [entry for pair in pairs_of for entry in pair]
    return [a for a, _ in pairs_of] + [b for _, b in pairs_of]


def rotated(x, angles_of, pairing):
    """Each pair (a, b) as (a cos − b sin, a sin + b cos) of its angle."""
    made = [
        (a * cos(t) - b * sin(t), a * sin(t) + b * cos(t))
        for (a, b), t in zip(paired(x, pairing), angles_of, strict=True)
    ]
    return unpaired(made, pairing)


@solver
def rotary(x, by, pairing):
    """Pair i is turned by p / 10000^(2i/d): its length stays, its direction tells the position."""
    return rotated(x, by, pairing)


@rotary.working
def by(x, p):
    return turned_all(p, Whole(len(x)))


@rotary.confirm(batch=["x"], derived="complex numbers turned by one position at a time")
def turned_as_complex(x, p, pairing):
    d = x.shape[-1]
    first, second = x.unflatten(-1, (-1, 2)).unbind(-1) if pairing == "neighbours" else x.chunk(2, -1)
    sine, cosine = pairs(d, p)[p].unbind(-1)
    made = torch.complex(first, second) * torch.complex(cosine, sine)  # (…, d/2)
    return laid_out(torch.view_as_real(made), "interleaved" if pairing == "neighbours" else "halves")


@rotary.where
def width_is_even(x):
    return len(x) % 2 == 0


@rotary.misconception
def pairs_the_other_way(x, by, pairing):
    return rotated(x, by, "halves" if pairing == "neighbours" else "neighbours") if len(x) > 2 else None


@rotary.misconception
def turns_back(x, by, pairing):
    return rotated(x, [-angle for angle in by], pairing)


@rotary.misconception
def adds_the_position_vector(x, by):
    return [a + b for a, b in zip(x, waves(by, "interleaved"), strict=True)]


@rotary.misconception
def turns_all_pairs_alike(x, p, pairing):
    return rotated(x, [p for _ in range(len(x) // 2)], pairing) if len(x) > 2 else None


# ALiBi: a slope a head, times the distance


@solver
def alibi(slope, i):
    """Head k of h has the slope 2^(−8k/h); a key n places back gets minus n slopes, the query's own key nothing."""
    return {"slope": slope, "bias": [-slope * (i - j) for j in range(1, i + 1)]}


@alibi.working
def slope(h, k):
    return power(2, -8 * k / h)


@alibi.confirm(derived="slopes multiplied up head by head, and biases read off PyTorch's attention weights")
def bias_behind_the_weights(h, k, i):
    """Give attention equal scores and these biases; logarithms of the weights, less the own one's, are the biases."""
    slopes = torch.full((h,), 2.0).pow(-8 / h).cumprod(0)  # (h,)
    queries, identity = torch.zeros(1, i), torch.eye(i)
    distance = torch.arange(i).flip(0)
    mask = -slopes[k - 1] * distance.unsqueeze(0)
    weights = nn.functional.scaled_dot_product_attention(queries, identity, identity, attn_mask=mask)[0]
    return {"slope": slopes[k - 1], "bias": (weights / weights[-1]).log()}


@alibi.where
def head_exists(h, k):
    return k <= h and (8 * k) % h == 0


@alibi.misconception
def counts_heads_from_zero(h, k, i):
    return alibi(power(2, -8 * (k - 1) / h), i)


@alibi.misconception
def forgets_the_number_of_heads(h, k, i):
    return alibi(power(2, -k), i) if h != 8 else None


@alibi.misconception
def favours_the_distant(slope, i):
    return {"bias": [slope * (i - j) for j in range(1, i + 1)]}


@alibi.misconception
def measures_from_the_beginning(slope, i):
    return {"bias": [-slope * (j - 1) for j in range(1, i + 1)]}


# Pictures


@solver
def heatmap_picture(d, order, layout):
    """Position 0 is all 0 and 1; its ones are cosines, and the last pair hardly turns."""
    half = d // 2
    slow = [d - 2, d - 1] if layout == "interleaved" else [half - 1, d - 1]
    return {"start": Whole(order.index(0) + 1), "layout": layout, "slowest": slow}


@heatmap_picture.figure
def the_encoding_drawn(d, order, layout):
    rows = [waves(turned_all(p, d), layout) for p in order]
    return heat(rows, "row", "coordinate")


@heatmap_picture.confirm(derived="unit rotations multiplied up, in the rows that are drawn")
def rows_looked_through(d, order, layout):
    """Find the row of nothing but 0 and 1, where its ones are, and which columns on one circle change least."""
    table = laid_out(pairs(d, int(order.max())), layout)[order.long()]
    start = int(((table == 0) | (table == 1)).all(1).nonzero()[0, 0])
    ones = table[start].nonzero().flatten()
    squares = table.square()
    circles = (squares.T.unsqueeze(1) + squares.T - 1).abs().amax(
        -1
    ) < 1e-9  # (d, d): sine and cosine of one angle
    spread = table.amax(0) - table.amin(0)
    couples = [(float(spread[a] + spread[b]), [a, b]) for a, b in circles.nonzero().tolist() if a < b]
    return {
        "start": start + 1,
        "layout": "halves" if int(ones[0]) == d // 2 else "interleaved",
        "slowest": min(couples)[1],
    }


@heatmap_picture.where
def the_rows_are_shuffled(order):
    return order[0] != 0


@heatmap_picture.misconception
def starts_in_the_first_row(order):
    return {"start": Whole(1)} if order[0] != 0 else None


@heatmap_picture.misconception
def takes_the_fastest_pair(d, layout):
    return {"slowest": [0, 1] if layout == "interleaved" else [0, d // 2]}


@heatmap_picture.misconception
def reads_the_other_layout(d, order, layout):
    other = heatmap_picture(d, order, "halves" if layout == "interleaved" else "interleaved")
    return {"layout": other["layout"], "slowest": other["slowest"]}


# Claims. Tables are of positions 0 to 63 and 8 entries wide.


def learned():
    """A table as training might leave it: nothing ties its rows together. (64, 8)"""
    return nn.Embedding(64, 8).weight.detach()


def number_line():
    """Each position as its number. (64, 1)"""
    return torch.arange(64.0).unsqueeze(1)


def shuffling_moves(positions, mask=None):
    """How far attention's outputs move, beyond being shuffled too, when its six tokens are shuffled."""
    attention, tokens = nn.MultiheadAttention(8, 2, batch_first=True), torch.randn(6, 8)
    order = torch.tensor([2, 0, 5, 1, 3, 4])

    def outputs(x):
        x = (x + positions).unsqueeze(0)  # (1, T, d)
        return attention(x, x, x, attn_mask=mask)[0].squeeze(0)

    return (outputs(tokens)[order] - outputs(tokens[order])).abs().max()


@claim(broken=learned)
def squared_length_is_half_the_width(table=vectors):
    """Measure the squared length of every row against 4, half of 8."""
    return (table().square().sum(1) - 4).abs().max()


@claim(broken=lambda: nn.functional.normalize(vectors()))
def every_vector_has_length_one(table=vectors):
    """Measure the length of every row against 1."""
    return (table().norm(dim=1) - 1).abs().max()


@claim(broken=number_line)
def entries_stay_within_one(table=vectors):
    """Look whether any entry leaves the interval."""
    return (table().abs() <= 1).all()


@claim(broken=lambda: pairs(8, 63)[..., 0])
def position_zero_is_all_zeros(table=vectors):
    """Measure the largest entry of the first row; a table of sines alone would begin with zeros."""
    return table()[0].abs().max()


@claim(broken=number_line)
def distance_grows_with_the_gap(table=vectors):
    """Measure the distances from position 0 and look whether each is larger than the one before."""
    distances = (table() - table()[0]).norm(dim=1)
    return (distances.diff() > 0).all()


@claim(broken=learned)
def one_map_serves_every_position(table=vectors):
    """Fit the map from p to p + 5 on the first half of the table and try it on the second."""
    first, second = table().chunk(2)
    fitted = torch.linalg.lstsq(first[:-5], first[5:]).solution
    return (second[:-5] @ fitted - second[5:]).abs().max()


@claim(broken=learned)
def dot_product_hangs_on_the_gap_alone(table=vectors):
    """Compare the dot products of all pairs of positions with those one position further on."""
    products = table() @ table().T
    return (products[1:, 1:] - products[:-1, :-1]).abs().max()


@claim(broken=lambda: vectors().flip(1))
def pair_zero_turns_slowest(table=vectors):
    """Count how often the first and the last sine change sign along the table."""
    changes = (table()[1:].sign().diff(dim=0) != 0).sum(0)  # (d,)
    return changes[0] < changes[-2]


@claim(broken=lambda: vectors(6))
def shuffled_tokens_only_shuffle_the_outputs(positions=lambda: torch.zeros(6, 8)):
    """Shuffle six tokens before attention, and its outputs after it."""
    return shuffling_moves(positions())


@claim(broken=lambda: None)
def a_causal_mask_knows_no_order(mask=lambda: nn.Transformer.generate_square_subsequent_mask(6)):
    """Shuffle six tokens without positions before causal attention, and its outputs after it."""
    return shuffling_moves(torch.zeros(6, 8), mask())


def rotation(x, p):
    """Rotary positions as complex numbers: pairs of x (…, 8) turned by position p."""
    sine, cosine = pairs(8, p)[p].unbind(-1)
    made = torch.view_as_complex(x.unflatten(-1, (4, 2))) * torch.complex(cosine, sine)
    return torch.view_as_real(made).flatten(-2)


def tag_added(x, p):
    """Sinusoidal positions, added."""
    return x + vectors(p + 1)[p]


@claim(broken=lambda: tag_added)
def rotary_scores_hang_on_the_gap_alone(placed=lambda: rotation):
    """Compare a query's and a key's score at positions 3 and 1 with that at 9 and 7."""
    place, query, key = placed(), torch.randn(8), torch.randn(8)
    return (place(query, 3) @ place(key, 1) - place(query, 9) @ place(key, 7)).abs()


@claim(broken=lambda: tag_added)
def rotary_positions_keep_lengths(placed=lambda: rotation):
    """Measure a vector's length before and after."""
    x = torch.randn(8)
    return (placed()(x, 5).norm() - x.norm()).abs()


@claim(broken=lambda: lambda places: vectors(20)[places])
def a_learned_table_has_rows_past_its_end(table=lambda: nn.Embedding(16, 8)):
    """Look position 16 up in a table of 16 positions, and look whether that works."""
    try:
        return bool(table()(torch.tensor([16])).isfinite().all())
    except IndexError:
        return False
