"""Local recoding: an item may have another label in another record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from setanon_sql.options.option import described, option

if TYPE_CHECKING:
    from setanon_sql.numbers import Share

#: How likely an occurrence starts a step up.
FLOOR = 0.01


@described
class SecretFloors:
    """The floors that keep who knows the method from ruling records out."""

    floor: Share = option(
        "With <recoding=local>: how likely an item starts one step up, at a secret floor; up to 0.05, 0: never.",
        default=FLOOR, kind="share", least=0, metavar="SHARE", policy="method",
        detail="Without floors somebody who knows the method may rule records out.",
    )  # fmt: skip
