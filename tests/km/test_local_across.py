"""Two releases by local recoding: what is counted of both together is never less than what known items leave."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.inference.across import attack_across
from setanon_sql.query.templates import Table
from setanon_sql.taxonomy import Taxonomy
from tests import lent
from tests.data import columns
from tests.recoding.oracle import over
from tests.strategies import baskets, examples, taxonomies

#: Of each person what stands for each item.
Recoded = Sequence[Mapping[str, str]]


def shown(engine: DuckDBEngine, records: Recoded) -> Table:
    rows = sorted({(person, label) for person, labels in enumerate(records, 1) for label in labels.values()})
    return engine.load("held", {"person": int, "label": str}, columns(rows, 2))


def left_with_few(releases: Sequence[Recoded], tree: Taxonomy, k: int, m: int) -> int:
    """Count persons of whom up to m items leave fewer than k whose labels in each release can stand for them."""
    able = [
        [{item for item in tree.leaves if {*over(tree.parent, item)} & {*labels.values()}} for labels in release]
        for release in releases
    ]
    both = [old & new for old, new in zip(*able, strict=True)]
    return sum(
        any(
            sum({*known} <= held for held in both) < k
            for size in range(1, m + 1)
            for known in combinations(sorted(record), size)
        )
        for record in releases[0]
    )


@examples(200, deadline=None)
@given(baskets, taxonomies(), st.integers(2, 3), st.integers(1, 2), st.data())
def test_nobody_is_left_with_few_who_is_not_counted(
    data: list[set[str]], tree: Taxonomy, k: int, m: int, draw: st.DataObject
) -> None:
    data = [record for record in data if record] or [{"a"}]
    releases = [
        [{item: draw.draw(st.sampled_from(over(tree.parent, item))) for item in sorted(record)} for record in data]
        for _ in range(2)
    ]
    with lent.engine() as engine:
        sides = [shown(engine, release) for release in releases]
        attack = attack_across(engine, len(data), sides, k=k, m=m, taxonomy=tree)
    assert attack.persons_at_risk >= left_with_few(releases, tree, k, m)


TREE = Taxonomy(dict.fromkeys("ab", "AB") | dict.fromkeys("xy", "XY") | {"AB": "all", "XY": "all"}, "all")
#: Both months show the same labels: a and b beside x, AB beside y. Person 5 has ax again, and shows AB in the old one.
OLD = ["ax"] * 3 + ["bx"] * 2 + ["ay", "by"] + ["y"] * 5
NEW = ["ax", "ax", "ay", "bx", "by", "ax", "bx", *["y"] * 5]


@pytest.fixture
def months(tmp_path: Path) -> list[Path]:
    """Return two releases that keep their ids, and a link between them."""
    how: dict[str, Any] = {"k": 2, "m": 2, "taxonomy": TREE, "recoding": "local", "floor": 0, "record_ids": "keep"}
    for name, baskets_of in (("old", OLD), ("new", NEW)):
        rows = [(at, item) for at, basket in enumerate(baskets_of) for item in basket]
        data = pd.DataFrame(rows, columns=["record_id", "item"])
        api.anonymize_km(data, tmp_path / f"{name}.csv", **how)
        labels = {*pd.read_csv(tmp_path / f"{name}.csv")["item"]}
        assert labels == {"a", "b", "AB", "x", "y"}
    ids = pd.DataFrame({"old_record_id": range(len(OLD)), "new_record_id": range(len(OLD))})
    ids.to_csv(tmp_path / "link.csv", index=False)
    return [tmp_path / "old.csv", tmp_path / "new.csv", tmp_path / "link.csv"]


@pytest.mark.slow
def test_without_the_taxonomy_nobody_knows_which_labels_are_one_item(months: list[Path]) -> None:
    old, new, link = months
    blind = api.attack_across(old, new, link=link, m=1)
    assert (blind.not_computed, blind.complete) == (("labels",), False)
    told = api.attack_across(old, new, link=link, m=1, taxonomy=TREE)
    assert told.complete and told.persons_at_risk == 5
