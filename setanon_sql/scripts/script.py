"""SQL that is written down, as a function answers with it."""

from dataclasses import dataclass
from typing import Annotated

from setanon_sql.fields import Fields


@dataclass(frozen=True)
class Script(Fields):
    """SQL that is written down instead of run."""

    dialect: Annotated[str, ""]
    sql: Annotated[str, "the script, or the SELECT of a gate"]
