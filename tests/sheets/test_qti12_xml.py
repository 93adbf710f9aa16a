from xml.etree.ElementTree import indent, tostring

import pytest
from defusedxml.ElementTree import fromstring

from qbank.errors import QbankError
from qbank.sheets.qti12_xml import add, document, root

BITES = "a < b & c > d \" ' ]]> é 😀"


def tree():
    top = root("quiz", "urn:a", "urn:b", title=f"{BITES}\t\r\n")
    line = add(add(top, "group"), "line", BITES, kind="x")
    line.tail = None
    add(top, "empty")
    mixed = add(top, "mixed", "before ")
    add(mixed, "inner", "in").tail = f" after {BITES}"
    return top


@pytest.mark.parametrize("indented", [True, False])
def test_a_document_is_what_the_library_writes(indented) -> None:
    ours, theirs = document(tree(), indented=indented), tree()
    if indented:
        indent(theirs)
    alike = [fromstring(ours), fromstring(tostring(theirs))]
    assert [each.attrib for each in alike[0].iter()] == [each.attrib for each in alike[1].iter()]
    assert ["".join(each.itertext()) for each in alike[0]] == ["".join(each.itertext()) for each in alike[1]]
    assert ours.startswith(b'<?xml version="1.0" encoding="UTF-8"?>\n<quiz')


def test_without_indentation_the_bytes_are_the_library_s() -> None:
    assert (
        document(tree(), indented=False).split(b"\n", 1)[1]
        == tostring(tree(), encoding="utf-8").split(b"\n", 1)[-1] + b"\n"
    )


@pytest.mark.parametrize("sign", ["\x07", "\ufffe", "\ud800"])
def test_what_xml_cannot_hold_is_refused(sign) -> None:
    top = root("quiz", "urn:a", "urn:b")
    add(top, "line", sign)
    with pytest.raises(QbankError, match="cannot stand in XML"):
        document(top)
