"""What a wheel has and no checkout: queries rendered for DuckDB, so that a command need not parse them first."""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class ReadyQueries(BuildHookInterface[Any]):
    """Makes ``sql_files/ready.json`` (see ``query.prepared.ready``); an editable install does without it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Render the queries and have the file put into the wheel."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        from setanon_sql.query.prepared import ready  # noqa: PLC0415

        self._made = TemporaryDirectory()
        path = Path(self._made.name) / "ready.json"
        path.write_text(json.dumps({"duckdb": ready("duckdb")}, indent=0), encoding="utf-8")
        build_data["force_include"][str(path)] = "setanon_sql/sql_files/ready.json"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the file, which is in the wheel now."""
        if version != "editable":
            self._made.cleanup()
