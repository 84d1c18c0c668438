"""SQL that is written down, as a function answers with it."""

from dataclasses import asdict, dataclass


@dataclass(frozen=True)
class Script:
    """SQL that is written down instead of run.

    ``dialect``: that of the warehouse. ``sql``: the text.
    """

    dialect: str
    sql: str

    def to_json(self) -> dict[str, str]:
        """Return what ``--json`` prints."""
        return asdict(self)
