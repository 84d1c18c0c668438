"""Estimates from a release of whole records, held to the source and to plain Python."""

from math import prod
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadInput
from setanon_sql.taxonomy import Taxonomy
from tests.releases import rows_of
from tests.strategies import examples, taxonomies

SHOP = Taxonomy({"dairy": "*", "milk": "dairy", "yogurt": "dairy", "cream": "dairy", "beer": "*"}, "*")


def leaves_of(taxonomy: Taxonomy, label: str, labels: set[str]) -> set[str]:
    node = label if label in taxonomy.depth else label.removesuffix(" (other)")
    if node not in taxonomy.depth:
        return {label}
    leaves = {leaf for leaf in taxonomy.leaves if node in taxonomy.path(leaf)}
    return leaves if node == label else leaves - labels


def by_hand(taxonomy: Taxonomy, records: dict[Any, set[str]], items: set[str]) -> tuple[int, float, int]:
    """Go through the records: certain, expected (an item by its most special label; no label twice), at most.

    A label over one item alone stands for it, but for the root, under which others may be.
    """
    labels = set().union(*records.values())
    meaning = {label: leaves_of(taxonomy, label, labels) for label in labels}
    certain, expected, at_most = 0, 0.0, 0
    for held in records.values():
        ways = [sorted((len(meaning[label]), label) for label in held if item in meaning[label]) for item in items]
        certain += all(
            item in held or any(meaning[over] == {item} and over != taxonomy.root for over in held) for item in items
        )
        if all(ways):
            at_most += 1
            best = [way[0] for way in ways]
            if len({label for _, label in best}) == len(best):
                expected += prod(1 / leaves for leaves, _ in best)
    return certain, expected, at_most


def records_in(path: Path) -> dict[Any, set[str]]:
    records: dict[Any, set[str]] = {}
    for record, label in rows_of(path):
        records.setdefault(record, set()).add(str(label))
    return records


def support(source: list[set[str]], items: set[str]) -> int:
    return sum(items <= record for record in source)


@pytest.mark.slow
@examples(60)
@given(taxonomy=taxonomies(), draw=st.data())
def test_the_truth_lies_between_and_all_three_are_as_counted_by_hand(
    tmp_path_factory: Any, taxonomy: Taxonomy, draw: Any
) -> None:
    out = tmp_path_factory.mktemp("whole") / "r.csv"
    record = st.sets(st.sampled_from([*taxonomy.leaves, "outside"]), min_size=1, max_size=4)
    source = draw.draw(st.lists(record, min_size=4, max_size=12))
    lists = [sorted(items) for items in source]
    if draw.draw(st.booleans()):
        api.anonymize_km(lists, out, k=2, m=2, taxonomy=taxonomy, missing="root")
    else:
        api.anonymize_kanonymity(lists, out, k=2, taxonomy=taxonomy, missing="root")
    itemsets = [
        set(pair)
        for pair in draw.draw(
            st.lists(
                st.sets(st.sampled_from([*taxonomy.leaves, "outside"]), min_size=1, max_size=2), min_size=1, max_size=6
            )
        )
    ]
    try:
        found = api.estimate(out, items=[sorted(items) for items in itemsets])
    except BadInput as error:
        assert "none of these items" in error.message
        return
    for items, estimate in zip(itemsets, found.estimates, strict=True):
        assert estimate.certain <= support(source, items)
        if estimate.at_most is None:
            assert estimate.expected is None
            continue
        assert support(source, items) <= estimate.at_most
        if "outside" not in items:
            expected = by_hand(taxonomy, records_in(out), items)
            assert (estimate.certain, estimate.at_most) == (expected[0], expected[2])
            assert estimate.expected == pytest.approx(expected[1])


@pytest.mark.slow
def test_an_item_that_stands_beside_a_label_over_all_may_stand_there_too(tmp_path: Path) -> None:
    """Local generalization: wine, which the taxonomy does not have, is in two records, and perhaps in others."""
    source = [["wine"], ["wine"], ["wine", "milk"], ["beer", "milk"]]
    out = tmp_path / "r.parquet"
    api.anonymize_kanonymity(source, out, k=2, taxonomy=SHOP, missing="root")
    assert {"wine", "*"} <= {label for held in records_in(out).values() for label in held}
    (wine,) = api.estimate(out, items=[["wine"]]).estimates
    assert (wine.certain, wine.at_most) == (2, 4)


@pytest.mark.slow
def test_files_tables_and_the_most_frequent(tmp_path: Path) -> None:
    source = [["milk", "beer"], ["milk"], ["yogurt", "beer"], ["cream", "milk"], ["yogurt"], ["milk", "beer"]] * 10
    out = tmp_path / "r.parquet"
    api.anonymize_km(source, out, k=25, m=2, taxonomy=SHOP)
    top = api.estimate(out, top=2)
    assert top.model == "km" and top.to_json()["model"] == top.model and top.has_bounds
    assert [estimate.certain for estimate in top.estimates] == sorted((e.certain for e in top.estimates), reverse=True)
    api.estimate(out, items=[["milk"]], out=tmp_path / "e.csv")
    ((*_, size, certain, expected, at_most),) = rows_of(tmp_path / "e.csv")
    (milk,) = api.estimate(out, items=[["milk"]]).estimates
    assert [*map(str, (size, certain, at_most))] == [*map(str, (1, milk.certain, milk.at_most))]
    assert float(str(expected)) == milk.expected


@pytest.mark.slow
def test_without_a_taxonomy_labels_are_items(tmp_path: Path) -> None:
    out = tmp_path / "r.csv"
    api.anonymize_km([["a", "b"], ["a", "b"], ["a"], ["c"]], out, k=2, m=2)
    ab, c = api.estimate(out, items=[["a", "b"], ["a", "c"]]).estimates
    assert (ab.certain, ab.expected, ab.at_most) == (2, 2.0, 2)
    assert (c.certain, c.expected, c.at_most, c.expected_text) == (0, None, None, "not known")


@pytest.mark.slow
def test_what_is_needed_is_said(tmp_path: Path) -> None:
    source = [["milk", "beer"], ["yogurt", "beer"]] * 2
    out = tmp_path / "r.csv"
    api.anonymize_km(source, out, k=3, m=2, taxonomy=SHOP, meaning=False)
    with pytest.raises(BadInput, match="no label table and meaning table"):
        api.estimate(out, items=[["milk"]])
    api.anonymize_rho(source, tmp_path / "rho.csv", rho=0.9, sensitive=["beer"], m=1)
    with pytest.raises(BadInput, match="tells no expected supports"):
        api.estimate(tmp_path / "rho.csv", items=[["milk"]])
