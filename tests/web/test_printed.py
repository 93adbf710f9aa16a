"""A quiz on paper: versions of their own with key and manifest, the same for the same word, marked by `qbank check`'s reader."""

import csv
import io
import json
import re
import zipfile
from dataclasses import replace
from decimal import Decimal

import pymupdf
import pytest
from click.testing import CliRunner
from sqlalchemy import select

from qbank.bank import Bank
from qbank.cli import group
from qbank.corrections import Correction
from qbank.sheets import markdown
from qbank.sheets.manifest import from_json
from qbank.web.base.refusals import Refusal
from qbank.web.base.schema import questions as known
from qbank.web.course import printed, quizzes
from qbank.web.sitting import letters

from .conftest import Browser
from .sat import rule, ruling
from .test_building import made, row


@pytest.fixture
def ada(site, school):
    return Browser(site).sign_in("ada")


def posted(ada, here, face="md", versions="4", seed="tulip"):
    answer = ada.post(here + "/print", {"format": face, "versions": versions, "seed": seed})
    assert answer.status_code == 200, answer.text
    return answer


def download(ada, here, face="md", versions="4", seed="tulip"):
    answer = posted(ada, here, face, versions, seed)
    assert "attachment" in answer.headers["content-disposition"]
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def text_of(content, face):
    """What is to be read on a paper."""
    if face == "pdf":
        with pymupdf.open(stream=content, filetype="pdf") as document:
            return " ".join(" ".join(page.get_text() for page in document).split())
    text = content.decode()
    return " ".join(re.sub("<[^>]+>", "", text).split()) if face == "html" else text


def test_four_versions_with_keys_and_a_manifest(site, school, ada):
    here = made(
        ada, school, row(0, size="2", points="3"), row(1, "topic:decoding"), instructions="Mind the $d_k$."
    )
    files = download(ada, here)
    papers = {f"quiz-{version}{kind}.md" for version in "ABCD" for kind in ("", "-key", "-solutions")}
    assert papers <= set(files)
    assert {"quiz-form.csv", "quiz-sheet.json"} <= set(files)
    sheets = from_json(json.loads(files["quiz-sheet.json"]), "quiz-sheet.json")
    assert [(sheet.version, sheet.points, len(sheet.slots)) for sheet in sheets] == [
        (v, 7, 3) for v in "ABCD"
    ]
    with site.store.read() as connection:
        topics = dict(connection.execute(select(known.c.id, known.c.topic)).all())
    for sheet in sheets:
        assert sorted(topics[slot.id] for slot in sheet.slots) == ["decoding", "mask", "mask"]
    assert len({tuple(slot.id for slot in sheet.slots) for sheet in sheets}) > 1
    assert b"# Masks A" in files["quiz-A.md"]
    assert b"Transformers" in files["quiz-A.md"]
    assert b"Mind the" in files["quiz-A.md"]


def test_the_same_word_gives_the_same_bytes(ada, school):
    here = made(ada, school, row(0, size="2"))
    assert download(ada, here) == download(ada, here)
    assert download(ada, here) != download(ada, here, seed="rose")
    assert download(ada, here, seed="") != download(ada, here, seed="")


@pytest.mark.parametrize(("face", "start"), [("pdf", b"%PDF-"), ("html", b"<!")])
def test_other_formats(ada, school, face, start):
    here = made(ada, school, row(0))
    files = download(ada, here, face, versions="1")
    assert files[f"quiz.{face}"].lower().startswith(start.lower())
    assert files[f"quiz-key.{face}"]


def test_without_the_package_there_is_a_sentence(ada, school, monkeypatch):
    here = made(ada, school, row(0))

    def missing(name):
        raise ModuleNotFoundError("No module named 'typst'", name="typst")

    monkeypatch.setattr("qbank.sheets.importlib.import_module", missing)
    answer = ada.post(here + "/print", {"format": "pdf", "versions": "1", "seed": ""})
    assert answer.status_code == 422
    assert "the format pdf needs the package typst; pip install" in answer.text


def test_a_wrong_field_is_kept(ada, school):
    here = made(ada, school, row(0))
    for changed, said in [
        ({"versions": "5"}, "from 1 to 4"),
        ({"versions": "0"}, "from 1 to 4"),
        ({"format": "exe"}, "Choose a format."),
        ({"seed": "x" * 65}, "at most 64 characters"),
    ]:
        answer = ada.post(here + "/print", {"format": "md", "versions": "2", "seed": "kept", **changed})
        assert (answer.status_code, said in answer.text) == (422, True)
        assert "kept" in answer.text or "seed" in changed


@pytest.mark.parametrize("face", ["md", "html", "pdf"])
def test_parts_of_points_are_printed_on_sheet_and_key_and_marked(ada, school, face):
    here = made(ada, school, row(0, size="2", points="0.5"), row(1, "topic:decoding", points="2.25"))
    files = download(ada, here, face, versions="1")
    (sheet,) = from_json(json.loads(files["quiz-sheet.json"]), "quiz-sheet.json")
    assert sorted(slot.points for slot in sheet.slots) == [Decimal("0.5"), Decimal("0.5"), Decimal("2.25")]
    assert sheet.points == Decimal("3.25")
    papers = [text_of(files[f"quiz{kind}.{face}"], face) for kind in ("", "-solutions")]
    for paper in papers:
        assert (paper.count("(0.5 points)"), paper.count("(2.25 points)")) == (2, 1)
    assert "/ 3.25" in papers[0]


def test_more_places_than_a_paper_has_are_refused(site, school, ada):
    here = made(ada, school, row(0))
    with site.store.read() as connection:
        quiz = quizzes.quiz(connection, school["ada"], here.rpartition("/")[2], teaching=True)
        third = quiz._replace(slots=(quiz.slots[0]._replace(points=1 / 3),))
        with pytest.raises(Refusal, match=r"two decimals at most, and a question here is worth 0.333"):
            printed.versions(connection, third, school["ada"], "x", 1)


def test_a_ruling_that_a_format_cannot_say_is_not_left_out(site, school, ada, monkeypatch):
    here = made(ada, school, row(0))
    public = here.rpartition("/")[2]
    with site.store.read() as connection:
        quiz = quizzes.quiz(connection, school["ada"], public, teaching=True)
        (version,) = printed.versions(connection, quiz, school["ada"], "x", 1)
    sheet = version.sheet
    (slot,) = sheet.slots
    line = Correction(slot.id, slot.parts[0], "accept", "7", "both are right", "ada", "2026-03-04T12:00:00Z")
    ruled = replace(sheet, slots=(replace(slot, corrections={slot.parts[0]: (line,)}),))
    with zipfile.ZipFile(io.BytesIO(printed.as_zip([version._replace(sheet=ruled)], "md"))) as archive:
        assert "also right since 2026-03-04: 7" in archive.read("quiz-key.md").decode()
    monkeypatch.setattr(markdown, "UNSAID", {"accept"}, raising=False)
    with pytest.raises(Refusal, match=r"cannot be set: its correction \(accept\) cannot be said there"):
        printed.as_zip([version._replace(sheet=ruled)], "md")


def test_the_papers_are_marked_where_there_is_no_service(site, school, ada, tmp_path, monkeypatch):
    """The zip, unpacked, is all that `qbank check` needs: sheet, form and bank, with what was corrected."""
    here = made(ada, school, row(0, size="3", points="0.5"), truncated="25", locale="de")
    with site.store.read() as connection:
        quiz = quizzes.quiz(connection, school["ada"], here.rpartition("/")[2], teaching=True)
        first = printed.versions(connection, quiz, school["ada"], "tulip", 2)[0].sheet.slots[0]
    rule(site, quiz, school["ada"], ruling(first.id, "full_marks", part=first.parts[0]))
    with zipfile.ZipFile(io.BytesIO(posted(ada, here, "md", "2").content)) as archive:
        archive.extractall(tmp_path)
    bank = {question.id: question for question in Bank(tmp_path / "bank")}
    sheet = from_json(json.loads((tmp_path / "quiz-sheet.json").read_text()), "quiz-sheet.json")[0]
    form = tmp_path / "quiz-form.csv"
    rows = list(csv.DictReader(io.StringIO(form.read_text())))
    keys = {
        f"{slot.id}.{part.name}".rstrip("."): letters.printed(part, slot.options or {}).display
        for slot in sheet.slots
        for part in bank[slot.id].parts
    }
    typed = [
        each
        | {
            "student": "ben",
            "answer": "0" if each["question"].startswith(first.id) else keys[each["question"]],
        }
        for each in rows
        if each["version"] == "A"
    ]
    with form.open("w", newline="") as file:
        table = csv.DictWriter(file, rows[0])
        table.writeheader()
        table.writerows(typed)
    monkeypatch.chdir(tmp_path)
    command = printed.command(quiz.rules)
    assert command.endswith("--locale de --truncated 0.25")
    assert command in ada.get(here + "/print").text
    done = CliRunner().invoke(group, [*command.split()[1:], "--format", "json"])
    assert done.exit_code == 0, done.output
    (ben,) = json.loads(done.stdout)["students"]
    assert (ben["score"], ben["out_of"]) == (1.5, 1.5)


def test_a_pool_that_runs_short_is_told(ada, school):
    here = made(ada, school, row(0, size="4"))
    answer = ada.post(here + "/print", {"format": "md", "versions": "1", "seed": ""})
    assert answer.status_code == 409
    assert printed.VERSIONS == 4
