"""A lint over ``sql/``: forms that another engine refuses, or that translate without a word into something else.

Each ban is a function from the syntax tree of a template to the nodes that break it; :data:`BANS` gives it a name and
a reason. :func:`faults` checks one query: its header, its form, and that it says the same in every dialect;
:func:`step_faults` the file that it stands in.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache

import sqlglot
from sqlglot import exp
from sqlglot.errors import SqlglotError
from sqlglot.optimizer.simplify import simplify

from setanon_sql.errors import SetanonError
from setanon_sql.query import steps, templates
from setanon_sql.query.functions import expanded
from setanon_sql.query.steps import Step, Template, tables_in

DIALECTS = ("duckdb", "postgres", "spark")
#: Dialects that a form may be for: those of our engines, and one that only scripts are written in.
OWN = (*DIALECTS, "clickhouse", "mysql", "snowflake")


class Walked:
    """A syntax tree that is walked once, for all bans."""

    def __init__(self, root: exp.Expr) -> None:
        self.root = root
        self.nodes = tuple(root.walk())

    def find_all(self, *kinds: type[exp.Expr]) -> Iterator[exp.Expr]:
        """Yield the nodes of these kinds."""
        return (node for node in self.nodes if isinstance(node, kinds))


Find = Callable[[Walked], Iterable[exp.Expr]]


@dataclass(frozen=True)
class Ban:
    """A form that no portable template may use, and what to write instead."""

    name: str
    instead: str
    find: Find


def of_kind(*kinds: type[exp.Expr]) -> Find:
    """Find nodes of these kinds."""
    return lambda tree: tree.find_all(*kinds)


def with_part(kind: type[exp.Expr], *parts: str) -> Find:
    """Find nodes of a kind that have one of these parts set."""
    return lambda tree: (node for node in tree.find_all(kind) if any(node.args.get(part) for part in parts))


def called(pattern: str) -> Find:
    """Find calls of functions, by any name that sqlglot or DuckDB has for them."""
    wanted = re.compile(rf"(?:{pattern})$", re.IGNORECASE)
    return lambda tree: (call for call in tree.find_all(exp.Func) if any(map(wanted.match, names(call))))


def names(call: exp.Func) -> list[str]:
    """Return the name of a function as written, or as sqlglot calls it where it knows the function."""
    return [call.name] if isinstance(call, exp.Anonymous) else [call.sql_name(), call.key]


def either(*finds: Find) -> Find:
    """Find what one of several finds."""
    return lambda tree: (node for find in finds for node in find(tree))


def one_sided_join_using(tree: Walked) -> Iterator[exp.Expr]:
    for join in tree.find_all(exp.Join):
        if join.kind in {"SEMI", "ANTI"} and join.args.get("using"):
            yield join


def by_all(tree: Walked) -> Iterator[exp.Expr]:
    yield from (group for group in tree.find_all(exp.Group) if group.args.get("all"))
    yield from (item for item in tree.find_all(exp.Ordered) if isinstance(item.this, exp.Var))


def alias_as_column(tree: Walked) -> Iterator[exp.Expr]:
    """Find names in WHERE or HAVING that the SELECT list only defines."""
    for select in tree.find_all(exp.Select):
        made = {item.alias for item in select.selects if isinstance(item, exp.Alias) and item.this.name != item.alias}
        made |= {item.alias for item in select.selects if isinstance(item, exp.Alias) and item.find(exp.AggFunc)}
        for part in ("where", "having"):
            clause = select.args.get(part)
            for column in clause.find_all(exp.Column) if clause else ():
                if column.parent_select is select and not column.table and column.name in made:
                    yield column


def star_at_the_top(tree: Walked) -> Iterator[exp.Expr]:
    if isinstance(tree.root, exp.Query):
        yield from (item for item in outputs(tree.root) if item.is_star)


def nameless_output(tree: Walked) -> Iterator[exp.Expr]:
    if isinstance(tree.root, exp.Query):
        yield from (item for item in outputs(tree.root) if not isinstance(item, exp.Alias | exp.Column | exp.Star))


def outputs(tree: exp.Query) -> Iterator[exp.Expr]:
    """Yield the SELECT lists of every arm of a UNION, EXCEPT or INTERSECT."""
    if isinstance(tree, exp.SetOperation):
        yield from outputs(tree.left)
        yield from outputs(tree.right)
    else:
        yield from tree.unnest().selects


def unaliased_subquery(tree: Walked) -> Iterator[exp.Expr]:
    for query in tree.find_all(exp.Subquery):
        if isinstance(query.parent, exp.From | exp.Join) and not query.alias:
            yield query


def sum_of_truth(tree: Walked) -> Iterator[exp.Expr]:
    kinds = (exp.Predicate, exp.Connector, exp.Not, exp.Boolean)
    for call in tree.find_all(exp.Sum, exp.Avg):
        inner = call.this.unnest()
        if isinstance(inner, kinds) and not isinstance(inner, exp.SubqueryPredicate):
            yield call


def bare_division(tree: Walked) -> Iterator[exp.Expr]:
    """Find divisions by something that may be zero: anything but a constant, a bound value or nullif()."""
    for node in tree.find_all(exp.Div, exp.IntDiv, exp.Mod):
        divisor = node.expression.unnest()
        while isinstance(divisor, exp.Cast):
            divisor = divisor.this.unnest()
        if not isinstance(divisor, exp.Nullif) and divisor.find(exp.Column, exp.AggFunc, exp.Subquery):
            yield node


def narrow_shift(tree: Walked) -> Iterator[exp.Expr]:
    """Find shifts of a bare number: 32 bits wide in every engine, and only DuckDB says so where that is too few."""
    yield from (node for node in tree.find_all(exp.BitwiseLeftShift) if isinstance(node.this.unnest(), exp.Literal))


def magic_number(tree: Walked) -> Iterator[exp.Expr]:
    """Find whole numbers of ten digits or more: nobody knows them by sight."""
    numbers = (node for node in tree.find_all(exp.Literal) if not node.is_string)
    yield from (number for number in numbers if number.name.isdigit() and len(number.name) >= 10)


def shadowed_slot(tree: Walked) -> Iterator[exp.Expr]:
    """Find tables that are called like a CTE they cannot see: the binder would take them for the CTE."""
    ctes = {cte.alias for cte in tree.find_all(exp.CTE)}
    for table in slots_of(tree, but=set()):
        if table.name in ctes and not sees_cte(table):
            yield table


def sees_cte(table: exp.Table) -> bool:
    """Tell whether a CTE of the table's name is in sight of it: defined earlier, in a query around it."""
    node: exp.Expr | None = table
    inside: exp.Expr | None = None
    while node is not None:
        within = node.args.get("with_")
        for cte in within.expressions if within else ():
            if cte is inside:
                break
            if cte.alias == table.name:
                return True
        inside = node if isinstance(node, exp.CTE) else inside
        node = node.parent
    return False


def long_name(tree: Walked) -> Iterator[exp.Expr]:
    yield from (name for name in tree.find_all(exp.Identifier) if len(name.name.encode()) > 63)


def unsigned_or_huge(tree: Walked) -> Iterator[exp.Expr]:
    kinds = exp.DataType.UNSIGNED_INTEGER_TYPES | {exp.DType.INT128, exp.DType.INT256}
    yield from (kind for kind in tree.find_all(exp.DataType) if kind.this in kinds)


def no_query(tree: Walked) -> Iterator[exp.Expr]:
    if not isinstance(tree.root, exp.Query):
        yield tree.root


BANS = (
    Ban("SEMI or ANTI JOIN with USING", "ON, or EXISTS: USING is translated to a cross join", one_sided_join_using),
    Ban("WITH ORDINALITY", "row_number(): Spark counts from 0", with_part(exp.Unnest, "offset")),
    Ban("percentile or median", "row_number() and count(): engines interpolate differently",
        either(of_kind(exp.WithinGroup), called("percentile_.*|quantile.*|approx_quantile|median"))),
    Ban("log(x)", "ln(x): log is to the base 10 here and natural there", called("log|log2|log10")),
    Ban("hash()", "arithmetic on ids: each engine has its own hash", called("hash|.*hash64|.*_hash")),
    Ban("mode()", "row_number() with ties broken by label", called("mode")),
    Ban("GROUP BY ALL or ORDER BY ALL", "the columns", by_all),
    Ban("alias in WHERE or HAVING", "the expression itself, or a subquery", alias_as_column),
    Ban("* EXCLUDE, REPLACE, RENAME, COLUMNS()", "the columns",
        either(with_part(exp.Star, "except_", "replace", "rename"), of_kind(exp.Columns, exp.PositionalColumn))),
    Ban("subquery without a name", "AS name", unaliased_subquery),
    Ban("sum(bool)", "count_if() or FILTER", sum_of_truth),
    Ban("lists", "rows, or a form of its own for duckdb",
        either(of_kind(exp.Array, exp.Bracket, exp.Lambda, exp.Comprehension, exp.Unnest, exp.ArrayAgg),
               called("list|list_.*|array|array_.*|unnest|explode|flatten|sequence|split|str.*_split.*|regexp_split.*"))),
    Ban("maps and structs", "columns", either(of_kind(exp.Struct, exp.ToMap, exp.Map), called("map|map_.*|struct_.*"))),
    Ban("arg_min, arg_max, first, last", "row_number() or DISTINCT ON",
        called("arg_?min.*|arg_?max.*|min_by|max_by|first|last|any_value|arbitrary")),
    Ban("bit_count()", "bits(x), a function of sql/functions.sql: PostgreSQL counts in bit strings only",
        called("bit_count|bitwise_count")),
    Ban("magic number", "a function of sql/functions.sql", magic_number),
    Ban("random", "a seeded order from ids: a run must repeat on every engine",
        either(of_kind(exp.TableSample), called("random|rand|randn|uuid|gen_random_uuid|setseed"))),
    Ban("unsigned or huge integers", "BIGINT or DECIMAL", unsigned_or_huge),
    Ban("UNION BY NAME", "columns in the same order", with_part(exp.SetOperation, "by_name")),
    Ban("FILTER of a window", "count(CASE WHEN … THEN 1 END) OVER: Spark 3.5 has none",
        lambda tree: (node for node in tree.find_all(exp.Window) if isinstance(node.this, exp.Filter))),
    Ban("PIVOT", "FILTER", either(of_kind(exp.Pivot), with_part(exp.Table, "pivots"))),
    Ban("macro, or anything but one query", "one SELECT", no_query),
    Ban("recursive query", "a loop of the driver", with_part(exp.With, "recursive")),
    Ban("range() or generate_series()", "a table of numbers, loaded", called("range|generate_series")),
    Ban("ASOF or POSITIONAL JOIN", "ON and row_number()", with_part(exp.Join, "method")),
    Ban("LIMIT in percent", "row_number() and count()", with_part(exp.LimitOptions, "percent")),
    Ban("division by what may be zero", "nullif(…, 0): 1/0 is infinite here and an error there", bare_division),
    Ban("shift of a bare number", "CAST(1 AS BIGINT) << x: a bare 1 has 32 bits and overflows silently", narrow_shift),
    Ban("table called like a CTE", "another name for the CTE", shadowed_slot),
    Ban("SELECT * at the top", "the columns that out: promises", star_at_the_top),
    Ban("output column without a name", "AS name", nameless_output),
    Ban("name over 63 bytes", "a shorter one: PostgreSQL cuts it", long_name),
)  # fmt: skip


def broken_bans(text: str) -> list[str]:
    """Return the names of the bans that a query breaks."""
    return [ban.name for ban in broken(sqlglot.parse_one(text, read="duckdb"))]


def broken(tree: exp.Expr) -> list[Ban]:
    """Return the bans that a syntax tree breaks."""
    walked = Walked(tree)
    return [ban for ban in BANS if next(iter(ban.find(walked)), None) is not None]


# -- queries of a step


@cache
def all_steps() -> tuple[Step, ...]:
    """Return every step of ``sql/``, room after room, in running order."""
    return tuple(steps.steps())


@cache
def parsed(template: Template) -> exp.Expr:
    """Return the syntax tree of a query: parsed once, for all tests; not to be changed."""
    return templates.tree(template)


def forms_of(step: Step, dialect: str) -> list[Template]:
    """Return the queries of a step as an engine of ``dialect`` gets them."""
    known = {(form.name, form.dialect): form for form in step.templates}
    names = dict.fromkeys(form.name for form in step.templates)
    found = (known.get((name, dialect)) or known.get((name, "")) for name in names)
    return [form for form in found if form]


def names_of(dialect: str) -> list[str]:
    """Return the names of all queries that an engine of ``dialect`` can run, sorted."""
    return sorted({form.name for step in all_steps() for form in forms_of(step, dialect)})


def constructs(tree: exp.Expr) -> set[str]:
    """Return what a query is made of that another dialect may write otherwise: functions, operators, joins, types."""
    return {_construct(node) for node in tree.walk() if not isinstance(node, exp.Identifier)}


def _construct(node: exp.Expr) -> str:
    if isinstance(node, exp.Join):
        return f"{node.side} {node.kind} JOIN".strip()
    if isinstance(node, exp.Cast):
        return f"{type(node).__name__} {node.to.sql()}"
    return node.name if isinstance(node, exp.Anonymous) else type(node).__name__


def slots_of(tree: exp.Expr | Walked, but: set[str] | None = None) -> list[exp.Table]:
    """Return the tables a query reads, without its own CTEs (or without ``but``) and without table functions."""
    own = {cte.alias for cte in tree.find_all(exp.CTE)} if but is None else but
    return [
        table for table in tree.find_all(exp.Table) if isinstance(table.this, exp.Identifier) and table.name not in own
    ]


def dummy_binds(tree: exp.Expr) -> Mapping[str, templates.Bind]:
    """Return something for each slot and each value: a table of the slot's name, and numbers from 11."""
    values = sorted({mark.name for mark in tree.find_all(exp.Placeholder)})
    tables = {table.name: templates.Table(table.name) for table in slots_of(tree)}
    return {name: number for number, name in enumerate(values, start=11)} | tables


def binds_of(name: str, dialect: str) -> Mapping[str, templates.Bind]:
    """Return dummy binds of a query as an engine of ``dialect`` gets it."""
    return dummy_binds(parsed(steps.find(name, dialect)))


@cache
def rendered(template: Template, dialect: str) -> str:
    """Return a query as an engine of ``dialect`` gets it, with dummy binds, laid out for reading."""
    tree = parsed(template)
    whole = templates.bound(template.name, expanded(tree.copy(), dialect), dummy_binds(tree))
    return templates.render(whole, dialect, pretty=True, copy=False) + "\n"


def file_faults(file: Step) -> list[str]:
    """Return what is wrong with one file of a step as a whole: its plan, and queries that stand in another file."""
    found = [] if re.search(r"[.:]( |$)", file.header) else ["does not open with a comment that tells the step's plan"]
    return found + [
        f"{form.name} ({form.dialect}): a form of one engine stands in N_step.{form.dialect}.sql"
        for form in file.templates
        if form.dialect and twin(file, form)
    ]


def twin(step: Step, form: Template) -> Template | None:
    """Return the form for all dialects of one engine's query, if its step has one."""
    named = (other for other in step.templates if other.name == form.name and not other.dialect)
    return next(named, None) if form.dialect else None


def faults(form: Template, portable: Template | None = None) -> list[str]:
    """Return what is wrong with a query, in words; ``portable`` is the form for all of one engine's, if it has one."""
    try:
        tree = parsed(form)
    except SqlglotError as error:
        return [f"does not parse: {error}"]
    found = header_faults((portable or form).header, tree, portable=not form.dialect)
    if (
        form.dialect
        and portable is None
        and not re.match(rf"{form.dialect}\b.{{8,}}", header_parts(form.header).get("only", ""))
    ):
        found.append(f"has no form for all: add it, or a line '-- only: {form.dialect}, because …'")
    if not form.dialect:
        found += [f"{ban.name}: write {ban.instead}" for ban in broken(tree)]
    dialects = (form.dialect,) if form.dialect else DIALECTS
    return found or [fault for dialect in dialects for fault in dialect_faults(form, dialect)]


def header_parts(text: str) -> dict[str, str]:
    """Return the parts of the comment below a name by mark (``in``, ``out``, ``only``); '' is the sentence."""
    parts: dict[str, str] = {}
    mark = ""
    for line in text.splitlines():
        found = re.match(r"(in|out|only):", line)
        mark = found[1] if found else mark
        parts[mark] = f"{parts.get(mark, '')} {line[found.end() if found else 0 :].strip()}".strip()
    return parts


def header_faults(text: str, tree: exp.Expr, *, portable: bool = True) -> list[str]:
    """Check the comment below a query's name: what it answers, the tables it reads, the columns it gives.

    One that is not ``portable`` may read files, and lists of its engine.
    """
    parts = header_parts(text)
    found = []
    if not re.search(r"[.?:]( |$)", parts.get("", "")):
        found.append("does not open with a comment that says in a sentence what it answers")
    if not parts.get("in") or not parts.get("out"):
        return [*found, "has no lines '-- in:  tables' and '-- out: columns' in its header"]
    columns = tree.named_selects if isinstance(tree, exp.Query) else []
    read, named = {table.name for table in slots_of(tree)}, set(tables_in(text))
    unnamed = (read - named) | (set(columns) - words(parts["out"]) - {"*"})
    found += [f"its header does not name {name}, which it reads or gives" for name in sorted(unnamed)]
    surplus = named - read if portable else set()
    return found + [f"its header names {name} as a table, which it does not read" for name in sorted(surplus)]


def words(text: str) -> set[str]:
    """Return the words of a text."""
    return set(re.findall(r"\w+", text))


def dialect_faults(form: Template, dialect: str) -> list[str]:
    """Check that a query can be said in a dialect, and that the dialect's parser reads it back unchanged."""
    try:
        text = rendered(form, dialect)
        again = sqlglot.parse_one(text, read=dialect).sql(dialect, pretty=True, copy=False) + "\n"
    except (SqlglotError, SetanonError, KeyError) as error:
        return [f"cannot be rendered for {dialect}: {error}"]
    return [] if again == text else [f"reads differently when {dialect} parses it back"]


# -- queries that say nothing of their own


def likeness(form: Template) -> str:
    """Return the text of a query with numbers for the names of tables and values: two that only differ there are alike.

    Columns keep their names: where those differ, a caller cannot take one query for the other.
    """
    tree = parsed(form).copy()
    for table in slots_of(tree):
        if not table.alias:
            table.set("alias", exp.TableAlias(this=table.this.copy()))
    numbers: dict[str, int] = {}
    for node in tree.walk(bfs=False):
        if isinstance(node, exp.Placeholder):
            node.set("this", f"v{numbers.setdefault(f'${node.name}', len(numbers))}")
        elif isinstance(node, exp.Identifier) and names_table(node):
            kind = "t" if isinstance(node.parent, exp.Table) else "a"
            node.replace(exp.to_identifier(f"{kind}{numbers.setdefault(kind + node.name.lower(), len(numbers))}"))
    return tree.sql("duckdb", comments=False)


def names_table(name: exp.Identifier) -> bool:
    """Tell whether an identifier is the name or the alias of a table, also before a column."""
    return name.arg_key == "table" or (isinstance(name.parent, exp.Table | exp.TableAlias) and name.arg_key == "this")


def is_empty(tree: exp.Expr) -> bool:
    """Tell whether a query only makes an empty table: its condition is false for every row, or it takes no rows."""
    limit, where = tree.args.get("limit"), tree.args.get("where")
    never = where is not None and simplify(where.this.copy()) == exp.false()
    return never or (limit is not None and limit.expression == exp.Literal.number(0))


def is_projection(tree: exp.Expr) -> bool:
    """Tell whether a query only takes columns of one table, perhaps under other names, in no order."""
    if not isinstance(tree, exp.Select) or any(value for key, value in tree.args.items() if key not in _SELECTS):
        return False
    return all(isinstance(item.unalias(), exp.Column) for item in tree.selects) and bool(slots_of(tree))


_SELECTS = {"expressions", "from_", "kind", "hint", "operation_modifiers"}
