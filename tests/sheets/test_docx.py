"""The word processor's paper, read back by pandoc and as the zip of XML that it is."""

import io
import zipfile
from datetime import datetime

import pypandoc
import pytest
from defusedxml.ElementTree import fromstring

from qbank.sheets import docx
from qbank.sheets.sheet import lay_out

FORMULA = "{http://schemas.openxmlformats.org/officeDocument/2006/math}oMath"


@pytest.fixture(scope="module")
def papers(questions, unkind):
    both = [*questions, *unkind]
    return docx.compose(lay_out(both, "Quiz & <more>"), both)


def test_pandoc_reads_it_back(papers, tmp_path):
    (tmp_path / "quiz.docx").write_bytes(papers[""])
    text = pypandoc.convert_file(
        str(tmp_path / "quiz.docx"), "markdown", extra_args=["--wrap=none", "--standalone"]
    )
    assert "title: Quiz & \\<more\\>" in text
    assert "How many cells are blocked?" in text
    assert text.count("○") >= 3
    assert "36" not in text.partition("## 2.")[0]


def test_formulas_are_the_word_processors_own(papers):
    with zipfile.ZipFile(io.BytesIO(papers[""])) as parts:
        body = fromstring(parts.read("word/document.xml"))
        dates = {datetime(*part.date_time) for part in parts.infolist()}
    assert len(list(body.iter(FORMULA))) > 10
    assert dates == {datetime(1980, 1, 1)}


def test_the_solutions_hold_keys_and_mistakes(papers, tmp_path):
    (tmp_path / "quiz.docx").write_bytes(papers["-solutions"])
    text = pypandoc.convert_file(str(tmp_path / "quiz.docx"), "plain", extra_args=["--wrap=none"])
    assert "Answer: 4,204,032 parameters" in text
    assert "A token may attend to itself." in text
