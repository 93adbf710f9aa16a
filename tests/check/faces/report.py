"""A small report with something of everything, for the tests of its faces."""

from qbank.answers import Diagnosis, Verdict, Word
from qbank.check.grading import Graded, Rules
from qbank.check.lookup import Asked
from qbank.check.report import report
from tests.check.listed import Listed
from tests.check.samples import CELLS, LAYER

KNOWN = (Diagnosis(("blocks_the_diagonal",), None, "A token sees $i \\le j$."),)
BIAS = (Diagnosis((), (("bias", False),), "Right without biases."),)
LAYERS, BLOCKED = Asked(LAYER, LAYER.parts[0]), Asked(CELLS, CELLS.parts[0])
UNREAD = Verdict(Word.UNREADABLE, why="'=' means nothing.", code="character")
ANSWERS = [
    Graded(2, "ana", BLOCKED, "36", Verdict(Word.RIGHT, 1.0, "36", "This is right.")),
    Graded(3, "ben", BLOCKED, "45", Verdict(Word.WRONG, 0.0, "45", "It is open.", "known", (), KNOWN)),
    Graded(4, "=ben()", LAYERS, "=1+1|<b>", UNREAD),
    Graded(5, "cy", LAYERS, "-4,195,840", Verdict(Word.WRONG, 0.0, "−4,195,840", "", "known", (), BIAS)),
]
REPORT = report(Listed(ANSWERS), Rules())
EMPTY = report(Listed([]), Rules())
