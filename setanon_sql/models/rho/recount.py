"""Does a release keep (personalized) rho-uncertainty? Over the sets that its records hold, rarest label first.

Equal records are counted once, with their number as a weight. A set P is not grown by a further label when

1. one record alone holds P: what follows from P and more follows from P;
2. no record holds P together with a sensitive label outside of P: no more can be inferred from more than P; or
3. as many records hold P as P without one of its labels, x. Then x is in every record that holds the rest of P, and
   whatever follows from P and more follows as surely from that without x; or P without x was left out itself.

So each rule has one that is counted and at least as sure, from a part of its own set: by induction over the size of
the set. Whoever held the larger set held the smaller one, too.

Where persons count, their share must not be above either: of the persons who have a record with the set, those who have
one with the label besides. The same sets are left out for the same reasons: where as many records hold two sets these
are the same records, hence of the same persons; and one record is of one person.

Personal wishes speak of the original records: a rule counts where a person held its set before, and wants its label
hidden. So they and the wishes must be given; record ids of the release are not needed.

A sampled promise speaks of random adversaries, so a fresh sample of them is drawn (from the original records where they
are known, else from the released ones). It is broken where more succeed than chance explains if the promise is kept:
over epsilon by more than four standard deviations.
"""

from collections.abc import Iterator
from dataclasses import replace
from secrets import token_hex

from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import BadInput
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.query.templates import Table
from setanon_sql.registry.parameters import BoundsConfidence
from setanon_sql.text import count_of
from setanon_sql.verify.counted import ModelRecount
from setanon_sql.verify.equal_records import equal_records
from setanon_sql.verify.inputs import VerificationInputs
from setanon_sql.verify.persons import Persons, counts_persons

#: What the files alone do not tell of a promise about adversaries who know items of the original records.
ODDS = (
    "how many random adversaries succeed: they know items of the original records, which are not published; the owner "
    "can check it with the source and the sensitive items"
)
#: Random adversaries of each size that a sampled promise is held against.
SAMPLE = 2000


def count(
    engine: Engine,
    lines: Table,
    model: RhoUncertainty,
    inputs: VerificationInputs | None,
    persons: Persons | None,
) -> ModelRecount:
    """Count the rules of a release, with what stays open where its original records are not known."""
    if inputs is None or inputs.sensitive is None:
        raise BadInput(
            "the release keeps personal wishes, and these are not in it: it cannot be checked by itself",
            "its owner can check it with the source and the sensitive items",
        )
    rules = count_rho(engine, lines, model, inputs, persons)
    return replace(rules, unknown=(ODDS,)) if model.sampled and inputs.original is None else rules


@scoped
def count_rho(
    engine: Engine,
    lines: Table,
    model: BoundsConfidence,
    inputs: VerificationInputs,
    persons: Persons | None = None,
) -> ModelRecount:
    """Count the rules of ``lines`` (``record_id, item``; any types) against the model; stops where it is broken.

    ``persons``: whose these records are, where shares of persons are bounded, too.
    """
    labels = engine.table("verify/equal_records/labels", lines=lines)
    counts = {"labels": engine.count(labels), "sets_counted": 0} | ({"persons": persons.count} if persons else {})
    transactions, holders = equal_records(engine, lines, labels, persons)
    check = _RhoRecount(engine, transactions, model, labels, inputs)
    check.holders = holders
    if isinstance(model, RhoUncertainty) and model.epsilon is not None:
        problem = _recount_sample(check, inputs.original or lines, labels, float(model.epsilon), counts)
        return ModelRecount(counts, problem if inputs.original else "")
    problem = ""
    for size, (sets, broken) in enumerate(check.sizes(), start=1):
        counts["sets_counted"] += sets
        counts["largest_set"] = size
        if broken:
            what = f"{count_of(broken, 'rule')} from {count_of(size, 'known item')}"
            above = "its threshold" if inputs.limits else f"{float(model.rho):g}"
            problem = f"{what} {'tells' if broken == 1 else 'tell'} a sensitive item with a confidence above {above}"
            break
    return ModelRecount(counts, problem)


def _recount_sample(check: "_RhoRecount", records: Table, labels: Table, epsilon: float, counts: dict[str, int]) -> str:
    """Draw adversaries of each size and count those that succeed; returns what is wrong, if anything.

    Where a share ``epsilon`` of all succeeds, the number of those that are drawn lies four standard deviations above
    its mean once in 30,000 times.
    """
    engine = check.engine
    for size in range(1, (check.model.m or 1) + 1):
        drawn = engine.table("verify/rho_sampled/drawn", known=records, size=size, sample=SAMPLE, seed=token_hex(8))
        if not engine.count(drawn):
            break
        members = engine.table("verify/rho_sampled/drawn_members", drawn=drawn, labels=labels, size=size)
        occurrences = engine.table(
            "verify/rho_sampled/drawn_occurrences", members=members, transactions=check.transactions, size=size
        )
        succeeded = check.successes(occurrences, members)
        tried = engine.count(drawn) // size
        engine.drop(drawn, members, occurrences)
        counts |= {"adversaries_drawn": counts.get("adversaries_drawn", 0) + tried}
        if succeeded > epsilon * tried + 4 * (tried * epsilon * (1 - epsilon)) ** 0.5 + 4:
            return (
                f"{succeeded} of {tried} random adversaries who know {count_of(size, 'item')} succeed: over {epsilon:g}"
            )
    return ""


class _RhoRecount:
    """The tables that go from one size to the next; ``holders`` says whose the records are, where persons count."""

    holders: Table | None = None

    def __init__(
        self,
        engine: Engine,
        transactions: Table,
        model: BoundsConfidence,
        labels: Table,
        inputs: VerificationInputs,
    ) -> None:
        self.engine = engine
        self.transactions = transactions
        self.model = model
        assert inputs.sensitive is not None
        rho = {"limit_num": model.rho.numerator, "limit_den": model.rho.denominator}
        limits = inputs.limits or engine.table("verify/rho_rules/same_limits", sensitive=inputs.sensitive, **rho)
        self.limits = engine.table("verify/rho_rules/limits", limits=limits, labels=labels)
        self.sensitive_rows = engine.table(
            "verify/rho_rules/rows_with_sensitive", transactions=transactions, sensitive=self.limits
        )
        self.personal: dict[str, Table] = {}
        if inputs.wishes is not None and inputs.original is not None:
            wishes = engine.table("verify/equal_records/coded", lines=inputs.wishes, labels=labels)
            self.personal = {  # of what is not released nothing can be inferred
                "wishes": self._for_all_records(wishes, inputs.original_persons),
                "original": engine.table("verify/rho_rules/original", original=inputs.original, labels=labels),
            }

    def _for_all_records(self, wishes: Table, persons: Table | None) -> Table:
        """Return wishes as they hold: where persons count, for all original records of the person who has one."""
        if not counts_persons(self.model) or persons is None:
            return wishes
        return self.engine.table("verify/rho_persons/wishes", wishes=wishes, persons=persons)

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
            level["confidences"] = self._confidences(level["occurrences"], level["members"], level["sets"])
            yield sets, self._count_broken(level)
            if size == self.model.m:
                break
            larger = self._grow(level, size)
            self.engine.drop(*level.values())
            level = larger
            size += 1

    def _confidences(self, occurrences: Table, members: Table, supports: Table) -> Table:
        return self.engine.table(
            "verify/rho_rules/confidences",
            occurrences=occurrences,
            sensitive_rows=self.sensitive_rows,
            members=members,
            supports=supports,
        )

    @scoped
    def _count_broken(self, level: dict[str, Table]) -> int:
        exceeding = self._above_limit(level["confidences"], level["members"], level["occurrences"])
        return self.engine.count(exceeding)

    def _above_limit(self, confidences: Table, members: Table, occurrences: Table) -> Table:
        exceeding = self.engine.table("verify/rho_rules/exceeding", confidences=confidences, limits=self.limits)
        if self.holders is not None:
            exceeding = self._with_persons(exceeding, self.holders, members, occurrences)
        return self._against_wishes(exceeding, members) if self.personal else exceeding

    def _with_persons(self, of_records: Table, holders: Table, members: Table, occurrences: Table) -> Table:
        """Return the rules that are above in records, or in persons."""
        make = self.engine.table
        confidences = make(
            "verify/rho_persons/confidences",
            occurrences=occurrences, members=members, holders=holders, sensitive_rows=self.sensitive_rows,
        )  # fmt: skip
        of_persons = make("verify/rho_rules/exceeding", confidences=confidences, limits=self.limits)
        return make("verify/rho_persons/either", of_records=of_records, of_persons=of_persons)

    def _against_wishes(self, exceeding: Table, members: Table) -> Table:
        """Return the rules that a person asked to prevent. There may be very many wishes: join late."""
        make = self.engine.table
        original = self.personal["original"]
        once_held = make("verify/rho_rules/once_held", exceeding=exceeding, members=members, original=original)
        inferred = make("verify/rho_rules/inferred_labels", exceeding=exceeding, once_held=once_held)
        wishes = make("verify/rho_rules/wishes_in_question", wishes=self.personal["wishes"], in_question=inferred)
        return make("verify/rho_rules/exceeding_wished", exceeding=exceeding, once_held=once_held, wishes=wishes)

    @scoped
    def successes(self, occurrences: Table, members: Table) -> int:
        """Return how many of the sets tell an item too surely."""
        supports = self.engine.table("verify/rho_rules/supports", occurrences=occurrences)
        confidences = self._confidences(occurrences, members, supports)
        exceeding = self._above_limit(confidences, members, occurrences)
        return self.engine.number("verify/rho_sampled/set_count", exceeding=exceeding)

    @scoped
    def _grow(self, level: dict[str, Table], size: int) -> dict[str, Table]:
        make = self.engine.table
        occurrences = level["occurrences"]
        parts = level["parts"]
        frequent = make("verify/rho_larger_sets/kept", sets=level["sets"], confidences=level["confidences"])
        rows = {"occurrences": occurrences, "transactions": self.transactions}
        frequent_parts = {"kept": frequent, "parts": parts}
        promising = make(
            "verify/rho_larger_sets/promising", sensitive_rows=self.sensitive_rows, size=size, **frequent_parts, **rows
        )
        is_last = size + 1 == self.model.m and self.holders is None
        sets = {"occurrences": occurrences, "promising": promising}
        extended = (self.engine.view if is_last else make)(
            "verify/rho_larger_sets/extended", transactions=self.transactions, **sets
        )
        numbered = make("verify/rho_larger_sets/numbered", extended=extended, size=size, **frequent_parts)
        extended_rows = self._in_sensitive_rows(sets) if is_last else extended
        return {
            "occurrences": make("verify/rho_larger_sets/occurrences", extended=extended_rows, numbered=numbered),
            "members": make("verify/rho_larger_sets/members", numbered=numbered, members=level["members"]),
            "sets": numbered,
            "parts": make("verify/rho_larger_sets/parts", numbered=numbered, **frequent_parts),
        }

    @scoped
    def _in_sensitive_rows(self, sets: dict[str, Table]) -> Table:
        """Return where larger sets occur in records that hold a sensitive label: the others are only counted."""
        telling = self.engine.table(
            "verify/rho_larger_sets/telling_rows", transactions=self.transactions, sensitive_rows=self.sensitive_rows
        )
        return self.engine.table("verify/rho_larger_sets/extended", transactions=telling, **sets)
