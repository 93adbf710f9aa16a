"""Canvas's quiz is read back by its own rules: what a student types becomes responses, conditions become a score."""

import re
from collections import Counter
from decimal import Decimal, InvalidOperation
from functools import cache
from html.parser import HTMLParser
from io import BytesIO
from urllib.parse import unquote
from zipfile import ZipFile

import pytest
from lxml import etree

from qbank import pictures
from qbank.answers import Word, grade
from qbank.bank import released
from qbank.corrections import Correction
from qbank.errors import QbankError
from qbank.question import Mistake
from qbank.sheets import qti12, remark
from qbank.sheets.sheet import Look, lay_out

NS = "{http://www.imsglobal.org/xsd/ims_qtiasiv1p2}"
RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
BITES = "& < > \" ' % # { } ~ \\ ^ _ ]]> 😀 नमस्ते שלום"
BITES_IN_MARKDOWN = "\\& \\< \\> \" ' % \\# { } \\~ \\\\ \\$ ^ \\_ ]]> 😀 नमस्ते שלום"


class Item:
    """A question as Canvas has it after the import."""

    def __init__(self, item) -> None:
        self.item, self.ident = item, item.get("ident")
        fields = item.iter(f"{NS}qtimetadatafield")
        meta = {field[0].text: field[1].text for field in fields}
        self.kind, self.points = meta["question_type"], float(meta["points_possible"])
        self.text = item.findtext(f"{NS}presentation/{NS}material/{NS}mattext")
        self.feedback = {
            each.get("ident"): each.findtext(f".//{NS}mattext") for each in item.iter(f"{NS}itemfeedback")
        }

    def labels(self, response: str) -> dict[str, str]:
        """The options of a response: integer id and text."""
        [found] = [each for each in self.item.iter(f"{NS}response_lid") if each.get("ident") == response]
        return {
            label.get("ident"): label.findtext(f".//{NS}mattext")
            for label in found.iter(f"{NS}response_label")
        }

    def blanks(self) -> list[str]:
        """The gaps in the order in which the text has them."""
        return re.findall(r"\[(answer_*\d+)\]", self.text)

    def score(self, responses: dict[str, set[str]]) -> float:
        """The conditions of QTI 1.2 in their order, SCORE between 0 and 100."""
        score = 0.0
        for condition in self.item.iter(f"{NS}respcondition"):
            [rule] = condition.findall(f"{NS}conditionvar")
            if not all(self.holds(each, responses) for each in rule):
                continue
            for setvar in condition.findall(f"{NS}setvar"):
                score = float(setvar.text) + (score if setvar.get("action") == "Add" else 0)
            if condition.get("continue") == "No":
                break
        return score

    def shown(self, responses: dict[str, set[str]]) -> list[str]:
        """The feedback that the responses lead to."""
        return [
            shown.get("linkrefid")
            for condition in self.item.iter(f"{NS}respcondition")
            if all(self.holds(each, responses) for each in condition.find(f"{NS}conditionvar"))
            for shown in condition.findall(f"{NS}displayfeedback")
        ]

    def holds(self, rule, responses: dict[str, set[str]]) -> bool:
        tag = rule.tag.removeprefix(NS)
        if tag in ("and", "or", "not"):
            inner = [self.holds(each, responses) for each in rule]
            return {"and": all(inner), "or": any(inner), "not": not all(inner)}[tag]
        if tag == "other":
            return True
        given = responses.get(rule.get("respident"), set())
        if tag == "varequal" and self.kind != "numerical_question":
            return rule.text.strip().lower() in {text.strip().lower() for text in given}
        compare = {
            "varequal": Decimal.__eq__, "vargte": Decimal.__ge__, "varlte": Decimal.__le__
        }[tag]  # fmt: skip
        return any(compare(Decimal(text), Decimal(rule.text)) for text in given)

    def imported_numbers(self) -> list[tuple[Decimal, Decimal]]:
        """Classic Canvas: the value as a floating point number, the margin from the upper bound."""
        found = []
        for either in self.item.iter(f"{NS}or"):
            value, upper = either.findtext(f"{NS}varequal"), either.findtext(f".//{NS}varlte")
            margin = float(Decimal(upper) - Decimal(value))
            found.append((Decimal(repr(float(value))), Decimal(repr(margin))))
        return found


def opened(content: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(content)) as archive:
        assert archive.testzip() is None
        assert all(entry.date_time == (1980, 1, 1, 0, 0, 0) for entry in archive.infolist())
        return {name: archive.read(name) for name in archive.namelist()}


def parsed(content: bytes):
    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False)
    return etree.fromstring(content, parser)


def quiz(questions, title="Quiz", **look):
    files = opened(qti12.compose(lay_out(questions, title, look=Look(**look)), questions)[""])
    [name] = [name for name in files if re.fullmatch(r"(g\w+)/\1\.xml", name)]
    return parsed(files[name]), files


def items(questions, **look) -> list[Item]:
    return [Item(found) for found in quiz(questions, **look)[0].iter(f"{NS}item")]


def one(question, **look) -> Item:
    assert qti12.objection(question) is None
    [item] = items([question], **look)
    return item


def typed(display: str) -> list[list[str]]:
    """What stands in the gaps when a shown vector or matrix is copied into them."""
    rows = re.findall(r"\[([^\[\]]*)\]", display)
    return [row.split(", ") for row in rows]


def number(text: str) -> str:
    """A number as Canvas's field has it: ASCII, without groups."""
    text = text.replace("−", "-").replace(",", "").replace(" × 10", "e").translate(RAISED)
    try:
        Decimal(text)
    except InvalidOperation:
        pytest.fail(f"{text} is no number")
    return text


def answers(item: Item, displays: list[str], options: list[str] | None = None) -> dict[str, set[str]] | None:
    """The responses of a student who types these answers; None where they do not fit the gaps."""
    if item.kind == "numerical_question":
        return {"response1": {number(displays[0])}}
    if item.kind == "short_answer_question":
        return {"response1": {displays[0]}}
    entries = []
    for display in displays:
        rows = typed(display) if "[" in display else [[display]]
        entries.append([entry for row in rows for entry in row])
    blanks = item.blanks()
    if sum(map(len, entries)) != len(blanks):
        entries = [[display] for display in displays]
    if sum(map(len, entries)) != len(blanks):
        return None
    flat = [entry for each in entries for entry in each]
    found = {}
    for blank, entry in zip(blanks, flat, strict=True):
        labels = item.labels(f"response_{blank}")
        found[f"response_{blank}"] = {
            ident for ident, text in labels.items() if text.strip().lower() == entry.strip().lower()
        }
    return found


def stored_ids(item: Item) -> dict[str, str]:
    return dict(zip("ABCDEFGHIJ", sorted(item.labels("response1"), key=int), strict=False))


@cache
def carried():
    questions = [question for question in released() if qti12.objection(question) is None]
    return questions, items(questions)


def test_how_many_released_questions_are_carried() -> None:
    fit = {question.id for question in carried()[0]}
    rest = [question for question in released() if question.id not in fit]
    why = Counter(qti12.objection(question) for question in rest)
    assert len(fit) >= 9 * len(rest)
    assert set(why) <= {
        "Canvas gives each gap the same points, and its parts have different numbers of gaps",
        "Canvas cannot ask for a choice and something else in one question",
        "Canvas takes a number below 0.0001 for 0",
    }


def test_every_key_is_right_and_every_known_mistake_wrong() -> None:
    questions, found = carried()
    mistakes = 0
    for question, item in zip(questions, found, strict=True):
        assert (item.ident, item.points) == (question.id, len(question.parts))
        if question.parts[0].options is not None:
            [part], ids = question.parts, stored_ids(item)
            assert item.score({"response1": {ids[letter] for letter in part.key}}) == 100
            for mistake in part.mistakes:
                given = {"response1": {ids[letter] for letter in mistake.key}}
                assert item.score(given) == 0
                assert f"{ids[mistake.key]}_fb" in item.shown(given)
                mistakes += 1
            continue
        displays = [part.display for part in question.parts]
        assert item.score(answers(item, displays)) == pytest.approx(100), (question.id, displays)
        for at, part in enumerate(question.parts):
            for mistake in part.mistakes:
                given = answers(item, [*displays[:at], mistake.display, *displays[at + 1 :]])
                if given is not None:
                    assert item.score(given) < 99, (question.id, mistake)
                    mistakes += 1
    assert mistakes > 700


def test_numbers_are_right_after_the_import_within_the_fair_interval() -> None:
    checked = 0
    for question, item in zip(*carried(), strict=True):
        if item.kind != "numerical_question":
            continue
        part, numbers = question.parts[0], item.imported_numbers()
        shown = Decimal(number(part.display))
        step = Decimal(1).scaleb(shown.as_tuple().exponent)
        tried = [shown, shown + step / 4, shown - step / 4, shown + step, shown - step]
        for value in tried if part.answer["kind"] == "decimal" else [shown, shown + 1, -shown - 1]:
            right = any(abs(value - middle) <= margin for middle, margin in numbers)
            judged = grade(part.answer, part.key, f"{value:f}", unit=part.unit)
            assert right == (judged.verdict is Word.RIGHT), (question.id, value)
            assert right == (item.score({"response1": {f"{value:f}"}}) == 100)
            checked += 1
    assert checked > 200


def test_what_is_listed_as_right_is_right_to_the_checker(asks, ask) -> None:
    part = asks("exact", "sqrt(6)/2", "√6/2")
    item = one(ask("How much?", part))
    texts = [each.text for each in item.item.iter(f"{NS}varequal")]
    assert len(texts) > 1
    assert all(grade("exact", "sqrt(6)/2", text).verdict is Word.RIGHT for text in texts)


@pytest.mark.parametrize(
    ("options", "kind"),
    [
        ({"A": "True", "B": "False"}, "true_false_question"),
        ({"A": "False", "B": "True"}, "true_false_question"),
        ({"A": "true", "B": "false"}, "multiple_choice_question"),
        ({"A": "True", "B": "False", "C": "Neither"}, "multiple_choice_question"),
    ],
)
def test_true_and_false(ask, asks, options, kind) -> None:
    item = one(ask("Is it?", asks("choice", "B", "B", options=options)))
    assert item.kind == kind
    assert item.score({"response1": {"1002"}}) == 100
    assert item.score({"response1": {"1001"}}) == 0
    assert list(item.labels("response1").values()) == list(options.values())


def test_several_options(ask, asks) -> None:
    options = {"A": "$i \\le j$", "B": "$i > j$", "C": "none"}
    item = one(ask("Which?", asks("choices", ("A", "C"), "A, C", options=options)))
    assert item.kind == "multiple_answers_question"
    assert item.score({"response1": {"1001", "1003"}}) == 100
    for wrong in ({"1001"}, {"1001", "1002", "1003"}, {"1002"}, set()):
        assert item.score({"response1": wrong}) == 0
    assert item.labels("response1")["1001"] == r"\(i \le j\)"
    assert qti12.objection(ask("Which?", asks("choices", (), "none", options=options))) is not None


def test_options_of_several_parts_are_dropdowns(ask, asks) -> None:
    parts = [
        asks("choice", key, key, name=key, ask="Which?", options={"A": "one", "B": "two"}) for key in "AB"
    ]
    item = one(ask("Choose.", *parts))
    assert item.kind == "multiple_dropdowns_question"
    first, second = (f"response_{blank}" for blank in item.blanks())
    ids = [item.labels(first), item.labels(second)]
    right = {first: {next(iter(ids[0]))}, second: {list(ids[1])[1]}}
    assert item.score(right) == 100
    assert item.score(right | {first: {list(ids[0])[1]}}) == 50
    formula = parts[0]._replace(options={"A": "$x$", "B": "two"})
    assert "plain text" in qti12.objection(ask("Choose.", formula, parts[1]))


def test_a_matrix_is_a_table_of_gaps(questions) -> None:
    [matrix] = [question for question in questions if question.parts[0].answer["kind"] == "matrix"]
    item = one(matrix)
    assert item.kind == "fill_in_multiple_blanks_question"
    assert item.text.count("<tr>") == 2
    assert item.text.count("<td>[answer") == 4
    assert item.score(answers(item, ["[[−1.00, −1.00], [1.00, 1.00]]"])) == 100
    assert item.score(answers(item, ["[[−1.00, 1.00], [−1.00, 1.00]]"])) == 50


@pytest.mark.parametrize("parts", [1, 2, 3, 6, 7, 8])
def test_parts_share_a_hundred_points(ask, asks, parts) -> None:
    item = one(ask("How many?", *(asks("integer", "7", "7", name=f"p{at}") for at in range(parts))))
    assert item.points == parts
    assert item.score(answers(item, ["7"] * parts)) == pytest.approx(100)


def test_what_canvas_cannot_grade_fairly_is_refused(ask, asks) -> None:
    number, listed = asks("integer", "7", "7", name="n"), asks(
        {"kind": "vector", "of": {"kind": "integer"}}, "[1,2]", "[1, 2]", name="v"
    )  # fmt: skip
    assert "different numbers of gaps" in qti12.objection(ask("Both.", number, listed))
    formula = asks({"kind": "expression", "names": ["d"]}, "2*d", "2d")
    assert "formula" in qti12.objection(ask("How many?", formula))
    tiny = asks({"kind": "decimal", "figures": 2}, "1/30000", "0.000033")
    assert "below 0.0001" in qti12.objection(ask("How much?", tiny))
    vast = asks("integer", "12345678901234567", "12,345,678,901,234,567")
    assert "more digits" in qti12.objection(ask("How many?", vast))
    assert qti12.objection(ask("How many?", asks("integer", str(2**60), "2^60"))) is not None
    assert qti12.objection(ask("What?", number._replace(name=""), figure={"kind": "x"})) is not None


def test_a_gap_is_not_taken_for_a_word_in_brackets(ask, asks) -> None:
    parts = [asks("integer", "7", "7", name=name) for name in "ab"]
    item = one(ask("What is [answer1] of [answer_2]?", *parts))
    assert item.text.count("[answer__1]") == item.text.count("[answer__2]") == 1
    assert item.item.findall(f".//{NS}response_lid")[0].get("ident") == "response_answer__1"


def test_feedback(questions) -> None:
    mask, biases, _batch, hides, *_ = items([each for each in questions if qti12.objection(each) is None])
    assert mask.feedback["general_fb"].count("<p>") == 3
    assert r"\(i\)" in mask.feedback["general_fb"]
    assert "<strong>(a) 45:</strong> A token may attend to itself." in mask.feedback["general_incorrect_fb"]
    assert "Answer: 4,204,032 parameters" in biases.feedback["general_fb"]
    assert "Answer in parameters." in biases.text
    assert hides.feedback["1001_fb"] == "<p>The future is hidden.</p>"
    for item in (mask, biases, hides):
        linked = {each.get("linkrefid") for each in item.item.iter(f"{NS}displayfeedback")}
        assert linked == set(item.feedback)


def test_pools(questions) -> None:
    fit = [question for question in questions if qti12.objection(question) is None]
    fit = [question._replace(template="t" if at < 2 else f"u{at}") for at, question in enumerate(fit)]
    top, files = quiz(fit, variants=2)
    groups = top.findall(f".//{NS}section/{NS}section")
    assert [len(group.findall(f"{NS}item")) for group in groups] == [2, *[1] * (len(fit) - 2)]
    for group in groups:
        assert group.findtext(f"{NS}selection_ordering/{NS}selection/{NS}selection_number") == "1"
        points = float(group.findtext(f".//{NS}selection_extension/{NS}points_per_item"))
        assert {Item(item).points for item in group.iter(f"{NS}item")} == {points}
    [settings] = [content for name, content in files.items() if name.endswith("assessment_meta.xml")]
    total = sum(float(group.findtext(f".//{NS}points_per_item")) for group in groups)
    assert float(parsed(settings).findtext("{*}points_possible")) == total


def test_what_is_also_accepted(ask, asks) -> None:
    def line(value):
        return Correction("x", "", "accept", value, "why", "me", "2026-01-01")

    cases = [
        (asks("integer", "7", "7"), "8", [{"7"}, {"8"}], {"9"}),
        (asks("exact", "1/2", "1/2"), "1/3", [{"1/2"}, {"1/3"}], {"1/4"}),
        (
            asks("choice", "A", "A", options={"A": "x", "B": "y", "C": "z"}),
            "B",
            [{"1001"}, {"1002"}],
            {"1003"},
        ),
    ]
    for part, value, right, wrong in cases:
        question = ask("What?", part)
        sheet = lay_out([question], "Quiz", {(question.id, ""): (line(value),)})
        files = opened(qti12.compose(sheet, [question])[""])
        [content] = [text for name, text in files.items() if re.fullmatch(r"(g\w+)/\1\.xml", name)]
        item = Item(next(parsed(content).iter(f"{NS}item")))
        assert [item.score({"response1": given}) for given in (*right, wrong)] == [100, 100, 0]
        assert "also right since 2026-01-01" in item.feedback["general_fb"]


class Texts(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.found = ""
        self.feed(html)

    def handle_data(self, data: str) -> None:
        self.found += data


def test_a_picture_is_a_file_of_the_course(pictured, ask, asks) -> None:
    vector = asks({"kind": "vector", "of": {"kind": "integer"}}, "[1,2]", "[1, 2]")
    gaps = ask("Which?", vector, figure=pictured.figure)
    top, files = quiz([pictured, gaps])
    manifest = parsed(files["imsmanifest.xml"])
    for found, question in zip(map(Item, top.iter(f"{NS}item")), (pictured, gaps), strict=True):
        image = etree.fromstring(found.text, etree.HTMLParser()).find(".//img")
        path = unquote(image.get("src")).removeprefix("$IMS-CC-FILEBASE$/")
        [resource] = [each for each in manifest.iter("{*}resource") if each.get("href") == path]
        assert resource.get("type") == "webcontent"
        assert [each.get("href") for each in resource] == [path]
        assert files[path].decode("utf-8") == pictures.svg(question.figure)
        assert image.get("alt") == question.figure["alt"]
    assert one(gaps).score(answers(one(gaps), ["[1, 2]"])) == 100


@pytest.mark.parametrize(
    ("kind", "key", "said"),
    [
        ("exact", "1/2", "a fraction in lowest terms"),
        ({"kind": "vector", "of": {"kind": "exact"}}, "[1/2,2]", "Type each as a whole number"),
        (
            {"kind": "matrix", "of": {"kind": "decimal", "places": 2}},
            "[[1/3,2]]",
            "Type each number in digits",
        ),
        ("tokens", "[a,b]", "as in [a, b]"),
        ("integer", "2", None),
    ],
)
def test_how_to_type_is_said_where_texts_are_compared(ask, asks, kind, key, said) -> None:
    text = one(ask("What?", asks(kind, key, key))).text
    assert "Type" not in text if said is None else said in text


def test_decimals_in_gaps_are_typed_on_a_keyboard(ask, asks) -> None:
    kind = {"kind": "vector", "of": {"kind": "decimal", "places": 4}}
    item = one(ask("What?", asks(kind, "[-84147/100000,1]", "[−0.8415, 1.0000]")))
    for given in ("[-0.8415, 1]", "[−.8415, 1.0]", "[-0,8415, 1.0000]", "[-0.84147, +1]"):
        assert item.score(answers(item, [given])) == 100, given
    assert item.score(answers(item, ["[-0.8414, 1]"])) == 50


def test_what_canvas_scores_otherwise_is_said(ask, asks) -> None:
    wrong = Mistake(("m",), None, "[1,3]", "[1, 3]", "No.")
    part = asks({"kind": "vector", "of": {"kind": "decimal", "places": 2}}, "[1,2]", "…", mistakes=(wrong,))
    halves, shares, shared = remark(qti12, ask("?", part))
    assert "last digit" in halves
    assert "each entry" in shares
    assert "shares with the key" in shared
    assert remark(qti12, ask("?")) == []


def test_texts_that_bite(ask, asks) -> None:
    mistake = Mistake(("m",), None, "B", "B", BITES_IN_MARKDOWN)
    options = {"A": BITES_IN_MARKDOWN, "B": "$a < b \\& c$"}
    part = asks("choice", "A", "A", options=options, mistakes=(mistake,))
    question = ask(BITES_IN_MARKDOWN, part, explanation=BITES_IN_MARKDOWN)
    title = (BITES + " ") * 10 + "x" * 300
    top, files = quiz([question], title)
    [item] = [Item(found) for found in top.iter(f"{NS}item")]
    expected = BITES.replace("\\", "\\ $")
    for html in (item.text, item.labels("response1")["1001"], item.feedback["1002_fb"]):
        assert Texts(html).found == expected
    assert Texts(item.feedback["general_fb"]).found.endswith(expected)
    assert Texts(item.labels("response1")["1002"]).found == r"\(a < b \& c\)"
    assert top.find(f"{NS}assessment").get("title") == title
    [settings] = [content for name, content in files.items() if name.endswith("assessment_meta.xml")]
    assert parsed(settings).findtext("{*}title") == title


def test_the_unkind_come_back(unkind) -> None:
    fit = [question for question in unkind if qti12.objection(question) is None]
    assert len(fit) >= len(unkind) - 2
    assert [item.ident for item in items(fit)] == [question.id for question in fit]


@pytest.mark.parametrize("sign", ["\x07", "\x00", "\ufffe", "\ud800"])
def test_what_xml_cannot_hold_is_refused(questions, sign) -> None:
    with pytest.raises(QbankError, match=f"U\\+{ord(sign):04X} cannot stand in XML"):
        qti12.compose(lay_out(questions[:1], f"Quiz{sign}"), questions[:1])


def test_the_same_bytes_and_identifiers(questions) -> None:
    fit = [question for question in questions if qti12.objection(question) is None]
    sheet = lay_out(fit, "Quiz")
    assert qti12.compose(sheet, fit) == qti12.compose(sheet, fit)
    top, files = quiz(fit)
    for element in top.iter():
        for name in ("ident", "linkrefid", "respident"):
            assert ":" not in element.get(name, "")
    idents = [each.get("ident") for each in top.iter(f"{NS}item", f"{NS}section", f"{NS}assessment")]
    assert len(idents) == len(set(idents))
    for item in map(Item, top.iter(f"{NS}item")):
        labels = [each.get("ident") for each in item.item.findall(f".//{NS}response_lid//{NS}response_label")]
        assert all(map(str.isdecimal, labels))
        assert len(labels) == len(set(labels))
    manifest = parsed(files["imsmanifest.xml"])
    assert {each.get("href") for each in manifest.iter("{*}file")} | {"imsmanifest.xml"} == set(files)
    resources = {each.get("identifier") for each in manifest.iter("{*}resource")}
    assert {each.get("identifierref") for each in manifest.iter("{*}dependency")} <= resources


@pytest.mark.parametrize("points", [3, Decimal("2.5")])
def test_points_and_order_follow_the_sheet(questions, points) -> None:
    fit = [question for question in questions if qti12.objection(question) is None]
    sheet = lay_out(fit, "Quiz", points=points)
    files = opened(qti12.compose(sheet, fit)[""])
    [content] = [text for name, text in files.items() if re.fullmatch(r"(g\w+)/\1\.xml", name)]
    found = [Item(item) for item in parsed(content).iter(f"{NS}item")]
    assert [item.points for item in found] == [slot.points for slot in sheet.slots]
    assert [item.ident for item in found] == [slot.id for slot in sheet.slots]
