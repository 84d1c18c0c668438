"""An audit of the records at risk alone equals brute force, however it is counted, for records, labels and persons."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.audit import known_triples
from setanon_sql.errors import BadParameter
from setanon_sql.models.km import words
from setanon_sql.models.km.audit import audit_km, audit_km_records
from setanon_sql.models.km.options import KmExtras
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.taxonomy import Taxonomy, encode
from tests import lent
from tests.data import dataset_of
from tests.oracle.km import holders_at_risk
from tests.strategies import baskets, examples, persons_of, taxonomies


@given(baskets, st.integers(2, 4), st.none() | st.integers(1, 4), st.sampled_from([0, 10**6]))
@example([{"a"}], 3, None, 10**6)  # fewer records than k
@example([{"a"}, set()], 2, 2, 0)
@examples(200)
def test_records_at_risk_equal_brute_force(data: list[set[str]], k: int, m: int | None, most: int) -> None:
    """``most`` 0: the threats tell them, or without m only records that few equal are compared."""
    with lent.engine() as engine:
        found = audit_km_records(dataset_of(engine, data), KmAnonymity(k, m), unicity=True, most=most)
        by_threats = audit_km(dataset_of(engine, data), KmAnonymity(k, m), extras=KmExtras(unicity=True))
    alone = len(holders_at_risk(data, range(len(data)), 2, m))
    assert found.singled_out == found.to_json()["unique_records"] == alone
    assert (max(by_threats.unique_by_size().values()) if m else by_threats.singled_out) == alone
    assert found.at_risk == len(holders_at_risk(data, range(len(data)), k, m))
    assert found.satisfied == (found.at_risk == 0) and found.to_json()["records_at_risk"] == found.at_risk


LONG = st.lists(st.sets(st.integers(0, 9).map(lambda at: "abcdefghij"[at]), max_size=9), min_size=1, max_size=12)


@pytest.mark.slow
@given(LONG, st.integers(2, 5), st.sampled_from([(), (3, 4, 6)]), st.sampled_from([2, 10**6]))
@examples(100)
def test_three_known_items_of_long_records(data: list[set[str]], k: int, stages: tuple[int, ...], part: int) -> None:
    with lent.engine() as engine, pytest.MonkeyPatch.context() as patch:
        patch.setattr(known_triples, "STAGES", stages)
        patch.setattr(known_triples, "_PART", part)
        transactions = dataset_of(engine, data).transactions
        found = known_triples.count_at_risk_of_three(engine, transactions, k)
    assert found == len(holders_at_risk(data, range(len(data)), k, 3))


@given(baskets, taxonomies(), st.integers(2, 4), st.none() | st.integers(1, 3))
@examples(100)
def test_labels_are_known_along_a_taxonomy(data: list[set[str]], taxonomy: Taxonomy, k: int, m: int | None) -> None:
    with lent.engine() as engine:
        source = dataset_of(engine, data)
        found = audit_km_records(source, KmAnonymity(k, m), encode(engine, taxonomy, source).ancestors)
    nodes = [{node for item in record for node in taxonomy.path(item)} - {taxonomy.root} for record in data]
    assert found.at_risk == len(holders_at_risk(nodes, range(len(data)), k, m))


@given(st.data(), baskets.filter(any), st.integers(2, 3), st.none() | st.integers(1, 3), st.sampled_from([0, 10**6]))
@examples(100)
def test_persons_at_risk_equal_brute_force(
    drawn: st.DataObject, data: list[set[str]], k: int, m: int | None, most: int
) -> None:
    whose = drawn.draw(persons_of(len(data)))
    number = {person: at for at, person in enumerate(sorted(set(whose)), 1)}
    holders = [number[person] for person in whose]
    with lent.engine() as engine:
        columns = [list(range(1, len(data) + 1)), holders]
        persons = engine.load("persons", {"record_id": int, "person": int}, columns)
        source = replace(dataset_of(engine, data), persons=persons, n_persons=len(number))
        found = audit_km_records(source, KmAnonymity(k, m, person=True), unicity=True, most=most)
        by_threats = audit_km(source, KmAnonymity(k, person=True), extras=KmExtras(unicity=True))
    assert found.singled_out == found.to_json()["unique_persons"] == len(holders_at_risk(data, holders, 2, m))
    assert by_threats.singled_out == len(holders_at_risk(data, holders, 2, None))
    assert found.at_risk == len(holders_at_risk(data, holders, k, m)) == found.to_json()["persons_at_risk"]


@pytest.mark.slow
def test_the_command_counts_records_and_nothing_else(tmp_path: Path) -> None:
    data = [["a", "b", "c"]] * 3 + [["a", "b"], ["c"]]
    for m in (1, 2, None):
        by_size = api.audit_km(data, k=4, m=m)
        found = api.audit_km(data, k=4, m=m, count="records")
        assert found.to_json()["records_at_risk"] == max(by_size.at_risk_by_size().values())
        assert found.matching == by_size.matching and found.matching
        assert "violations_by_size" not in found.to_json()
    assert "3 of 5 records (60.00 %) are at risk" in words.in_words(found)
    alone = api.audit_km([*data, ["c", "d"]], k=4, count="records", extras=api.KmExtras(unicity=True))
    told = "1 of 6 records (16.67 %) are singled out: no other record holds all items of it."
    assert told in words.in_words(alone).replace("\n", " ")
    for more in ({"report": tmp_path / "r.html"}, {"extras": api.KmExtras(average=9)}, {"records_out": "r.csv"}):
        with pytest.raises(BadParameter, match="nothing else is counted"):
            api.audit_km(data, k=4, m=2, count="records", **more)  # type: ignore[arg-type]
    with pytest.raises(BadParameter, match="count"):
        api.audit_km(data, k=4, m=2, count="rules")  # type: ignore[arg-type]
