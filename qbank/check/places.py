"""Where each student's answer to each question stands, some four bytes an answer."""

from array import array

_PAGE_BITS = 6  # students beside each other share a page, so that a sparse table costs little too
_STUDENT_BITS = 32
_NOWHERE = 0xFFFF_FFFF
_BLANK_PAGE = array("I", [_NOWHERE]) * (1 << _PAGE_BITS)


class Places:
    """From the numbers of a question and a student to the number of an answer."""

    def __init__(self) -> None:
        self._pages: dict[int, array[int]] = {}

    def get(self, question: int, student: int) -> int | None:
        """The answer's number, None where there is none."""
        page = self._pages.get(question << _STUDENT_BITS | student >> _PAGE_BITS)
        found = _NOWHERE if page is None else page[student & len(page) - 1]
        return None if found == _NOWHERE else found

    def put(self, question: int, student: int, answer: int) -> None:
        """That answer stands for them from now on."""
        name = question << _STUDENT_BITS | student >> _PAGE_BITS
        page = self._pages.get(name)
        if page is None:
            page = self._pages[name] = _BLANK_PAGE[:]
        page[student & len(page) - 1] = answer
