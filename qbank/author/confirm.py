"""Running confirmations with PyTorch, and holding what they measured against the key. Only here is torch imported.

Confirmations run with float64 as the default type, on one thread, with a seed of their own, and leave PyTorch's
settings as they were. A confirmation that names a `batch` is run once for all variants that agree in the rest.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import torch
from flint import fmpq

from qbank import exact
from qbank.answers import Kind
from qbank.author.configuration import Configuration
from qbank.author.params import Value
from qbank.author.solver import Confirmation, arguments, as_parts, call
from qbank.errors import QbankError

SEED = 20_170_612
RELATIVE = 1e-9
ABSOLUTE = 1e-12  # where the key is 0
FLOAT32 = 1e-4  # on a device without float64
BATCH = 4_096

Measured = Any  # numbers, words, sets, nested lists of these


class Laboratory:
    """The device on which confirmations run, with PyTorch set up for them."""

    def __init__(self, device: str) -> None:
        self.device = device
        self.torch = torch.__version__.partition("+")[0]
        self.dtype = "float32" if device == "mps" else "float64"

    def within(self, confirmation: Confirmation) -> float:
        """The relative bound for real numbers."""
        return max(confirmation.within or RELATIVE, FLOAT32 if self.device == "mps" else 0.0)

    def measure(self, confirmation: Confirmation, variant: Mapping[str, Value]) -> dict[str, Measured]:
        """What one confirmation gives for one variant, by parts."""
        known = {name: self._as_torch(variant[name]) for name in arguments(confirmation.function)}
        return as_parts(_plain(self._run(confirmation, known)))

    def measure_all(
        self, confirmation: Confirmation, variants: Sequence[Mapping[str, Value]]
    ) -> Iterator[dict[str, Measured]]:
        """What one confirmation gives for each variant: batched where it can be, else one by one as it is asked for."""
        if not confirmation.batch:
            yield from (self.measure(confirmation, variant) for variant in variants)
            return
        results: dict[int, dict[str, Measured]] = {}
        for group in _alike(confirmation, variants):
            for start in range(0, len(group), BATCH):
                chosen = group[start : start + BATCH]
                results |= zip(
                    chosen, self._measure_batch(confirmation, [variants[i] for i in chosen]), strict=True
                )
        yield from (results[i] for i in range(len(variants)))

    def _measure_batch(
        self, confirmation: Confirmation, variants: Sequence[Mapping[str, Value]]
    ) -> list[dict[str, Measured]]:
        known = {name: self._as_torch(variants[0][name]) for name in arguments(confirmation.function)}
        for name in confirmation.batch:
            known[name] = torch.stack([torch.as_tensor(self._as_torch(v[name])) for v in variants])  # (B, …)
        parts = as_parts(self._run(confirmation, known))
        columns = {name: _plain(value) for name, value in parts.items()}
        for name, column in columns.items():
            if not isinstance(column, list) or len(column) != len(variants):
                raise QbankError(
                    f"batched result {name!r} is not of length {len(variants)}", where=confirmation.name
                )
        return [{name: column[i] for name, column in columns.items()} for i in range(len(variants))]

    def _run(self, confirmation: Confirmation, known: Mapping[str, Any]) -> Any:
        torch.manual_seed(SEED)
        with torch.set_grad_enabled(confirmation.gradients):
            return call(confirmation.function, known)

    def _as_torch(self, value: Value) -> Any:
        """Whole numbers as int, also in a configuration, fractions as float, lists of numbers as tensors."""
        if isinstance(value, (bool, str)):
            return value
        if isinstance(value, int):
            return int(value)
        if isinstance(value, fmpq):
            return _float(value)
        if isinstance(value, Configuration):
            return value.each(int)
        plain = _floats(value)
        return torch.tensor(plain) if _numeric(plain) else value


def pick_device(wanted: str) -> str:
    """The device by name; `auto` is CUDA where there is one, else the CPU. Raises QbankError for one not there."""
    there = {"cpu": True, "cuda": torch.cuda.is_available(), "mps": torch.backends.mps.is_available()}
    if wanted == "auto":
        return "cuda" if there["cuda"] else "cpu"
    if not there[wanted]:
        raise QbankError(
            f"PyTorch {torch.__version__} finds no {wanted} device here", hint="use --device cpu"
        )
    return wanted


@contextmanager
def laboratory(device: str = "auto") -> Iterator[Laboratory]:
    """PyTorch set up for confirmations; its former settings and random state come back afterwards."""
    lab = Laboratory(pick_device(device))
    dtype, threads, state = torch.get_default_dtype(), torch.get_num_threads(), torch.get_rng_state()
    torch.set_default_dtype(getattr(torch, lab.dtype))
    torch.set_num_threads(1)
    try:
        if lab.device == "cpu":
            yield lab
        else:
            with torch.device(lab.device):
                yield lab
    finally:
        torch.set_default_dtype(dtype)
        torch.set_num_threads(threads)
        torch.set_rng_state(state)


def agree(kind: Kind, key: Any, measured: Measured, within: float) -> bool:
    """Whether a measurement says the same as the key: reals within a bound, all else equal."""
    if isinstance(key, (frozenset, set)):
        return set(key) == set(measured)
    if isinstance(key, (tuple, list)):
        same_length = isinstance(measured, (list, tuple)) and len(key) == len(measured)
        return same_length and all(agree(kind, k, m, within) for k, m in zip(key, measured, strict=True))
    if isinstance(key, str) or isinstance(measured, str):
        return bool(key == measured)
    if key in (exact.inf, -exact.inf):
        return bool(measured == _float(key))
    if _whole(kind):
        return bool(measured == int(key))
    return _near(_float(key), float(measured), within)


def _whole(kind: Kind) -> bool:
    """Whether the kind's numbers are whole, so that nothing but equality will do."""
    spec = kind.spec()
    return spec.get("of", spec)["kind"] in ("integer", "shape")


def _near(key: float, measured: float, within: float) -> bool:
    if key == measured:
        return True
    if key == 0:
        return abs(measured) <= max(ABSOLUTE, within if within > RELATIVE else 0.0)
    return abs(key - measured) <= within * max(abs(key), abs(measured))


def _float(value: Value) -> float:
    """An exact value as the float nearest to it."""
    if value in (exact.inf, -exact.inf):
        return float("inf") if value == exact.inf else float("-inf")
    return float(exact.ball(value, 128).mid())


def _floats(value: Value) -> Any:
    return [_floats(item) for item in value] if isinstance(value, tuple) else _as_float(value)


def _as_float(value: Value) -> Any:
    return value if isinstance(value, str) else _float(value)


def _numeric(value: Any) -> bool:
    return all(_numeric(item) for item in value) if isinstance(value, list) else isinstance(value, float)


def _plain(value: Any) -> Measured:
    """Tensors, sizes and tuples as numbers and lists."""
    if isinstance(value, torch.Tensor):
        return value.detach().cpu().tolist()
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, (tuple, list)):
        return [_plain(item) for item in value]
    return value


def _alike(confirmation: Confirmation, variants: Sequence[Mapping[str, Value]]) -> list[list[int]]:
    """The numbers of the variants, grouped by what is not batched and by the sizes of what is."""
    groups: dict[Any, list[int]] = {}
    fixed = [name for name in arguments(confirmation.function) if name not in confirmation.batch]
    for number, variant in enumerate(variants):
        sizes = tuple(_sizes(variant[name]) for name in confirmation.batch)
        key = (tuple(str(variant[name]) for name in fixed), sizes)
        groups.setdefault(key, []).append(number)
    return list(groups.values())


def _sizes(value: Value) -> tuple[int, ...]:
    return (len(value), *_sizes(value[0])) if isinstance(value, tuple) else ()
