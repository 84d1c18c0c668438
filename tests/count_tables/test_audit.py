"""Which small counts follow from a table of counts, against plain Python."""

from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadInput, BadParameter
from tests.count_tables import oracle
from tests.count_tables.oracle import OVER, Cell, Record, cells_of
from tests.strategies import examples

GROUPS = ("n", "s", "w")


def table_of(shown: Mapping[Cell, int]) -> pd.DataFrame:
    """Return cells as the rows of a table."""
    rows = [(group or None, *[*sorted(items), None, None, None][:3], n) for (group, items), n in shown.items()]
    return pd.DataFrame(rows, columns=["region", "item", "item2", "item3", "n"], dtype=object)


record = st.tuples(st.sampled_from(GROUPS), st.frozensets(st.sampled_from("abcd"), max_size=4))


@pytest.mark.slow
@examples(60)
@given(
    st.lists(record, min_size=4, max_size=14),
    st.integers(2, 4),
    st.booleans(),
    st.sampled_from(["rule", "some"]),
    st.sampled_from([{}, OVER]),
    st.randoms(use_true_random=False),
)
def test_what_follows_is_what_follows_in_plain_python(
    records: list[Record], k: int, by: bool, shows: str, over: dict[str, str], random: Any
) -> None:
    groups = sorted({group for group, _ in records}) if by else []
    every = cells_of(records, groups, 3, over)
    shown = {cell: n for cell, n in every.items() if (n >= k if shows == "rule" else random.random() < 0.7)}
    if not shown:
        return
    groups = sorted({group for group, _ in shown} - {""})
    not_shown = "small" if shows == "rule" else "any"
    tree = (
        pd.DataFrame([("a", "ab", "all"), ("b", "ab", "all"), ("c", "c", "all"), ("d", "d", "all")]) if over else None
    )
    audit = api.audit_counts(table_of(shown), k=k, by=["region"] if groups else [], not_shown=not_shown, taxonomy=tree)
    expected = oracle.follows(shown, groups, k, over, k - 1 if shows == "rule" else 10**9)
    assert {kind: n for kind, n in audit.by_kind.items() if n} == {
        kind: len(each) for kind, each in expected.items() if each
    }
    assert audit.satisfied == (not any(expected.values()))


def standing(kind: str, event: Any, parts: list[Cell]) -> tuple[list[Cell], list[Cell]]:
    """The cells that those who stand in a small count hold, and those that they do not."""
    if kind == "difference":
        return [event[0]], [event[1]]
    if kind == "sum":
        cell, rest = event
        return [(cell[0], rest)], [(cell[0], rest | {item}) for item in cell[1] - rest]
    return [event], [part for part in parts if part[1] == event[1]] if kind == "line" else []


@pytest.mark.slow
@examples(80)
@given(st.lists(record, min_size=5, max_size=16), st.integers(2, 4), st.booleans(), st.integers(0, 2), st.booleans())
def test_who_stands_in_a_count_that_follows(
    records: list[Record], k: int, by: bool, persons: int, adds_up: bool
) -> None:
    own = [at // persons if persons else at for at, _ in enumerate(records)]
    groups = sorted({group for group, _ in records}) if by else []

    def holders(cell: Cell) -> set[int]:
        return {own[at] for at, one in enumerate(records) if oracle.holds(one, cell, {})}

    shown = {cell: n for cell in cells_of(records, groups, 2, {}) if (n := len(holders(cell))) >= k}
    groups = sorted({group for group, _ in shown} - {""})
    adds_up = adds_up and all(len({records[at][0] for at in range(len(own)) if own[at] == one}) == 1 for one in own)
    source = pd.DataFrame(
        [(at, own[at], group, item) for at, (group, items) in enumerate(records) for item in [*items, "other"]],
        columns=["record_id", "who", "region", "item"],
    )
    if not shown:
        return
    audit = api.audit_counts(
        table_of(shown), k=k, source=source, by=["region"] if groups else [], person="who" if persons else "",
        adds_up=["region"] if persons and groups and adds_up else [],
    )  # fmt: skip
    kinds = oracle.follows(shown, groups if not persons or adds_up else [], k, {}, k - 1)
    events = [(kind, event) for kind, found in kinds.items() for event in found]
    at_risk = set()
    for kind, event in events:
        if not persons or kind not in {"sum", "both"}:
            held, away = standing(kind, event, [cell for cell in shown if cell[0]])
            at_risk |= set.intersection(*map(holders, held)) - set.union(set(), *map(holders, away))
    assert audit.standing == len(at_risk), (records, k, by, persons, adds_up, at_risk, events)


def worlds(records: int) -> Iterator[tuple[frozenset[str], ...]]:
    """Yield all data of so many records over three items."""
    yield from combinations_with_replacement(oracle.subsets("abc", 3), records)


ITEMS_ABC_BC = oracle.Asked(pairs=False, itemsets=[frozenset("abc"), frozenset("bc")])


@pytest.mark.parametrize(("k", "asked"), [(2, None), (2, ITEMS_ABC_BC), pytest.param(3, None, marks=pytest.mark.slow)])
def test_what_follows_is_so_in_all_data_that_give_the_same_table(k: int, asked: oracle.Asked | None) -> None:
    """Of all pairs by the plain rule, and of items and two chosen itemsets."""
    same_table: dict[frozenset[tuple[Cell, int]], list[tuple[frozenset[str], ...]]] = {}
    for world in worlds(5):
        every = cells_of([("n", items) for items in world], (), 3 if asked else 2, {})
        shown = {cell: count for cell, count in every.items() if count >= k}
        if asked:
            shown = {cell: n for cell, n in shown.items() if len(cell[1]) < 2 or cell[1] in asked.itemsets}
        same_table.setdefault(frozenset(shown.items()), []).append(world)
    kinds = set()
    for shown_rows, same in same_table.items():
        for kind, events in oracle.follows(dict(shown_rows), (), k, {}, k - 1, asked=asked).items():
            kinds |= {kind} if events else set()
            for event in events:
                counts = {sum(oracle.stands(kind, event, items) for items in world) for world in same}
                assert all(1 <= count < k for count in counts), (kind, event, counts)
    assert kinds == {"difference", "sum", "both"}


def test_a_table_of_itemsets_is_read() -> None:
    table = pd.DataFrame({"itemset_id": [1, 2, 2, 3], "item": ["a", "a", "b", None], "count": [7, 6, 6, 20]})
    audit = api.audit_counts(table, k=5)
    assert audit.cells == 3
    assert audit.by_kind["difference"] == 1
    assert audit.to_json()["derivable_cells"] == 1
    assert "equation" not in audit.to_json()["worst"][0]
    assert audit.to_json(show_values=True)["worst"][0]["equation"] == "n(a) - n(a, b)"


@pytest.mark.slow
def test_marks_of_totals_and_of_hidden_counts_are_said() -> None:
    table = pd.DataFrame({"month": ["all", "jan", "feb"], "item": ["a", "a", "a"], "n": ["20", "17", "<5"]})
    with pytest.raises(BadInput, match="1 row of it has one that is no whole number"):
        api.audit_counts(table, k=5, by=["month"], total="all")
    audit = api.audit_counts(table, k=5, by=["month"], total="all", hidden="<5")
    assert audit.by_kind["line"] == 1
    assert audit.by_kind["difference"] == 1, "all months without January"
    of_persons = api.audit_counts(table, k=5, by=["month"], total="all", hidden="<5", counts_persons=True)
    assert of_persons.by_kind["line"] == 0, "a person may be in several months"


@pytest.mark.slow
def test_counts_that_contradict_each_other_are_refused() -> None:
    with pytest.raises(BadInput, match="larger than that of a cell around it"):
        api.audit_counts(table_of({("", frozenset("a")): 5, ("", frozenset("ab")): 9}), k=5)
    with pytest.raises(BadInput, match="do not add up"):
        shown = {("", frozenset()): 10, ("n", frozenset()): 8, ("s", frozenset()): 8}
        api.audit_counts(table_of(shown), k=5, by=["region"])
    with pytest.raises(BadInput, match="1 cell shows several counts"):
        table = pd.DataFrame({"item": ["a", "a"], "n": [5, 6]})
        api.audit_counts(table, k=5)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"by": ["region", "region"]}, "names a column twice"),
        ({"adds_up": ["region"]}, "no column of"),
        ({"person": "p"}, "is a column of"),
        ({"by": ["nowhere"]}, "has no column"),
    ],
)
def test_what_makes_no_sense_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadParameter, match=message):
        api.audit_counts(table_of({("", frozenset("a")): 5}), k=5, **options)


def test_rounded_counts_tell_nothing_of_what_lies_between() -> None:
    shown = {("", frozenset("a")): 10, ("", frozenset("ab")): 5}
    assert api.audit_counts(table_of(shown), k=5, rounded=5).satisfied


@pytest.mark.datasets
@pytest.mark.slow
@pytest.mark.parametrize(
    ("owner", "cells", "counts", "standing"), [("record", 45_719, 2_303, 738), ("person", 31_000, 12, 13)]
)
def test_pairs_of_complete_journey(
    datasets: Path, tmp_path: Path, owner: str, cells: int, counts: int, standing: int
) -> None:
    table, source = pairs_of_categories(datasets, tmp_path, owner)
    person = {"person": "person_id"} if owner == "person" else {}
    audit = api.audit_counts(table, k=5, source=source, not_shown="any", **person)
    assert len(pd.read_parquet(table).dropna()) == cells
    assert (audit.derivable_cells, audit.by_kind["difference"], audit.standing) == (counts, counts, standing)


def pairs_of_categories(datasets: Path, folder: Path, owner: str) -> tuple[Path, Path]:
    """Write items and pairs by the plain rule, of categories of products; ``owner``: what is counted."""
    table, source = folder / "pairs.parquet", folder / "source.parquet"
    record = "person_id" if owner == "record" else "record_id"
    with duckdb.connect() as connection:
        connection.execute(
            f"""
            CREATE TABLE bought AS SELECT DISTINCT p.{record}::VARCHAR record_id, p.person_id, x.product_category item
            FROM '{datasets}/completejourney.parquet' p
            JOIN read_csv('{datasets}/completejourney-taxonomy.csv', delim=';', header=true) x ON x.item = p.item;
            COPY bought TO '{source}';
            COPY (
              SELECT item, NULL item2, count(DISTINCT person_id) n FROM bought GROUP BY 1 HAVING n >= 5
              UNION ALL
              SELECT a.item, b.item, count(DISTINCT a.person_id) n FROM bought a
              JOIN bought b ON a.record_id = b.record_id AND a.item < b.item GROUP BY 1, 2 HAVING n >= 5
            ) TO '{table}'
            """
        )
    return table, source
