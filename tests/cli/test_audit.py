"""`qbank audit` from the command line."""

import json

import pytest
from click.testing import CliRunner
from markdown_it import MarkdownIt

from qbank.cli import group

KEY = """
- id: q1
  question: How many cells does a causal mask of 5 tokens block? <b>|x|</b>
  template: mask.cells
  parameters: {T: 5}
  published: {blocked: 15}
- id: q2
  template: mask.cells
  parameters: {T: 5}
  published: {blocked: 10}
"""


@pytest.fixture
def key(tmp_path):
    path = tmp_path / "key.yaml"
    path.write_text(KEY, encoding="utf-8")
    return path


def invoke(*arguments):
    return CliRunner().invoke(group, ["audit", *map(str, arguments)])


def test_a_table(key):
    result = invoke(key)
    assert result.exit_code == 1
    assert "blocks the diagonal" in " ".join(result.stdout.split())
    assert "2 entries: 1 wrong, 1 agrees." in result.stderr


def test_only_what_is_right_ends_well(key):
    result = invoke(key, "--only", "q2")
    assert (result.exit_code, "q1" in result.stdout) == (0, False)


def test_json_has_the_proof(key):
    first, second = json.loads(invoke(key, "--format", "json").stdout)
    assert (first["verdict"], first["misconceptions"]) == ("wrong", ["blocks_the_diagonal"])
    assert second["proof"]["how"] == "measured"


def test_markdown_shows_texts_as_they_are(key, tmp_path):
    report = tmp_path / "report.md"
    assert invoke(key, "-o", report).exit_code == 1
    html = MarkdownIt("commonmark").enable("table").render(report.read_text(encoding="utf-8"))
    assert "&lt;b&gt;|x|&lt;/b&gt;" in html
    assert html.count("<tr>") == 3
    assert "measured: " in html


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (["nowhere.yaml"], "nowhere.yaml"),
        (["KEY", "--only", "q3"], "no entry 'q3'"),
        (["KEY", "-o", "report.pdf"], "no known ending"),
    ],
)
def test_what_is_wrong_is_said(key, arguments, found):
    result = invoke(*(str(key) if argument == "KEY" else argument for argument in arguments))
    assert result.exit_code != 0
    assert found in str(result.exception) + result.output


def test_a_report_never_takes_the_place_of_its_key(key):
    copy = key.with_suffix(".json")
    copy.write_text(
        '[{"template": "mask.cells", "parameters": {"T": 5}, "published": {"blocked": 10}}]', encoding="utf-8"
    )
    before = copy.read_text(encoding="utf-8")
    assert "is the key itself" in str(invoke(copy, "-o", copy).exception)
    assert copy.read_text(encoding="utf-8") == before


@pytest.mark.parametrize(
    "hostile", ["[l](http://x) <b>", "- item", "1. item", "===", "~~x~~ &copy;", "`code`"]
)
def test_no_text_of_a_key_is_markup_in_the_report(tmp_path, hostile):
    path = tmp_path / "key.yaml"
    quoted = hostile.replace("'", "''")
    path.write_text(
        f"- {{id: '{quoted}', question: '{quoted}', template: '{quoted}', note: '{quoted}'}}",
        encoding="utf-8",
    )
    html = (
        MarkdownIt("commonmark")
        .enable(["table", "strikethrough"])
        .render(invoke(path, "--format", "md").stdout)
    )
    assert not any(tag in html for tag in ("<a ", "<b>", "<ol>", "<s>", "<code>", "©"))
    assert html.count("<h1>") == 1
