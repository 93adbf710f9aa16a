"""Pages: Jinja templates with every text escaped, and the words of the site through a catalogue."""

from collections.abc import Mapping
from datetime import UTC, datetime
from decimal import ROUND_HALF_UP, Decimal
from functools import partial
from typing import TYPE_CHECKING, Any

from fastapi.responses import HTMLResponse
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape

from qbank import markup
from qbank.home import VERSION
from qbank.web.asking.shown import phrase
from qbank.web.base.texts import Texts

if TYPE_CHECKING:
    from qbank.web.door.visit import Visit


ENGLISH_TIME, ANY_TIME = "%-d %B %Y, %H:%M UTC", "%Y-%m-%d %H:%M UTC"


def page(visit: "Visit", template: str, status: int, shown: Mapping[str, Any]) -> HTMLResponse:
    """The template's page for this visitor, who is `person` in it."""
    text = visit.site.pages.get_template(f"{template}.html").render(
        {"visit": visit, "person": visit.person, "version": VERSION, "wrong": {}, **shown}
    )
    return HTMLResponse(text, status_code=status)


_CENT = Decimal("0.01")


def environment(texts: Texts) -> Environment:
    """The pages' templates, in these words. What a template does not know is an error and not an empty place."""
    made = Environment(
        loader=PackageLoader("qbank.web", "templates"),
        auto_reload=False,  # an update writes new ones below a service that still runs
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        extensions=["jinja2.ext.i18n"],
    )
    made.install_gettext_callables(texts.shown, texts.counted, newstyle=True)  # type: ignore[attr-defined]
    spoken = partial(moment, written=ENGLISH_TIME if texts.language == "en" else ANY_TIME)
    made.filters |= {
        "moment": spoken,
        "second": second,
        "number": number,
        "percent": percent,
        "said": texts.said,
        "phrase": feedback,
    }
    made.globals |= {
        "csrf": csrf,
        "language": texts.language,
        "direction": texts.direction,
        "english": _english(texts),
    }
    return made


def _english(texts: Texts) -> Markup:
    """What marks questions, which are in English, on pages of another language."""
    return Markup("") if texts.language.startswith("en") else Markup(' lang="en" dir="ltr"')


def feedback(source: str) -> Markup:
    """A sentence in Markdown as HTML; as it is where a translation of it is no Markdown of ours."""
    return escape(source) if markup.problems(source) else phrase(source)


def csrf(visit: "Visit") -> Markup:
    """The field that every form brings along."""
    return Markup('<input type="hidden" name="csrf" value="{}">').format(visit.csrf)


def moment(at: int | None, written: str = ENGLISH_TIME) -> Markup:
    """A time in UTC, which the page's script says in the reader's own zone."""
    if at is None:
        return Markup("–")
    when = datetime.fromtimestamp(at / 1000, UTC)
    machine, shown = when.isoformat(timespec="milliseconds"), when.strftime(written)
    return Markup('<time datetime="{}">{}</time>').format(machine, shown)


def second(at: int) -> Markup:
    """A time of day to the second, for what was saved just now."""
    when = datetime.fromtimestamp(at / 1000, UTC)
    machine, shown = when.isoformat(timespec="milliseconds"), when.strftime("%H:%M:%S UTC")
    return Markup('<time datetime="{}" data-second>{}</time>').format(machine, shown)


def number(value: float) -> str:
    """A number of points without needless zeros: `2`, `1.5`, `0.33`."""
    exact = Decimal(repr(round(value, 9)))  # as people round: 0.495, a bit less as a binary fraction, is 0.5
    return f"{exact.quantize(_CENT, ROUND_HALF_UP):,f}".rstrip("0").rstrip(".")


def percent(share: float | None) -> str:
    """`37 %`."""
    return "–" if share is None else f"{share:.0%}".replace("%", " %")
