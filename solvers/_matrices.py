"""Products of exact matrices, which are lists of rows: what attention is made of."""


def dot(one, other):
    """The products of two lists' entries, summed."""
    return sum(a * b for a, b in zip(one, other, strict=True))


def times(x, w):
    """The product of two matrices, rows times columns."""
    return [mixed(row, w) for row in x]


def mixed(weights, rows):
    """The rows, weighted and summed."""
    return [dot(weights, column) for column in zip(*rows, strict=True)]


def scores_of(queries, keys, scale):
    """A row for each query, a column for each key: their products, divided by the scale."""
    return [[dot(query, key) / scale for key in keys] for query in queries]
