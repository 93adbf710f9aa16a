"""`qbank check` from the outside: status, streams, files, options."""

import io
import json
import subprocess
import sys
from types import SimpleNamespace

import pytest

from qbank import limits
from qbank.cli import main
from qbank.question import canonical
from tests.check.samples import CELLS, CLAIM, LAYER, WEIGHT, make_bank

TABLE = f"""student,question,answer
ana,{CELLS.id}.blocked,36
ben,{CELLS.id}.blocked,45
ana,{WEIGHT.id},0.7310
ben,{LAYER.id},"4,195,840"
"""


@pytest.fixture
def check(tmp_path, monkeypatch, capsys):
    """Runs the command in a folder with a bank; gives status, stdout and stderr."""
    monkeypatch.delenv("COLUMNS", raising=False)
    monkeypatch.chdir(tmp_path)
    make_bank(tmp_path / "bank")

    def run(table, *options, name="a.csv"):
        if table is not None:
            (tmp_path / name).write_bytes(table if isinstance(table, bytes) else table.encode())
        monkeypatch.setattr(sys, "argv", ["qbank", "check", name, *options])
        with pytest.raises(SystemExit) as left:
            main()
        said = capsys.readouterr()
        return left.value.code, said.out, said.err

    return run


def test_a_table_on_stdout(check):
    status, out, err = check(TABLE)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].split() == ["student", "question", "answer", "read", "as", "verdict", "score"]
    assert lines[2].endswith("blocks the diagonal: a token may attend to itself, so the diagonal stays open")
    assert lines[3].split()[:6] == ["ana", WEIGHT.id, "0.7310", "0.7310", "partly", "0.5"]
    assert lines[4].endswith("Right without biases; asked is with b")
    assert "ana      2         1      1       0      1.5    2" in lines
    assert lines[-1].startswith(LAYER.id)


def test_json(check):
    status, out, _ = check(TABLE, "--format", "json")
    content = json.loads(out)
    assert status == 0
    assert [answer["verdict"] for answer in content["answers"]] == ["right", "wrong", "partly", "wrong"]
    assert content["answers"][1]["diagnosis"][0]["names"] == ["blocks_the_diagonal"]
    assert [student["student"] for student in content["students"]] == ["ana", "ben"]
    assert [item["question"] for item in content["questions"]] == [f"{CELLS.id}.blocked", WEIGHT.id, LAYER.id]


def test_every_displayed_key_typed_back_is_right(check):
    parts = [(question, part) for question in (CELLS, WEIGHT, LAYER, CLAIM) for part in question.parts]
    rows = [
        f'{question.id}{"." if part.name else ""}{part.name},"{part.display}"\n' for question, part in parts
    ]
    _, out, _ = check("question,answer\n" + "".join(rows), "--format", "json")
    assert {answer["verdict"] for answer in json.loads(out)["answers"]} == {"right"}


@pytest.mark.parametrize(
    ("ending", "starts"),
    [
        ("csv", "\ufeffline,student,question,answer,read_as,verdict,score,why,diagnosis\n2,ana,"),
        ("json", '{\n  "answers"'),
        ("md", "## Answers"),
        ("txt", "student  question"),
    ],
)
def test_a_file_picks_the_format_by_its_ending(check, tmp_path, ending, starts):
    status, out, err = check(TABLE, "-o", f"out/report.{ending}")
    assert (status, out, err) == (0, "", "")
    assert (tmp_path / "out" / f"report.{ending}").read_bytes().decode().startswith(starts)


def test_csv_on_stdout_has_no_byte_order_mark(check):
    _, out, _ = check(TABLE, "--format", "csv", "-o", "-")
    assert out.startswith("line,student")


def test_an_unknown_ending_is_refused(check):
    status, out, err = check(TABLE, "-o", "report.cvs")
    assert (status, out, err) == (
        2,
        "",
        "qbank: report.cvs: no format ends in '.cvs'; did you mean '.csv'?\n",
    )


def test_a_row_that_cannot_be_graded_is_named_and_the_rest_is(check):
    status, out, err = check(TABLE + f"cy,{LAYER.id},4,204,032\ndan,{LAYER.id[:-1]}é,1\neve,{CLAIM.id},B\n")
    assert status == 1
    assert "eve" in out
    assert "cy " not in out
    assert err.splitlines() == [
        'qbank: a.csv:6:18: 5 cells where the header has 3; put quotes around the answer: "4,204,032"',
        f"qbank: a.csv:7:5: no question '{LAYER.id[:-1]}é'; did you mean '{LAYER.id}'?",
    ]


def test_many_problems_are_cut_short(check):
    _, _, err = check("question,answer\n" + "".join(f"q{n},1\n" for n in range(60)))
    lines = err.splitlines()
    assert len(lines) == 52
    assert lines[50] == "qbank: and 10 more"


@pytest.mark.parametrize(
    ("table", "says"),
    [
        ("", "the table is empty"),
        ("question,student\n", "no column 'answer'"),
        ("question,answer,answer\n", "a second column 'answer'"),
        (b"\xff", "is not UTF-8"),
        (None, "a.csv: cannot be read: no such file or directory"),
    ],
)
def test_a_table_that_is_none_is_status_2_and_one_line(check, table, says):
    status, out, err = check(table)
    assert (status, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert says in err


def test_a_folder_is_no_table(check):
    status, _, err = check(None, name="bank")
    assert status == 2
    assert err.startswith("qbank: bank: cannot be read: ")


def test_the_bound_on_bytes(check, monkeypatch):
    monkeypatch.setattr(limits, "TABLE_BYTES", len(TABLE))
    assert check(TABLE)[0] == 0
    assert check(TABLE + "\n")[0] == 2


def test_stdin(check, monkeypatch):
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(TABLE.encode("utf-16") + b"\0")))
    status, _, err = check(None, "--format", "json", name="-")
    assert (status, err.partition(":")[2].strip().startswith("stdin:")) == (2, True)
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(TABLE.encode("utf-16"))))
    status, out, _ = check(None, "--format", "json", name="-")
    assert (status, len(json.loads(out)["answers"])) == (0, 4)


def test_an_empty_table_of_answers_is_a_note(check):
    assert check("question,answer\n") == (0, "", "The table holds no answers that could be graded.\n")
    status, out, _ = check("question,answer\n", "--format", "json")
    assert (status, json.loads(out)) == (0, {"answers": [], "students": [], "questions": []})


def test_strict_is_about_unreadable_answers(check):
    unread = TABLE + f"cy,{LAYER.id},many\n"
    status, _, err = check(unread)
    assert (status, err) == (0, "Open: 1 of 5 answers. A person must look; they count 0 until then.\n")
    assert check(unread, "--strict")[0] == 1
    assert check(TABLE, "--strict")[0] == 0


@pytest.mark.parametrize(
    ("option", "answer", "score"),
    [
        (["--truncated", "0.75"], (WEIGHT, "0.7310"), 0.75),
        (["--few-digits", "0.25"], (WEIGHT, "0.73"), 0.25),
        (["--last-digit-credit", "0.1"], (WEIGHT, "0.7312"), 0.1),
        (["--convention-credit", "0.3"], (LAYER, "4195840"), 0.3),
        (["--locale", "de"], (LAYER, "4.204.032"), 1),
    ],
)
def test_options_of_the_grading(check, option, answer, score):
    question, text = answer
    _, out, _ = check(f"question,answer\n{question.id},{text}\n", "--format", "json", *option)
    assert json.loads(out)["answers"][0]["score"] == pytest.approx(score)


@pytest.mark.parametrize(
    "options",
    [
        ["--truncated", "1.5"],
        ["--truncated", "-0.1"],
        ["--few-digits", "nan"],
        ["--last-digit-credit", "x"],
        ["--convention-credit", "inf"],
        ["--locale", "klingon"],
        ["--bank", "nowhere"],
        ["--format", "xlsx"],
        ["--sheet", "nowhere.json"],
    ],
)
def test_a_wrong_option_is_status_2(check, options):
    status, out, err = check(TABLE, *options)
    assert (status, out) == (2, "")
    assert "Traceback" not in err


def test_several_banks(check, tmp_path):
    make_bank(tmp_path / "one", [LAYER])
    make_bank(tmp_path / "two", [CELLS, WEIGHT])
    assert check(TABLE, "--bank", "one", "--bank", "two")[0] == 0
    assert check(TABLE, "--bank", "one")[0] == 1


SHEET = {
    "format": 1,
    "title": "Quiz",
    "versions": [
        {
            "version": version,
            "questions": [
                {
                    "number": 1,
                    "id": first.id,
                    "parts": [p.name for p in first.parts],
                    "points": 4,
                    "options": None,
                },
                {"number": 2, "id": CLAIM.id, "parts": [""], "points": 1, "options": {"A": "B", "B": "A"}},
            ],
        }
        for version, first in (("A", CELLS), ("B", LAYER))
    ],
}


def test_numbers_of_a_sheet(check, tmp_path):
    (tmp_path / "quiz-sheet.json").write_text(canonical(SHEET), encoding="utf-8")
    table = "student,version,1,1a,1b,2\nana,A,,36,44,A\n"
    status, out, err = check(table, "--sheet", "quiz-sheet.json", "--format", "json")
    content = json.loads(out)
    assert [(a["question"], a["verdict"]) for a in content["answers"]] == [
        (f"{CELLS.id}.blocked", "right"),
        (f"{CELLS.id}.open", "wrong"),
        (CLAIM.id, "right"),
    ]
    assert (content["students"][0]["score"], content["students"][0]["out_of"]) == (3, 5)
    assert (status, err) == (1, "qbank: a.csv:1:17: question '1' is not on this sheet; write 1a or 1b\n")


@pytest.mark.parametrize("content", ["{", "[]", '{"format": 2}', '{"format": 1}', "[" * 100_000])
def test_what_is_no_sheet_is_status_2(check, tmp_path, content):
    (tmp_path / "quiz-sheet.json").write_text(content, encoding="utf-8")
    status, out, err = check(TABLE, "--sheet", "quiz-sheet.json")
    assert (status, out, len(err.splitlines())) == (2, "", 1)
    assert err.startswith("qbank: quiz-sheet.json")


def test_a_report_is_never_written_over_what_is_graded(check, tmp_path):
    status, out, err = check(TABLE, "-o", "a.csv")
    assert (status, out) == (2, "")
    assert err.startswith("qbank: a.csv: this file is what is being graded")
    assert (tmp_path / "a.csv").read_bytes() == (TABLE if isinstance(TABLE, bytes) else TABLE.encode())


def test_on_a_terminal_the_table_fits_the_window(check, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    _, out, _ = check(TABLE)
    assert max(map(len, out.splitlines())) <= 60


def test_grading_loads_nothing_heavy(check, tmp_path):
    (tmp_path / "a.csv").write_text(TABLE, encoding="utf-8")
    code = (
        "import sys, runpy; sys.argv = ['qbank', 'check', 'a.csv', '--format', sys.argv[1]]\n"
        "try: runpy.run_module('qbank', run_name='__main__')\n"
        "except SystemExit: pass\n"
        "print('LOADED', *sorted({'torch', 'sympy', 'pydantic', 'rich', 'jinja2', 'yaml', 'numpy', 'qbank.sheets',"
        " 'qbank.author'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "table"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    assert done.stderr.strip() == "LOADED"
    assert CELLS.id in done.stdout


def test_an_empty_table_loads_no_grammar(check, tmp_path):
    (tmp_path / "a.csv").write_text("question,answer\n", encoding="utf-8")
    code = (
        "import sys, runpy; sys.argv = ['qbank', 'check', 'a.csv']\n"
        "try: runpy.run_module('qbank', run_name='__main__')\n"
        "except SystemExit: pass\n"
        "print('flint' in sys.modules, 'qbank.answers' in sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["False", "False"]
