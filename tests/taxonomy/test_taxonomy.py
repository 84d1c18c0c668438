"""Taxonomies: three forms are one tree, the doctor finds each fault, node ids depend on the tree and the items only."""

import csv
import io
import random
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import duckdb
import pandas as pd
import pytest
import sqlglot
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.dataset import Dataset
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.query.templates import Table
from setanon_sql.sources import open_source
from setanon_sql.taxonomy import (
    FORMS,
    Taxonomy,
    TaxonomyOptions,
    check,
    convert,
    encode,
    flat_nodes,
    load_taxonomy,
    read_taxonomy,
    show,
)
from tests import lent
from tests.strategies import examples

ARX = "a;H;P;T\nb;H;P;T\nc;K;P;T\nd;K;P;T\nf;f;Q;T\ne;e;e;T\n"
TREE = Taxonomy(
    {"a": "H", "b": "H", "c": "K", "d": "K", "H": "P", "K": "P", "P": "T", "f": "Q", "Q": "T", "e": "T"}, "T"
)


@pytest.fixture(scope="module")
def shared() -> Iterator[DuckDBEngine]:
    """An engine for many examples."""
    with lent.engine() as engine:
        yield engine


def rows_of(engine: DuckDBEngine, table: Table, *columns: str) -> list[tuple[Any, ...]]:
    return sorted(engine.rows(sqlglot.select(*columns).from_(table.expression())), key=repr)


def data(engine: DuckDBEngine, *items: str) -> Dataset:
    return open_source(engine, pd.DataFrame({"record_id": range(len(items)), "item": items}))


def written(folder: Path, text: str, name: str = "t.csv") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8", newline="")
    return path


# -- reading ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "form"),
    [
        (ARX, "arx"),
        ("\ufeff" + ARX.replace("\n", "\r\n"), "arx"),
        (ARX.replace(";", "\t"), "arx"),
        ("item,level1,level2,level3\n" + ARX.replace(";", ","), "dimension"),
        ("sku|family|department|all\n" + ARX.replace(";", "|"), "dimension"),
        ("a,H\nb,H\nc,K\nd,K\nH,P\nK,P\nP,T\nf,Q\nQ,T\ne,T\n", "edges"),
        ("child,parent\na,H\nb,H\nc,K\nd,K\nH,P\nK,P\nP,T\nf,Q\nQ,T\ne,T\n", "edges"),
        ("parent;child\nH;a\nH;b\nK;c\nK;d\nP;H\nP;K\nT;P\nQ;f\nT;Q\nT;e\n;T\n", "edges"),
    ],
)
def test_every_form_is_sniffed_and_gives_the_same_tree(
    engine: DuckDBEngine, tmp_path: Path, text: str, form: str
) -> None:
    reading = read_taxonomy(engine, written(tmp_path, text))
    assert (reading.taxonomy, reading.form, reading.faults) == (TREE, form, ())


def test_a_table_of_a_database_and_a_frame_are_read(engine: DuckDBEngine, tmp_path: Path) -> None:
    rows = [row.split(";") for row in ARX.split()]
    frame = pd.DataFrame(rows, columns=["item", "family", "department", "all"])
    with duckdb.connect(str(tmp_path / "w.duckdb")) as connection:
        connection.register("given", frame)
        connection.execute("CREATE SCHEMA shop; CREATE TABLE shop.taxonomy AS SELECT * FROM given")
    assert load_taxonomy(engine, frame) == TREE
    assert load_taxonomy(engine, "shop.taxonomy", TaxonomyOptions(db=str(tmp_path / "w.duckdb"))) == TREE


LABEL = st.text(st.characters(blacklist_categories=["Cs", "Cc"]), min_size=1, max_size=6).filter(
    lambda text: text.strip() != "" and text.strip().lower() not in {"item", "child", "leaf", "level1"}
)


@st.composite
def trees(draw: st.DrawFn) -> Taxonomy:
    labels = draw(st.lists(LABEL, min_size=3, max_size=12, unique=True))
    parents = {label: labels[draw(st.integers(0, at))] for at, label in enumerate(labels[1:])}
    return Taxonomy(parents, labels[0])


@pytest.mark.parametrize("form", FORMS)
@given(tree=trees(), seed=st.integers(0, 3))
@examples(40)
def test_what_is_written_is_read_in_any_order_of_lines(
    shared: DuckDBEngine, form: str, tree: Taxonomy, seed: int
) -> None:
    rows = list(csv.reader(io.StringIO(convert(tree, form, "|"), newline=""), delimiter="|"))
    head, body = (rows[:1], rows[1:]) if form != "arx" else ([], rows)
    random.Random(seed).shuffle(body)
    text = io.StringIO()
    csv.writer(text, delimiter="|", quoting=csv.QUOTE_ALL).writerows(head + body)
    with TemporaryDirectory() as folder:
        path = written(Path(folder), text.getvalue())
        assert load_taxonomy(shared, path, TaxonomyOptions(form=form, sep="|")) == tree


def test_level_1_is_the_coarsest_in_what_is_written() -> None:
    header, first, *_ = convert(TREE, "dimension").splitlines()
    assert (header, first) == ("item,level1,level2,level3", "a,T,P,H")


# -- faults ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "labels"),
    [
        ("a;H;T\na;K;T\nb;H;T\n", "two_parents", ("a",)),
        ("a;H;T\nb;H;U\nc;K;T\nd;K;T\n", "two_parents", ("H",)),
        ("child,parent\na,b\nb,c\nc,a\nd,T\n", "cycle", ("a", "b", "c")),
        ("child,parent\na,b\nb,c\nc,b\n", "cycle", ("b", "c")),
        ("a;H;T\nb;H;T\na;H;T\n", "leaf_twice", ("a",)),
        ("child,parent\na,H\na,H\n", "leaf_twice", ("a",)),
        ("a;H;T\n;H;T\n", "blank_label", ()),
        (";;\n;;\n", "empty", ()),
        ("a,A\nb,B\n*,A\n", "several_roots", ("A", "B")),
    ],
)
def test_errors_name_their_labels_and_say_how_to_mend(
    engine: DuckDBEngine, tmp_path: Path, text: str, kind: str, labels: tuple[str, ...]
) -> None:
    path = written(tmp_path, text)
    errors = {fault.kind: fault for fault in read_taxonomy(engine, path).faults if fault.severity == "error"}
    assert errors[kind].labels == labels
    assert errors[kind].mend
    with pytest.raises(BadInput) as raised:
        load_taxonomy(engine, path)
    assert all(f'"{label}"' in raised.value.message for label in labels)
    assert errors[kind].mend in raised.value.hint


@given(edges=st.lists(st.tuples(*[st.sampled_from("abcdefg")] * 2), min_size=1, max_size=9))
@examples(80)
def test_labels_in_a_cycle_are_those_above_themselves(shared: DuckDBEngine, edges: list[tuple[str, str]]) -> None:
    above = {(lower, upper) for lower, upper in edges if lower != upper}
    reached = set(above)
    while more := {(a, d) for a, b in reached for c, d in above if b == c} - reached:
        reached |= more
    expected = sorted({a for a, b in reached if a == b})
    faults = read_taxonomy(shared, pd.DataFrame(edges, columns=["child", "parent"])).faults
    found = [label for fault in faults if fault.kind == "cycle" for label in fault.labels]
    # A label between two cycles is named, too: it is on the way to mending them.
    assert set(expected) <= set(found)
    assert bool(expected) == bool(found)


@pytest.mark.parametrize(
    ("text", "kind", "labels"),
    [
        ("child,parent\na,A\nb,B\n", "several_roots", ("A", "B")),
        ("a;;T\nb;H;T\nc;H;T\n", "blank_label", ()),
    ],
)
def test_warnings_of_reading_let_the_tree_stand(
    engine: DuckDBEngine, tmp_path: Path, text: str, kind: str, labels: tuple[str, ...]
) -> None:
    reading = read_taxonomy(engine, written(tmp_path, text))
    assert reading.taxonomy is not None
    assert [(fault.kind, fault.severity, fault.labels) for fault in reading.faults] == [(kind, "warning", labels)]


@pytest.mark.parametrize(
    ("parent", "items", "kind", "severity", "labels"),
    [
        ({"a": "T", "b": "T"}, ["a", "b", "z", "y"], "missing_item", "error", ("y", "z")),
        ({"a": "H", "b": "H", "H": "T", "c": "K", "d": "K", "K": "T"}, [*"abcdH"], "inner_item", "error", ("H",)),
        ({"a": "T", "b": "T"}, ["a"], "unused_leaf", "warning", ("b",)),
        ({"a": "H", "b": "H", "H": "T", "c": "T"}, ["a", "b", "c"], "uneven_depth", "warning", ("c",)),
        ({"a": "H", "H": "T", "b": "K", "c": "K", "K": "T"}, ["a", "b", "c"], "one_child", "warning", ("H",)),
        ({"Milk": "T", "milk ": "T"}, ["Milk", "milk "], "near_miss", "warning", ("Milk", "milk ")),
        ({"é": "T", "e\u0301": "T"}, ["é", "e\u0301"], "near_miss", "warning", ("e\u0301", "é")),
    ],
)
def test_the_doctor_finds_one_fault_and_names_it(
    parent: dict[str, str], items: list[str], kind: str, severity: str, labels: tuple[str, ...]
) -> None:
    assert [(fault.kind, fault.severity, fault.labels) for fault in check(Taxonomy(parent, "T"), items)] == [
        (kind, severity, labels)
    ]


def test_a_near_miss_of_a_missing_item_is_suggested() -> None:
    (fault,) = [
        fault
        for fault in check(Taxonomy({"Whole Milk": "T", "b": "T"}, "T"), ["whole  milk", "b"])
        if fault.kind == "missing_item"
    ]
    assert "1 differs from a label of the taxonomy only in case" in fault.remedy()
    assert "Milk" not in fault.message_with_labels() + fault.remedy() + str(fault.to_json())
    assert 'write that label as the data does: "Whole Milk"' in fault.remedy(show_values=True)
    assert fault.to_json(show_values=True)["labels"] == ["whole  milk"]


def test_a_sound_tree_has_no_faults() -> None:
    assert check(Taxonomy({"a": "T", "b": "T"}, "T"), ["a", "b"]) == []


@pytest.mark.parametrize("content", [b"", b"a;\xffH;T\n"])
def test_a_file_that_cannot_be_read_is_told(engine: DuckDBEngine, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "t.csv"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=r"is empty|not UTF-8 text \(line 1\)"):
        read_taxonomy(engine, path)


def test_unknown_forms_are_refused() -> None:
    with pytest.raises(BadParameter, match="form"):
        TaxonomyOptions(form="xml")
    with pytest.raises(BadParameter, match="form"):
        convert(TREE, "xml")


# -- coding ----------------------------------------------------------------------------------------------------------


def test_nodes_have_the_ids_of_items_first(engine: DuckDBEngine) -> None:
    nodes = encode(engine, TREE, data(engine, "b", "b", "a", "e", "d"))
    assert rows_of(engine, nodes.nodes, "node", "parent", "label", "leaves", "depth") == sorted(
        [
            (1, 10, "b", 1, 3), (2, 10, "a", 1, 3), (3, 11, "d", 1, 3), (4, 7, "e", 1, 1),
            (5, 11, "c", 1, 3), (6, 9, "f", 1, 2),
            (7, None, "T", 6, 0), (8, 7, "P", 4, 1), (9, 7, "Q", 1, 1), (10, 8, "H", 2, 2), (11, 8, "K", 2, 2),
        ],
        key=repr,
    )  # fmt: skip
    assert (nodes.root, nodes.leaves, nodes.count, nodes.height) == (7, 6, 11, 3)
    assert (1, 1, 0) in rows_of(engine, nodes.ancestors, "item", "node", "distance")
    assert [row for row in rows_of(engine, nodes.ancestors, "item", "node", "distance") if row[0] == 2] == [
        (2, 10, 1), (2, 2, 0), (2, 7, 3), (2, 8, 2),
    ]  # fmt: skip


def test_items_of_a_release_may_be_inner_nodes(engine: DuckDBEngine) -> None:
    dataset = data(engine, "H", "H", "c", "T")
    with pytest.raises(BadInput, match="2 items of the data are also an inner node") as refused:
        encode(engine, TREE, dataset)
    assert refused.value.message.endswith("node") and refused.value.details[1:] == ("H", "T")
    nodes = encode(engine, TREE, dataset, allow_inner=True)
    kept = {row[2]: row for row in rows_of(engine, nodes.nodes, "node", "parent", "label", "leaves")}
    assert (kept["H"][0], kept["H"][3], kept["T"][3]) == (1, 2, 6)
    assert nodes.root == kept["T"][0] == 2
    assert (1, 2, 2) in rows_of(engine, nodes.ancestors, "item", "node", "distance")


def test_items_without_a_leaf_are_counted_and_named_in_the_details(engine: DuckDBEngine) -> None:
    with pytest.raises(BadInput, match="2 items of the data have no leaf") as refused:
        encode(engine, TREE, data(engine, "a", "z", "y"))
    assert refused.value.message.endswith("no leaf") and refused.value.details[1:] == ("y", "z")
    assert "<values> them" in refused.value.marked_hint


def test_without_a_taxonomy_there_is_one_root(engine: DuckDBEngine) -> None:
    nodes = flat_nodes(engine, data(engine, "a", "*"))
    assert rows_of(engine, nodes.nodes, "node", "parent", "label", "leaves", "depth") == [
        (1, 3, "*", 1, 1), (2, 3, "a", 1, 1), (3, None, "**", 2, 0),
    ]  # fmt: skip
    assert rows_of(engine, nodes.ancestors, "item", "node", "distance") == [(1, 1, 0), (1, 3, 1), (2, 2, 0), (2, 3, 1)]


@given(tree=trees(), chosen=st.sets(st.integers(0, 11), min_size=1))
@examples(30)
def test_leaves_and_ancestors_are_those_of_the_tree(shared: DuckDBEngine, tree: Taxonomy, chosen: set[int]) -> None:
    items = [leaf for at, leaf in enumerate(tree.leaves) if at in chosen] or [tree.leaves[0]]
    nodes = encode(shared, tree, data(shared, *items))
    labels = dict(rows_of(shared, nodes.nodes, "node", "label"))
    for label, leaves in rows_of(shared, nodes.nodes, "label", "leaves"):
        assert leaves == sum(label in tree.path(leaf) for leaf in tree.leaves)
    found = {(labels[a], labels[b], n) for a, b, n in rows_of(shared, nodes.ancestors, "item", "node", "distance")}
    assert found == {(item, node, n) for item in items for n, node in enumerate(tree.path(item))}


def test_the_tree_is_drawn_to_a_depth() -> None:
    assert show(TREE, 1, {"e": 4}) == "T  (6 leaves)\n  P  (4 leaves)\n  Q  (1 leaf)\n  e  (4 records)\n"
    assert show(TREE).count("\n") == 11


@pytest.mark.datasets
def test_the_taxonomy_of_the_papers_data_fits(engine: DuckDBEngine, datasets: Path) -> None:
    dataset = open_source(engine, datasets / "bms-webview-2.txt")
    tree = load_taxonomy(engine, datasets / "bms-webview-2-taxonomy.csv")
    nodes = encode(engine, tree, dataset)
    assert (nodes.leaves, tree.root, nodes.height) == (3340, "*", 6)
