"""What of a source is read: rows that meet a condition (``where``), or the rows of one SELECT (``query``).

Both are the user's own SQL, in the dialect of the engine that runs them. They are parsed, looked through and written
again from their syntax tree, so that what was checked is what runs: one SELECT (WITH, UNION and the like among them),
and nothing in it that writes, locks, or runs a text that nobody looked at.

What a manifest says of them is public: the SQL with a ``?`` for each of its values, and a fingerprint that nobody can
try values against who does not have the seed and the data.
"""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import sqlglot
from sqlglot import TokenType, exp

from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.sources.files import existing_file

#: What the SOURCE of a command is called in a query.
SOURCE = "source"

_SELECT = re.compile(r"\b(select|from)\s", re.IGNORECASE)

#: What a text may stand in besides a literal.
_VALUES = (
    exp.Literal, exp.HexString, exp.BitString, exp.ByteString, exp.RawString, exp.National, exp.UnicodeString,
    exp.Heredoc, exp.JSONPath,
)  # fmt: skip

#: The same as the words of a text.
_TOKENS = {
    TokenType.STRING, TokenType.NUMBER, TokenType.HEX_STRING, TokenType.BIT_STRING, TokenType.BYTE_STRING,
    TokenType.RAW_STRING, TokenType.NATIONAL_STRING, TokenType.UNICODE_STRING, TokenType.HEREDOC_STRING,
}  # fmt: skip

_WRITES = (
    exp.Insert, exp.Update, exp.Delete, exp.Merge, exp.Create, exp.Drop, exp.Alter, exp.Command, exp.Into, exp.Lock,
    exp.Copy, exp.Set, exp.Use, exp.Pragma, exp.Attach, exp.Detach, exp.TruncateTable, exp.LoadData,
)  # fmt: skip

#: Functions that change something, or run a text that nobody looked at.
_EFFECTS = re.compile(
    r"nextval|setval|set_config|lo_\w+|dblink\w*|(query|table|cursor|schema|database)_to_xml\w*|query|query_table"
    r"|pg_(advisory|try|terminate|cancel|reload|rotate|switch|create|drop|logical|replication|wal|log|promote|stat_reset"
    r"|read|write|ls|notify|import|backup|start|stop)\w*|(force_)?checkpoint|write_log|(postgres|mysql|sqlite)_\w+"
    r"|reflect|java_method|try_reflect|txid_\w+",
    re.IGNORECASE,
)


def is_query_file(query: str) -> bool:
    """Return whether a text is the name of a file that holds a query, and no query."""
    return query.strip().lower().endswith(".sql") and not _SELECT.search(query)


def query_text(query: str | Path) -> str:
    """Return the text of a query: a path, or a text that ends in ``.sql``, names the file that holds it."""
    if isinstance(query, str) and not is_query_file(query):
        return query
    try:
        return existing_file(Path(query), unpacked=True).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(
            f"{query} is not UTF-8 text", "convert it, for example with: iconv -f LATIN1 -t UTF-8"
        ) from error


def parsed_query(text: str, dialect: str) -> exp.Query:
    """Return the syntax tree of a query; raises BadParameter where it is anything but one SELECT that only reads."""
    with explain_parse_errors("<query> is no SQL that can be read"):
        statements = [tree for tree in sqlglot.parse(text, read=dialect) if not isinstance(tree, exp.Semicolon | None)]
    if len(statements) != 1:
        raise BadParameter(f"<query> holds {len(statements) or 'no'} statements", "write one SELECT, and nothing else")
    tree = statements[0].unnest() if isinstance(statements[0], exp.Subquery) else statements[0]
    if not isinstance(tree, exp.Select | exp.SetOperation):
        raise BadParameter("<query> is not a SELECT", "write one SELECT; WITH and UNION may be in it")
    check_reads(tree, "<query>")
    return tree


def parsed_condition(text: str, dialect: str) -> exp.Expr:
    """Return the syntax tree of a condition; raises BadParameter where it is anything but one that only reads."""
    with explain_parse_errors("<where> is no condition"):
        tree = sqlglot.parse_one(text, read=dialect, into=exp.Condition)
    if isinstance(tree, exp.Query | exp.Block):
        raise BadParameter("<where> is no condition", "write what would stand after WHERE")
    check_reads(tree, "<where>")
    return tree


@contextmanager
def explain_parse_errors(message: str) -> Iterator[None]:
    """Turn what the parser says, which quotes the text, into BadParameter; it also prints what it does not know."""
    logger = logging.getLogger("sqlglot")
    was = logger.disabled
    logger.disabled = True
    try:
        yield
    except sqlglot.errors.SqlglotError as error:
        places = [
            f"line {fault['line']}, column {fault['col']}"
            for fault in getattr(error, "errors", [])[:1]
            if fault["line"]
        ]
        raise BadParameter(
            " near ".join([message, *places]), "it is read in the dialect of the engine of <db>", (str(error),)
        ) from error
    finally:
        logger.disabled = was


def check_reads(tree: exp.Expr, option: str) -> None:
    """Raise BadParameter for SQL that does more than read, or that lacks a value; ``option`` says where it stands.

    Comments are taken out: they may hold values, and ``--show-sql`` would print them.
    """
    for node in tree.walk():
        node.comments = None
    if next(tree.find_all(*_WRITES), None) is not None:
        raise BadParameter(f"{option} holds a part that writes or locks", "a source is only read: write one SELECT")
    if any(_EFFECTS.fullmatch(_name(call)) for call in tree.find_all(exp.Func)):
        raise BadParameter(f"{option} calls a function that may change something", "a source is only read")
    if tree.find(exp.Placeholder, exp.Parameter):
        raise BadParameter(f"{option} holds a mark for a value", "write the value itself")


def _name(call: exp.Func) -> str:
    return call.name if isinstance(call, exp.Anonymous) else call.sql_name()


def tables_in(tree: exp.Expr) -> list[exp.Table]:
    """Return where a query names tables that are none of its own (WITH)."""
    ctes = {table.alias.casefold() for table in tree.find_all(exp.CTE)}
    tables = (table for table in tree.find_all(exp.Table) if isinstance(table.this, exp.Identifier))
    return [table for table in tables if table.args.get("db") or table.name.casefold() not in ctes]


def read_by(tree: exp.Expr) -> list[str]:
    """Return what a query reads besides the source: names of tables, and of files that are there."""
    others = [node for node in tables_in(tree) if not is_source(node)]
    tables = [node.name if names_file(node) else exp.table_name(node) for node in others]
    texts = [node.name for node in tree.find_all(exp.Literal) if node.is_string]
    return list(dict.fromkeys([*tables, *(text for text in texts if is_file(text))]))


def is_source(table: exp.Table) -> bool:
    """Return whether a query means the SOURCE of the command by a name."""
    return table.name.casefold() == SOURCE and not table.args.get("db")


def names_file(table: exp.Table) -> bool:
    """Return whether what stands for a table in a query is a file that is there."""
    return not table.args.get("db") and is_file(table.name)


def is_file(name: str | Path) -> bool:
    """Return whether a text names a file that is there."""
    try:
        return Path(name).is_file()
    except (OSError, ValueError):
        return False


def mask_values(text: str, dialect: str) -> str:
    """Return a statement of any kind with a ``?`` for each value, for those who look on.

    >>> mask_values("COPY (SELECT item FROM b WHERE item <> 'tea' AND n > 3) TO STDOUT", "postgres")
    'COPY (SELECT item FROM b WHERE item <> ? AND n > ?) TO STDOUT'
    """
    try:
        tokens = sqlglot.tokenize(text, read=dialect)
    except sqlglot.errors.SqlglotError:
        return "-- not shown: it may hold values"
    for token in reversed(tokens):
        if token.token_type in _TOKENS:
            text = f"{text[: token.start]}?{text[token.end + 1 :]}"
    return text


def without_values(tree: exp.Expr, dialect: str) -> str:
    """Return SQL with a ``?`` for each value, and for each file."""

    def blank(node: exp.Expr) -> exp.Expr:
        if isinstance(node, _VALUES):
            return exp.var("?")
        if isinstance(node, exp.Table) and isinstance(node.this, exp.Identifier) and names_file(node):
            node.set("this", exp.var("?"))
        return node

    return tree.copy().transform(blank).sql(dialect=dialect, comments=False)
