"""Apriori anonymization publishes what its plain form does, keeps its guarantee, and suppresses nothing."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks import reference_aa, trees
from setanon_sql import api
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.models.km.methods import KmResult, anonymize_km
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.options.words import LabelCost
from setanon_sql.taxonomy import Taxonomy, encode
from tests import lent
from tests.data import dataset_of
from tests.km_cases import rows, run
from tests.oracle import apriori, km, persons
from tests.strategies import baskets, examples, persons_of, taxonomies

AA: dict[str, Any] = {"algorithm": "aa"}


def labels_of(result: KmResult) -> dict[str, int]:
    return {str(label): node for node, label in enumerate(result.tree.labels) if node}


@given(baskets.filter(any), st.integers(2, 4), st.sampled_from([1, 2, 3, None]), taxonomies(), st.booleans())
@examples(200)
def test_it_publishes_what_the_plain_form_does(
    data: list[set[str]], k: int, m: int | None, taxonomy: Taxonomy, drop: bool
) -> None:
    if len(data) < k or drop:
        data = [*data, *data, *data, {"b", "g"}]
    rules = [("g", "drop", "")] if drop else []
    with lent.engine() as engine:
        if sum(bool(record - {"g"} if drop else record) for record in data) < k:
            with pytest.raises(NotReached, match="not even the root"):
                run(engine, (data, taxonomy, rules, {}), k, m, **AA)
            return
        result = run(engine, (data, taxonomy, rules, {}), k, m, **AA)
        published = rows(engine, result, len(data))
        causes = dict(engine.execute("test", f"SELECT item, cause FROM {result.changes.expression()}").fetchall())
    numbers = labels_of(result)
    cut = frozenset(str(label) for label in result.tree.labels[list(result.kept)])
    assert cut == apriori.cut(data, taxonomy, k, m or 7, numbers, "g" if drop else "")
    assert km.is_km_anonymous(published, k, m or 7)
    assert all(
        bool(released) == bool(record - {"g"} if drop else record)
        for record, released in zip(data, published, strict=True)
    )
    assert all(
        causes[numbers[item]] for record in data for item in record if item not in cut and not (drop and item == "g")
    )
    if not drop:
        size = sum(map(len, data))
        assert result.cost == pytest.approx(float(apriori.ncp(data, taxonomy, cut)) / size)


@given(
    baskets.filter(any),
    st.data(),
    st.integers(2, 3),
    st.sampled_from([2, 3]),
    taxonomies(),
    st.sampled_from(["lm", "bits"]),
    st.booleans(),
)
@examples(60)
def test_it_keeps_its_guarantee_for_persons_and_by_other_costs(
    data: list[set[str]], draw: Any, k: int, m: int, taxonomy: Taxonomy, cost: LabelCost, person: bool
) -> None:
    whose = draw.draw(persons_of(len(data)))
    whose = [*whose, *range(100, 100 + k)]
    data = [*data, *[{"a"}] * k]
    with lent.engine() as engine:
        source = dataset_of(engine, data, persons=whose if person else None)
        nodes = encode(engine, taxonomy, source)
        result = anonymize_km(source, KmAnonymity(k, m, person), nodes.nodes, nodes.ancestors, cost=cost, **AA)
        published = rows(engine, result, len(data))
    assert all(map(bool, published)) == all(map(bool, data))
    assert persons.is_km_anonymous(published, whose, k, m) if person else km.is_km_anonymous(published, k, m)


@pytest.mark.slow
def test_it_needs_a_taxonomy_and_takes_no_wishes(tmp_path: Path) -> None:
    data, out = [["a", "b"], ["a"], ["b"]], tmp_path / "r.csv"
    with pytest.raises(BadParameter, match="suppresses nothing"):
        api.anonymize_km(data, out, k=2, m=1, **AA)
    tree = Taxonomy({"a": "top", "b": "top"}, "top")
    with pytest.raises(BadParameter, match="cannot keep to keep"):
        api.anonymize_km(data, out, k=2, m=1, taxonomy=tree, constraints=[("a", "keep")], **AA)
    row = api.compare(data, k=(2,), m=(2,), algorithms=("aa",), optimum=0).settings[0]
    assert row.problem and "along a taxonomy" in row.problem
    row = api.compare(data, k=(2,), m=(2,), algorithms=("aa",), optimum=0, taxonomy=tree).settings[0]
    assert row.setting.name == "km k=2 m=2 (aa)" and row.figures.ncp == 1


@pytest.mark.whole
@pytest.mark.datasets
def test_bms_webview_1_loses_what_the_reference_does(datasets: Path, tmp_path: Path) -> None:
    source, tree = datasets / "bms-webview-1.txt", tmp_path / "tree.csv"
    tree.write_text(trees.balanced_lines(trees.read_baskets(source), 4))
    recoding = reference_aa.Recoding(trees.read_baskets(source), trees.read_tree(tree))
    reference_aa.anonymize(recoding, 5, 2)
    release = api.anonymize_km(source, tmp_path / "r.parquet", k=5, m=2, taxonomy=tree, **AA)
    expected = trees.ncp(recoding.support, frozenset(recoding.cut), recoding.tree)["ncp_%"]
    assert 100 * release.utility["ncp"] == pytest.approx(expected) == pytest.approx(7.53, abs=0.005)
    assert api.verify(tmp_path / "r.parquet").holds
