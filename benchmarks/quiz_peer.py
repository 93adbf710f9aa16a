"""text2qti over one quiz, in an environment of its own: JSON from stdin, JSON to stdout.

Nothing of qbank is known here. Another quiz is made before the clock starts, and nothing is written to a disk.
"""

import json
import sys
import time

from text2qti.config import Config
from text2qti.qti import QTI
from text2qti.quiz import Quiz


def main():
    request = json.load(sys.stdin)
    for text in (request["warm"], request["asked"]):
        start = time.perf_counter()
        QTI(Quiz(text, config=Config(), source_name="quiz")).zip_bytes()
    json.dump({"seconds": time.perf_counter() - start}, sys.stdout)


if __name__ == "__main__":
    main()
