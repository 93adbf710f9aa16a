"""A quiz for Canvas: QTI 1.2 in a zip, as Canvas itself exports it."""

from collections.abc import Collection, Iterator, Sequence
from pathlib import PurePosixPath
from xml.etree.ElementTree import Element

from qbank.digests import blake2b
from qbank.errors import QbankError
from qbank.points import Points
from qbank.question import Question, canonical
from qbank.sheets import carry, lms, lms_corrections, qti12_answers
from qbank.sheets.lms_text import blocks
from qbank.sheets.qti12_item import item
from qbank.sheets.qti12_xml import add, document, root
from qbank.sheets.sheet import Pairs, Sheet, Slot, pools
from qbank.sheets.zipped import zipped

PAPER = False
UNSAID = ("full_marks",)
"""Corrections that the format cannot say: the old key would stand."""

SETTINGS = "assessment_meta.xml"

_QTI = "http://www.imsglobal.org/xsd/ims_qtiasiv1p2"
_CANVAS = "http://canvas.instructure.com/xsd/cccv1p0"
_PACKAGE = "http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1"


def compose(sheet: Sheet, questions: Sequence[Question]) -> dict[str, str | bytes]:
    """One zip: the quiz, its settings, its pictures, and the manifest that names them."""
    ident = _ident(sheet)
    found = pools(sheet, questions)
    images = {
        carry.picture_file(question, "svg"): svg.encode("utf-8") for question, svg in carry.drawn(questions)
    }
    files = {
        f"{ident}/{ident}.xml": document(_quiz(ident, sheet, found), indented=False),
        f"{ident}/{SETTINGS}": document(_settings(ident, sheet, sum(map(_worth, found)))),
        "imsmanifest.xml": document(_manifest(ident, images)),
    }
    return {"": zipped(files | images)}


def remark(slot: Slot, question: Question) -> Iterator[str]:
    """What Canvas scores otherwise than our checker."""
    cells = [cell for part in question.parts for row in qti12_answers.cells(part) for cell in row]
    finite = [cell for cell in cells if not lms.is_infinite(cell)]
    for said in dict.fromkeys(filter(None, map(lms.lost, finite))):
        yield f"not there: {said}"
    yield from lms.by_entries(question)
    yield from lms_corrections.mixed(slot, question)


def objection(question: Question) -> str | None:
    """The first reason why Canvas cannot ask or grade the question; None where it can."""
    if found := carry.problem(question):
        return found
    try:
        if qti12_answers.kind_of(question) == "numerical_question":
            qti12_answers.numbers(question.parts[0])
        elif question.parts[0].options is None:
            for part in question.parts:
                qti12_answers.gaps(part)
    except QbankError as fault:
        return fault.message
    return None


def _ident(sheet: Sheet) -> str:
    """The same for the same sheet, so that a second import updates the quiz; it begins with a letter."""
    said = canonical([sheet.title, sheet.version, [slot.id for slot in sheet.slots]])
    return "g" + blake2b(said.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def _worth(pool: Pairs) -> Points:
    """What the pool's question is worth: Canvas gives all of a group the same points."""
    return max(slot.points for slot, _question in pool)


def _quiz(ident: str, sheet: Sheet, found: Sequence[Pairs]) -> Element:
    top = root("questestinterop", _QTI, "http://www.imsglobal.org/xsd/ims_qtiasiv1p2p1.xsd")
    assessment = add(top, "assessment", ident=ident, title=sheet.title)
    field = add(add(assessment, "qtimetadata"), "qtimetadatafield")
    add(field, "fieldlabel", "cc_maxattempts")
    add(field, "fieldentry", "1")
    section = add(assessment, "section", ident="root_section")
    for number, pool in enumerate(found, start=1):
        parent = _group(section, number, _worth(pool)) if sheet.look.variants else section
        for slot, question in pool:
            parent.append(item(slot, question, _worth(pool)))
    return top


def _group(section: Element, number: int, points: Points) -> Element:
    """An inner section of which each student gets one question; its questions stand in it, not in a bank."""
    group = add(section, "section", ident=f"group_{number}", title=f"Group {number}")
    selection = add(add(group, "selection_ordering"), "selection")
    add(selection, "selection_number", "1")
    add(add(selection, "selection_extension"), "points_per_item", f"{float(points)}")
    return group


def _settings(ident: str, sheet: Sheet, points: Points) -> Element:
    top = root("quiz", _CANVAS, "https://canvas.instructure.com/xsd/cccv1p0.xsd", identifier=ident)
    add(top, "title", sheet.title)
    add(top, "description", sheet.look.instructions and blocks(sheet.look.instructions))
    for name, value in (
        ("shuffle_answers", "false"),
        ("scoring_policy", "keep_highest"),
        ("quiz_type", "assignment"),
    ):
        add(top, name, value)
    add(top, "points_possible", f"{float(points)}")
    return top


def _manifest(ident: str, images: Collection[str]) -> Element:
    """Names the files; Canvas puts those of type `webcontent` among the course's, where questions find them."""
    quiz, settings = f"{ident}/{ident}.xml", f"{ident}/{SETTINGS}"
    schema = "http://www.imsglobal.org/xsd/imscp_v1p1.xsd"
    top = root("manifest", _PACKAGE, schema, identifier=f"{ident}_manifest")
    metadata = add(top, "metadata")
    add(metadata, "schema", "IMS Content")
    add(metadata, "schemaversion", "1.1.3")
    add(top, "organizations")
    resources = add(top, "resources")
    resource = add(resources, "resource", identifier=ident, type="imsqti_xmlv1p2")
    add(resource, "file", href=quiz)
    add(resource, "dependency", identifierref=f"{ident}_settings")
    kind = "associatedcontent/imscc_xmlv1p1/learning-application-resource"
    resource = add(resources, "resource", identifier=f"{ident}_settings", type=kind, href=settings)
    add(resource, "file", href=settings)
    for image in images:
        resource = add(resources, "resource", identifier=_image(image), type="webcontent", href=image)
        add(resource, "file", href=image)
    return top


def _image(path: str) -> str:
    return f"picture_{PurePosixPath(path).stem}"
