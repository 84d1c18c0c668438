"""A meaning table held against its manifest, the rows and the label table: each thing that is wrong, by itself."""

from pathlib import Path
from typing import Any

import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.layout import MEANING_COLUMNS
from setanon_sql.verify import Recount
from setanon_sql.verify.beside import FoundTable, table_in_file
from setanon_sql.verify.contents import fingerprint
from setanon_sql.verify.label_table import digest_of_rows
from setanon_sql.verify.meaning import (
    CONTRADICTION,
    MISFIT,
    MISSING_MEANING,
    OTHER,
    SHARES,
    TAXONOMY,
    FoundMeaning,
    MeaningPromise,
    meaning_of,
    meaning_promise,
    with_meaning,
)
from tests.verify.tables import table

SAID: dict[str, Any] = {"rows": 3, "sha256": "abc"}


def test_a_manifest_tells_of_a_meaning_table_or_does_not() -> None:
    assert meaning_promise(None) is None
    assert meaning_promise(SAID) == MeaningPromise(3, "abc")


@pytest.mark.parametrize(
    "said",
    [
        {**SAID, "rows": None}, {**SAID, "rows": True}, {**SAID, "sha256": 1}, {**SAID, "more": 1}, {"rows": 3}, {},
        "x", 5, [*SAID],
    ],
)  # fmt: skip
def test_what_is_told_otherwise_is_damaged(said: Any) -> None:
    with pytest.raises(BadInput, match="'meaning' in the manifest"):
        meaning_promise(said)


def test_a_table_has_its_columns_and_a_fingerprint_of_labels_and_items() -> None:
    rows = [("t", "a", 0.5), ("t", "b", 0.5)]
    found = meaning_of(FoundTable(MEANING_COLUMNS, rows))
    assert found == FoundMeaning(digest_of_rows([("t", "b"), ("t", "a")]), rows)
    assert found.items == {"t": {"a", "b"}}
    for columns, other in ((("label", "item", "n"), rows), (MEANING_COLUMNS, [("t", None, 1.0)]), ((), [])):
        assert meaning_of(FoundTable(columns, other)).rows is None
    unread = meaning_of(FoundTable(MEANING_COLUMNS, [(None, "a", 1.0)]))
    assert (unread.rows, unread.items, unread.labels) == (None, {}, [])
    assert meaning_of(FoundTable(MEANING_COLUMNS, [("t", "a", "much")])).rows is None


def test_a_file_has_its_own_fingerprint(tmp_path: Path) -> None:
    path = tmp_path / "m.csv"
    path.write_text('label,item,share\nt,"a,b",1.0\n')
    found = table_in_file(path)
    assert found and meaning_of(found) == FoundMeaning(fingerprint(path).sha256, [("t", "a,b", 1.0)])
    path.write_text("label,item,share\nt,a\n")
    found = table_in_file(path)
    assert found and meaning_of(found).rows is None


#: Under the root ``*``: ``t`` over a, b and c, of which c was taken out; d, and e, which the taxonomy does not have.
LABELS = [
    ("*", "0", "", "", "4", ""), ("rest", "1", "t", "", "2", '["c"]'), ("c", "2", "t", "c", "1", ""),
    ("e", "1", "e", "", "1", ""),
]  # fmt: skip
MEANING = ["*:abcd", "rest:ab", "c:c", "e:e"]


def rows_of(*meaning: str) -> list[tuple[str, str, float]]:
    parts = [each.partition(":") for each in meaning]
    return [(label, item, 1 / len(items)) for label, _, items in parts for item in items]


def judged(engine: DuckDBEngine, found: FoundMeaning | None, labels: Any = None) -> tuple[Any, Any]:
    lines = table(engine, "record_id item:text | 1 * | 1 rest | 2 c | 2 e")
    beside = (found, labels)
    result = with_meaning(engine, Recount({}, ("p",), not_checked=("n",)), lines, MeaningPromise(8, "abc"), beside)
    assert (result.problems[0], result.not_checked[0]) == ("p", "n")
    return result.problems[1:], result.not_checked[1:]


@pytest.mark.parametrize(
    ("sha256", "rows", "problems"),
    [
        ("abc", rows_of(*MEANING), ()),
        ("abd", rows_of(*MEANING), (OTHER,)),
        ("abc", None, (MISFIT,)),
        ("abd", None, (OTHER, MISFIT)),
        ("abc", rows_of(*MEANING[:-1]), (MISFIT,)),
        ("abc", rows_of(*MEANING, "more:x"), (MISFIT,)),
        ("abc", [*rows_of(*MEANING), ("e", "e", 1.0)], (MISFIT,)),
        ("abc", [*rows_of(*MEANING[:-1]), ("e", "e", 0.5)], (SHARES,)),
        ("abc", [*rows_of(*MEANING[1:]), *(("*", item, 0.251) for item in "abcd")], (SHARES,)),
    ],
)
def test_it_has_the_labels_of_the_release_and_shares_that_count_nothing(
    engine: DuckDBEngine, sha256: str, rows: Any, problems: tuple[str, ...]
) -> None:
    assert judged(engine, FoundMeaning(sha256, rows)) == (problems, (TAXONOMY,))


def test_one_that_is_not_there_is_not_checked(engine: DuckDBEngine) -> None:
    assert judged(engine, None) == ((), (MISSING_MEANING,))


@pytest.mark.parametrize(
    ("meaning", "is_right"),
    [
        (MEANING, True),
        (["*:abc", *MEANING[1:]], False),  # an item less than the taxonomy has
        (["*:abcde", *MEANING[1:]], False),
        ([*MEANING[:1], "rest:ac", *MEANING[2:]], False),  # one that was taken out
        ([*MEANING[:2], "c:a", *MEANING[3:]], False),  # one that another label stands for
        (["*:abxd", *MEANING[1:]], False),  # one less than a label under it has
        ([*MEANING[:2], "c:z", *MEANING[3:]], False),
        ([*MEANING[:3], "e:a"], False),  # one of a label that stands beside it
    ],
)
def test_it_agrees_with_the_label_table(engine: DuckDBEngine, meaning: list[str], is_right: bool) -> None:
    found = FoundMeaning("abc", rows_of(*meaning))
    assert judged(engine, found, LABELS)[0] == (() if is_right else (CONTRADICTION,))
    typed = [
        (label, int(depth), *(each or None for each in more[:-2]), int(more[-2]), more[-1] or None)
        for label, depth, *more in LABELS
    ]
    assert judged(engine, found, typed) == judged(engine, found, LABELS)


def test_an_item_that_was_taken_out_contradicts_though_no_other_label_has_it(engine: DuckDBEngine) -> None:
    found = FoundMeaning("abc", rows_of(MEANING[0], "rest:ac", *MEANING[2:]))
    assert judged(engine, found, [row for row in LABELS if row[0] != "c"])[0] == (CONTRADICTION,)


@pytest.mark.parametrize(("escaped", "labels"), [(True, ["=c", "'b"]), (False, ["'=c", "'b"])])
def test_quotes_before_formulas_are_taken_away_where_they_were_put(escaped: bool, labels: list[str]) -> None:
    assert FoundMeaning("abc", [("'=c", "c", 1.0), ("'b", "b", 1.0)], escaped).labels == labels


def test_a_label_table_that_makes_no_sense_contradicts(engine: DuckDBEngine) -> None:
    for row in (("*", "0", "", "", "many", ""), ("*", "0"), ("*", "0", "", "", "4", "{")):
        assert judged(engine, FoundMeaning("abc", rows_of(*MEANING)), [row])[0] == (CONTRADICTION,)


def test_labels_deeper_than_the_levels_have_no_place(engine: DuckDBEngine) -> None:
    """A label table has 64 levels at most: only numbers of items and exceptions are compared then."""
    deep = [(label, "9", *more) if label == "c" else (label, depth, *more) for label, depth, *more in LABELS]
    assert judged(engine, FoundMeaning("abc", rows_of(*MEANING[:2], "c:a", "e:e")), deep)[0] == ()
