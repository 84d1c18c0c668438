"""The generator: the seed alone decides, lengths and items are as asked, the demo's taxonomy covers its products."""

import csv
from collections import Counter
from pathlib import Path

import duckdb
import numpy as np
import pytest

from setanon_sql.errors import BadParameter
from setanon_sql.synthetic.quest import Baskets, demo_baskets, products, quest, write_demo


def rows(baskets: Baskets, chunk: int = 1 << 20) -> list[tuple[int, int]]:
    return [pair for ids, items in baskets.chunks(chunk) for pair in zip(ids.tolist(), items.tolist(), strict=True)]


@pytest.mark.slow
def test_the_same_seed_gives_the_same_data_and_another_seed_other_data() -> None:
    assert rows(quest(500, 100, 6, seed=3)) == rows(quest(500, 100, 6, seed=3))
    assert rows(quest(500, 100, 6, seed=3)) != rows(quest(500, 100, 6, seed=4))


@pytest.mark.slow
def test_the_size_of_the_chunks_changes_nothing() -> None:
    baskets = quest(40_000, 300, 5, seed=1)
    assert sum(1 for _ in baskets.chunks(1)) == 3
    assert rows(baskets, chunk=1) == rows(baskets, chunk=33_000) == rows(baskets)


@pytest.mark.slow
def test_fewer_records_are_a_prefix_of_more() -> None:
    more = rows(quest(20_000, 300, 5, seed=1))
    fewer = rows(quest(17_000, 300, 5, seed=1))
    assert fewer == [pair for pair in more if pair[0] <= 17_000]


def test_each_record_is_there_and_holds_an_item_once() -> None:
    pairs = rows(quest(20_000, 60, 8, seed=2))
    assert len(set(pairs)) == len(pairs)
    assert pairs == sorted(pairs)
    assert {record for record, _ in pairs} == set(range(1, 20_001))
    assert {item for _, item in pairs} <= set(range(1, 61))


@pytest.mark.slow
def test_lengths_are_poisson_and_items_are_skewed() -> None:
    pairs = rows(quest(30_000, 1_000, 10, seed=5))
    lengths = np.array(list(Counter(record for record, _ in pairs).values()))
    assert abs(lengths.mean() - 10) < 0.1
    assert abs(lengths.var() - 10) < 0.5
    supports = sorted(Counter(item for _, item in pairs).values(), reverse=True)
    assert sum(supports[:50]) > 2 * 50 / 1_000 * sum(supports)


@pytest.mark.slow
def test_items_of_a_pattern_occur_together_far_more_often_than_by_chance() -> None:
    pairs = rows(quest(20_000, 1_000, 8, seed=6, patterns=50, corruption=0.2))
    held: dict[int, set[int]] = {}
    for record, item in pairs:
        held.setdefault(item, set()).add(record)
    lifts = [len(held[a] & held[b]) * 20_000 / (len(held[a]) * len(held[b])) for a in held for b in held if a < b]
    assert max(lifts) > 5


@pytest.mark.slow
def test_a_record_that_its_patterns_cannot_fill_stays_short() -> None:
    pairs = rows(quest(100, 8, 4, seed=1, patterns=1, pattern_length=2))
    assert len({item for _, item in pairs}) <= 8
    assert {record for record, _ in pairs} == set(range(1, 101))


@pytest.mark.parametrize("suffix", [".csv", ".parquet"])
def test_a_file_holds_what_the_chunks_hold(tmp_path: Path, suffix: str) -> None:
    baskets = quest(2_000, 100, 4, seed=9)
    path = baskets.write(tmp_path / f"it's{suffix}")
    with duckdb.connect() as connection:
        read = connection.read_csv(str(path)) if suffix == ".csv" else connection.read_parquet(str(path))
        assert read.columns == ["record_id", "item"]
        assert read.order("record_id, item").fetchall() == rows(baskets)


def test_numbers_that_make_no_baskets_are_errors() -> None:
    for wrong in ({"records": 0}, {"items": 1}, {"average_length": 60}, {"corruption": 1.0}, {"seed": -1}):
        with pytest.raises(BadParameter):
            quest(**{"records": 10, "items": 100, "average_length": 5, "seed": 1} | wrong)  # type: ignore[arg-type]
    with pytest.raises(BadParameter):
        demo_baskets(0)


def test_products_are_named_once_and_form_a_tree() -> None:
    shop = products()
    assert 200 <= len(shop) == len({product.item for product in shop})
    departments = {product.shelf: product.department for product in shop}
    assert all(departments[product.shelf] == product.department for product in shop)
    inner = set(departments) | set(departments.values())
    assert not inner & {product.item for product in shop}
    assert not set(departments) & set(departments.values())


@pytest.mark.slow
def test_the_demo_repeats_and_its_taxonomy_covers_every_product(tmp_path: Path) -> None:
    baskets, taxonomy = write_demo(tmp_path / "new" / "demo", records=3_000)
    again, _ = write_demo(tmp_path / "again", records=3_000)
    assert baskets.read_bytes() == again.read_bytes()
    with baskets.open(encoding="utf-8") as file:
        bought = list(csv.DictReader(file))
    with taxonomy.open(encoding="utf-8") as file:
        shelved = list(csv.DictReader(file))
    assert list(shelved[0]) == ["item", "level1", "level2"]
    assert {row["level1"] for row in shelved} == {product.department for product in products()}
    assert {row["item"] for row in bought} <= {row["item"] for row in shelved}
    assert len({row["record_id"] for row in bought}) == 3_000
    assert len({row["item"] for row in bought}) > 250


def test_the_demo_has_rare_products_and_habits() -> None:
    labels = [product.item for product in products()]
    baskets = demo_baskets(10_000)
    held: dict[str, set[int]] = {}
    for record, item in rows(baskets):
        held.setdefault(labels[item - 1], set()).add(record)
    assert 1 <= len(held.get("ovulation test", ())) < 40
    together = len(held["baby wipes"] & held["nappies"])
    assert together * 10_000 > 3 * len(held["baby wipes"]) * len(held["nappies"])
