"""k^m-anonymity, by generalization and suppression."""

from setanon_sql.guarantees import KmAnonymity
from setanon_sql.models.km.commands import audit_once_or_by_size
from setanon_sql.options.km import AnonymizeKm, AuditKmOnceOrBySize, KmExtras
from setanon_sql.registry.entry import Command, Model

MODEL = Model(
    promise=KmAnonymity,
    protects_from="singling out",
    axes=("k", "m", "algorithm", "cost", "exceptions"),
    generalizes="items",
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
)
