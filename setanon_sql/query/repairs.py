"""What sqlglot writes as a dialect does not understand it, written otherwise: for scripts that others run.

Each repair changes a syntax tree that is about to be rendered. What is here was told by the engine itself (ClickHouse)
or by its manual (MySQL, Redshift, Oracle and others have no FILTER, and COUNT_IF of Snowflake, which sqlglot writes for
it, may be NULL; LISTAGG of Redshift sorts in WITHIN GROUP; Spark has LISTAGG from version 4 on; BigQuery takes no
NULLS LAST in aggregates).
"""

from collections.abc import Callable
from functools import cache

from sqlglot import exp, parse_one

#: Functions of dialects that have no such operators, and for which sqlglot writes operators all the same.
_BITS: dict[type[exp.Expr], str] = {
    exp.BitwiseAnd: "bitAnd",
    exp.BitwiseLeftShift: "bitShiftLeft",
    exp.BitwiseRightShift: "bitShiftRight",
}

#: Dialects without FILTER that need no other repair.
_NO_FILTER = ("mysql", "doris", "dremio", "exasol", "hive", "oracle", "singlestore", "starrocks", "teradata")

#: Window functions for which BigQuery may be told where NULLs come.
_RANKS = (exp.RowNumber, exp.Rank, exp.DenseRank)

Repair = Callable[[exp.Expr], None]


def repaired(tree: exp.Expr, dialect: str) -> exp.Expr:
    """Return ``tree`` as ``dialect`` can take it: a changed copy, or where nothing is amiss the tree itself."""
    repairs = _REPAIRS.get(dialect, ())
    tree = tree.copy() if repairs else tree
    for repair in repairs:
        repair(tree)
    return tree


def _bits_as_functions(tree: exp.Expr) -> None:
    """Write operators as functions, the inner ones first."""
    for node in list(tree.find_all(*_BITS, bfs=False))[::-1]:
        node.replace(exp.Anonymous(this=_BITS[type(node)], expressions=[node.this, node.expression]))


def _named_columns(tree: exp.Expr) -> None:
    """Name every column that a query gives: one of a join would keep the alias of its table in its name."""
    for select in tree.find_all(exp.Select):
        named = [item.as_(item.name) if type(item) is exp.Column and item.table else item for item in select.selects]
        select.set("expressions", named)


def _case_for_filter(tree: exp.Expr) -> None:
    """Write ``sum(x) FILTER (WHERE c)`` as ``sum(CASE WHEN c THEN x END)``, and likewise for other aggregates."""
    for node in list(tree.find_all(exp.Filter)):
        call = node.this
        condition = node.expression.this
        inner = call.this
        distinct = isinstance(inner, exp.Distinct)
        value = inner.expressions[0] if distinct else exp.Literal.number(1) if isinstance(inner, exp.Star) else inner
        case = exp.Case(ifs=[exp.If(this=condition.copy(), true=value.copy())])
        call.set("this", exp.Distinct(expressions=[case]) if distinct else case)
        node.replace(call)


def _order_within_group(tree: exp.Expr) -> None:
    """Take the order of a text that is put together out of the call: ``listagg(x, ',') WITHIN GROUP (ORDER BY x)``."""
    for call in list(tree.find_all(exp.GroupConcat)):
        order = call.this
        if isinstance(order, exp.Order):
            plain = exp.Anonymous(this="LISTAGG", expressions=[order.this, call.args["separator"]])
            call.replace(exp.WithinGroup(this=plain, expression=exp.Order(expressions=order.expressions)))


@cache
def _sorted_list() -> exp.Expr:
    """Return the values that are put together, as Spark says it."""
    return parse_one(
        "CASE WHEN count(value) > 0 THEN"
        " array_join(transform(sort_array(collect_list(struct(key AS k, value AS v))), p -> p.v), mark) END",
        read="spark",
    )


def _sorted_list_joined(tree: exp.Expr) -> None:
    """Put a text together from a list of values, each behind what it is sorted by; where there is none it is NULL."""
    for call in list(tree.find_all(exp.GroupConcat)):
        order = call.this
        (key,) = order.expressions
        columns = {"key": key.this, "value": order.this, "mark": call.args["separator"]}

        def put(node: exp.Expr, columns: dict[str, exp.Expr] = columns) -> exp.Expr:
            return columns[node.name].copy() if isinstance(node, exp.Column) else node

        call.replace(_sorted_list().transform(put))


def _exact_division(tree: exp.Expr) -> None:
    """Divide as DuckDB does: Snowflake rounds what two whole numbers give to six digits, and so what is cut off that.

    Of whole numbers what is left over is taken away first; all else is divided as floating point, means too.
    """
    for node in list(tree.find_all(exp.IntDiv))[::-1]:
        over = exp.paren(exp.Mod(this=_operand(node.this), expression=_operand(node.expression)), copy=False)
        whole = exp.paren(exp.Sub(this=_operand(node.this), expression=over), copy=False)
        node.replace(exp.cast(exp.Div(this=whole, expression=node.expression, typed=True), "BIGINT"))
    for divided in tree.find_all(exp.Div):
        if not divided.args.get("typed"):
            divided.set("this", _as_double(divided.this))
    for mean in tree.find_all(exp.Avg):
        mean.set("this", _as_double(mean.this))


def _nulls_by_a_key(tree: exp.Expr) -> None:
    """Order by whether a value is NULL first, where BigQuery takes no NULLS LAST: in aggregates, also over windows."""
    for order in list(tree.find_all(exp.Order)):
        around = order.find_ancestor(exp.Window, exp.AggFunc, exp.Select)
        if isinstance(around, exp.Select) or (isinstance(around, exp.Window) and isinstance(around.this, _RANKS)):
            continue
        order.set("expressions", [key for ordered in order.expressions for key in _with_nulls_key(ordered)])


def _days_and_bytes(tree: exp.Expr) -> None:
    """Let weeks begin on Mondays; write what BigQuery says in bytes only, the length of a text and its digest."""
    for moment in list(tree.find_all(exp.TimestampTrunc)):
        unit = moment.args["unit"].name.upper()
        cut = exp.var("WEEK(MONDAY)" if unit == "WEEK" else unit)
        moment.replace(exp.Anonymous(this="DATE_TRUNC", expressions=[moment.this, cut]))
    for length in list(tree.find_all(exp.BitLength)):
        size = exp.Anonymous(this="BYTE_LENGTH", expressions=[length.this])
        length.replace(exp.paren(exp.Mul(this=size, expression=exp.Literal.number(8)), copy=False))
    for digest in list(tree.find_all(exp.SHA2))[::-1]:
        digest.replace(exp.LowerHex(this=digest.copy()))


def _grouped_columns(tree: exp.Expr) -> None:
    """Put columns to group by in brackets: sqlglot would write the alias of an output, which may be another column."""
    for select in tree.find_all(exp.Select):
        group = select.args.get("group") if select.args.get("order") else None
        for node in list(group.expressions) if group else []:
            if isinstance(node, exp.Column):
                node.replace(exp.paren(node.copy(), copy=False))


def _with_nulls_key(key: exp.Expr) -> list[exp.Expr]:
    descending = bool(key.args.get("desc"))
    nulls_first = bool(key.args.get("nulls_first"))
    is_null = exp.Is(this=_operand(key.this), expression=exp.null())
    value = exp.Ordered(this=key.this, desc=descending, nulls_first=not descending)  # as BigQuery does it anyway
    return [exp.Ordered(this=is_null, desc=nulls_first, nulls_first=not nulls_first), value]


def _operand(value: exp.Expr) -> exp.Expr:
    return exp.paren(value.copy(), copy=False) if isinstance(value, exp.Binary) else value.copy()


def _as_double(value: exp.Expr) -> exp.Expr:
    return value if isinstance(value, exp.Cast) and value.is_type("DOUBLE") else exp.cast(value.copy(), "DOUBLE")


_REPAIRS: dict[str, tuple[Repair, ...]] = {
    "clickhouse": (_bits_as_functions, _named_columns),
    **dict.fromkeys(_NO_FILTER, (_case_for_filter,)),
    "snowflake": (_case_for_filter, _exact_division),
    **dict.fromkeys(("spark", "databricks"), (_sorted_list_joined,)),
    "bigquery": (_nulls_by_a_key, _grouped_columns, _days_and_bytes),
    "redshift": (_case_for_filter, _order_within_group),
}
