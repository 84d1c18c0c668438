"""Several items in one cell of a table, parted by a character."""

from collections.abc import Collection
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.sources import SourceOptions, open_source
from tests.strategies import examples


def records(source: Any, **how: Any) -> dict[str, set[str]]:
    with DuckDBEngine() as engine:
        dataset = open_source(engine, source, SourceOptions(**how))
        rows = engine.connection.execute(
            f"SELECT source_id, label FROM {dataset.transactions.schema}.{dataset.transactions.name} "
            f"JOIN {dataset.names().schema}.{dataset.names().name} USING (record_id) "
            f"JOIN {dataset.items.schema}.{dataset.items.name} USING (item)"
        ).fetchall()
    return {who: {label for other, label in rows if other == who} for who, _ in rows}


@pytest.mark.parametrize("character", [";", "|", "."])
def test_a_cell_holds_several_items(tmp_path: Path, character: str) -> None:
    (tmp_path / "t.csv").write_text(f"record_id,item\n1,a{character} b\n2,c{character}\n1,d{character}{character}a\n")
    assert records(tmp_path / "t.csv", split=character) == {"1": {"a", "b", "d"}, "2": {"c"}}
    assert records(tmp_path / "t.csv", split=character, where="record_id = '2'") == {"2": {"c"}}


@given(st.lists(st.lists(st.sampled_from(["a", "b c", "ä", "7"]), min_size=1, max_size=4), min_size=1, max_size=5))
@examples(5)
def test_it_is_what_plain_python_parts(baskets: list[Collection[str]]) -> None:
    frame = pd.DataFrame({"record_id": range(len(baskets)), "item": ["; ".join(basket) for basket in baskets]})
    assert records(frame, split="semicolon") == {f"{at}": {*basket} for at, basket in enumerate(baskets)}


@pytest.mark.parametrize("cell", ["", " ", ";", " ; "])
def test_a_cell_without_an_item_lacks_it(tmp_path: Path, cell: str) -> None:
    (tmp_path / "t.csv").write_text(f"record_id,item\n1,a\n2,{cell}\n")
    with pytest.raises(BadInput, match="item"):
        records(tmp_path / "t.csv", split=";")
    assert records(tmp_path / "t.csv", split=";", on_null="drop") == {"1": {"a"}}


def test_where_there_is_nothing_to_part_it_is_refused(tmp_path: Path) -> None:
    (tmp_path / "lines.txt").write_text("a;b\nc\n")
    with pytest.raises(BadInput, match="no cells"):
        records(tmp_path / "lines.txt", split=";", format="basket")
    with pytest.raises(BadInput, match="no cells"):
        records(pd.DataFrame({"record_id": [1], "item": [["a;b"]]}), split=";")
    with pytest.raises(BadParameter, match="one character"):
        SourceOptions(split="; ")
