"""Sheets in another language: the template is today's, no format keeps an English label, catalogues are read back."""

import io
import json
import os
import re
import shutil
import subprocess
import zipfile
from gettext import NullTranslations
from pathlib import Path

import pymupdf
import pytest
from lxml import etree
from lxml import html as lxml_html

from qbank.cli import group
from qbank.corrections import Correction
from qbank.errors import QbankError
from qbank.labels import ENGLISH, Labels
from qbank.limits import LABELS_BYTES, PLURAL_FORMS
from qbank.question import Mistake, Proof
from qbank.sheets import anki_card, docx, html, ipynb, latex, markdown, page, pdf, typst_paper, typst_text
from qbank.sheets.labels import TEMPLATE, read_labels
from qbank.sheets.sheet import Look, lay_out

from .. import labels

GERMAN = Path(__file__).parent / "de.po"
HEADER = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
FACES = ("", "-key", "-solutions")


@pytest.fixture(scope="module")
def wordless(ask, asks):
    """Questions of every sort without a single word, so that all words are labels."""
    wrong = Mistake(("1",), None, "2", "2", "1 ≠ 2.")
    options = {"A": "1", "B": "2", "C": "3"}
    nothing = Mistake((), {"1": "1"}, (), "", "1 = 1.")
    proofs = [
        Proof("measured", "1", "equal", "1", "2", "cpu", "float64"),
        Proof("measured", "1", "1", None, None, "cpu", "float64"),
        Proof("derived", "1", "1", None, "2", "cpu", "float64"),
        Proof("derived", "1", "equal", None, None, "cpu", "float64"),
        Proof("asserted", "1", "equal", None, None, None, None),
    ]
    parts = [
        (asks("integer", "1", "1", name="1", mistakes=(wrong,)), asks("integer", "3", "3", name="2")),
        (asks("integer", "1", "1", unit="%", mistakes=(wrong,)),),
        (asks("choice", "A", "A", options=options, mistakes=(Mistake(("1",), None, "B", "B", "2."),)),),
        (asks("choices", (), "", options=options, mistakes=(nothing,)),),
        (asks("integer", "5", "5"),),
    ]
    return [
        ask(f"{at} + {at} = ?", *some, explanation="1 = 1.", proof=proof)
        for at, (some, proof) in enumerate(zip(parts, proofs, strict=True))
    ]


def marked(questions, marks="⟦⟧", **look):
    """The sheet in marked labels, each action of a correction on it."""
    actions = [("rekey", None), ("full_marks", None), ("accept", "2"), ("rekey", None)]
    lines = {
        (question.id, question.parts[0].name): (
            Correction(
                question.id, question.parts[0].name, action, value, "1", "1", "2026-01-01T00:00:00+00:00"
            ),
        )
        for question, (action, value) in zip(questions, actions, strict=False)
        if action != "accept" or question.parts[0].options is None
    }
    return lay_out(
        questions, "1", corrections=lines, look=Look(labels=Labels("de", labels.Marked(marks)), **look)
    )


def words(text, questions, marks="⟦⟧"):
    """What is said outside of the marks, without ids."""
    left, right = marks
    inside = re.compile(f"{left}[^{left}{right}]*{right}")
    assert inside.search(text), "no label at all"
    while inside.search(text):
        text = inside.sub("", text)
    for question in questions:
        text = text.replace(question.id, "")
    return re.findall(r"[^\W\d_]{2,}", text)


def visible(text):
    """A page's texts and what screen readers and its program say."""
    root = lxml_html.document_fromstring(text)
    for hidden in root.xpath("//style | //script"):
        hidden.drop_tree()
    said = ("aria-label", "alt", "title", "placeholder", "data-right", "data-wrong")
    attributes = [
        each.get(name) for name in said for each in root.iter() if each.get(name) not in (None, "yes", "no")
    ]
    return "\n".join([root.text_content(), *attributes])


def lines_of(document):
    with pymupdf.open(stream=document, filetype="pdf") as read:
        return "\n".join(each.get_text() for each in read)


def test_the_template_is_todays():
    assert TEMPLATE.read_text(encoding="utf-8") == labels.template(), (
        "write it anew with python -m tests.labels"
    )


def test_a_call_inside_of_an_f_string_is_gathered():
    assert 'msgid "Mistakes:"' in labels.template()


def test_markdown_keeps_no_english(wordless):
    for text in markdown.compose(marked(wordless), wordless).values():
        assert words(text, wordless) == []


@pytest.mark.parametrize("interactive", [False, True])
def test_html_keeps_no_english(wordless, interactive):
    for text in html.compose(marked(wordless, interactive=interactive), wordless).values():
        assert '<html lang="de">' in text
        assert words(visible(text), wordless) == []
    assert not re.search(r'"[A-Z]', page.PRACTICE), "its program says nothing of its own"


def test_typst_keeps_no_english(wordless):
    for name, text in typst_paper.compose(marked(wordless, "«»"), wordless).items():
        assert 'lang: "de"' in text
        assert words(lines_of(pdf.compiled(text)), wordless, "«»") == [], name


def test_latex_keeps_no_english(wordless, tmp_path):
    program = shutil.which("pdflatex")
    if program is None and os.environ.get("CI") == "true":
        pytest.fail("pdflatex is missing; install with: make system")
    if program is None:
        pytest.skip("install with: make system")
    for name, text in latex.compose(marked(wordless, "«»"), wordless).items():
        (tmp_path / "sheet.tex").write_text(text, encoding="ascii")
        call = [program, "-no-shell-escape", "-interaction=nonstopmode", "-halt-on-error", "sheet.tex"]
        done = subprocess.run(call, cwd=tmp_path, capture_output=True, timeout=120, check=False)
        assert done.returncode == 0, done.stdout[-2000:]
        said = lines_of((tmp_path / "sheet.pdf").read_bytes()).translate(str.maketrans("≪≫", "«»"))
        assert words(said, wordless, "«»") == [], name


def test_docx_keeps_no_english_and_says_its_language(wordless):
    for name, document in docx.compose(marked(wordless), wordless).items():
        with zipfile.ZipFile(io.BytesIO(document)) as parts:
            body, styles = (
                etree.fromstring(parts.read(f"word/{part}.xml")) for part in ("document", "styles")
            )
        text = "\n".join("".join(line.itertext("{*}t")) for line in body.iter("{*}p"))
        assert words(text, wordless) == [], name
        assert {
            value for lang in styles.iter("{*}lang") for key, value in lang.items() if key.endswith("val")
        } == {"de"}


def test_notebooks_and_cards_keep_no_english(wordless):
    for text in ipynb.compose(marked(wordless), wordless).values():
        cells = [cell for cell in json.loads(text)["cells"] if cell["cell_type"] == "markdown"]
        assert words("\n".join("".join(cell["source"]) for cell in cells), wordless) == []
    sheet = marked(wordless)
    backs = [
        anki_card.faces(slot, question, sheet.look.labels)[1]
        for slot, question in zip(sheet.slots, wordless, strict=True)
    ]
    assert (
        words(
            "\n".join(lxml_html.fromstring(f"<div>{back}</div>").text_content() for back in backs), wordless
        )
        == []
    )


def test_signs_of_every_format_may_stand_in_a_label(questions):
    """A label is plain text: what a format takes for its own is escaped."""

    class Unkind(NullTranslations):
        def gettext(self, message):
            return f"{message} <b>&amp; #x $y_1$ 50 % \\z *w* `v`"

        def ngettext(self, one, many, n):
            return self.gettext(many)

    look = Look(labels=Labels("de", Unkind()), interactive=True)
    sheet = lay_out(questions, "1", look=look)
    for document in pdf.compose(sheet, questions).values():
        assert "<b>&amp; #x $y_1$ 50 % \\z *w* `v`" in " ".join(lines_of(document).split())
    for text in html.compose(sheet, questions).values():
        assert "<b>&amp; #x $y_1$ 50 % \\z *w* `v`" in visible(text)
    assert all(text.isascii() for name, text in latex.compose(sheet, questions).items() if name in FACES)


def test_english_is_said_without_a_catalogue(questions):
    assert Look().labels is ENGLISH
    for name, text in html.compose(lay_out(questions, "Quiz"), questions).items():
        assert '<html lang="en">' in text, name


def test_languages_of_typst():
    assert typst_text.spoken("de") == 'lang: "de"'
    assert typst_text.spoken("pt-BR") == 'lang: "pt", region: "BR"'
    assert typst_text.spoken("zh-Hant-TW") == 'lang: "zh", region: "TW"'


def test_a_german_sheet_is_read_back(tmp_path, questions, ask):
    asserted = ask("Warum?", proof=Proof("asserted", "Ada", "equal", None, None, None, None))
    several = [*questions, asserted]
    sheet = lay_out(several, "Klausur", look=Look(labels=read_labels(GERMAN)))
    read = {name: lines_of(document) for name, document in pdf.compose(sheet, several).items()}
    for said in ("Name:", "Datum:", "Punkte:", "/ 9", "(1 Punkt)", "(2 Punkte)", "Lösung:"):
        assert said in read[""]
    for said in ("Klausur – Schlüssel", "Aufgabe", "Kennung", "(unbewiesen)"):
        assert said in read["-key"]
    for said in (
        "Klausur – Musterlösung",
        "Bekannte Fehler:",
        "Mit PyTorch 2.13.0 gemessen (zero attention weights): gleich",
    ):
        assert said in " ".join(read["-solutions"].split())
    assert "Unproven: asserted by Ada." in read["-solutions"], "what the catalogue lacks stays English"


def test_fuzzy_and_empty_entries_stay_english():
    german = read_labels(GERMAN)
    assert german.language == "de"
    assert [german.say(text) for text in ("Worked solution", "Check", "Right.")] == [
        "Worked solution",
        "Check",
        "Richtig.",
    ]
    assert [german.count("{n} point", "{n} points", n) for n in (1, 2, 0.5)] == [
        "1 Punkt",
        "2 Punkte",
        "0.5 Punkte",
    ]


@pytest.mark.parametrize(
    ("entry", "line", "said"),
    [
        ('msgid "Name:"\nmsgstr "Name', 7, "this line is broken"),
        ("Name = Name", 6, "this line is broken"),
        ('msgid "Name:"\n\nmsgid "Date:"\nmsgstr "x"', 6, "missing msgstr"),
        ('msgid "{title} – key"\nmsgstr "Schlüssel"', 6, "lacks {title}"),
        ('msgid "Name:"\nmsgstr "Name {title}"', 6, "{title} is not in msgid"),
        ('msgid "{n} point"\nmsgid_plural "{n} points"\nmsgstr[0] "ein Punkt"\nmsgstr[1] "{n} Punkte"', 6, "lacks {n}"),
        ('msgid "{n} point"\nmsgid_plural "{n} points"\nmsgstr[0] "{n}"\nmsgstr[1] "{n}"\nmsgstr[2] "{n}"', 6, "num_plurals"),
        ('msgid "Name:"\nmsgstr "a\\u0007"'.replace("\\u0007", "\u202e"), 6, "the translation: "),
        ('msgid "Name:"\nmsgstr "a"\n\nmsgid "Name:"\nmsgstr "b"', 9, "stands on line 6 already"),
        ('msgid "Hello"\nmsgstr "Hallo"', None, "it translates none of the labels"),
        ('msgid "Name:"\nmsgstr ""', None, "it translates none of the labels"),
    ],
)  # fmt: skip
def test_bad_entries_are_named_by_their_line(tmp_path, entry, line, said):
    path = tmp_path / "de.po"
    path.write_text(HEADER + entry + "\n", encoding="utf-8")
    with pytest.raises(QbankError) as refused:
        read_labels(path)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)
    if line is not None:
        assert refused.value.where == f"{path}:{line}"


@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("Language: \\n", "does not say its language"),
        ("Language: German\\n", "'German' is no code of a language"),
        ('Language: de\\"><script>\\n', "broken: expected only letters"),
        ("Language: de\\nPlural-Forms: nplurals=2; plural=n/0;\\n", "Plural-Forms"),
        ("Language: de\\nPlural-Forms: nplurals=2; plural=__import__('os');\\n", "Plural-Forms"),
        ("Language: de\\nPlural-Forms: nplurals=x; plural=0;\\n", "broken"),
        (f"Language: de\\nPlural-Forms: nplurals={PLURAL_FORMS + 1}; plural=0;\\n", "nplurals=7"),
        ('Language: de\\nPlural-Forms: npl"\n"urals=100000000; plural=n;\\n', "nplurals=100000000"),
    ],
)
def test_bad_headers(tmp_path, header, said):
    path = tmp_path / "de.po"
    path.write_text(f'msgid ""\nmsgstr ""\n"{header}"\n\nmsgid "Name:"\nmsgstr "N:"\n', encoding="utf-8")
    with pytest.raises(QbankError, match=re.escape(said)):
        read_labels(path)


@pytest.mark.parametrize(
    ("code", "language"),
    [("pt_BR", "pt-BR"), ("zh_Hant", "zh-Hant"), ("sr@latin", "sr"), ("es-419", "es-419")],
)
def test_codes_of_languages(tmp_path, code, language):
    path = tmp_path / "x.po"
    path.write_text(
        HEADER.replace("Language: de", f"Language: {code}") + 'msgid "Name:"\nmsgstr "N:"\n', encoding="utf-8"
    )
    assert read_labels(path).language == language


def test_files_that_are_no_catalogue(tmp_path):
    for name, content in (
        ("none.po", None),
        ("de.mo", b"x"),
        ("long.po", b" " * (LABELS_BYTES + 1)),
        ("latin.po", b"\xe4"),
    ):
        if content is not None:
            (tmp_path / name).write_bytes(content)
        with pytest.raises(QbankError):
            read_labels(tmp_path / name)
    (tmp_path / "folder.po").mkdir()
    with pytest.raises(QbankError, match="no catalogue"):
        read_labels(tmp_path / "folder.po")


def test_a_catalogue_at_the_bound(tmp_path):
    path = tmp_path / "de.po"
    text = HEADER + 'msgid "Name:"\nmsgstr "N:"\n'
    path.write_text(text + "#" * (LABELS_BYTES - len(text.encode())), encoding="utf-8")
    assert read_labels(path).say("Name:") == "N:"


def test_the_template_that_is_printed_can_be_filled_in(run, tmp_path):
    printed = run("export", "--labels-template")
    filled = printed.replace('"Language: \\n"', '"Language: fr\\n"').replace(
        'msgid "Name:"\nmsgstr ""', 'msgid "Name:"\nmsgstr "Nom :"'
    )
    (tmp_path / "fr.po").write_text(filled, encoding="utf-8")
    assert read_labels(tmp_path / "fr.po").say("Name:") == "Nom :"


def test_export_in_german(run, tmp_path):
    out = tmp_path / "klausur.md"
    run("export", "--bank", "released", "--topic", "mask", "-n", "1", "--labels", str(GERMAN), "-o", str(out))
    assert "Datum:" in out.read_text(encoding="utf-8")
    assert (tmp_path / "klausur-key.md").read_text(encoding="utf-8").startswith("# Klausur – Schlüssel")


@pytest.fixture
def run():
    """A command's output; it must succeed."""
    from click.testing import CliRunner

    def run(*arguments):
        done = CliRunner().invoke(group, arguments)
        assert done.exit_code == 0, done.output
        return done.stdout

    return run


class Arabic(NullTranslations):
    """Every label in Arabic, with what stands in its places."""

    def gettext(self, message):
        return " ".join(["جواب", *re.findall(r"\{[a-z]+\}", message)]) + ":"

    def ngettext(self, one, many, n):
        return self.gettext(many)


@pytest.fixture(scope="module")
def arabic(ask, asks):
    """A sheet of keys that read otherwise from the right."""
    listed = asks({"kind": "vector", "of": {"kind": "exact"}}, "[2,8,1]", "[2, 8, 1]")
    chosen = asks("choice", "A", "A", options={"A": "[0, −1, 1]", "B": "[3, 4, 5]"})
    some = [ask("Which list has [6, 7]?", listed), ask("Which of these?", chosen)]
    return some, lay_out(some, "Quiz", look=Look(labels=Labels("ar", Arabic())))


def from_the_left(document):
    """The lines of a document as an eye reads them from the left, blanks left out."""
    with pymupdf.open(stream=document, filetype="pdf") as read:
        found: dict[tuple[int, int], list] = {}
        for at, each in enumerate(read):
            for block in each.get_text("rawdict")["blocks"]:
                for sign in (s for row in block.get("lines", ()) for p in row["spans"] for s in p["chars"]):
                    found.setdefault((at, round(sign["origin"][1])), []).append(
                        (sign["origin"][0], sign["c"])
                    )
    return ["".join(sign for _, sign in sorted(row) if sign.strip()) for _, row in sorted(found.items())]


def test_mathematics_and_keys_stay_as_they_are_beside_arabic(arabic):
    some, sheet = arabic
    read = {name: "\n".join(from_the_left(made)) for name, made in pdf.compose(sheet, some).items()}
    assert "Whichlisthas[6,7]?" in read[""]
    assert "\n[0,−1,1]" in read[""]
    assert "[2,8,1]" in read["-key"]
    assert "[2,8,1]" in read["-solutions"]


def test_a_page_in_arabic_runs_to_the_left_and_its_questions_do_not(arabic):
    some, sheet = arabic
    for name, text in html.compose(sheet, some).items():
        root = lxml_html.document_fromstring(text)
        assert (root.get("lang"), root.get("dir")) == ("ar", "rtl"), name
        kept = root.xpath("//section | //td[not(code)]")
        assert kept
        assert all(each.get("dir") == "ltr" for each in kept)
        assert all(each.get("lang") == "en" for each in root.xpath("//section"))


def test_every_other_format_keeps_the_order_by_signs_that_nobody_sees(arabic):
    some, sheet = arabic
    told = "\u2067"
    for kind in (markdown, ipynb, docx):
        for name, made in kind.compose(sheet, some).items():
            if isinstance(made, bytes):
                with zipfile.ZipFile(io.BytesIO(made)) as parts:
                    made = parts.read("word/document.xml").decode("utf-8")
            assert told in made, name


def test_a_course_in_its_own_language_is_spoken_so(ask):
    own = ask("Warum?", pack="kurs")
    text = html.compose(lay_out([own], "Quiz", look=Look(labels=read_labels(GERMAN))), [own])[""]
    assert 'lang="en"' not in text


def test_what_qbank_says_to_a_mistake_is_a_label(ask, asks):
    said = "One. Or: That is the answer for “$2$ biases”; this question says “no biases”."
    known = Mistake(("one",), {"bias": False}, "2", "2", said)
    one = ask("1", asks("integer", "1", "1", mistakes=(known,)))
    sheet = lay_out([one], "1", look=Look(labels=Labels("de", labels.Marked())))
    for kind in (markdown, ipynb):
        text = kind.compose(sheet, [one])["-solutions"]
        assert "⟦Or:⟧ ⟦That is the answer for “$2$ biases”; this question says “no biases”.⟧" in text
    assert markdown.compose(lay_out([one], "1"), [one])["-solutions"].count(said) == 1


def test_what_a_notebook_prints_is_a_label(wordless, tmp_path, monkeypatch):
    cells = json.loads(ipynb.compose(marked(wordless), wordless)[""])["cells"]
    monkeypatch.chdir(tmp_path)
    printed: list[str] = []
    program = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    exec("\n".join(program), {"print": printed.append})
    assert printed == ["⟦0 of 6 answers are in answers.csv⟧"]
