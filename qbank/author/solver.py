"""`@solver`: a function that says what is true, and the companions that say why to believe it.

    @solver
    def blocked_cells(T):
        return T * (T - 1) / 2

    @blocked_cells.confirm            # counted or measured with PyTorch
    @blocked_cells.misconception      # a known wrong answer
    @blocked_cells.working            # an intermediate value, which the solver takes as an argument
    @blocked_cells.figure             # the picture that the question shows
    @blocked_cells.where              # which parameters make sense
    @blocked_cells.refuse             # what a given configuration cannot mean, and what to write instead
    @blocked_cells.translate          # a configuration in another program's words

A companion names what it needs among its arguments: parameters, conventions and working values, in any subset.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from qbank.errors import QbankError

Function = Callable[..., Any]
F = TypeVar("F", bound=Function)


@dataclass(frozen=True)
class Confirmation:
    """One way to reach the answer without the solver's formula.

    `derived` names the road where PyTorch has no module to run; None means that a module was run. `batch` names
    the arguments that may arrive stacked, first dimension B. `within` is the relative bound that holds where a
    module computes in float32 only.
    """

    function: Function
    derived: str | None = None
    batch: tuple[str, ...] = ()
    within: float | None = None
    gradients: bool = False

    @property
    def name(self) -> str:
        """The name of its function, as proofs and messages give it."""
        return self.function.__name__


@dataclass
class Solver:
    """What is true, with everything that was declared about it."""

    function: Function
    confirmations: list[Confirmation] = field(default_factory=list)
    misconceptions: dict[str, Function] = field(default_factory=dict)
    workings: dict[str, Function] = field(default_factory=dict)
    filters: list[Function] = field(default_factory=list)
    refusals: list[Function] = field(default_factory=list)
    translations: dict[str, Function] = field(default_factory=dict)
    picture: Function | None = None

    @property
    def name(self) -> str:
        """The name of the function, which is the name of the question too."""
        return self.function.__name__

    @property
    def file(self) -> str:
        """The file that the solver stands in."""
        return self.function.__code__.co_filename

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.function(*args, **kwargs)

    def confirm(
        self,
        function: Function | None = None,
        *,
        derived: str | None = None,
        batch: Sequence[str] = (),
        within: float | None = None,
        gradients: bool = False,
    ) -> Any:
        """Declare a confirmation, as `@x.confirm` or `@x.confirm(derived="…", batch=["scores"], …)`."""

        def declare(f: F) -> F:
            self.confirmations.append(Confirmation(f, derived, tuple(batch), within, gradients))
            return f

        return declare(function) if function is not None else declare

    def misconception(self, function: F) -> F:
        """Declare a known wrong answer. It returns None where it does not apply, and only the parts it spoils."""
        self.misconceptions[function.__name__] = function
        return function

    def working(self, function: F) -> F:
        """Declare an intermediate value; later workings and the solver may take it as an argument."""
        self.workings[function.__name__] = function
        return function

    def figure(self, function: F) -> F:
        """Declare the question's picture, at most one: it returns {draw, data, alt}, and the key stands in none."""
        if self.picture is not None:
            where = f"{self.file}:{function.__code__.co_firstlineno}"
            raise QbankError(
                f"{self.name} has a second figure", where=where, hint="draw one picture a question"
            )
        self.picture = function
        return function

    def where(self, function: F) -> F:
        """Declare which parameters make a sensible question."""
        self.filters.append(function)
        return function

    def refuse(self, function: F) -> F:
        """Declare what is impossible: it returns a setting, what is found, and what to write; None if all fit."""
        self.refusals.append(function)
        return function

    def translate(self, function: F) -> F:
        """Declare how another program's configuration is read: it takes that mapping under the parameter's name, and
        returns the template's own settings, or None for a mapping that holds these already."""
        (name,) = arguments(function)
        self.translations[name] = function
        return function

    def admits(self, params: Mapping[str, Any]) -> bool:
        """Whether every filter holds for these parameters, and nothing is refused."""
        return all(call(function, params) for function in self.filters) and self.refused(params) is None

    def refused(self, params: Mapping[str, Any]) -> tuple[str, str, str] | None:
        """The first thing that is impossible: a setting's name, what is found, and what to write."""
        return next((found for function in self.refusals if (found := call(function, params))), None)

    def work(self, params: Mapping[str, Any], rounding: Callable[[Any], Any] | None = None) -> dict[str, Any]:
        """The parameters and every working value, each computed from those before it.

        `rounding` is applied to each working value before it is passed on: what a person with a pencil does.
        """
        known = dict(params)
        for name, function in self.workings.items():
            value = frozen(call(function, known))
            known[name] = rounding(value) if rounding else value
        return known

    def solve(
        self, params: Mapping[str, Any], rounding: Callable[[Any], Any] | None = None
    ) -> dict[str, Any]:
        """The answer of each part; a question with one part has the part `""`."""
        return self.answer(self.work(params, rounding))

    def answer(self, known: Mapping[str, Any]) -> dict[str, Any]:
        """The answer of each part, where the working values are known already: `known` is what `work` gave."""
        return as_parts(call(self.function, known))

    def mistakes(self, known: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
        """What each misconception answers, by part; `known` is what `work` gave."""
        answers = {name: call(function, known) for name, function in self.misconceptions.items()}
        return {name: as_parts(answer) for name, answer in answers.items() if answer is not None}


def solver(function: Function) -> Solver:
    """Make a function the solver of the question that has its name."""
    return Solver(function)


def arguments(function: Function) -> tuple[str, ...]:
    """The names of what a function wants to be told."""
    return tuple(inspect.signature(function).parameters)


def call(function: Function, known: Mapping[str, Any]) -> Any:
    """Call a function with those of the known values that it names."""
    names = function.__code__.co_varnames[
        : function.__code__.co_argcount + function.__code__.co_kwonlyargcount
    ]
    return function(**{name: known[name] for name in names})


def as_parts(answer: Any) -> dict[str, Any]:
    """An answer by parts, its lists as tuples; a bare one belongs to the part `""`."""
    parts = answer if isinstance(answer, Mapping) else {"": answer}
    return {name: frozen(value) for name, value in parts.items()}


def frozen(value: Any) -> Any:
    """Lists, however deep, as tuples: an answer does not change any more."""
    return tuple(frozen(item) for item in value) if isinstance(value, (list, tuple)) else value
