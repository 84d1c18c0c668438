"""Releases where absent items may be known, reached in other ways: labels drawn by lot, a mapping of an earlier one."""

import json
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import duckdb
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadParameter, NotReached
from setanon_sql.layout import manifest_path
from setanon_sql.models.km.methods import anonymize_km, apply_mapping, lacking
from setanon_sql.models.km.methods.mapped import mapping_of
from setanon_sql.models.km.methods.slack import Slack
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.taxonomy import Taxonomy, encode
from tests import lent
from tests.data import dataset_of
from tests.km_cases import rows
from tests.oracle import absent
from tests.strategies import baskets, examples, persons_of, taxonomies

Records = list[set[str]]
TREE = [("a", "ab"), ("b", "ab"), ("ab", "all"), ("c", "cd"), ("d", "cd"), ("cd", "all")]


def refuse_found(shown: Sequence[set[str]], persons: list[int] | None, k: int, m: int, n: int) -> None:
    assert not absent.threats(shown, persons, k, m, n)


@pytest.mark.slow
@given(baskets.filter(any), taxonomies(), st.integers(2, 3), st.integers(1, 2), st.integers(1, 2), st.data())
@examples(150)
def test_labels_drawn_by_lot_hold_against_absent_items(
    data: Records, taxonomy: Taxonomy, k: int, m: int, n: int, more: st.DataObject
) -> None:
    data = data * 2
    persons = more.draw(st.none() | persons_of(len(data)))
    slack = Slack(Fraction(more.draw(st.integers(1, 20)), 20), more.draw(st.sampled_from(["7a", "1f", "c3"])))
    with lent.engine() as engine:
        source = dataset_of(engine, data, persons=persons)
        nodes = encode(engine, taxonomy, source)
        model = KmAnonymity(k, m, person=persons is not None, absent=n)
        try:
            result = anonymize_km(
                source, model, nodes.nodes, nodes.ancestors, exceptions=more.draw(st.booleans()), slack=slack
            )
        except (NotReached, BadParameter):
            return
        shown = rows(engine, result, len(data))
    refuse_found(shown, persons, k, m, n)


@pytest.mark.slow
@given(baskets.filter(any), baskets.filter(any), taxonomies(), st.integers(2, 3), st.integers(1, 2), st.data())
@examples(150)
def test_a_mapping_holds_against_absent_items_or_is_extended_until_it_does(
    earlier: Records, data: Records, taxonomy: Taxonomy, k: int, n: int, more: st.DataObject
) -> None:
    data = data * 2
    persons = more.draw(st.none() | persons_of(len(data)))
    m = more.draw(st.integers(1, 2))
    extension = more.draw(st.booleans())
    with lent.engine() as engine:
        source = dataset_of(engine, earlier)
        nodes = encode(engine, taxonomy, source)
        before = KmAnonymity(2, m, absent=more.draw(st.integers(0, n)))
        try:
            first = anonymize_km(source, before, nodes.nodes, nodes.ancestors, exceptions=more.draw(st.booleans()))
            labels = mapping_of(first.tree, first.kept, range(1, source.distinct_items + 1))
            source = dataset_of(engine, data, persons=persons)
            nodes = encode(engine, taxonomy, source)
            model = KmAnonymity(k, m, person=persons is not None, absent=n)
            tables = (nodes.nodes, nodes.ancestors, labels)
            result = apply_mapping(source, model, *tables, extension=extension, seconds=1)
        except (NotReached, BadParameter):
            return
        shown = rows(engine, result, len(data))
    refuse_found(shown, persons, k, m, n)


@pytest.mark.slow
def test_a_mapping_is_written_and_read_again_and_fails_where_absent_items_tell(tmp_path: Path) -> None:
    records = [{"a", "c"}] * 6 + [{"a", "d"}] * 6 + [{"a", "b", "c"}] * 4 + [{"b"}] * 3 + [{"d"}] * 4 + [{"a"}] * 2

    def frame(data: Records) -> pd.DataFrame:
        pairs = [(at, item) for at, record in enumerate(data) for item in sorted(record)]
        return pd.DataFrame(pairs, columns=["record_id", "item"])

    how = {"k": 3, "m": 2, "absent": 1, "taxonomy": TREE}
    mapping, out = tmp_path / "map.csv", tmp_path / "r.csv"
    api.anonymize_km(frame(records), tmp_path / "first.csv", mapping_out=mapping, **how)
    api.anonymize_km(frame(records), out, mapping=mapping, **how)
    assert json.loads(manifest_path(out).read_text())["parameters"]["absent"] == 1
    assert api.verify(out).satisfied and api.verify(out).checks["absent"] == 1
    more = [*records, *[{"c"}] * 5, *[{"b", "c", "d"}] * 2]
    with pytest.raises(NotReached, match="the mapping does not do"):
        api.anonymize_km(frame(more), tmp_path / "other.csv", mapping=mapping, **how)
    api.anonymize_km(frame(more), tmp_path / "other.csv", mapping=mapping, extend=True, **how)
    shown = [{*rows} for _, rows in pd.read_csv(tmp_path / "other.csv").groupby("record_id")["item"]]
    refuse_found(shown, None, 3, 2, 1)


def types_of_households(datasets: Path, folder: Path) -> tuple[Path, Path]:
    """Write what each household of Complete Journey bought, by product types, and the taxonomy over these."""
    source, tree = folder / "households.parquet", folder / "types.csv"
    with duckdb.connect() as connection:
        connection.execute(
            f"""
            CREATE TABLE products AS FROM read_csv('{datasets}/completejourney-taxonomy.csv', delim=';', header=true);
            COPY (
              SELECT DISTINCT p.person_id::VARCHAR record_id, x.product_type item
              FROM '{datasets}/completejourney.parquet' p JOIN products x ON x.item = p.item
            ) TO '{source}';
            COPY (SELECT DISTINCT product_type item, product_category, department, root FROM products)
            TO '{tree}' (DELIMITER ';', HEADER)
            """
        )
    return source, tree


@pytest.mark.datasets
@pytest.mark.whole
def test_households_are_found_by_one_type_and_one_that_they_lack(datasets: Path, tmp_path: Path) -> None:
    source, tree = types_of_households(datasets, tmp_path)
    out = tmp_path / "r.parquet"
    release = api.anonymize_km(source, out, k=5, m=2, taxonomy=tree, optimum=0)
    assert release.manifest["records"] == 2469
    found = api.audit_km(out, k=5, m=1, absent=1, extras=api.KmExtras(unicity=True)).absent
    assert found and found.at_risk_by_size(1) == {0: 0, 1: 180} and found.alone_by_size(1) == {0: 0, 1: 20}


@pytest.mark.slow
def test_it_is_told_before_the_work_how_much_there_is_to_count(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    source = pd.DataFrame([(at, item) for at in range(12) for item in "abc"[at % 2 :]], columns=["record_id", "item"])
    api.anonymize_km(source, k=2, m=1, absent=1)
    assert "million rows" not in caplog.text
    monkeypatch.setattr(lacking, "_MANY_ROWS", 0)
    api.anonymize_km(source, k=2, m=1, absent=1)
    assert "beside 1 other is counted in some 0 million rows" in caplog.text
