"""Problems are counted to the last and kept as far as they are shown."""

from qbank import limits
from qbank.check.problems import Problems
from qbank.errors import QbankError


def test_none():
    problems = Problems()
    assert (len(problems), bool(problems), problems.shown) == (0, False, [])


def test_the_bound_on_what_is_kept():
    problems = Problems()
    made = [QbankError(f"number {number}") for number in range(limits.PROBLEMS_SHOWN + 1)]
    for problem in made[:-1]:
        problems.append(problem)
    assert (problems.count, problems.shown) == (limits.PROBLEMS_SHOWN, made[:-1])
    problems.append(made[-1])
    assert (problems.count, problems.shown) == (limits.PROBLEMS_SHOWN + 1, made[:-1])
