"""Sensitivity-adaptive rho-uncertainty on three engines: the same rules, and with the same seed the same release.

A run takes hundreds of statements, so each is done in one of the method's ways.
"""

import hashlib
import itertools
import json
import random
import tempfile
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

from setanon_sql import api
from setanon_sql.errors import BadDestination, BadInput
from setanon_sql.models.adaptive import method
from setanon_sql.models.adaptive.method.trials import Way
from setanon_sql.models.adaptive.options import AdaptiveCost
from setanon_sql.sources import SourceOptions
from setanon_sql.taxonomy import Taxonomy
from tests.adaptive import oracle
from tests.adaptive.oracle import Row
from tests.engines.places import DuckDBPlace, Place, PostgresPlace, Rows, SparkPlace, SparkTables, table_of
from tests.engines.runs import Told, as_many, asked_queries, is_same, public, without_spark
from tests.papers.groups import SHARES, TABLE_1, TABLE_2C
from tests.papers.groups import TREE as TREE_1
from tests.releases import rows_of

FLAT = Taxonomy(dict.fromkeys("abc", "all"), "all")
DEEP = Taxonomy(dict.fromkeys("abc", "A") | dict.fromkeys("def", "B") | {"A": "all", "B": "all"}, "all")
#: Few statements, and groups: all labels at once, or the group divided.
DIVIDING = Way(cheapest=False, brief=True)
ONE_GROUP = Way(divide=False, brief=True)


@dataclass(frozen=True)
class Asked:
    """Records, their taxonomy, factors of the sensitive items, and how to look for a release."""

    data: Sequence[Collection[str]]
    tree: Taxonomy
    factors: dict[str, str]
    way: Way
    rho: str = "0.3"
    cost: AdaptiveCost = "ncp"
    m: int | None = None

    @property
    def given(self) -> list[pa.Table]:
        """The tables: records, what is sensitive, factors."""
        items = list(self.factors)
        return [
            table_of(self.data),
            pa.table({"item": items}),
            pa.table({"item": items, "factor": list(self.factors.values())}),
        ]


TINY = Asked(["ab", "a", "as", "abs", "c", "c", "c", "cs"], FLAT, {"s": "0.1"}, DIVIDING, m=1)
PAPER = Asked(TABLE_1, TREE_1, {"α": "0.48", "β": "0"}, Way())


def tell(asked: Asked, tables: Sequence[Any], out: str, read: Any, db: str) -> Told:
    """Audit, anonymize, verify and measure a source. A folder of Spark is checked and measured without Spark."""
    source, sensitive, factors = tables
    given: dict[str, Any] = {"rho": asked.rho, "sensitive": sensitive, "factors": factors, "m": asked.m}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(method, "WAYS", (asked.way,))
        given["options"] = SourceOptions(db=db)
        release = api.anonymize_adaptive(source, out, taxonomy=asked.tree, seed="the same", cost=asked.cost, **given)
    db = without_spark(db, out)
    answer, given["options"] = api.verify(out, db=db), SourceOptions(db=db)
    assert answer.holds and answer.checks["sha256_matches"], answer.messages
    audit = api.audit_adaptive(source, **given).to_json()
    measures = api.utility(source, out, taxonomy=asked.tree, sensitive=sensitive, options=given["options"])
    measures = {**measures, "exact_ncp": release.utility["ncp"], "groups": release.utility["groups"]}
    return Told(audit, sorted(read(out)), public(release), pytest.approx(measures, rel=1e-12, abs=1e-12))


def at(place: Place, asked: Asked) -> Told:
    """Run on an engine, all that is read a table there."""
    return tell(asked, [place.put(table) for table in asked.given], place.out(), lambda out: read(place, out), place.db)


def reference(folder: Path, asked: Asked) -> Told:
    """Run on the frames in DuckDB, the release a file."""
    return tell(asked, asked.given, str(folder / "reference.parquet"), lambda out: rows_of(Path(out)), "")


def read(place: Place, name: str) -> Rows:
    """The rows of a release with their groups."""
    query = f"SELECT record_id, item, group_id FROM {name}"
    if isinstance(place, PostgresPlace | SparkTables):
        return place.run(query)
    if isinstance(place, SparkPlace):
        query = query.replace(name, f"'{name}/*.parquet'")
    with duckdb.connect(place.db if isinstance(place, DuckDBPlace) else ":memory:") as connection:
        return connection.execute(query).fetchall()


def check(asked: Asked, told: Told) -> None:
    """Look at all subsets of what each group and all of them publish, in plain Python."""
    groups = {record: group for record, _, group in told.rows}
    held = {record: {item for other, item, _ in told.rows if other == record} for record in groups}
    rows = [Row(group, frozenset(held[record])) for record, group in groups.items()]
    support = {item: sum(item in record for record in asked.data) for item in asked.factors}
    shares = {
        item: Fraction(asked.rho) + Fraction(factor) * Fraction(support[item], len(asked.data))
        for item, factor in asked.factors.items()
    }
    assert not oracle.check(rows, shares, asked.m)


@pytest.mark.parametrize("place", ["duckdb", "postgres", "here"], indirect=True)
def test_a_tiny_dataset(place: Place, tmp_path: Path) -> None:
    """On Spark: below, with all the queries that it takes here."""
    told = at(place, TINY)
    check(TINY, told)
    assert told.audit["violations"] and len({group for *_, group in told.rows}) > 1
    is_same(told, reference(tmp_path, TINY))


def test_table_1_of_the_paper(postgres: PostgresPlace, tmp_path: Path) -> None:
    told = at(postgres, PAPER)
    check(PAPER, told)
    assert told.audit["violations"] and told.measures.expected["groups"] > 1
    is_same(told, reference(tmp_path, PAPER))


def test_all_queries_of_table_1_on_spark(spark: SparkPlace, tmp_path: Path) -> None:
    """Two larger records, m = 2, and a way that takes each query which Table 1 or the tiny dataset takes for that m.

    Table 1 itself takes twice as many statements, which Spark answers one by one in minutes. Groups go to a folder
    here, and to tables of the catalog in test_copy_in. What no bound on m asks besides is asked by test_rho.
    """
    asked = replace(TINY, data=[*TINY.data, "abcs", "abc"], way=Way(brief=True), m=2)
    with asked_queries() as wanted:
        for one in (PAPER, TINY):
            reference(Path(tempfile.mkdtemp(dir=tmp_path)), replace(one, m=2))
    with asked_queries() as taken:
        expected = reference(tmp_path, asked)
    assert wanted == taken
    told = at(spark, asked)
    check(asked, told)
    is_same(told, expected)


def test_a_release_over_spark_connect(connect: SparkTables, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In one group, for each statement takes long: still dozens of steps, each from those before it.

    Audits over Connect are in test_connect.
    """
    monkeypatch.setattr(method, "WAYS", (ONE_GROUP,))
    wanted, found = tmp_path / "wanted.parquet", connect.out()
    asked: dict[str, Any] = {"rho": TINY.rho, "m": TINY.m, "taxonomy": TINY.tree, "seed": "the same", "cost": TINY.cost}
    releases = []
    for place, out, db in ((connect.put, found, connect.db), (lambda table: table, str(wanted), "")):
        source, sensitive, factors = (place(table) for table in TINY.given)
        given = {"sensitive": sensitive, "factors": factors, "options": SourceOptions(db=db)}
        releases.append(api.anonymize_adaptive(source, out, **given, **asked))
    assert public(releases[0]) == public(releases[1])
    assert sorted(read(connect, found)) == sorted(rows_of(wanted))


def drawn(seed: int) -> Asked:
    """A random dataset, and how to anonymize it."""
    lots = random.Random(seed)
    data = [lots.sample("abcdefst", lots.randint(1, 5)) for _ in range(lots.randint(10, 25))] + [["s"], ["t", "a"]]
    ways = itertools.cycle([*method.WAYS, *method.LARGE.values()])
    way = next(itertools.islice(ways, seed, None))
    cost: AdaptiveCost = "ncp" if seed % 2 else "bits"
    return Asked(data, DEEP, {"s": "0.2", "t": "0"}, way, "1/3", cost, (None, 2, 1)[seed % 3])


@pytest.mark.parametrize("seed", range(5))
def test_random_datasets(postgres: PostgresPlace, tmp_path: Path, seed: int) -> None:
    told = at(postgres, drawn(seed))
    check(drawn(seed), told)
    is_same(told, reference(tmp_path, drawn(seed)))


# -- releases that are not safe, or not whole


def fingerprint(rows: Rows) -> str:
    """What the manifest of a release with groups says of its rows."""
    hashes = sorted(hashlib.md5(f"{group}:{record}\x1f{item}".encode()).hexdigest() for record, item, group in rows)
    parts = ["".join(part) for _, part in itertools.groupby(hashes, lambda one: one[:3])]
    return hashlib.sha256("".join(hashlib.sha256(one.encode()).hexdigest() for one in parts).encode()).hexdigest()


@pytest.fixture(scope="module")
def promise(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The manifest of a release of Table 1."""
    folder = tmp_path_factory.mktemp("promise")
    told = reference(folder, replace(PAPER, way=DIVIDING))
    fields: dict[str, Any] = json.loads((folder / "reference.parquet.manifest.json").read_text())
    assert fields["sha256"] != {"reference.parquet": fingerprint(told.rows)}  # that is one of the file
    for name in ("losses", "labels", "meaning"):  # what was made beside it, and what was lost
        fields.pop(name, None)
    return fields | {"sensitive": list(SHARES), "thresholds": {item: str(share) for item, share in SHARES.items()}}


def put_release(place: Place, rows: Rows, promise: dict[str, Any]) -> str:
    """Put rows and a manifest that fits them where a release is looked for."""
    columns = [list(column) for column in zip(*rows, strict=True)]
    name = place.put(pa.table(dict(zip(("record_id", "item", "group_id"), columns, strict=True))), "made")
    counts = {"records": len(set(columns[0])), "rows": len(rows)}
    one_file = isinstance(place, SparkPlace)
    printed = hashlib.sha256(Path(name).read_bytes()).hexdigest() if one_file else fingerprint(rows)
    text = json.dumps(promise | counts | {"verified": {}, "sha256": {"made": printed}})
    if one_file:
        Path(f"{name}.manifest.json").write_text(text)
    else:
        place.put(pa.table({"manifest": [text]}), "made_manifest")
    return name


PUBLISHED = [(at, item, row.group) for at, row in enumerate(TABLE_2C, 1) for item in sorted(row.labels)]


def test_the_papers_own_result_is_refused(place: Place, promise: dict[str, Any]) -> None:
    """Table 2(c) with a manifest that fits: one of three records with a and B holds β, whose threshold is 0.3."""
    answer = api.verify(put_release(place, PUBLISHED, promise), db=place.db)
    assert answer.checks["sha256_matches"] and not answer.holds
    assert any("threshold" in message for message in answer.messages)


def test_a_rule_of_one_group_is_found(postgres: PostgresPlace, promise: dict[str, Any]) -> None:
    """Over all groups one of six records holds both, in its group one of two. And a record stands in two groups."""
    rows: Rows = [(record, "a", 1 + record // 3) for record in range(1, 7)]
    safe = api.verify(put_release(postgres, rows, promise), db=postgres.db)
    assert safe.holds, safe.messages
    assert safe.checks["groups"] == 3
    for more, told in (((1, "β", 1), "inside of a group"), ((1, "b", 2), "several groups")):
        postgres.run("DROP TABLE tests.made, tests.made_manifest")
        answer = api.verify(put_release(postgres, [*rows, more], promise), db=postgres.db)
        assert answer.checks["sha256_matches"] and not answer.holds
        assert any(told in message for message in answer.messages), answer.messages


def test_groups_that_were_changed_are_noticed(postgres: PostgresPlace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(method, "WAYS", (DIVIDING,))
    source, sensitive, factors = (postgres.put(table) for table in TINY.given)
    given: dict[str, Any] = {"sensitive": sensitive, "factors": factors, "options": SourceOptions(db=postgres.db)}
    out = postgres.out()
    api.anonymize_adaptive(source, out, rho="0.3", taxonomy=FLAT, **given)
    postgres.run(f"UPDATE {out} SET group_id = group_id + 1")
    answer = api.verify(out, db=postgres.db)
    assert not answer.holds and not answer.checks["sha256_matches"]
    postgres.run(f"ALTER TABLE {out} DROP COLUMN group_id")
    for ask in (
        lambda: api.verify(out, db=postgres.db),
        lambda: api.utility(source, out, taxonomy=FLAT, options=SourceOptions(db=postgres.db)),
    ):
        with pytest.raises(BadInput, match="lacks the columns group_id"):
            ask()


# -- beside a release


def test_a_taxonomy_is_the_same_everywhere(place: Place) -> None:
    table = table_of(drawn(0).data)
    assert api.build_taxonomy(place.put(table), options=SourceOptions(db=place.db)) == api.build_taxonomy(table)


def test_factors_may_be_a_file_or_a_frame(postgres: PostgresPlace, tmp_path: Path) -> None:
    source, sensitive, _ = (postgres.put(table) for table in TINY.given)
    given: dict[str, Any] = {"rho": "0.3", "sensitive": sensitive, "options": SourceOptions(db=postgres.db)}
    (tmp_path / "f.csv").write_text("item,factor\ns,0.1\nunknown,1\n")
    found = [api.audit_adaptive(source, factors=one, **given) for one in (tmp_path / "f.csv", TINY.given[2])]
    assert found[0] == found[1] and found[0].model.thresholds == {"s": Fraction("0.3375")}
    for wrong, told in ((postgres.put(pa.table({"item": ["s"]})), "lacks the column"), ("tests.none", "no such table")):
        with pytest.raises(BadInput, match=told):
            api.audit_adaptive(source, factors=wrong, **given)


def test_a_role_that_reads_the_source_is_enough(
    postgres: PostgresPlace, limited: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And creates in one schema: nothing else is left anywhere, and nothing where it may not create."""
    monkeypatch.setattr(method, "WAYS", (DIVIDING,))
    tables = [postgres.put(table) for table in TINY.given]
    postgres.run("CREATE SCHEMA marts; GRANT USAGE, CREATE ON SCHEMA marts TO limited")
    postgres.run(f"GRANT USAGE ON SCHEMA tests TO limited; GRANT SELECT ON {', '.join(tables)} TO limited")
    source, sensitive, factors = tables
    options, before = SourceOptions(db=limited), postgres.tables()
    given: dict[str, Any] = {"rho": "0.3", "sensitive": sensitive, "factors": factors, "taxonomy": FLAT}
    try:
        with pytest.raises(BadDestination, match="may not create"):
            api.anonymize_adaptive(source, "tests.safe", options=options, **given)
        api.anonymize_adaptive(source, "marts.safe", options=options, **given)
        assert api.verify("marts.safe", db=limited).holds
        assert api.utility(source, "marts.safe", taxonomy=FLAT, options=options)
        assert postgres.tables() - before == {"safe", "safe_labels", "safe_meaning", "safe_manifest"}
    finally:
        postgres.run("DROP SCHEMA marts CASCADE")


def test_what_is_fetched_does_not_grow_with_the_data(postgres: PostgresPlace, noted: Counter[str]) -> None:
    """Twice and twenty times each record: once the sensitive item has too few records for a threshold of its own."""
    small, large = (fetched(postgres, noted, replace(TINY, way=ONE_GROUP, data=TINY.data * times)) for times in (2, 20))
    assert small.pop("rows") and large.pop("rows")
    as_many(small, large)


def fetched(place: Place, noted: Counter[str], asked: Asked) -> Counter[str]:
    tables = [place.put(table) for table in asked.given]
    noted.clear()
    tell(asked, tables, place.out(), lambda _: [], place.db)
    return Counter(noted)
