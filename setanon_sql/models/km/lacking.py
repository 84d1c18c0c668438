"""Sets that records hold, and an item or two that they lack: what an audit counts, and a search looks for.

A threat is a set P of up to m items, which may be none, and one item, or two: of those who hold P (records, or persons
by some record of theirs) 1 to k-1 lack these beside it. It is minimal where no part of it is one, and k hold P: else
fewer than k match without what is lacked. Only sets that k hold are looked at, and of these only generators by records:
where a part of a set is in as many records, whoever holds the part holds the set. The steps: ``sql/km/6_absent.sql``.

By persons the number of those who lack b may grow with P: who has P and b in one record lacks it beside P alone. So
what is found of a part goes on to all sets over it, and all threats tell who is at risk, also those not minimal.
"""

from collections.abc import Iterator
from typing import Any

from setanon_sql.engine import Engine
from setanon_sql.engine.workspace import Workspace
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.query.templates import Table, columns_of, none_of

#: No item has so high a number.
_BEYOND = (1 << 31) - 1
#: How many times records hold a set beside an item, of the sets that are counted together: some 2 GB.
_PORTION = 30_000_000


def with_holders(engine: Engine, rows: Table, persons: Table | None) -> Table:
    """Return ``record_id, item, holder``: the holder is the person, or the record itself."""
    if persons is None:
        return engine.view(columns_of(rows, record_id="record_id", item="item", holder="record_id"))
    return engine.table("sets/matching/persons", transactions=rows, persons=persons)


class LackCount:
    """Sets of present items, size by size, and who lacks what beside them; in a scope of its own.

    ``all_rows`` (``record_id, holder``): all that may hold the set of no items. ``model``: with m, and absent items.
    ``risk``: note who is at risk.
    """

    def __init__(self, engine: Engine, all_rows: Table, model: KmAnonymity, *, risk: bool = False) -> None:
        assert model.m is not None
        self.engine = engine
        self.m = model.m
        self.k = model.k
        self.by_person = model.person
        self.pairs = model.absent > 1
        self.risk = risk
        self.space = Workspace(engine, k=model.k, beyond=_BEYOND, all_rows=all_rows)

    def begin(self, rows: Table) -> None:
        """Begin with the set of no items; ``rows``: ``record_id, item, holder``, what may be known."""
        space = self.space
        space["item_rows"] = rows
        space.run("km/absent/item_supports")
        space.run("km/absent/all_records", into="held")
        space.run("km/absent/no_items", into="sets")
        space["parts"] = self.engine.empty("parts", "set_id", "part_id")
        space["found"] = self.engine.empty("found", "set_id", "item", "second")
        space["at_risk"] = self.engine.table(none_of(space["held"], "record_id"))
        space["members"] = self.engine.empty("members", "set_id", "item")

    def sizes(self) -> Iterator[int]:
        """Go from size to size, from no present item on; end where no set is left, after the size that has none."""
        yield 0
        for size in range(1, self.m + 1):
            self._grow()
            yield size
            if not self.space.count("sets"):
                break

    def count(self, enough: int | None = None) -> int:
        """Count the minimal threats of a size; stop where ``enough`` are found."""
        space = self.space
        space["minimal"] = self.engine.empty("minimal", "set_id", "item", "second", "support")
        space.run("km/absent/inherited")
        last = self._last_portion()
        for portion in range(last + 1):
            with space.inner() as part:
                if last:
                    part.run("km/absent/held_portion", into="held", portion=portion)
                self._count(part)
            if enough and space.count("minimal") >= enough:
                break
        space.run("km/absent/found")
        return space.count("minimal")

    def _last_portion(self) -> int:
        """Return how many portions there are besides the first; one of all, where nobody can say how large it is."""
        if not self.engine.abilities.answers:
            return 0
        self.space.run("km/absent/portions", most=_PORTION)
        return self.space.number("km/absent/last_portion")

    def _count(self, part: Workspace) -> None:
        """Count the threats of some sets."""
        fewer = _BEYOND if self.pairs else self.k - 1
        part["beside"] = self.engine.view("km/absent/beside", **part.binds("km/absent/beside", fewer=fewer))
        part.run("km/absent/covered_by_persons" if self.by_person else "km/absent/covered_by_records", into="covered")
        part.run("km/absent/cells")
        part.append("minimal", "km/absent/minimal")
        if self.risk:
            part.append("at_risk", "km/absent/lacking")
        if self.pairs:
            part.run("km/absent/firsts", "km/absent/without_first", "km/absent/second_cells")
            part.append("minimal", "km/absent/minimal_seconds")
        if self.pairs and self.risk:
            part.append("at_risk", "km/absent/lacking", cells=part["second_cells"])

    def at_risk(self, persons: Table | None) -> tuple[int, int]:
        """Return the records at risk so far, also by sets that are too rare, and the persons who have one."""
        records = self.space.number("rules/risk/persons")
        tables = {"at_risk": self.space["at_risk"], "persons": persons}
        return records, self.engine.number("counting/persons/at_risk_persons", **tables) if persons else 0

    def worst(self, labels: Table, most: int) -> list[tuple[Any, ...]]:
        """Return ``support, threat_id, lacked, label`` of the threats of a size that the fewest hold."""
        self.threat_items(most)
        return self.engine.rows("km/absent/worst", **self.space.binds("km/absent/worst", labels=labels))

    def threat_items(self, most: int) -> Table:
        """Return ``threat_id, item, lacked`` of so many threats of a size."""
        self.space.run("km/absent/fewest", most=most)
        return self.space.run("km/absent/threat_items")

    def _grow(self) -> None:
        """Go on to the sets of one item more; note who holds one that is too rare."""
        with self.space.inner() as step:
            step.run("km/absent/unions")
            if self.risk:
                step.append("at_risk", "km/absent/rare_records")
            step.run("km/absent/larger", "km/absent/parts", "km/absent/members")
            step.run("km/absent/larger_held", into="held")
            step["sets"] = step["larger"]
            step.hand_out("sets", "held", "parts", "members")
