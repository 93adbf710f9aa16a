"""`qbank correct` from the outside: dry run, applying, undo, and who obeys."""

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from qbank.bank import released
from qbank.cli import main
from qbank.corrections import file_of, read_corrections
from qbank.home import RELEASED
from tests.check.samples import CELLS, CLAIM, CLAIMS, LAYER, WEIGHT, make_bank

BLOCKED, OPEN = f"{CELLS.id}.blocked", f"{CELLS.id}.open"
REASON = ("--reason", "the figure was cut off")
TABLE = f"student,{BLOCKED},{OPEN}\nana,36,45\nben,45,45\neva,,1\n"


@pytest.fixture
def qbank(tmp_path, monkeypatch, capsys):
    """Runs a command in a folder with a bank; gives status, stdout and stderr."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "110")
    make_bank(tmp_path / "bank")
    Path("a.csv").write_text(TABLE, encoding="utf-8")

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["qbank", *arguments])
        with pytest.raises(SystemExit) as left:
            main()
        said = capsys.readouterr()
        return left.value.code, said.out, said.err

    return run


@pytest.fixture
def correct(qbank):
    return lambda *arguments: qbank("correct", *arguments)


def lines():
    return [(one.part, one.action, one.value) for one in read_corrections(Path("bank"))]


def scores(qbank, *options):
    status, out, err = qbank("check", "a.csv", "--format", "json", *options)
    assert status == 0, err
    return {one["student"]: (one["score"], one["out_of"]) for one in json.loads(out)["students"]}


def everything():
    return {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}


@pytest.mark.parametrize("action", [("void",), ("full-marks",), ("rekey", "45"), ("accept", "45")])
def test_a_dry_run_writes_nothing_and_says_how_to_write_it(correct, action):
    before = everything()
    status, out, err = correct(BLOCKED, *action, *REASON, "--answers", "a.csv", "--who", "ana")
    assert status == 0
    assert everything() == before
    assert "A decoder reads 9 tokens" in out
    assert "key   36\n" in out
    assert "now   as stored\n" in out
    assert err.splitlines()[-1] == (
        f"Nothing is written yet. To write it: qbank correct {BLOCKED} {' '.join(action)} "
        "--reason 'the figure was cut off' --who ana --apply"
    )


def test_the_call_that_is_shown_writes_it(correct):
    _, _, err = correct(BLOCKED, "rekey", "37", *REASON)
    shown = err.partition("To write it: qbank ")[2].split()
    command = [
        sys.executable,
        "-m",
        "qbank",
        *" ".join(shown).replace("'the figure was cut off'", "why").split(),
    ]
    assert subprocess.run(command, check=False).returncode == 0
    assert lines() == [("blocked", "rekey", "37")]


@pytest.mark.parametrize(
    ("action", "changed", "closing"),
    [
        (
            ("rekey", "45"),
            ["ana  36  right → wrong  2 of 2 → 1 of 2", "ben  45  wrong → right  1 of 2 → 2 of 2"],
            "2 of 3 students change. Class mean: 1 of 2.",
        ),
        (
            ("accept", "45"),
            ["ben  45  wrong → right  1 of 2 → 2 of 2"],
            "1 of 3 students change. Class mean: 1 of 2 → 1.33 of 2.",
        ),
        (
            ("full-marks",),
            ["ben  45  wrong → full marks  1 of 2 → 2 of 2", "eva  blank → full marks  0 of 2 → 1 of 2"],
            "2 of 3 students change. Class mean: 1 of 2 → 1.67 of 2.",
        ),
        (
            ("void",),
            [
                "ana  36  right → void  2 of 2 → 1 of 1",
                "ben  45  wrong → void  1 of 2 → 1 of 1",
                "eva  blank → void  0 of 2 → 0 of 1",
            ],
            "3 of 3 students change. Class mean: 1 of 2 → 0.67 of 1.",
        ),
        (("accept", "44"), [], "No score changes. Class mean: 1 of 2."),
    ],
)
def test_whose_score_would_change_and_does(qbank, correct, action, changed, closing):
    """By hand: ana has 1 + 1, ben 0 + 1, eva 0 + 0 of 2 points."""
    assert scores(qbank) == {"ana": (2, 2), "ben": (1, 2), "eva": (0, 2)}
    _, out, _ = correct(BLOCKED, *action, *REASON, "--answers", "a.csv", "--apply")
    shown = [" ".join(line.split()) for line in out.splitlines()]
    assert shown[-1] == closing
    assert [line for line in shown if " of " in line][:-1] == [" ".join(line.split()) for line in changed]
    after = {"ana": (2, 2), "ben": (1, 2), "eva": (0, 2)}
    for line in changed:
        score, out_of = line.rpartition("→")[2].split(" of ")
        after[line.split()[0]] = (float(score), float(out_of))
    assert scores(qbank) == after


def test_verdicts_say_that_a_correction_made_them(qbank, correct):
    correct(BLOCKED, "accept", "45", *REASON, "--apply")
    (line,) = read_corrections(Path("bank"))
    _, out, _ = qbank("check", "a.csv", "--format", "json")
    said = {one["student"]: one["why"] for one in json.loads(out)["answers"] if one["question"] == BLOCKED}
    assert said["ben"].startswith(f"Correction of {line.date}: the figure was cut off. ")
    assert "orrect" not in said["ana"]


def test_undo_takes_back_the_latest_and_then_the_one_before(qbank, correct):
    before = scores(qbank)
    correct(BLOCKED, "rekey", "45", *REASON, "--apply")
    rekeyed = scores(qbank)
    correct(BLOCKED, "void", *REASON, "--apply")
    correct(OPEN, "accept", "1", *REASON, "--apply")
    dry = everything()
    _, out, err = correct(BLOCKED, "undo", "--reason", "no")
    assert everything() == dry
    assert err.startswith("Nothing is written yet.")
    assert "counts for nobody" in out.partition("then")[0]
    assert "the key is 45" in out.partition("then")[2]
    correct(OPEN, "undo", "--reason", "no", "--apply")
    correct(BLOCKED, "undo", "--reason", "no", "--apply")
    assert scores(qbank) == rekeyed
    correct(BLOCKED, "undo", "--reason", "no", "--apply")
    assert scores(qbank) == before
    status, _, err = correct(BLOCKED, "undo", "--reason", "no", "--apply")
    assert status == 2
    assert f"no correction of {BLOCKED} stands" in err
    assert [action for _, action, _ in lines()] == ["rekey", "void", "accept", "undo", "undo", "undo"]


def test_nothing_that_was_written_ever_changes(correct):
    written = b""
    for action in (("void",), ("undo",), ("rekey", "37"), ("accept", "38"), ("undo",), ("undo",)):
        assert correct(BLOCKED, *action, *REASON, "--apply")[0] == 0
        now = file_of(Path("bank")).read_bytes()
        assert now.startswith(written)
        assert len(now) > len(written)
        written = now


@pytest.mark.parametrize(
    ("name", "typed", "stored"),
    [
        (LAYER.id, "1,000 parameters", "1000"),
        (LAYER.id, "-3", "-3"),
        (LAYER.id, "−3", "-3"),
        (WEIGHT.id, "-.5", "-1/2"),
        (CLAIM.id, "true", "A"),
        (CLAIMS.id, "b d", ("B", "D")),
        (CLAIMS.id, "none", ()),
        (f" {LAYER.id.upper()} ", "5", "5"),
    ],
)
def test_a_value_is_typed_as_people_type(correct, name, typed, stored):
    assert correct(name, "rekey", typed, *REASON, "--apply")[0] == 0
    assert lines() == [("", "rekey", stored)]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((BLOCKED, "rekey", "37"), "a correction needs its reason; add --reason TEXT"),
        ((BLOCKED, "rekey", "37", "--reason", " \n "), "a correction needs its reason"),
        ((BLOCKED, "rekey", *REASON), "rekey needs a VALUE"),
        ((BLOCKED, "accept", " ", *REASON), "accept needs a VALUE"),
        ((BLOCKED, "void", "36", *REASON), "void takes no VALUE, and '36' is one"),
        ((BLOCKED, "void", "--aply", *REASON), "void takes no VALUE, and '--aply' is one"),
        ((BLOCKED, "rekey", "36", *REASON), "'36' is right already: the key is 36"),
        ((WEIGHT.id, "accept", "0.73106", *REASON), "is right already: the key is 0.7311"),
        ((CLAIM.id, "rekey", "C", *REASON), "'C' is no option"),
        ((BLOCKED, "rekey", "9**9**9", *REASON), "a power with too many digits"),
        ((BLOCKED, "rekey", "abc", *REASON), "unknown name 'abc'"),
        ((BLOCKED, "rekey", "3\n4" * 900, *REASON), "is no key of this question"),
        ((CELLS.id, "void", *REASON), f"write {BLOCKED} or {OPEN}"),
        (("qzzzzzzzzzz", "void", *REASON), "no question 'qzzzzzzzzzz'"),
        ((BLOCKED, "undo", *REASON), f"no correction of {BLOCKED} stands"),
        ((BLOCKED, "viod", *REASON), "'viod' is not one of"),
        ((BLOCKED, "void", "--reason", "x" * 1_001), "the reason is longer than 1,000 characters"),
        ((BLOCKED, "void", "--reason", "\x1b[31m"), "the reason is no plain text of one line"),
        ((BLOCKED, "void", *REASON, "--who", "a" * 101), "the who is longer than 100 characters"),
        ((BLOCKED, *REASON), "no correction is named"),
        (REASON, "no correction is named"),
        ((BLOCKED, "void", *REASON, "--bank", "nowhere"), "nowhere: no such folder"),
        (
            (BLOCKED, "void", *REASON, "--bank", "released", "--bank", "bank"),
            "the released bank takes no corrections",
        ),
        ((BLOCKED, "void", *REASON, "--answers", "no.csv"), "no.csv: cannot be read"),
        ((BLOCKED, "void", *REASON, "--answers", "-"), "stdin will not do"),
        ((BLOCKED, "rekey", "1", *REASON, "--locale", "xx"), "xx"),
    ],
)
def test_a_call_that_is_wrong_is_one_line_and_writes_nothing(correct, arguments, said):
    before = everything()
    status, out, err = correct(*arguments, "--apply")
    assert (status, out) == (2, "")
    assert said in err
    assert "Traceback" not in err
    assert err.count("\n") == 1 or err.startswith("Usage")
    assert everything() == before


@pytest.mark.parametrize("action", [("void",), ("full-marks",), ("accept", "37"), ("rekey", "37")])
def test_the_same_correction_twice_is_refused(correct, action):
    assert correct(BLOCKED, *action, *REASON, "--apply")[0] == 0
    status, _, err = correct(BLOCKED, *action, *REASON, "--apply")
    assert status == 2
    assert "already" in err
    assert len(lines()) == 1


def test_line_ends_in_a_reason_become_blanks_and_formulas_stay_text(qbank, correct):
    correct(BLOCKED, "full-marks", "--reason", '=1+1\r\n@x\t"quoted"', "--who", "=ana", "--apply")
    (line,) = read_corrections(Path("bank"))
    assert (line.reason, line.who) == ('=1+1 @x "quoted"', "=ana")
    _, out, _ = qbank("check", "a.csv", "--format", "csv")
    assert all(not cell.startswith(("=", "@")) for row in out.splitlines() for cell in row.split(","))


def test_rows_that_cannot_be_graded_are_told_and_the_status_says_so(correct):
    Path("a.csv").write_text(TABLE + "ida,1,2,3\n", encoding="utf-8")
    status, out, err = correct(BLOCKED, "void", *REASON, "--answers", "a.csv")
    assert status == 1
    assert "3 of 3 students change" in out
    assert err.startswith("qbank: a.csv:5:")


def test_the_list_says_what_is_in_force(correct):
    assert correct()[2] == "There are no corrections in bank.\n"
    correct(BLOCKED, "rekey", "37", *REASON, "--who", "ana", "--apply")
    correct(BLOCKED, "void", "--reason", "unclear", "--apply")
    correct(CLAIMS.id, "accept", "a b", "--reason", "both", "--apply")
    correct(CLAIMS.id, "undo", "--reason", "not so", "--apply")
    for arguments in ((), ("--list",)):
        status, out, err = correct(*arguments)
        assert (status, err) == (0, "")
        rows = [" ".join(line.split()[1:]) for line in out.splitlines()]
        assert rows[1] == f"{BLOCKED} rekey 37 ana the figure was cut off a later one counts"
        assert rows[2] == f"{BLOCKED} void unclear in force"
        assert rows[3].startswith(f"{CLAIMS.id} accept A, B both taken back on 20")
        assert rows[3].endswith(": not so")
    assert correct("--list", "--bank", "nowhere")[0] == 2
    assert correct(CLAIMS.id, "--list")[1].count("\n") == 2
    assert correct(CELLS.id)[1].count("\n") == 3
    assert correct(LAYER.id)[2] == f"There are no corrections of {LAYER.id} in bank.\n"


def test_a_question_of_the_released_bank_is_corrected_in_ones_own_folder(correct, qbank):
    from qbank.bank import released

    question = next(iter(released()))
    name = f"{question.id}.{question.parts[0].name}".rstrip(".")
    Path("mine").mkdir()
    assert correct(name, "full-marks", *REASON, "--bank", "mine", "--bank", "bank", "--apply")[0] == 0
    assert [one.id for one in read_corrections(Path("mine"))] == [question.id]
    assert lines() == []
    assert "full marks for everybody" in qbank("show", name, "--bank", "mine")[1]
    assert "full marks" not in qbank("show", name)[1]


COMBINATIONS = [
    (),
    ("bank",),
    ("released",),
    (str(RELEASED),),
    ("mine",),
    ("mine", "released"),
    ("mine", "bank"),
    ("bank", "mine"),
    ("bank", "released"),
    ("released", "mine"),
    ("mine", "released", "bank"),
]


@pytest.mark.parametrize("applied", COMBINATIONS)
def test_a_dry_run_says_what_check_does_afterwards_whichever_banks_are_named(qbank, correct, applied):
    """A released question, corrected with some banks and checked with some; `bank` stands in for the released one."""
    question = next(one for one in released() if not one.parts[0].name)
    make_bank(Path("mine"))
    Path("a.csv").write_text(f"student,question,answer\nana,{question.id},no\n", encoding="utf-8")
    banks = [text for folder in applied for text in ("--bank", folder)]
    call = (question.id, "void", *REASON, "--answers", "a.csv", *banks)
    status, out, err = correct(*call)
    if applied and applied[0] in ("released", str(RELEASED)):
        assert (status, out) == (2, "")
        assert "the released bank takes no corrections; leave --bank out" in err
        return
    assert out.splitlines()[-1] == "1 of 1 student changes. Class mean: 0 of 1 → 0 of 0."
    assert correct(*call, "--apply")[0] == 0
    home = "mine" if applied[:1] == ("mine",) else "bank"
    for named in COMBINATIONS:
        folders = [text for folder in named for text in ("--bank", folder)]
        _, out, err = qbank("check", "a.csv", "--format", "json", *folders)
        read = {"bank" if "released" in folder else folder for folder in named or ("bank",)}
        note = f"Obeyed: 1 correction of {home}/corrections/corrections.jsonl.\n"
        assert json.loads(out)["students"][0]["out_of"] == (0 if home in read else 1)
        assert (note in err) == (home in read)
        assert ("void" in correct("--list", *folders)[1]) == (home in read)
        assert ("counts for nobody" in qbank("show", question.id, *folders)[1]) == (home in read)
        assert qbank("export", "--ids", question.id, "--bank", "released")[0] == (2 if home == "bank" else 0)


def test_the_call_that_export_prints_obeys(qbank, correct):
    status, _, err = qbank("export", "--bank", "released", "--topic", "mask", "-n", "3", "-o", "my quiz.md")
    assert status == 0
    call = err.partition("Next: ")[2].strip()
    assert call == "qbank check 'my quiz-form.csv' --sheet 'my quiz-sheet.json' --bank released"
    form = Path("my quiz-form.csv").read_text(encoding="utf-8").splitlines()
    Path("my quiz-form.csv").write_text("\n".join(f"{row}ana" for row in form) + "\n", encoding="utf-8")
    name = form[1].partition(",")[0]
    Path("my quiz-form.csv").write_text(
        "\n".join([form[0], *(f"{row}ana" for row in form[1:])]), encoding="utf-8"
    )
    before = json.loads(qbank(*shlex.split(call)[1:], "--format", "json")[1])["students"][0]["out_of"]
    assert correct(name, "void", *REASON, "--apply")[0] == 0
    _, out, err = qbank(*shlex.split(call)[1:], "--format", "json")
    assert json.loads(out)["students"][0]["out_of"] == before - 1
    assert "Obeyed: 1 correction of bank/corrections/corrections.jsonl." in err


def test_what_is_obeyed_is_told_also_where_nobody_answered_it(qbank, correct):
    assert qbank("export", "--all", "-o", "quiz.md")[0] == 0
    for name in (LAYER.id, CLAIM.id):
        correct(name, "void", *REASON, "--apply")
    Path("a.csv").write_text(f"student,question,answer\nana,{LAYER.id},7\n", encoding="utf-8")
    obeyed = "Obeyed: {} of bank/corrections/corrections.jsonl."
    assert obeyed.format("1 correction") in qbank("check", "a.csv")[2]
    assert obeyed.format("2 corrections") in qbank("check", "a.csv", "--sheet", "quiz-sheet.json")[2]
    only = ("--sheet", "quiz-sheet.json", "--only", LAYER.id)
    assert obeyed.format("1 correction") in qbank("check", "a.csv", *only)[2]


def test_a_number_names_what_stands_under_it_on_the_sheet(qbank, correct):
    qbank("export", "--ids", f"{LAYER.id},{CELLS.id},{CLAIM.id}", "-o", "quiz.md")
    sheet = ("--sheet", "quiz-sheet.json")
    status, out, err = correct("2a", "void", *REASON, *sheet, "--apply")
    assert (status, out.split()[0], err.startswith(f"2a is {BLOCKED}.")) == (0, BLOCKED, True)
    assert f"qbank correct {BLOCKED} undo" in err
    assert lines() == [("blocked", "void", None)]
    assert correct("1", "rekey", "7", *REASON, *sheet)[0] == 0
    assert correct("3", "rekey", "B", *REASON, *sheet)[0] == 2  # it is B
    assert correct("3", "rekey", "A", *REASON, *sheet)[0] == 0
    assert "write 2a or 2b" in correct("2", "void", *REASON, *sheet)[2]
    assert "no question '7' on this sheet" in correct("7", "void", *REASON, *sheet)[2]
    assert "name the sheet with --sheet" in correct("2a", "void", *REASON)[2]
    assert correct(CLAIMS.id, "void", *REASON, *sheet)[0] == 0
    assert correct("2a", "--list", *sheet)[1].count("\n") == 2


def test_a_number_that_means_several_things_is_none(qbank, correct):
    qbank("export", "--ids", f"{LAYER.id},{CELLS.id},{CLAIM.id}", "-o", "quiz.md")
    sheet = json.loads(Path("quiz-sheet.json").read_text(encoding="utf-8"))
    (first,) = sheet["versions"]
    turned = [one | {"number": number} for one, number in zip(first["questions"], (2, 1, 3), strict=True)]
    turned[2] |= {"options": {"A": "B", "B": "A"}}
    sheet["versions"].append({"version": "B", "questions": turned})
    Path("two.json").write_text(json.dumps(sheet), encoding="utf-8")
    two = ("--sheet", "two.json")
    status, _, err = correct("1", "void", *REASON, *two)
    found = f"qbank: two.json: 1 is {LAYER.id} on version A, and something else on the others; write the id\n"
    assert (status, err) == (2, found)
    turned[1] |= {"number": 3}
    turned[2] |= {"number": 1}
    Path("three.json").write_text(json.dumps(sheet), encoding="utf-8")
    status, _, err = correct("1", "void", *REASON, "--sheet", "three.json")
    assert (status, f"1 is {LAYER.id} on version A, {CLAIM.id} on version B; write the id" in err) == (
        2,
        True,
    )
    assert correct("3", "void", *REASON, *two)[0] == 0
    status, _, err = correct("3", "rekey", "A", *REASON, *two)
    assert (status, "the options have other letters on the sheet" in err) == (2, True)


def test_of_several_at_once_one_is_written(qbank):
    command = [sys.executable, "-m", "qbank", "correct", BLOCKED, "void", *REASON, "--apply"]
    running = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) for _ in range(4)
    ]
    ends = [(one.communicate()[1], one.returncode) for one in running]
    assert sorted(status for _, status in ends) == [0, 2, 2, 2]
    lost = [err for err, status in ends if status]
    assert all("is corrected so already" in err or "by somebody else meanwhile" in err for err in lost)
    assert lines() == [("blocked", "void", None)]


def test_a_review_that_is_not_there_is_no_review(correct):
    status, out, err = correct(BLOCKED, "void", *REASON, "--answers", "a.csv", "--review", "nofile.csv")
    assert (status, out) == (2, "")
    assert err.startswith("qbank: nofile.csv: no such file")


def test_a_cut_last_line_stops_every_command_that_obeys(qbank, correct):
    correct(BLOCKED, "void", *REASON, "--apply")
    path = file_of(Path("bank"))
    path.write_bytes(path.read_bytes() + b'{"action":"vo')
    for command in (("check", "a.csv"), ("show", BLOCKED), ("export", "--all"), ("correct",)):
        status, out, err = qbank(*command)
        assert (status, out) == (2, "")
        assert "corrections.jsonl:2:" in err
        assert "remove it" in err


def test_show_says_it_and_tries_answers_by_it(qbank, correct):
    correct(BLOCKED, "rekey", "37", *REASON, "--who", "ana", "--apply")
    (line,) = read_corrections(Path("bank"))
    _, out, _ = qbank("show", BLOCKED)
    assert "key        36\n" in out
    assert f"corrected  the key is 37 ({line.date}, ana): the figure was cut off\n" in out
    assert "right, score 1" in qbank("show", BLOCKED, "--try", "37")[1]
    assert "wrong, score 0" in qbank("show", BLOCKED, "--try", "36")[1]
    assert qbank("show", CELLS.id, "--format", "json")[1] == CELLS.to_line() + "\n"


def test_sheets_that_are_made_afterwards_obey(qbank, correct):
    correct(BLOCKED, "rekey", "37", *REASON, "--apply")
    correct(CLAIM.id, "void", *REASON, "--apply")
    status, _, err = qbank("export", "--topic", "mask", "-o", "quiz.md")
    assert status == 0
    assert f"{CLAIM.id} is left out: it is void by a correction of " in err
    key = Path("quiz-key.md").read_text(encoding="utf-8")
    assert "| 1a | 37 (corrected on " in key
    assert CLAIM.id not in key + Path("quiz-sheet.json").read_text(encoding="utf-8")
    assert "36" not in Path("quiz.md").read_text(encoding="utf-8")
    assert qbank("export", "--topic", "mask", "-o", "other.md", "--strict")[0] == 1
    status, _, err = qbank("export", "--topic", "mask", "-n", "4", "-o", "four.md")
    assert (status, "Asked for 4, there are 3." in err) == (1, True)
    status, _, err = qbank("export", "--ids", CLAIM.id, "-o", "none.md")
    assert (status, Path("none.md").exists()) == (2, False)
    assert "void by corrections: all that were selected (1)" in err
    assert qbank("export", "--ids", f"{CELLS.id},{LAYER.id}", "-o", "two.jsonl")[0] == 0
    assert Path("two.jsonl").read_text(encoding="utf-8") == LAYER.to_line() + "\n"


def test_full_marks_also_where_a_row_was_left_out_of_the_answers_to_a_sheet(qbank, correct):
    qbank("export", "--ids", f"{CELLS.id},{LAYER.id}", "-o", "quiz.md")
    Path("long.csv").write_text("number,answer,student\n1a,36,ana\n2,1,ben\n", encoding="utf-8")
    sheet = ("--sheet", "quiz-sheet.json")
    correct(OPEN, "full-marks", *REASON, "--apply")
    _, out, _ = qbank("check", "long.csv", *sheet, "--format", "json")
    found = {one["student"]: (one["score"], one["out_of"]) for one in json.loads(out)["students"]}
    assert found == {"ana": (2, 3), "ben": (1, 3)}
    _, out, _ = correct(BLOCKED, "void", *REASON, *sheet, "--answers", "long.csv")
    assert " ".join(out.split()).endswith(
        "ana 36 right → void 2 of 3 → 1 of 2 ben 1 of 3 → 1 of 2 2 of 2 students change. "
        "Class mean: 1.5 of 3 → 1 of 2."
    )


def test_the_names_of_a_roster_stand_beside_the_students(correct):
    Path("roster.csv").write_text(
        "student,name\nana,Ana A.\nben,Ben B.\neva,Eva E.\nida,Ida I.\n", encoding="utf-8"
    )
    _, out, _ = correct(BLOCKED, "accept", "45", *REASON, "--answers", "a.csv", "--students", "roster.csv")
    assert "Ben B." in out
    assert "1 of 3 students change." in out


def test_verify_proves_the_stored_key_whatever_was_corrected(qbank, correct):
    """The bank's lines are as they were: nothing but the folder of corrections is touched."""
    before = {path: path.read_bytes() for path in Path("bank").glob("*.jsonl")}
    correct(BLOCKED, "rekey", "37", *REASON, "--apply")
    assert {path: path.read_bytes() for path in Path("bank").glob("*.jsonl")} == before
