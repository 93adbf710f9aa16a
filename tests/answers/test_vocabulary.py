from qbank.answers.vocabulary import is_name, vocabulary


def test_a_declared_name_wins_over_any_other_word():
    assert vocabulary(("k", "x", "e")).words["k"] == ("name", "k")
    assert vocabulary(("k", "x", "e")).words["x"] == ("name", "x")
    assert vocabulary(("k", "x", "e")).words["e"] == ("name", "e")
    assert vocabulary().words["x"] == ("sign", "×")


def test_other_spellings_of_a_name_are_no_products_of_names():
    assert {"T_1", "T1"} <= vocabulary(("T1",)).words.keys()
    assert "dk" in vocabulary(("d_k",)).words
    assert "dk" not in vocabulary(("d_k", "d", "k")).words


def test_words_are_ready_with_and_without_a_blank_before_them():
    ready = vocabulary(("d",)).ready
    assert (ready["d"].text, ready["d"].blank) == ("d", False)
    assert (ready[" **"].text, ready[" **"].blank) == ("^", True)


def test_names():
    assert is_name("d_model")
    assert is_name("ε")
    assert not is_name("2d")
    assert not is_name("")
    assert not is_name("a-b")
