"""LG: the labels are those of plain Python, part by part; each record equals k - 1 others."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.models.kanonymity.method import anonymize_kanonymity
from setanon_sql.query.templates import columns_of
from setanon_sql.taxonomy import Taxonomy, encode
from tests import lent
from tests.data import dataset_of
from tests.kanonymity import oracle
from tests.strategies import baskets, examples, persons_of, taxonomies

TREE = Taxonomy(dict.fromkeys("abc", "G1") | dict.fromkeys("defg", "G2") | {"G1": "top", "G2": "top"}, "top")


def released(
    engine: DuckDBEngine, data: list[set[str]], tree: Taxonomy, k: int, persons: Sequence[int] | None = None
) -> tuple[oracle.Records, oracle.Records]:
    """Return the label of each item of each record by its place: of the program, and of plain Python."""
    dataset = dataset_of(engine, data)
    if persons is not None:
        table = engine.load("persons", {"record_id": int, "person": int}, [[*range(1, len(data) + 1)], [*persons]])
        dataset = replace(dataset, persons=table, n_persons=len({*persons}))
    nodes = encode(engine, tree, dataset)
    result = anonymize_kanonymity(dataset, k, nodes)
    order = {str(label): int(node) for node, label in engine.rows(columns_of(nodes.nodes, "node", "label"))}
    labels = {node: label for label, node in order.items()}
    records: oracle.Records = defaultdict(dict)
    for record, item, node in engine.rows(columns_of(result.occurrences, "record_id", "item", "node")):
        records[record - 1][labels[item]] = labels[node]
    return dict(records), oracle.generalized(data, oracle.Tree(tree.parent, order), k, persons)


@pytest.mark.slow
@given(baskets, taxonomies(), st.integers(2, 5))
@examples(1000)
def test_the_labels_are_those_of_plain_python(data: list[set[str]], tree: Taxonomy, k: int) -> None:
    assume(sum(map(bool, data)) >= k)
    with lent.engine() as engine:
        records, expected = released(engine, data, tree, k)
    assert records == expected
    assert {at: set(record) for at, record in records.items()} == {at: r for at, r in enumerate(data) if r}
    equal = Counter(frozenset(record.values()) for record in records.values())
    assert min(equal.values()) >= k


@given(baskets, taxonomies(), st.integers(2, 4), st.data())
@examples(500)
def test_the_labels_of_persons_are_those_of_plain_python(
    data: list[set[str]], tree: Taxonomy, k: int, drawn: st.DataObject
) -> None:
    """Records of k persons have the same labels; one record each is as if records were counted."""
    persons = drawn.draw(persons_of(len(data)))
    assume(len({who for who, record in zip(persons, data, strict=True) if record}) >= k)
    with lent.engine() as engine:
        records, expected = released(engine, data, tree, k, persons)
        if len({*persons}) == len(data):
            assert records == released(engine, data, tree, k)[0]
    assert records == expected
    who = defaultdict(set)
    for at, record in records.items():
        who[frozenset(record.values())].add(persons[at])
    assert min(map(len, who.values())) >= k


def test_records_of_a_person_are_one(engine: DuckDBEngine) -> None:
    """Two records with b and d are of one person: she takes a over to herself."""
    data = [{"a"}, {"a"}, {"a"}, {"b", "d"}, {"b", "d"}]
    by_records, _ = released(engine, data, TREE, 2)
    assert by_records[3] == {"b": "b", "d": "d"}
    records, expected = released(engine, data, TREE, 2, [1, 2, 3, 4, 4])
    assert records == expected and records[3] == records[4] == {"b": "top", "d": "top"}
    assert [records[at] for at in range(3)].count({"a": "a"}) == 2


@pytest.mark.slow
def test_a_release_of_persons_is_recounted_by_its_owner(tmp_path: Path) -> None:
    rows = [(0, "a", "p"), (1, "a", "p"), (2, "a", "q"), (3, "b", "r"), (4, "b", "r"), (5, "b", "p")]
    data = pd.DataFrame(rows, columns=["record_id", "item", "who"])
    audit = api.audit_kanonymity(data, k=3, person="who")
    assert (audit.groups, audit.smallest_group, audit.violations, audit.at_risk) == (2, 2, 2, 6)
    assert (audit.persons, audit.persons_at_risk, audit.singled_out, audit.share_at_risk) == (3, 3, 0, 1)
    assert api.audit_kanonymity(data, k=2, person="who").satisfied and api.audit_kanonymity(data, k=3).satisfied
    out = tmp_path / "r.csv"
    release = api.anonymize_kanonymity(data, out, k=3, taxonomy=TREE, person="who", record_ids="keep")
    assert {row.item for row in release.df().itertuples()} == {"G1"}
    assert "persons" in release.manifest["guarantee"]
    assert release.manifest["verified"].items() <= api.verify(out).checks.items()  # nothing of persons
    assert not api.verify(out).complete
    answer = api.verify(out, source=data, person="who")
    assert answer.satisfied and answer.complete and answer.checks["smallest_group_persons"] == 3
    others = api.verify(out, source=data.assign(who=["p", "q"] * 3), person="who")
    assert others.messages == ("1 distinct record is published for fewer than 3 persons",)
    with pytest.raises(BadParameter, match="only 3 persons"):
        api.anonymize_kanonymity(data, k=4, taxonomy=TREE, person="who")


def test_a_part_is_divided_by_what_its_records_hold(engine: DuckDBEngine) -> None:
    data = [{"a"}, {"a"}, {"b", "d"}, {"b", "d"}]
    records, _ = released(engine, data, TREE, 2)
    assert records == {0: {"a": "a"}, 1: {"a": "a"}, 2: {"b": "b", "d": "d"}, 3: {"b": "b", "d": "d"}}


def test_too_few_that_are_left_over_take_over_those_that_gain_least(engine: DuckDBEngine) -> None:
    records, _ = released(engine, [{"a"}, {"a"}, {"a"}, {"a", "d"}], TREE, 2)
    assert records == {0: {"a": "a"}, 1: {"a": "a"}, 2: {"a": "top"}, 3: {"a": "top", "d": "top"}}


def test_what_is_lost_is_told_exactly(tmp_path: Path) -> None:
    release = api.anonymize_kanonymity([["a"], ["a"], ["a"], ["a", "d"]], k=2, taxonomy=TREE)
    utility = release.utility
    assert (utility.ncp, utility.rows_merged, utility.rows_suppressed) == (3 / 5, 1, 0)
    assert utility.rows_unchanged_ratio == 2 / 5
    assert release.verification and release.verification.checks["smallest_group"] == 2


@pytest.mark.slow
def test_km_without_a_bound_speaks_of_k_anonymity(caplog: pytest.LogCaptureFixture) -> None:
    data = [["a"], ["a"], ["a", "d"], ["a", "d"]]
    asked: list[dict[str, Any]] = [{"m": 1, "taxonomy": TREE}, {"m": None}, {"m": None, "taxonomy": TREE}]
    caplog.set_level("INFO", "setanon_sql")
    for how in asked:
        assert "kanonymity" not in caplog.text
        api.anonymize_km(data, k=2, optimum=0, **how)
    assert "kanonymity" in caplog.text


@pytest.mark.slow
def test_utility_needs_the_records_of_the_source(tmp_path: Path) -> None:
    data = [["a"], ["a"], ["b", "d"], ["b", "d"]]
    api.anonymize_kanonymity(data, tmp_path / "r.csv", k=2, taxonomy=TREE, record_ids="keep")
    with pytest.raises(BadInput):
        api.utility([["a"], ["a"], ["b", "d"], ["b", "f"]], tmp_path / "r.csv", taxonomy=TREE)


def test_fewer_than_k_records_cannot_be_equal() -> None:
    with pytest.raises(BadParameter, match="only 3 records"):
        api.anonymize_kanonymity([["a"], ["a"], ["b"]], k=4, taxonomy=TREE)
    with pytest.raises(BadParameter, match="along a taxonomy"):
        api.anonymize_kanonymity([["a"], ["a"], ["b"]], k=2)


@pytest.mark.parametrize(("k", "risk"), [(2, (1, 1)), (3, (2, 3)), (4, (3, 6))])
def test_the_audit_counts_equal_records(k: int, risk: tuple[int, int]) -> None:
    data = [["a"], ["a", "b"], ["b", "a"], ["c"], ["c"], ["c"]]
    audit = api.audit_kanonymity(data, k=k)
    assert (audit.violations, audit.at_risk) == risk
    assert (audit.groups, audit.smallest_group, audit.singled_out, audit.records) == (3, 1, 1, 6)


def test_an_audit_that_holds() -> None:
    audit = api.audit_kanonymity([["a"], ["a"]], k=2)
    assert audit.satisfied and audit.smallest_group == 2


def test_items_without_a_place_stand_below_the_root() -> None:
    data = [["a", "z"], ["a", "z"], ["a"], ["a"]]
    release = api.anonymize_kanonymity(data, k=2, taxonomy=TREE, missing="root")
    assert sorted(release.df()["item"]) == ["a"] * 4 + ["z"] * 2
    with pytest.raises(BadParameter, match="drops no items"):
        api.anonymize_kanonymity(data, k=2, taxonomy=TREE, missing="drop")
