import pytest
from flint import fmpq

from qbank.answers.units import is_bytes, is_inside, without_unit


@pytest.mark.parametrize(
    ("text", "unit", "rest"),
    [
        ("5 parameters", "parameters", "5"),
        ("5 Parameter", "parameters", "5"),
        ("5parameters", "parameters", "5"),
        ("5 M parameters", "parameters", "5 M"),
        ("0.5 nats", "nats", "0.5"),
        ("75%", "%", "75"),
        ("5 multiply-adds", "multiply-adds", "5"),
        ("5 params", "parameters", "5"),
        ("5 pa", "parameters", "5 pa"),
        ("5 (parameters)", "parameters", "5"),
        ("5 [nats]", "nats", "5"),
        ("5 hyperparameters", "parameters", "5 hyperparameters"),
        ("5 weights", "parameters", "5 weights"),
        ("5", None, "5"),
    ],
)
def test_only_the_declared_unit_is_taken_off(text, unit, rest):
    assert without_unit(text, unit) == (rest, (1,))


@pytest.mark.parametrize(
    ("text", "unit", "factors"),
    [
        ("5 B", "bytes", [1]),
        ("5kB", "bytes", [1000]),
        ("5 KiB", "bytes", [1024]),
        ("5 kiB", "bytes", [1024]),
        ("5 mebibytes", "bytes", [1024**2]),
        ("5 MB", "bytes", [1000**2]),
        ("5 TiB", "bytes", [1024**4]),
        ("5 KB", "bytes", [1000, 1024]),
        ("5 MiB", "GiB", [fmpq(1, 1024)]),
        ("5 B", "KiB", [fmpq(1, 1024)]),
    ],
)
def test_sizes_of_memory(text, unit, factors):
    assert without_unit(text, unit) == ("5", tuple(map(fmpq, factors)))


@pytest.mark.parametrize("text", ["5 parameters", "5 Kib", "5"])
def test_what_is_no_size_of_memory_stays(text):
    assert without_unit(text, "bytes") == (text, (1,))


def test_which_units_are_bytes():
    assert is_bytes("bytes")
    assert is_bytes("GiB")
    assert not is_bytes("parameters")
    assert not is_bytes(None)


@pytest.mark.parametrize(
    ("text", "unit"),
    [("2.2 nats/token", "nats"), ("[1 nats, 2", "nats"), ("160 KiB or 163840", "bytes")],
)
def test_a_unit_inside_of_an_answer(text, unit):
    assert is_inside(text, unit)


@pytest.mark.parametrize(
    ("text", "unit"), [("2.2", "nats"), ("2.2 e", "e"), ("160", "bytes"), ("1/2 nat", "nats")]
)
def test_no_unit_inside(text, unit):
    assert not is_inside(text, unit)
