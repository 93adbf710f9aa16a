"""The lines beside a bank: what is written is read back, nothing is half-written, and an undo takes back one line."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from qbank import limits
from qbank.corrections import (
    Correction,
    add_correction,
    corrections_of,
    file_of,
    in_force,
    is_void,
    keepers,
    read_corrections,
    standing,
    taken_back,
)
from qbank.errors import QbankError
from qbank.home import RELEASED
from qbank.question import canonical

ONE, OTHER = "q0123456789", "qabcdefghjk"
VALUES = {"accept": "36", "rekey": "37"}


def line(action="void", value=None, *, id=ONE, part="", reason="a word was missing", who="ana", day=1):  # noqa: A002
    value = VALUES.get(action) if value is None else value
    return Correction(id, part, action, value, reason, who, f"2026-05-{day:02}T12:00:00+00:00")


def undo(of, day=28):
    return line("undo", of.digest, id=of.id, part=of.part, reason="that was wrong", day=day)


def add(folder, *lines):
    for one in lines:
        add_correction(folder, one)
    return file_of(folder)


def counting(*lines):
    return {name: [(one.action, one.value) for one in kept] for name, kept in in_force(lines).items()}


def test_what_is_added_is_read_back_as_canonical_json(tmp_path):
    lines = [
        line("void", part="blocked"),
        line("rekey", "e/(e+1)"),
        line("accept", ("A", "C"), id=OTHER, reason='=1+1 "quoted", ½ – [x](y) $z$', who=""),
        line("void", reason="می\u200cخواهم", who="علی\u200cرضا"),
    ]
    path = add(tmp_path / "bank", *lines, undo(lines[0]))
    assert path == tmp_path / "bank" / "corrections" / "corrections.jsonl"
    assert read_corrections(tmp_path / "bank") == [*lines, undo(lines[0])]
    first = path.read_text(encoding="utf-8").splitlines()[0]
    assert first == (
        '{"action":"void","id":"q0123456789","part":"blocked","reason":"a word was missing","value":null,'
        '"when":"2026-05-01T12:00:00+00:00","who":"ana"}'
    )


def test_no_file_is_no_correction(tmp_path):
    assert read_corrections(tmp_path) == []
    assert corrections_of([str(tmp_path)]) == {}
    file_of(tmp_path).parent.mkdir()
    file_of(tmp_path).write_bytes(b"")
    assert read_corrections(tmp_path) == []


def test_of_several_the_latest_ruling_counts_and_every_accept():
    assert counting(line("rekey", "1"), line("rekey", "2")) == {(ONE, ""): [("rekey", "2")]}
    assert counting(line("rekey"), line("void")) == {(ONE, ""): [("void", None)]}
    assert counting(line("void"), line("full_marks")) == {(ONE, ""): [("full_marks", None)]}
    assert counting(line("accept", "1"), line("rekey"), line("accept", "2")) == {
        (ONE, ""): [("accept", "1"), ("rekey", "37"), ("accept", "2")]
    }


def test_parts_and_questions_are_told_apart():
    given = [line("void", part="a"), line("rekey", part="b"), line("accept", id=OTHER)]
    assert counting(*given) == {
        (ONE, "a"): [("void", None)],
        (ONE, "b"): [("rekey", "37")],
        (OTHER, ""): [("accept", "36")],
    }


def test_an_undo_takes_back_the_line_it_names():
    first, second = line("rekey", "1", day=1), line("rekey", "2", day=2)
    assert counting(first, second, undo(second)) == {(ONE, ""): [("rekey", "1")]}
    assert counting(first, second, undo(first)) == {(ONE, ""): [("rekey", "2")]}
    assert counting(first, second, undo(second), undo(first)) == {}
    assert standing([first, second, undo(second)]) == [first]


def test_of_two_equal_lines_an_undo_takes_back_one():
    twice = [line("void"), line("void")]
    assert taken_back([*twice, undo(twice[0])]) == {1: 2}
    assert counting(*twice, undo(twice[0])) == {(ONE, ""): [("void", None)]}
    assert counting(*twice, undo(twice[0]), undo(twice[0])) == {}


@pytest.mark.parametrize(
    "lines",
    [
        [undo(line())],
        [line(), undo(line()), undo(line())],
        [line("void"), undo(line("full_marks"))],
        [undo(line()), line()],
        [line(), undo(line(part="a"))._replace(value=line().digest)],
    ],
)
def test_an_undo_of_what_does_not_stand_is_refused_when_added_and_when_read(tmp_path, lines):
    path = file_of(tmp_path)
    path.parent.mkdir()
    path.write_text("".join(canonical(one._asdict()) + "\n" for one in lines), encoding="utf-8")
    with pytest.raises(QbankError, match=r"takes back a line that does not stand") as error:
        read_corrections(tmp_path)
    assert str(error.value).startswith(f"{path}:")
    with pytest.raises(QbankError, match=r"does not stand"):
        add(tmp_path / "other", *lines)


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("id", "q123", "is no question's id"),
        ("id", "q" + "0" * 10 + "\n", "is no question's id"),
        ("id", 7, "'id' is of the wrong type"),
        ("action", "viod", "did you mean 'void'?"),
        ("action", "x" * 10_000, "unknown action 'xxxx"),
        ("value", "36", "the value does not fit the action void"),
        ("value", True, "'value' is of the wrong type"),
        ("reason", "", "the reason is empty"),
        ("reason", "two\nlines", "the reason is no plain text of one line"),
        ("reason", "\x1b[31mred", "the reason is no plain text of one line"),
        ("reason", "\u202eback", "the reason is no plain text of one line"),
        ("who", "A\u200dB", "leave out U+200D (ZERO WIDTH JOINER)"),
        ("reason", "\ud800", "the reason is no plain text of one line"),
        ("reason", " outer blank", "the reason is no plain text of one line"),
        ("who", "a\tb", "the who is no plain text of one line"),
        ("part", "a\rb", "the part is no plain text of one line"),
        ("when", "2026-05-01", "is no time"),
        ("when", "2026-13-01T12:00:00+00:00", "is no time"),
        ("when", "2026-05-01T12:00:00+02:00", "is no time"),
    ],
)
def test_each_field_is_checked_with_its_line(tmp_path, field, value, said):
    path = add(tmp_path, line())
    faulty = line()._asdict() | {field: value}
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(faulty) + "\n")
    with pytest.raises(QbankError) as error:
        read_corrections(tmp_path)
    assert str(error.value).startswith(f"{path}:2: ")
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("action", "value"),
    [
        ("accept", None),
        ("rekey", ""),
        ("rekey", "1\n2"),
        ("accept", ["A", "b"]),
        ("accept", ["AB"]),
        ("accept", [["A"]]),
        ("full_marks", []),
        ("undo", None),
        ("undo", "36"),
        ("undo", ["A"]),
    ],
)
def test_a_value_fits_its_action(tmp_path, action, value):
    with pytest.raises(QbankError, match=f"the value does not fit the action {action}"):
        add_correction(tmp_path, line()._replace(action=action, value=value))
    assert not file_of(tmp_path).exists()


@pytest.mark.parametrize(
    "change", [lambda fields: fields | {"note": ""}, lambda fields: fields.popitem() and fields]
)
def test_unknown_and_missing_fields_are_refused(tmp_path, change):
    path = add(tmp_path, line())
    path.write_text(json.dumps(change(line()._asdict())), encoding="utf-8")
    with pytest.raises(QbankError, match=r":1: the correction has (an unknown|no) field '(note|when)'"):
        read_corrections(tmp_path)


@pytest.mark.parametrize("cut", [1, 40, 91, 140])
def test_a_last_line_that_was_cut_short_says_what_to_do_and_nothing_is_added_behind_it(tmp_path, cut):
    path = add(tmp_path, line(reason="½" * 20), line("rekey"))  # of which 91 bytes end inside of a ½
    whole = path.read_bytes()
    path.write_bytes(whole + whole.splitlines()[0][:cut])
    before = path.read_bytes()
    said = r":3:\d+: this line is no complete JSON object; an interrupted write .* remove it"
    with pytest.raises(QbankError, match=said):
        read_corrections(tmp_path)
    with pytest.raises(QbankError, match=said):
        add_correction(tmp_path, line("accept"))
    assert path.read_bytes() == before


def test_bytes_that_are_no_text_are_refused(tmp_path):
    path = add(tmp_path, line(reason="x"))
    path.write_bytes(path.read_bytes().replace(b'"x"', b'"\xff"'))
    with pytest.raises(QbankError, match=":1: the reason is no plain text"):
        read_corrections(tmp_path)


def test_a_whole_last_line_without_its_line_end_counts(tmp_path):
    path = add(tmp_path, line("rekey"))
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    add(tmp_path, line("accept"))
    assert [one.action for one in read_corrections(tmp_path)] == ["rekey", "accept"]


@pytest.mark.parametrize(
    ("field", "most"),
    [("reason", limits.REASON_CHARACTERS), ("who", limits.NAME_CHARACTERS), ("part", limits.NAME_CHARACTERS)],
)
def test_bounds_of_texts(tmp_path, field, most):
    at_it = line()._replace(**{field: "x" * most})
    add(tmp_path, at_it)
    with pytest.raises(QbankError, match=f"the {field} is longer than"):
        add(tmp_path, at_it._replace(**{field: "x" * (most + 1)}))
    assert read_corrections(tmp_path) == [at_it]


def test_bound_of_a_value(tmp_path):
    at_it = line("rekey", "1" * limits.KEY_CHARACTERS)
    add(tmp_path, at_it)
    with pytest.raises(QbankError, match="does not fit"):
        add(tmp_path, line("rekey", "1" * (limits.KEY_CHARACTERS + 1)))
    assert read_corrections(tmp_path) == [at_it]


def test_bound_of_the_file(tmp_path, monkeypatch):
    size = len(canonical(line()._asdict())) + 1
    monkeypatch.setattr(limits, "CORRECTIONS_BYTES", 2 * size)
    path = add(tmp_path, line(), line())
    with pytest.raises(QbankError, match="more than"):
        add(tmp_path, line())
    assert len(read_corrections(tmp_path)) == 2
    path.write_bytes(path.read_bytes() + b"\n")
    with pytest.raises(QbankError, match="more than"):
        read_corrections(tmp_path)


def test_several_banks_count_as_one_in_the_order_of_time(tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    add(first, line("rekey", "1", day=1), line("rekey", "3", day=3))
    add(second, line("rekey", "2", day=2), line("accept", "4", day=4), line("void", id=OTHER))
    found = corrections_of([str(first), str(second)])
    assert [one.value for one in found[ONE, ""]] == ["3", "4"]
    assert is_void(found[OTHER, ""])
    assert not is_void(found[ONE, ""])
    assert corrections_of([str(first)])[ONE, ""] == (line("rekey", "3", day=3),)


def test_a_planned_line_counts_as_if_it_were_written(tmp_path):
    add(tmp_path, line("rekey", "1", day=1))
    planned = line("void", day=2)
    assert corrections_of([str(tmp_path)], [planned]) == {(ONE, ""): (planned,)}
    assert corrections_of([str(tmp_path)], [undo(line("rekey", "1", day=1))]) == {}
    assert len(read_corrections(tmp_path)) == 1


def test_without_a_folder_it_is_bank(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert corrections_of([]) == {}
    add(tmp_path / "bank", line())
    assert list(corrections_of([])) == [(ONE, "")]
    assert corrections_of(["mine"]) == {}


@pytest.mark.parametrize(
    ("banks", "kept"),
    [
        ((), ["bank"]),
        (("bank",), ["bank"]),
        (("released",), ["bank"]),
        ((str(RELEASED),), ["bank"]),
        (("mine",), ["mine"]),
        (("mine", "released"), ["mine", "bank"]),
        (("released", "mine"), ["bank", "mine"]),
        (("bank", "released"), ["bank"]),
        (("mine", "bank", "./mine", "released"), ["mine", "bank"]),
    ],
)
def test_the_released_bank_keeps_none_and_bank_stands_in_for_it(tmp_path, monkeypatch, banks, kept):
    monkeypatch.chdir(tmp_path)
    assert keepers(banks) == [Path(folder) for folder in kept]
    for at, folder in enumerate(kept):
        add(tmp_path / folder, line("accept", str(at), day=at + 1))
    assert [one.value for one in corrections_of(banks).get((ONE, ""), ())] == [
        str(at) for at in range(len(kept))
    ]


def test_what_was_decided_on_other_lines_is_not_written(tmp_path):
    add(tmp_path, line("accept", "1"), line(part="b"))
    seen = read_corrections(tmp_path)
    add(tmp_path, line("void", part="b", day=2))
    add_correction(tmp_path, line("rekey", "2", day=3), seen)
    written = file_of(tmp_path).read_bytes()
    with pytest.raises(QbankError, match=f"{ONE} was corrected by somebody else meanwhile"):
        add_correction(tmp_path, line("rekey", "2", day=4), seen)
    assert file_of(tmp_path).read_bytes() == written


def test_two_processes_at_once_lose_no_line(tmp_path):
    code = (
        "import sys; from pathlib import Path; from qbank.corrections import *\n"
        "for at in range(10): add_correction(Path(sys.argv[1]), "
        "Correction('q0123456789', '', 'accept', f'{sys.argv[2]}{at}', 'why', '', '2026-05-01T12:00:00+00:00'))"
    )
    running = [subprocess.Popen([sys.executable, "-c", code, str(tmp_path), which]) for which in "12"]
    assert [process.wait() for process in running] == [0, 0]
    values = [one.value for one in read_corrections(tmp_path)]
    assert sorted(values) == sorted(f"{which}{at}" for which in "12" for at in range(10))
