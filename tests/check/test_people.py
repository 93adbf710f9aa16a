"""Columns that say who somebody is."""

import pytest

from qbank.check.people import folded, people


@pytest.mark.parametrize(
    ("names", "numbers", "logins", "name"),
    [
        ("student|q1", (), (), ()),
        ("nachname|vorname|matrikelnummer|e-mail", (2,), (3,), (1, 0)),
        ("first name|last name|name|sis_id|login|email", (3,), (4, 5), (0, 1)),
        ("name|full name", (), (), (0,)),
        ("first name|q1", (), (), ()),
    ],
)
def test_people(names, numbers, logins, name):
    assert people(names.split("|")) == (numbers, logins, name)


def test_ways_to_call_somebody_best_first():
    who = people(["last name", "email", "first name", "id number"])
    assert who.by(who.numbers, who.logins) == ((3,), (1,), (2, 0))
    assert people(["email"]).by((0,)) == ((0,),)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana@Uni.de ", "ana@uni.de"),
        ("Jose\u0301  Li", "jos\u00e9\u00a0li"),
        ("\u0130nci", "inci"),
        ("STRASSE", "stra\u00dfe"),
        ("\ufeffbe\u200dn", "Ben"),
    ],
)
def test_one_name_in_two_spellings(one, other):
    assert folded(one) == folded(other)


@pytest.mark.parametrize(
    ("one", "other"), [("ana", "anna"), ("Jos\u00e9", "Jose"), ("a b", "ab"), ("1", "\u0661")]
)
def test_two_names(one, other):
    assert folded(one) != folded(other)
