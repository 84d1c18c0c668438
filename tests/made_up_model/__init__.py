"""A model for the test of the walls: each item that is released is held by k records. It is reached by suppression."""

from setanon_sql.registry.entry import Command, Model
from tests.made_up_model.options import AnonymizeFloor, AuditFloor
from tests.made_up_model.parameters import Floor

MODEL = Model(
    promise=Floor,
    protects_from="singling out",
    axes=("k",),
    blames_items=False,
    without={"person": ("items are counted by records", "leave <person> out")},
    audit=Command(AuditFloor, "Count the items that too few records hold.", "setanon audit floor baskets.csv --k 5"),
    anonymize=Command(
        AnonymizeFloor,
        "Suppress the items that too few records hold.",
        "setanon anonymize floor baskets.csv --out safe.csv --k 5",
    ),
)
