"""Who is at risk and where, against brute force: smallest threats, surest rules, categories, a k for each size."""

import random
import stat
from collections.abc import Mapping
from itertools import combinations
from pathlib import Path
from typing import Any

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.audit.who import Who
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadDestination, BadParameter
from setanon_sql.models.km.audit import audit_km, audit_km_by_size
from setanon_sql.models.km.parameters import KmAnonymity, KmBySize
from setanon_sql.models.rho.audit import audit_rho
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.pipeline.records_at_risk import categories_of
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.sensitive.constraint import read_constraint
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Taxonomy, encode
from tests import lent
from tests.data import above, dataset_of
from tests.oracle import km
from tests.strategies import baskets, examples, taxonomies

Found = dict[str, tuple[Any, ...]]


def read(engine: DuckDBEngine, table: Table) -> Found:
    rows = engine.execute("test", f"SELECT * FROM {table.expression().sql('duckdb')}").fetchall()
    assert len({name for name, *_ in rows}) == len(rows)
    return {name: tuple(more) for name, *more in rows}


def threats_of(data: list[set[str]], k: int, m: int, taxonomy: Taxonomy | None) -> tuple[Any, dict[Any, int], Any]:
    """Records over nodes, their minimal threats with supports, and what is over each label."""
    over = above(taxonomy) if taxonomy else {}
    wide = km.generalized(data, over)
    supports = km.supports(wide, m)
    return wide, {one: supports[one] for one in km.minimal_threats(wide, k, m, over)}, over


@given(baskets.filter(any), st.integers(2, 5), st.integers(1, 4), st.none() | taxonomies())
@examples(80)
def test_the_smallest_threat_of_each_record(data: list[set[str]], k: int, m: int, taxonomy: Taxonomy | None) -> None:
    wide, threats, _ = threats_of(data, k, m, taxonomy)
    expected = {}
    for number, record in enumerate(wide, 1):
        held = [(len(one), n) for one, n in threats.items() if one <= record]
        if held:
            expected[str(number)] = min(held)
    with lent.engine() as engine:
        source = dataset_of(engine, data)
        nodes = encode(engine, taxonomy, source) if taxonomy else None
        who = Who(engine, records=True)
        audit_km(source, KmAnonymity(k, m), nodes.ancestors if nodes else None, who=who)
        assert read(engine, who.worst(source, "sets/who/smallest_threats")) == expected


def lies_below(taxonomy: Taxonomy, label: str, level: int) -> str | None:
    """The label of a level that one is, or lies below."""
    path = [label, *above(taxonomy)[label]][::-1]
    return path[level] if len(path) > level else label if label not in taxonomy.children else None


@given(baskets.filter(any), st.integers(2, 5), st.integers(1, 3), taxonomies(), st.integers(1, 2))
@examples(80)
@pytest.mark.slow
def test_the_risk_by_category(data: list[set[str]], k: int, m: int, taxonomy: Taxonomy, level: int) -> None:
    if max(taxonomy.depth[label] for label in set().union(*data)) < level:
        return
    wide, threats, _ = threats_of(data, k, m, taxonomy)
    of = {one: {lies_below(taxonomy, label, level) for label in one} - {None} for one in threats}
    named = sorted({label for found in of.values() for label in found if label})
    expected = {
        label: (
            sum(any(label in of[one] and one <= record for one in threats) for record in wide),
            sum(label in found for found in of.values()),
        )
        for label in named
    }
    with lent.engine() as engine:
        source = dataset_of(engine, data)
        nodes = encode(engine, taxonomy, source)
        labels = engine.table(columns_of(nodes.nodes, item="node", label="label"))
        categories = categories_of(engine, labels, taxonomy, level, SourceOptions())
        found = audit_km(source, KmAnonymity(k, m), nodes.ancestors, labels, who=Who(engine, categories=categories))
    assert {one.label: (one.records_at_risk, one.threats) for one in found.by_category} == expected
    risks = [one.records_at_risk for one in found.by_category]
    assert risks == sorted(risks, reverse=True)
    assert all(categories.labels[one.category - 1] == one.label for one in found.by_category)
    assert all(one.is_item == (one.label not in taxonomy.children) for one in found.by_category)


def rules_of(data: list[set[str]], sensitive: str, limit: float, m: int) -> dict[tuple[Any, str], tuple[int, int]]:
    """Rules above a limit from sets of up to m items that no smaller set with the same records stands for."""
    counts = km.supports(data, m + 1)
    found = {}
    for known, n in counts.items():
        if len(known) > m or any(counts[known - {one}] == n for one in known if len(known) > 1):
            continue
        for item in set(sensitive) - known:
            both = counts.get(known | {item}, 0)
            if both > limit * n:
                found[known, item] = both, n
    return found


@pytest.mark.slow
@given(baskets.filter(any), st.sampled_from([0.2, 0.5, 0.75]), st.integers(1, 3))
@examples(60)
def test_the_surest_rule_about_each_person(data: list[set[str]], rho: float, m: int) -> None:
    rules = rules_of(data, "ab", rho, m)
    expected: dict[str, tuple[int, float]] = {}
    for number, record in enumerate(data, 1):
        held = [(-both / n, len(known)) for (known, _), (both, n) in rules.items() if known <= record]
        if held:
            sure, size = min(held)
            expected[str(number)] = (size, -sure)
    if not set("ab") & set().union(*data):
        return
    with lent.engine() as engine:
        source = dataset_of(engine, data)
        who = Who(engine, records=True, categories=letters(engine, source))
        constraint = read_constraint(source, ["a", "b"])
        found = audit_rho(source, RhoUncertainty.from_shares(str(rho), m), constraint, who=who)
        assert read(engine, who.worst(source, "rules/who/surest_rules")) == expected
    assert found.at_risk == len(expected)
    for one in found.by_category:
        mine = [rule for rule in rules if one.label in rule[0] | {rule[1]}]
        assert one.threats == len(mine)
        assert one.records_at_risk == sum(any(known <= record for known, _ in mine) for record in data)
    assert {one.label for one in found.by_category} == {label for rule in rules for label in rule[0] | {rule[1]}}


def letters(engine: DuckDBEngine, source: Any) -> Any:
    """Each item a category of its own."""
    flat = Taxonomy(dict.fromkeys("abcdefg", "top"), "top")
    return categories_of(engine, source.items, flat, 1, SourceOptions())


@given(baskets.filter(any), st.lists(st.integers(2, 5), min_size=1, max_size=3))
@examples(100)
def test_a_k_for_each_number_of_known_items(data: list[set[str]], ks: list[int]) -> None:
    with lent.engine() as engine:
        found = audit_km_by_size(dataset_of(engine, data), KmBySize(tuple(ks)))
    counts = km.supports(data, len(ks))
    risky: set[int] = set()
    for one, k in zip(found.sizes, ks, strict=True):
        rare = {at for at, record in enumerate(data) for known in combinations(sorted(record), one.size)
                if counts[frozenset(known)] < k}  # fmt: skip
        risky |= rare
        assert (one.size, one.k, one.at_risk) == (one.size, k, len(risky))
        long = [record for record in data if len(record) >= one.size]
        held = [threat for threat in km.minimal_threats(data, k, one.size) if any(threat <= record for record in long)]
        assert one.threats == len(held) and bool(held) == bool(rare)
    assert found.satisfied == (not risky)


def test_one_k_for_all_sizes_is_the_usual_audit() -> None:
    draw = random.Random(2)
    data = [set(draw.sample("abcdefg", draw.randint(1, 5))) for _ in range(60)]
    usual = api.audit_km(data, k=9, m=3)
    sized = api.audit_km_by_size(data, ks=[9, 9, 9])
    assert {one.size: one.at_risk for one in sized.sizes} == usual.at_risk_by_size()


def test_what_makes_no_sense_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadParameter, match="k is 1"):
        api.audit_km_by_size([["a"]], ks=[5, 1])
    with pytest.raises(BadParameter, match="level of a taxonomy"):
        api.audit_km([["a"]], k=2, m=1, by=1)
    tree = Taxonomy({"a": "top", "b": "top"}, "top")
    with pytest.raises(BadParameter, match="no label stands so deep"):
        api.audit_km([["a"], ["b"]], k=2, m=1, by=2, taxonomy=tree)
    with pytest.raises(BadDestination, match="cannot hold a list of records"):
        api.audit_km([["a"]], k=2, m=1, records_out=tmp_path / "r.dat")


DATA = [["a", "b"], ["a"], ["a", "c"], ["b"]]


def listed(path: Path) -> list[tuple[Any, ...]]:
    with duckdb.connect() as connection:
        found = connection.read_parquet(str(path)) if path.suffix == ".parquet" else connection.read_csv(str(path))
        return [tuple(found.columns), *found.fetchall()]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["risk.csv", "risk.tsv", "risk.parquet"])
def test_a_list_is_private_whole_and_never_over_other_files(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    for overwrite in (False, True):
        api.audit_km(DATA, k=2, m=2, records_out=path, overwrite=overwrite)
        rows = listed(path)
        assert rows[0] == ("record_id", "size", "support")
        assert [tuple(map(int, row)) for row in rows[1:]] == [(3, 1, 1), (1, 2, 1)]
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    with pytest.raises(BadDestination, match="already exists"):
        api.audit_km(DATA, k=2, m=2, records_out=path)
    path.write_text("notes of somebody else")
    with pytest.raises(BadDestination, match="was not written by setanon"):
        api.audit_km(DATA, k=2, m=2, records_out=path, overwrite=True)
    assert path.read_text() == "notes of somebody else"
    assert {one.name for one in tmp_path.iterdir()} == {name, f"{name}.manifest.json"}


@pytest.mark.slow
def test_a_list_is_a_table_of_the_database_and_keeps_the_name_of_its_record(tmp_path: Path) -> None:
    db = str(tmp_path / "shop.duckdb")
    with duckdb.connect(db) as connection:
        connection.execute("CREATE TABLE orders AS FROM (VALUES ('x', 'a'), ('y', 'a'), ('y', 'b')) t(who, what)")
    options = SourceOptions(db=db, record_id="who", item="what")
    for overwrite in (False, True):
        api.audit_km("orders", k=2, m=1, records_out="risk", overwrite=overwrite, options=options)
    with pytest.raises(BadDestination, match="also what is read"):
        api.audit_km("orders", k=2, m=1, records_out="orders", overwrite=True, options=options)
    with duckdb.connect(db) as connection:
        assert connection.sql("FROM risk").columns == ["who", "size", "support"]
        assert connection.sql("FROM risk").fetchall() == [("y", 1, 1)]
        assert len(connection.sql("FROM orders").fetchall()) == 3


@pytest.mark.slow
def test_a_list_of_rules_tells_confidences(tmp_path: Path) -> None:
    path = tmp_path / "rules.csv"
    api.audit_rho(DATA, rho="0.4", m=1, sensitive=["b"], records_out=path)
    assert listed(path) == [("record_id", "size", "confidence")]
    api.audit_rho(DATA, rho="0.3", m=1, sensitive=["b"], records_out=path, overwrite=True)
    assert [row[:2] for row in listed(path)[1:]] == [(1, 1), (2, 1), (3, 1)]
    assert all(row[2] == pytest.approx(1 / 3) for row in listed(path)[1:])


def test_labels_are_told_on_request_only() -> None:
    tree = Taxonomy({"a": "left", "b": "left", "c": "right", "left": "top", "right": "top"}, "top")
    found = api.audit_km(DATA, k=3, m=1, by=1, taxonomy=tree)
    told: Mapping[str, Any] = found.to_json()
    assert [sorted(one) for one in told["by_category"]] == [["category", "records_at_risk", "threats"]] * 2
    shown = {one["label"]: one for one in found.to_json(show_values=True)["by_category"]}
    told = [(shown[label]["category"], shown[label]["records_at_risk"]) for label in ("left", "right")]
    assert told == [(1, 2), (2, 1)]
