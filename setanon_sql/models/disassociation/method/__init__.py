"""Disassociation: similar records in clusters, clusters in chunks, chunks shared between clusters.

1. HORPART: clusters of similar records, none under k (``horpart``).
2. Diversity, if something is sensitive: few records of a cluster hold the same sensitive item (``diversity``).
3. VERPART: the items of each cluster in k^m-anonymous record chunks and a term chunk (``verpart``).
4. REFINE: clusters with terms in common share chunks of them (``refine``).
5. Without covered items, if that is asked for (``safe``).
6. Random numbers for clusters, chunks and subrecords, labels for items (``publish``).

Source: Terrovitis, Mamoulis, Liagouris and Skiadopoulos, Privacy Preservation by Disassociation; Awad, al Bouna,
Couchot and Philippe, Safe Disassociation of Set-Valued Datasets.
"""

from setanon_sql.models.disassociation.method.diversity import Diverse, make_diverse
from setanon_sql.models.disassociation.method.horpart import Split, horpart
from setanon_sql.models.disassociation.method.plan import (
    Disassociated,
    Wishes,
    disassociate,
    disassociate_clusters,
    no_sensitive_items,
)
from setanon_sql.models.disassociation.method.publish import (
    PublishedFolder,
    holders,
    key_of_ids,
    ledger,
    publish,
    record_clusters,
)
from setanon_sql.models.disassociation.method.refine import Refined, Steps, refine
from setanon_sql.models.disassociation.method.safe import key_of_choices, make_safe
from setanon_sql.models.disassociation.method.verpart import Chunked, verpart

__all__ = [
    "Chunked",
    "Disassociated",
    "Diverse",
    "PublishedFolder",
    "Refined",
    "Split",
    "Steps",
    "Wishes",
    "disassociate",
    "disassociate_clusters",
    "holders",
    "horpart",
    "key_of_choices",
    "key_of_ids",
    "ledger",
    "make_diverse",
    "make_safe",
    "no_sensitive_items",
    "publish",
    "record_clusters",
    "refine",
    "verpart",
]  # fmt: skip
