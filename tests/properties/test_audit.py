"""Whatever is typed: grading opens no file, starts no process, imports nothing, and runs nothing."""

import json
import subprocess
import sys
from pathlib import Path

import yaml

from .bombs import ATTACKS, BOMBS
from .fuzz import QUESTIONS, case
from .keys import as_lines

CASES = Path(__file__).parent.parent / "answers" / "cases.yaml"
SCRIPT = """
import json, sys
from qbank.answers import grade

heard = []
calls, plain = json.load(sys.stdin)
for call in plain:
    assert grade(**call).verdict == "right", call  # before anything typed is read: a kind's own module is loaded
known = set(sys.modules)
sys.addaudithook(lambda event, arguments: heard.append((event, repr(arguments)[:200])))
words = [str(grade(**call).verdict) for call in calls]
told, loaded = list(heard), sorted(set(sys.modules) - known)
import colorsys  # which nobody has loaded: the hook does hear
print(json.dumps([told, loaded, len(words), [event for event, _ in heard[len(told):]]]))
"""


def call(part, text, locale=None):
    """What `grade` is called with."""
    beside = {"unit": part.unit, "options": part.options, "known": as_lines(part), "locale": locale}
    return {"answer": part.answer, "key": part.key, "text": text, **beside}


def typed():
    """Every case of the table, every attack and every bomb for some kind, and 500 texts of the fuzzer."""
    for group in yaml.safe_load(CASES.read_text(encoding="utf-8")):
        beside = {name: group.get(name) for name in ("unit", "options")}
        for entry in group["cases"]:
            yield {"answer": group["answer"], "key": group["key"], "text": entry["text"], **beside}
    for number, text in enumerate((*ATTACKS, *BOMBS)):
        yield call(QUESTIONS[number % len(QUESTIONS)], text)
    for text in ATTACKS:
        yield from (call(part, text) for part in QUESTIONS)
    for number in range(500):
        text, part, locale = case(number)
        yield call(part, text, locale)


def test_grading_only_computes():
    calls = list(typed())
    given = json.dumps([calls, [call(part, part.display) for part in QUESTIONS]])
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], input=given, capture_output=True, text=True, check=True
    )
    heard, loaded, count, afterwards = json.loads(done.stdout)
    assert (heard, loaded) == ([], [])
    assert count == len(calls) > 2_000
    assert {"import", "open", "compile", "exec"} & set(afterwards) >= {"import", "open"}
