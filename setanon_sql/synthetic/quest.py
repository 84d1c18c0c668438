"""Made-up baskets: an IBM Quest style generator for benchmarks, and a small supermarket for the demo.

Both work the same way. There is a fixed set of *patterns* (items that like to be bought together), each with a weight
and a corruption. A record has a length; it draws patterns by weight, drops some items of each, and goes on until it
holds as many items as its length says. Source of the scheme and of the defaults: Agrawal and Srikant, *Fast algorithms
for mining association rules*, VLDB 1994, section 2.4.3. It differs in one point: a pattern that does not fit is cut
rather than moved to the next record, so that records are independent and lengths are exactly as drawn.

Records are made in blocks of a fixed size, each block from the seed and its own number. So the data depends on the seed
alone: not on how many records are asked for (fewer are a prefix of more), nor on how they are handed out.
"""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import duckdb
import numpy as np
import numpy.typing as npt

from setanon_sql.errors import BadDestination, BadParameter
from setanon_sql.files.temporary import temporary_folder
from setanon_sql.package_files import package_files
from setanon_sql.synthetic.customers import customers

Integers = npt.NDArray[np.int32]
Positions = npt.NDArray[np.int64]
Reals = npt.NDArray[np.float64]

#: Records a block. A constant of the data: another number gives other data for the same seed.
_BLOCK = 16_384
#: Rounds after which a record stays shorter than drawn, because its patterns hold too few different items.
_ROUNDS = 30


@dataclass(frozen=True)
class Patterns:
    """Items that like to occur together.

    ``members`` holds the items of all patterns, one pattern after the other; pattern p is ``members[start[p]:start[p] +
    size[p]]``. ``reach`` is the running sum of the weights, ending at 1. ``corruption`` is the chance that one more
    item of the pattern is dropped, by pattern.
    """

    members: Integers
    start: Positions
    size: Positions
    reach: Reals
    corruption: Reals

    @classmethod
    def of(cls, sets: Sequence[Sequence[int] | Integers], weights: Sequence[float] | Reals, corruption: Reals) -> Self:
        """Lay out patterns given one by one, with weights of any sum."""
        size = np.array([len(items) for items in sets], dtype=np.int64)
        reach = np.cumsum(np.asarray(weights, dtype=np.float64))
        return cls(np.concatenate(sets).astype(np.int32), np.cumsum(size) - size, size, reach / reach[-1], corruption)

    def kept_on_average(self) -> float:
        """Return how many items a drawn pattern brings, about: used to draw enough patterns at once."""
        chance = np.diff(self.reach, prepend=0.0)
        dropped = np.minimum(self.corruption / (1 - self.corruption), self.size - 1)
        return max(1.0, float(np.sum(chance * (self.size - dropped))))


@dataclass(frozen=True)
class Baskets:
    """Data that is known but not made yet: it is made block by block where it is needed.

    ``labels`` names item i as ``labels[i - 1]``; empty means that items are whole numbers from 1. ``names`` gives the
    record ids as text, made from a seeded shuffle, where True, and each record a customer in a third column; else they
    count from 1.
    """

    records: int
    average_length: float
    seed: int
    patterns: Patterns
    labels: tuple[str, ...] = ()
    names: bool = False

    def chunks(self, records: int = 1 << 20) -> Iterator[tuple[Integers, Integers]]:
        """Yield ``(record_id, item)`` as two sorted arrays of one length, for about ``records`` records each."""
        blocks = -(-self.records // _BLOCK)
        together = max(1, records // _BLOCK)
        for first in range(0, blocks, together):
            blocks_made = [self._block(number) for number in range(first, min(first + together, blocks))]
            yield np.concatenate([ids for ids, _ in blocks_made]), np.concatenate([items for _, items in blocks_made])

    def load(self, connection: duckdb.DuckDBPyConnection, table: str = "transactions") -> None:
        """Create ``table`` ``(record_id, item)`` behind ``connection``, appended chunk by chunk."""
        self._labels_into(connection)
        for number, (record_id, item) in enumerate(self.chunks()):
            connection.register("setanon_chunk", {"record_id": record_id, "item": item})
            chunk = self._with_names(connection)
            chunk.insert_into(table) if number else chunk.create(table)
            connection.unregister("setanon_chunk")
        for view in ("setanon_labels", "setanon_names", "setanon_customers"):
            connection.unregister(view)

    def write(self, path: Path) -> Path:
        """Write the long table to ``path``: CSV with a header where it ends in ``.csv``, else Parquet.

        Goes through a DuckDB file beside other temporary files, so that memory does not grow with ``records``.
        """
        with (
            temporary_folder("setanon-made-") as folder,
            duckdb.connect(str(folder / "baskets.duckdb"), config={"memory_limit": "1GB"}) as connection,
        ):
            self.load(connection)
            baskets = connection.table("transactions")
            baskets.write_csv(str(path)) if path.suffix == ".csv" else baskets.write_parquet(str(path))
        return path

    def _labels_into(self, connection: duckdb.DuckDBPyConnection) -> None:
        labels = np.array(self.labels or [""], dtype=object)
        connection.register("setanon_labels", {"number": np.arange(1, len(labels) + 1), "label": labels})
        names = np.random.default_rng([self.seed, 2]).permutation(self.records if self.names else 1) + 100_000
        connection.register("setanon_names", {"number": np.arange(1, len(names) + 1), "name": names})
        owners = self._customers()
        connection.register("setanon_customers", {"place": np.arange(1, len(owners) + 1), "customer": owners})

    def _with_names(self, connection: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyRelation:
        """Return the current chunk with labels and names instead of numbers, as far as there are any."""
        chunk = connection.view("setanon_chunk")
        if self.labels:
            labels = connection.view("setanon_labels")
            chunk = chunk.join(labels, "item = number").project("record_id, label AS item")
        if self.names:
            names = connection.view("setanon_names")
            owners = connection.view("setanon_customers")
            chunk = chunk.join(names, "record_id = number").join(owners, "record_id = place")
            chunk = chunk.project("'B' || name AS record_id, item, 'C' || customer AS customer_id")
        return chunk.order("record_id, item") if self.labels or self.names else chunk

    def _customers(self) -> Positions:
        """Return the number of the customer of each record, where there are customers. No two blocks have the same."""
        if not self.names:
            return np.empty(0, dtype=np.int64)
        owners = []
        for number in range(-(-self.records // _BLOCK)):
            chance = np.random.default_rng([self.seed, 3, number])
            owners.append(customers(chance, *self._whole_block(number), _BLOCK) + (1 + number) * 100_000)
        return np.concatenate(owners)[: self.records]

    def _whole_block(self, number: int) -> tuple[Positions, Positions]:
        chance = np.random.default_rng([self.seed, 1, number])
        lengths = np.maximum(1, chance.poisson(self.average_length, _BLOCK))
        return _fill(chance, self.patterns, lengths)

    def _block(self, number: int) -> tuple[Integers, Integers]:
        """Make one block; it is always made whole and then cut to the records that are wanted."""
        record, item = self._whole_block(number)
        inside = record < self.records - number * _BLOCK
        return (record[inside] + (number * _BLOCK + 1)).astype(np.int32), item[inside].astype(np.int32)


def quest(
    records: int,
    items: int,
    average_length: float,
    *,
    seed: int,
    patterns: int = 2_000,
    pattern_length: float = 4.0,
    correlation: float = 0.5,
    corruption: float = 0.5,
) -> Baskets:
    """Return market baskets in the manner of IBM Quest; they are made where they are needed.

    ``records``: how many. ``items``: whole numbers from 1 to that (not all occur).
    ``average_length``: items of a record on average (Poisson, at least 1).
    ``seed``: the same one gives the same data. ``patterns``: how many sets of items that are bought together.
    ``pattern_length``: items of a pattern on average.
    ``correlation``: the mean share of a pattern that it has from the one before, 0..1.
    ``corruption``: the mean chance of dropping another item of it, 0..1.

    Cost: making them is linear in the rows; memory stays bounded.
    Raises BadParameter for numbers that make no baskets.
    Source: Agrawal and Srikant (VLDB 1994), section 2.4.3.
    """
    for name, number, least in (("records", records, 1), ("items", items, 2), ("patterns", patterns, 1)):
        if number < least:
            raise BadParameter(f"{name} is {number}; it must be {least} or more")
    if not 0 < average_length <= items / 2:
        raise BadParameter(f"average_length is {average_length}; it must be over 0 and at most half of the items")
    if not (0 <= corruption < 1 and correlation >= 0 and pattern_length > 0 and seed >= 0):
        raise BadParameter("corruption must be from 0 to under 1; correlation, pattern_length and seed not negative")
    chance = np.random.default_rng([seed, 0])
    sets = _pattern_sets(chance, items, patterns, pattern_length, correlation)
    spoil = np.clip(chance.normal(corruption, np.sqrt(0.1), patterns), 0.0, 0.95) if corruption else np.zeros(patterns)
    return Baskets(records, average_length, seed, Patterns.of(sets, chance.exponential(1.0, patterns), spoil))


def _pattern_sets(
    chance: np.random.Generator, items: int, patterns: int, length: float, correlation: float
) -> list[Integers]:
    """Draw the patterns: each takes an exponential share of the one before it, the rest is any items."""
    sizes = np.clip(chance.poisson(length - 1, patterns) + 1, 1, items) if length > 1 else np.ones(patterns, np.int64)
    shares = np.minimum(1.0, chance.exponential(correlation, patterns)) if correlation else np.zeros(patterns)
    sets: list[Integers] = []
    for size, share in zip(sizes, shares, strict=True):
        before = sets[-1] if sets else np.empty(0, dtype=np.int32)
        reused = chance.permutation(before)[: min(len(before), round(share * size))]
        fresh = chance.choice(items, size=min(items, 2 * size), replace=False).astype(np.int32) + 1
        both = np.concatenate([reused, fresh])
        _, first = np.unique(both, return_index=True)
        sets.append(both[np.sort(first)][:size])
    return sets


def _fill(chance: np.random.Generator, patterns: Patterns, lengths: Positions) -> tuple[Positions, Positions]:
    """Return ``(record, item)``, distinct and sorted, with ``lengths[record]`` items each (records count from 0).

    Each round draws patterns for all records that are still short, as many as should do.
    """
    width = int(np.max(patterns.members)) + 1
    per_draw = patterns.kept_on_average()
    done: list[Positions] = []
    unfinished_keys = np.empty(0, dtype=np.int64)
    short = lengths
    for _ in range(_ROUNDS):
        draws = np.where(short > 0, np.ceil(short / per_draw).astype(np.int64) + 1, 0)
        record, item = _draw(chance, patterns, np.repeat(np.arange(len(lengths)), draws))
        unfinished_keys = _cut(np.concatenate([unfinished_keys, record * width + item]), width, lengths)
        short = np.where(short > 0, lengths - np.bincount(unfinished_keys // width, minlength=len(lengths)), 0)
        unfinished = short[unfinished_keys // width] > 0
        done.append(unfinished_keys[~unfinished])
        unfinished_keys = unfinished_keys[unfinished]
        if not len(unfinished_keys):
            break
    keys = np.sort(np.concatenate([*done, unfinished_keys]))
    return keys // width, keys % width


def _draw(chance: np.random.Generator, patterns: Patterns, record: Positions) -> tuple[Positions, Positions]:
    """Draw one pattern for each entry of ``record``; return what is left of each after corruption, in random order."""
    drawn = np.searchsorted(patterns.reach, chance.random(len(record)), side="right")
    size = patterns.size[drawn]
    dropped = chance.geometric(1 - patterns.corruption[drawn]) - 1
    lengths_left = np.maximum(size - dropped, 1)
    draw = np.repeat(np.arange(len(record)), size)
    place = np.arange(len(draw)) - np.repeat(np.cumsum(size) - size, size)
    item = patterns.members[patterns.start[drawn][draw] + place]
    order = np.argsort(draw + chance.random(len(draw)))
    stays = place < lengths_left[draw]
    return record[draw[stays]], item[order][stays].astype(np.int64)


def _cut(keys: Positions, width: int, lengths: Positions) -> Positions:
    """Drop repeated keys and those past the length of their record, both by order of arrival.

    A key and its place share one number, so that plain sorts do (much faster than a stable sort of places).
    """
    bits = len(keys).bit_length()
    by_key = np.sort(keys << bits | np.arange(len(keys)))
    first = by_key[np.diff(by_key >> bits, prepend=-1) != 0] & ((1 << bits) - 1)
    by_record = np.sort((keys[first] // width) << bits | first)
    record = by_record >> bits
    begins = np.searchsorted(record, np.arange(len(lengths)))
    stays = np.arange(len(record)) - begins[record] < lengths[record]
    keys_left: Positions = keys[by_record[stays] & ((1 << bits) - 1)]
    return keys_left


# -- the supermarket of the demo


@dataclass(frozen=True)
class Product:
    """A product of the demo: its place in the shop, how often it is bought alone, and what for it is bought."""

    item: str
    shelf: str
    department: str
    popularity: float
    occasions: tuple[str, ...]


def products() -> list[Product]:
    """Return the products of the demo's supermarket, as ``data/products.csv`` lists them."""
    with package_files("data/products.csv", "setanon_sql/data/products.csv").open(encoding="utf-8", newline="") as file:
        return [_product(row) for row in csv.DictReader(file)]


def _product(row: dict[str, Any]) -> Product:
    occasions = tuple(row["occasions"].split())
    return Product(row["item"], row["shelf"], row["department"], float(row["popularity"]), occasions)


def demo_baskets(records: int = 10_000, *, seed: int = 1, average_length: float = 7.0) -> Baskets:
    """Return baskets of a made-up supermarket, with customers: several baskets are of one.

    Products are bought together for occasions (a pasta dinner, a new baby, a cold) and alone by popularity; some,
    in the pharmacy above all, are bought by few. No basket is anybody's.
    """
    if records < 1 or seed < 0:
        raise BadParameter("a demo needs one record or more, and a seed that is not negative")
    shop = products()
    sets, weights = _occasions(shop)
    alone = [[number] for number in range(1, len(shop) + 1)]
    popularity = np.array([product.popularity for product in shop])
    share = np.concatenate([0.3 * weights / weights.sum(), 0.7 * popularity / popularity.sum()])
    corruption = np.concatenate([np.full(len(sets), 0.7), np.zeros(len(shop))])
    labels = tuple(product.item for product in shop)
    return Baskets(records, average_length, seed, Patterns.of([*sets, *alone], share, corruption), labels, names=True)


def _occasions(shop: Sequence[Product]) -> tuple[list[list[int]], Reals]:
    """Return the items of each occasion and its weight: the popularity of its products, on average."""
    sets: dict[str, list[int]] = {}
    for number, product in enumerate(shop, start=1):
        for occasion in product.occasions:
            sets.setdefault(occasion, []).append(number)
    weights = [float(np.mean([shop[number - 1].popularity for number in items])) for items in sets.values()]
    return list(sets.values()), np.array(weights)


def write_taxonomy(path: Path) -> Path:
    """Write the departments of the demo as a dimension table: ``item,level1,level2`` (product, department, shelf)."""
    with path.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(["item", "level1", "level2"])
        lines.writerows([product.item, product.department, product.shelf] for product in products())
    return path


def write_medicines(path: Path) -> Path:
    """Write the demo's products that tell of somebody's health, as a list of sensitive items: one column ``item``."""
    lines = ["item", *(product.item for product in products() if product.department == "Pharmacy")]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def write_demo(folder: Path, records: int = 10_000, *, seed: int = 1) -> tuple[Path, Path]:
    """Write the files of the demo into ``folder``: ``baskets.csv``, ``departments.csv``, ``medicines.csv``.

    Returns the first two paths. The folder is made where it is missing. Raises BadDestination where a file of one of
    these names is there and holds something else.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with temporary_folder("setanon-demo-") as fresh:
        files = (
            demo_baskets(records, seed=seed).write(fresh / "baskets.csv"),
            write_taxonomy(fresh / "departments.csv"),
            write_medicines(fresh / "medicines.csv"),
        )
        baskets, departments, _ = (put_made_up(folder / file.name, file.read_bytes()) for file in files)
    return baskets, departments


def put_made_up(path: Path, content: bytes) -> Path:
    """Write a file of the demo; raises BadDestination where another one of that name is there."""
    if path.exists() and path.read_bytes() != content:
        raise BadDestination(f"{path.name} is there already, and is not this demo's", "choose another folder")
    path.write_bytes(content)
    return path
