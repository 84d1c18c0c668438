"""Which keys a unit counts for where it holds more than it may count for: drawn by lot, for each unit by itself.

The order of the lot is a hash of a secret, which is new each time, of the unit's own name and of the names of its keys.
So one unit more or less changes nobody else's lot. (Where units have no names but their places, taking one away gives
others new names. To whoever lacks the secret their lots are as likely as before.)
"""

import secrets
from dataclasses import dataclass

from setanon_sql.engine import Engine, scoped
from setanon_sql.query.templates import Table


@dataclass(frozen=True)
class UnitKeys:
    """Keys that units hold: ``holding`` (``unit, key``); names of ``units`` and ``keys`` (``unit, name``)."""

    holding: Table
    units: Table
    keys: Table


@scoped
def limited(engine: Engine, unit_keys: UnitKeys, most: int) -> tuple[Table, int]:
    """Return for which keys each unit counts (``unit, key``), at most so many, and how many units hold more."""
    sizes = engine.table("dp/counts/sizes", held=unit_keys.holding)
    over_most = engine.number("dp/counts/over_most", sizes=sizes, most=most)
    if not over_most:
        return unit_keys.holding, 0
    drawn = _drawn(engine, unit_keys, sizes, most)
    return engine.table("dp/counts/limited", held=unit_keys.holding, sizes=sizes, drawn=drawn, most=most), over_most


def _drawn(engine: Engine, unit_keys: UnitKeys, sizes: Table, most: int) -> Table:
    secret = engine.load("secret", {"value": str}, [[secrets.token_hex(16)]])
    return engine.table(
        "dp/counts/drawn",
        held=unit_keys.holding,
        sizes=sizes,
        names=unit_keys.units,
        keys=unit_keys.keys,
        secret=secret,
        most=most,
    )
