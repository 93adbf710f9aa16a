"""The code of a notebook's cells."""

from pprint import pformat

from qbank.question import Part

START = "answers = {}"

COLLECT = """import csv

with open("answers.csv", "w", newline="", encoding="utf-8") as file:
    rows = csv.writer(file)
    rows.writerow(["question", "answer"])
    rows.writerows(answers.items())

blank = [name for name, answer in answers.items() if not str(answer).strip()]
print(f"{len(answers) - len(blank)} of {len(answers)} answers are in answers.csv")"""

CHECK = '''import qbank


def check(part, text):
    """The verdict of qbank's checker."""
    asked = {name: part[name] for name in ("unit", "options")}
    return qbank.grade(part["answer"], part["key"], text, known=part["mistakes"], **asked)'''

MISTAKES = """for mistake in part["mistakes"]:
    verdict = check(part, mistake["typed"])
    print(mistake["typed"], "→", f"{verdict.verdict} {verdict.score:g}")"""

_CHECKED = """verdict = check(part, answer)
print(answer, "→", f"{verdict.verdict} {verdict.score:g}")"""


def room(name: str) -> str:
    """Where a student writes the answer to what a table of answers calls by this name."""
    return f'answer = ""\nanswers[{name!r}] = answer'


def checked(part: Part) -> str:
    """The part with its key and known mistakes, and the right answer as one would type it."""
    mistakes = [
        {**mistake._asdict(), "typed": typed(part, mistake.key, mistake.display)} for mistake in part.mistakes
    ]
    names = ("answer", "key", "unit", "options")
    known = {**{name: getattr(part, name) for name in names}, "mistakes": mistakes}
    literal = pformat(known, width=100, sort_dicts=True)
    return f"part = {literal}\nanswer = {typed(part, part.key, part.display)!r}\n{_CHECKED}"


def typed(part: Part, key: str | tuple[str, ...], display: str) -> str:
    """What somebody types who means this key: the letters of a choice, else the display."""
    if part.options is None:
        return display
    return key if isinstance(key, str) else ", ".join(key)
