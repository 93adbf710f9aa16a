"""How often each property is tried: QBANK_EXAMPLES times, always with the same examples.

The suite tries some hundred; `QBANK_EXAMPLES=10000 python -m pytest tests/properties` is the whole proof.
"""

import os

from hypothesis import HealthCheck, settings

EXAMPLES = int(os.environ.get("QBANK_EXAMPLES", "500"))

proven = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)
