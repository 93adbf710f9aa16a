"""YAML as templates are written: YAML 1.2 values, places, and refusals with line and column."""

import pytest
import yaml
from flint import fmpq

from qbank import limits
from qbank.author.document import read_document
from qbank.errors import QbankError
from qbank.home import BUILTIN


def read(tmp_path, text):
    path = tmp_path / "t.yaml"
    path.write_text(text, encoding="utf-8")
    return read_document(path)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("no", "no"),
        ("yes", "yes"),
        ("on", "on"),
        ("12:30", "12:30"),
        ("1e-5", fmpq(1, 100_000)),
        ("1.5", fmpq(3, 2)),
        (".5", fmpq(1, 2)),
        ("-2.50E2", fmpq(-250)),
        ("0.1", fmpq(1, 10)),
        ("12", 12),
        ("-3", -3),
        ("+3", 3),
        ("010", 10),
        ("true", True),
        ("True", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("'12'", "12"),
        ('"true"', "true"),
        ("1_000", "1_000"),
        ("0x10", "0x10"),
        (".inf", ".inf"),
        (".", "."),
        ("e5", "e5"),
        ("2026-11-29", "2026-11-29"),
        ("[1, 0.5, no]", [1, fmpq(1, 2), "no"]),
        ("{true: a}", {"true": "a"}),
    ],
)
def test_values(tmp_path, written, meant):
    value = read(tmp_path, f"key: {written}\n").value["key"]
    assert value == meant
    assert type(value) is type(meant)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("a: 1\nb: 2\na: 3\n", r"t\.yaml:3:1: the key 'a' stands here twice"),
        ("a: &x 1\nb: 2\n", r"t\.yaml:1:4: an anchor or alias"),
        ("a: &x 1\nb: *x\n", r"t\.yaml:1:4: an anchor or alias"),
        ("a: !!python/object:os.system x\n", r"t\.yaml:1:4: the tag"),
        ("a: !!str 1\n", r"t\.yaml:1:4: the tag"),
        ("a: 1\n---\nb: 2\n", r"t\.yaml:2:1: a second document"),
        ("? [1, 2]\n: 3\n", r"t\.yaml:1:3: a key that is no plain text"),
        ("a: [1, 2\nb: 3\n", r"t\.yaml:2:\d+: "),
        ("a: 1\n  b: 2\n", r"t\.yaml:2:4: "),
        ("a:\n\t- 1\n", r"t\.yaml:2:1: "),
        ("a: 1e99999\n", r"t\.yaml:1:4: the number 1e99999 is out of bounds"),
        ("a: " + "[" * 60 + "]" * 60, r"t\.yaml:1:\d+: values nested too deeply"),
    ],
)
def test_refusals_say_where(tmp_path, text, found):
    with pytest.raises(QbankError, match=found):
        read(tmp_path, text)


def test_places(tmp_path):
    document = read(tmp_path, "a:\n  b: [1,\n    {c: x}]\n")
    assert document.where(("a", "b", 1, "c")).endswith("t.yaml:3:6")
    assert document.where(("a", "b", 7, "gone")).endswith("t.yaml:2:3")


def test_an_empty_file_is_nothing(tmp_path):
    assert read(tmp_path, "").value is None
    assert read(tmp_path, "# only a comment\n").value is None


@pytest.mark.parametrize("digits", [limits.NUMBER_DIGITS, limits.NUMBER_DIGITS + 1])
def test_a_number_is_bounded(tmp_path, digits):
    value = read(tmp_path, f"a: {'7' * digits}\n").value["a"]
    assert value == (int("7" * digits) if digits == limits.NUMBER_DIGITS else "7" * digits)


@pytest.mark.parametrize("more", [0, 1])
def test_a_file_is_bounded(tmp_path, more):
    text = "a: 1\n#" + "x" * (limits.TEMPLATE_BYTES - 6 + more)
    if more:
        with pytest.raises(QbankError, match="more than 1,000,000 characters"):
            read(tmp_path, text)
    else:
        assert read(tmp_path, text).value == {"a": 1}


@pytest.mark.parametrize("path", sorted((BUILTIN / "templates").glob("*.yaml")), ids=lambda path: path.stem)
def test_templates_mean_the_same_without_libyaml(path, monkeypatch):
    """Where PyYAML comes without its C part, its Python parser is stricter about signs in braces."""
    value = read_document(path).value
    monkeypatch.setattr("qbank.author.document._LOADER", yaml.SafeLoader)
    assert read_document(path).value == value
