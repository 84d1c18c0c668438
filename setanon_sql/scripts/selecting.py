"""What all gates have in common: the engine that writes them, items and pairs of a table, and how they end."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from setanon_sql.engine.written.select import SelectEngine
from setanon_sql.errors import BadParameter
from setanon_sql.query.dialects import dialect_named
from setanon_sql.query.templates import Bind, Table, all_rows
from setanon_sql.scripts.faults import CountingFault, Listed, of_items

#: Threats of one size, with the records that hold one.
Found = tuple[Table, Table]
#: A query by its name, and what it reads.
_Rows = tuple[str, dict[str, Bind]]

#: The queries that count persons in place of those of the same name that count records.
_OF_PERSONS = {
    "items", "item_rows", "frequent_rows", "pair_rows", "pairs", "generators", "generator_rows", "triple_rows",
    "rare_triples", "known_items", "known_rows",
}  # fmt: skip


def select_engine(dialect: str) -> SelectEngine:
    """Return what one SELECT is written with; raises BadParameter for a dialect that is not known."""
    return SelectEngine(dialect_named(dialect))


def gate_engine(dialect: str, m: int | None, most: int) -> SelectEngine:
    """Return what a gate is written with; raises BadParameter for a dialect that is not known, and for a larger m."""
    engine = select_engine(dialect)
    if m is None or m > most:
        raise BadParameter(f"a gate needs <m>, {most} at the most", "an audit as a script counts larger sets")
    return engine


def gate_query(name: str, person: bool) -> str:
    """Return the full name of a query that counts records, or persons."""
    return f"gate/persons/{name}" if person and name in _OF_PERSONS else f"gate/sets/{name}"


def rows_of_table(engine: SelectEngine, table: Table, person: bool = False) -> Table:
    """Return the rows of a table, each once."""
    return engine.table("gate/persons/distinct_rows" if person else "script/data/distinct_rows", source=table)


def items_of_table(engine: SelectEngine, table: Table, person: bool = False) -> tuple[Table, Table]:
    """Return the items of a table with their supports, and its rows with items as numbers."""
    return items_of_rows(engine, rows_of_table(engine, table, person), person)


def items_of_rows(engine: SelectEngine, rows: Table, person: bool = False) -> tuple[Table, Table]:
    """Return items with their supports, and rows with items as numbers, of rows that are there once each."""
    items = engine.table(gate_query("items", person), source_rows=rows)
    return items, engine.table(gate_query("item_rows", person), source_rows=rows, items=items)


def pairs_of(engine: SelectEngine, rows: Table, person: bool = False) -> tuple[Table, Table]:
    """Return where pairs occur, and how often."""
    rows_of_pairs = engine.table(gate_query("pair_rows", person), item_rows=rows)
    return rows_of_pairs, engine.table(gate_query("pairs", person), pair_rows=rows_of_pairs)


def known_rows_of(
    engine: SelectEngine, listed: Table, items: Table, item_rows: Table, person: bool = False
) -> tuple[Table, Table]:
    """Return the items that may be known, and their rows."""
    rows = engine.table(gate_query("known_rows", person), item_rows=item_rows, known=listed)
    return engine.table(gate_query("known_items", person), items=items, known=listed), rows


def items_listed(engine: SelectEngine, sensitive: Listed, items: Table, table: Table) -> Table:
    """Return the items that a list names in one of the spellings that ``table`` has of them."""
    labelled = {"items": items, "spellings": engine.table("script/data/spellings", source=table)}
    if isinstance(sensitive, tuple):
        return engine.table("gate/sets/items_of_list", listed=sensitive, **labelled)
    return engine.table("script/data/sensitive_for_all", named=of_items(sensitive), **labelled)


@dataclass(frozen=True)
class GateFindings:
    """Threats of some sizes, and what the rows of a gate say that they are (``finding``).

    ``sizes``: ``known_items, minimal_threats``. ``at_risk``: ``record_id, known_items``, who is from which size on.
    """

    sizes: Table
    at_risk: Table
    finding: str = "threats"


def finish_gate(
    engine: SelectEngine,
    tables: list[Found],
    faults: list[CountingFault],
    persons: Table | None = None,
    more: Callable[[Table], GateFindings] | None = None,
    *,
    least: int = 1,
) -> SelectEngine:
    """Note the result of the findings of each size, from ``least`` on, and of the ``faults`` that there may be.

    ``persons``: ``record_id, person``, where they are counted. ``more``: findings besides, made with those who are at
    risk by the others.
    """
    sizes: list[Mapping[str, Bind]] = [
        {"known_items": at, "threats": threats} for at, (threats, _) in enumerate(tables, least)
    ]
    risks: list[Mapping[str, Bind]] = [
        {"known_items": at, "records": records} for at, (_, records) in enumerate(tables, least)
    ]
    of_sizes = engine.gather("gate/findings/sizes", sizes)
    findings = [GateFindings(of_sizes, engine.gather("gate/findings/at_risk", risks))]
    findings += [more(findings[0].at_risk)] if more else []
    rows = [(_rows(engine, each, persons), each.finding) for each in findings]
    return _show(engine, rows, faults, "_of_persons" if persons else "")


def _rows(engine: SelectEngine, findings: GateFindings, persons: Table | None) -> _Rows:
    """Return the query of the rows of some findings, and what it reads; ``persons``: whose records are."""
    if persons is None:
        return "gate/findings/findings", {"sizes": findings.sizes, "at_risk": findings.at_risk}
    first_sizes = engine.table("gate/persons/first_sizes", at_risk=findings.at_risk, record_persons=persons)
    return "gate/persons/findings", {"sizes": findings.sizes, "first_sizes": first_sizes}


def _show(engine: SelectEngine, several: list[tuple[_Rows, str]], faults: list[CountingFault], of: str) -> SelectEngine:
    """Note the rows of several findings as the result, and with them the faults that there may be."""
    if not faults and len(several) == 1:
        (query, binds), _ = several[0]
        engine.show(query, **binds)
        return engine
    said: list[Mapping[str, Bind]] = [
        {"findings": engine.table(query, **binds), "finding": finding} for (query, binds), finding in several
    ]
    rows = engine.gather(f"gate/faults/threats{of}_found", said)
    for fault in faults:
        engine.append(rows, f"gate/faults/fault{of}_found", fault=fault.records, finding=fault.finding)
    engine.show(all_rows(rows))
    return engine
