"""What a check of a release counts, by name."""

from typing import Annotated

from setanon_sql.fields import ABSENT, LIKEWISE, Fields
from setanon_sql.registry.pieces import BAD_CHUNKS


class _ChecksOfRecords(Fields):
    sha256_matches: Annotated[bool, "are these the data that the manifest names?"]
    records: Annotated[int, ABSENT]
    rows: Annotated[int, ABSENT, LIKEWISE]
    sensitive_labels: Annotated[int, ABSENT, "that the manifest lists: only these are checked"]
    labels: Annotated[int, ABSENT, "different labels (not of pieces)"]
    classes: Annotated[int, ABSENT, "with columns beside the items: of records that are alike in all of them"]
    labels_of_classes: Annotated[int, ABSENT, "likewise, in place of labels: those of each class"]
    smallest_item_support: Annotated[int, ABSENT, "of sets of known items: records that hold the rarest label"]
    longest_record: Annotated[int, ABSENT, "likewise: its items"]
    said_items: Annotated[int, ABSENT, "of local recoding: that labels of a record can only stand for; they count"]
    sets_counted: Annotated[int, ABSENT, "of items"]
    protected_sets: Annotated[int, ABSENT, "`--protect`: sets of items, as it names them"]
    absent: Annotated[int, ABSENT, "items that may be known to be absent, as the manifest or `--absent` says"]
    sets_counted_for_absent: Annotated[int, ABSENT, "beside which these were counted"]
    largest_set: Annotated[int, ABSENT, "items in the largest of them"]
    adversaries_drawn: Annotated[int, ABSENT, "of a promise about random ones"]
    groups: Annotated[int, ABSENT, "of records; `kanonymity`: different records"]
    smallest_group: Annotated[int, ABSENT, "`kanonymity`: equal records of the fewest"]
    smallest_group_persons: Annotated[int, ABSENT, "`kanonymity` with `--person`: who have them"]
    labels_in_groups: Annotated[int, ABSENT, "likewise, where labels of different groups are told apart"]
    sets_counted_in_groups: Annotated[int, ABSENT, LIKEWISE]
    largest_set_in_groups: Annotated[int, ABSENT, LIKEWISE]


_OfChunks = Annotated[
    int, "in pieces: faults as `by_check` of its audit has them; who holds sensitive items `--ledger` tells"
]


class _ChecksOfChunks(Fields):
    __annotations__ = {BAD_CHUNKS: Annotated[_OfChunks, ABSENT]}


class Checks(_ChecksOfRecords, _ChecksOfChunks):
    """Numbers that a check counts."""

    subrecord_count: Annotated[int, ABSENT, LIKEWISE]
    joint_property: Annotated[int, ABSENT, LIKEWISE]
    structure: Annotated[int, ABSENT, LIKEWISE]
    cover: Annotated[int, ABSENT, LIKEWISE]
    sensitive: Annotated[int, ABSENT, LIKEWISE]
    diversity: Annotated[int, ABSENT, LIKEWISE]
    unrefined: Annotated[int, ABSENT, LIKEWISE]
    persons: Annotated[int, ABSENT, "with a table of the owner: persons behind the records of the release"]
    counts: Annotated[int, ABSENT, "of a table of counts: those that it shows"]
    small_counts: Annotated[int, ABSENT, "likewise: under k"]
    derivable_counts: Annotated[int, ABSENT, "likewise: from 1 to k - 1, that follow"]
    cluster_persons: Annotated[
        int,
        ABSENT,
        "with `--person` and `--ledger`: clusters of fewer than k persons, chunks with a set of up to m "
        "items that fewer hold, shared chunks that repeat an item from below and have equal subrecords of "
        "fewer",
    ]
    chunk_persons: Annotated[int, ABSENT, LIKEWISE]
    joint_persons: Annotated[int, ABSENT, LIKEWISE]
    diversity_persons: Annotated[int, ABSENT, "likewise, with `--sensitive`: as `checks.diversity`, of persons"]
    smallest_cluster_persons: Annotated[int, ABSENT, "likewise: persons in the cluster of the fewest"]
    clusters: Annotated[int, ABSENT, "likewise, as of its audit"]
    joint_clusters: Annotated[int, ABSENT, LIKEWISE]
    smallest_cluster: Annotated[int, ABSENT, LIKEWISE]
    largest_cluster: Annotated[int, ABSENT, LIKEWISE]
    term_rows: Annotated[int, ABSENT, "rows of term chunks"]
