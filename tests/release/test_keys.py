"""Who guesses the seed of a release and lacks the data learns nothing; the adversary here is plain Python."""

import csv
import hashlib
import hmac
import random
from collections.abc import Callable, Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pytest

from setanon_sql import api
from setanon_sql.sources import SourceOptions

RECORDS = 2_000
#: So many of 2,000 ids are right by chance with a probability below one in 10^9 (1 / 13!).
CHANCE = 12
SEED = "1"


def digits(number: int) -> set[str]:
    """Return a record that no other number has: each item is in about half of the records."""
    return {f"{at}{'abc'[number // 3**at % 3]}" for at in range(7)}


def table(records: dict[str, set[str]]) -> pa.Table:
    rows = [(name, item) for name, items in records.items() for item in sorted(items)]
    return pa.table({"record_id": [name for name, _ in rows], "item": [item for _, item in rows]})


def people(seed: int = 7) -> dict[str, set[str]]:
    numbers = random.Random(seed).sample(range(3**7), RECORDS)
    return {f"p{at:04}": digits(number) for at, number in enumerate(numbers)}


def released(path: Path) -> dict[int, frozenset[str]]:
    """Return the records of a release by their ids."""
    found: dict[int, set[str]] = {}
    for record, item in duckdb.read_parquet(str(path)).fetchall():
        found.setdefault(record, set()).add(item)
    return {record: frozenset(items) for record, items in found.items()}


def owners(path: Path, source: dict[str, set[str]]) -> dict[int, str]:
    """Return whose record each released id is; all records differ, and nothing was changed."""
    whose = {frozenset(items): name for name, items in source.items()}
    return {record: whose[items] for record, items in released(path).items()}


def anonymized(path: Path, source: dict[str, set[str]], **how: Any) -> dict[int, str]:
    given: dict[str, Any] = {"k": 2, "m": 1, "optimum": 0, "seed": SEED} | how
    api.anonymize_km(table(source), path, **given)
    return owners(path, source)


def md5(text: str) -> str:
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


def hmac_sha256(text: str) -> str:
    return hmac.new(SEED.encode(), text.encode(), hashlib.sha256).hexdigest()


#: How an adversary orders records, by number or by name, who knows how the program works, but no row.
GUESSES: dict[str, Callable[[int, str], str]] = {
    "md5(seed:n)": lambda n, _: md5(f"{SEED}:{n}"),
    "md5(seed:name)": lambda _, name: md5(f"{SEED}:{name}"),
    "md5(seed/n)": lambda n, _: md5(f"{SEED}/{n}"),
    "md5(hmac(seed):n)": lambda n, _: md5(f"{hmac_sha256('record ids')[:32]}:{n}"),
    "hmac(seed, n)": lambda n, _: hmac_sha256(str(n)),
}


@pytest.mark.parametrize("guess", GUESSES)
def test_a_guessed_seed_names_nobody(tmp_path: Path, release: dict[int, str], guess: str) -> None:
    """Before: 2,000 of 2,000 by ``md5(seed:n)``."""
    names = sorted(release.values())
    order = sorted(enumerate(names, 1), key=lambda one: GUESSES[guess](*one))
    named = sum(release[at] == name for at, (_, name) in enumerate(order, 1))
    assert named <= CHANCE


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> dict[int, str]:
    return anonymized(tmp_path_factory.mktemp("keys") / "r.parquet", people())


@pytest.mark.slow
def test_equal_ids_in_two_releases_of_one_seed_are_not_the_same_person(tmp_path: Path, release: dict[int, str]) -> None:
    """Before: 2,000 of 2,000."""
    other = anonymized(tmp_path / "b.parquet", people(), k=3)
    assert equal(release, other) <= CHANCE
    assert equal(release, anonymized(tmp_path / "c.parquet", people(), algorithm="paper")) <= CHANCE


def test_one_row_more_gives_other_ids(tmp_path: Path, release: dict[int, str]) -> None:
    source = people()
    source["p0000"].add("0a" if "0a" not in source["p0000"] else "0b")
    assert equal(release, anonymized(tmp_path / "b.parquet", source)) <= CHANCE


def test_two_people_who_change_places_have_other_ids(tmp_path: Path, release: dict[int, str]) -> None:
    """The supports of all items, and all records but their names, are the same."""
    source = people()
    source["p0000"], source["p0001"] = source["p0001"], source["p0000"]
    assert equal(release, anonymized(tmp_path / "b.parquet", source)) <= CHANCE


def equal(old: dict[int, str], new: dict[int, str]) -> int:
    """Return how many equal ids are the same person."""
    return sum(new.get(record) == name for record, name in old.items())


@pytest.mark.slow
def test_a_seed_repeats_a_release(tmp_path: Path) -> None:
    """The same data in another order of rows, and written in another form, have the same ids."""
    source = people()
    back = dict(reversed(source.items()))
    for name, records in (("a.parquet", source), ("b.parquet", back), ("c.csv", source)):
        api.anonymize_km(table(records), tmp_path / name, k=2, m=1, optimum=0, seed=SEED)
    assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()
    with (tmp_path / "c.csv").open() as file:
        rows = {(int(row["record_id"]), row["item"]) for row in csv.DictReader(file)}
    assert rows == {(record, item) for record, items in released(tmp_path / "a.parquet").items() for item in items}


@pytest.mark.slow
def test_a_manifest_confirms_no_guess(tmp_path: Path) -> None:
    """Before: sha256 of the seed, a colon and the condition, or the rules."""
    where, rules = "item <> 'z'", [("0a", "drop", "")]
    options = SourceOptions(where=where)
    made = api.anonymize_km(
        table(people()), tmp_path / "r.parquet", k=2, m=1, optimum=0, seed=SEED, options=options,
        taxonomy=[(f"{at}{letter}", "all") for at in range(7) for letter in "abc"], constraints=rules,
    )  # fmt: skip
    told = made.manifest["where"]["keyed_sha256"], made.manifest["constraints"]["keyed_sha256"]
    guesses = {hashlib.sha256(f"{SEED}:{text}".encode()).hexdigest() for text in (where, '[["0a", "drop", ""]]')}
    guesses |= {hmac_sha256(text) for text in (where, '[["0a", "drop", ""]]')}
    assert not guesses.intersection(told)


#: Each pair of items is held by one record, each item by three: so that the items of a pair are in different chunks.
PAIRS = [(f"a{at // 3}", f"b{(at // 3 + at % 3) % 8}") for at in range(24)]


@pytest.mark.slow
def test_subrecord_numbers_put_no_record_together(tmp_path: Path) -> None:
    """Before: 24 of 24. By chance 3 are right."""
    source = {f"p{at:02}": set(pair) for at, pair in enumerate(PAIRS)}
    api.anonymize_disassociation(table(source), tmp_path / "r", k=2, m=2, refine=False, seed=SEED)
    rows = duckdb.read_parquet(str(tmp_path / "r" / "subrecords.parquet")).fetchall()
    held = {subrecord: item for _, _, subrecord, item in rows}
    assert len(held) == 48
    best = max(sum(pair == set(guess) for pair, guess in zip(source.values(), guesses, strict=True))
               for guesses in put_together(held))  # fmt: skip
    assert best <= 12


def put_together(held: dict[int, str]) -> Iterator[list[list[str]]]:
    """Yield what an adversary makes of subrecord numbers, for each way in which clusters and chunks may be numbered."""
    for cluster, first, second in product(range(4), range(4), range(4)):
        if first != second:
            keys = [(f"{SEED}:{cluster}:{chunk}:{n}", n) for chunk, n in product((first, second), range(1, 25))]
            yield joined(held, keys)


def joined(held: dict[int, str], keys: Iterable[tuple[str, int]]) -> list[list[str]]:
    made: list[list[str]] = [[] for _ in range(24)]
    for number, (_, n) in enumerate(sorted(keys, key=lambda one: md5(one[0])[:12]), 1):
        made[n - 1].append(held[number])
    return made
