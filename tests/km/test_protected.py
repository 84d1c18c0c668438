"""Sets that are protected by name: audit, release and recount, against counting all parts of each."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.dataset import Dataset
from setanon_sql.errors import BadInput, BadParameter, NotReached
from setanon_sql.models.km.audit import audit_km_protected
from setanon_sql.models.km.methods import KmResult, anonymize_km
from setanon_sql.models.km.methods.protected import protected_nodes
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.taxonomy import Taxonomy, encode
from tests import lent
from tests.data import dataset_of
from tests.km_cases import rows
from tests.oracle import km
from tests.oracle import protected as oracle
from tests.strategies import ITEMS, baskets, examples, persons_of, taxonomies

Records = list[set[str]]
Sets = list[set[str]]

#: Items that no record has are among them, and one that the taxonomy has not.
sets = st.lists(st.sets(st.sampled_from([*ITEMS, "other"]), min_size=1, max_size=5), min_size=1, max_size=3)


@st.composite
def shops(draw: st.DrawFn) -> tuple[Records, list[int], Sets]:
    data = draw(baskets.filter(any))
    return data, draw(st.just([*range(len(data))]) | persons_of(len(data))), draw(sets)


@examples(100)
@given(shops(), st.integers(2, 4), st.booleans())
@example(([{"a", "b"}, {"a", "b", "c"}, {"c"}], [1, 1, 2], [{"a", "b"}]), 2, True)
def test_who_is_at_risk(shop: tuple[Records, list[int], Sets], k: int, by_person: bool) -> None:
    data, persons, protected = shop
    units = persons if by_person else [*range(len(data))]
    with lent.engine() as engine:
        source = dataset_of(engine, data, persons=persons if by_person else None)
        pairs = [(at, item) for at, items in enumerate(protected) for item in items]
        named = engine.load_rows("named", {"set_id": int, "label": str}, pairs)
        audit = audit_km_protected(source, KmAnonymity(k, person=by_person, protect=True), named, unicity=True)
    assert audit.at_risk == len(oracle.at_risk(data, units, protected, k))
    assert audit.singled_out == len(oracle.at_risk(data, units, protected, 2))
    assert audit.broken_sets == sum(bool(oracle.broken(data, units, items, k)) for items in protected)
    assert audit.protected_sets == len(protected)
    assert audit.satisfied is not bool(audit.at_risk)


def anonymized(source: Dataset, model: KmAnonymity, taxonomy: Taxonomy, protected: Sets) -> tuple[KmResult, set[str]]:
    """A result, and the labels that are kept."""
    nodes = encode(source.engine, taxonomy, source)
    named = protected_nodes(source.engine, nodes.nodes, dict(enumerate(protected)))
    result = anonymize_km(source, model, nodes.nodes, nodes.ancestors, protected=named, seconds=5)
    return result, {str(result.tree.labels[node]) for node in result.kept}


def labels_of(taxonomy: Taxonomy, kept: set[str], items: set[str]) -> set[str]:
    """Return what somebody who knows items of a set looks for: the label over each, if there is one."""
    paths = (taxonomy.path(item) if item in taxonomy.depth else (taxonomy.root,) for item in items)
    return {label for path in paths for label in path if label in kept}


def released(data: Records, taxonomy: Taxonomy, kept: set[str]) -> Records:
    return [labels_of(taxonomy, kept, record) for record in data]


def keeps(data: Records, units: list[int], taxonomy: Taxonomy, kept: set[str], protected: Sets, k: int) -> bool:
    looked_for = [labels_of(taxonomy, kept, items) for items in protected]
    return not oracle.at_risk(released(data, taxonomy, kept), units, looked_for, k)


def antichains(taxonomy: Taxonomy) -> list[set[str]]:
    """Return all choices of labels, none over another."""
    chosen: list[set[str]] = [set()]
    for label in taxonomy.depth:
        over = set(taxonomy.path(label))
        chosen += [{*kept, label} for kept in chosen if not kept & over]
    return chosen


def loss(data: Records, taxonomy: Taxonomy, kept: set[str]) -> float:
    after = {item: next((label for label in taxonomy.path(item) if label in kept), None) for item in set().union(*data)}
    return km.loss(data, after, taxonomy, "ncp")


@examples(150, deadline=None)
@given(shops(), taxonomies(), st.integers(2, 4), st.booleans())
@example(([{"a", "b"}, {"a"}, {"a"}, {"b"}, {"b"}, {"c"}], [*range(6)], [{"a", "b"}, {"c"}]),
         Taxonomy({"a": "G1", "b": "G1", "c": "top", "G1": "top"}, "top"), 2, False)  # fmt: skip
def test_no_protected_set_is_left_and_nothing_costs_less(
    shop: tuple[Records, list[int], Sets], taxonomy: Taxonomy, k: int, by_person: bool
) -> None:
    data, persons, protected = shop
    units = persons if by_person else [*range(len(data))]
    able = [kept for kept in antichains(taxonomy) if keeps(data, units, taxonomy, kept, protected, k)]
    least = min((loss(data, taxonomy, kept) for kept in able), default=1.0)
    with lent.engine() as engine:
        source = dataset_of(engine, data, persons=persons if by_person else None)
        try:
            result, kept = anonymized(source, KmAnonymity(k, person=by_person, protect=True), taxonomy, protected)
        except (NotReached, BadParameter):  # fewer than k in all, or nothing can be shown
            assert len(set(units)) < k or least == pytest.approx(1)
            return
        shown = rows(engine, result, len(data))
    assert shown == released(data, taxonomy, kept)
    assert keeps(data, units, taxonomy, kept, protected, k)
    assert result.nearest is not None and result.nearest.proved
    assert loss(data, taxonomy, kept) == pytest.approx(least, abs=1e-7)


SHOP: Records = [{"a", "b"}, {"a", "c"}, {"a", "d"}, {"b", "e"}, {"b", "f"}, {"c", "d"}, {"e", "f"}, {"a"}] * 2
TREE = {"a": "AB", "b": "AB", "c": "CD", "d": "CD", "e": "EF", "f": "EF", "AB": "all", "CD": "all", "EF": "all"}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shop with its taxonomy, and a release in which a set is protected."""
    folder = tmp_path_factory.mktemp("protected")
    lines = [f"{at},{item}" for at, items in enumerate(SHOP) for item in sorted(items)]
    (folder / "shop.csv").write_text("\n".join(["record_id,item", *lines]) + "\n")
    (folder / "tree.csv").write_text("child,parent\n" + "".join(f"{low},{up}\n" for low, up in TREE.items()))
    (folder / "sets.csv").write_text("set_id,item\n1,a\n1,b\n2,c\n2,d\n2,e\n")
    api.anonymize_km(
        folder / "shop.csv", k=3, protect=folder / "sets.csv", taxonomy=folder / "tree.csv", out=folder / "safe.csv",
        seed="1", report=folder / "report.html",
    )  # fmt: skip
    return folder


@pytest.mark.slow
def test_the_owner_can_check_it_and_nobody_else(shop: Path) -> None:
    """The manifest names no set."""
    alone = api.verify(shop / "safe.csv")
    assert (alone.satisfied, alone.complete, alone.messages) == (False, False, ())
    assert "does not name these sets" in alone.not_checked[0]
    answer = api.verify(shop / "safe.csv", protect=shop / "sets.csv")
    assert answer.satisfied and answer.checks["protected_sets"] == 2
    broken = api.verify(shop / "safe.csv", protect=[["e", "f"], ["b", "f"]])
    assert not broken.satisfied and broken.complete
    assert broken.messages[0].startswith("of protected sets, ")
    manifest = json.loads((shop / "safe.csv.manifest.json").read_text())
    assert manifest["parameters"] == {"k": 3, "m": None, "protect": True}
    assert "known" not in manifest
    assert "any number of items of a protected set" in (shop / "report.html").read_text()


@pytest.mark.slow
def test_sets_of_another_release_are_refused(shop: Path, tmp_path: Path) -> None:
    api.anonymize_km(shop / "shop.csv", k=2, m=1, out=tmp_path / "km.csv", seed="1")
    with pytest.raises(BadInput, match="does not protect sets by name"):
        api.verify(tmp_path / "km.csv", protect=shop / "sets.csv")
    with pytest.raises(BadInput, match="1 label of the taxonomy"):
        api.anonymize_km(
            shop / "shop.csv", k=2, protect=[["AB", "c"]], taxonomy=shop / "tree.csv", out=tmp_path / "out.csv"
        )


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"m": 2}, "needs no <m>"),
        ({"known": ["a"]}, "goes with none of <known>"),
        ({"absent": 1}, "<absent> needs <m>"),
        ({"recoding": "local"}, "<recoding=local>"),
        ({"algorithm": "aa", "taxonomy": "t.csv"}, "does not know of <protect>"),
        ({"previous": "old.csv"}, "does not know of <protect>"),
        ({"mapping": "m.csv"}, "does not know of <protect>"),
        ({"slack": 0.05}, "without <known>, <protect>"),
    ],
)
def test_what_does_not_go_together_is_refused_before_anything_is_read(more: dict[str, Any], told: str) -> None:
    with pytest.raises(BadParameter) as refused:
        api.anonymize_km("no such file.csv", k=2, protect="sets.csv", out="out.csv", **more)
    assert told in refused.value.marked_message


@cache
def gate(k: int, by_person: bool) -> str:
    who = "who" if by_person else ""
    return api.sql_gate_km(k=k, dialect="duckdb", table="baskets", protect="sets", person=who, item="what").sql


@pytest.mark.slow
@examples(60, deadline=None)
@given(shops(), st.just(3), st.booleans())
def test_the_gate_finds_what_the_audit_finds(shop: tuple[Records, list[int], Sets], k: int, by_person: bool) -> None:
    data, persons, protected = shop
    units = persons if by_person else [*range(len(data))]
    rows = [(at, item, who) for at, (items, who) in enumerate(zip(data, persons, strict=True)) for item in items]
    with lent.engine() as engine:
        cursor = engine.connection.cursor()
        cursor.execute("CREATE OR REPLACE TEMP TABLE baskets (record_id BIGINT, what VARCHAR, who BIGINT)")
        cursor.executemany("INSERT INTO baskets VALUES (?, ?, ?)", rows)
        cursor.execute("CREATE OR REPLACE TEMP TABLE sets (set_id BIGINT, what VARCHAR)")
        cursor.executemany(
            "INSERT INTO sets VALUES (?, ?)", [(at, x) for at, items in enumerate(protected) for x in items]
        )
        told = cursor.execute(gate(k, by_person)).fetchall()
    expected = oracle.at_risk(data, units, protected, k)
    if not {item for items in protected for item in items} & {item for items in data for item in items}:
        assert [row[-1] for row in told] == ["no protected item in the data"]
    elif not expected:
        assert told == []
    else:
        assert told[0][3 if by_person else 1] == len(expected)
