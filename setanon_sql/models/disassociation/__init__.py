"""Disassociation: records are published in pieces that cannot be put together again."""

from setanon_sql.models.disassociation.options import AnonymizeDisassociation, AuditDisassociation
from setanon_sql.models.disassociation.parameters import Disassociation
from setanon_sql.registry.entry import Command, Model

MODEL = Model(
    promise=Disassociation,
    protects_from="singling out",
    axes=("k", "m", "cluster_size", "safe", "diversity"),
    blames_items=False,
    audited_as="km",
    loss_in_shares=False,
    policies={"disassociation": {}, "safe": {"safe": True}},
    audit=Command(
        AuditDisassociation,
        "Which chunks and clusters of a disassociated release break its model, and where items are covered.",
        "setanon audit disassociation safe/",
    ),
    anonymize=Command(
        AnonymizeDisassociation,
        "Keep every item, but publish records in pieces that cannot be put together again.",
        "setanon anonymize disassociation baskets.csv --out safe --k 5 --m 2",
    ),
)
