"""k^m-anonymity, by generalization and suppression."""

from setanon_sql.models.km.commands import audit_once_or_by_size
from setanon_sql.models.km.options import AnonymizeKm, AuditKmOnceOrBySize, KmExtras, KmGate, KmScript
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.registry.entry import Command, Model

_GATE = """Print one SELECT that gives no row where k^m-anonymity holds. Up to 3 known items.

Else a row for each number of known items: known_items, minimal_threats, records_at_risk. Records without a person,
or a list that names no item of the data, give a row that says so in finding. Names in double quotes are taken
exactly as they are; other names as the warehouse takes them.
"""

MODEL = Model(
    promise=KmAnonymity,
    protects_from="singling out",
    axes=("k", "m", "recoding", "algorithm", "cost", "exceptions"),
    generalizes="items",
    without_if={
        "known": {
            name: (f"<{name}> does not know of <known> yet", f"leave <{name}> out, or <known>")
            for name in ("previous", "person")
        },
    },
    audited_with={"extras": KmExtras(unicity=True)},
    audit=Command(
        AuditKmOnceOrBySize,
        "How many itemsets fewer than k records hold, by size, and which share of records holds some such itemset.",
        "setanon audit km baskets.csv --k 5 --m 2",
        audit_once_or_by_size,
    ),
    anonymize=Command(
        AnonymizeKm,
        "Generalize and suppress until every set of at most m items is held by no record or by k.",
        "setanon anonymize km baskets.csv --out safe.parquet --k 5 --m 2 --taxonomy departments.csv",
    ),
    script=Command(
        KmScript,
        "Print one script that counts minimal threats, and records that hold some, up to m known items.",
        "setanon sql audit km --k 5 --m 2 --dialect snowflake --table shop.baskets --record-id customer",
    ),
    gate=Command(
        KmGate,
        _GATE,
        "setanon sql gate km --k 5 --m 2 --dialect snowflake --table marts.baskets > gate.sql",
    ),
)
