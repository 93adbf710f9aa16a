import pytest

from qbank import limits
from qbank.answers.arrangement import laid_likeliest
from qbank.answers.layout import Commas
from qbank.answers.outline import laid_out, remembered
from qbank.answers.readings import Manner
from qbank.answers.tree import Literal
from qbank.answers.unreadable import Unreadable

VECTOR = (Manner(), None, Commas(), 1)


def result(read, text):
    try:
        return [([exactly(node) for node in laid.nodes], laid.shape) for laid in read(text)]
    except Unreadable as unread:
        return str(unread)


def exactly(node):
    """A tree as plain tuples; of a number, its value and places."""
    inner = node[:2] if isinstance(node, Literal) else node
    return (type(node).__name__, *(exactly(each) if isinstance(each, tuple) else each for each in inner))


@pytest.fixture(autouse=True)
def nothing_remembered():
    remembered.cache_clear()


@pytest.mark.parametrize(
    "texts",
    [
        ["[0.7311, -0.2689, 0]", "[1, 2, -3]", "[-.5, 5., 07]"],
        ["[1,0,0,1]", "[0.5,1,-2,1]", "[12,345,6,7]"],
        ["(0,73; -0,27)", "(0,2; 0,3)", "(1; 0,5)", "(1.5; 2)"],
        ["0,73 0,27", "0,5 -1", "1 2"],
        ["[[1, 2], [3, 4]]", "[[-1, 0.5], [2, 2]]"],
        ["1 -2 3", "4 5 -6", "-7 8 9"],
        ["[1/20, -3/4]", "[7/5, 1/3]", "[-1/2, 0.5/2]"],
        ["[3 1/2, 4]", "[1 3/2, 4]", "[2 2/3, -1]"],
        ["[0, -inf, inf]", "[2.5, -inf, inf]"],
        ["1 (2) 3,4", "5 (6) 7,8", "1 (2) -3,4"],
        ["[1e5, 2]", "[1,000; 2,000]", "[1,2", "[1 - 2, 3]", "[1.2.3, 4]", "[]", "-"],
    ],
)
def test_texts_of_an_outline_that_was_seen_before_are_laid_out_as_ever(texts):
    for text in [*texts, *texts, *texts]:
        assert result(lambda text: laid_out(laid_likeliest, text, *VECTOR), text) == result(
            lambda text: laid_likeliest(text, *VECTOR), text
        )


def calls(texts):
    """The texts that are laid out one by one, and not by way of their outline."""
    called = []

    def general(text):
        called.append(text)
        return laid_likeliest(text, *VECTOR)

    for text in texts:
        laid_out(general, text)
    return [text for text in texts if text in called]


def test_an_outline_is_of_use_from_the_second_time_on():
    assert calls(["[0.1, 2]", "[3, -4]", "[-5, 6.25]"]) == ["[0.1, 2]"]
    assert calls(["[3 1/2, 4]", "[5 1/2, 4]", "[2 1/2, 4]"]) == ["[3 1/2, 4]", "[5 1/2, 4]", "[2 1/2, 4]"]


def test_only_texts_up_to_a_bound_have_an_outline():
    within = [f"[{', '.join([digit] * 9)}{' ' * (limits.OUTLINE_CHARACTERS - 27)}]" for digit in "123"]
    beyond = [text.replace("]", " ]") for text in within]
    assert {len(text) for text in within} == {limits.OUTLINE_CHARACTERS}
    assert calls(within) == within[:1]
    assert calls(beyond) == beyond


def test_as_many_outlines_are_remembered_as_the_bound_says():
    assert remembered.cache_info().maxsize == limits.OUTLINES


def test_a_number_of_too_many_digits_is_refused_in_an_outline_that_is_known():
    most = limits.NUMBER_DIGITS
    texts = [f"[{'1' * digits}, 2]" for digits in (1, 2, most)]
    assert calls(texts) == texts[:1]
    with pytest.raises(Unreadable) as unread:
        calls([f"[{'1' * (most + 1)}, 2]"])
    assert unread.value.code == "bound"
