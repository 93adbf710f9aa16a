"""What exact arithmetic refuses; all but the first are ArithmeticErrors, as a division by zero is."""


class InexactError(TypeError):
    """A float came in. Exact values know no rounding, so nothing is computed with it."""

    def __init__(self, found: object) -> None:
        super().__init__(
            f"{found!r} is a float, and floats are rounded; write a quotient of whole numbers made exact, "
            "such as Whole(1) / 10, or a fraction parameter"
        )


class Undecided(ArithmeticError):
    """Neither equal nor different could be proved within the bounds."""


class TooLarge(ArithmeticError):
    """A result would pass the bounds of `qbank.limits`; it was not computed."""


class DomainError(ArithmeticError, ValueError):
    """A function has no real value there, such as the square root of -1."""


def refuse_float(value: object) -> None:
    """Raise InexactError for a float or a complex number; anything else passes."""
    if isinstance(value, (float, complex)):
        raise InexactError(value)
