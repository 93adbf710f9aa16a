"""kill -9 under load: a few of the benchmark's many (`python -m benchmarks.service kill`)."""

from benchmarks.service_kill import kill
from benchmarks.service_school import school


def test_what_was_acknowledged_is_there_once(tmp_path):
    found = kill(school(tmp_path, 8), 5)
    assert found.acknowledged >= 40
    assert (found.lost, found.doubled, found.halves) == (0, 0, 0)
