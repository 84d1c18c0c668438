"""An engine that runs nothing: it writes down one SELECT, in which every table is a CTE."""

from collections import Counter
from collections.abc import Mapping, Sequence

from sqlglot import exp

from setanon_sql.engine.written.script import ScriptEngine
from setanon_sql.query.dialects import CLICKHOUSE_SETTINGS
from setanon_sql.query.prepared import Kind
from setanon_sql.query.steps import about
from setanon_sql.query.templates import Bind, Table, all_rows

#: Dialects that can be told to compute once what several CTEs read.
_ONCE = ("duckdb", "postgres")
#: What a dialect is told after the statement, and right after its last SELECT.
_AFTER = {"clickhouse": f"\nSETTINGS {CLICKHOUSE_SETTINGS}"}
_HINTS = {"mysql": "/*+ SET_VAR(group_concat_max_len = 4294967295) */"}


class SelectEngine(ScriptEngine):
    """Collects one SELECT in ``dialect``. A CTE is called ``setanon_`` and the name of the query that it came from."""

    most_doublings = 5

    def __init__(self, dialect: str) -> None:
        super().__init__(dialect)
        self._parts: dict[str, exp.Expr] = {}
        self._questions: dict[str, str] = {}
        self._newest: dict[str, str] = {}
        self._last: exp.Expr | None = None

    @property
    def text(self) -> str:
        """The statement, without a semicolon."""
        return "WITH\n" + ",\n".join(self.parts().values()) + f"\n{self.result()}\n"

    def parts(self) -> dict[str, str]:
        """Return the text of each CTE that the result needs, by its name, in order."""
        readers = self._readers()
        texts: dict[str, str] = {}
        for name, tree in self._parts.items():
            if readers[name]:
                how = "AS MATERIALIZED" if readers[name] > 1 and self.dialect in _ONCE else "AS"
                texts[name] = f"{self._questions[name]}{name} {how} (\n{self.render(tree.copy())}\n)"
        return texts

    def result(self) -> str:
        """Return the text of the SELECT that reads the CTEs."""
        assert self._last is not None
        text = self.render(self._last.copy())
        hint = _HINTS.get(self.dialect)
        return (text.replace("SELECT\n", f"SELECT {hint}\n", 1) if hint else text) + _AFTER.get(self.dialect, "")

    def _readers(self) -> Counter[str]:
        """Return how often each CTE is read, if only by CTEs that the result needs."""
        assert self._last is not None
        readers = Counter[str]()
        ahead = [self._last]
        while ahead:
            for table in ahead.pop().find_all(exp.Table):
                if table.name in self._parts and not table.db:
                    ahead += [self._parts[table.name]] if not readers[table.name] else []
                    readers[table.name] += 1
        return readers

    def _new(self, kind: Kind, query: str | exp.Expr, binds: Mapping[str, Bind]) -> Table:
        name, tree = self.query(query, **binds)
        return self._keep(name, self._current(tree))

    def _keep(self, query: str, tree: exp.Expr, called: str = "") -> Table:
        table = self.new_table(called or query)
        question = about(query, self.dialect).replace(";", ",")  # some tools take a text apart at each semicolon
        self._parts[table.name] = tree
        self._questions[table.name] = f"-- {question}\n" if question else ""
        return table

    def _current(self, tree: exp.Expr) -> exp.Expr:
        """Let a tree read what tables became that rows were appended to."""
        for table in tree.find_all(exp.Table):
            if table.name in self._newest and not table.db:
                table.set("this", exp.to_identifier(self._newest[table.name]))
        return tree

    def append(self, into: Table, query: str | exp.Expr, /, **binds: Bind) -> None:
        """Make a new CTE of the rows of a table and those of a query; from now on it is read for the table."""
        name, tree = self.query(query, **binds)
        before = self._current(all_rows(into))
        called = "" if isinstance(query, str) else into.name.removeprefix("setanon_")
        table = self._keep(name, exp.union(before, self._current(tree), distinct=False), called)
        self._newest[into.name] = table.name

    def gather(self, name: str, several: Sequence[Mapping[str, Bind]], into: Table | None = None) -> Table:
        """Put the rows of a template, bound in several ways, together as a CTE that is called like the template."""
        assert into is None, "a CTE is made whole"
        trees = [self._current(self.query(name, **binds)[1]) for binds in several]
        return self._keep(name, exp.union(*trees, distinct=False) if len(trees) > 1 else trees[0])

    def show(self, query: str | exp.Expr, /, **binds: Bind) -> None:
        """Note the query whose rows are the result."""
        self._last = self._current(self.query(query, **binds)[1])

    def drop(self, *tables: Table | None) -> None:
        """Drop nothing: a CTE ends with its statement."""

    def new_table(self, hint: str) -> Table:
        """Return an unused name: that of the query, with a number where there is one already."""
        stem = f"setanon_{hint.rsplit('/', 1)[-1]}"
        names = (stem if at == 1 else f"{stem}_{at}" for at in range(1, len(self._parts) + 2))
        return Table(next(name for name in names if name not in self._parts), quoted=False)
