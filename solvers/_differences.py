"""What experiments measure: how far two results lie apart."""


def largest_difference(one, other):
    """The largest distance between entries of the same place."""
    return (one - other).abs().max()
