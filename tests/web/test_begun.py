"""A database that was lost is missed: nothing is acknowledged into a file that is gone, and none is begun in silence."""

import shutil
import sqlite3

import pytest

from qbank.web.base.refusals import Refusal

from .conftest import PASSWORD, Browser, make_site
from .process import qbank, serving
from .test_admin import admin
from .test_serve import refused
from .test_store import count, kinds, notice, sign_up


def moved(file):
    for ending in ("", "-wal", "-shm"):
        file.with_name(file.name + ending).rename(file.with_name("away" + ending))


def removed(file):
    for ending in ("", "-wal", "-shm"):
        file.with_name(file.name + ending).unlink()


def replaced(file):
    other = file.with_name("other")
    shutil.copy(file, other)
    other.replace(file)


@pytest.fixture
def file(site):
    site.store.write(notice("before"))
    return site.settings.folder / "qbank.sqlite"


@pytest.mark.parametrize("lose", [moved, removed, replaced])
def test_into_a_file_that_is_gone_nothing_is_acknowledged(site, file, lose, caplog):
    browser = Browser(site)
    word = browser.csrf()
    lose(file)
    for name in ("ben", "cleo"):
        answer = sign_up(browser, word, name)
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    assert browser.get("/practice").status_code == 503, "what is read is lost as well"
    said = [line.message for line in caplog.records if "moved, removed or replaced" in line.message]
    assert len(said) == 1, "the log says it, once"
    assert file.exists() == (lose is replaced), "no empty one is made in its place"


def test_a_file_that_is_put_back_is_gone_on_with(site, file):
    moved(file)
    with pytest.raises(Refusal):
        site.store.write(notice("away"))
    for ending in ("", "-wal", "-shm"):
        file.with_name("away" + ending).rename(file.with_name(file.name + ending))
    site.store.write(notice("back"))
    assert kinds(site.store) == ["back", "before"]


def test_what_was_committed_while_the_file_went_is_not_acknowledged(site, file):
    def work(connection):
        notice("late")(connection)
        moved(file)

    with pytest.raises(Refusal) as caught:
        site.store.write(work)
    assert caught.value.status == 503


def test_a_journal_that_is_removed_is_missed_too(site, file):
    file.with_name(file.name + "-wal").unlink()
    with pytest.raises(Refusal) as caught:
        site.store.write(notice("after"))
    assert caught.value.status == 503
    assert count(site) == 0, "it is still read"


def started(folder):
    with serving("--port", 0, "--data", folder) as process:
        return process.said


def test_a_service_whose_database_is_gone_does_not_begin_anew(tmp_path):
    folder, place = tmp_path / "data", ["--data", str(tmp_path / "data")]
    admin("instructor", place, "ada", stdin=PASSWORD)
    admin("backup", place, tmp_path / "b.zip")
    file = folder / "qbank.sqlite"
    for lose in (file.unlink, lambda: file.write_bytes(b"")):
        lose()
        said = refused("--port", 0, *place)
        assert "there was a database, and now it is" in said
        assert "qbank admin restore" in said
        assert "qbank.sqlite.made" in said
        assert "there was a database" in admin("instructor", place, "bob", stdin=PASSWORD, status=2)
        admin("restore", place, tmp_path / "b.zip")
        assert "qbank serves" in started(folder)
    file.unlink()
    assert "restore" in (folder / "qbank.sqlite.made").read_text()
    (folder / "qbank.sqlite.made").unlink()
    assert "qbank serves" in started(folder), "whoever means it begins anew"


def test_a_restored_database_is_missed_too(tmp_path, some_questions):
    site = make_site(f"sqlite:///{tmp_path / 'x.sqlite'}", tmp_path, some_questions)
    from qbank.web.upkeep.backup import backup

    backup(site.store.engine, tmp_path / "b.zip")
    site.store.close()
    place = ["--data", str(tmp_path / "new")]
    admin("restore", place, tmp_path / "b.zip")
    (tmp_path / "new" / "qbank.sqlite").unlink()
    assert "there was a database" in refused("--port", 0, *place)


def test_a_first_start_that_fails_leaves_no_mark(tmp_path):
    other = sqlite3.connect(tmp_path / "qbank.sqlite")
    other.execute("CREATE TABLE songs (title TEXT)")
    other.close()
    assert qbank("serve", "--port", 0, "--data", tmp_path).returncode == 2
    (tmp_path / "qbank.sqlite").unlink()
    assert "qbank serves" in started(tmp_path)
