"""Sines and cosines of positions, exactly: angles of pairs, and the order in which a vector holds them."""

from qbank.exact import cos, pi, power, sin


def turned(p, i, d, base=10_000):
    """The angle of pair i at position p in radians, where the vectors are d wide."""
    return p / power(base, 2 * i / d)


def turned_all(p, d, base=10_000):
    """The angles of all d/2 pairs at position p."""
    return [turned(p, i, d, base) for i in range(d // 2)]


def in_order(sines, cosines, layout):
    """The entries of a vector, sine and cosine alternating or in two halves."""
    if layout == "halves":
        return [*sines, *cosines]
    return [entry for pair in zip(sines, cosines, strict=True) for entry in pair]


def waves(angles, layout):
    """The vector whose pairs have turned by these angles."""
    return in_order([sin(angle) for angle in angles], [cos(angle) for angle in angles], layout)


def degrees(angle):
    """What a calculator in degree mode takes an angle for."""
    return pi * angle / 180
