"""What the method publishes is k^m-anonymous, costs what it says, and does not depend on the order of anything."""

import random
from collections.abc import Collection, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.models.km.methods import KmResult, anonymize_km
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.options.words import Algorithm, LabelCost
from setanon_sql.settings import Settings
from setanon_sql.taxonomy import Taxonomy, encode, flat_nodes
from tests import lent
from tests.data import above, dataset_of
from tests.oracle import km
from tests.oracle.km import loss
from tests.strategies import ITEMS, baskets, examples, taxonomies

Recoding = Mapping[str, str | None]


def run(
    data: list[set[str]],
    k: int,
    m: int | None,
    taxonomy: Taxonomy | None,
    cost: LabelCost = "ncp",
    algorithm: Algorithm = "improved",
) -> tuple[list[set[str]], Recoding, float]:
    """Return the published records (in order), what became of each item, and the cost."""
    with lent.engine() as engine:
        source = dataset_of(engine, data)
        nodes = encode(engine, taxonomy, source) if taxonomy else flat_nodes(engine, source)
        result = anonymize_km(source, KmAnonymity(k, m), nodes.nodes, nodes.ancestors, cost=cost, algorithm=algorithm)
        return read(engine, result, len(data)), recoding(engine, result, data), result.cost


def read(engine: DuckDBEngine, result: KmResult, records: int) -> list[set[str]]:
    published: list[set[str]] = [set() for _ in range(records)]
    for record, label in engine.rows("release/shapes/labelled", published=result.rows, labels=result.labels):
        assert label not in published[record - 1]
        published[record - 1].add(label)
    return published


def recoding(engine: DuckDBEngine, result: KmResult, data: list[set[str]]) -> Recoding:
    changes = engine.execute("test", f"FROM {result.changes.expression().sql('duckdb')}").fetchall()
    labels = dict(engine.execute("test", f"FROM {result.labels.expression().sql('duckdb')}").fetchall())
    after: dict[str, str | None] = {item: item for record in data for item in record}
    for item, action, label, _ in changes:
        assert (action, label is None) in {("suppressed", True), ("generalized", False)}
        after[labels[item]] = label
    return after


@pytest.mark.slow
@given(
    baskets.filter(any),
    st.integers(2, 4),
    st.none() | st.integers(1, 5),
    st.none() | taxonomies(),
    st.sampled_from(["ncp", "lm", "bits"]),
    st.sampled_from(["improved", "improved", "paper"]),
)
@examples(120)
def test_what_is_published_is_anonymous_and_as_described(
    data: list[set[str]], k: int, m: int | None, taxonomy: Taxonomy | None, cost: LabelCost, algorithm: Algorithm
) -> None:
    try:
        published, after, share = run(data, k, m, taxonomy, cost, algorithm)
    except (BadParameter, NotReached):
        assert len(data) < k or every_item_is_in_fewer_than(k, data, taxonomy)
        return
    assert km.is_km_anonymous(published, k, m or 7)
    assert [{after[item] for item in record} - {None} for record in data] == published
    over = above(taxonomy) if taxonomy else {}
    assert all(label is None or label == item or label in over.get(item, ()) for item, label in after.items())
    assert share == pytest.approx(loss(data, after, taxonomy, cost))


def every_item_is_in_fewer_than(k: int, data: list[set[str]], taxonomy: Taxonomy | None) -> bool:
    """Nothing can be published but labels over all items, which say nothing."""
    wide = km.generalized(data, above(taxonomy) if taxonomy else {})
    leaves = taxonomy.leaf_count if taxonomy else {}
    idle = {frozenset({node}) for node, under in leaves.items() if under == len(ITEMS)}
    return all(n < k or node in idle for node, n in km.supports(wide, 1).items())


@given(baskets.filter(any), st.integers(2, 3), st.integers(1, 3), taxonomies(), st.randoms(use_true_random=False))
@examples(50)
def test_the_order_of_rows_and_of_the_taxonomy_changes_nothing(
    data: list[set[str]], k: int, m: int, taxonomy: Taxonomy, chance: random.Random
) -> None:
    parents, shuffled = list(taxonomy.parent.items()), list(data)
    chance.shuffle(parents)
    chance.shuffle(shuffled)
    try:
        _, after, cost = run(data, k, m, taxonomy)
    except (BadParameter, NotReached):
        return
    _, again, same = run(shuffled, k, m, Taxonomy(dict(parents), taxonomy.root))
    assert (after, cost) == (again, same)


def test_every_change_names_a_threat_that_explains_it() -> None:
    data: list[set[str]] = [{"a", "b"}] * 3 + [{"a", "c"}] * 3 + [{"b", "c"}, {"d"}, {"e", "a"}]
    with lent.engine() as engine:
        source = dataset_of(engine, data)
        nodes = flat_nodes(engine, source)
        result = anonymize_km(source, KmAnonymity(3, 2), nodes.nodes, nodes.ancestors)
        labels = dict(engine.execute("test", f"FROM {result.labels.expression().sql('duckdb')}").fetchall())
        changes = engine.execute("test", f"FROM {result.changes.expression().sql('duckdb')}").fetchall()
    causes = {labels[item]: cause for item, _, _, cause in changes}
    assert causes.pop("d") == '["d"]'
    assert causes.pop("e") == '["e"]'
    assert set(causes) in ({"b"}, {"c"})
    assert set(causes.values()) == {'["b", "c"]'}


def test_fewer_than_k_records_are_refused() -> None:
    with pytest.raises(BadParameter, match="k is 5, but the source has only 3"):
        run([{"a"}] * 3, 5, 2, None)


def test_nothing_left_is_refused() -> None:
    with pytest.raises(NotReached, match="nothing would be left"):
        run([{"a"}, {"b"}, {"c"}], 2, 1, None)


#: (k, m) -> the NCP in percent that generalization alone (Apriori anonymization) reaches on this data and taxonomy.
GENERALIZATION_ALONE = {(5, 2): 1.88, (5, 3): 4.93, (10, 2): 2.39}


def less_is_lost(source: Path, tree: Path, out: Path, k: int, m: int) -> None:
    release = api.anonymize_km(source, out, k=k, m=m, taxonomy=tree)
    assert 100 * release.utility["ncp"] < GENERALIZATION_ALONE[k, m]
    assert api.verify(out).holds


@pytest.mark.whole
@pytest.mark.datasets
@pytest.mark.parametrize(("k", "m"), [(5, 2), (10, 2)])
def test_bms_webview_2_loses_less_than_by_generalization_alone(datasets: Path, tmp_path: Path, k: int, m: int) -> None:
    source, tree = datasets / "bms-webview-2.txt", datasets / "bms-webview-2-taxonomy.csv"
    less_is_lost(source, tree, tmp_path / "out.parquet", k, m)


@pytest.mark.datasets
def test_bms_webview_1_can_be_published_by_suppression_alone(datasets: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.parquet"
    release = api.anonymize_km(datasets / "bms-webview-1.txt", out, k=5, m=2, settings=Settings(threads=2))
    assert release.manifest["method"] == "suppression"
    assert release.utility["ncp"] == pytest.approx(release.utility["suppressed_ratio"])
    assert api.verify(out).holds


@pytest.mark.whole
@pytest.mark.datasets
def test_shuffled_files_give_the_same_release_that_loses_less(datasets: Path, tmp_path: Path) -> None:
    """Reversed lines of the data and of the taxonomy: the same labels on the same numbers of records."""
    counts: list[Collection[tuple[str, int]]] = []
    for turned in (False, True):
        names = ("bms-webview-2.txt", "bms-webview-2-taxonomy.csv")
        paths = [tmp_path / name for name in names]
        for path in paths:
            lines = (datasets / path.name).read_text(encoding="utf-8").splitlines(keepends=True)
            path.write_text("".join(lines[::-1] if turned else lines), encoding="utf-8")
        out = tmp_path / f"{turned}.parquet"
        less_is_lost(*paths, out, 5, 3)
        with DuckDBEngine() as engine:
            rows = engine.execute("test", f"SELECT item, count(*) FROM '{out}' GROUP BY item ORDER BY item").fetchall()
        counts.append(rows)
    assert counts[0] == counts[1]
    assert counts[0]


@pytest.mark.parametrize("cost", ["ncp", "lm", "bits"])
def test_a_label_over_everything_is_not_published(cost: LabelCost) -> None:
    """Whatever is minimized: it says nothing, and without a taxonomy it is no item of anybody."""
    with pytest.raises(NotReached):
        api.anonymize_km([["a"], ["b"]], k=2, m=1, cost=cost)
