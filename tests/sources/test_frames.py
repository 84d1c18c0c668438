"""What Python holds in memory is a source, and what is sensitive; what cannot be read is named by its type alone."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from pyarrow import dataset

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.sources import SourceOptions, open_source
from setanon_sql.taxonomy import Taxonomy, load_taxonomy
from tests.sources.contents import content

SECRET = "s3cret"
SETS = {"1": {"a", "b"}, "2": {"a"}, "3": {"b", "c"}}
PAIRS = [(record, item) for record, items in SETS.items() for item in sorted(items)]
LONG = pa.table({"record_id": [record for record, _ in PAIRS], "item": [item for _, item in PAIRS]})


@dataclass(frozen=True)
class Streamed:
    """Gives a stream of Arrow and nothing else, as other libraries may."""

    table: pa.Table

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object:
        return self.table.__arrow_c_stream__(requested_schema)


def relation(query: str) -> duckdb.DuckDBPyRelation:
    connection = duckdb.connect()
    connection.register("long", LONG)
    return connection.sql(query)


def polars(table: pa.Table) -> Any:
    return pytest.importorskip("polars", reason="pip install '.[dev]'").from_arrow(table)


def slow_with_polars(names: Iterable[str]) -> list[Any]:
    """README's line has no polars: what needs it runs where slow tests do, with all that developers have."""
    return [pytest.param(name, marks=pytest.mark.slow if "polars" in name else ()) for name in names]


SOURCES: dict[str, Callable[[], Any]] = {
    "relation": lambda: relation("FROM long"),
    "relation of lists": lambda: relation("SELECT record_id, list(item) AS item FROM long GROUP BY ALL"),
    "stream": lambda: Streamed(LONG),
    "reader, which flows once": LONG.to_reader,
    "polars": lambda: polars(LONG),
    "polars, lists": lambda: polars(pa.table({"record_id": list(SETS), "item": [sorted(SETS[key]) for key in SETS]})),
    "polars, column of lists": lambda: polars(pa.table({"item": [sorted(items) for items in SETS.values()]}))["item"],
    "list of sets": lambda: list(SETS.values()),
    "tuple of lists": lambda: tuple(sorted(items) for items in SETS.values()),
    "dict of sets": lambda: SETS,
    "dict of columns": LONG.to_pydict,
    "dataset of Arrow": lambda: dataset.dataset(LONG),
    "scanner of Arrow": lambda: dataset.dataset(LONG).scanner(),
    "polars, lazy": lambda: polars(LONG).lazy(),
    "array of lists": lambda: pa.array([sorted(items) for items in SETS.values()]),
}  # fmt: skip


@pytest.mark.parametrize("name", slow_with_polars(SOURCES))
def test_whatever_holds_records_is_a_source(engine: DuckDBEngine, name: str) -> None:
    dataset = open_source(engine, SOURCES[name]())
    assert content(dataset) == SETS
    assert dataset.records == 3


#: The same records as frames of pandas, by what their index says.
FRAME = LONG.to_pandas()
INDEXED: dict[str, Any] = {
    "ids with a name": FRAME.set_index("record_id"),
    "ids with a name beside numbers": FRAME.set_index("record_id", append=True),
    "ids and items with names": FRAME.set_index(["record_id", "item"]),
    "items with a name": FRAME.set_index("item"),
    "a column of items with ids": FRAME.set_index("record_id")["item"],
    "a column of items with ids, without a name": FRAME.set_index("record_id")["item"].rename_axis(None),
    "lists with ids, without a name": FRAME.groupby("record_id")["item"].apply(list).rename_axis(None),
    "what a filter left": pd.concat([FRAME.head(1), FRAME])[1:].set_axis([9, 7, 5, 3, 1]),
    "what concat left": pd.concat([FRAME[:2], FRAME[2:].reset_index(drop=True)]),
    "something else with a name": FRAME.set_axis(pd.Index(range(5), name="n")),
    "the same name as a column": FRAME.set_axis(pd.Index(range(5), name="record_id")),
    "levels of one name": FRAME.set_axis(pd.MultiIndex.from_tuples([(at, at) for at in range(5)], names=["n", "n"])),
    "what a filter left, in columns of Arrow": pa.concat_tables([LONG.slice(0, 1), LONG])
    .to_pandas(types_mapper=pd.ArrowDtype)[1:]
    .set_axis([9, 7, 7, 3, 1]),
    "wide": pd.crosstab(FRAME["record_id"], FRAME["item"]),
    "wide, without a name": pd.crosstab(FRAME["record_id"], FRAME["item"]).rename_axis(None),
}  # fmt: skip


@pytest.mark.parametrize("name", INDEXED)
def test_the_index_of_a_frame_holds_record_ids_where_it_says_so(engine: DuckDBEngine, name: str) -> None:
    assert content(open_source(engine, INDEXED[name])) == SETS


def test_what_has_no_value_has_none_where_labels_of_the_index_repeat(engine: DuckDBEngine) -> None:
    """A column of objects whose first value stands in a row with a label that others have, too."""
    for nothing in (np.nan, None, pd.NA):
        more = pd.DataFrame({"record_id": ["4"], "item": pd.Series([nothing], dtype=object)})
        appended = pd.concat([FRAME.astype(object), more])
        with pytest.raises(BadInput, match="1 row has an empty or missing item: row 6"):
            open_source(engine, appended)
        assert content(open_source(engine, appended, SourceOptions(on_null="drop"))) == SETS


def test_columns_of_runs_are_read(engine: DuckDBEngine) -> None:
    runs = pa.table({name: pc.run_end_encode(LONG[name]) for name in LONG.column_names})
    for source in (runs, Streamed(runs), runs.to_pandas(types_mapper=pd.ArrowDtype)):
        assert content(open_source(engine, source)) == SETS


def test_the_index_holds_ids_under_the_names_that_the_options_have(engine: DuckDBEngine) -> None:
    options = SourceOptions(record_id="0", item="1")
    numbered = pd.DataFrame(PAIRS, index=[9, 7, 5, 3, 1])  # its columns are called 0 and 1
    assert content(open_source(engine, numbered, options)) == SETS
    assert content(open_source(engine, numbered.set_index(0)[1], options)) == SETS


STREAMS: dict[str, Callable[[pa.Table], Any]] = {"polars": polars, "reader": pa.Table.to_reader}


@pytest.mark.parametrize("name", slow_with_polars(STREAMS))
def test_columns_of_a_stream_that_differ_in_case_only_are_two_items(engine: DuckDBEngine, name: str) -> None:
    table = pa.table([["x", "y"], [1, 0], [1, 1]], names=["id", "milk", "Milk"])
    assert content(open_source(engine, STREAMS[name](table))) == {"x": {"milk", "Milk"}, "y": {"Milk"}}


ITEMS: dict[str, Callable[[], Any]] = {
    "list": lambda: ["c", "unknown"],
    "tuple": lambda: ("c",),
    "set": lambda: {"c"},
    "frozenset": lambda: frozenset("c"),
    "pandas column": lambda: pd.Series(["c"]),
    "pandas index": lambda: pd.Index(["c"]),
    "numpy": lambda: np.array(["c"]),
    "array": lambda: pa.array(["c"]),
    "relation": lambda: relation("SELECT DISTINCT item FROM long WHERE item = 'c'"),
    "stream": lambda: Streamed(pa.table({"item": ["c"]})),
    "polars": lambda: polars(pa.table({"item": ["c"]})),
    "polars column": lambda: polars(pa.table({"what": ["c"]}))["what"],
}


@pytest.mark.whole
@pytest.mark.parametrize("name", ITEMS)
def test_whatever_holds_items_says_what_is_sensitive(name: str) -> None:
    found = api.audit_rho(LONG, rho="0.4", sensitive=ITEMS[name]())
    expected = api.audit_rho(LONG, rho="0.4", sensitive=pd.DataFrame({"item": ["c"]}))
    assert found.to_json() == expected.to_json()
    assert found.violations == 1  # b -> c: one of the two records with b


@pytest.mark.whole
def test_a_frame_of_persons_is_personal_whatever_made_it() -> None:
    wishes = pa.table({"record_id": ["3"], "item": ["c"]})
    found = [api.audit_rho(LONG, rho="0.4", sensitive=made).to_json() for made in (wishes, Streamed(wishes))]
    assert found[0] == found[1]
    assert found[0]["violations"] == 1


PRODUCTS = pd.DataFrame({"item": list("abc"), "kind": ["food", "food", "med"], "factor": ["1", "1", "0.5"]})
PRODUCTS.index = pd.Index([5, 7, 2])  # a record is called 2, and what it holds implies nothing sensitive
MEDICINES = PRODUCTS[PRODUCTS["kind"] == "med"]


@pytest.mark.whole
@pytest.mark.parametrize(
    "sensitive",
    [
        MEDICINES[["item"]],
        MEDICINES["item"],
        MEDICINES,
        MEDICINES.set_index("item"),
        pd.concat([MEDICINES, MEDICINES])["item"],
        MEDICINES.set_axis(["3"])["item"],  # "3" is a record
        MEDICINES.set_axis(pd.MultiIndex.from_tuples([("3", 1)]))["item"],
    ],
)
def test_an_index_without_a_name_makes_no_wishes(sensitive: Any) -> None:
    expected = api.audit_rho(LONG, rho="0.4", sensitive=["c"])
    assert api.audit_rho(LONG, rho="0.4", sensitive=sensitive).to_json() == expected.to_json()


@pytest.mark.whole
def test_what_a_filter_leaves_is_sensitive_for_everybody_in_a_release() -> None:
    assert api.anonymize_rho(LONG, rho="0.4", sensitive=MEDICINES).manifest["sensitive"] == ["c"]
    more = pd.concat(
        [LONG.to_pandas(), *(pd.DataFrame({"record_id": [one] * 2, "item": ["a", "b"]}) for one in ("8", "9"))]
    )
    assert api.anonymize_disassociation(more, k=2, m=1, sensitive=MEDICINES).manifest["sensitive"] == ["c"]


@pytest.mark.whole
def test_a_level_of_an_index_that_is_called_record_id_makes_wishes_personal() -> None:
    wishes = pd.DataFrame({"record_id": ["3"], "item": ["c"]})
    expected = api.audit_rho(LONG, rho="0.4", sensitive=wishes).to_json()
    for named in (wishes.set_index("record_id"), wishes.set_index("record_id")["item"], wishes.set_index([*wishes])):
        assert api.audit_rho(LONG, rho="0.4", sensitive=named).to_json() == expected


@pytest.mark.whole
def test_no_other_list_has_a_column_of_an_index_without_a_name(engine: DuckDBEngine, tmp_path: Path) -> None:
    assert api.audit_adaptive(LONG, rho="0.4", sensitive=["c"], factors=MEDICINES).satisfied
    edges = pd.DataFrame({"child": ["no", "a", "b", "ab", "c"], "parent": ["no", "ab", "ab", "*", "*"]})[1:]
    edges.index = pd.Index([7, 1, 3, 4])
    assert load_taxonomy(engine, edges) == load_taxonomy(engine, edges.reset_index(drop=True))
    rules = MEDICINES.assign(rule="drop")[["item", "rule"]]
    made = api.anonymize_km(LONG, tmp_path / "o.csv", k=2, m=1, constraints=rules, record_ids="keep")
    assert made.constraints and made.constraints.items_dropped == 1
    asked = pd.Series([["a", "b"], ["c"]], index=[5, 2])
    queries = api.utility(LONG, tmp_path / "o.csv", workload=asked, constraints=rules).details.workload
    assert [one.name for one in queries] == ["1", "2"]


LINK = pd.DataFrame({"old_record_id": ["1", "2", "3"], "new_record_id": ["1", "2", "3"]})
LINKS: dict[str, Any] = {
    "frame": LINK,
    "what a filter left": LINK.set_axis([5, 3, 9]),
    "index with a name": LINK.set_index("old_record_id"),
    "arrow": pa.Table.from_pandas(LINK),
    "relation": duckdb.from_df(LINK, connection=duckdb.connect()),
}


@pytest.mark.whole
@pytest.mark.parametrize("name", LINKS)
def test_who_is_who_in_two_releases_may_be_in_memory(tmp_path: Path, name: str) -> None:
    old = tmp_path / "old.csv"
    api.anonymize_km(LONG, old, k=2, m=1, record_ids="keep")
    assert api.attack_across(old, old, link=LINKS[name]).persons == 3
    api.anonymize_km(LONG, k=2, m=1, previous=str(old), link=LINKS[name])


@pytest.mark.whole
@pytest.mark.parametrize("link", [5, LINK["old_record_id"], LINK.set_axis(["a", "b"], axis=1), [["1", "1"]]])
def test_what_cannot_say_who_is_who_is_refused(tmp_path: Path, link: Any) -> None:
    old = tmp_path / "old.csv"
    api.anonymize_km(LONG, old, k=2, m=1)
    with pytest.raises(BadInput, match="the link cannot be read") as raised:
        api.attack_across(old, old, link=link)
    assert "old_record_id and new_record_id" in raised.value.hint


@pytest.mark.whole
def test_factors_and_taxonomies_may_be_streams(engine: DuckDBEngine) -> None:
    factors = Streamed(pa.table({"item": ["c"], "factor": ["0.5"]}))
    assert not api.audit_adaptive(LONG, rho="0.4", sensitive=["c"], factor="0").satisfied
    assert api.audit_adaptive(LONG, rho="0.4", sensitive=["c"], factors=factors).satisfied
    edges = [("a", "ab"), ("b", "ab"), ("ab", "*"), ("c", "*")]
    table = pa.table({"child": [child for child, _ in edges], "parent": [parent for _, parent in edges]})
    trees = [load_taxonomy(engine, source) for source in (table, Streamed(table), edges)]
    assert trees[0] == trees[1] == trees[2]
    assert trees[0] == Taxonomy(dict(edges), "*")


def generated() -> Any:
    return (item for item in [SECRET])


UNREADABLE: dict[str, tuple[Callable[[], Any], str]] = {
    "dict of dicts": (lambda: {1: {SECRET: 1}}, "the dict holds values of the type dict"),
    "number": (lambda: 7, "int"),
    "nothing": (lambda: None, "there is nothing to read"),
    "bytes": (SECRET.encode, "bytes"),
    "generator": (generated, "generator"),
    "matrix": (lambda: np.array([[SECRET, "b"]]), "numpy.ndarray"),
    "list of items": (lambda: [SECRET, "b"], "the list does not hold the items of each record"),
    "list of lists of lists": (lambda: [[[SECRET]]], "the list holds values of the type list"),
    "dicts in a frame": (lambda: pd.DataFrame({"item": [{SECRET: 1}]}), "type dict"),
    "bytes in a frame": (lambda: pd.DataFrame({"record_id": [1], "item": [SECRET.encode()]}), "type bytes"),
    "empty list": (list, "the list is empty"),
    "text and lists": (lambda: pd.DataFrame({"item": [["a"], SECRET]}), "type str"),
    "items that a filter left": (lambda: pd.DataFrame({"item": ["b", SECRET]}, index=[1, 3]), "no column .record_id"),
    "items in the index of counts": (lambda: FRAME.groupby(["record_id", "item"]).size(), "item. in its index"),
    "relation that fails": (lambda: relation(f"SELECT CAST('{SECRET}' AS INT) FROM long"), "relation cannot be"),
    "relation of other columns": (lambda: relation(f"SELECT 1 AS who, '{SECRET}' AS what"), '"who", "what"'),
}  # fmt: skip


@pytest.mark.parametrize("name", UNREADABLE)
def test_what_cannot_be_read_is_named_by_its_type(engine: DuckDBEngine, name: str) -> None:
    make, message = UNREADABLE[name]
    with pytest.raises(BadInput, match=message) as raised:
        open_source(engine, make())
    assert SECRET not in str(raised.value) + raised.value.hint
    assert raised.value.hint


@pytest.mark.parametrize(
    ("sensitive", "message"),
    [
        ({SECRET: 1}, "dict is a type"),
        ([[SECRET]], 'the column "item" holds lists'),
        ([SECRET.encode()], "the list holds values of the type bytes"),
        ([], "the list is empty"),
        ([SECRET], "the 1 item in .* does not occur"),
    ],
)
def test_what_is_no_list_of_items_is_refused_without_its_values(sensitive: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message) as raised:
        api.audit_rho(LONG, rho="0.4", sensitive=sensitive)
    assert SECRET not in str(raised.value) + raised.value.hint


@pytest.mark.whole
def test_a_source_in_memory_is_published(tmp_path: Path) -> None:
    made = api.anonymize_km(relation("FROM long"), tmp_path / "o.csv", k=2, m=1)
    assert made.manifest["rows"] == 4
    assert api.verify(tmp_path / "o.csv").holds


def test_options_do_not_stand_for_what_is_missing() -> None:
    with pytest.raises(BadParameter):
        api.audit_km(LONG, k=2, m=1, options=SourceOptions(format="none"))
