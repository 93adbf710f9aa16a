"""The documents are true: samples are what the program prints, every command and option is described, links exist."""

import re

import pytest

from qbank.answers.registry import KEYS
from qbank.cli import COMMANDS, group
from qbank.sheets import FORMATS

from . import answers_page, catalogue, docs, formats_page, models_page

PAGES = sorted([*docs.ROOT.glob("*.md"), *(docs.ROOT / "docs").glob("*.md")])


def test_the_readme_shows_what_the_program_prints():
    text = docs.README.read_text(encoding="utf-8")
    assert docs.timeless(docs.readme(text)) == docs.timeless(text), "write it anew with python -m tests.docs"


def test_the_samples_show_what_works():
    """No sample of the README ends in a complaint, and none names a machine's own folders."""
    samples = re.findall(r"```console\n(.*?)```", docs.README.read_text(encoding="utf-8"), re.DOTALL)
    assert sum(sample.startswith("$ qbank") for sample in samples) >= 4
    assert not any("\nqbank: " in sample or str(docs.ROOT) in sample for sample in samples)


def test_the_command_line_page_is_todays():
    assert docs.CLI.read_text(encoding="utf-8") == docs.cli_page(), "write it anew with python -m tests.docs"


def test_the_page_on_answers_is_made_from_todays_tables():
    text = docs.ANSWERS.read_text(encoding="utf-8")
    assert text == answers_page.page(text), "write it anew with python -m tests.docs"
    assert text.count("<!-- examples ") == len(KEYS), "every kind of answer has its examples"


def test_the_catalogue_shows_every_template_as_it_is_today():
    assert catalogue.PAGE.read_text(encoding="utf-8") == catalogue.page(), (
        "write it anew with python -m tests.docs"
    )


def test_the_page_of_models_is_todays():
    assert models_page.PAGE.read_text(encoding="utf-8") == models_page.page(), (
        "write it anew with python -m tests.docs"
    )


def test_the_page_of_formats_is_todays():
    assert list(formats_page.INTO) == list(FORMATS), "each format has its way in, and no other"
    assert formats_page.PAGE.read_text(encoding="utf-8") == formats_page.page(), (
        "write it anew with python -m tests.docs"
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_is_described(name):
    page = docs.CLI.read_text(encoding="utf-8")
    assert f"`qbank {name}" in docs.README.read_text(encoding="utf-8") or f"qbank {name}" in page
    command = group.get_command(None, name)
    for parameter in command.params:
        assert all(option in page for option in parameter.opts if option.startswith("-"))


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_links_lead_somewhere(page):
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
        assert (page.parent / target).exists(), target


def test_the_example_topic_of_the_contributors_guide_verifies(tmp_path, lab):
    """The two files that CONTRIBUTING.md opens with are a topic as they stand."""
    from qbank.author.pack import Pack
    from qbank.author.verify import verify_topic

    text = (docs.ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    for fence, folder, ending in (("python", "solvers", "py"), ("yaml", "templates", "yaml")):
        (tmp_path / folder).mkdir()
        block = re.search(rf"```{fence}\n(.*?)```", text, re.DOTALL)
        (tmp_path / folder / f"halves.{ending}").write_text(block[1], encoding="utf-8")
    (tmp_path / "pack.yaml").write_text("name: course\n")
    (report,) = verify_topic(Pack(tmp_path).load("halves"), lab)
    assert report.findings == []
    assert report.asked == 4


def test_changes_open_with_this_release():
    from qbank.home import VERSION

    assert f"## {VERSION}" in (docs.ROOT / "CHANGES.md").read_text(encoding="utf-8")
    assert f'version = "{VERSION}"' in (docs.ROOT / "pyproject.toml").read_text(encoding="utf-8")
