"""What its commands answer with ``--json``."""

from typing import Annotated, Any, NotRequired, TypedDict

from setanon_sql.answers.audits import AuditKeys
from setanon_sql.answers.kinds import LIKEWISE
from setanon_sql.answers.releases import ReleaseKeys, TopItems
from setanon_sql.registry.pieces import BAD_CHUNKS

_OfChunks: Any = TypedDict("_OfChunks", {BAD_CHUNKS: Annotated[int, "chunks that break k^m-anonymity"]})  # type: ignore[misc]


class _ByCheck(_OfChunks):
    subrecord_count: Annotated[int, "clusters with too few subrecords and no term"]
    joint_property: Annotated[
        int, "shared chunks that repeat an item from below and have fewer than k equal subrecords"
    ]
    structure: Annotated[int, "how clusters, chunks and terms fit together"]
    cover: Annotated[
        int,
        "chunks with an item that never occurs without all the others; a violation only where the release "
        "promises to be safe",
    ]
    sensitive: NotRequired[Annotated[int, "sensitive items outside of term chunks, where they are listed"]]
    diversity: NotRequired[
        Annotated[
            int,
            "clusters and sensitive items with too many holders, or in clusters too small for k; absent where "
            "the holders are not known",
        ]
    ]
    unrefined: NotRequired[Annotated[int, "joint clusters where none are promised"]]
    cluster_persons: NotRequired[Annotated[int, "`--person`: clusters with records of fewer than k persons"]]
    chunk_persons: NotRequired[
        Annotated[int, "`--person`: chunks with a set of up to m items that fewer than k persons hold"]
    ]
    joint_persons: NotRequired[Annotated[int, "`--person`: as `joint_property`, of persons"]]


class _Implied(TypedDict):
    chunks: Annotated[int, "with such items"]
    items: int
    pairs: Annotated[int, "of one and the other"]


class _Covered(TypedDict):
    cluster_id: int
    chunk_id: Annotated[int, LIKEWISE]
    covered: Annotated[list[str], "never without the others of their chunk"]
    covering: Annotated[list[str], "the others; empty where each is covered"]
    support: Annotated[int, "subrecords that hold a covered item"]


class DisassociationAuditAnswer(AuditKeys):
    """Answer of ``audit disassociation``."""

    by_check: Annotated[_ByCheck, "faults"]
    record_chunks: int
    shared_chunks: Annotated[int, LIKEWISE]
    vulnerable_record_chunks: Annotated[int, "with a covered item, in a cluster with another record chunk"]
    vulnerable_shared_chunks: Annotated[int, "with a covered item"]
    implied: Annotated[_Implied, "items that never occur without another one of their chunk"]
    clusters: int
    joint_clusters: Annotated[int, LIKEWISE]
    smallest_cluster: Annotated[int, "records in it"]
    largest_cluster: Annotated[int, LIKEWISE]
    unit: NotRequired[Annotated[str, "`person`, with `--person`: k counts persons, whatever the release promises"]]
    persons: NotRequired[Annotated[int, "behind the records"]]
    smallest_cluster_persons: NotRequired[Annotated[int, "in the cluster of the fewest"]]
    not_checked: NotRequired[
        Annotated[list[str], "parts of the guarantee that no recount can see, such as who holds sensitive items"]
    ]
    covered: NotRequired[Annotated[list[_Covered], "the chunks with most covered items, as `--worst` says †"]]


class _Together(TypedDict):
    query: Annotated[str, "its name, or its line"]
    support: Annotated[int, "records of the source that hold it"]
    in_one_piece: Annotated[int, "of them, those whose items stand in one subrecord"]
    items: NotRequired[Annotated[list[str], "†"]]


class DisassociationReleaseAnswer(ReleaseKeys):
    """Answer of ``anonymize disassociation``."""

    kept_share: Annotated[float, "of the source's rows, in record or shared chunks"]
    occurrences_before_safe: NotRequired[
        Annotated[int, "`--safe`: rows of chunks before covered items were taken out, in multiples of k"]
    ]
    moved_records: NotRequired[Annotated[int, "`--sensitive`: records that are in another cluster for `--diversity`"]]
    sensitive_suppressed: NotRequired[
        Annotated[int, "occurrences of sensitive items that were taken out for it; no outsider should know"]
    ]
    emptied_records: NotRequired[Annotated[int, "that held nothing else, and are not released"]]
    top_items: NotRequired[Annotated[list[TopItems], "`--report`: the most frequent items; left: in chunks"]]
    together: NotRequired[Annotated[list[_Together], "`--together`: itemsets that were to stay in one piece"]]


#: The answers of ``audit`` and ``anonymize``.
AUDIT = DisassociationAuditAnswer
ANONYMIZE = DisassociationReleaseAnswer
