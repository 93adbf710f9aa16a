"""`python -m tests.properties.fuzz N`: N texts, each typed for a question of some kind.

Prints what was raised (nothing), the verdicts, the slowest text, and the memory. Text number i is always the same,
so that `python -m tests.properties.fuzz N FROM` begins elsewhere.
"""

import resource
import sys
import time
from array import array
from collections import Counter

from qbank.answers import Verdict, Word, grade
from qbank.errors import QbankError
from qbank.question import Part

from .keys import BANK, OPTIONS, as_lines, shown
from .pen import Pen
from .texts import Writer

FAULTS = (
    ArithmeticError, AssertionError, AttributeError, BufferError, EOFError, ImportError, LookupError, MemoryError, NameError,
    OSError, QbankError, RuntimeError, TypeError, ValueError,
)  # fmt: skip
D4, WHOLE = {"kind": "decimal", "places": 4}, {"kind": "integer"}
QUESTIONS = tuple(
    Part("", "", answer, unit, key, shown(answer, key), None, options, ())
    for answer, key, unit, options in (
        (WHOLE, "18944000", "parameters", None),
        (WHOLE, "163840", "bytes", None),
        (WHOLE, "-5", None, None),
        (D4, "e/(e+1)", None, None),
        (D4, "(log(10)+9*log(10/7))/10", "nats", None),
        ({"kind": "decimal", "figures": 3}, "sin(1/250)", None, None),
        ({"kind": "decimal", "places": 2}, "0", None, None),
        ({"kind": "exact"}, "sqrt(2)/(1+e)", None, None),
        ({"kind": "exact"}, "-2/3", None, None),
        ({"kind": "vector", "of": D4}, "[e/(e+1),1/(e+1),0,0]", None, None),
        ({"kind": "vector", "of": WHOLE, "infinite": True}, "[1,-2,-inf]", None, None),
        ({"kind": "vector", "of": {"kind": "expression", "names": ["d", "f"]}}, "[d,4*d*f,f^2]", None, None),
        ({"kind": "matrix", "of": WHOLE, "infinite": True}, "[[0,-inf],[0,0]]", None, None),
        ({"kind": "matrix", "of": {"kind": "exact"}}, "[[1/2,sqrt(2)],[0,e]]", None, None),
        ({"kind": "shape"}, "[2,4,3,5]", None, None),
        ({"kind": "shape", "names": ["T1", "T", "d"]}, "[T1,T,d]", None, None),
        ({"kind": "tokens"}, "[BOS,A,b]", None, None),
        ({"kind": "expression", "names": ["d", "f", "T", "n"]}, "4*d^2+9*d+f", None, None),
        ({"kind": "expression", "names": ["d_model", "T1", "eps", "x"]}, "d_model/(T1+1)*x^2", None, None),
        ({"kind": "choice"}, "B", None, OPTIONS),
        ({"kind": "choices"}, ("A", "C"), None, OPTIONS),
        ({"kind": "choices"}, ("A", "C"), None, None),
    )
)
LOCALES = (None, None, None, "de", "fr", "en", "de-CH")


def case(number):
    """Text number so and so, the question that it is typed for, and a locale."""
    pen = Pen("fuzz", number)
    part = pen.one(QUESTIONS if pen.below(4) else BANK)
    names = part.answer.get("of", part.answer).get("names", ())
    return Writer(pen, part.answer["kind"], names, part.display).text(), part, pen.one(LOCALES)


def require_sound(verdict):
    """A verdict that can be shown and counted, whatever was typed."""
    assert isinstance(verdict, Verdict)
    assert verdict.code != "fault", verdict
    assert 0 <= verdict.score <= 1
    assert (verdict.score == 1) >= (verdict.verdict is Word.RIGHT)
    assert verdict.score == 0 or verdict.verdict in (Word.RIGHT, Word.PARTLY)
    assert (verdict.read_as is None) == (verdict.verdict in (Word.UNREADABLE, Word.BLANK, Word.UNDECIDED))
    assert verdict.why.strip()
    f"{verdict.why}{verdict.read_as}".encode()


def run(numbers):
    """The verdicts, what was raised, and the seconds of each, for texts with these numbers."""
    words, raised, seconds = Counter(), [], array("d")
    for number in numbers:
        typed, part, locale = case(number)
        beside = {"unit": part.unit, "options": part.options, "known": as_lines(part), "locale": locale}
        start = time.thread_time()
        try:
            verdict = grade(part.answer, part.key, typed, **beside)
            seconds.append(time.thread_time() - start)
            require_sound(verdict)
            words[str(verdict.verdict)] += 1
        except FAULTS as fault:
            raised.append((number, typed, part.answer, repr(fault)))
    return words, raised, seconds


def main():
    count, first = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    words, raised, seconds = run(range(first, first + count))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    slow = sorted(range(len(seconds)), key=seconds.__getitem__)
    print(f"texts {count:,}; exceptions {len(raised)}")
    print("verdicts", dict(words.most_common()))
    print(f"seconds: mean {sum(seconds) / len(seconds):.6f}, p99 {seconds[slow[-1 - len(slow) // 100]]:.6f}")
    for at in slow[:-6:-1] if not raised else ():
        typed, part, _ = case(first + at)
        print(f"{seconds[at]:.4f} s: number {first + at}, {part.answer}, {typed[:200]!r}")
    print(f"peak memory {peak:.0f} MB")
    for fault in raised[:20]:
        print(*fault)


if __name__ == "__main__":
    main()
