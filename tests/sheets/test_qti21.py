"""The package is read back and its response processing is run by an interpreter of its own, against our checker."""

import re
from decimal import Decimal
from functools import cache

import pytest
from lxml import etree

from qbank.answers import Word, grade
from qbank.bank import released
from qbank.corrections import Correction
from qbank.errors import QbankError
from qbank.question import Mistake
from qbank.sheets import qti21
from qbank.sheets.sheet import Look, lay_out

from .test_qti12 import BITES, BITES_IN_MARKDOWN, opened, parsed, typed

NS = "{http://www.imsglobal.org/xsd/imsqti_v2p1}"
MATHML = "{http://www.w3.org/1998/Math/MathML}"
RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")

CONTENT = (  # what may stand in what: the parts of the schema that are used
    ("assessmentItem", "responseDeclaration* outcomeDeclaration* itemBody responseProcessing modalFeedback*"),
    ("responseDeclaration", "correctResponse? mapping?"),
    ("correctResponse", "value+"),
    ("mapping", "mapEntry+"),
    ("outcomeDeclaration", "defaultValue?"),
    ("responseCondition", "responseIf responseElseIf* responseElse?"),
    ("choiceInteraction", "prompt? simpleChoice+"),
    ("table", "thead? tbody+"),
    ("assessmentTest", "outcomeDeclaration* testPart+ outcomeProcessing?"),
    ("assessmentSection", "selection? assessmentSection* assessmentItemRef*"),
)
ATTRIBUTES = {"class", "identifier", "title", "adaptive", "timeDependent", "cardinality", "baseType", "mapKey",
              "mappedValue", "caseSensitive", "defaultValue", "lowerBound", "responseIdentifier", "expectedLength",
              "shuffle", "maxChoices", "outcomeIdentifier", "showHide", "href", "visible", "select",
              "navigationMode", "submissionMode", "variableIdentifier", "src", "alt"}  # fmt: skip
TYPES = {"float": Decimal, "integer": Decimal, "identifier": str, "string": str}


class Attempt:
    """One attempt at an item: responses go in, SCORE and FEEDBACK come out."""

    def __init__(self, item, responses: dict[str, str | set[str]]) -> None:
        self.item, self.values = item, {}
        for declared in item.iter(f"{NS}responseDeclaration"):
            name, given = declared.get("identifier"), responses.get(declared.get("identifier"))
            kind = TYPES[declared.get("baseType")]
            self.values[name] = given if given is None or isinstance(given, set) else kind(given)
        for declared in item.iter(f"{NS}outcomeDeclaration"):
            default = declared.findtext(f"{NS}defaultValue/{NS}value")
            self.values[declared.get("identifier")] = None if default is None else Decimal(default)
        self.rules(item.find(f"{NS}responseProcessing"))
        self.score, self.most = self.values["SCORE"], self.values["MAXSCORE"]
        self.feedback = self.values["FEEDBACK"]

    def rules(self, parent) -> None:
        for rule in parent:
            if rule.tag == f"{NS}setOutcomeValue":
                self.values[rule.get("identifier")] = self.value(rule[0])
            elif rule.tag == f"{NS}responseCondition":
                self.branch(rule)

    def branch(self, condition) -> None:
        for branch in condition:
            test, *rules = branch if branch.tag != f"{NS}responseElse" else (None, *branch)
            if test is None or self.value(test) is True:
                return self.rules(rules)
        return None

    def value(self, expression):
        tag, name = expression.tag.removeprefix(NS), expression.get("identifier")
        if tag == "baseValue":
            return TYPES[expression.get("baseType")](expression.text)
        if tag == "variable":
            return self.values[name]
        if tag == "mapResponse":
            return self.mapped(name)
        inner = [self.value(each) for each in expression]
        if tag == "isNull":
            return inner[0] is None or inner[0] == set()
        if tag == "multiple":
            return {
                each
                for value in inner
                if value is not None
                for each in ([value] if isinstance(value, str) else value)
            }
        if tag == "and":
            return all(each is True for each in inner)
        if tag == "or":
            return any(each is True for each in inner)
        if None in inner:
            return None
        if tag == "stringMatch":
            cased = {"true": True, "false": False}[expression.get("caseSensitive")]
            return inner[0] == inner[1] if cased else inner[0].lower() == inner[1].lower()
        return {
            "gt": lambda a, b: a > b, "gte": lambda a, b: a >= b, "lte": lambda a, b: a <= b,
            "match": lambda a, b: a == b, "sum": lambda a, b: a + b, "product": lambda a, b: a * b,
            "subtract": lambda a, b: a - b,
        }[tag](*inner)  # fmt: skip

    def mapped(self, name: str) -> Decimal | None:
        [declared] = [
            each for each in self.item.iter(f"{NS}responseDeclaration") if each.get("identifier") == name
        ]
        mapping, given = declared.find(f"{NS}mapping"), self.values[name]
        if given is None:  # of several, none is an empty set, whose sum is 0
            return Decimal(0) if declared.get("cardinality") == "multiple" else None
        total = Decimal(0)
        for entry in mapping:
            key, sensitive = entry.get("mapKey"), entry.get("caseSensitive") != "false"
            texts = given if isinstance(given, set) else {given}
            if key in texts or (not sensitive and key.lower() in {text.lower() for text in texts}):
                total += Decimal(entry.get("mappedValue"))
        return max(total, Decimal(mapping.get("lowerBound", "-1e9")))


def package(questions, title="Quiz", corrections=None, **given):
    look = Look(variants=given.pop("variants", 0))
    sheet = lay_out(questions, title, corrections, look=look, **given)
    return opened(qti21.compose(sheet, questions)[""])


def read(content: bytes):
    top = parsed(content)
    valid(top)
    return top


def valid(top) -> None:
    """The structure that the schema asks for, as far as this format uses it."""
    for element in top.iter():
        if not isinstance(element.tag, str) or not element.tag.startswith(NS):
            assert element.tag.startswith(MATHML)
            continue
        assert {name for name in element.attrib if not name.startswith("{")} <= ATTRIBUTES
        children = " ".join(child.tag.removeprefix(NS) for child in element)
        for tag, model in CONTENT:
            if element.tag == NS + tag:
                pattern = "".join(
                    f"(?:{name.rstrip('*?+')} ){name[len(name.rstrip('*?+')) :]}" for name in model.split()
                )
                assert re.fullmatch(pattern, f"{children} " if children else ""), (tag, children)
        if identifier := element.get("identifier"):
            assert re.fullmatch(r"[A-Za-z_][\w.-]*", identifier)
    declared = [
        each.get("identifier") for each in top.iter(f"{NS}responseDeclaration", f"{NS}outcomeDeclaration")
    ]
    assert len(declared) == len(set(declared))
    used = {
        each.get("identifier")
        for each in top.iter(f"{NS}variable", f"{NS}mapResponse", f"{NS}setOutcomeValue")
    }
    assert used <= set(declared)
    for declaration in top.iter(f"{NS}mapping"):
        cased = {entry.get("caseSensitive") for entry in declaration} == {"true"}
        keys = [entry.get("mapKey") if cased else entry.get("mapKey").lower() for entry in declaration]
        assert len(keys) == len(set(keys))
    if top.tag == f"{NS}assessmentItem":
        places = [
            each.get("responseIdentifier")
            for each in top.iter(f"{NS}textEntryInteraction", f"{NS}choiceInteraction")
        ]
        assert places == [each.get("identifier") for each in top.iter(f"{NS}responseDeclaration")]
        assert all(len(body) for body in top.findall(f"{NS}itemBody"))


def one(question, **given):
    assert qti21.objection(question) is None
    return read(package([question], **given)[f"items/{question.id}.xml"])


def gaps(item, at: int) -> list[str]:
    names = [each.get("identifier") for each in item.iter(f"{NS}responseDeclaration")]
    return [name for name in names if re.fullmatch(rf"R{at}(_\d+)?", name)]


def fill(item, at: int, part, display: str, key) -> dict[str, str | set[str]] | None:
    """The responses of someone who gives this answer to a part; None where it has no place in the gaps."""
    names = gaps(item, at)
    if part.options is not None:
        several = part.answer["kind"] == "choices"
        return {names[0]: set(key) if several else key}
    listed = part.answer["kind"] in ("vector", "matrix")
    entries = [entry for row in typed(display) for entry in row] if listed else [display]
    if len(entries) != len(names):
        return None
    given = {}
    for name, entry in zip(names, entries, strict=True):
        [declared] = [
            each for each in item.iter(f"{NS}responseDeclaration") if each.get("identifier") == name
        ]
        number = declared.get("baseType") == "float"
        plain = entry.replace("−", "-").replace(",", "").replace(" × 10", "e").translate(RAISED)
        if number and "∞" in plain:
            return None
        given[name] = plain if number else entry
    return given


@cache
def carried():
    questions = list(released())
    files = package(questions)
    return questions, {question.id: read(files[f"items/{question.id}.xml"]) for question in questions}


def test_every_released_question_is_carried() -> None:
    assert [qti21.objection(question) for question in carried()[0][::10]] == [None] * 36
    assert len(carried()[1]) == len(carried()[0]) == 360


def test_capitals_count_where_they_mean_something(ask, asks) -> None:
    names = {"kind": "shape", "names": ["N", "d"]}
    for kind, key, wrong in (("tokens", "[a,B]", "[A, b]"), (names, "[N,d]", "[n, D]")):
        item = one(ask("What?", asks(kind, key, key.replace(",", ", "))))
        for text in (key.replace(",", ", "), wrong):
            right = grade(kind, key, text).verdict is Word.RIGHT
            assert Attempt(item, {"R1_1": text}).score == int(right)
    root = one(ask("What?", asks("exact", "sqrt(2)/2", "√2/2")))
    assert Attempt(root, {"R1_1": "SQRT(2)/2"}).score == 1
    shape = one(ask("What?", asks("shape", "[2,3]", "[2, 3]")))
    assert [Attempt(shape, {"R1_1": text}).score for text in ("2X3", "2x3", "2 × 3")] == [1, 1, 1]


def test_exact_entries_say_how_they_are_typed(ask, asks) -> None:
    item = one(ask("What?", asks({"kind": "vector", "of": {"kind": "exact"}}, "[1/2,2]", "[1/2, 2]")))
    assert "Type each as a whole number" in "".join(item.itertext())


def test_every_key_is_right_and_every_known_mistake_wrong() -> None:
    mistakes = 0
    for question in carried()[0]:
        item = carried()[1][question.id]
        key = {}
        for at, part in enumerate(question.parts, start=1):
            key |= fill(item, at, part, part.display, part.key)
        attempt = Attempt(item, key)
        assert attempt.score == attempt.most == len(question.parts), question.id
        assert attempt.feedback == {"explanation"}
        assert Attempt(item, {}).score == 0
        for at, part in enumerate(question.parts, start=1):
            for number, mistake in enumerate(part.mistakes, start=1):
                wrong = fill(item, at, part, mistake.display, mistake.key)
                if wrong is None:
                    continue
                attempt = Attempt(item, key | wrong)
                assert attempt.score == len(question.parts) - 1, (question.id, mistake)
                if len(gaps(item, at)) == 1 or f"R{at}_mistake{number}" in attempt.feedback:
                    mistakes += 1
                assert any(name.startswith(f"R{at}_mistake") for name in attempt.feedback)
    assert mistakes > 800


def test_credit_is_the_checkers_own() -> None:
    """One entry of a list changed, a decimal cut off or off by a digit: the same share as the checker gives."""
    compared = partly = 0
    for question in carried()[0]:
        item = carried()[1][question.id]
        for at, part in enumerate(question.parts, start=1):
            for display in _changed(part):
                given = fill(item, at, part, display, part.key)
                known = [mistake._asdict() for mistake in part.mistakes]
                judged = grade(part.answer, part.key, display, unit=part.unit, known=known)
                if given is None or judged.verdict in (Word.UNREADABLE, Word.UNDECIDED):
                    continue
                assert float(Attempt(item, given).score) == pytest.approx(judged.score), (
                    question.id,
                    display,
                )
                compared += 1
                partly += 0 < judged.score < 1
    assert compared > 250
    assert partly > 80


def _changed(part) -> list[str]:
    kind = part.answer["kind"]
    if kind in ("vector", "matrix"):
        rows = typed(part.display)
        changed = [["7777", *rows[0][1:]], *rows[1:]]
        shown = [f"[{', '.join(row)}]" for row in changed]
        return [shown[0] if kind == "vector" else f"[{', '.join(shown)}]"]
    if kind == "decimal" and re.fullmatch(r"−?\d+\.\d+", part.display):
        tried = [part.display[:-1], part.display + "9", part.display + "1"]
        return [
            text for text in tried if not text.endswith(("0", "."))
        ]  # as a number 20.0 is 20, which earns more
    return []


def test_choices_are_scored_by_right_ticks_less_wrong_ones(ask, asks) -> None:
    options = {"A": "$i \\le j$", "B": "$i > j$", "C": "none", "D": "all"}
    part = asks("choices", ("A", "C"), "A, C", options=options)
    item = one(ask("Which?", part))
    for ticks in ("A", "AC", "AB", "ABC", "ABCD", "BD", "D", "CD"):
        judged = grade(part.answer, part.key, ", ".join(ticks), options=options)
        assert float(Attempt(item, {"R1": set(ticks)}).score) == pytest.approx(judged.score), ticks
    none = one(ask("Which?", asks("choices", (), "none", options=options)))
    assert [Attempt(none, {"R1": set(ticks)}).score for ticks in ("", "A")] == [1, 0]


def test_options_keep_their_letters_and_mathematics(ask, asks) -> None:
    options = {"A": "$i \\le j$", "B": "two words"}
    item = one(ask("Which $x$?", asks("choice", "B", "B", options=options)))
    shown = list(item.iter(f"{NS}simpleChoice"))
    assert [each.get("identifier") for each in shown] == ["A", "B"]
    assert len(shown[0].findall(f"{MATHML}math")) == 1
    assert shown[1].text == "two words"
    assert Attempt(item, {"R1": "B"}).score == 1
    assert Attempt(item, {"R1": "A"}).score == 0


def test_a_matrix_is_a_table_of_gaps(questions) -> None:
    [matrix] = [question for question in questions if question.parts[0].answer["kind"] == "matrix"]
    item = one(matrix)
    cells = [row.findall(f"{NS}td/{NS}textEntryInteraction") for row in item.iter(f"{NS}tr")]
    assert [len(row) for row in cells] == [2, 2]
    assert Attempt(item, fill(item, 1, matrix.parts[0], matrix.parts[0].display, "")).score == 1


@pytest.mark.parametrize("points", [3, Decimal("0.25")])
def test_points(questions, points) -> None:
    fit = [question for question in questions if qti21.objection(question) is None]
    files = package(fit, points=points)
    for question in fit:
        item, key = read(files[f"items/{question.id}.xml"]), {}
        for at, part in enumerate(question.parts, start=1):
            key |= fill(item, at, part, part.display, part.key)
        attempt = Attempt(item, key)
        assert attempt.score == attempt.most == points * len(question.parts)


def test_formulas_are_refused(questions, ask) -> None:
    assert "formula" in qti21.objection(questions[-1])
    assert qti21.objection(ask("What?", figure={"kind": "x"})) is not None


def test_corrections(ask, asks) -> None:
    cases = [
        (asks("integer", "7", "7"), "8", {"R1_1": "8"}, {"R1_1": "9"}),
        (asks({"kind": "decimal", "places": 1}, "1/2", "0.5"), "1/4", {"R1_1": "0.3"}, {"R1_1": "0.9"}),
        (asks({"kind": "vector", "of": {"kind": "integer"}}, "[1,2]", "[1, 2]"), "[3,4]",
         {"R1_1": "3", "R1_2": "4"}, {"R1_1": "3", "R1_2": "5"}),
        (asks("choice", "A", "A", options={"A": "x", "B": "y", "C": "z"}), "B", {"R1": "B"}, {"R1": "C"}),
    ]  # fmt: skip
    for part, value, right, wrong in cases:
        question = ask("What?", part)
        for action, scores in (("accept", [1, 0]), ("full_marks", [1, 1])):
            line = Correction(
                question.id, "", action, value if action == "accept" else None, "why", "me", "2026-01-01"
            )
            item = one(question, corrections={(question.id, ""): (line,)})
            assert [Attempt(item, given).score for given in (right, wrong)] == scores
            assert "2026-01-01" in "".join(
                item.find(f"{NS}modalFeedback[@identifier='explanation']").itertext()
            )


def test_the_test_asks_every_item_and_pools_draw_one(questions) -> None:
    fit = [question for question in questions if qti21.objection(question) is None]
    fit = [question._replace(template="t" if at < 2 else f"u{at}") for at, question in enumerate(fit)]
    for variants, sizes in ((0, [len(fit)]), (2, [2] + [1] * (len(fit) - 2))):
        files = package(fit, "Quiz & more", variants=variants)
        top = read(files["test.xml"])
        assert top.get("title") == "Quiz & more"
        sections = [
            each
            for each in top.iter(f"{NS}assessmentSection")
            if each.find(f"{NS}assessmentItemRef") is not None
        ]
        assert [len(each.findall(f"{NS}assessmentItemRef")) for each in sections] == sizes
        selected = [each.find(f"{NS}selection") is not None for each in sections]
        assert selected == [bool(variants)] * len(sections)
        hrefs = {each.get("href") for each in top.iter(f"{NS}assessmentItemRef")}
        manifest = parsed(files["imsmanifest.xml"])
        listed = {each.get("href") for each in manifest.iter("{*}file")}
        assert hrefs | {"test.xml"} == listed
        assert listed | {"imsmanifest.xml"} == set(files)
        resources = {each.get("identifier") for each in manifest.iter("{*}resource")}
        assert {each.get("identifierref") for each in manifest.iter("{*}dependency")} <= resources


def test_texts_that_bite(ask, asks) -> None:
    mistake = Mistake(("m",), None, "B", "B", BITES_IN_MARKDOWN)
    part = asks("choice", "A", "A", options={"A": BITES_IN_MARKDOWN, "B": "x"}, mistakes=(mistake,))
    title = (BITES + " ") * 10 + "x" * 300
    question = ask(BITES_IN_MARKDOWN, part, explanation=BITES_IN_MARKDOWN)
    item = one(question, title=title)
    expected = BITES.replace("\\", "\\ $")
    assert "".join(item.find(f"{NS}itemBody/{NS}div").itertext()).strip() == expected
    assert "".join(item.find(f".//{NS}simpleChoice").itertext()) == expected
    assert ["".join(each.itertext()).strip() for each in item.iter(f"{NS}modalFeedback")] == [expected] * 2
    assert read(package([question], title)["test.xml"]).get("title") == title


def test_the_unkind_come_back(unkind) -> None:
    fit = [question for question in unkind if qti21.objection(question) is None]
    assert len(fit) >= len(unkind) - 2
    files = package(fit)
    for question in fit:
        assert read(files[f"items/{question.id}.xml"]).get("identifier") == question.id


@pytest.mark.parametrize("sign", ["\x07", "\x00", "\ufffe", "\ud800"])
def test_what_xml_cannot_hold_is_refused(questions, sign) -> None:
    with pytest.raises(QbankError, match=f"U\\+{ord(sign):04X} cannot stand in XML"):
        package(questions[:1], f"Quiz{sign}")


def test_the_same_bytes(questions) -> None:
    fit = [question for question in questions if qti21.objection(question) is None]
    sheet = lay_out(fit, "Quiz")
    assert qti21.compose(sheet, fit) == qti21.compose(sheet, fit)


def test_the_structure_check_can_fail(questions) -> None:
    item = one(questions[1])
    etree.SubElement(item, f"{NS}itemBody")
    with pytest.raises(AssertionError):
        valid(item)
