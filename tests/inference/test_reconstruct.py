"""Made-up originals fit the release; estimates are bounds that no original is under."""

import random
import re
from collections import Counter
from itertools import combinations
from pathlib import Path

import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadParameter
from setanon_sql.inference.reconstruct import estimate, prepare, reconstruct, reconstructions
from setanon_sql.models.disassociation.method import disassociate
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.query.templates import Table, all_rows
from setanon_sql.verify.pieces import FolderTables
from tests.data import dataset_of, few
from tests.disassociation_data import FIGURE_2, folder, random_records
from tests.oracle import disassociation as oracle
from tests.oracle.originals import mean_support


def release(engine: DuckDBEngine, seed: int) -> tuple[list[frozenset[str]], FolderTables, oracle.Folder]:
    records = list(random_records(random.Random(seed)))
    data = dataset_of(engine, records)
    result = disassociate(data, Disassociation(2 + seed % 2, 2, 6))
    tables, plain = folder(engine, result, data.items)
    return records, tables, plain


def records_of(engine: DuckDBEngine, table: Table) -> list[frozenset[str]]:
    found: dict[int, set[str]] = {}
    for record, item in engine.rows(all_rows(table)):
        found.setdefault(record, set()).add(item)
    return [frozenset(items) for items in found.values()]


def supports(records: list[frozenset[str]], size: int) -> Counter[frozenset[str]]:
    return Counter(frozenset(s) for record in records for n in range(1, size + 1) for s in combinations(record, n))


@pytest.mark.whole
@pytest.mark.parametrize("seed", few(12))
def test_an_original_fits_the_release(engine: DuckDBEngine, seed: int) -> None:
    records, tables, plain = release(engine, seed)
    original = records_of(engine, reconstruct(engine, prepare(engine, tables), "x"))
    assert len(original) == len(records)
    counted, made = supports(original, 2), supports(records, 1)
    chunked = Counter(item for chunk in plain.chunks for row in chunk.subrecords for item in row)
    terms = Counter(item for held in plain.terms.values() for item in held)
    assert set(made) == {s for s in counted if len(s) == 1}
    assert all(counted[frozenset([item])] >= chunked[item] + terms[item] for item in {*chunked, *terms})
    for chunk in plain.chunks:
        rows = Counter(row & chunk.domain for row in original)
        for s in {frozenset(s) for row in chunk.subrecords for s in combinations(row, 2)}:
            assert counted[s] >= sum(s <= row for row in chunk.subrecords), rows


@pytest.mark.whole
def test_a_seed_gives_the_same_original_again(engine: DuckDBEngine) -> None:
    _, tables, _ = release(engine, 3)
    ready = prepare(engine, tables)
    one, same, other = (sorted(engine.rows(all_rows(reconstruct(engine, ready, seed)))) for seed in ("a", "a", "b"))
    assert one == same != other


@pytest.mark.whole
def test_many_originals_are_numbered(engine: DuckDBEngine) -> None:
    _, tables, _ = release(engine, 4)
    rows = engine.rows(all_rows(reconstructions(engine, prepare(engine, tables), 3, "s")))
    assert {sample for sample, _, _ in rows} == {1, 2, 3}
    with pytest.raises(BadParameter):
        reconstructions(engine, prepare(engine, tables), 0, "s")


@pytest.mark.whole
@pytest.mark.parametrize("seed", few(6))
def test_certain_supports_are_bounds_of_every_original(engine: DuckDBEngine, seed: int) -> None:
    records, tables, plain = release(engine, seed)
    truth = supports(records, 3)
    asked = sorted(map(sorted, truth))
    pairs = [(number, item) for number, items in enumerate(asked) for item in items]
    itemsets = engine.load("itemsets", {"itemset_id": int, "item": str}, [list(x) for x in zip(*pairs, strict=True)])
    rows = engine.rows(all_rows(estimate(engine, tables, itemsets)))
    found = {frozenset(asked[number]): (low, mean) for number, low, mean in rows}
    assert set(found) == set(truth)
    made = [supports(records_of(engine, reconstruct(engine, prepare(engine, tables), str(s))), 3) for s in range(3)]
    for itemset, (certain, expected) in found.items():
        assert certain <= truth[itemset]
        assert certain <= expected + 1e-9
        assert all(certain <= one[itemset] for one in made)
        whole = sum(itemset <= row for chunk in plain.chunks for row in chunk.subrecords)
        terms = sum(itemset <= held for held in plain.terms.values()) if len(itemset) == 1 else 0
        assert certain == whole + terms
        assert expected == pytest.approx(float(mean_support(plain, itemset)))


@pytest.mark.whole
def test_the_view_of_the_docs_tells_what_is_certain(engine: DuckDBEngine) -> None:
    records, tables, _ = release(engine, 5)
    asked = sorted(map(sorted, supports(records, 4)))
    pairs = [(number, item) for number, items in enumerate(asked) for item in items]
    itemsets = engine.load("itemsets", {"itemset_id": int, "item": str}, [list(x) for x in zip(*pairs, strict=True)])
    named = {"asked": itemsets, "safe_subrecords": tables.subrecords, "safe_terms": tables.terms}
    for name, table in named.items():
        engine.connection.execute(f"CREATE VIEW {name} AS FROM {table.expression().sql('duckdb')}").fetchall()
    docs = (Path(__file__).parent.parent.parent / "docs" / "asking.md").read_text(encoding="utf-8")
    (view,) = (
        block for block in re.findall(r"```sql\n(.*?)```", docs, re.DOTALL) if "CREATE VIEW certain_supports" in block
    )
    engine.connection.execute(view).fetchall()
    found = dict(engine.connection.execute("SELECT itemset_id, certain FROM certain_supports").fetchall())
    rows = engine.rows(all_rows(estimate(engine, tables, itemsets)))
    assert found == {number: certain for number, certain, _ in rows}
    assert any(certain and len(asked[number]) > 1 for number, certain in found.items())


def test_chance_joins_what_two_chunks_hold(engine: DuckDBEngine) -> None:
    """Of 5 records 3 hold itunes, flu and madonna in one chunk, 3 audi and sony in the other: 3 * 3 / 5 expected."""
    data = dataset_of(engine, [frozenset(record) for record in FIGURE_2[:5]])
    result = disassociate(data, Disassociation(3, 2, 6))
    tables, _ = folder(engine, result, data.items)
    pairs = [(1, "flu"), (1, "sony tv"), (2, "flu"), (2, "itunes"), (3, "sony tv"), (3, "ruby")]
    itemsets = engine.load("itemsets", {"itemset_id": int, "item": str}, [list(x) for x in zip(*pairs, strict=True)])
    found = {number: (low, mean) for number, low, mean in engine.rows(all_rows(estimate(engine, tables, itemsets)))}
    assert found[1] == (0, pytest.approx(4 * 3 / 5))
    assert found[2] == (3, pytest.approx(3))
    assert found[3] == (0, pytest.approx(3 * 1 / 5))
