"""rho-uncertainty on three engines: the same rules, and with the same seed the same release."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from setanon_sql import api
from setanon_sql.errors import BadInput
from setanon_sql.sources import SourceOptions
from tests.engines.drawn import drawn, share
from tests.engines.places import Place, PostgresPlace, Rows, table_of
from tests.engines.rho_runs import RHO, at, for_all, reference, wished
from tests.engines.runs import Told, is_same
from tests.oracle import rho as oracle
from tests.rho_data import TABLE_1


def test_table_1_of_the_paper(place: Place, tmp_path: Path) -> None:
    """The wishes are personal, and needed to check the release."""
    wishes = {0: ["medicine"], 1: ["apple"], 2: ["coffee"], 3: ["medicine"], 4: ["bread"], 5: ["medicine"]}
    told = at(place, table_of(TABLE_1), wished(wishes), rho="0.5", m=1)
    assert (("milk",), "medicine", 2, 3) in told.audit["worst"]
    is_same(told, reference(tmp_path, table_of(TABLE_1), wished(wishes), rho="0.5", m=1))


def test_table_2_of_the_paper(place: Place, tmp_path: Path) -> None:
    data = [["x", "y"], ["x", "y"], ["x", "y"], ["x"]]
    is_same(at(place, table_of(data), for_all("y")), reference(tmp_path, table_of(data), for_all("y")))


def test_figures_alone_are_those_of_the_oracle(place: Place) -> None:
    """They are counted from bits, each bit pattern on every engine's own way."""
    records = [record for seed in range(4) for record in drawn(seed)[0]]
    found = api.audit_rho(
        place.put(table_of(records)), rho=RHO, sensitive=place.put(for_all("ab")), options=SourceOptions(db=place.db)
    )
    expected = oracle.check(records, records, dict.fromkeys(range(len(records)), "ab"), RHO)
    assert {size: n for size, n in found.by_size.items() if n} == expected.by_size()
    assert (found.at_risk, found.max_confidence) == (len(expected.at_risk), float(expected.max_confidence))


# -- random datasets


def drawn_wishes(seed: int) -> tuple[list[set[str]], dict[int, list[str]]]:
    """Return a small random dataset, and of some persons what they want hidden; the same for all of an even seed."""
    records, draw = drawn(seed)[0], random.Random(f"wishes {seed}")
    if seed % 2 == 0:
        return records, dict.fromkeys(range(len(records)), draw.sample("abcdefgh", 2))
    persons = draw.sample(range(len(records)), len(records) // 2)
    return records, {person: draw.sample("abcdefgh", 2) for person in persons}


@pytest.mark.parametrize("tens", share(10))
def test_random_datasets(postgres: PostgresPlace, tmp_path: Path, tens: int) -> None:
    """Twenty in CI; all of them stand side by side below."""
    for seed in range(10 * tens, 10 * tens + 10):
        records, wishes = drawn_wishes(seed)
        sensitive = for_all("".join(wishes[0])) if seed % 2 == 0 else wished(wishes)
        table, m = table_of(records), (None, 1, 2, 3)[seed % 4]
        if not {item for items in wishes.values() for item in items} & set().union(*records):
            continue
        asked = {"m": m, "all_of_it": False}
        is_same(at(postgres, table, sensitive, **asked), reference(tmp_path, table, sensitive, **asked))


@pytest.mark.slow
def test_random_datasets_side_by_side(place: Place, tmp_path: Path, fetched_alike: Callable[..., Any]) -> None:
    """A hundred datasets with no item in common, as one: the rules and the release of each are looked at by itself.

    Each by itself would take Spark half an hour.
    """
    apart = [drawn_wishes(seed) for seed in range(100)]
    firsts = [sum(len(records) for records, _ in apart[:seed]) for seed in range(100)]
    table = table_of(
        [{f"{seed:02}{item}" for item in record} for seed, (data, _) in enumerate(apart) for record in data]
    )
    every = {
        firsts[seed] + person: [f"{seed:02}{item}" for item in items]
        for seed, (_, wishes) in enumerate(apart)
        for person, items in wishes.items()
    }
    told = fetched_alike(place, lambda one: at(one, table, wished(every), record_ids="keep", m=2))
    is_same(told, reference(tmp_path, table, wished(every), record_ids="keep", m=2))
    for seed, (records, wishes) in enumerate(apart):
        before = oracle.check(records, records, wishes, RHO, 2)
        assert rules_of(told, seed) == {(tuple(sorted(known)), item) for known, item in before.rules}
        after = published(told.rows, seed, range(firsts[seed] + 1, firsts[seed] + len(records) + 1))
        assert all(new <= old for new, old in zip(after, records, strict=True))
        assert not oracle.check(records, after, wishes, RHO, 2).rules


def rules_of(told: Told, seed: int) -> set[tuple[tuple[str, ...], str]]:
    """The rules above rho of one of the datasets side by side."""
    found = [(known, hidden) for known, hidden, *_ in told.audit["worst"] if hidden[:2] == f"{seed:02}"]
    return {(tuple(sorted(label[2:] for label in known)), hidden[2:]) for known, hidden in found}


def published(rows: Rows, seed: int, ids: range) -> list[set[str]]:
    """The published records of one of the datasets side by side."""
    found: dict[int, set[str]] = {record: set() for record in ids}
    for record, item in rows:
        if item[:2] == f"{seed:02}":
            found[int(record)].add(item[2:])
    return list(found.values())


# -- what is read besides the source


def test_a_constraint_may_be_a_file_or_a_frame(place: Place, tmp_path: Path) -> None:
    source, options = place.put(table_of(TABLE_1)), SourceOptions(db=place.db)
    (tmp_path / "wishes.csv").write_text("record_id,item\n1,medicine\n4,medicine\n9,medicine\n")
    frame = wished({0: ["medicine"], 3: ["medicine"], 8: ["medicine"]})
    found = [
        api.audit_rho(source, rho="0.5", sensitive=given, options=options) for given in (tmp_path / "wishes.csv", frame)
    ]
    assert found[0] == found[1] and found[0].at_risk == 2


def test_what_cannot_be_a_constraint_is_told(place: Place) -> None:
    source, options = place.put(table_of(TABLE_1)), SourceOptions(db=place.db)
    with pytest.raises(BadInput, match='no column "item"'):
        api.audit_rho(source, rho="0.5", sensitive=place.put(pa.table({"label": ["milk"]})), options=options)
    with pytest.raises(BadInput, match="none of the 1 items"):
        api.audit_rho(source, rho="0.5", sensitive=place.put(pa.table({"item": ["Milk"]})), options=options)
    with pytest.raises(BadInput, match=r"no (such )?(table|file)"):
        api.audit_rho(source, rho="0.5", sensitive=place.out(), options=options)
