"""qbank over one quiz, as benchmarks/quiz_peer.py does it: JSON from stdin, JSON to stdout.

In a process of its own, because qbank remembers texts that it has rendered.
"""

import json
import sys
import time

from qbank.bank import released
from qbank.question import Question
from qbank.sheets import load
from qbank.sheets.sheet import lay_out


def bare(question: Question) -> Question:
    """The question without its explanation and its known mistakes."""
    return question._replace(
        explanation="", parts=tuple(part._replace(mistakes=()) for part in question.parts)
    )


def main() -> None:
    request = json.load(sys.stdin)
    stored = {question.id: question for question in released()}
    form = load("qti12")
    for ids in (request["warm"], request["asked"]):
        questions = [bare(stored[name]) if request["bare"] else stored[name] for name in ids]
        start = time.perf_counter()
        form.compose(lay_out(questions, "Quiz"), questions)
    json.dump({"seconds": time.perf_counter() - start}, sys.stdout)


if __name__ == "__main__":
    main()
