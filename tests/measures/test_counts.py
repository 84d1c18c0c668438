"""Counts of an analyst in SQL, against a walk over every record, and what is refused before anything is written."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from statistics import mean

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput, BadParameter, SetanonError
from setanon_sql.measures.counts import MadeUp
from setanon_sql.measures.details import MeasureRequest
from setanon_sql.measures.queries import Itemsets, Query
from setanon_sql.measures.records import utility
from setanon_sql.measures.workload import read_workload, with_source_counts
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Taxonomy, encode
from tests.data import dataset_of, lines_of
from tests.releases import Records
from tests.strategies import examples

#: Counts, and the same for one record at a time: of all records they are the sum.
COUNTS = {
    "rows": ("SELECT count(*) FROM source", len),
    "ab": (
        "SELECT count(*) AS n FROM (SELECT record_id FROM source WHERE item IN ('a', 'b') "
        "GROUP BY record_id HAVING count(*) = 2) AS two",
        lambda record: {"a", "b"} <= record,
    ),
    "long": (
        "WITH sizes AS (SELECT record_id, count(item) AS n FROM SOURCE GROUP BY 1) "
        "SELECT count(*) FILTER (WHERE n >= 3) FROM sizes",
        lambda record: len(record) >= 3,
    ),
    "a not c": (
        "SELECT count(DISTINCT s.record_id) FROM source s WHERE s.item = 'a' AND NOT EXISTS "
        "(SELECT 1 FROM source t WHERE t.record_id = s.record_id AND t.item = 'c')",
        lambda record: "a" in record and "c" not in record,
    ),
}
TEXTS = {name: text for name, (text, _) in COUNTS.items()}
PARENT = dict.fromkeys("abc", "ABC") | dict.fromkeys("defg", "DEFG") | {"ABC": "*", "DEFG": "*"}
LEAVES = {"ABC": "abc", "DEFG": "defg"}
_records = st.lists(st.frozensets(st.sampled_from("abcde"), min_size=1, max_size=5), min_size=1, max_size=12)


@pytest.fixture(scope="module")
def shared() -> Iterator[DuckDBEngine]:
    with DuckDBEngine(threads=1) as engine:
        yield engine


def walked(records: Records) -> list[int]:
    return [sum(map(int, map(of_one, records))) for _, of_one in COUNTS.values()]  # type: ignore[arg-type]


@examples(40)
@given(_records, st.frozensets(st.sampled_from("abcde")))
def test_counts_in_source_and_release_are_those_of_a_walk(
    shared: DuckDBEngine, records: Records, gone: frozenset[str]
) -> None:
    """A release that shows items as they are, or not at all, is asked as it is."""
    source = dataset_of(shared, records)
    released = [record - gone for record in records]
    asked = MeasureRequest(workload=with_source_counts(source, read_workload(shared, TEXTS)))
    found = utility(source, lines_of(shared, released), request=asked).details.workload
    assert [one.name for one in found] == list(COUNTS)
    assert [one.support for one in found] == walked(records)
    assert [one.expected for one in found] == walked(released)
    assert all(one.deviation is None and not one.items for one in found)


def of_labels(shared: DuckDBEngine, records: Records, counts: Itemsets, originals: int) -> dict[str, Query]:
    """The answers of a release in which each item became the label over it."""
    source = dataset_of(shared, records)
    nodes = encode(shared, Taxonomy(PARENT, "*"), source)
    released = [frozenset(PARENT[item] for item in record) for record in records]
    asked = MeasureRequest(
        workload=with_source_counts(source, read_workload(shared, counts)), made_up=MadeUp(originals, "s")
    )
    found = utility(source, lines_of(shared, released), nodes, request=asked).details.workload
    return {one.name: one for one in found}


RECORDS = [frozenset(one) for one in (["ab", "ad", "d", "bce", "cg", "f", "a"] * 5 + ["acd", "bf"])]


@pytest.mark.slow
def test_a_label_stands_for_one_of_its_leaves_each_as_often(shared: DuckDBEngine) -> None:
    """What a release tells for certain is the same in every original; the rest comes out right on average."""
    held = {label: sum(bool(record & set(leaves)) for record in RECORDS) for label, leaves in LEAVES.items()}
    both = sum(record & set("abc") != set() != record & set("defg") for record in RECORDS)
    counts = {"rows": "SELECT count(*) FROM source", "records": "SELECT count(DISTINCT record_id) FROM source"}
    counts |= {label: f"SELECT count(*) FROM source WHERE item IN ({', '.join(map(repr, leaves))})"
               for label, leaves in LEAVES.items()}  # fmt: skip
    counts |= {item: f"SELECT count(*) FROM source WHERE item = '{item}'" for item in "abcdefg"}
    pairs = {
        one + other: f"SELECT count(*) FROM source a JOIN source b ON a.record_id = b.record_id "
        f"WHERE a.item = '{one}' AND b.item = '{other}'"
        for one, other in product(LEAVES["ABC"], LEAVES["DEFG"])
    }
    found = of_labels(shared, RECORDS, counts | pairs, 40)
    certain = {"rows": sum(held.values()), "records": len(RECORDS)} | held
    assert {name: (found[name].expected, found[name].deviation) for name in certain} == {
        name: (value, 0) for name, value in certain.items()
    }
    for label, leaves in LEAVES.items():
        for item in leaves:
            assert abs(found[item].expected - held[label] / len(leaves)) < 0.3
            assert (found[item].deviation or 0) <= 0.6  # dealt out: one more or one less at most
    assert sum(found[name].expected for name in pairs) == pytest.approx(both)
    for name in pairs:
        deviation = found[name].deviation or 0
        assert abs(found[name].expected - both / 12) < 5 * deviation / 40**0.5


@pytest.mark.slow
def test_itemsets_and_the_same_counts_in_sql_expect_the_same(shared: DuckDBEngine) -> None:
    """Two items under one label stand together in no original, and two under two labels as often as by chance."""
    itemsets = [["a", "b"], ["a", "b", "d"], ["a", "d"], ["c", "g"]]
    counts = {
        str(at): "SELECT count(*) FROM (SELECT record_id FROM source WHERE item IN "
        f"({', '.join(map(repr, one))}) GROUP BY record_id HAVING count(*) = {len(one)}) AS held"
        for at, one in enumerate(itemsets, 1)
    }
    expectations = of_labels(shared, RECORDS, itemsets, 1)
    originals = of_labels(shared, RECORDS, counts, 10)
    assert {name: one.support for name, one in expectations.items()} == {
        name: one.support for name, one in originals.items()
    }
    both = sum(record & set("abc") != set() != record & set("defg") for record in RECORDS)
    assert [one.expected for one in expectations.values()] == pytest.approx([0, 0, both / 12, both / 12])
    for name, one in originals.items():
        assert abs(one.expected - expectations[name].expected) <= 5 * (one.deviation or 0) / 10**0.5


BASKETS = [["tea", "milk"], ["tea", "milk"], ["tea"], ["tea"], ["milk", "bread"], ["tea", "milk", "bread"]] * 4


@pytest.mark.slow
def test_pieces_are_put_together_as_estimate_expects(tmp_path: Path) -> None:
    """The mean over the originals beside the expectation, which is worked out without making any up."""
    itemsets = [["tea"], ["milk"], ["tea", "milk"], ["milk", "bread"]]
    counts = {
        " ".join(one): "SELECT count(*) FROM (SELECT record_id FROM source WHERE item IN "
        f"({', '.join(map(repr, one))}) GROUP BY record_id HAVING count(*) = {len(one)}) AS held"
        for one in itemsets
    }
    counts["records"] = "SELECT count(DISTINCT record_id) FROM source"
    made = api.anonymize_disassociation(BASKETS, tmp_path / "r", k=3, m=2, cluster_size=8, seed="s", workload=counts)
    found = api.utility(BASKETS, tmp_path / "r", workload=counts, samples=20, seed="t").details.workload
    expected = [one.expected for one in api.estimate(tmp_path / "r", items=itemsets).estimates]
    for one, other in zip(found, expected, strict=False):
        assert one.support == sum(set(one.name.split()) <= set(record) for record in BASKETS)
        assert abs(one.expected - other) <= 5 * (one.deviation or 0) / 20**0.5 + 1e-9
    assert (found[-1].expected, found[-1].deviation) == (len(BASKETS), 0)
    assert made.utility["workload_error_mean"] == pytest.approx(
        mean(one.error for one in made.utility.details.workload)
    )
    assert [one.expected for one in made.utility.details.workload][-1] == len(BASKETS)


@pytest.mark.slow
def test_a_file_names_its_queries_and_calls_columns_as_the_source_does(tmp_path: Path) -> None:
    rows = [(f"c{at}", item) for at, record in enumerate(BASKETS) for item in record]
    pd.DataFrame(rows, columns=["customer", "Product"]).to_csv(tmp_path / "b.csv", index=False)
    (tmp_path / "w.sql").write_text(
        "select count(*) from source where product = 'tea';\n"
        "-- name: by either name\n"
        "SELECT count(DISTINCT customer) FROM source WHERE item = 'tea' AND record_id = customer;\n"
        "  -- NAME: last\nSELECT count(CASE WHEN item = 'bread' THEN 1 END) FROM source\n"
    )
    options = SourceOptions(record_id="customer", item="Product")
    made = api.anonymize_km(
        tmp_path / "b.csv", tmp_path / "r.csv", k=3, m=1, options=options, workload=tmp_path / "w.sql"
    )
    told = [(one.name, one.support, one.expected) for one in made.utility.details.workload]
    assert told == [("1", 20, 20.0), ("by either name", 20, 20.0), ("last", 8, 8.0)]
    again = api.utility(tmp_path / "b.csv", tmp_path / "r.csv", options=options, workload=tmp_path / "w.sql")
    assert again.details.workload == made.utility.details.workload


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("DROP TABLE source", "is not a SELECT"),
        ("SELECT count(*) FROM source UNION SELECT 1", "is not a SELECT"),
        ("SELECT item FROM source", "is not a count"),
        ("SELECT count(*), count(item) FROM source", "is not a count"),
        ("SELECT count(*) + 1 FROM source", "is not a count"),
        ("SELECT count(*) OVER () FROM source", "is not a count"),
        ("SELECT count(*) FROM source GROUP BY item", "more or fewer rows than one"),
        ("SELECT count(*) FROM source HAVING count(*) > 9", "more or fewer rows than one"),
        ("SELECT count(*) FROM source LIMIT 0", "more or fewer rows than one"),
        ("SELECT count(*) FROM other", "reads something else than source"),
        ("SELECT count(*) FROM source JOIN 'b.csv' ON true", "reads something else than source"),
        ("SELECT count(*) FROM read_csv('b.csv')", "reads something else than source"),
        ("SELECT count(*) FROM main.source", "reads something else than source"),
        ("SELECT count(*)", "reads something else than source"),
        ("SELECT count(*) FROM (DELETE FROM source RETURNING 1)", "no SQL that can be read|writes or locks"),
        ("SELECT count(*) FROM source WHERE nextval('s') > 1", "may change something"),
        ("SELECT count(*) FROM source; SELECT count(*) FROM source", "holds 2 statements"),
        ("", "holds no statements"),
        ("SELECT count(*) FROM source WHERE", "no SQL that can be read"),
        ("SELECT count(*) FROM source WHERE price > 1", "cannot be run"),
    ],
)
def test_what_is_no_count_is_refused_before_anything_is_written(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises((BadInput, BadParameter), match=told) as caught:
        api.anonymize_km(BASKETS, tmp_path / "r.csv", k=3, m=1, workload={"mine": text})
    assert isinstance(caught.value, SetanonError) and "query mine of" in caught.value.message
    assert not list(tmp_path.iterdir())


def test_a_file_without_a_query_and_names_that_are_there_twice_are_refused(tmp_path: Path) -> None:
    for text, told in (
        ("-- nothing\n", "holds no statement"),
        ("-- name: a\nSELECT count(*) FROM source;\n-- name: a\nSELECT count(*) FROM source", "more than one query a"),
    ):
        (tmp_path / "w.sql").write_text(text)
        with pytest.raises(BadParameter, match=told):
            api.utility(BASKETS, tmp_path / "none.csv", workload=tmp_path / "w.sql")
