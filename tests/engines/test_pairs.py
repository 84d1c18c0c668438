"""Pairs of nodes counted from long words of bits, where PostgreSQL has them: the same releases as DuckDB's."""

from pathlib import Path

import pytest

from setanon_sql import api
from setanon_sql.methods.km import pairs
from setanon_sql.sources import SourceOptions
from setanon_sql.trace import Trace
from tests.data import skewed
from tests.engines.places import PostgresPlace, table_of


@pytest.mark.parametrize("words", [True, False])
def test_words_and_joins_find_the_pairs_that_duckdb_finds(
    postgres: PostgresPlace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: bool
) -> None:
    """4,500 records are more than two words hold; whether words are made is up to what they cost."""
    monkeypatch.setattr(pairs, "_AND", 0 if words else 10**9)
    monkeypatch.setattr(pairs, "_MAKE", 0)
    asked: set[str] = set()
    monkeypatch.setattr(Trace, "statement", _noting(asked))
    data, parent = skewed(5, items=40, records=4500, longest=6, flat=1)
    table = table_of([sorted(record) for record in data])
    tree = tmp_path / "tree.csv"
    tree.write_text("".join(f"{child},{over}\n" for child, over in {"child": "parent", **parent}.items()))
    how = {"k": 40, "m": 2, "seed": "the same", "taxonomy": tree}
    api.anonymize_km(table, tmp_path / "safe.csv", **how)
    asked.clear()
    api.anonymize_km(postgres.put(table), "tests.safe", options=SourceOptions(db=postgres.db), **how)
    assert words == ("km/pairs/counted_with_known_in_words" in asked) == ("km/pairs/counted_in_words" in asked)
    assert words != ("km/pairs/counted_with_known" in asked)
    expected = {tuple(line.split(",")) for line in (tmp_path / "safe.csv").read_text().splitlines()[1:]}
    assert {(str(record), item) for record, item in postgres.read("tests.safe")} == expected


def _noting(asked: set[str]):  # type: ignore[no-untyped-def]
    statement = Trace.statement

    def noting(self: Trace, name: str, *more: object):  # type: ignore[no-untyped-def]
        asked.add(name)
        return statement(self, name, *more)  # type: ignore[arg-type]

    return noting
