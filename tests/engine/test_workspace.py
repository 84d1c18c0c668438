"""Tables by name: a query reads what its header declares, and goes with the workspace it was run in."""

import pytest

from setanon_sql.engine import DuckDBEngine, Workspace

CUT = "adaptive/start/cut"
LABELS = "adaptive/propose/labels"
#: Two groups; the label 7 is closed in one of them.
ROWS = {
    "occurrences": ("group_id node", [(1, 7), (2, 7), (2, 8)]),
    "steps": ("node", [(7,), (8,)]),
    "closed": ("group_id node", [(2, 7)]),
}


@pytest.fixture
def space(engine: DuckDBEngine) -> Workspace:
    held = {
        name: engine.load_rows(name, dict.fromkeys(columns.split(), int), rows)
        for name, (columns, rows) in ROWS.items()
    }
    return Workspace(engine, **held)


def tables(engine: DuckDBEngine) -> set[str]:
    return {name for (name,) in engine.execute("test", "SELECT table_name FROM duckdb_tables()").fetchall()}


def names(space: Workspace, *made: str) -> set[str]:
    return {space[name].name for name in made}


def rows(space: Workspace, name: str) -> list[tuple[int, ...]]:
    return sorted(space.engine.execute("test", f"FROM {space.engine.render(space[name].expression())}").fetchall())


def test_a_query_reads_what_its_header_names_and_is_kept_under_its_name(space: Workspace) -> None:
    assert space.run(LABELS) == space["labels"]
    assert rows(space, "labels") == [(1, 7), (2, 8)] and space.count("labels") == 2
    space.run(LABELS, into="others", closed=space["labels"])
    assert rows(space, "others") == [(2, 7)] and rows(space, "labels") == [(1, 7), (2, 8)]


def test_what_is_lacking_is_named_with_the_query(engine: DuckDBEngine, space: Workspace) -> None:
    with pytest.raises(
        KeyError, match=rf"{CUT} needs transactions, ancestors, nodes, kind; .* has closed, occurrences"
    ):
        space.run(CUT, depth=1)
    with pytest.raises(KeyError, match="needs closed"):
        Workspace(engine, occurrences=space["occurrences"], steps=space["steps"], closed=None).run(LABELS)
    with pytest.raises(KeyError, match="unknown binds"):
        space.run(LABELS, depth=1)
    assert "labels" not in space and "steps" in space


def test_what_is_made_within_goes_but_for_what_is_handed_out(engine: DuckDBEngine, space: Workspace) -> None:
    before = tables(engine)
    space.run(LABELS)
    with space.inner(closed=space["labels"]) as inner:
        inner.run(LABELS, into="kept")
        inner.run(LABELS, into="aside", closed=inner["kept"])
        assert rows(inner, "aside") == [(1, 7), (2, 8)] and rows(inner, "labels") == [(1, 7), (2, 8)]
        inner.hand_out("kept")
        assert inner.keep((inner.run(LABELS, into="looked_at"),)) == (inner["looked_at"],)
        looked_at = inner["looked_at"]
        space.run(LABELS, into="outside")
    assert rows(space, "kept") == [(2, 7)] and "aside" not in space
    assert tables(engine) - before == {*names(space, "labels", "kept", "outside"), looked_at.name}


def test_a_table_takes_the_place_of_what_was_made_under_its_name(engine: DuckDBEngine, space: Workspace) -> None:
    before = tables(engine)
    for _ in range(2):
        space.run(LABELS)
        with space.inner() as inner:
            inner.run(LABELS)
            inner.hand_out("labels")
            inner.hand_out("labels")  # once more changes nothing
    assert tables(engine) - before == names(space, "labels")
    space["occurrences"] = space["labels"]
    assert tables(engine) > before  # what a workspace was given it does not drop
