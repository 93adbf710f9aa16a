"""Which signs a name may hold: joiners where scripts are spelled with them, and nothing that turns or hides text."""

import pytest

from qbank import limits
from qbank.web.api import forms
from qbank.web.base.characters import why_no_line
from qbank.web.course import roster_table

from ..test_unseen import SPELLED, UNSEEN
from .conftest import PASSWORD, Browser
from .test_admin import admin


@pytest.mark.parametrize("name", SPELLED)
def test_what_scripts_are_spelled_with_is_kept(name):
    assert why_no_line(name, 1, limits.TITLE_CHARACTERS) is None


@pytest.mark.parametrize(("name", "sign"), UNSEEN)
def test_what_hides_is_named(name, sign):
    assert why_no_line(name, 1, 200) == f"Take out the sign {sign}, which cannot be seen."


def test_a_line_has_its_length():
    assert why_no_line("", 1, 5) == why_no_line("xxxxxx", 1, 5) == "Write 1 to 5 characters in one line."
    assert why_no_line("", 0, 5) is None
    assert why_no_line("xxxxxx", 0, 5) == "Write at most 5 characters in one line."


def test_at_every_door(site, school, tmp_path):
    browser = Browser(site)
    joined, turned = SPELLED[0], UNSEEN[0][0]
    fields = {"name": joined, "sign_in": joined, "password": PASSWORD}
    refused = browser.post("/sign-up", {**fields, "name": turned})
    assert refused.status_code == 422
    assert "Take out the sign U+202E (RIGHT-TO-LEFT OVERRIDE)" in refused.text
    assert browser.post("/sign-up", fields).status_code == 303
    assert joined in browser.get("/account").text
    listed, problems, _ = roster_table.read(f"student,name\n1,{joined}\n2,{turned}\n".encode())
    assert [row.name for row in listed] == [joined]
    assert "holds the sign U+202E (RIGHT-TO-LEFT OVERRIDE)" in problems[0].said
    assert forms.NewCourse(title=joined).title == joined
    with pytest.raises(ValueError, match=r"RIGHT-TO-LEFT OVERRIDE"):
        forms.NewCourse(title=turned)
    place = ["--data", str(tmp_path / "other")]
    assert joined in admin("instructor", place, "ada", "--name", joined, stdin=PASSWORD)
    assert "U+202E" in admin("instructor", place, "bob", "--name", turned, stdin=PASSWORD, status=2)
