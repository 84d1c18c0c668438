"""A statement put together from pieces rendered before is the one that its syntax tree gives."""

import json
from collections.abc import Mapping
from decimal import Decimal

import pytest
from sqlglot import exp

from setanon_sql.engine import DuckDBEngine
from setanon_sql.query import prepared, templates
from setanon_sql.query.prepared import Kind, Shape, ready, ready_pieces, rendered_pieces, statement, text
from setanon_sql.query.templates import Bind, Table, all_rows
from tests.query.lint import binds_of, names_of

NAMES = names_of("duckdb")


def rendered(
    name: str, binds: Mapping[str, Bind], kind: Kind = "", into: Table | None = None, dialect: str = "duckdb"
) -> str:
    return templates.render(statement(kind, templates.query(name, dialect=dialect, **binds), into), dialect)


@pytest.mark.whole
@pytest.mark.parametrize("dialect", ["duckdb", "postgres", "spark"])
def test_every_template_comes_out_as_from_its_tree(dialect: str) -> None:
    """Hundreds in one test: each as a test of its own takes pytest as long again."""
    for name in names_of(dialect):
        comes_out(name, dialect)


def test_a_template_comes_out_as_from_its_tree() -> None:
    for name in NAMES[::25]:
        comes_out(name, "duckdb")


def comes_out(name: str, dialect: str) -> None:
    binds = binds_of(name, dialect)
    others = {bind: Table(f'o"{bind}', "s p") if isinstance(value, Table) else 0 for bind, value in binds.items()}
    wanted = rendered(name, binds, dialect=dialect)
    assert text(name, binds, dialect) == wanted, (name, dialect)
    assert text(name, others, dialect) == rendered(name, others, dialect=dialect), (name, dialect)
    assert text(name, binds, dialect) == wanted, (name, dialect)


@pytest.mark.parametrize("kind", ["TABLE", "VIEW", "INSERT"])
def test_what_is_made_of_a_query_comes_out_as_from_its_tree(kind: Kind) -> None:
    for table, first in ((Table("a", "s"), 3), (Table('b"; --'), 4)):
        binds: dict[str, Bind] = {"rules": table, "size": first}
        into = Table(f"{table.name}_made", "scratch")
        assert text("suppressor/gather/level_rules", binds, "duckdb", kind, into) == rendered(
            "suppressor/gather/level_rules", binds, kind, into
        )
        assert text("", {}, "duckdb", "DROP", into) == templates.render(statement("DROP", None, into))


@pytest.mark.parametrize("value", [-1, 0, 10**30, True, None, Decimal("0.10"), "a'b", "1", "$k"])
def test_values_of_any_kind_come_out_as_from_the_tree(value: Bind) -> None:
    for table in (
        Table("t"),
        Table("t", columns={"set_id": "x y", "sensitive_item": "h", "support_with_sensitive": "b", "support": "s"}),
    ):
        binds = {"rules": table, "size": value}
        assert text("suppressor/gather/level_rules", binds, "duckdb") == rendered(
            "suppressor/gather/level_rules", binds
        )


def test_a_bind_too_many_or_too_few_is_an_error() -> None:
    with pytest.raises(KeyError, match="size"):
        text("suppressor/gather/level_rules", {"rules": Table("t")}, "duckdb")
    with pytest.raises(KeyError, match="more"):
        text("suppressor/gather/level_rules", {"rules": Table("t"), "size": 1, "more": 2}, "duckdb")


@pytest.mark.parametrize("sizes", [[1], [1, 2, 3]])
def test_what_is_gathered_is_the_union_of_the_trees(sizes: list[int]) -> None:
    kinds = dict.fromkeys(("set_id", "sensitive_item", "support_with_sensitive", "support"), int)
    with DuckDBEngine() as engine:
        rules = engine.load("rules", kinds, [[1], [2], [3], [4]])
        several: list[dict[str, Bind]] = [{"rules": rules, "size": size} for size in sizes]
        made = engine.gather("suppressor/gather/level_rules", several)
        for kind in ("TABLE", "INSERT"):
            trees = [templates.query("suppressor/gather/level_rules", **binds) for binds in several]
            union = exp.union(*trees, distinct=False) if len(trees) > 1 else trees[0]
            assert engine.trace.statements[-1].text == templates.render(statement(kind, union, made))
            again = engine.gather("suppressor/gather/level_rules", several, into=made)
        assert again is made
        assert sorted(engine.rows(all_rows(made))) == sorted((1, 2, 3, 4, size) for size in sizes * 3)


@pytest.mark.slow
def test_ready_pieces_serve_only_the_text_and_binds_that_they_were_made_of(monkeypatch: pytest.MonkeyPatch) -> None:
    plain: Shape = (("rules", Table, Table), ("size", int, int))
    assert ready_pieces("suppressor/gather/level_rules", "duckdb", plain) == []
    made = json.loads(json.dumps({"duckdb": ready("duckdb")}))
    monkeypatch.setattr(prepared, "_ready", lambda: made)
    assert sorted(made["duckdb"]) == NAMES
    assert ready_pieces("suppressor/gather/level_rules", "duckdb", plain) == rendered_pieces(
        "suppressor/gather/level_rules", "duckdb", plain
    )
    others: list[Shape] = [plain[:1], (("rules", int, int), plain[1]), (plain[0], ("size", bool, True))]
    assert not any(ready_pieces("suppressor/gather/level_rules", "duckdb", other) for other in others)
    assert ready_pieces("suppressor/gather/level_rules", "postgres", plain) == []
    made["duckdb"]["suppressor/gather/level_rules"][0] += 1
    assert ready_pieces("suppressor/gather/level_rules", "duckdb", plain) == []
