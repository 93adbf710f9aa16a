"""Where `qbank check` writes: pages never go over other people's files, closed and full streams are one line."""

import subprocess
import sys
from pathlib import Path

import pytest

from qbank.cli import main
from tests.check.samples import LAYER, make_bank

TABLE = f"student,question,answer\nindex,{LAYER.id},7\nana,{LAYER.id},8\n"
OTHERS = "<!doctype html>\n<title>The course</title>\n"


@pytest.fixture
def check(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    make_bank(tmp_path / "bank")
    Path("a.csv").write_text(TABLE, encoding="utf-8")

    def run(*options):
        monkeypatch.setattr(sys, "argv", ["qbank", "check", "a.csv", *options])
        with pytest.raises(SystemExit) as left:
            main()
        said = capsys.readouterr()
        return left.value.code, said.out, said.err

    return run


def test_a_page_takes_the_place_of_a_page_only(check):
    Path("pub").mkdir()
    Path("pub/index.html").write_text(OTHERS, encoding="utf-8")
    status, out, err = check("--reports", "pub")
    assert (status, out) == (2, "")
    assert err == (
        "qbank: pub/index.html: this file is no page of a student's; name another folder; "
        "the page of 'index' would go there\n"
    )
    assert {path.name: path.read_text(encoding="utf-8") for path in Path("pub").iterdir()} == {
        "index.html": OTHERS
    }
    Path("pub/index.html").unlink()
    assert check("--reports", "pub")[0] == 0
    before = Path("pub/index.html").read_bytes()
    Path("a.csv").write_text(TABLE.replace(",7", ",9"), encoding="utf-8")
    assert check("--reports", "pub")[0] == 0
    assert Path("pub/index.html").read_bytes() != before


def test_the_report_of_a_class_is_no_page_of_a_student(check):
    assert check("-o", "pub/index.html")[0] == 0
    before = Path("pub/index.html").read_bytes()
    status, _, err = check("--reports", "pub", "--format", "csv")
    assert (status, "no page of a student's" in err) == (2, True)
    assert Path("pub/index.html").read_bytes() == before


def test_a_folder_for_pages_is_a_folder(check):
    Path("form.csv").write_text("x", encoding="utf-8")
    status, out, err = check("--reports", "form.csv")
    assert (status, out, err) == (2, "", "qbank: form.csv: this is a file; name a folder for the pages\n")
    assert Path("form.csv").read_text(encoding="utf-8") == "x"


def test_a_folder_in_the_place_of_a_page_is_left_alone(check):
    Path("pub/ana.html").mkdir(parents=True)
    assert check("--reports", "pub")[0] == 2
    assert [path.name for path in Path("pub").iterdir()] == ["ana.html"]


@pytest.mark.parametrize("name", ["a.csv", "bank/mask.jsonl"])
def test_a_page_is_not_written_over_what_is_read(check, name):
    Path("pub").mkdir()
    Path("pub/ana.html").hardlink_to(name)
    before = Path(name).read_bytes()
    status, _, err = check("--reports", "pub")
    assert (status, "already read or written" in err) == (2, True)
    assert Path(name).read_bytes() == before


def shell(call, text=""):
    command = ["sh", "-c", call.replace("qbank", f"{sys.executable} -m qbank")]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("check - <&-", "qbank: stdin is closed; name a file, or send one into qbank\n"),
        ("check a.csv >&-", "qbank: stdout is closed, so the result has nowhere to go\n"),
        ("check a.csv --format json >&-", "qbank: stdout is closed, so the result has nowhere to go\n"),
        (f"show {LAYER.id} >&-", "qbank: stdout is closed, so the result has nowhere to go\n"),
        ("topics schedule >&-", "qbank: stdout is closed, so the result has nowhere to go\n"),
        ("export --all >&-", "qbank: stdout is closed, so the result has nowhere to go\n"),
    ],
)
def test_a_closed_stream_is_one_line(check, call, said):
    assert shell(f"qbank {call}") == (2, "", said)


def test_with_a_file_to_write_stdout_may_be_closed(check):
    assert shell("qbank check a.csv -o r.csv >&-") == (0, "", "")
    assert Path("r.csv").exists()
    assert shell("qbank check nofile.csv 2>&-")[0] == 2
