"""SUPPRESSOR on items of its caller's: until nothing follows more surely than its limit."""

from dataclasses import dataclass

from setanon_sql.engine import Engine
from setanon_sql.models.rho.method.choice import Ints
from setanon_sql.models.rho.method.exact import mend_all
from setanon_sql.models.rho.method.long_records import settle_long_records
from setanon_sql.models.rho.method.run import Run
from setanon_sql.query.templates import Table
from setanon_sql.registry.parameters import BoundsConfidence
from setanon_sql.sensitive.limits import ConfidenceLimits


@dataclass(frozen=True)
class Goal:
    """The goal of :func:`suppress`, and the way there: ``limits`` of the items that are sensitive for everybody.

    ``prices``: what it costs to suppress an occurrence of each item (None: choose by F (8)). Causes are numbered from
    ``first_cause``. ``key``: a secret that draws records. ``stay``: items that must not be suppressed. ``persons``:
    ``record_id, person``, where shares of persons must not be above the limits either.
    """

    limits: ConfidenceLimits
    prices: Ints | None
    first_cause: int
    key: str
    stay: frozenset[int] = frozenset()
    persons: Table | None = None


@dataclass(frozen=True)
class Suppressed:
    """Suppressed occurrences, the rule behind each, and the next free number of a rule.

    ``rows``: ``record_id, item, cause``. ``causes``: ``cause, item, is_sensitive``, the items of each rule. ``passes``
    and ``rounds``: how often rules were counted, and mended.
    """

    rows: Table
    causes: Table
    next_cause: int
    passes: int = 0
    rounds: int = 0


def suppress(engine: Engine, transactions: Table, model: BoundsConfidence, goal: Goal) -> Suppressed:
    """Suppress occurrences of ``transactions`` until nothing follows more surely than its limit.

    ``transactions`` and item numbers are as those of a dataset. Raises NotReached as :func:`anonymize_rho` does.
    """
    run = Run(
        engine,
        transactions,
        model,
        goal.limits,
        goal.key,
        prices=goal.prices,
        next_cause=goal.first_cause,
        stay=goal.stay,
        persons=goal.persons,
    )
    settle_long_records(run)
    mend_all(run)
    run.drop_present()
    return Suppressed(run.suppressed, run.causes(), run.next_cause, run.passes, run.rounds)
