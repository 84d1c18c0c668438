"""Queries of an installed wheel serve the tests only where it renders as this tree does."""

import json
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from setanon_sql.package_files import PACKAGE
from setanon_sql.query import prepared
from setanon_sql.query.prepared import Shape, rendered_pieces
from setanon_sql.query.templates import Table
from tests import ready

NAME = "engine/tables/count_rows"
SHAPE: Shape = (("any_table", Table, Table),)


def test_what_a_wheel_of_this_tree_rendered_is_taken_and_of_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered = prepared._one_ready(prepared.find(NAME, "duckdb"), "duckdb")
    shutil.copytree(PACKAGE / "query", tmp_path / PACKAGE.name / "query")
    (tmp_path / PACKAGE.name / "sql_files").mkdir()
    (tmp_path / PACKAGE.name / "sql_files" / "ready.json").write_text(json.dumps({"duckdb": {NAME: rendered}}))
    monkeypatch.setattr(ready, "distribution", lambda _: SimpleNamespace(locate_file=lambda name: tmp_path / name))
    with ready.installed():
        assert prepared.ready_pieces(NAME, "duckdb", SHAPE) == rendered_pieces(NAME, "duckdb", SHAPE)
    with ready.nothing():
        assert prepared.ready_pieces(NAME, "duckdb", SHAPE) == []
    (tmp_path / PACKAGE.name / "query" / "templates.py").write_text("")
    with ready.installed():
        assert prepared.ready_pieces(NAME, "duckdb", SHAPE) == []
