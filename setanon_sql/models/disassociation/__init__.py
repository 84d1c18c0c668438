"""Disassociation: records are published in pieces that cannot be put together again."""

from setanon_sql.models.disassociation.options import (
    AnonymizeDisassociation,
    AuditDisassociation,
    DisassociationGate,
    DisassociationScript,
)
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.registry import DEFAULT
from setanon_sql.registry.entry import Command, Model
from setanon_sql.registry.features import (
    NO_SAMPLES,
    NO_SETS,
    NOTHING_GENERALIZED,
    OF_LABELS,
    OF_LISTS,
    PIECES_WITHOUT_COLUMNS,
)

MODEL = Model(
    promise=Disassociation,
    protects_from="singling out",
    without={
        "columns": PIECES_WITHOUT_COLUMNS,
        "protect": NO_SETS,
        "known": ("any items may be known, up to <m> of them", "leave <known> out"),
        "taxonomy": NOTHING_GENERALIZED,
        "weights": ("no item is suppressed or generalized: none costs more than another", "leave it out"),
        "sampling": NO_SAMPLES,
        "lines": ("pieces are tables of their own", "name a folder"),
        **dict.fromkeys(OF_LABELS, NOTHING_GENERALIZED),
        **dict.fromkeys(OF_LISTS, ("its audit is of releases, and names no record of a source", "audit the source")),
        "any m": ("disassociation protects against a known number of items, and <m> is any", "name a number of items"),
        "personal items": (
            "disassociation protects items for everybody, and <sensitive> names persons",
            "give one column of items",
        ),
    },
    axes=("k", "m", "cluster_size", "safe", "diversity"),
    blames_items=False,
    audited_as=DEFAULT,
    loss_in_shares=False,
    policies={"disassociation": {}, "safe": {"safe": True}},
    audit=Command(
        AuditDisassociation,
        "Find the chunks and clusters of a disassociated release that break its model, and items that are covered.",
        "setanon audit disassociation safe/",
    ),
    script=Command(
        DisassociationScript,
        "Print one script that counts what breaks the model in the three tables of a disassociated release.",
        "setanon sql audit disassociation --k 5 --m 2 --release marts.safe --dialect databricks",
    ),
    gate=Command(
        DisassociationGate,
        """Print one SELECT that gives no row where the tables of a disassociated release keep the model. m up to 3.

        Else a row for each check that found faults: check_name, faults. The checks are those of audit disassociation.
        """,
        "setanon sql gate disassociation --k 5 --m 2 --release marts.safe --dialect databricks",
    ),
    anonymize=Command(
        AnonymizeDisassociation,
        "Keep every item, but publish records in pieces that cannot be put together again.",
        "setanon anonymize disassociation baskets.csv --out safe --k 5 --m 2",
    ),
)
