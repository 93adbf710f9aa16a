"""Parts of a spreadsheet: their links resolved, their elements streamed, a DTD refused."""

import io
import zipfile

import pytest

from qbank import limits
from qbank.check.parts import BLOCK, DEPTH, elements, feed, related
from tests.check.books import packed


def archive(**parts):
    return zipfile.ZipFile(
        io.BytesIO(packed({name.replace("__", "/"): text for name, text in parts.items()}))
    )


@pytest.mark.parametrize(
    ("target", "part"),
    [
        ("sheet1.xml", "xl/sheet1.xml"),
        ("/xl/sheet1.xml", "xl/sheet1.xml"),
        ("worksheets/../sheet1.xml", "xl/sheet1.xml"),
        ("../../../etc/passwd", "etc/passwd"),  # a name in the archive, and none outside of it
    ],
)
def test_links(target, part):
    link = f'<R><Relationship Id="r1" Type="http://x/y/worksheet" Target="{target}"/></R>'
    assert related(archive(**{"xl___rels__book.xml.rels": link}), "xl/book.xml") == [
        ("r1", "worksheet", part)
    ]


def test_links_to_elsewhere_are_left_out():
    link = '<R><Relationship Id="r1" Type="t" Target="http://elsewhere.example/" TargetMode="External"/></R>'
    assert related(archive(**{"_rels__.rels": link}), "") == []


def test_prefixes_are_dropped_from_what_counts():
    found = elements(
        archive(a='<x:a xmlns:x="u" xmlns:r="v" r:id="1" b="2"><x:c/><y:c xmlns:y="w"/></x:a>'), "a"
    )
    assert [tag for tag, _ in found] == ["a", "c", "y:c"]
    assert (found[0][1]["id"], found[0][1]["b"]) == ("1", "2")


def test_a_part_comes_block_by_block():
    class Counting:
        seen = depth = 0

        def start(self, tag, attributes):
            self.seen += 1

        def text(self, text): ...
        def end(self, tag): ...

    reader = Counting()
    steps = feed(archive(a="<a>" + "<b/>" * BLOCK + "</a>"), "a", reader)
    next(steps)
    assert 0 < reader.seen < BLOCK
    assert sum(1 for _ in steps) == 5
    assert reader.seen == BLOCK + 1


def test_a_dtd_is_refused():
    with pytest.raises(ValueError, match="a part declares a DTD"):
        elements(archive(a='<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), "a")


def test_the_bound_on_tags(monkeypatch):
    monkeypatch.setattr(limits, "WORKBOOK_TAGS", 4)
    assert len(elements(archive(a="<a><b/><c/></a>"), "a")) == 3
    with pytest.raises(ValueError, match="more tags"):
        elements(archive(a="<a><b/><c/><d/></a>"), "a")


def test_the_bound_on_entries(monkeypatch):
    monkeypatch.setattr(limits, "WORKBOOK_ENTRIES", 3)
    assert len(elements(archive(a="<a><b/><c/></a>"), "a")) == 3
    with pytest.raises(ValueError, match="too long"):
        elements(archive(a="<a><b/><c/><d/></a>"), "a")


def test_tags_in_tags():
    comment = f"<!--{'x' * BLOCK}-->"
    nested = "<a>" * DEPTH + comment
    assert len(elements(archive(a=nested + "</a>" * DEPTH), "a")) == DEPTH
    with pytest.raises(ValueError, match="more tags"):
        elements(archive(a=f"<a>{nested}</a>" + "</a>" * DEPTH), "a")
