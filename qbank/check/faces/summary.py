"""How the class as a whole did."""

from math import fsum
from typing import NamedTuple

from qbank.check.faces.words import counted, percent
from qbank.check.report import Report


class Summary(NamedTuple):
    """`mean` is the mean share of the points (0 to 1) of those who `handed_in`; None where nobody did.

    `provisional` counts the students with open answers.
    """

    students: int
    handed_in: int
    mean: float | None
    provisional: int


def summary(report: Report) -> Summary:
    """All students of a report in four numbers."""
    handed_in = [student for student in report.students if student.answered + student.blank]
    shares = [student.score / student.out_of for student in handed_in if student.out_of]
    return Summary(
        students=len(report.students),
        handed_in=len(handed_in),
        mean=round(fsum(shares) / len(shares), 9) if shares else None,
        provisional=sum(student.provisional for student in report.students),
    )


def sentence(about: Summary) -> str:
    """`25 students, mean 61%; 2 sums are provisional, since answers are open.`"""
    who = counted(about.students, "student")
    missing = about.students - about.handed_in
    absent = f" ({missing} handed in nothing)" if missing else ""
    mean = "" if about.mean is None else f", mean {percent(about.mean)}"
    state = {0: "", 1: "; 1 sum is provisional, since answers are open"}.get(
        about.provisional, f"; {about.provisional:,} sums are provisional, since answers are open"
    )
    return f"{who}{absent}{mean}{state}."
