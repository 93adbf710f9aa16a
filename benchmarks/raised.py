"""`qbank` with the bounds on tables raised; a file then holds the peak of its memory.

Run as `raised.py ROWS BYTES FILE ARGUMENT…`, where the arguments are those of `qbank`.
"""

import resource
import sys
from pathlib import Path

from qbank import limits
from qbank.cli import main

STATUS = Path("/proc/self/status")


def peak() -> int:
    """Bytes. Linux tells it since the process began; `getrusage` may tell that of the process that started it."""
    if STATUS.exists():
        lines = STATUS.read_text(encoding="ascii").splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used if sys.platform == "darwin" else used * 1024


limits.TABLE_ROWS, limits.TABLE_BYTES, told = int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
sys.argv[1:] = sys.argv[4:]
try:
    main()
finally:
    told.write_text(str(peak()), encoding="ascii")
