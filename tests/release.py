"""Makes the released bank: `make release`, or `python -m tests.release FOLDER`.

A fixed, published seed: released questions are for practice, and exams refuse them.
"""

import sys
from pathlib import Path

from qbank.author.confirm import laboratory
from qbank.author.generate import Order, generate
from qbank.author.pack import Packs
from qbank.bank import Bank
from qbank.files import write_atomic

SEED = "released"
EACH = 24


def main() -> None:
    packs, folder = Packs(), Path(sys.argv[1])
    with laboratory("cpu") as lab:
        for topic in packs.names:
            questions = generate([packs.topic(topic)], Order(EACH, SEED), lab).questions
            write_atomic(
                folder / f"{topic}.jsonl", "".join(question.to_line() + "\n" for question in questions)
            )
            print(f"{topic}: {len(questions)}")
    Bank(folder).by_id()  # read back as everybody will read it


if __name__ == "__main__":
    main()
