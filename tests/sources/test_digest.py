"""The digest of a source, and the keys that come from it: the same for the same data, another one for any others."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.engine import DuckDBEngine
from setanon_sql.keys import digest_of_numbers, key
from setanon_sql.query import templates
from setanon_sql.query.templates import columns_of
from tests import lent
from tests.data import dataset_of
from tests.strategies import examples

PRIME = 2**31 - 1
Records = Sequence[frozenset[str]]


def marks(kind: str, name: str) -> list[int]:
    found = hashlib.md5(f"{kind}:{name}".encode(), usedforsecurity=False).hexdigest()
    return [int(found[at : at + 7], 16) for at in range(0, 28, 7)]


def oracle(records: Records, names: Sequence[str]) -> str:
    """Work the digest out in plain Python."""
    supports = {item: sum(item in record for record in records) for item in set().union(*records)}
    items = sorted(supports, key=lambda item: (-supports[item], item))
    rows = [(name, item) for record, name in zip(records, names, strict=True) for item in record]
    sums = [sum(marks("record", name)[at] * marks("item", item)[at] % PRIME for name, item in rows) for at in range(4)]
    for kind, called in (("record", names), ("item", items)):
        sums += [sum(n * marks(kind, name)[at] % PRIME for n, name in enumerate(called, 1)) for at in range(4)]
    counts = [len(records), len(rows), len(items)]
    return hashlib.sha256(",".join(map(str, [*sums, *counts])).encode()).hexdigest()


RECORDS = st.lists(st.frozensets(st.sampled_from("abcde"), min_size=1), min_size=1, max_size=8)


@examples(60)
@given(RECORDS)
def test_it_is_what_an_oracle_says(records: Records) -> None:
    names = [f"p{at}" for at in range(len(records))]
    with lent.engine() as engine:
        assert dataset_of(engine, records, names).digest == oracle(records, names)


@examples(60)
@given(RECORDS, RECORDS)
def test_other_data_have_another_one(records: Records, others: Records) -> None:
    with lent.engine() as engine:
        names = [[f"p{at}" for at in range(len(some))] for some in (records, others)]
        one, other = (dataset_of(engine, *both).digest for both in zip((records, others), names, strict=True))
        assert (one == other) == (list(records) == list(others))


def test_lines_are_called_by_their_numbers(engine: DuckDBEngine) -> None:
    records = [frozenset("ab"), frozenset("b"), frozenset("ac")]
    assert dataset_of(engine, records).digest == dataset_of(engine, records, ["1", "2", "3"]).digest
    assert dataset_of(engine, records, ["1", "2", "4"]).digest != dataset_of(engine, records).digest


def test_it_is_taken_once_and_shown_nowhere(engine: DuckDBEngine) -> None:
    data = dataset_of(engine, [frozenset("ab")])
    found = data.digest
    engine.drop(data.transactions)
    assert data.digest == found and found not in repr(data) and found not in repr(replace(data, records=2))


def test_both_forms_of_the_marks_agree(engine: DuckDBEngine) -> None:
    names = engine.load("names", {"number": int, "name": str}, [[1, 2, 3], ["a", "ä€😀", "0" * 99]])
    both = [
        engine.rows(templates.query("sources/digest/marks", dialect=dialect, names=names, kind="item"))
        for dialect in ("duckdb", "portable")
    ]
    expected = [(at, *marks("item", name)) for at, name in engine.rows(columns_of(names, "number", "name"))]
    assert sorted(both[0]) == sorted(both[1]) == sorted(expected)


def test_numbers_tell_one_result_from_another(engine: DuckDBEngine) -> None:
    def digest(rows: Sequence[tuple[int, int]]) -> str:
        table = engine.load("pairs", {"a": int, "b": int}, [[a for a, _ in rows], [b for _, b in rows]])
        return digest_of_numbers(engine, (table, "a", "b", "b", "b"))

    rows = [(1, 1), (1, 2), (2, 1), (3, 3)]
    assert digest(rows) == digest(rows[::-1])
    assert len({digest(rows), digest(rows[1:]), digest([(1, 1), (1, 2), (2, 3), (3, 1)]), digest([])}) == 4


def test_a_key_is_for_one_seed_source_promise_and_purpose() -> None:
    told = [
        key(seed, digest, {"k": k}, purpose)
        for seed in ("1", "2")
        for digest in ("a", "b")
        for k in (2, 3)
        for purpose in ("record ids", "groups")
    ]
    assert len(set(told)) == len(told) == 16 and all(len(one) == 32 for one in told)
    assert key("1", "a", {"k": 2, "m": 1}, "x") == key("1", "a", {"m": 1, "k": 2}, "x")
