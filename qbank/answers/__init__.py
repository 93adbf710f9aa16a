"""Reading and judging what a person typed."""

from qbank.answers.grading import grade
from qbank.answers.kinds import Kind
from qbank.answers.readings import expression as read_expression
from qbank.answers.registry import kind
from qbank.answers.unreadable import Unreadable
from qbank.answers.verdict import Diagnosis, Verdict, Word

__all__ = ["Diagnosis", "Kind", "Unreadable", "Verdict", "Word", "grade", "kind", "read_expression"]
