"""Made-up originals are drawn at random among those that fit: their mean supports are those of an estimate, exactly."""

import math
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

import pytest

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput
from setanon_sql.inference.reconstruct import prepare, reconstruct
from setanon_sql.query.templates import all_rows
from tests.data import few
from tests.oracle.originals import enumerated_supports, every_original, mean_support
from tests.small_releases import ALL, WHOLE, Release, estimates

pytestmark = pytest.mark.slow

Original = tuple[frozenset[str], ...]


def ordered(records: Sequence[frozenset[str]]) -> Original:
    return tuple(sorted(records, key=sorted))


def drawn(engine: DuckDBEngine, release: Release, copies: int) -> Iterator[Original]:
    """Originals of many copies of a release, each by itself: as many draws as copies."""
    made = reconstruct(engine, prepare(engine, release.tables(engine, copies)), "draw")
    records: dict[int, set[str]] = {}
    copy_of: dict[int, str] = {}
    for record, item in engine.rows(all_rows(made)):
        records.setdefault(record, set()).add(f"{item[0]}0")
        copy_of[record] = item[1:]
    originals: dict[str, list[frozenset[str]]] = {}
    for record, items in records.items():
        originals.setdefault(copy_of[record], []).append(frozenset(items))
    return map(ordered, originals.values())


@pytest.mark.parametrize("name", ALL)
def test_an_estimate_is_the_mean_of_all_originals(engine: DuckDBEngine, name: str) -> None:
    release = ALL[name]
    itemsets, plain = release.itemsets(), release.plain()
    truth = enumerated_supports(plain, itemsets)
    assert truth == {itemset: mean_support(plain, itemset) for itemset in itemsets}
    found = estimates(engine, release.tables(engine), itemsets)
    assert found == pytest.approx({itemset: float(mean) for itemset, mean in truth.items()}, abs=1e-9)


@pytest.mark.parametrize("name", ALL)
def test_every_original_is_drawn_as_often_as_the_others(engine: DuckDBEngine, name: str) -> None:
    """By chi-square: 1,000 draws, what is expected less than five times taken together."""
    chances: Counter[Original] = Counter()
    for weight, records in every_original(ALL[name].plain()):
        chances[ordered(records)] += weight  # type: ignore[assignment]
    counts, total = Counter(drawn(engine, ALL[name], 1000)), Fraction(sum(chances.values()))
    assert counts.total() == 1000
    assert set(counts) <= set(chances)
    expected = {original: float(1000 * chance / total) for original, chance in chances.items()}
    rare = [original for original, times in expected.items() if times < 5]
    cells = [(counts[original], times) for original, times in expected.items() if times >= 5]
    cells += [(sum(counts[original] for original in rare), sum(expected[original] for original in rare))]
    square = sum((seen - times) ** 2 / times for seen, times in cells if times)
    free = len([times for _, times in cells if times]) - 1
    assert square <= free + 4 * math.sqrt(2 * free), (square, free, cells)


@pytest.mark.slow
@pytest.mark.parametrize("name", ALL)
def test_means_over_originals_come_to_the_estimate(engine: DuckDBEngine, name: str) -> None:
    """Of each single item, pair and triple, within four standard errors."""
    release, originals = ALL[name], list(drawn(engine, ALL[name], 1000))
    for itemset, expected in estimates(engine, release.tables(engine), release.itemsets()).items():
        seen = [sum(itemset <= record for record in original) for original in originals]
        mean = sum(seen) / len(seen)
        error = math.sqrt(sum((n - mean) ** 2 for n in seen) / len(seen) / (len(seen) - 1))
        assert abs(mean - expected) <= 4 * error + 0.01, (itemset, mean, expected, error)


@pytest.mark.parametrize("seed", few(12))
def test_estimates_of_random_tight_clusters(engine: DuckDBEngine, seed: int) -> None:
    """Clusters without terms, of up to five chunks that fill them together, under one joint cluster with two chunks."""
    release = random_tight(random.Random(seed))
    plain, itemsets = release.plain(), release.itemsets()
    found = estimates(engine, release.tables(engine), itemsets)
    assert found == pytest.approx({itemset: float(mean_support(plain, itemset)) for itemset in itemsets}, abs=1e-9)


def random_tight(rng: random.Random) -> Release:
    sizes, chunks, letters = [rng.randint(2, 6) for _ in range(2)], [], iter("abcdefghijklmnopqrst")
    for cluster, size in enumerate(sizes, 1):
        left = size
        while left > 0:
            pair, rows = next(letters) + next(letters), rng.randint(1, size - 1)
            chunks.append((cluster, " ".join(rng.choice([pair, *pair]) for _ in range(rows))))
            left -= rows
    chunks += [(9, " ".join(rng.choice(["u", "v", "uv"]) for _ in range(rng.randint(1, sum(sizes))))), (9, "w")]
    return Release({1: (9, sizes[0]), 2: (9, sizes[1]), 9: (None, sum(sizes))}, chunks, {})


@pytest.mark.slow
def test_an_estimate_of_all_at_once(engine: DuckDBEngine) -> None:
    plain, itemsets = WHOLE.plain(), WHOLE.itemsets()
    found = estimates(engine, WHOLE.tables(engine), itemsets)
    assert found == pytest.approx({itemset: float(mean_support(plain, itemset)) for itemset in itemsets}, abs=1e-9)


@pytest.mark.slow
def test_large_clusters_are_filled(engine: DuckDBEngine) -> None:
    """Of 400 records 230 get a and 200 get b in every original without an empty record: 30 get both."""
    release = Release({1: (None, 400)}, [(1, "a " * 230), (1, "b " * 200)], {})
    tables, both = release.tables(engine), frozenset(["a0", "b0"])
    assert estimates(engine, tables, [both]) == {both: pytest.approx(30)}
    records: dict[int, set[str]] = {}
    for record, item in engine.rows(all_rows(reconstruct(engine, prepare(engine, tables), "large"))):
        records.setdefault(record, set()).add(item)
    assert len(records) == 400
    assert sum(both <= record for record in records.values()) == 30


def test_a_chunk_that_finds_no_room_is_said(engine: DuckDBEngine) -> None:
    """Both records of a cluster hold an item of their own; its shared chunk has more than the other one has records."""
    release = Release({1: (9, 2), 2: (9, 2), 9: (None, 4)}, [(1, "a a"), (2, "c c"), (9, "a a a")], {}).tables(engine)
    with pytest.raises(BadInput, match="1 of its chunks"):
        prepare(engine, release)
    with pytest.raises(BadInput, match="1 of its chunks"):
        estimates(engine, release, [frozenset(["a0"])])
