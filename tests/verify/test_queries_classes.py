"""The recount's queries about columns beside the items, asked by themselves."""

from setanon_sql.engine import DuckDBEngine
from setanon_sql.layout import columns_beside_items
from setanon_sql.query.templates import Table
from setanon_sql.verify.contents import with_class
from tests.verify.tables import ask, rows


def test_the_classes_of_records(engine: DuckDBEngine) -> None:
    """Each once; a row without a record is of none."""
    lines = "record_id:text class:text | r x | r x | s y | s x | - x"
    assert ask(engine, "classes/of_records", lines=lines) == rows("r x | s x | s y")


def test_records_with_several(engine: DuckDBEngine) -> None:
    assert ask(engine, "classes/several", classes="record_id class:text | 1 x | 2 x | 2 y | 3 x | 3 y") == [(2,)]
    assert ask(engine, "classes/several", classes="record_id class:text | 1 x | 2 x") == [(0,)]


def test_the_number_of_classes(engine: DuckDBEngine) -> None:
    assert ask(engine, "classes/number", classes="record_id class:text | 1 x | 2 x | 3 y") == [(2,)]


def test_classes_of_too_few(engine: DuckDBEngine) -> None:
    classes = "record_id class:text | 1 x | 2 x | 3 x | 4 y | 5 y | 5 y | 6 z"
    assert ask(engine, "classes/small", classes=classes, k=3) == [(2,)]
    assert ask(engine, "classes/small", classes=classes, k=2) == [(1,)]
    persons = "record_id person | 1 1 | 2 1 | 3 2 | 4 3 | 5 4 | 6 5"
    assert ask(engine, "classes/small_of_persons", classes=classes, persons=persons, k=3) == [(3,)]
    assert ask(engine, "classes/small_of_persons", classes=classes, persons=persons, k=2) == [(1,)]
    nobody = "record_id person | 1 1 | 2 2 | 3 3"
    assert ask(engine, "classes/small_of_persons", classes=classes, persons=nobody, k=2) == [(0,)]


def test_labels_by_class(engine: DuckDBEngine) -> None:
    lines = "record_id item:text | 1 a | 1 b | 2 a | 3 a | - a"
    answer = ask(engine, "classes/by_class", lines=lines, classes="record_id class:text | 1 x | 2 y")
    assert answer == rows("1 x:a | 1 x:b | 2 y:a")


def test_different_values_never_make_one_class(engine: DuckDBEngine) -> None:
    """Lengths stand before values, and no value is another one than an empty one."""
    first, second = columns_beside_items(2)
    table = engine.new_table("given")
    values = "('a', '1:b'), ('a1:', 'b'), ('a', NULL), ('a', ''), (NULL, 'a'), ('a', '-:'), ('', 'a')"
    made = f"{table.schema}.{table.name}"
    columns = f'v("{first}", "{second}")'
    engine.connection.execute(f"CREATE TABLE {made} AS SELECT 1 AS record_id, * FROM (VALUES {values}) AS {columns}")
    named = Table(table.name, table.schema)
    texts = engine.rows(with_class(named, (first, second), "class", "record_id"))
    assert len({text for _, text in texts}) == 7
