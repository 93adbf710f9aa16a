"""math-verify over a list of answers, in an environment of its own: JSON from stdin, JSON to stdout.

Nothing of qbank is known here. Keys are parsed before the clock starts, as a grader of many answers would do it; its
time limits are those that it comes with.
"""

import json
import logging
import sys
import time

from math_verify import ExprExtractionConfig, LatexExtractionConfig, StringExtractionConfig, parse, verify

MATHEMATICS = [LatexExtractionConfig(), ExprExtractionConfig()]


def extraction(letters):
    """What is looked for in a text: mathematics, or one of the letters."""
    return [StringExtractionConfig(strings=tuple(letters))] if letters else MATHEMATICS


def judged(answer, golds):
    """Whether one answer is accepted."""
    found = parse(answer["typed"], extraction(answer["letters"]))
    return verify(golds[answer["gold"]], found, float_rounding=answer["rounding"])


def main():
    logging.disable(logging.WARNING)
    asked = json.load(sys.stdin)
    golds = [
        [value for text in gold["texts"] for value in parse(text, extraction(gold["letters"]))]
        for gold in asked["golds"]
    ]
    for answer in asked["warm"]:
        judged(answer, golds)
    accepted, seconds, start = [], [], time.perf_counter()
    for answer in asked["answers"]:
        before = time.thread_time()
        accepted.append(bool(judged(answer, golds)))
        seconds.append(time.thread_time() - before)
    json.dump({"accepted": accepted, "seconds": seconds, "wall": time.perf_counter() - start}, sys.stdout)


if __name__ == "__main__":
    main()
