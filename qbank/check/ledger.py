"""Who answered what, some twenty bytes an answer: a table of a million rows fits into memory.

Students, questions and texts are kept once; an answer is a row of numbers that lead to them.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator

from qbank.check.lookup import Asked

_GONE = 0xFFFF_FFFF
"""What stands for the text of an answer that was set aside, and for the end of a chain."""

Entry = tuple[int, int, int, int]
"""One answer: its line, and the numbers of its student, of what it answers, and of its text."""


class Ledger:
    """The answers of a table in the order of its rows.

    `students`, `asked` and `questions` (the names of what was asked, which several versions of a sheet share) stand
    in the order in which the table first has them.
    """

    def __init__(self) -> None:
        self.students: list[str] = []
        self.asked: list[Asked] = []
        self.questions: list[str] = []
        self._question_of = array("I")  # by the numbers of what was asked
        self._lines, self._students, self._texts = array("I"), array("I"), array("I")  # by answers
        self._letters, self._ends = bytearray(), array("Q", [0])
        self._asked_of, self._times = array("I"), array("I")  # by texts
        self._set_aside = 0

    def __len__(self) -> int:
        return len(self._lines) - self._set_aside

    @property
    def texts(self) -> int:
        """How many texts there are."""
        return len(self._asked_of)

    def add_asked(self, asked: Asked, question: int) -> int:
        """The number of another part, or of one on another version; `question` is the number of its name."""
        if question == len(self.questions):
            self.questions.append(asked.name)
        self.asked.append(asked)
        self._question_of.append(question)
        return len(self.asked) - 1

    def add_text(self, asked: int, text: str) -> int:
        """The number of a text that was typed for what was asked."""
        self._letters += text.encode("utf-8", "surrogatepass")
        self._ends.append(len(self._letters))
        self._asked_of.append(asked)
        self._times.append(0)
        return len(self._asked_of) - 1

    def add(self, line: int, student: int, text: int) -> int:
        """The number of one more answer."""
        self._lines.append(line)
        self._students.append(student)
        self._texts.append(text)
        self._times[text] += 1
        return len(self._lines) - 1

    def set_aside(self, answer: int) -> None:
        """It stays where it is, and is never seen again."""
        self._times[self._texts[answer]] -= 1
        self._texts[answer] = _GONE
        self._set_aside += 1

    def line(self, answer: int) -> int:
        """The line on which it stands."""
        return self._lines[answer]

    def is_blank(self, answer: int) -> bool:
        """Whether nothing was typed."""
        text = self._texts[answer]
        return self._ends[text] == self._ends[text + 1]

    def question_of(self, asked: int) -> int:
        """The number of its name."""
        return self._question_of[asked]

    def text(self, number: int) -> str:
        """What was typed."""
        typed = self._letters[self._ends[number] : self._ends[number + 1]]
        return typed.decode("utf-8", "surrogatepass")

    def __iter__(self) -> Iterator[Entry]:
        return self._entries(range(len(self._lines)))

    def by_student(self) -> Iterator[Iterator[Entry]]:
        """The answers of each student, in the order of `students`."""
        chains = _chains(len(self._lines), len(self.students), self._students.__getitem__)
        return map(self._entries, chains)

    def by_question(self) -> Iterator[Iterator[tuple[Entry, int]]]:
        """The different answers to each question, in the order of `questions`, and how often each was given.

        The student of such an answer is the first who gave it.
        """
        first = array("I", bytes(4 * self.texts))
        for answer in reversed(range(len(self._lines))):
            if self._texts[answer] != _GONE:
                first[self._texts[answer]] = answer
        groups = _chains(
            self.texts, len(self.questions), lambda text: self._question_of[self._asked_of[text]]
        )
        for texts in groups:
            yield self._counted(first[text] for text in texts if self._times[text])

    def _counted(self, answers: Iterable[int]) -> Iterator[tuple[Entry, int]]:
        for entry in self._entries(answers):
            yield entry, self._times[entry[3]]

    def _entries(self, answers: Iterable[int]) -> Iterator[Entry]:
        lines, students, texts, asked_of = self._lines, self._students, self._texts, self._asked_of
        for answer in answers:
            text = texts[answer]
            if text != _GONE:
                yield lines[answer], students[answer], asked_of[text], text


def _chains(count: int, groups: int, group_of: Callable[[int], int]) -> Iterator[Iterator[int]]:
    """The numbers below `count`, group by group, by links from each to the next one of its group."""
    first, following = array("I", [_GONE]) * groups, array("I", [_GONE]) * count
    for number in reversed(range(count)):
        group = group_of(number)
        following[number] = first[group]
        first[group] = number
    for start in first:
        yield _chain(start, following)


def _chain(number: int, following: "array[int]") -> Iterator[int]:
    while number != _GONE:
        yield number
        number = following[number]
