import subprocess
import sys

import pytest

from qbank.answers.decimals import Decimal
from qbank.answers.formulas import Expression
from qbank.answers.lists import Matrix, Vector
from qbank.answers.numbers import Exact, Integer
from qbank.answers.options import Choice, Choices
from qbank.answers.registry import KEYS, MOST_PLACES, kind
from qbank.answers.shapes import Shape
from qbank.answers.words import Tokens
from qbank.errors import QbankError

KINDS = [
    ("integer", Integer(), {"kind": "integer"}),
    ({"kind": "decimal", "places": 4}, Decimal(places=4), {"kind": "decimal", "places": 4}),
    ({"kind": "decimal", "figures": 3}, Decimal(figures=3), {"kind": "decimal", "figures": 3}),
    ("exact", Exact(), {"kind": "exact"}),
    ({"kind": "vector", "of": "integer"}, Vector(Integer()), {"kind": "vector", "of": {"kind": "integer"}}),
    (
        {"kind": "matrix", "of": {"kind": "decimal", "places": 2}, "infinite": True},
        Matrix(Decimal(places=2), True),
        {"kind": "matrix", "of": {"kind": "decimal", "places": 2}, "infinite": True},
    ),
    ("shape", Shape(), {"kind": "shape"}),
    ({"kind": "shape", "names": ["T"]}, Shape(("T",)), {"kind": "shape", "names": ["T"]}),
    ("tokens", Tokens(), {"kind": "tokens"}),
    (
        {"kind": "expression", "names": ["d", "f"]},
        Expression(("d", "f")),
        {"kind": "expression", "names": ["d", "f"]},
    ),
    ("choice", Choice(), {"kind": "choice"}),
    ("choices", Choices(), {"kind": "choices"}),
]


@pytest.mark.parametrize(("spec", "made", "long"), KINDS)
def test_kinds_and_their_long_form(spec, made, long):
    assert kind(spec) == made
    assert kind(spec).spec() == long
    assert kind(long) is kind(long)
    assert kind(long) == made
    assert made.name in KEYS


def test_every_kind_is_tried_here():
    assert {made.name for _, made, _ in KINDS} == set(KEYS)


@pytest.mark.parametrize(
    ("spec", "hint"),
    [
        ("integr", "did you mean 'integer'"),
        ({"kind": "decimal"}, "places: 4"),
        ({"kind": "decimal", "places": 2, "figures": 2}, "places: 4"),
        ({"kind": "decimal", "places": "2"}, "from 0 to"),
        ({"kind": "decimal", "places": True}, "from 0 to"),
        ({"kind": "decimal", "places": -1}, "from 0 to"),
        ({"kind": "decimal", "figures": 0}, "from 1 to"),
        ({"kind": "decimal", "places": MOST_PLACES + 1}, "from 0 to"),
        ({"kind": "decimal", "plaecs": 2}, "did you mean 'places'"),
        ({"kind": "integer", "places": 2}, "unknown key 'places'"),
        ({"kind": "vector"}, "of: integer"),
        ({"kind": "vector", "of": "shape"}, "its entries are"),
        ({"kind": "vector", "of": "integer", "infinite": "yes"}, "true or false"),
        ({"kind": "expression"}, "names: "),
        ({"kind": "expression", "names": []}, "names: "),
        ({"kind": "expression", "names": "d"}, "list of names"),
        ({"kind": "expression", "names": ["2d"]}, "a name is"),
        ({"kind": "expression", "names": ["sqrt"]}, "a name is"),
        ({"kind": "shape", "names": ["T", "T"]}, "twice"),
        ({"places": 4}, "kind: decimal"),
        (5, "kind: decimal"),
        (None, "kind: decimal"),
    ],
)
def test_anything_else_is_refused_with_what_to_write(spec, hint):
    with pytest.raises(QbankError, match=hint):
        kind(spec)


def test_the_bounds_on_places():
    assert kind({"kind": "decimal", "places": MOST_PLACES}) == Decimal(places=MOST_PLACES)


def test_settings_tell_kinds_apart():
    assert Decimal(places=4) == Decimal(places=4) != Decimal(figures=4)
    assert hash(Vector(Integer())) == hash(Vector(Integer()))
    assert Vector(Integer()) != Matrix(Integer())
    assert Choice() != Choices()


def test_a_kind_loads_its_own_module_only():
    script = """
import sys
from qbank.answers import kind
kind("choice")
rooms = ("numbers", "decimals", "lists", "options", "shapes", "words")
print(*(room for room in rooms if f"qbank.answers.{room}" in sys.modules))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["options"]
