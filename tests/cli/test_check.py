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
    assert "blocks the diagonal: a token may attend to itself, so the diagonal stays open" in lines[2]
    assert lines[3].split()[:6] == ["ana", WEIGHT.id, "0.7310", "0.7310", "partly", "0.5"]
    assert "Right without biases; asked is with b" in lines[4]
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
        (
            "csv",
            "\ufeffline,student,question,answer,read_as,verdict,score,why,diagnosis,code,points,out_of,number\n2,ana,",
        ),
        ("json", '{\n  "answers"'),
        ("md", "## Answers"),
        ("txt", "student  question"),
        ("html", "<!doctype html>"),
        ("xlsx", "PK"),
    ],
)
def test_a_file_picks_the_format_by_its_ending(check, tmp_path, ending, starts):
    status, out, err = check(TABLE, "-o", f"out/report.{ending}")
    assert (status, out, err) == (0, "", "")
    written = (tmp_path / "out" / f"report.{ending}").read_bytes()
    assert written.decode("utf-8", "ignore").lower().startswith(starts.lower())
    assert check(TABLE, "-o", f"out/report.{ending}")[0] == 0
    assert (tmp_path / "out" / f"report.{ending}").read_bytes() == written
    assert [path.name for path in (tmp_path / "out").iterdir()] == [f"report.{ending}"]


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
    content = json.loads(out)
    assert (status, content["answers"], content["students"], content["questions"]) == (0, [], [], [])


def test_strict_is_about_unreadable_answers(check):
    unread = TABLE + f"cy,{LAYER.id},many\n"
    status, _, err = check(unread)
    assert (status, err) == (
        0,
        "Open: 1 of 5 answers. A person must look: they count 0 until then, and totals are provisional. "
        "--review review.csv lists them.\n",
    )
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
        ["--bank", ""],
        ["--students", ""],
        ["--columns", ""],
        ["--sheet", ""],
        ["--format", "xlsx"],
        ["--format", "xlsx", "-o", "-"],
        ["--attempt", "second"],
        ["--only", "qzzzzzzzzzz"],
        ["--only", "3"],
        ["--students", "nowhere.csv"],
        ["--columns", "nowhere.csv"],
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
    assert err == "qbank: a.csv: this file is already read or written by this call; write elsewhere\n"
    assert (tmp_path / "a.csv").read_bytes() == (TABLE if isinstance(TABLE, bytes) else TABLE.encode())


LINKED = ("bank/mask.jsonl", "roster.csv", "quiz-sheet.json", "a.csv", "review.csv")


@pytest.fixture
def inputs(tmp_path):
    """A roster, a sheet and a review file beside the bank and the table."""
    (tmp_path / "roster.csv").write_text("student,name\nana,Ana A.\n", encoding="utf-8")
    (tmp_path / "quiz-sheet.json").write_text(canonical(SHEET), encoding="utf-8")
    (tmp_path / "review.csv").write_text("student,question,answer,score,who\n", encoding="utf-8")
    (tmp_path / "a.csv").write_text("student,version,2\nana,A,A\n", encoding="utf-8")
    return ["--students", "roster.csv", "--sheet", "quiz-sheet.json"]


@pytest.mark.parametrize("option", ["-o", "--review"])
@pytest.mark.parametrize("path", LINKED[:4])
def test_nothing_that_is_read_is_written_over(check, tmp_path, inputs, option, path):
    (tmp_path / "linked").symlink_to(path)
    before = {name: (tmp_path / name).read_bytes() for name in LINKED}
    for name in (path, f"./{path}", "linked"):
        status, out, err = check(None, *inputs, option, name, "--format", "csv")
        assert (status, out) == (2, "")
        assert "already read or written" in err
    assert {name: (tmp_path / name).read_bytes() for name in LINKED} == before


def test_a_file_under_another_name_is_the_same_file(check, tmp_path, inputs):
    (tmp_path / "other.csv").hardlink_to(tmp_path / "a.csv")
    status, _, err = check(None, *inputs, "-o", "other.csv")
    assert (status, "already read or written" in err) == (2, True)


def test_a_report_does_not_become_a_file_of_the_bank(check, tmp_path):
    status, _, err = check(TABLE, "--format", "json", "-o", "bank/report.jsonl")
    assert (status, err) == (
        2,
        "qbank: bank/report.jsonl: this would be read as a file of the bank; write elsewhere\n",
    )
    assert [path.name for path in (tmp_path / "bank").glob("*.jsonl")] == ["mask.jsonl", "parameters.jsonl"]


@pytest.mark.parametrize("name", ["-", "new.xlsx", "new", "new.csv.html", ""])
def test_a_review_file_is_text(check, tmp_path, name):
    status, out, err = check(UNREAD, "--review", name)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "a review file is text, and ends in .csv, .tsv or .txt; write --review review.csv" in err
    assert not (tmp_path / name).is_file()


@pytest.mark.parametrize("ending", ["csv", "CSV", "tsv", "txt"])
def test_the_endings_of_review_files(check, tmp_path, ending):
    assert check(UNREAD, "--review", f"new.{ending}")[0] == 0
    assert (tmp_path / f"new.{ending}").exists()


def test_two_outputs_are_two_files(check, tmp_path, inputs):
    status, _, err = check(None, *inputs, "--review", "review.csv", "-o", "review.csv")
    assert (status, err.partition(":")[2].strip()) == (
        2,
        "review.csv: this file is already read or written by this call; write elsewhere",
    )


def test_a_failure_while_writing_leaves_the_old_report(check, tmp_path, monkeypatch):
    (tmp_path / "report.csv").write_text("old", encoding="utf-8")

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    status, _, err = check(TABLE, "-o", "report.csv")
    assert (status, "no space left" in err) == (2, True)
    assert (tmp_path / "report.csv").read_text(encoding="utf-8") == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.csv", "bank", "report.csv"]


TWICE = f"student,question,answer\nana,{LAYER.id},7\nben,{LAYER.id},8\nana,{LAYER.id},4204032\n"


@pytest.mark.parametrize(
    ("options", "status", "verdicts", "says"),
    [
        ([], 1, ["wrong", "wrong"], "a second time, first on line 2"),
        (
            ["--attempt", "first"],
            0,
            ["wrong", "wrong"],
            "1 answer is set aside: of each student's the first counts.",
        ),
        (
            ["--attempt", "last"],
            0,
            ["wrong", "right"],
            "1 answer is set aside: of each student's the last counts.",
        ),
    ],
)
def test_which_attempt_counts(check, options, status, verdicts, says):
    code, out, err = check(TWICE, "--format", "json", *options)
    assert (code, [answer["verdict"] for answer in json.loads(out)["answers"]]) == (status, verdicts)
    assert says in err


def test_a_roster_names_students_strangers_and_those_who_sent_nothing(check, tmp_path):
    roster = "student,name,e-mail\nzoe,Zoe Z.,zoe@example.org\nana,Ana A.,ana@example.org\n"
    (tmp_path / "roster.csv").write_text(roster, encoding="utf-8")
    table = f"student,question,answer\nANA@example.org,{LAYER.id},4204032\nben,{LAYER.id},8\n"
    status, out, err = check(table, "--students", "roster.csv", "--format", "json")
    students = json.loads(out)["students"]
    assert [(each["student"], each["name"], each["answered"]) for each in students] == [
        ("ana", "Ana A.", 1),
        ("ben", "", 1),
        ("zoe", "Zoe Z.", 0),
    ]
    assert (status, err) == (0, "Graded, but not on the roster: 'ben'.\n")


def test_many_strangers_are_cut_short(check, tmp_path):
    (tmp_path / "roster.csv").write_text("student,name\nana,Ana A.\n", encoding="utf-8")
    table = "student,question,answer\n" + "".join(f"s{number},{LAYER.id},7\n" for number in range(10))
    _, _, err = check(table, "--students", "roster.csv")
    assert err.endswith("'s6', 's7' and 2 more.\n")


def test_only_some_questions(check, tmp_path):
    status, out, err = check(TABLE, "--format", "json", "--only", CELLS.id, "--only", WEIGHT.id)
    content = json.loads(out)
    assert [item["question"] for item in content["questions"]] == [f"{CELLS.id}.blocked", WEIGHT.id]
    assert [(each["student"], each["out_of"]) for each in content["students"]] == [("ana", 2), ("ben", 1)]
    assert (status, err) == (0, "")


def test_only_a_number_of_a_sheet(check, tmp_path):
    (tmp_path / "quiz-sheet.json").write_text(canonical(SHEET), encoding="utf-8")
    table = "student,version,1a,1b,2\nana,A,36,44,A\n"
    _, out, _ = check(table, "--sheet", "quiz-sheet.json", "--only", "1b", "--format", "json")
    content = json.loads(out)
    assert [answer["answer"] for answer in content["answers"]] == ["44"]
    assert content["students"][0]["out_of"] == 2


def test_spellings_of_a_student_are_joined_and_noted(check):
    table = f"student,question,answer\nAna@x.org,{LAYER.id},7\nana@x.org,{CLAIM.id},B\n"
    status, out, err = check(table, "--format", "json")
    assert (status, err) == (0, "Taken for one student: 'Ana@x.org' and 'ana@x.org'.\n")
    assert [(each["student"], each["answered"]) for each in json.loads(out)["students"]] == [("Ana@x.org", 2)]


def test_a_number_beside_a_question_must_agree_with_the_sheet(check, tmp_path):
    (tmp_path / "quiz-sheet.json").write_text(canonical(SHEET), encoding="utf-8")
    rows = [
        f"ana,A,{CELLS.id}.blocked,1b,36",
        f"ben,A,{CELLS.id}.blocked,1,36",
        f"cy,A,{CELLS.id}.blocked,1a,36",
    ]
    table = "\n".join(["student,version,question,number,answer", *rows, ""])
    status, out, err = check(table, "--sheet", "quiz-sheet.json", "--format", "json")
    assert [answer["student"] for answer in json.loads(out)["answers"]] == ["ben", "cy"]
    assert (status, err.partition(";")[0]) == (
        1,
        f"qbank: a.csv:2:7: question '{CELLS.id}.blocked' and number '1b' in one row mean different questions",
    )
    assert check(table)[0] == 0


def test_responses_are_taken_in_turn_only_where_the_sheet_asks_for_as_many(check, tmp_path):
    sheet = {**SHEET, "versions": SHEET["versions"][:1]}
    (tmp_path / "quiz-sheet.json").write_text(canonical(sheet), encoding="utf-8")
    header, row = "Name,E-mail,Response 1,Response 2,Response 3", "Ana,ana@x.org,36,45,A"
    status, out, err = check(f"{header}\n{row}\n", "--sheet", "quiz-sheet.json", "--format", "json")
    assert [answer["verdict"] for answer in json.loads(out)["answers"]] == ["right", "right", "right"]
    assert (status, "are taken for 1a to 2 of the sheet, in their order" in err) == (0, True)
    status, out, err = check(f"{header},Response 4\n{row},7\n", "--sheet", "quiz-sheet.json")
    assert (status, out, "4 responses, 'Response 1' to 'Response 4', while the sheet asks for 3" in err) == (
        2,
        "",
        True,
    )


def test_two_columns_that_a_map_gives_one_meaning_are_named_by_its_line(check, tmp_path):
    (tmp_path / "map.csv").write_text(f"column,means\nOne,{LAYER.id}\nTwo,{LAYER.id}\n", encoding="utf-8")
    status, _, err = check("student,One,Two\nana,1,2\n", "--columns", "map.csv")
    assert (status, err.partition(";")[0]) == (
        2,
        "qbank: map.csv:3:1: 'Two' is a second column with one meaning, the first is in map.csv:2:1",
    )


def test_full_marks_for_what_no_bank_has_are_a_problem_and_the_rest_is_graded(check, tmp_path):
    line = {"id": "qzzzzzzzzzz", "part": "", "action": "full_marks", "value": None, "reason": "ambiguous"}
    line |= {"who": "", "when": "2026-05-31T12:00:00+00:00"}
    path = tmp_path / "bank" / "corrections" / "corrections.jsonl"
    path.parent.mkdir()
    path.write_text(canonical(line) + "\n", encoding="utf-8")
    lost = {"number": 3, "id": "qzzzzzzzzzz", "parts": [""], "points": 1, "options": None}
    first = SHEET["versions"][0]
    sheet = {**SHEET, "versions": [{**first, "questions": [*first["questions"], lost]}]}
    (tmp_path / "quiz-sheet.json").write_text(canonical(sheet), encoding="utf-8")
    status, out, err = check("student,1a\nana,36\nben,36\n", "--sheet", "quiz-sheet.json", "--format", "json")
    assert [each["score"] for each in json.loads(out)["students"]] == [2, 2]
    assert status == 1
    assert err.count("full marks for qzzzzzzzzzz cannot be given: no question 'qzzzzzzzzzz'") == 1


def test_a_column_map_says_which_question_is_meant(check, tmp_path):
    (tmp_path / "map.csv").write_text(f"column,means\nFirst task,{LAYER.id}\n", encoding="utf-8")
    status, out, _ = check("student,First task\nana,4204032\n", "--columns", "map.csv", "--format", "json")
    assert (status, [answer["verdict"] for answer in json.loads(out)["answers"]]) == (0, ["right"])


UNREAD = f"student,question,answer\nana,{LAYER.id},many\nben,{LAYER.id},many\nben,{CLAIM.id},B\n"


def test_open_answers_go_to_a_person_and_come_back(check, tmp_path):
    path = tmp_path / "review.csv"
    status, out, err = check(UNREAD, "--review", "review.csv", "--format", "json")
    assert (status, [each["provisional"] for each in json.loads(out)["students"]]) == (0, [True, True])
    assert err == (
        "Open: 2 of 3 answers. A person must look: they count 0 until then, and totals are provisional. "
        "They are in review.csv: fill in score, who and reason, and call this again.\n"
    )
    header, ana, ben = path.read_text(encoding="utf-8-sig").splitlines()
    names, cells = header.split(","), ana.split(",")
    for name, cell in (("score", "0.5"), ("who", "Dr. Lee"), ("reason", "the right order")):
        cells[names.index(name)] = cell
    path.write_text("\n".join([header, ",".join(cells), ben]), encoding="utf-8")

    status, out, err = check(UNREAD, "--review", "review.csv", "--format", "json")
    content = json.loads(out)
    assert [(each["verdict"], each["score"]) for each in content["answers"]] == [
        ("partly", 0.5),
        ("unreadable", 0),
        ("right", 1),
    ]
    assert "Dr. Lee" in content["answers"][0]["why"]
    assert [(each["score"], each["provisional"]) for each in content["students"]] == [(0.5, False), (1, True)]
    assert err.startswith("Open: 1 of 3 answers.")
    written = path.read_bytes()
    assert check(UNREAD, "--review", "review.csv", "--format", "json") == (status, out, err)
    assert path.read_bytes() == written
    assert "Dr. Lee" in written.decode()


def test_a_decision_whose_answer_is_gone_is_kept_and_noted(check, tmp_path):
    row = f"ana,{LAYER.id},many,1,Dr. Lee"
    (tmp_path / "review.csv").write_text(f"student,question,answer,score,who\n{row}\n", encoding="utf-8")
    status, _, err = check(TABLE, "--review", "review.csv")
    assert (status, err) == (0, "review.csv: 1 filled-in row belongs to no open answer; it is kept.\n")
    assert "Dr. Lee" in (tmp_path / "review.csv").read_text(encoding="utf-8-sig")


def test_a_faulty_review_is_left_as_it_is(check, tmp_path):
    text = f"student,question,answer,score,who\nana,{LAYER.id},many,5,Dr. Lee\n"
    (tmp_path / "review.csv").write_text(text, encoding="utf-8")
    status, out, err = check(UNREAD, "--review", "review.csv")
    assert (status, out, err.startswith("qbank: review.csv:2:")) == (2, "", True)
    assert (tmp_path / "review.csv").read_text(encoding="utf-8") == text


def test_nothing_to_review_makes_no_file(check, tmp_path):
    assert check(TABLE, "--review", "review.csv")[0] == 0
    assert not (tmp_path / "review.csv").exists()


def test_a_page_for_each_student(check, tmp_path):
    status, out, _ = check(TABLE, "--reports", "pages", "--format", "json")
    assert (status, json.loads(out)["students"][0]["student"]) == (0, "ana")
    pages = {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "pages").iterdir()}
    assert sorted(pages) == ["ana.html", "ben.html"]
    assert "0.7310" in pages["ana.html"]
    assert "ben" not in pages["ana.html"]
    assert check(TABLE, "--reports", "pages")[0] == 0
    assert {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "pages").iterdir()} == pages


@pytest.mark.parametrize("name", ["../../escape", "/etc/x", "..", "a/b", "CON", "\u202etxt", "."])
def test_pages_stay_in_their_folder(check, tmp_path, name):
    before = {path for path in tmp_path.rglob("*") if path.is_file()} | {tmp_path / "a.csv"}
    table = f"student,question,answer\n{name},{LAYER.id},7\n"
    assert check(table, "--reports", "pages")[0] == 0
    (new,) = {path for path in tmp_path.rglob("*") if path.is_file()} - before
    assert new.parent == tmp_path / "pages"


def test_a_link_in_the_folder_is_not_followed(check, tmp_path):
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "ana.html").symlink_to(tmp_path / "kept.html")
    (tmp_path / "kept.html").write_text("kept", encoding="utf-8")
    status, _, err = check(TABLE, "--reports", "pages", "-o", "report.csv")
    assert (status, "this is a link" in err) == (2, True)
    assert (tmp_path / "kept.html").read_text(encoding="utf-8") == "kept"


def test_a_page_is_not_written_over_the_report(check, tmp_path):
    status, _, err = check(TABLE, "--reports", ".", "-o", "ana.html")
    assert (status, "already read or written" in err) == (2, True)


@pytest.mark.parametrize("face", ["table", "json", "csv", "md", "html"])
def test_explained_right_answers_have_their_rule_too(check, face):
    _, plain, _ = check(TABLE, "--format", face)
    _, explained, _ = check(TABLE, "--format", face, "--explain")
    assert len(explained) > len(plain)
    assert explained.count("This is right.") >= 1


def test_a_correction_is_obeyed_also_where_the_question_is_in_another_bank(check, tmp_path):
    line = {"id": LAYER.id, "part": "", "action": "accept", "value": "7", "reason": "the figure was wrong"}
    line |= {"who": "", "when": "2026-05-31T12:00:00+00:00"}
    make_bank(tmp_path / "two", [LAYER])
    for folder in ("bank", "corrected"):
        path = tmp_path / folder / "corrections" / "corrections.jsonl"
        path.parent.mkdir(parents=True)
        path.write_text(canonical(line) + "\n", encoding="utf-8")
        table = f"question,answer\n{LAYER.id},7\n"
        options = [] if folder == "bank" else ["--bank", "corrected", "--bank", "two"]
        _, out, _ = check(table, *options, "--format", "json")
        assert [answer["verdict"] for answer in json.loads(out)["answers"]] == ["right"]


def test_what_everybody_gets_is_given_where_there_is_no_row(check, tmp_path):
    line = {"id": CLAIM.id, "part": "", "action": "full_marks", "value": None, "reason": "ambiguous"}
    line |= {"who": "", "when": "2026-05-31T12:00:00+00:00"}
    path = tmp_path / "bank" / "corrections" / "corrections.jsonl"
    path.parent.mkdir()
    path.write_text(canonical(line) + "\n", encoding="utf-8")
    (tmp_path / "quiz-sheet.json").write_text(canonical(SHEET), encoding="utf-8")
    table = "student,version,question,answer\nana,A,1a,36\nben,B,2,A\n"
    _, out, _ = check(table, "--sheet", "quiz-sheet.json", "--format", "json")
    content = json.loads(out)
    assert [(each["student"], each["score"], each["out_of"]) for each in content["students"]] == [
        ("ana", 3, 5),
        ("ben", 1, 5),
    ]


def test_quiet_silences_notes_and_not_problems(check, monkeypatch, tmp_path, capsys):
    (tmp_path / "a.csv").write_text(UNREAD + "cy,qzzzzzzzzzz,1\n", encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["qbank", "-q", "check", "a.csv"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 1
    (said,) = capsys.readouterr().err.splitlines()
    assert said.startswith("qbank: a.csv:5:4: no question 'qzzzzzzzzzz'")


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
