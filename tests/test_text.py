"""Tables of a terminal: what is long does not hide the numbers beside it."""

from setanon_sql.text import table


def test_a_long_label_goes_on_below_and_leaves_the_numbers_in_sight() -> None:
    words, word = "a long name " * 20, "x" * 150
    lines = table(["item", "records"], [[words, "12"], [word, "345"], ["tea", "6"]], left_columns=1).splitlines()
    assert max(map(len, lines)) <= 60 + 2 + len("records")
    assert [line.split()[-1] for line in lines if line.endswith(("12", "345", "6"))] == ["12", "345", "6"]
    assert "".join(lines).replace(" ", "").count("alongname") == 20 and "".join(lines).count("x") == 150


def test_the_last_column_is_as_long_as_it_is() -> None:
    assert table(["", "found"], [["source", "y" * 99]], left_columns=2).splitlines()[1] == f"source  {'y' * 99}"
