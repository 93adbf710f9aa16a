"""`qbank exam`: from a blueprint to papers that are graded, with nothing public, nothing twice, nothing half-done."""

import csv
import io
import json
import re
from collections import Counter
from pathlib import Path
from types import MappingProxyType

import pytest
from click.testing import CliRunner

from qbank.answers import grade
from qbank.author.exam.blueprint import Slot as Wanted
from qbank.author.exam.fill import Filled
from qbank.bank import Bank, released
from qbank.check.grading import Rules, arguments
from qbank.check.papers import printed
from qbank.cli import group
from qbank.cli.exam_sheets import Layout
from qbank.errors import QbankError
from qbank.question import Part, Proof, Question, canonical, question_id
from qbank.sheets import wording
from qbank.sheets.manifest import from_json
from qbank.sheets.sheet import Look

GERMAN = Path(__file__).parent.parent / "sheets" / "de.po"
HEAD = "title: Midterm\ncourse: Deep Learning\nformats: [md]\n"
SLOTS = """
slots:
  - {template: [mask.cells, mask.visible_keys], level: 1, points: 2, count: 2}
  - {template: parameters.decoder_layer, conventions: {bias: true}, points: 4}
  - {template: [normalization.layer_norm_eps, normalization.batch_norm_eps], level: [2, 3], points: 4, as: choice}
"""
PLAIN = f"{HEAD}versions: 3\nvalues: different\nseed: canary seed{SLOTS}"
SAME = PLAIN.replace("different", "same")
FIXED = ["exam-blueprint.yaml", "exam-record.json", "exam-seed.txt", "marking.md"]


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def qbank(*arguments):
    result = CliRunner().invoke(group, arguments)
    if isinstance(result.exception, QbankError):
        raise result.exception
    return result


def exam(text=PLAIN, *more, into="midterm"):
    Path("exam.yaml").write_text(text, encoding="utf-8")
    return qbank("exam", "exam.yaml", "-o", into, *more)


def sheets(folder="midterm"):
    (path,) = Path(folder).glob("*-sheet.json")
    return from_json(json.loads(path.read_text(encoding="utf-8")), str(path))


def ids(folder="midterm"):
    return {slot.id for sheet in sheets(folder) for slot in sheet.slots}


def files(folder):
    root = Path(folder)
    return {
        path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()
    }


def table(path):
    return list(csv.DictReader(io.StringIO(Path(path).read_text(encoding="utf-8-sig"))))


def test_the_folder_holds_all_that_an_exam_needs():
    result = exam()
    assert result.exit_code == 0
    papers = [f"midterm-{version}{kind}.md" for version in "ABC" for kind in ("", "-key", "-solutions")]
    assert sorted(files("midterm")) == sorted([*papers, *FIXED, "midterm-form.csv", "midterm-sheet.json"])
    assert "3 versions of 4 questions in midterm; 12 added to bank." in result.stderr
    assert [sheet.points for sheet in sheets()] == [12, 12, 12]
    assert len(ids()) == 12
    assert not [path for path in Path().iterdir() if path.name.startswith(".")]


def test_every_version_asks_the_same_templates_and_levels():
    exam()
    known = Bank(Path("bank")).by_id()
    kinds = [[(known[slot.id].template, known[slot.id].level, slot.points) for slot in sheet.slots] for sheet in sheets()]  # fmt: skip
    assert kinds[0] == kinds[1] == kinds[2]
    assert len(kinds[0]) == 4
    assert kinds[0][2][0] == "parameters.decoder_layer"
    for sheet in sheets():
        decoder, choice = (known[slot.id] for slot in sheet.slots[2:])
        assert ("bias", True) in [(name, value) for name, value, _ in decoder.conventions]
        assert all(part.options for part in choice.parts)


def test_the_same_values_stand_in_orders_of_their_own():
    exam(SAME.replace("count: 2", "count: 6").replace("level: 1, ", ""))
    orders = [[slot.id for slot in sheet.slots] for sheet in sheets()]
    assert sorted(orders[0]) == sorted(orders[1]) == sorted(orders[2])
    assert len({tuple(order) for order in orders}) == 3
    assert [slot.number for slot in sheets()[1].slots] == list(range(1, 9))


def answered(folder, answer):
    """The answer form filled in: a student a version, what `answer` gives for the slot and the part."""
    known = Bank(Path("bank")).by_id()
    rows = table(f"{folder}/midterm-form.csv")
    placed = {
        (sheet.version, name): (slot, known[slot.id].part(name.partition(".")[2]))
        for sheet in sheets(folder)
        for slot in sheet.slots
        for name in slot.names().values()
    }
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["version", "number", "answer", "student"])
    for row in rows:
        slot, part = placed[row["version"], row["question"]]
        writer.writerow([row["version"], row["number"], answer(slot, part), f"student {row['version']}"])
    Path("answers.csv").write_text(out.getvalue(), encoding="utf-8")
    result = qbank("check", "answers.csv", "--sheet", f"{folder}/midterm-sheet.json", "--format", "json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)["students"]


@pytest.mark.parametrize("text", [PLAIN, SAME], ids=["different", "same"])
def test_a_table_with_a_column_for_the_version_is_graded(text):
    exam(text)
    right = answered("midterm", wording.answer)
    assert [student["score"] for student in right] == [12, 12, 12]
    assert [student["out_of"] for student in right] == [12, 12, 12]
    wrong = answered("midterm", lambda slot, part: wording.wrong_answer(slot, part, part.mistakes[0]))
    assert [student["score"] for student in wrong] == [0, 0, 0]


def test_an_exam_in_german():
    """Papers, keys and the marking scheme."""
    exam(PLAIN, "--labels", str(GERMAN))
    names = sorted(Path("midterm").glob("*.md"))
    assert any("– Schlüssel" in path.read_text(encoding="utf-8") for path in names)
    assert "Punkte" in Path("midterm/marking.md").read_text(encoding="utf-8")
    with pytest.raises(QbankError, match="no catalogue"):
        exam(PLAIN, "--labels", "de.txt", into="other")
    assert not Path("other").exists()


def test_the_marking_scheme_says_what_everything_earns():
    exam()
    text = Path("midterm/marking.md").read_text(encoding="utf-8")
    assert re.match(r"# (?!.* [AB] –).+ – marking scheme\n", text), "it covers all versions"
    known = Bank(Path("bank")).by_id()
    assert text.count("## Slot ") == 4
    for sheet in sheets():
        for slot in sheet.slots:
            section = text.partition(f"### Version {sheet.version}, question {slot.number} `{slot.id}`")[2]
            section = section.partition("\n#")[0]
            assert section, (sheet.version, slot.number)
            share = slot.points / len(slot.parts)
            for part in known[slot.id].parts:
                assert f"{wording.answer(slot, part)}**, {share:g} point" in section.replace("\\", "")
                for mistake in part.mistakes:
                    wrong = wording.wrong_answer(slot, part, mistake)
                    told = arguments(printed(part, slot.options), Rules())
                    earned = grade(text=wrong, **told).score * share
                    assert f"- {wrong} earns {earned:g}: " in section.replace("\\", "")
    assert "Right is" in text


def test_released_questions_are_never_asked():
    public = {q.params["T"]: q.id for q in released() if q.template == "mask.cells"}
    assert public
    for form in ("free", "choice"):  # the numbers of a public question are public in any form
        text = f"{HEAD}seed: 1\nversions: 26\nslots: [{{template: mask.cells, as: {form}}}]\n"
        exam(text, "--bank", form, into=f"{form}-exam")
        asked = {question.params["T"]: question.id for question in Bank(Path(form))}
        assert len(asked) == 26
        assert not asked.keys() & public.keys()
        assert not set(asked.values()) & set(public.values())


def test_what_another_exam_asked_is_avoided():
    only = f"{HEAD}versions: 15\nslots: [{{template: mask.cells, as: %s}}]\n"
    exam(only % "free", into="old/quiz")
    known = {q.params["T"] for q in Bank(Path("bank"))}
    assert len(known) == 15
    exam(only.replace("15", "4") % "choice" + "avoid: [old/quiz/quiz-sheet.json]\n")
    again = {Bank(Path("bank")).by_id()[name].params["T"] for name in ids()}
    assert len(again) == 4
    assert not again & known
    few = r"exam.yaml:5:9: too few variants for 26 versions: mask.cells has 37 variants, [0-9]+ left \([0-9]+ asked"
    with pytest.raises(QbankError, match=few):
        exam(only.replace("15", "26") % "free" + "avoid: [old/quiz/quiz-sheet.json]\n", into="other")
    assert not Path("other").exists()


def test_a_makeup_asks_the_same_with_unseen_numbers():
    exam()
    result = qbank("exam", "--makeup", "midterm", "-o", "makeup")
    assert result.exit_code == 0
    known = Bank(Path("bank")).by_id()
    assert not ids("midterm") & ids("makeup")
    old, new = ([known[slot.id] for slot in sheets(folder)[0].slots] for folder in ("midterm", "makeup"))
    assert [(q.template, q.level) for q in old] == [(q.template, q.level) for q in new]
    assert [slot.points for slot in sheets("makeup")[0].slots] == [slot.points for slot in sheets()[0].slots]
    seen = {canonical([known[name].template, known[name].params]) for name in ids("midterm")}
    assert not seen & {canonical([known[name].template, known[name].params]) for name in ids("makeup")}
    qbank("exam", "--makeup", "makeup", "-o", "third")
    assert not ids("third") & (ids("midterm") | ids("makeup"))
    right = answered_by("third")
    assert right == [12, 12, 12]


def answered_by(folder):
    """The points of right answers in a folder of any name."""
    for path in list(Path(folder).glob(f"{folder}-*")):
        path.rename(path.with_name(path.name.replace(folder, "midterm", 1)))
    return [student["score"] for student in answered(folder, wording.answer)]


def test_the_seed_is_the_teachers_alone():
    exam()
    holding = {name for name, content in files("midterm").items() if b"canary seed" in content}
    assert holding == {"exam-seed.txt", "exam-blueprint.yaml"}
    assert not [path for path in Path("bank").glob("*.jsonl") if "canary" in path.read_text()]


def test_the_seed_makes_the_same_bytes():
    exam()
    first = files("midterm")
    exam(PLAIN, "--bank", "other", into="again/midterm")
    assert files("again/midterm") == first


def test_without_a_seed_a_fresh_one_is_kept():
    exam(PLAIN.replace("seed: canary seed\n", ""))
    seed = Path("midterm/exam-seed.txt").read_text().strip()
    assert len(seed) == 32
    first = ids()
    exam(PLAIN.replace("canary seed", f"'{seed}'"), into="again")
    assert ids("again") == first


def test_an_exam_is_written_over_only_when_asked():
    exam()
    before = files("midterm")
    with pytest.raises(
        QbankError, match="midterm: there is an exam already; write into another folder, or give --"
    ):
        exam(PLAIN.replace("versions: 3", "versions: 2"))
    assert files("midterm") == before
    Path("midterm/notes.txt").write_text("mine")
    exam(PLAIN.replace("versions: 3", "versions: 2").replace("canary", "next"), "--replace")
    now = files("midterm")
    assert "midterm-C.md" not in now  # it would be taken for a version of the new exam
    assert now["notes.txt"] == b"mine"
    assert len(sheets()) == 2


def test_a_folder_with_other_things_keeps_them():
    Path("midterm").mkdir()
    Path("midterm/logo.svg").write_text("mine")
    exam()
    assert Path("midterm/logo.svg").read_text() == "mine"
    Path("other").mkdir()
    Path("other/marking.md").write_text("mine")
    with pytest.raises(QbankError, match=r"marking\.md: this file is there already"):
        exam(into="other")
    assert files("other") == {"marking.md": b"mine"}


def test_nothing_is_left_of_an_exam_that_fails(monkeypatch):
    def full(self, questions):
        raise QbankError("no space left on device")

    monkeypatch.setattr(Bank, "add", full)
    with pytest.raises(QbankError, match="no space left"):
        exam()
    assert sorted(path.name for path in Path().iterdir()) == ["exam.yaml"]


UNKIND = [
    ("7", "Ana Li"), ("8", "Ana Li"), ("", "Ana Again"), ("", "ana again"), ("9", ""), ("", "No Number"),
    ("../../etc/passwd", "a/b\\c"), ("..", ".."), ("con", "CON"), ("nul", "con"), ("😀", "🎓 😀"),
    ("x", "x"), ("x-key", "x-key"), ("X-Keys", "x"), ("=1+1", "=cmd()"), ("ü" * 200, "ü" * 200), ("e\u0301", "é"),
    ("שלום", "\u202eab"), ("علی\u200cرضا", "क्\u200dष"), ("12", "'\"<>%&#$~^_{}"), ("long " * 40, "l" * 200),
]  # fmt: skip


def roster(rows):
    text = io.StringIO()
    csv.writer(text).writerows([("student", "name", "group"), *((*row, "1") for row in rows)])
    Path("roster.csv").write_text(text.getvalue(), encoding="utf-8", newline="")


def test_every_student_gets_a_sheet_however_they_are_called():
    roster(UNKIND)
    exam(SAME, "--students", "roster.csv")
    rows = table("midterm/students.csv")
    assert len(rows) == len(UNKIND)
    assert len({row["student"].casefold() for row in rows}) == len(UNKIND)
    assert [row["version"] for row in rows] == [f"S{number:02}" for number in range(1, len(UNKIND) + 1)]
    named = [row["file"] for row in rows]
    assert len({name.casefold() for name in named}) == len(UNKIND)
    assert all(Path("midterm", name).is_file() and name.isascii() and len(name) < 90 for name in named)
    assert not {"students/con.md", "students/CON.md"} & set(named)
    assert [row["student"] for row in rows][:4] == ["7", "8", "Ana Again", "ana again (2)"]
    assert next(row for row in rows if "cmd" in row["name"])["name"] == "'=cmd()"
    keys = [name for name in files("midterm") if name.startswith("keys/")]
    assert len(keys) == 2 * len(UNKIND)
    assert sorted(path.name for path in Path().iterdir()) == ["bank", "exam.yaml", "midterm", "roster.csv"]


def test_a_students_sheet_has_their_name_and_their_form_is_graded():
    pytest.importorskip("latex2mathml")
    roster([("7", "Ana & Li <b>"), ("8", "Bo")])
    exam(PLAIN.replace("[md]", "[html]"), "--students", "roster.csv")
    assert "Ana &amp; Li &lt;b&gt;" in Path("midterm/students/7.html").read_text(encoding="utf-8")
    assert "Bo" not in Path("midterm/students/7.html").read_text(encoding="utf-8")
    known, rows = Bank(Path("bank")).by_id(), table("midterm/midterm-form.csv")
    assert {(row["version"], row["student"]) for row in rows} == {("S1", "7"), ("S2", "8")}
    placed = {(s.version, n): (slot, known[slot.id].part(n.partition(".")[2]))
              for s in sheets() for slot in s.slots for n in slot.names().values()}  # fmt: skip
    for row in rows:
        row["answer"] = wording.answer(*placed[row["version"], row["question"]])
    with Path("answers.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0])
        writer.writeheader()
        writer.writerows(rows)
    call = ["check", "answers.csv", "--sheet", "midterm/midterm-sheet.json", "--students", "roster.csv"]
    students = json.loads(qbank(*call, "--format", "json").stdout)["students"]
    assert [(one["student"], one["score"]) for one in students] == [("7", 12), ("8", 12)]


def test_too_few_variants_for_a_course_say_so():
    roster([(str(number), "") for number in range(40)])
    with pytest.raises(QbankError, match=r"too few variants for 40 versions: mask\.cells has 37 variants"):
        exam(f"{HEAD}slots: [{{template: mask.cells}}]\n", "--students", "roster.csv")
    assert not Path("bank").exists()


def test_several_formats_are_one_exam():
    exam(PLAIN.replace("[md]", "[md, tex]"))
    assert {f"midterm-A{kind}.{ending}" for kind in ("", "-key") for ending in ("md", "tex")} < set(
        files("midterm")
    )
    assert len(sheets()) == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (PLAIN.replace("seed", "sede"), "exam.yaml:6:1: unknown key 'sede'; did you mean 'seed'?"),
        (PLAIN.replace("mask", "msk"), "exam.yaml:8:6: no topic 'msk'"),
        (
            PLAIN.replace("bias: true", "bais: true"),
            "exam.yaml:9:42: no convention 'bais'; did you mean 'bias'?",
        ),
        (PLAIN.replace("[md]", "[md, jsonl]"), "exam.yaml:3:15: jsonl is no paper"),
        (PLAIN.replace("[md]", "[mdd]"), "exam.yaml:3:11: 'mdd' is not known here; did you mean 'md'?"),
        (PLAIN + "avoid: [nowhere-sheet.json]\n", "exam.yaml:11:9: there is no file nowhere-sheet.json"),
        (PLAIN.replace("canary seed", "''"), "exam.yaml:6:1: an empty seed; leave the key out"),
        (PLAIN.replace("[md]", "[]"), "exam.yaml:3:1: formats lists nothing"),
        (PLAIN.replace("level: 1", "level: []"), "exam.yaml:8:49: level lists nothing"),
        (PLAIN + "avoid: [exam.yaml]\n", "exam.yaml:1:1: this is no JSON"),
    ],
)
def test_a_fault_says_where_it_is(text, said):
    with pytest.raises(QbankError) as caught:
        exam(text)
    assert str(caught.value).startswith(said)
    assert sorted(path.name for path in Path().iterdir()) == ["exam.yaml"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["-o", "x"], "no blueprint; write qbank exam exam.yaml -o midterm/"),
        (["exam.yaml", "--makeup", "y", "-o", "x"], "a blueprint and --makeup"),
        (["--makeup", "y", "-o", "x"], "there is no exam-record.json, so this is no exam"),
        (["--makeup", "y", "-o", "y"], "this folder is also read"),
        (["exam.yaml", "-o", "bank"], "this folder is also read"),
        (["exam.yaml", "-o", "exam.yaml"], "this is a file"),
        (["exam.yaml", "-o", "x", "--bank", "released"], "--bank released is no bank to add to"),
        (["exam.yaml", "-o", " "], "is no folder for an exam"),
        (["exam.yaml", "-o", "x.pdf"], "write -o x/, and formats: [pdf] in the blueprint"),
        (["exam.yaml", "-o", "-"], "an exam is a folder, which stdout cannot hold"),
        (["none.yaml", "-o", "x"], "none.yaml: cannot be read or written"),
        (["exam.yaml", "-o", "x", "--students", "none.csv"], "none.csv: cannot be read"),
        (["exam.yaml", "-o", "x", "--students", "exam.yaml"], "no column says who the students are"),
    ],
)
def test_a_call_that_cannot_be_meant_is_refused(arguments, said):
    Path("exam.yaml").write_text(PLAIN, encoding="utf-8")
    with pytest.raises(QbankError) as caught:
        qbank("exam", *arguments)
    assert said in str(caught.value)


def test_a_corrected_question_is_not_set_again():
    exam()
    first = sorted(ids())[0]
    part = next(slot.parts[0] for sheet in sheets() for slot in sheet.slots if slot.id == first)
    name = f"{first}.{part}" if part else first
    done = qbank("correct", name, "void", "--reason", "unclear", "--apply")
    assert done.exit_code == 0, done.output
    exam(into="again")
    assert first not in ids("again")


PROOF = Proof("measured", "a", "equal", None, "2", "cpu", "float64")


def test_no_letter_is_the_key_more_often_than_another():
    """Pearson's chi-squared over 10,000 versions, against its 0.1 % point for 3 degrees of freedom."""
    options = {letter: f"option {letter}" for letter in "ABCD"}
    part = Part("", "", {"kind": "choice"}, None, "B", "B", None, options, ())
    asked = Question(
        question_id("?", None, (part,)), "p", "t", "t.x", 1, {}, (), "?", None, (part,), "", PROOF, {}
    )
    slot = Wanted(("t",), (), (), {}, None, True, MappingProxyType({"": ""}))
    for same in (False, True):
        filled = [Filled(slot, "t.x", 1, (asked,) * 10_000)]
        names = {f"S{number}": "" for number in range(10_000)}
        made = Layout("x", Look(), "a fixed seed", same=same).sheets(filled, names)
        counts = Counter(sheet.slots[0].printed("B") for sheet in made)
        squared = sum((counts[letter] - 2_500) ** 2 / 2_500 for letter in "ABCD")
        assert set(counts) == set("ABCD")
        assert squared < 16.266, counts
