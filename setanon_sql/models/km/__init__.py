"""k^m-anonymity, by generalization and suppression."""

from setanon_sql.models.km.commands import audit_once_or_by_size
from setanon_sql.models.km.options import AnonymizeKm, AuditKmOnceOrBySize, KmExtras, KmGate, KmReleaseScript, KmScript
from setanon_sql.models.km.parameters import KmAnonymity
from setanon_sql.registry.entry import Command, Model
from setanon_sql.registry.features import ALIKE, NO_SAMPLES, NOT_ESCAPED
from setanon_sql.registry.local import LOCAL

_GATE = """Print one SELECT that gives no row where k^m-anonymity holds. Up to 3 known items, or any number.

Else a row for each number of known items: known_items, minimal_threats, records_at_risk; without --m one row: records,
records_at_risk, finding. Records without a person, or a list that names no item of the data, give a row that says so
in finding. Names in double quotes are taken exactly as they are; other names as the warehouse takes them.
"""

_RELEASE = """Print one script that makes a release of a table by the labels of a mapping, under new record ids.

It names items, and holds the key of the new ids: it is for the owner alone. Its last SELECT has to give no row: else
drop the release. Items that the mapping does not know are left out, and counted.
"""

#: What asks for one label for each item everywhere, and why local recoding has none of it.
_ONE_LABEL = {
    "mapping": "an item has no one label to which <mapping> could send it",
    "mapping_out": "an item has no one label that <mapping_out> could tell",
    "extend": "there is no <mapping> to extend",
    "previous": "candidates across two releases are not counted",
    "let_go": "candidates across two releases are not counted",
    "absent": "an item that a record does not show may stand under its labels",
    "slack": "labels are drawn by secret floors (<floor>), not by lot",
}

MODEL = Model(
    promise=KmAnonymity,
    protects_from="singling out",
    axes=("k", "m", "absent", "recoding", "algorithm", "cost", "exceptions", "columns"),
    generalizes="items",
    without={"sensitive": ALIKE, "sampling": NO_SAMPLES},
    without_if={
        "protect": {
            option: (f"<{option}> does not know of <protect> yet", f"leave <{option}> out, or <protect>")
            for option in ("previous", "mapping")
        },
        "known": {"previous": ("<previous> does not know of <known> yet", "leave <previous> out, or <known>")},
        "columns": {
            "escape_formulas": NOT_ESCAPED,
            "mapping": ("<mapping> does not know of <columns> yet", "leave it out, or <columns>"),
        },
        "absent": {"previous": ("<previous> does not know of absent items", "leave <previous> out, or <absent>")},
        f"recoding={LOCAL}": {
            option: (f"<recoding={LOCAL}> does not go with <{option}>: {reason}", "leave it out, or <recoding>")
            for option, reason in _ONE_LABEL.items()
        },
    },
    audited_with={"extras": KmExtras(unicity=True)},
    audit=Command(
        AuditKmOnceOrBySize,
        "Count the itemsets that fewer than k records hold, by size, and the records that hold some such itemset.",
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
    release=Command(
        KmReleaseScript,
        _RELEASE,
        "setanon sql release km --k 5 --m 2 --mapping map.csv --dialect snowflake --table baskets --out safe",
    ),
    gate=Command(
        KmGate,
        _GATE,
        "setanon sql gate km --k 5 --m 2 --dialect snowflake --table marts.baskets > gate.sql",
    ),
)
