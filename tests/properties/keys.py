"""Questions to try the checker on: every part of the released bank, and keys of every kind made up here.

What is made up follows from one number, which Hypothesis draws: thousands of small draws would take most of the time.
"""

from hypothesis import strategies as st

from qbank.answers import digits, kind
from qbank.bank import released
from qbank.errors import QbankError
from qbank.question import Mistake, Part

from .pen import Pen

BANK = tuple(part for question in released() for part in question.parts)
LANGUAGES = (
    digits.POINT_LANGUAGES,
    digits.CONTINENTAL_LANGUAGES,
    digits.COMMA_LANGUAGES,
    "de-CH|es-MX|pt-BR",
)
LOCALES = tuple("|".join(LANGUAGES).split("|"))
MADE_UP = "made up"  # the name of parts that are in no bank
NUMBERS = ("integer", "decimal", "exact", "expression")
LISTS = ("vector", "matrix")
KINDS = (*NUMBERS, *LISTS, "shape", "tokens", "choice", "choices")
NAMES = (("d", "f"), ("T", "d_model", "h"), ("T1", "T2", "S"), ("N", "M", "x"), ("sigma", "eps", "df", "k"))
UNITS = (None, None, "parameters", "nats", "B")
WORDS = (
    "BOS", "EOS", "A", "b", "the", "<s>", "</s>", "<pad>", "don't", 'say "a"', "New York", "ab,c", "über", "4",
)  # fmt: skip
OPTIONS = dict(zip("ABCDE", ("one head", "36", "`e^2`", "None of its rows", "all"), strict=True))
LINE = ("names", "convention", "key", "display", "feedback")


def between(pen, low, high):
    """A whole number, often a small one."""
    if low <= 0 <= high and pen.chance(8):
        return 0
    span = high - low + 1
    return low + pen.below(span) if pen.chance(2) else max(low, min(high, pen.below(21) - 10))


def number(pen):
    """The text of a rational, surd, power, quotient … in the grammar of keys."""
    some, few, more = between(pen, -12, 12) or 5, between(pen, -12, 12), 1 + pen.below(40)
    match pen.below(10):
        case 0:
            return str(between(pen, -(10**4), 10**4))
        case 1:
            return f"{between(pen, -(10**6), 10**6)}/{1 + pen.below(5000)}"
        case 2:
            return f"{between(pen, -(10**7), 10**7)}/10^{pen.below(10)}"
        case 3:
            return f"{some}*sqrt({2 + pen.below(60)})/{more}"
        case 4:
            return f"{some}*e^({few}/{1 + pen.below(4)})"
        case 5 | 6:
            return f"e^{pen.below(6)}/(e^{pen.below(6)}+e^{pen.below(6)}+1)"
        case 7:
            return f"{some}*pi/{more}"
        case 8:
            return f"({few}+sqrt({2 + pen.below(8)}))/({some}-sqrt({10 + pen.below(5)}))"
    return str(between(pen, -(10**15), 10**15))


def sum_of_numbers(pen):
    """A number, or two added."""
    return number(pen) if pen.below(3) else f"{number(pen)}+{number(pen)}"


def any_number(pen):
    """What a decimal can be asked of: logarithms, sines and cosines too."""
    some, few, more = between(pen, -12, 12) or 5, between(pen, -12, 12), 1 + pen.below(40)
    match pen.below(8):
        case 0:
            return f"{some}*log({1 + pen.below(40)}/{more})"
        case 1:
            return f"{pen.one(('sin', 'cos'))}({few}/{more})"
        case 2:
            return f"{number(pen)}-({number(pen)})"
    return number(pen)


def formula(pen, names):
    """A polynomial in some of the names, or a quotient of two."""
    above = "+".join(monomial(pen, names) for _ in range(1 + pen.below(4)))
    return above if pen.below(5) else f"({above})/({names[0]}+{1 + pen.below(40)})"


def monomial(pen, names):
    powers = [f"{pen.one(names)}^{1 + pen.below(3)}" for _ in range(pen.below(3))]
    return "*".join([str(between(pen, -12, 12) or 7), *powers])


def numeric(pen, name):
    """A kind of one number or formula, and what writes a key of it."""
    if name == "decimal":
        return {"kind": name, pen.one(("places", "figures")): 1 + pen.below(7)}, any_number
    if name == "expression":
        names = pen.one(NAMES)
        return {"kind": name, "names": list(names)}, lambda pen: formula(pen, names)
    return {"kind": name}, (lambda pen: str(whole(pen))) if name == "integer" else sum_of_numbers


def whole(pen):
    return between(pen, -(10**4), 10**4) if pen.below(3) else between(pen, -(10**15), 10**15)


def listed(pen, name):
    """A vector or matrix, some with infinite entries, and many with entries that are alike.

    No vector has one entry alone: in [2d f], as LaTeX writes it, nobody can tell whether it has.
    """
    of, write = numeric(pen, pen.one(NUMBERS))
    infinite, columns, lines = pen.chance(3), 1 + pen.below(5), 1 + pen.below(4)
    columns += name == "vector"

    def entry(pen, known):
        if infinite and pen.chance(4):
            return pen.one(("inf", "-inf"))
        known.append(pen.one(known) if known and pen.chance(3) else write(pen))
        return known[-1]

    def row(pen, known):
        return f"[{','.join(entry(pen, known) for _ in range(columns))}]"

    def table(pen):
        known = []
        return row(pen, known) if name == "vector" else f"[{','.join(row(pen, known) for _ in range(lines))}]"

    return {"kind": name, "of": of, **({"infinite": True} if infinite else {})}, table


def other(pen, name):
    """A shape, a sequence of tokens, one letter or several."""
    if name == "tokens":
        return {"kind": name}, lambda pen: kind(name).write([pen.one(WORDS) for _ in range(1 + pen.below(6))])
    if name == "choice":
        return {"kind": name}, lambda pen: pen.one("ABCDE")
    if name == "choices":
        return {
            "kind": name
        }, lambda pen: f"[{','.join({pen.one('ABCDE') for _ in range(1 + pen.below(4))})}]"
    names = pen.one(((), *NAMES))
    sizes = (*names, *names, "0", "1", "2", "3", "4", "8", "64", "512", "5000")
    spec = {"kind": name, "names": list(names)} if names else {"kind": name}
    return spec, lambda pen: f"[{','.join(pen.one(sizes) for _ in range(1 + pen.below(5)))}]"


def made(pen, kinds=KINDS, mistakes=0):
    """A part that never was in a bank, with as many mistakes as asked."""
    name = pen.one(kinds)
    answer, write = (numeric if name in NUMBERS else listed if name in LISTS else other)(pen, name)
    return part_of(pen, answer, [written(pen, answer, write) for _ in range(1 + mistakes)])


def part_of(pen, answer, keys):
    """The part with the first of these keys, and with mistakes that have the others."""
    name = answer["kind"]
    unit = pen.one(UNITS) if name in ("integer", "decimal") else None
    options = OPTIONS if name in ("choice", "choices") else None
    known = tuple(mistake(answer, key, f"belief_{at}") for at, key in enumerate(keys[1:]))
    return Part(MADE_UP, "", answer, unit, keys[0], shown(answer, keys[0]), None, options, known)


def mistake(answer, key, name):
    """A misconception that leads to that key."""
    return Mistake((name,), None, key, shown(answer, key), f"Not {name}.")


def written(pen, answer, write):
    """The text of a key as a bank holds it; what the kind refuses, such as 0 to three figures, is written anew."""
    while (key := key_text(answer, write(pen))) is None:
        pass
    return key


def key_text(answer, text):
    """Key text as a bank holds it; None for what the kind refuses."""
    judged = kind(answer)
    try:
        return judged.write(judged.read_key(text))
    except QbankError:
        return None


def shown(answer, key):
    """The display of a key."""
    return kind(answer).display(kind(answer).read_key(key))


def parts(*kinds, mistakes=0):
    """Parts of the bank and parts made up, in equal numbers, of all kinds or of these."""
    wanted = kinds or KINDS
    there = [part for part in BANK if part.answer["kind"] in wanted and len(part.mistakes) >= mistakes]
    new = seeds.map(lambda seed: made(Pen("part", seed), wanted, mistakes))
    return st.sampled_from(there) | new if there else new


def as_lines(part):
    """The part's mistakes as a bank line has them."""
    return [{name: getattr(mistake, name) for name in LINE} for mistake in part.mistakes]


seeds = st.integers(0, 2**64 - 1)
pens = seeds.map(lambda seed: Pen("spelling", seed))
