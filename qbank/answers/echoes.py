"""A typed number written back: with all the digits that were typed, no other ones, and never rounded."""

from qbank import limits
from qbank.exact.decimals import point_shifted
from qbank.exact.faces import Unicode

ZEROS = 20  # that are written out; beyond it stands a power of ten


def echoed(units: int, places: int) -> str:
    """So many units of the last of so many places: `0.730`, `12000` for 1.2e4, `1 × 10⁻³⁰`."""
    sign, figures = "−" if units < 0 else "", str(abs(units))
    if not units:
        return point_shifted("0", min(max(places, 0), ZEROS))
    if -ZEROS <= places <= 0 and len(figures) <= limits.NUMBER_DIGITS:
        return sign + figures + "0" * -places
    if 0 < places <= len(figures) + ZEROS and len(figures) <= limits.NUMBER_DIGITS:
        return sign + point_shifted(figures, places)
    shown = figures[: limits.NUMBER_DIGITS]
    mantissa = point_shifted(shown, len(shown) - 1) + ("…" if shown != figures else "")
    return sign + Unicode(False).scientific(mantissa, len(figures) - 1 - places)
