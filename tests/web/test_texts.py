"""The site in another language: the template is today's, pages keep no English word, catalogues are read back."""

import re
import subprocess
import sys
from dataclasses import replace

import pytest
from babel.messages.pofile import read_po, write_po
from jinja2 import nodes
from lxml import html

from qbank.errors import QbankError
from qbank.limits import LABELS_BYTES
from qbank.web.base.texts import ENGLISH, TEMPLATE, Texts, read_texts
from qbank.web.door.views import environment, feedback

from ..labels import Marked
from . import texts
from .conftest import Browser, make_school, make_site
from .test_practice import question_of

HEADER = 'msgid ""\nmsgstr ""\n"Language: de\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
SIGN_IN = 'msgid "Sign in"\nmsgstr "Anmelden"\n'
MINE = re.compile("⟦[^⟦⟧]*⟧")


def test_the_template_is_todays():
    today = texts.template()
    assert TEMPLATE.read_text(encoding="utf-8") == today, "write it anew with python -m tests.web.texts"
    for text in ("Sign in", "Not right", "Too often", "The sign-in name or the password is not right."):
        assert f'msgid "{text}"' in today


def test_only_what_stands_in_a_template_is_taken_for_html():
    """What `_` says is HTML: were it given somebody's words, they would be too. Those are said by the filter."""
    pages = environment(ENGLISH)
    for name in pages.list_templates():
        tree = pages.parse(pages.loader.get_source(pages, name)[0])
        for call in tree.find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name in ("_", "gettext", "ngettext"):
                texts_of = call.args[: 2 if call.node.name == "ngettext" else 1]
                assert all(isinstance(text, nodes.Const) for text in texts_of), f"{name}:{call.lineno}"
        assert not [each for each in tree.find_all(nodes.Filter) if each.name == "safe"], name


def words(page, *known):
    """What of a page is said outside of the marks, without what somebody typed and what questions say."""
    root = html.document_fromstring(page)
    for box in root.xpath(
        "//*[contains(@class, 'brand') or contains(@class, 'version')] | //script | //math"
    ):
        box.drop_tree()
    shown = [
        root.text_content(),
        *(box.get(name, "") for box in root.iter() for name in ("aria-label", "alt", "title")),
    ]
    left = "\n".join(shown)
    while (inside := MINE.sub("", left)) != left:
        left = inside
    for text in known:
        left = left.replace(text, "")
    return re.findall(r"[^\W\d_]{2,}", left)


class Template(Marked):
    """Every text of the template between marks, and no other: what is not gathered stays English."""

    def __init__(self):
        super().__init__()
        found = read_po(TEMPLATE.read_text(encoding="utf-8").splitlines())
        self.known = {
            text for each in found if each.id for text in (each.id if each.pluralizable else [each.id])
        }

    def gettext(self, message):
        return super().gettext(message) if message in self.known else message


@pytest.fixture
def marked(site):
    """A visitor of a site whose every text stands between marks."""
    make_school(site)
    return Browser(replace(site, texts=Texts("de", Template())))


def topics(page):
    """The topics' names, which are the questions' own words."""
    return [
        link.text_content()
        for link in html.document_fromstring(page).xpath("//a[contains(@href, '/topics/')]")
    ]


def test_pages_keep_no_english(marked):
    for path in ("/sign-in", "/sign-up", "/nothing"):
        assert words(marked.get(path).text, "qbank") == [], path
    front = marked.get("/").text
    assert words(front, "qbank", *sorted(topics(front), key=len, reverse=True)) == []
    wrong = marked.post("/sign-in", {"sign_in": "nobody", "password": "wrong"}).text
    assert words(wrong, "qbank") == []
    marked.sign_in("ben")
    for path in ("/account", "/account/tokens", "/courses", "/join", "/join/ABCD"):
        assert words(marked.get(path).text, "qbank", "ben", "Transformers") == [], path


def test_practice_keeps_no_english_beside_the_questions_own(marked, site):
    name, question = question_of(site)
    part = question.parts[0]
    for do, typed in (("read", part.key), ("count", ""), ("count", part.key)):
        page = marked.post(f"/practice/{name}", {f"part-{part.name}": typed, "do": do}).text
        root = html.document_fromstring(page)
        for own in root.xpath("//body//*[@lang='en']"):
            own.drop_tree()
        topic = question.topic.replace("_", " ").capitalize()
        unit = part.unit or "qbank"
        left = words(html.tostring(root, encoding="unicode"), topic, unit, "qbank")
        assert left == [], do


def test_the_page_says_its_language(marked, browser):
    assert '<html lang="de">' in marked.get("/").text
    assert '<html lang="en">' in browser.get("/").text


def catalogue(tmp_path, text, header=HEADER):
    path = tmp_path / "de.po"
    path.write_text(header + text, encoding="utf-8")
    return path


def test_a_catalogue_is_read(site, tmp_path):
    made = read_texts(catalogue(tmp_path, SIGN_IN + 'msgid "Too often"\nmsgstr "Zu oft"\n'))
    german = Browser(replace(site, texts=made))
    page = german.get("/sign-in").text
    assert "<h1>Anmelden</h1>" in page
    assert "Sign-in name" in page, "what is not translated stays English"
    assert made.said("Too often") == "Zu oft"


def test_a_catalogue_brings_no_html(site, tmp_path):
    made = read_texts(catalogue(tmp_path, 'msgid "Sign in"\nmsgstr "<b>A&B</b>"\n'))
    page = Browser(replace(site, texts=made)).get("/sign-in").text
    assert "<h1>&lt;b&gt;A&amp;B&lt;/b&gt;</h1>" in page


def test_two_sites_speak_two_languages(site, tmp_path):
    made = read_texts(catalogue(tmp_path, SIGN_IN))
    german, english = Browser(replace(site, texts=made)), Browser(site)
    assert "Anmelden" in german.get("/sign-in").text
    assert "Anmelden" not in english.get("/sign-in").text
    assert "Anmelden" in german.get("/sign-in").text


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ('msgid "level %(level)s"\nmsgstr "Stufe"', "lacks %(level)s"),
        ('msgid "level %(level)s"\nmsgstr "Stufe %(level)s %(x)s"', "%(x)s is not in msgid"),
        ('msgid "level %(level)s"\nmsgstr "100 % %(level)s"', "% alone is not in msgid"),
        ('msgid "level %(level)s"\nmsgstr "%(level)d"', "lacks %(level)s"),
        ('msgid "Sign in"\nmsgstr "a\u202e"', "the translation: "),
        ('msgid "Hello"\nmsgstr "Hallo"', "it translates none of the texts; compare it with what qbank serve --texts-template prints"),
        ('msgid "Sign in"\nmsgstr "Anmelden', "this line is broken"),
    ],
)  # fmt: skip
def test_bad_entries(tmp_path, entry, said):
    with pytest.raises(QbankError, match=re.escape(said)):
        read_texts(
            catalogue(
                tmp_path, SIGN_IN.replace("Sign in", "Sign out") * ("Hello" not in entry) + entry + "\n"
            )
        )


def test_a_catalogue_at_the_bound_and_past_it(tmp_path):
    path = catalogue(tmp_path, SIGN_IN)
    path.write_text((HEADER + SIGN_IN).ljust(LABELS_BYTES - 1) + "\n", encoding="utf-8")
    assert read_texts(path).said("Sign in") == "Anmelden"
    path.write_text((HEADER + SIGN_IN).ljust(LABELS_BYTES) + "\n", encoding="utf-8")
    with pytest.raises(QbankError, match="no catalogue of at most 1 MB"):
        read_texts(path)


def test_every_text_can_be_translated(tmp_path, site):
    """The template filled in with itself is a catalogue, by which pages say what they say in English."""
    named = TEMPLATE.read_text(encoding="utf-8").replace('"Language: \\n"', '"Language: de\\n"')
    filled = read_po(named.splitlines())
    for message in filled:
        message.string = message.id and (message.id if not message.fuzzy else "")
    with (tmp_path / "de.po").open("wb") as written:
        write_po(written, filled)
    same = Browser(replace(site, texts=read_texts(tmp_path / "de.po")))
    for path in ("/", "/sign-in", "/sign-up", "/nothing"):
        english = Browser(site).get(path).text.replace('lang="en"', 'lang="de"')
        assert CSRF.sub("", same.get(path).text) == CSRF.sub("", english)


CSRF = re.compile(r'value="[0-9a-f]{32}"')


def called(*arguments):
    """What a command of qbank prints, and what it complains of."""
    return subprocess.run(
        [sys.executable, "-m", "qbank", *arguments], capture_output=True, text=True, encoding="utf-8"
    )


def test_the_template_is_printed():
    assert called("serve", "--texts-template").stdout == TEMPLATE.read_text(encoding="utf-8")


def test_a_catalogue_that_is_none_is_refused_in_one_sentence(tmp_path):
    path = catalogue(tmp_path, 'msgid "Hello"\nmsgstr "Hallo"\n')
    done = called("serve", "--port", "0", "--data", str(tmp_path), "--texts", str(path))
    assert done.returncode != 0
    assert "it translates none of the texts" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_language_that_runs_to_the_left(tmp_path, some_questions):
    """Words run from the right, questions, which stay English, from the left and under their own language."""
    catalogue = tmp_path / "he.po"
    catalogue.write_text(
        HEADER.replace("de", "he") + 'msgid "To the content"\nmsgstr "לתוכן"\n', encoding="utf-8"
    )
    site = make_site(f"sqlite:///{tmp_path}/a.sqlite", tmp_path, some_questions, texts=read_texts(catalogue))
    name, _ = question_of(site)
    page = Browser(site).get(f"/practice/{name}").text
    site.store.close()
    assert '<html lang="he" dir="rtl">' in page
    assert '<div class="prompt" lang="en" dir="ltr">' in page
    assert (
        "dir="
        not in Browser(make_site(f"sqlite:///{tmp_path}/b.sqlite", tmp_path, some_questions)).get("/").text
    )


def test_a_translation_that_is_no_markdown_is_said_as_it_is():
    assert feedback("a *b*") == "a <em>b</em>"
    assert feedback("<b> $x") == "&lt;b&gt; $x"
