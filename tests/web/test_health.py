"""`qbank admin check`: a whole database has no findings, and each sort of damage has one."""

import json
import sqlite3

import pytest
from sqlalchemy import delete, select, text, update

from qbank.errors import QbankError
from qbank.web.base.migrate import migrate
from qbank.web.base.reach import reach, writing
from qbank.web.base.schema import answers, asked, asked_keys, keys
from qbank.web.base.schema import attempts as sittings
from qbank.web.base.schema import marks as given
from qbank.web.base.schema import questions as stock
from qbank.web.sitting import attempts, marks, saving
from qbank.web.upkeep.health import findings, found_in

from .conftest import make_school
from .rows import attempt_of


@pytest.fixture
def marked(both):
    """A site with an attempt that was answered and marked."""
    school = make_school(both)
    now = both.clock.now()
    number = both.store.write(lambda c: attempt_of(c, school, now))
    public = both.store.write(lambda c: c.scalars(select(sittings.c.public)).one())
    for revision, text_ in enumerate(("1", "2")):
        both.store.write(lambda c, t=text_, r=revision: save(c, school["ben"], public, t, r, now))
    with both.store.read() as connection:
        attempt, _ = attempts.own(connection, school["ben"], public)
    both.store.write(lambda c: attempts.submit(c, attempt, now))
    marks.mark(both, number)
    return both


def save(connection, person, public, typed, seen, now):
    first = connection.execute(select(asked.c.form).where(asked.c.position == 1)).first()

    name = json.loads(first.form)["parts"][0]["name"]
    return saving.save(connection, person, public, 1, {name: typed}, {name: seen}, f"r{seen}", now)


def found(site):
    return list(findings(site.store.engine))


def test_a_whole_database_has_no_findings(marked):
    assert found(marked) == []


def test_an_empty_database_is_of_no_release(tmp_path):
    engine = reach(f"sqlite:///{tmp_path / 'x.sqlite'}")
    with pytest.raises(QbankError, match="qbank admin migrate"):
        list(findings(engine))
    with writing(engine) as connection:
        migrate(connection)
    assert list(findings(engine)) == []
    engine.dispose()


_one = select(asked.c.question_id).limit(1).scalar_subquery()
DAMAGES = {
    "a key that is gone": (delete(keys).where(keys.c.question_id == _one), "it has no key"),
    "a key that was edited": (update(keys).where(keys.c.question_id == _one).values(line="{}"), "question"),
    "another question's key": (
        update(keys).where(keys.c.question_id == _one).values(
            line=select(asked_keys.c.line).where(asked_keys.c.position == 2).scalar_subquery()), "its line is of"),
    "another text": (update(stock).where(stock.c.id == _one).values(form="{}"), "what is shown is not what is keyed"),
    "an attempt's text": (update(asked).where(asked.c.position == 2).values(form='{"parts":[]}'), "what is shown"),
    "an attempt's key": (delete(asked_keys), "it has no key"),
    "a revision": (delete(answers).where(answers.c.revision == 1), "a revision is missing"),
    "a part": (update(answers).values(part="evil"), "this was not asked"),
    "a standing": (update(answers).values(standing="won"), "of no known standing"),
    "marks": (delete(given).where(given.c.position == 2), "it is said to be marked"),
    "a mark that was edited": (update(given).values(points=99), "99 of"),
    "a mark's part": (update(given).where(given.c.position == 2).values(part="evil"), "this was not asked"),
    "an earlier mark": (update(given).values(before=1.0), "a mark is missing before"),
    "an end": (update(sittings).values(submitted=1), "it ended before it began"),
    "a deadline": (update(sittings).values(deadline=1), "its deadline is before"),
    "who ended it": (update(sittings).values(ended=None), "nobody knows"),
    "the end of what is marked": (update(sittings).values(submitted=None, ended=None), "has not ended"),
    "the schema": (text("ALTER TABLE notices ADD COLUMN more TEXT"), "more"),
}  # fmt: skip


def test_each_damage_is_found(marked):
    for what, (damage, said) in DAMAGES.items():
        with marked.store.engine.connect() as connection:
            connection.execute(damage)
            seen = [each.what for each in found_in(connection)]
            connection.rollback()
        assert any(said in each for each in seen), (what, seen)
    assert found(marked) == []


def test_a_reference_that_leads_nowhere(site, tmp_path):
    school = make_school(site)
    other = sqlite3.connect(tmp_path / "qbank.sqlite")  # which holds to no references
    row = ("x", 77, school["ben"].id, 1, 1)
    other.execute(
        "INSERT INTO attempts (public, quiz_id, person_id, number, started) VALUES (?, ?, ?, ?, ?)", row
    )
    other.commit()
    other.close()
    assert [each.what for each in found(site)] == ["attempts 1: quiz_id leads nowhere"]


def test_a_damaged_file(site, tmp_path):
    make_school(site)
    site.store.close()
    file = tmp_path / "qbank.sqlite"
    content = bytearray(file.read_bytes())
    content[len(content) // 2 : len(content) // 2 + 8_192] = b"\x55" * 8_192
    file.write_bytes(content)
    engine = reach(f"sqlite:///{file}")
    try:
        assert any(each.kind == "file" for each in findings(engine))
    except QbankError as error:
        assert "malformed" in str(error)  # noqa: PT017 - either is right: it depends on which page was hit
    engine.dispose()
