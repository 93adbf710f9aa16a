"""From logits to probabilities and losses, exactly: for solvers and their misconceptions."""

from qbank.exact import exp, log


def distributions_only(name, rows):
    """The refusal of a parameter whose rows are no probabilities of all that can happen; None where they are."""
    for row in rows:
        if sum(row) != 1 or min(*row, 1) < 0:
            found = f"sums to {sum(row)}" if sum(row) != 1 else "has a negative number"
            return name, f"a row of {name} {found}", "write probabilities that sum to 1"
    return None


def powers_of(logits):
    """e to the power of each."""
    return [exp(z) for z in logits]


def shares_of(values):
    """Each as a part of their sum."""
    total = sum(values)
    return [value / total for value in values]


def softmax_of(logits):
    """Each power as a part of all powers."""
    return shares_of(powers_of(logits))


def log_sum_exp(logits):
    """The logarithm of all powers together, which is what a logarithm of a softmax takes away."""
    return log(sum(powers_of(logits)))


def surprises_of(probabilities):
    """−ln p of each."""
    return [-log(p) for p in probabilities]


def one_hot(V, y):
    """1 for class y, counted from 1, and 0 for each other of V classes."""
    return [1 if k == y else 0 for k in range(1, V + 1)]
