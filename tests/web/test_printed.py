"""A quiz on paper: versions of their own with key and manifest, the same for the same word, marked by `qbank check`'s reader."""

import io
import json
import zipfile

import pytest
from sqlalchemy import select

from qbank.sheets.sheet import from_json
from qbank.web.base.schema import questions as known
from qbank.web.course import printed

from .conftest import Browser
from .test_building import made, row


@pytest.fixture
def ada(site, school):
    return Browser(site).sign_in("ada")


def download(ada, here, face="md", versions="4", seed="tulip"):
    answer = ada.post(here + "/print", {"format": face, "versions": versions, "seed": seed})
    assert answer.status_code == 200, answer.text
    assert "attachment" in answer.headers["content-disposition"]
    with zipfile.ZipFile(io.BytesIO(answer.content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


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


def test_paper_has_whole_points(ada, school):
    here = made(ada, school, row(0, points="0.5"))
    answer = ada.post(here + "/print", {"format": "md", "versions": "1", "seed": ""})
    assert (answer.status_code, "whole points only" in answer.text) == (422, True)


def test_a_pool_that_runs_short_is_told(ada, school):
    here = made(ada, school, row(0, size="4"))
    answer = ada.post(here + "/print", {"format": "md", "versions": "1", "seed": ""})
    assert answer.status_code == 409
    assert printed.VERSIONS == 4
