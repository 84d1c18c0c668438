"""The gate of coherence: one SELECT that counts what brute force finds, by records and by persons."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache

import duckdb
import pyarrow as pa
import pytest
import sqlglot
from hypothesis import assume, given
from hypothesis import strategies as st

from setanon_sql import api
from setanon_sql.errors import BadParameter
from setanon_sql.models.coherence.gate import coherence_gate
from setanon_sql.models.coherence.parameters import Coherence
from setanon_sql.query.dialects import PARSED, RUN
from setanon_sql.query.templates import Table
from tests.coherence import oracle
from tests.strategies import baskets, examples, persons_of

COLUMNS = {"record_id": "record_id", "item": "item"}
BASKETS = Table("baskets", columns=COLUMNS, quoted=False)
OWNED = Table("baskets", columns=COLUMNS | {"person": "person"}, quoted=False)
GROUPS = Table("grouped", columns={"item": "item", "name": '"group"'}, quoted=False)

gates = cache(coherence_gate)


def run(
    text: str, records: list[set[str]], persons: list[int] | None, groups: Sequence[tuple[str, str]] = ()
) -> list[tuple[object, ...]]:
    """Run a gate over records, the rows of the first one twice, and ``groups`` of items (item, group)."""
    rows = [(f"r{at}", item, at) for at, record in enumerate(records) for item in sorted(record)]
    rows += [row for row in rows if row[2] == 0]
    whose = [f"p{persons[at] if persons else 0}" for _, _, at in rows]
    with duckdb.connect(config={"threads": 1}) as connection:
        named = {"record_id": [row[0] for row in rows], "item": [row[1] for row in rows], "person": whose}
        connection.register("baskets", pa.table({name: pa.array(one, pa.string()) for name, one in named.items()}))
        columns = {"item": [item for item, _ in groups], "group": [group for _, group in groups]}
        connection.register("grouped", pa.table({name: pa.array(one, pa.string()) for name, one in columns.items()}))
        return sorted(connection.execute(text).fetchall())


@examples(400)
@given(baskets, st.data(), st.integers(2, 4), st.integers(1, 2), st.sampled_from(["1", "1/2", "1/3", "0.9"]))
def test_it_counts_what_brute_force_finds(data: list[set[str]], drawn: st.DataObject, k: int, m: int, h: str) -> None:
    private = {"a", "c"} & {item for record in data for item in record}
    assume(private)
    persons = drawn.draw(st.none() | persons_of(len(data)))
    grouped = drawn.draw(st.sets(st.sampled_from([("a", "g"), ("c", "g"), ("c", "f")])))
    assume({item for item, _ in grouped} & private or not grouped)
    table = OWNED if persons else BASKETS
    gate = gates(Coherence(k, m, Fraction(h), bool(persons)), "duckdb", table, ("a", "c"), GROUPS if grouped else None)
    groups = [([item for item, name in grouped if name == group], Fraction(h)) for group in "fg"]
    least = oracle.minimal(oracle.moles([*map(sorted, data)], k, m, Fraction(h), private, persons, groups))
    wanted = []
    for size in range(1, m + 1):
        small = [mole for mole in least if len(mole) <= size]
        at_risk = [at for at, record in enumerate(data) if any(mole <= record for mole in small)]
        who = [len({persons[at] for at in at_risk})] if persons else []
        wanted.append((size, sum(len(mole) == size for mole in least), len(at_risk), *who, "threats"))
    assert run(gate.text, data, persons, sorted(grouped)) == (wanted if least else [])


def test_what_cannot_be_counted_gets_a_row_of_its_own() -> None:
    gate = gates(Coherence(2, 2, Fraction(1, 2)), "duckdb", BASKETS, ("z",))
    assert run(gate.text, [{"a", "b"}] * 3, None) == [(0, 0, 3, "no sensitive item in the data")]
    of_groups = gates(Coherence(2, 2, Fraction(1, 2)), "duckdb", BASKETS, ("a",), GROUPS)
    records = [{"a", "b"}, {"b"}, {"b"}]
    assert run(of_groups.text, records, None, [("z", "g")]) == [(0, 0, 3, "no grouped item in the data")]
    assert run(of_groups.text, records, None, [("b", "g")])[0] == (0, 0, 3, "an item of a group is not sensitive")


@pytest.mark.parametrize("dialect", [*RUN, *PARSED])
@pytest.mark.parametrize("person", ["", "customer"])
def test_each_dialect_parses(dialect: str, person: str) -> None:
    tables = {"sensitive": "shop.s", "table": "b", "sensitive_groups": "shop.g" if person else ""}
    script = api.sql_gate_coherence(k=5, m=2, h="0.4", dialect=dialect, person=person, **tables)
    (tree,) = sqlglot.parse(script.sql, dialect=dialect)
    assert isinstance(tree, sqlglot.exp.Select)


def test_a_gate_needs_something_sensitive_and_a_small_m() -> None:
    with pytest.raises(BadParameter, match="what is sensitive"):
        api.sql_gate_coherence(k=5, m=2, dialect="duckdb")
    with pytest.raises(BadParameter, match="2 at the most"):
        api.sql_gate_coherence(k=5, m=3, dialect="duckdb", sensitive="s")
