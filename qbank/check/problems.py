"""What could not be graded: counted to the last, kept as far as it is shown."""

from qbank import limits
from qbank.errors import QbankError


class Problems:
    """The problems of one table. A million bad rows take no more room than the first few."""

    def __init__(self) -> None:
        self.count = 0
        self.shown: list[QbankError] = []

    def append(self, problem: QbankError) -> None:
        """Count it, and keep it where it is one of the first."""
        self.count += 1
        if len(self.shown) < limits.PROBLEMS_SHOWN:
            self.shown.append(problem)

    def __len__(self) -> int:
        return self.count
