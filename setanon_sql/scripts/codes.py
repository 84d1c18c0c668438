"""Codes for a table, as a script: a view of numbers, for work elsewhere, and tables that say what they stand for."""

import secrets

from setanon_sql.engine.written.script import ScriptEngine
from setanon_sql.errors import BadParameter
from setanon_sql.query.templates import Table
from setanon_sql.release.mappings import ItemMapping
from setanon_sql.scripts.data import held_rows, make_table, make_view
from setanon_sql.scripts.writing import named_table, script_engine, table_beside
from setanon_sql.taxonomy import Taxonomy

_ABOUT = """-- For the owner of the data alone: it holds the keys of codes, and names labels of the taxonomy.
-- Let others read the view, and the taxonomy in codes; nobody else may read the tables of codes.
"""
#: Bytes of a key.
_KEY = 32


def codes_script(
    dialect: str, source: Table, codes: str, view: str, taxonomy: Taxonomy | None = None, *, schema: str = ""
) -> str:
    """Return the script that gives codes to the labels and the records of a source, and makes a view of these alone.

    ``source``: one row for each record and item; its ``columns`` say what these are called. ``codes``: the table of the
    labels' codes (``label, code``); ``codes`` and ``_records`` has those of the records. ``view``: ``record_id, item``
    in codes; with a ``taxonomy`` the table ``view`` and ``_taxonomy`` has that (``child, parent``), too. ``schema``: of
    the script's own tables. Raises BadParameter for a dialect that is not known.
    """
    engine = script_engine(dialect, 1, schema)
    label_codes = named_table(codes)
    record_codes = table_beside(codes, "records")
    labels = engine.table("script/codes/labels", source=source)
    edges = None
    if taxonomy is not None:
        edges = held_rows(engine, "edges", ("child", "parent"), sorted(taxonomy.parent.items()))
        engine.append(labels, "script/codes/other_labels", edges=edges, labels=labels)
    _make_codes(engine, label_codes, "script/codes/label_codes", labels=labels)
    _make_codes(engine, record_codes, "script/codes/record_codes", source=source)
    tables = {"source": source, "record_codes": record_codes, "label_codes": label_codes}
    make_view(engine, named_table(view), engine.query("script/codes/coded_rows", **tables)[1], "What others may read.")
    if edges is not None:
        _, tree = engine.query("script/codes/coded_edges", edges=edges, label_codes=label_codes)
        make_table(engine, table_beside(view, "taxonomy"), tree, "The taxonomy, for others, too.")
    engine.drop(edges, labels)
    return f"{_ABOUT}\n{engine.text}"


def _make_codes(engine: ScriptEngine, table: Table, query: str, **reads: Table) -> None:
    """Make a table of codes, in an order of its own."""
    _, tree = engine.query(query, key=secrets.token_hex(_KEY), **reads)
    make_table(engine, table, tree, "Codes: for the owner alone.")


def decoded_labels(engine: ScriptEngine, mapping: ItemMapping, codes: str) -> Table:
    """Return a mapping in codes (``item, label``) as one of labels; ``codes``: the table that says what they stand for.

    Raises BadParameter where it is in labels.
    """
    cells = (cell for row in mapping.labels.items() for cell in row if cell)
    if not all(cell.isascii() and cell.isdecimal() for cell in cells):
        raise BadParameter(
            "<codes> is given, and the mapping has labels that are no codes",
            "make it from the coded view, without <exceptions> and <inner_items=own-leaf>; or leave <codes> out",
        )
    coded = held_rows(engine, "coded", ("item", "label"), sorted(mapping.labels.items()))
    decoded = engine.table("script/codes/decoded_mapping", coded=coded, label_codes=named_table(codes))
    engine.drop(coded)
    return decoded
