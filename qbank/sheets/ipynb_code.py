"""The code of a notebook's cells."""

from collections.abc import Iterable
from pprint import pformat

from qbank.corrections import Correction
from qbank.labels import Labels
from qbank.question import Part

START = "answers = {}"

_COLLECT = """import csv

with open("answers.csv", "w", newline="", encoding="utf-8") as file:
    rows = csv.writer(file)
    rows.writerow(["question", "answer"])
    rows.writerows(answers.items())

blank = [name for name, answer in answers.items() if not str(answer).strip()]
said = SAID
print(said.replace("{done}", str(len(answers) - len(blank))).replace("{asked}", str(len(answers))))"""

CHECK = '''import qbank


def check(part, text):
    """The verdict of qbank's checker, the best by the key and by what is accepted as well."""
    asked = {name: part[name] for name in ("answer", "unit", "options")}
    keys = [part["key"], *part["also_right"]]
    verdicts = [qbank.grade(key=key, text=text, known=part["mistakes"], **asked) for key in keys]
    return max(verdicts, key=lambda verdict: verdict.score)


def shown(part, text):
    """The answer, its verdict, and what it earns."""
    verdict = check(part, text)
    return f"{text} → {verdict.verdict} {1 if part['full_marks'] else verdict.score:g}"'''

MISTAKES = """for mistake in part["mistakes"]:
    print(shown(part, mistake["typed"]))"""

_CHECKED = "print(shown(part, answer))"


def collect(labels: Labels) -> str:
    """Writes the answers down, and says of how many it has some."""
    said = labels.say("{done} of {asked} answers are in answers.csv", done="{done}", asked="{asked}")
    return _COLLECT.replace("SAID", repr(said))


def room(name: str) -> str:
    """Where a student writes the answer to what a table of answers calls by this name."""
    return f'answer = ""\nanswers[{name!r}] = answer'


def checked(part: Part, corrections: Iterable[Correction]) -> str:
    """The part with all that is right and its known mistakes, and the right answer as one would type it."""
    actions = [(line.action, line.value) for line in corrections]
    mistakes = [
        {**mistake._asdict(), "typed": typed(part, mistake.key, mistake.display)} for mistake in part.mistakes
    ]
    names = ("answer", "key", "unit", "options")
    known = {
        **{name: getattr(part, name) for name in names},
        "mistakes": mistakes,
        "also_right": [value for action, value in actions if action == "accept"],
        "full_marks": any(action == "full_marks" for action, _ in actions),
    }
    literal = pformat(known, width=100, sort_dicts=True)
    return f"part = {literal}\nanswer = {typed(part, part.key, part.display)!r}\n{_CHECKED}"


def typed(part: Part, key: str | tuple[str, ...], display: str) -> str:
    """What somebody types who means this key: the letters of a choice, else the display."""
    if part.options is None:
        return display
    return key if isinstance(key, str) else ", ".join(key)
