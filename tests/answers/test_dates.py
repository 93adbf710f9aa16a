import pytest

from qbank.answers import grade
from qbank.answers.dates import is_date


@pytest.mark.parametrize(
    "text",
    [
        "4-Mar", "04. Mrz", "Mar-04", "4 March 2024", "March 4, 2024", "2024-03-04", "2024-03-04 00:00:00", "2026-03-04 12:30", "3/4/2024",
        "04.03.2024", "04.03.", "1:30", "1:30 PM", "0:45:00", "4-sept-24", "5 août", "4. März", "3-dez", "2 févr.",
    ],
)  # fmt: skip
def test_dates(text):
    assert is_date(text)


@pytest.mark.parametrize(
    "text",
    [
        "3/4",
        "3-4",
        "0.75",
        "4.3",
        "1.234.567",
        "3/4/5",
        "2024-3-4",
        "4*3",
        "2:3:4:5",
        "Mar",
        "4.3.",
        "12.5.",
        "0.3.",
        "margin 45",
        "maybe 45",
        "marks 45",
        "octet 45",
        "ma 4",
    ],
)
def test_no_dates(text):
    assert not is_date(text)


@pytest.mark.parametrize("answer", [{"kind": "integer"}, {"kind": "exact"}, {"kind": "shape"}])
@pytest.mark.parametrize("text", ["2026-03-04 12:30", "0:45:00"])
def test_a_date_in_an_answer_is_called_one(answer, text):
    verdict = grade(text=text, answer=answer, key="3")
    assert (verdict.verdict, verdict.code) == ("unreadable", "date")
    assert f"{text} is a date" in verdict.why
