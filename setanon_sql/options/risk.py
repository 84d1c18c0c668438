"""What audits tell of who is at risk, and where."""

from __future__ import annotations

from pathlib import Path

from setanon_sql.options.option import described, option
from setanon_sql.options.reading import AlongTaxonomy


@described
class RiskOptions(AlongTaxonomy):
    """The options of audits that tell which records are at risk."""

    by: int | None = option(
        "Also the risk below each label of a level of <taxonomy>.", default=None, kind="whole number", least=1,
        metavar="LEVEL", detail="1 is right below the root.",
    )  # fmt: skip
    records_out: str | Path | None = option(
        "Also list the records at risk (internal): a file or a table.", default=None, kind="name", metavar="OUT",
        detail="Each with the worst that was found about it. It names records, and is for its owner alone.",
    )  # fmt: skip
    overwrite: bool = option("Replace a file that setanon wrote.", default=False, kind="flag")
