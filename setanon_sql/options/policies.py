"""A policy in a file, and the demo: options of commands that are no single step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setanon_sql.options.option import described, option
from setanon_sql.options.publishing import Seeded
from setanon_sql.options.reading import Runs

if TYPE_CHECKING:
    from pathlib import Path


@described
class CheckPolicy(Runs):
    """The options of ``check``."""

    policy: str | Path = option("The file of the policy.", kw_only=False, kind="file", argument=True)


@described
class RunPolicy(CheckPolicy, Seeded):
    """The options of ``run``."""

    ledger: str | Path | None = option(
        "Write what was changed and why (internal).", default=None, kind="file", metavar="FILE", section="Release"
    )
    overwrite: bool = option("Replace a release that setanon wrote.", default=False, kind="flag", section="Release")
    evidence: str | Path | None = option(
        "A new folder for all that shows what was done.", default=None, kind="file", metavar="DIR"
    )


@described
class Demo(Runs):
    """The options of ``demo``."""

    folder: str | Path | None = option(
        "Keep the demo's files here. Default: a temporary folder.", default=None, kind="file", metavar="PATH"
    )
    records: int = option("Baskets to make.", default=10_000, kind="whole number", least=1, metavar="N")
