"""An earlier release of the same people, beside which the labels of the next one are found."""

from dataclasses import dataclass
from typing import Literal

from setanon_sql.query.templates import Table

#: What an adversary knows of labels: nothing, the taxonomy, or also that others stand right below its root.
Knowledge = Literal["nothing", "taxonomy", "placed"]


@dataclass(frozen=True)
class Earlier:
    """An earlier release of the same people, and who is who.

    ``labels``: ``person, label`` of the earlier release, of those who are linked. ``persons``: ``person, new_id``, what
    the record of each is called in the source. ``whose`` (``record_id``: what is called a person so far; ``person``):
    who is behind each, where ``k`` counts these: what is called a person is then a row of the link, of which a record
    may have several. ``m``: so many items may be known of both releases together.
    ``let_go``: records may be left out that no label helps. ``classes`` (``person, class``): by the columns beside the
    items of the earlier release, which are known, too; None: it has none.
    """

    labels: Table
    persons: Table
    whose: Table | None
    k: int
    m: int
    knowledge: Knowledge
    let_go: bool = False
    classes: Table | None = None
