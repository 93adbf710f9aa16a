"""Reading and judging what a person typed.

Raw text → characters (an explicit table) → the kind's reading → exact value → comparison → diagnosis. Every verdict
says how the answer was read. What has no reading, or several that lead to different verdicts, is unreadable; what
cannot be decided goes to a person; neither is ever counted as wrong.

What can be typed stands in tables, from which a page for teachers can be made:

| table | says |
|---|---|
| `characters`: `MINUS`, `BLANKS`, `DROPPED`, `SIGNS` | which characters are read, and as what |
| `characters`: `SUPERSCRIPTS`, `SUBSCRIPTS`, `FRACTIONS` | powers, numbered names, ½ |
| `characters`: `ADVICE` | what to write instead of some that are not read |
| `digits`: `POINT_LANGUAGES`, `CONTINENTAL_LANGUAGES`, `COMMA_LANGUAGES` | how numbers are written where |
| `vocabulary`: `FUNCTIONS`, `CONSTANTS`, `MAGNITUDES` | the words of a formula, and k, M, billion |
| `units`: `BYTES` | sizes of memory, in bytes |
| `latex`: `COMMANDS`, `GREEK` | the LaTeX that is read |
| `dates`: `MONTHS` | what a spreadsheet makes of 3/4 |
| `registry`: `KEYS` | the kinds of answers and their settings |
| `unreadable`: `CODES` | why a text could not be read |
| `verdict`: `REMARKS` | what is said about answers that are nearly right |
| `slips`: `FEEDBACK` | the slips that are recognised without knowing the question |

The bounds are in `qbank.limits`: they, and nothing else, keep a hostile text from taking long.
"""

from qbank.answers.grading import grade
from qbank.answers.kinds import Kind
from qbank.answers.readings import expression as read_expression
from qbank.answers.registry import kind
from qbank.answers.unreadable import Unreadable
from qbank.answers.verdict import Diagnosis, Verdict, Word

__all__ = ["Diagnosis", "Kind", "Unreadable", "Verdict", "Word", "grade", "kind", "read_expression"]
