"""What a report is about, as whoever asked for it says: the data, their period, what of them was read, purpose."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from setanon_sql.options.words import Tier
from setanon_sql.text import count_of

#: What an internal report of a release says where nobody named it.
_NOT_STATED = "not stated"


@dataclass(frozen=True)
class Subject:
    """The data of a report, and what they are for.

    ``data``, ``period``, ``purpose``, ``recipients``: as they should read; empty: nobody said.
    ``recipient_means``: what these know and can do. ``threshold_reason``: why that risk is low enough.
    ``approval``: what to say of it.
    ``source``: the name of the file or table that was read. ``where``: the condition on its rows. ``query``: it was
    read by a query. ``cap``, ``cap_records``: at most so many items of a record, and records of a person; 0: all.
    ``control``: the share that is held out; empty: nothing.
    """

    data: str = ""
    period: str = ""
    purpose: str = ""
    recipients: tuple[str, ...] = ()
    source: str = ""
    where: str = ""
    query: bool = False
    cap: int = 0
    cap_records: int = 0
    control: str = ""
    recipient_means: str = ""
    threshold_reason: str = ""
    approval: str = ""

    def lines(self, tier: Tier, *, of_release: bool) -> list[tuple[str, str]]:
        """Return what is said of each of them, with its name.

        In public only what was said for the report: names of files, and conditions, may hold what only the owner knows.
        What a report ``of_release`` should name and nobody said is missed in an internal one.
        """
        internal = tier == "internal"
        named = self._data() if internal else self.data
        lines = [("Data", named), ("Period", self.period), ("Rows read", self._rows_read(internal=internal))]
        missing = _NOT_STATED if internal and of_release else ""
        lines += [("Purpose", self.purpose or missing), ("Recipients", ", ".join(self.recipients) or missing)]
        lines += [("Means of the recipients", self.recipient_means or missing), ("Approval", self.approval)]
        return [(name, text) for name, text in lines if text]

    def reason(self, tier: Tier, *, of_release: bool) -> str:
        """Return why the threshold was chosen; in an internal report ``of_release`` that nobody said so."""
        return self.threshold_reason or (_NOT_STATED if tier == "internal" and of_release else "")

    def _data(self) -> str:
        return f"{self.data} ({self.source})" if self.data and self.source else self.data or self.source

    def _rows_read(self, *, internal: bool) -> str:
        parts = [f"where {self.where}"] if self.where else []
        parts += ["what a query gives"] if self.query else []
        if parts and not internal:
            parts = ["a part of them"]
        parts += [f"at most {count_of(self.cap, 'item')} of a record, by lot"] if self.cap else []
        parts += [f"at most {count_of(self.cap_records, 'record')} of a person, by lot"] if self.cap_records else []
        parts += [f"but for a control group, a share of {self.control}, by lot"] if self.control else []
        return "; ".join(parts)


def name_of(source: Any) -> str:
    """Return the name of a file or a table, without its folders, a password or a query; empty for data in memory."""
    if not isinstance(source, str | Path):
        return ""
    return re.split(r"[?#]", str(source))[0].rstrip("/").rsplit("/", 1)[-1].rsplit("@", 1)[-1]


def names_of(recipients: str | Sequence[str]) -> tuple[str, ...]:
    """Return names that are a list, or stand in a text with commas between them."""
    names = recipients.split(",") if isinstance(recipients, str) else recipients
    return tuple(name.strip() for name in names if name.strip())
