"""The laboratory: PyTorch set up and put back, and when a measurement agrees with a key."""

import pytest
import torch
from flint import fmpq

from qbank.answers import kind
from qbank.author.confirm import agree, laboratory, pick_device
from qbank.author.solver import Confirmation
from qbank.errors import QbankError
from qbank.exact import Whole, exp, inf, sqrt

ROOT = sqrt(Whole(2))
DECIMAL = {"kind": "decimal", "places": 4}


@pytest.mark.parametrize(
    ("spec", "key", "measured", "within", "agrees"),
    [
        ("integer", Whole(6), 6, 1e-9, True),
        ("integer", Whole(6), 6.0, 1e-9, True),
        ("integer", Whole(6), 6.0000000001, 1e-9, False),
        ("integer", Whole(6), -6, 1e-9, False),
        ("exact", ROOT, 2**0.5, 1e-9, True),
        ("exact", ROOT, 2**0.5 * (1 + 2e-9), 1e-9, False),
        ("exact", ROOT, 2**0.5 * (1 + 2e-9), 1e-6, True),
        ("exact", ROOT, float("nan"), 1e-9, False),
        ("exact", Whole(0), 1e-13, 1e-9, True),
        ("exact", Whole(0), 1e-11, 1e-9, False),
        ("exact", fmpq(1, 10**12), 0.0, 1e-9, False),
        ("shape", (Whole(2), Whole(3)), [2, 3], 1e-9, True),
        ("shape", (Whole(2), Whole(3)), [3, 2], 1e-9, False),
        ("shape", (Whole(2), Whole(3)), [2, 3, 1], 1e-9, False),
        ("tokens", ("A", "B"), ["A", "B"], 1e-9, True),
        ("tokens", ("A", "B"), ["B", "A"], 1e-9, False),
        ("choices", frozenset({"a", "b"}), {"b", "a"}, 1e-9, True),
        ({"kind": "vector", "of": DECIMAL}, (exp(Whole(1)), Whole(0)), [2.718281828459045, 0.0], 1e-9, True),
        ({"kind": "vector", "of": DECIMAL}, (exp(Whole(1)), Whole(0)), 2.718281828459045, 1e-9, False),
        (
            {"kind": "vector", "of": "integer", "infinite": True},
            (Whole(1), -inf),
            [1.0, float("-inf")],
            1e-9,
            True,
        ),
        (
            {"kind": "vector", "of": "integer", "infinite": True},
            (Whole(1), -inf),
            [1.0, float("inf")],
            1e-9,
            False,
        ),
        ({"kind": "matrix", "of": DECIMAL}, ((Whole(1), Whole(2)),), [[1.0, 2.0]], 1e-9, True),
        ({"kind": "matrix", "of": DECIMAL}, ((Whole(1), Whole(2)),), [[1.0], [2.0]], 1e-9, False),
    ],
)
def test_agreement(spec, key, measured, within, agrees):
    assert agree(kind(spec), key, measured, within) is agrees


def settings():
    return (
        torch.get_default_dtype(),
        torch.get_num_threads(),
        torch.is_grad_enabled(),
        torch.get_rng_state().tolist(),
    )


def test_the_former_settings_come_back():
    torch.manual_seed(3)
    before = settings()
    with laboratory("cpu") as lab:
        lab.measure(Confirmation(lambda: torch.randn(2)), {})
        assert torch.get_default_dtype() == torch.float64
        assert torch.get_num_threads() == 1
    assert settings() == before


def test_the_former_settings_come_back_after_a_failure():
    before = settings()
    with pytest.raises(ZeroDivisionError), laboratory("cpu") as lab:
        lab.measure(Confirmation(lambda: 1 / 0), {})
    assert settings() == before


def test_each_run_starts_from_the_same_seed(lab):
    draw = Confirmation(lambda: torch.randn(3))
    assert lab.measure(draw, {}) == lab.measure(draw, {})


def test_gradients_are_off_unless_asked(lab):
    def enabled():
        return torch.is_grad_enabled()

    assert lab.measure(Confirmation(enabled), {}) == {"": False}
    assert lab.measure(Confirmation(enabled, gradients=True), {}) == {"": True}


def test_how_parameters_arrive(lab):
    seen = {}

    def look(n, eps, x, X, bias, word):
        seen.update(locals())
        return 0

    variant = {
        "n": Whole(3),
        "eps": fmpq(1, 10),
        "x": (Whole(1), fmpq(1, 2)),
        "X": ((Whole(1), Whole(2)),),
        "bias": True,
        "word": "a",
    }
    lab.measure(Confirmation(look), variant)
    assert type(seen["n"]) is int
    assert seen["eps"] == 0.1
    assert seen["x"].tolist() == [1.0, 0.5]
    assert seen["X"].shape == (1, 2)
    assert seen["X"].dtype == torch.float64
    assert seen["bias"] is True
    assert seen["word"] == "a"


def test_a_batch_is_stacked_where_the_rest_agrees(lab):
    shapes = []

    def total(x, i):
        shapes.append(tuple(x.shape))
        return x.sum(-1) * i

    variants = [
        {"x": tuple(Whole(v) for v in values), "i": Whole(i)}
        for values, i in [((1, 2), 1), ((1, 2, 3), 1), ((3, 4), 2), ((5, 6), 1)]
    ]
    measured = list(lab.measure_all(Confirmation(total, batch=("x",)), variants))
    assert measured == [{"": 3.0}, {"": 6.0}, {"": 14.0}, {"": 11.0}]
    assert sorted(shapes) == [(1, 2), (1, 3), (2, 2)]


def test_a_batched_result_of_another_length_is_refused(lab):
    total = Confirmation(lambda x: x.sum(), batch=("x",))
    with pytest.raises(QbankError, match="not of length 2"):
        list(lab.measure_all(total, [{"x": (Whole(1),)}, {"x": (Whole(2),)}]))


def test_devices():
    assert pick_device("cpu") == "cpu"
    for device in ("cuda", "mps"):
        there = torch.cuda.is_available() if device == "cuda" else torch.backends.mps.is_available()
        if there:
            assert pick_device(device) == device
        else:
            with pytest.raises(QbankError, match=f"finds no {device} device here"):
                pick_device(device)
