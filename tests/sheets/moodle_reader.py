"""Moodle's side of its XML, written from its rules and not from our writer: what is read, and what an answer earns."""

import re
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser

from defusedxml import ElementTree

EPSILON = 1e-14
FRACTIONS = (100, 90, 83.33333, 80, 75, 70, 66.66667, 60, 50, 40, 33.33333, 30, 25, 20, 16.66667, 14.28571, 12.5,
             11.11111, 10, 5, 0)  # fmt: skip
SORTS = {
    "NUMERICAL": "numerical", "NM": "numerical", "SHORTANSWER": "shortanswer", "SA": "shortanswer",
    "SHORTANSWER_C": "shortanswer", "MULTICHOICE": "multichoice", "MULTICHOICE_V": "multichoice",
    "MULTIRESPONSE": "multiresponse",
}  # fmt: skip


@dataclass
class Answer:
    text: str
    share: float
    feedback: str
    tolerance: float = 0


@dataclass
class Item:
    """One thing to answer: a question of its own, or a gap."""

    sort: str
    answers: list[Answer]
    weight: float = 1
    cased: bool = False
    units: tuple[str, ...] = ()

    def found(self, response: str) -> Answer | None:
        """The first answer that fits what was typed."""
        if self.sort == "numerical":
            value = number(response, self.units)
            return next((one for one in self.answers if value is not None and within(one, value)), None)
        return next((one for one in self.answers if matches(one.text, response, self.cased)), None)

    def earned(self, response: str | set[int]) -> float:
        """The share of the marks for a text, or for the places of the options that were ticked."""
        if isinstance(response, set):
            total = sum(self.answers[at].share for at in response)
            return min(max(total, 0), 1)
        found = self.found(response)
        return found.share if found else 0


@dataclass
class Read:
    """A question as Moodle has it after the import."""

    sort: str
    name: str
    text: str
    general: str
    idnumber: str
    tags: list[str]
    category: str
    items: list[Item] = field(default_factory=list)
    grade: float = 0

    def earned(self, responses: list) -> float:
        total = sum(item.weight for item in self.items)
        pairs = zip(self.items, responses, strict=True)
        return sum(item.weight * item.earned(response) for item, response in pairs) / total


def read(xml: str) -> list[Read]:
    found, category = [], ""
    for element in ElementTree.fromstring(xml):
        if element.get("type") == "category":
            category = element.findtext("category/text").strip()
        else:
            found.append(question(element, category))
    return found


def question(element, category: str) -> Read:
    sort = element.get("type")
    texts = ("name/text", "questiontext/text", "generalfeedback/text", "idnumber")
    name, text, general, idnumber = ((element.findtext(path) or "").strip() for path in texts)
    assert len(name) <= 255
    assert element.find("questiontext").get("format") == "html"
    tags = [tag.text for tag in element.iterfind("tags/tag/text")]
    read = Read(sort, name, text, general, idnumber, tags, category)
    if sort == "cloze":
        read.text, read.items = gaps(text)
        read.grade = sum(item.weight for item in read.items)
        return read
    read.grade = float(element.findtext("defaultgrade"))
    read.items = [native(element, sort)]
    return read


def native(element, sort: str) -> Item:
    answers = []
    for answer in element.iterfind("answer"):
        fraction = float(answer.get("fraction"))
        assert min(abs(abs(fraction) - known) for known in FRACTIONS) < 0.001
        tolerance = answer.findtext("tolerance") or "0"
        text = (answer.findtext("text") or "").strip()
        if sort == "numerical" and text != "*":
            assert re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", text)
        feedback = (answer.findtext("feedback/text") or "").strip()
        answers.append(Answer(text, fraction / 100, feedback, float(tolerance)))
    if sort == "multichoice":
        single = element.findtext("single") == "true"
        total = sum(max(answer.share, 0) for answer in answers)
        assert round(max(answer.share for answer in answers) if single else total, 2) == 1
        return Item(sort if single else "multiresponse", answers)
    assert max(answer.share for answer in answers) == 1
    units = tuple(unit.text for unit in element.iterfind("units/unit/unit_name"))
    return Item(sort, answers, cased=element.findtext("usecase") == "1", units=units)


def number(response: str, units: tuple[str, ...] = ()) -> float | None:
    """As an English site reads it: blanks and grouping commas go, and only a known unit may follow."""
    found = re.match(r"([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(.*)", re.sub(r"[ ,]", "", response))
    if not found or (found[2] and found[2] not in [unit.replace(" ", "") for unit in units]):
        return None
    return float(found[1])


def within(answer: Answer, value: float) -> bool:
    if answer.text == "*":
        return True
    key = float(answer.text)
    return abs(value - key) <= answer.tolerance + EPSILON * max(1, abs(key))


def matches(pattern: str, response: str, cased: bool) -> bool:
    bits = re.split(r"(?<!\\)\*+", pattern)
    expression = ".*".join(re.escape(bit.replace(r"\*", "*")) for bit in bits)
    return re.fullmatch(expression, response.strip(), 0 if cased else re.IGNORECASE) is not None


def gaps(text: str) -> tuple[str, list[Item]]:
    """The text with `{#1}`, `{#2}`, … for its gaps, and the gaps."""
    found: list[Item] = []
    kept, at = "", 0
    while opening := re.compile(rf"\{{([0-9]*):({'|'.join(SORTS)}):").search(text, at):
        item, end = gap(text, opening)
        kept += text[at : opening.start()] + f"{{#{len(found) + 1}}}"
        found.append(item)
        at = end
    return kept + text[at:], found


def gap(text: str, opening: re.Match[str]) -> tuple[Item, int]:
    sort, at, answers = opening[2], opening.end(), []
    while True:
        share, at = fraction(text, at)
        answer, at = up_to(text, at, "~#}", ("\\", "&", "&amp;"))
        feedback = ""
        if text[at] == "#":
            feedback, at = up_to(text, at + 1, "~}", ("\\",))
        answers.append(alternative(sort, answer, share, feedback))
        at += 1
        if text[at - 1] == "}":
            break
    if SORTS[sort] == "multiresponse":
        right = sum(answer.share for answer in answers)
        specific = any(0 < answer.share < 1 for answer in answers)
        for answer in answers:
            answer.share = answer.share / right if answer.share else 0 if specific else -1 / right
    assert max(answer.share for answer in answers) == 1 or SORTS[sort] == "multiresponse"
    return Item(SORTS[sort], answers, float(opening[1] or 1), cased=sort == "SHORTANSWER_C"), at


def fraction(text: str, at: int) -> tuple[float, int]:
    if text[at] == "=":
        return 1, at + 1
    if percent := re.compile(r"%(-?[0-9]+(?:[.,][0-9]*)?)%").match(text, at):
        return float(percent[1]) / 100, percent.end()
    return 0, at


def up_to(text: str, at: int, ends: str, guards: tuple[str, ...]) -> tuple[str, int]:
    """The text up to one of the signs that end it, unless something stands before it that guards it."""
    end = at
    while text[end] not in ends or text[:end].endswith(guards):
        end += 1
    return text[at:end], end


def alternative(sort: str, answer: str, share: float, feedback: str) -> Answer:
    feedback = decoded(feedback)
    if SORTS[sort] == "numerical":
        assert re.fullmatch(r"-?[0-9]+(\.[0-9]+)?:[0-9]+(\.[0-9]+)?", answer)
        value, _, tolerance = answer.partition(":")
        return Answer(value, share, feedback, float(tolerance))
    return Answer(decoded(answer), share, feedback)


def decoded(text: str) -> str:
    return unescape(text).replace(r"\}", "}").replace(r"\#", "#")


def words(html: str) -> str:
    """What a browser shows of HTML, blanks as one."""
    parser = _Words()
    parser.feed(html)
    parser.close()
    return " ".join("".join(parser.found).split())


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found.append(data)
