import gc
import html
import re
import warnings
from pathlib import Path

import pytest

from qbank.answers import grade
from qbank.bank import released
from qbank.errors import QbankError
from qbank.sheets import anki
from qbank.sheets.sheet import Sheet, lay_out

HOUR = 3600


class Reader:
    """A profile of Anki itself, into which packages are imported."""

    def __init__(self, folder: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from anki.collection import Collection

        self.folder, self.collection = folder, Collection(str(folder / "profile.anki2"))

    def take_in(self, package: bytes) -> None:
        from anki.collection import ImportAnkiPackageRequest

        path = self.folder / "deck.apkg"
        path.write_bytes(package)
        self.collection.import_anki_package(ImportAnkiPackageRequest(package_path=str(path)))

    def notes(self) -> dict[str, dict[str, str]]:
        """Fields by GUID; a GUID that stood there twice would be lost, so they are counted too."""
        found = [self.collection.get_note(name) for name in self.collection.find_notes("")]
        by_guid = {note.guid: dict(note.items()) for note in found}
        assert len(by_guid) == len(found)
        return by_guid

    def decks(self) -> set[str]:
        return {deck.name for deck in self.collection.decks.all_names_and_ids()}


@pytest.fixture
def reader(tmp_path):
    found = Reader(tmp_path)
    yield found
    found.collection.close()
    gc.collect()


@pytest.fixture
def at(monkeypatch):
    """Sets the time of the export."""
    return lambda seconds: monkeypatch.setenv("SOURCE_DATE_EPOCH", str(1_700_000_000 + seconds))


def package(questions, title="Quiz") -> bytes:
    return anki.compose(lay_out(questions, title), questions)[""]


def test_every_released_question_is_carried(reader) -> None:
    bank = list(released())
    assert [anki.objection(question) for question in bank] == [None] * len(bank)
    reader.take_in(package(bank))
    notes = reader.notes()
    assert notes.keys() == {f"qbank-{question.id}" for question in bank}
    assert len(reader.collection.find_cards("")) == len(bank)
    assert {f"Quiz::{question.topic}" for question in bank} < reader.decks()
    asked = sum(len(question.parts) for question in bank)
    assert sum(regraded(question, notes[anki.guid(question)]["Answer"]) for question in bank) == asked


def regraded(question, back: str) -> int:
    """How many answers of the back were read, each of which must be right, and each known mistake wrong."""
    rights = re.findall(r'<div class="right">(?:<b>\(.\)</b> )?(.*?)</div>', back)
    for part, shown in zip(question.parts, rights, strict=True):
        answer = html.unescape(shown)
        answer = answer.partition(". ")[0] if part.options else answer
        assert judged(part, answer) == ("right", 1.0), (question.id, answer)
    listed = iter(re.findall(r"<li>(?:<b>\(.\)</b> )?(.*?): ", back.partition("Known mistakes:")[2]))
    for part in question.parts:
        for mistake in part.mistakes:
            word, score = judged(part, wrong := html.unescape(next(listed)))
            assert (word, score) == ("wrong", 0.0), (question.id, wrong, mistake)
    assert next(listed, None) is None
    return len(rights)


def judged(part, text: str) -> tuple[str, float]:
    known = [mistake._asdict() for mistake in part.mistakes]
    verdict = grade(part.answer, part.key, text, unit=part.unit, options=part.options, known=known)
    return verdict.verdict.value, verdict.score


def test_a_second_import_doubles_nothing(reader, questions, at) -> None:
    at(0)
    reader.take_in(package(questions))
    once = reader.notes()
    reader.take_in(package(questions))
    at(HOUR)
    reader.take_in(package(questions, "Another title"))
    assert reader.notes() == once
    assert len(once) == len(questions)


def test_an_edited_explanation_is_taken_over(reader, questions, at) -> None:
    at(0)
    reader.take_in(package(questions))
    at(HOUR)
    edited = [question._replace(explanation="Count the *cells* anew.") for question in questions]
    reader.take_in(package(edited))
    assert len(reader.notes()) == len(questions)
    assert all("<em>cells</em> anew" in note["Answer"] for note in reader.notes().values())


def test_the_export_is_newer_than_the_one_before(reader, questions, at, monkeypatch) -> None:
    at(0)
    reader.take_in(package(questions))
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    reader.take_in(package([question._replace(explanation="Anew.") for question in questions]))
    assert all("<p>Anew.</p>" in note["Answer"] for note in reader.notes().values())


def test_the_same_time_gives_the_same_bytes(questions, at) -> None:
    at(0)
    assert package(questions) == package(questions)


@pytest.mark.parametrize("given", ["soon", "-1", "1.5", "²"])
def test_a_time_that_is_none(questions, monkeypatch, given) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", given)
    with pytest.raises(QbankError, match="whole seconds"):
        package(questions)


def test_both_faces(questions, reader) -> None:
    reader.take_in(package(questions))
    notes = [reader.notes()[anki.guid(question)] for question in questions]
    assert r"\(9 \times 9\)" in notes[0]["Question"]
    assert "<b>(a)</b> How many cells are blocked?" in notes[0]["Question"]
    assert "36" not in notes[0]["Question"]
    assert "<b>(a)</b> 36" in notes[0]["Answer"]
    assert "45: A token may attend to itself." in notes[0]["Answer"]
    assert r"<b>B.</b> The causal mask, \(j &gt; i\)" in notes[3]["Question"]
    assert r"B. The causal mask, \(j &gt; i\)" in notes[3]["Answer"]
    assert "A, C" in notes[4]["Answer"]


def test_tags(questions, reader) -> None:
    reader.take_in(package(questions))
    assert len(reader.collection.find_notes("tag:parameters tag:level-2")) == 1
    assert len(reader.collection.find_notes("tag:mask tag:level-1")) == 4


def test_cards_are_shown(questions, reader) -> None:
    reader.take_in(package(questions))
    for card in map(reader.collection.get_card, reader.collection.find_cards("")):
        name = card.note().guid.removeprefix("qbank-")
        assert card.note()["Question"] in card.question()
        assert card.note()["Question"] in card.answer()
        assert name in card.answer()
        assert name not in card.question()


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            r"5 < 6 & \"7\" > ' % # { } ~ ^ \_ \$ \\ ]]>",
            '5 &lt; 6 &amp; "7" &gt; \' % # { } ~ ^ _ $ \\ ]]&gt;',
        ),
        ("😀 नमस्ते שלום", "😀 नमस्ते שלום"),
        ("{{Answer}} {{c1::x}}", "{{Answer}} {{c1::x}}"),
        ("a [sound:x.mp3] b", "a &#91;sound:x.mp3] b"),
        (r"a [latex]x[/latex] and [\$]x[/\$]", "a &#91;latex]x&#91;/latex] and &#91;$]x&#91;/$]"),
    ],
)
def test_what_bites_survives(ask, reader, text, shown) -> None:
    one = ask(text, explanation=text)
    assert anki.objection(one) is None
    reader.take_in(package([one]))
    note = reader.notes()[anki.guid(one)]
    unquoted = {name: field.replace("&quot;", '"') for name, field in note.items()}
    assert f"<p>{shown}</p>" in unquoted["Question"]
    assert f"<p>{shown}</p>" in unquoted["Answer"]


def test_unkind_texts_are_carried(unkind, reader) -> None:
    assert [anki.objection(question) for question in unkind] == [None] * len(unkind)
    reader.take_in(package(unkind))
    assert len(reader.notes()) == len(unkind)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Quiz 😀 नमस्ते & <b>", "Quiz 😀 नमस्ते & <b>"),
        ("A::B", "A:B"),
        ("::", "qbank"),
        ("x" * 300, None),
        ('The "quiz"', "The ”quiz”"),
    ],
)
def test_titles(questions, reader, title, name) -> None:
    reader.take_in(package(questions, title))
    tops = {deck.partition("::")[0] for deck in reader.decks()} - {"Default"}
    assert tops == {name} if name else len(tops) == 1
    assert len(reader.notes()) == len(questions)


def test_a_title_with_a_control_character(questions) -> None:
    with pytest.raises(QbankError, match=r"U\+0007"):
        package(questions, "a\x07b")


@pytest.mark.parametrize("text", ["a\x07b", "<b>x</b>", "$\\def\\x{y}$"])
def test_what_cannot_be_shown_is_refused(ask, text) -> None:
    assert anki.objection(ask(text)) is not None


def test_reordered_options_keep_their_letters(questions, reader) -> None:
    one = questions[3]
    sheet = lay_out([one], "Quiz")
    turned = Sheet("Quiz", tuple(_turned(slot) for slot in sheet.slots))
    reader.take_in(anki.compose(turned, [one])[""])
    note = reader.notes()[anki.guid(one)]
    assert "<b>C.</b> The causal mask" in note["Question"]
    assert ">C. The causal mask" in note["Answer"]


def _turned(slot):
    from dataclasses import replace

    return replace(slot, options={"A": "A", "B": "C", "C": "B"})
