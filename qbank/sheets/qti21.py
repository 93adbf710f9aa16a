"""A test for platforms that read QTI 2.1: a zip with an item a question, the test, and the manifest."""

from collections.abc import Collection, Sequence
from xml.etree.ElementTree import Element

from qbank.digests import blake2b
from qbank.errors import QbankError
from qbank.question import Question, canonical
from qbank.sheets import carry, lms_corrections
from qbank.sheets.qti12_xml import add, document, root
from qbank.sheets.qti21_item import NAMESPACE, SCHEMA, item
from qbank.sheets.sheet import Sheet, lay_out, pools
from qbank.sheets.zipped import zipped

PAPER = False

_PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
_TEST = "test.xml"


def compose(sheet: Sheet, questions: Sequence[Question]) -> dict[str, str | bytes]:
    """One zip."""
    ident = _ident(sheet)
    files = {
        _place(slot.id): document(item(slot, question), indented=False)
        for slot, question in zip(sheet.slots, questions, strict=True)
    }
    files[_TEST] = document(_test(ident, sheet, questions))
    images = {question.id: svg for question, svg in carry.drawn(questions)}
    files |= {_image(name): svg.encode("utf-8") for name, svg in images.items()}
    files["imsmanifest.xml"] = document(_manifest(ident, [slot.id for slot in sheet.slots], images))
    return {"": zipped(files)}


def objection(question: Question) -> str | None:
    """The first reason why QTI 2.1 cannot ask or grade the question; None where it can."""
    if found := carry.problem(question):
        return found
    if any(part.answer["kind"] == "expression" for part in question.parts):
        return "a formula can be typed in more ways than a list of texts holds"
    try:
        item(lay_out([question], "").slots[0], question)
    except QbankError as fault:
        return fault.message
    return None


remark = lms_corrections.as_a_whole


def _ident(sheet: Sheet) -> str:
    said = canonical([sheet.title, sheet.version, [slot.id for slot in sheet.slots]])
    return "t" + blake2b(said.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _place(name: str) -> str:
    return f"items/{name}.xml"


def _test(ident: str, sheet: Sheet, questions: Sequence[Question]) -> Element:
    top = root("assessmentTest", NAMESPACE, SCHEMA, identifier=ident, title=sheet.title)
    score = add(top, "outcomeDeclaration", identifier="SCORE", cardinality="single", baseType="float")
    add(add(score, "defaultValue"), "value", "0")
    part = add(top, "testPart", identifier="part1", navigationMode="nonlinear", submissionMode="individual")
    section = _section(part, "section1", sheet.title)
    for number, pool in enumerate(pools(sheet, questions), start=1):
        parent = _pool(section, number) if sheet.look.variants else section
        for slot, _question in pool:
            add(parent, "assessmentItemRef", identifier=slot.id, href=_place(slot.id))
    total = add(add(add(top, "outcomeProcessing"), "setOutcomeValue", identifier="SCORE"), "sum")
    add(total, "testVariables", variableIdentifier="SCORE")
    return top


def _section(parent: Element, ident: str, title: str) -> Element:
    return add(parent, "assessmentSection", identifier=ident, title=title, visible="true")


def _pool(section: Element, number: int) -> Element:
    """A section of which each student gets one question."""
    pool = _section(section, f"pool{number}", f"Question {number}")
    add(pool, "selection", select="1")
    return pool


def _image(name: str) -> str:
    """Where an item's picture lies; items name it from their own folder."""
    return f"items/{carry.FOLDER}/{name}.svg"


def _manifest(ident: str, names: Sequence[str], images: Collection[str]) -> Element:
    schema = "http://www.imsglobal.org/xsd/qti/qtiv2p1/qtiv2p1_imscpv1p2_v1p0.xsd"
    top = root("manifest", _PACKAGE, schema, identifier=f"{ident}_manifest")
    metadata = add(top, "metadata")
    add(metadata, "schema", "QTIv2.1 Package")
    add(metadata, "schemaversion", "1.0.0")
    add(top, "organizations")
    resources = add(top, "resources")
    test = add(resources, "resource", identifier=ident, type="imsqti_test_xmlv2p1", href=_TEST)
    add(test, "file", href=_TEST)
    for name in names:
        add(test, "dependency", identifierref=name)
    for name in names:
        written = add(resources, "resource", identifier=name, type="imsqti_item_xmlv2p1", href=_place(name))
        add(written, "file", href=_place(name))
        if name in images:
            add(written, "file", href=_image(name))
    return top
