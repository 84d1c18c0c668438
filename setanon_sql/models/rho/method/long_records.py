"""Settle long records first: what nearly no other record holds tells its sensitive items in very many rules.

How many records hold the rest of a long record, all but a sensitive item? They are looked for from its rarest item on:

1. Where there are very many, bits of their items tell most of them apart at once (``rest_words``). Where m bounds what
   is known, few others are left to the rules: what they tell is told by small sets, too.
2. Else: which records hold its two rarest items, its three rarest, and so on? Rests that begin alike are one here.
   Where so few are left that not one may hold the sensitive item, it goes, and the rest is not looked at further.
3. Where the rests that are left are met by few records, their other items are compared at once.

Cost: each step meets a record as often as parts of rests are among its items, however many records there are.
"""

from fractions import Fraction

from setanon_sql.engine import scoped
from setanon_sql.models.rho.method.rest_words import supports_by_words
from setanon_sql.models.rho.method.run import Run
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.query.templates import Table

#: Records of more items than this are long: what is unique in them is settled first.
LONG = 6
#: Against random adversaries a long record is settled first only where that costs at most this share of its items: one
#: that is nearly all sensitive loses less to the rules that are drawn.
MOST_SETTLED = Fraction(3, 4)
#: Rests of records are compared with all who may hold them where that takes at most so many rows.
AT_ONCE = 4_000_000
#: Rests are first told apart by bits where comparing them would take more rows than this.
MANY = 400_000_000
#: Where m bounds what is known, rests that bits do not tell apart are left to the rules if at most this share is.
LEFT_TO_RULES = Fraction(1, 4)


@scoped
def settle_long_records(run: Run) -> None:
    """Suppress in each long record the sensitive items that no record may hold together with the rest of it.

    Nothing is done where there are no long records, or where an adversary knows a single item at most.
    """
    if run.model.m == 1 or run.shape.longest <= LONG:
        return
    run.engine.trace.begin_phase("settling what whole long records tell")
    sensitive = _sensitive_rows(run)
    suppressions = _affordable(run, _Rests(run, sensitive).forced())
    run.suppress(suppressions)
    run.remove_suppressed()
    run.engine.trace.progress(f"{run.engine.count(suppressions):,} occurrences suppressed")


@scoped
def _sensitive_rows(run: Run) -> Table:
    """Return ``record_id, item``: what may have to go; of personal wishes what this person wants hidden."""
    sensitive = run.suppressible(run.sensitive_rows())
    if run.personal is None:
        return sensitive
    return run.engine.table("rules/personal/targeted_wishes", wishes=run.personal.wishes, rule_targets=sensitive)


class _Rests:
    """The rests of long records of which it is not known yet whether enough records hold them.

    ``rests``: ``record_id, sensitive_item, skipped, items, part, support``; the part is their first ``size`` items,
    which so many records hold. ``holders``: ``record_id, part, last``, who these are; None while a part is one item.
    ``rows``: ``record_id, item, rank, more``, the rarest first. ``suppressions``: ``record_id, item, cause``.
    """

    def __init__(self, run: Run, sensitive: Table) -> None:
        self.run = run
        self.left_to_rules = False
        self.engine = run.engine
        self.limits = run.limits.table
        self.base = len(run.counts.now)
        self.rows = run.engine.table("suppressor/long_records/rows_by_rarity", transactions=run.present, min_items=LONG)
        tables = {"rows_by_rarity": self.rows, "sensitive_rows": sensitive}
        self.rests = run.engine.table("suppressor/long_records/rests", min_items=LONG + 1, **tables)
        self.size = 1
        self.holders: Table | None = None
        self.suppressions = run.engine.empty("forced_suppressions", "record_id", "item", "cause")

    def forced(self) -> Table:
        """Return ``record_id, item, cause``: what must go since not one record may hold it with so rare a rest."""
        if self._rows_to_compare() > MANY:
            self._tell_apart()
        while (rows := self._rows_to_compare()) > AT_ONCE and not self.left_to_rules:
            self._grow()
        if 0 < rows <= AT_ONCE:
            self._compare()
        self.engine.drop(self.rests, self.holders, self.rows)
        return self.suppressions

    def _now(self) -> dict[str, Table]:
        """Return the rests, and who holds the first items of them."""
        columns = {"record_id": "record_id", "part": "item", "last": "item"}
        single_items = Table(self.rows.name, self.rows.schema, self.rows.catalog, columns)
        return {"rests": self.rests, "holders": self.holders or single_items}

    def _rows_to_compare(self) -> int:
        """Return how many rows does it take to compare what is left? 0: nothing is left."""
        return self.engine.number("suppressor/long_records/rows_to_compare", size=self.size, rests=self.rests)

    def _tell_apart(self) -> None:
        """Compare the rests as bits: nearly all that nobody else holds are found. May leave the others to the rules."""
        supports = supports_by_words(self.run, self.rows, self.rests, LONG)
        self._note(supports)
        tables = {"rests": self.rests, "suppressions": self.suppressions}
        open_rests = self.engine.table("suppressor/rest_words/open_rests", **tables)
        few = self.engine.count(open_rests) <= LEFT_TO_RULES * self.engine.count(self.rests)
        self.left_to_rules = bool(self.run.model.m) and few
        self.engine.drop(supports, self.rests)
        self.rests = open_rests

    def _grow(self) -> None:
        """Look at one item more of each rest."""
        make = self.engine.table
        drop = self.engine.drop
        now = self._now()
        size = self.size + 1
        rows = self.rows
        base = self.base
        growing = make(
            "suppressor/long_records/growing_rests", rests=self.rests, rows_by_rarity=rows, base=base, size=self.size
        )
        parts = make("suppressor/long_records/parts", growing_rests=growing, size=size)
        least = max(0, LONG - size)
        tables = {"holders": now["holders"], "parts": parts, "rows_by_rarity": rows}
        holders = make("suppressor/long_records/part_holders", base=base, least=least, **tables)
        drop(self.rests, self.holders)
        supports = make("suppressor/long_records/rest_supports", growing_rests=growing, parts=parts, holders=holders)
        drop(growing, parts)
        self._note(supports)
        self.rests = make("suppressor/long_records/open_rests", supports=supports, limits=self.limits, size=size)
        drop(supports)
        self.size = size
        self.holders = holders

    @scoped
    def _compare(self) -> None:
        """Compare all other items of the rests at once with those of the records that hold the first ones."""
        supports = self.engine.table(
            "suppressor/long_records/whole_rest_supports", rows_by_rarity=self.rows, size=self.size, **self._now()
        )
        self._note(supports)

    def _note(self, supports: Table) -> None:
        """Note what must go since so few hold the rest of its record."""
        tables = {"supports": supports, "limits": self.limits}
        self.engine.append(self.suppressions, "suppressor/long_records/forced_suppressions", **tables)


def _affordable(run: Run, forced: Table) -> Table:
    """Return what may go of ``forced``: against random adversaries not nearly all of a record."""
    if not (isinstance(run.model, RhoUncertainty) and run.model.sampled):
        return forced
    share = {"share_num": MOST_SETTLED.numerator, "share_den": MOST_SETTLED.denominator}
    return run.engine.table(
        "suppressor/long_records/few_forced_suppressions", suppressions=forced, transactions=run.present, **share
    )
