"""Does a release keep (personalized) rho-uncertainty? Over the sets that its records hold, rarest label first.

Equal records are counted once, with their number as a weight. A set P is not grown by a further label when

1. one record alone holds P: what follows from P and more follows from P;
2. no record holds P together with a sensitive label outside of P: no more can be inferred from more than P; or
3. as many records hold P as P without one of its labels, x. Then x is in every record that holds the rest of P, and
   whatever follows from P and more follows as surely from that without x; or P without x was left out itself.

So each rule has one that is counted and at least as sure, from a part of its own set: by induction over the size of
the set. Whoever held the larger set held the smaller one, too.

Personal wishes speak of the original records: a rule counts where a person held its set before, and wants its label
hidden. So they and the wishes must be given; record ids of the release are not needed.

A sampled promise speaks of random adversaries, so a fresh sample of them is drawn (from the original records where they
are known, else from the released ones). It is broken where more succeed than chance explains if the promise is kept:
over epsilon by more than four standard deviations.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from secrets import token_hex

from setanon_sql.engine import Engine
from setanon_sql.models import AdaptiveRho, RhoUncertainty
from setanon_sql.query.templates import Table
from setanon_sql.verify.counted import Counted
from setanon_sql.verify.equal_records import equal_records

#: Random adversaries of each size that a sampled promise is held against.
SAMPLE = 2000


@dataclass(frozen=True)
class VerificationInputs:
    """What the recount of rho-uncertainty needs besides the release: what it is to keep hidden, in labels.

    ``sensitive``: ``label``. ``limits``: ``label, limit_num, limit_den``, where each label has a threshold of its own
    (None: the model's). With personal wishes also ``wishes``: ``record_id, item`` (label), and ``original``:
    ``record_id, item`` (label), the records as they were, under the same ids. Of a disassociated release ``original``
    has the sensitive items only, under the ids of the source, and ``ledger`` (``record_id, item, action, cause``) tells
    what became of them.
    """

    sensitive: Table
    wishes: Table | None = None
    original: Table | None = None
    limits: Table | None = None
    ledger: Table | None = None


def count_rho(engine: Engine, lines: Table, model: RhoUncertainty | AdaptiveRho, inputs: VerificationInputs) -> Counted:
    """Count the rules of ``lines`` (``record_id, item``; any types) against the model; stops where it is broken."""
    labels = engine.table("verify/equal_records/labels", lines=lines)
    counts = {"labels": engine.count(labels), "sets_counted": 0}
    coded, alike, transactions = equal_records(engine, lines, labels)
    check = _Check(engine, transactions, model, labels, inputs)
    if isinstance(model, RhoUncertainty) and model.epsilon is not None:
        problem = _sampled(check, inputs.original or lines, labels, float(model.epsilon), counts)
        engine.drop(labels, coded, alike, transactions)
        return Counted(counts, problem)
    problem = ""
    for size, (sets, broken) in enumerate(check.sizes(), start=1):
        counts["sets_counted"] += sets
        counts["largest_set"] = size
        if broken:
            what = f"{broken} rules from {size} known item{'s' if size > 1 else ''}"
            above = "its threshold" if inputs.limits else f"{float(model.rho):g}"
            problem = f"{what} tell a sensitive item with a confidence above {above}"
            break
    engine.drop(labels, coded, alike, transactions)
    return Counted(counts, problem)


def _sampled(check: "_Check", known: Table, labels: Table, epsilon: float, counts: dict[str, int]) -> str:
    """Draw adversaries of each size and count those that succeed; returns what is wrong, if anything."""
    engine = check.engine
    limit = epsilon * SAMPLE + 4 * (SAMPLE * epsilon * (1 - epsilon)) ** 0.5
    for size in range(1, (check.model.m or 1) + 1):
        drawn = engine.table("verify/rho_sampled/drawn", known=known, size=size, sample=SAMPLE, seed=token_hex(8))
        if not engine.count(drawn):
            engine.drop(drawn)
            break
        members = engine.table("verify/rho_sampled/drawn_members", drawn=drawn, labels=labels, size=size)
        found = engine.table(
            "verify/rho_sampled/drawn_occurrences", members=members, transactions=check.transactions, size=size
        )
        succeeded, tried = check.successes(found, members), engine.count(drawn) // size
        engine.drop(drawn, members, found)
        counts |= {"adversaries_drawn": counts.get("adversaries_drawn", 0) + tried}
        if succeeded > limit * tried / SAMPLE + 4:
            return f"{succeeded} of {tried} random adversaries who know {size} items succeed: over {epsilon:g}"
    return ""


class _Check:
    """The tables that go from one size to the next."""

    def __init__(
        self,
        engine: Engine,
        transactions: Table,
        model: RhoUncertainty | AdaptiveRho,
        labels: Table,
        inputs: VerificationInputs,
    ) -> None:
        self.engine, self.transactions, self.model = engine, transactions, model
        rho = {"limit_num": model.rho.numerator, "limit_den": model.rho.denominator}
        limits = inputs.limits or engine.table("verify/rho_rules/same_limits", sensitive=inputs.sensitive, **rho)
        self.limits = engine.table("verify/rho_rules/limits", limits=limits, labels=labels)
        self.sensitive_rows = engine.table(
            "verify/rho_rules/rows_with_sensitive", transactions=transactions, sensitive=self.limits
        )
        self.personal: dict[str, Table] = {}
        if inputs.wishes is not None and inputs.original is not None:
            self.personal = {  # of what is not released nothing can be inferred
                "wishes": engine.table("verify/equal_records/coded", lines=inputs.wishes, labels=labels),
                "original": engine.table("verify/rho_rules/original", original=inputs.original, labels=labels),
            }
        engine.drop(None if inputs.limits else limits)

    def sizes(self) -> Iterator[tuple[int, int]]:
        """Yield for each size how many sets were counted and how many rules from them are broken."""
        make = self.engine.table
        level = {
            "occurrences": make("verify/rho_rules/single_items", transactions=self.transactions),
            "members": make("verify/rho_rules/single_members", transactions=self.transactions),
            "sets": make("verify/rho_rules/single_sets", transactions=self.transactions),
        }
        level["parts"] = make("verify/rho_rules/single_parts", sets=level["sets"])
        size = 1
        while sets := self.engine.count(level["sets"]):
            confidences = self._confidences(level["occurrences"], level["members"], level["sets"])
            yield sets, self._broken(confidences, level["members"])
            if size == self.model.m:
                break
            level = self._grow(level, confidences, size)
            size += 1
        self.engine.drop(*level.values(), self.sensitive_rows, self.limits, *self.personal.values())

    def _confidences(self, occurrences: Table, members: Table, supports: Table) -> Table:
        return self.engine.table(
            "verify/rho_rules/confidences",
            occurrences=occurrences,
            sensitive_rows=self.sensitive_rows,
            members=members,
            supports=supports,
        )

    def _broken(self, confidences: Table, members: Table) -> int:
        exceeding = self._exceeding(confidences, members)
        broken = self.engine.count(exceeding)
        self.engine.drop(exceeding)
        return broken

    def _exceeding(self, confidences: Table, members: Table) -> Table:
        exceeding = self.engine.table("verify/rho_rules/exceeding", confidences=confidences, limits=self.limits)
        return self._wished_for(exceeding, members) if self.personal else exceeding

    def _wished_for(self, exceeding: Table, members: Table) -> Table:
        """Of these rules (used up), those that a person asked to prevent. There may be very many wishes: join late."""
        make, original = self.engine.table, self.personal["original"]
        held = make("verify/rho_rules/once_held", exceeding=exceeding, members=members, original=original)
        asked = make("verify/rho_rules/inferred_labels", exceeding=exceeding, once_held=held)
        met = make("verify/rho_rules/wishes_in_question", wishes=self.personal["wishes"], in_question=asked)
        wished = make("verify/rho_rules/exceeding_wished", exceeding=exceeding, once_held=held, wishes=met)
        self.engine.drop(exceeding, held, asked, met)
        return wished

    def successes(self, occurrences: Table, members: Table) -> int:
        """Return how many of the sets tell an item too surely?"""
        supports = self.engine.table("verify/rho_rules/supports", occurrences=occurrences)
        confidences = self._confidences(occurrences, members, supports)
        exceeding = self._exceeding(confidences, members)
        succeeded = self.engine.number("verify/rho_sampled/set_count", exceeding=exceeding)
        self.engine.drop(supports, confidences, exceeding)
        return succeeded

    def _grow(self, level: dict[str, Table], confidences: Table, size: int) -> dict[str, Table]:
        make, occurrences, parts = self.engine.table, level["occurrences"], level["parts"]
        kept = make("verify/rho_larger_sets/kept", sets=level["sets"], confidences=confidences)
        rows = {"occurrences": occurrences, "transactions": self.transactions}
        known = {"kept": kept, "parts": parts}
        promising = make(
            "verify/rho_larger_sets/promising", sensitive_rows=self.sensitive_rows, size=size, **known, **rows
        )
        last = size + 1 == self.model.m
        found = {"occurrences": occurrences, "promising": promising}
        extended = (self.engine.view if last else make)(
            "verify/rho_larger_sets/extended", transactions=self.transactions, **found
        )
        numbered = make("verify/rho_larger_sets/numbered", extended=extended, size=size, **known)
        met = self._telling(found) if last else extended
        larger = {
            "occurrences": make("verify/rho_larger_sets/occurrences", extended=met, numbered=numbered),
            "members": make("verify/rho_larger_sets/members", numbered=numbered, members=level["members"]),
            "sets": numbered,
            "parts": make("verify/rho_larger_sets/parts", numbered=numbered, **known),
        }
        self.engine.drop(extended, met if last else None, *level.values(), confidences, kept, promising)
        return larger

    def _telling(self, found: dict[str, Table]) -> Table:
        """Return where larger sets occur in records that hold a sensitive label: the others are only counted."""
        telling = self.engine.table(
            "verify/rho_larger_sets/telling_rows", transactions=self.transactions, sensitive_rows=self.sensitive_rows
        )
        extended = self.engine.table("verify/rho_larger_sets/extended", transactions=telling, **found)
        self.engine.drop(telling)
        return extended
