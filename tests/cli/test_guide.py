"""`qbank guide` from the command line: its three formats, read back, and its refusals."""

import importlib.util
import re
import sys
from html.parser import HTMLParser

import pytest
from click.testing import CliRunner
from markdown_it import MarkdownIt

from qbank.cli import group, main

TOPICS = ("--topics", "mask,normalization")


def invoke(*arguments):
    return CliRunner().invoke(group, ["guide", *map(str, arguments)])


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The guide in each format."""
    folder = tmp_path_factory.mktemp("guide")
    names = ["guide.md", "guide.html", "guide.pdf"]
    for name in names:
        result = invoke(*TOPICS, "-o", folder / name)
        assert (result.exit_code, result.stdout) == (0, ""), result.output
    return {name: (folder / name).read_bytes() for name in names}


def test_markdown(written):
    text = written["guide.md"].decode("utf-8")
    html = MarkdownIt("commonmark").enable("table").render(text)
    assert html.count("<h1>") == 1
    assert html.count("<h2>") == 5
    assert len(re.findall("<h3>Question [0-9]+: (?:Attention masks|Normalization)</h3>", html)) == 10
    assert html.count("<tr>") == 3
    assert "&lt;h" not in html


class Page(HTMLParser):
    """What a reader of HTML finds: elements, ids, links, and whether every element is closed."""

    def __init__(self, text):
        super().__init__()
        self.open, self.seen, self.ids, self.links = [], [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        self.seen.append(tag)
        self.ids += filter(None, [given.get("id")])
        self.links += filter(None, [given.get("href")])
        if tag not in ("meta", "br"):
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag


def test_html_is_one_whole_accessible_page(written):
    text = written["guide.html"].decode("utf-8")
    page = Page(text)
    assert page.open == []
    assert (page.seen.count("h1"), page.seen.count("h2"), page.seen.count("nav")) == (1, 5, 1)
    assert page.links == ["#first", "#formulas", "#traps", "#questions", "#answers"]
    assert [link[1:] for link in page.links] == page.ids
    assert '<html lang="en">' in text
    assert "<title>Study guide: Normalization, Attention masks</title>" in text
    assert page.seen.count("math") > 50
    assert not {"script", "img", "link", "iframe"} & set(page.seen)
    assert "$" not in re.sub(r"<(style|code)>.*?</\1>", "", text, flags=re.DOTALL)


@pytest.mark.skipif(importlib.util.find_spec("typst") is None, reason="typst is not installed")
def test_pdf(written):
    fitz = pytest.importorskip("pymupdf")
    document = fitz.open(stream=written["guide.pdf"], filetype="pdf")
    text = " ".join(" ".join(page.get_text() for page in document).split())
    assert document.metadata["title"] == "Study guide: Normalization, Attention masks"
    assert [title for level, title, _ in document.get_toc() if level == 1] == [
        "What to study first, and why",
        "Formulas and shapes",
        "Traps",
        "Ten worked questions",
        "Answers",
    ]
    for said in ("Question 10", "must be below 1e-9", "blocks the diagonal", "14 not stated"):
        assert said in text


def test_the_same_options_give_the_same_bytes(written, tmp_path):
    for name, content in written.items():
        invoke(*TOPICS, "-o", tmp_path / name)
        assert (tmp_path / name).read_bytes() == content


def test_stdout_is_markdown(written):
    result = invoke("--topics", "mask", "--topics", "normalization")
    assert result.stdout_bytes == written["guide.md"]


def test_another_seed_draws_other_questions(written):
    result = invoke(*TOPICS, "--seed", "another")
    before, after = written["guide.md"].decode(), result.stdout
    assert before.partition("## Ten")[0].count("\n") == after.partition("## Ten")[0].count("\n")
    assert before.partition("## Answers")[2] != after.partition("## Answers")[2]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--topics", "maks"), "no topic 'maks'; did you mean 'mask'?"),
        (("--topics", "mask,"), "no topic ''"),
        (
            ("-o", "guide.docx"),
            "guide.docx has no known ending; end it in .md, .html or .pdf, or give --format",
        ),
        (("--seed", " "), "an empty seed"),
    ],
)
def test_refusals(arguments, said):
    result = invoke(*arguments)
    assert result.exit_code != 0
    assert said in str(result.exception)


def test_a_refusal_is_status_2(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["qbank", "guide", "--topics", "maks"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code == 2
    assert capsys.readouterr() == ("", "qbank: no topic 'maks'; did you mean 'mask'?\n")
