"""What is answered of a release that is made or measured."""

from typing import Annotated, Any, NotRequired, TypedDict

from setanon_sql.answers.audits import ModelKeys
from setanon_sql.answers.kinds import LIKEWISE, ByName


class _WorkloadWorkload(TypedDict):
    query: Annotated[str, "its name, or its line (SQL: its place)"]
    support: Annotated[int, "records of the source that hold it, or what the count gives there"]
    expected: Annotated[float, "likewise in the release, as expected, or on average over possible originals"]
    error: Annotated[float, "the difference, also as a share of the support"]
    relative_error: Annotated[float, LIKEWISE]
    items: NotRequired[Annotated[list[str], "†"]]
    sql: NotRequired[Annotated[str, "†"]]
    deviation: NotRequired[Annotated[float, "SQL: standard deviation over the originals that were made up, if any"]]


class _WorkloadExamplesBecame(TypedDict):
    item: str
    released_as: str | None
    part: NotRequired[
        Annotated[str, "released in pieces: the piece it is in: cluster, chunk, subrecord, or the terms of a cluster"]
    ]


class _WorkloadExamples(TypedDict):
    rank: int
    of: Annotated[int, "records that hold an item"]
    loss: Annotated[
        float,
        "share of the information in its items that is lost; released in pieces: of the pairs of its items "
        "that no longer stand together",
    ]
    items: Annotated[int, "it had"]
    items_unchanged: Annotated[int, "released as they were; not released"]
    items_gone: Annotated[int, LIKEWISE]
    record: NotRequired[Annotated[str, "its id in the source †"]]
    became: NotRequired[Annotated[list[_WorkloadExamplesBecame], "its items †"]]


class WorkloadKeys(TypedDict):
    """Keys of a workload and of examples.

    Of every `anonymize` and of `utility`.
    """

    workload_queries: NotRequired[Annotated[int, "`--workload`: its itemsets, or counts in SQL"]]
    workload_error_mean: NotRequired[Annotated[float, "how far off their supports are, in records"]]
    workload_error_median: NotRequired[Annotated[float, LIKEWISE]]
    workload_relative_error_mean: NotRequired[Annotated[float, "as a share of the support (0: of one record)"]]
    workload_relative_error_median: NotRequired[Annotated[float, LIKEWISE]]
    workload: NotRequired[list[_WorkloadWorkload]]
    examples: NotRequired[
        Annotated[list[_WorkloadExamples], "`--examples`: records before and after, first the one that lost most"]
    ]


class _ReleaseFormat(TypedDict):
    kind: str
    columns: NotRequired[Annotated[list[str], "where the source does not call them `record_id` and `item`"]]
    record_ids: NotRequired[Annotated[str, "`shuffle` or `keep`"]]
    formulas: NotRequired[Annotated[str, "`escaped`: a quote stands before labels that begin as formulas do"]]


class _ReleaseLabels(TypedDict):
    levels: Annotated[int, "of the taxonomy, below the root"]
    rows: Annotated[int, "released labels"]
    sha256: Annotated[str, "of its file; of a table: of its rows"]
    by_level: NotRequired[Annotated[list[str], "a query for each level: rows and records by its labels"]]


class _ReleaseMeaning(TypedDict):
    rows: Annotated[int, "labels, each with the items that it may stand for"]
    sha256: Annotated[str, "of its file; of a table: of its labels and items"]


class _ReleaseWhere(TypedDict):
    sql: Annotated[str, "with a `?` for each value; empty where columns are items"]
    keyed_sha256: Annotated[
        str, "its key comes from the seed and the data: the same command with the seed of the ledger makes it again"
    ]


class _ReleaseCap(TypedDict):
    items: Annotated[int, "at most so many of each record were read"]
    rows_dropped: NotRequired[Annotated[int, "as of an audit, rounded down to a multiple of k; absent under k"]]
    records_touched: NotRequired[Annotated[int, LIKEWISE]]


class _ReleaseCapRecords(TypedDict):
    records: Annotated[int, "at most so many of each person were read"]
    records_dropped: NotRequired[Annotated[int, "as of an audit, rounded down to a multiple of k; absent under k"]]
    rows_dropped: NotRequired[Annotated[int, LIKEWISE]]
    persons_touched: NotRequired[Annotated[int, LIKEWISE]]


class _ReleaseControl(TypedDict):
    share: Annotated[str, "of the records, or the persons"]
    keyed_sha256: Annotated[str, "of the draw: the seed and the data make it again"]
    records: NotRequired[Annotated[int, "held out, rounded down to a multiple of k; absent under k"]]
    rows: NotRequired[Annotated[int, LIKEWISE]]
    persons: NotRequired[Annotated[int, LIKEWISE]]


class _ReleaseConstraints(TypedDict):
    rules: Annotated[int, "their rows"]
    weights: Annotated[int, LIKEWISE]
    items_kept: Annotated[
        int,
        "items of the data that had to stay as they are, and do (released in pieces: to keep, and in no term chunk)",
    ]
    items_not_kept: Annotated[int, "those that could not (released in pieces, `keep_most`; else the run ends instead)"]
    items_dropped: Annotated[int, "that had to go"]
    items_limited: Annotated[int, "with a most general label"]
    preferred_held: Annotated[int, "preferred items that are, or are not, in the release as they are"]
    preferred_not_held: Annotated[int, LIKEWISE]
    cost: NotRequired[
        Annotated[
            float,
            "of labels: the loss with weights, where `together` costs nothing, is minimized; `cost_bound` is of that",
        ]
    ]
    ncp_without: NotRequired[
        Annotated[
            float, "the NCP of a release made without them; for up to 1,000,000 rows, or 100,000 where that takes long"
        ]
    ]
    kept_share_without: NotRequired[
        Annotated[float, "released in pieces: likewise its `kept_share`; for up to 1,000,000 rows"]
    ]


class ReleaseKeys(ModelKeys, WorkloadKeys):
    """Keys of a release.

    Of every `anonymize`: the manifest (but for labels), where it went, and what it cost.
    """

    format_version: Annotated[int, "of the manifest"]
    records: Annotated[int, "published"]
    rows: Annotated[int, LIKEWISE]
    method: str
    created_by: Annotated[str, "the program and its version"]
    sha256: Annotated[dict[str, str], "the fingerprint of each file or table"]
    guarantee: Annotated[str, "what it protects against, and what it does not"]
    verified: Annotated[ByName, "what the recount found, without small counts; names are those of `verify`"]
    losses: NotRequired[Annotated[list[str], "what it cost in sentences, as they may be public"]]
    labels: NotRequired[Annotated[_ReleaseLabels, "where items may be generalized: its label table"]]
    meaning: NotRequired[Annotated[_ReleaseMeaning, "likewise, without `--no-meaning`: its meaning table"]]
    format: _ReleaseFormat
    where: NotRequired[Annotated[_ReleaseWhere, "`--where`, `--query`"]]
    query: NotRequired[Annotated[_ReleaseWhere, LIKEWISE]]
    snapshot: NotRequired[Annotated[dict[str, Any], "`--setup`: at which snapshot each lake was"]]
    cap: NotRequired[Annotated[_ReleaseCap, "`--cap`"]]
    cap_records: NotRequired[Annotated[_ReleaseCapRecords, "`--cap-records`"]]
    control: NotRequired[Annotated[_ReleaseControl, "`--control`"]]
    constraints: NotRequired[Annotated[_ReleaseConstraints, "`--constraints`, `--weights`"]]
    out: Annotated[str, "as `--out` says"]
    not_released: NotRequired[Annotated[list[str], "columns of the source that the release does not carry"]]


class _SensitiveItems(TypedDict):
    rank: Annotated[int, "1 lost most rows"]
    rows_before: int
    rows_after: int
    item: NotRequired[Annotated[str, "†"]]


class _SensitiveByLength(TypedDict):
    items_least: Annotated[int, "records of the source with so many items"]
    items_most: NotRequired[Annotated[int, "to so many"]]
    rows_before: int
    rows_after: int


class TopItems(TypedDict):
    """What became of one of the most frequent items."""

    rank: Annotated[int, "by frequency, from 1"]
    support: Annotated[int, "records of the source that hold it"]
    fate: Annotated[str, "`kept`, `generalized` or `gone`"]
    rows_left: Annotated[float, "its rows that are released, as it is or as a label over it"]
    item: NotRequired[Annotated[str, "†"]]
    released_as: NotRequired[Annotated[str | None, "†"]]


class _TopPairs(TypedDict):
    rank: Annotated[int, "by frequency, from 1"]
    support: Annotated[int, "records of the source that hold both items"]
    records_left: Annotated[int, "of the release that hold both as they are"]
    items: NotRequired[Annotated[list[str], "†"]]


class _TopCategories(TypedDict):
    rank: Annotated[int, "by records of the source, from 1"]
    records_before: Annotated[int, "of the source that hold something of it"]
    records_after: Annotated[int, "of the release"]
    label: NotRequired[Annotated[str, "†"]]


#: What a release by local recoding tells besides.
BEYOND = Annotated[
    int, "`--recoding local`: records (persons) at risk from one known item more; not where it would take long"
]


class LostKeys(TypedDict):
    """Keys of what was lost.

    Of releases of records, and of `utility`. What does not apply is absent.
    """

    records_before: NotRequired[Annotated[int, "of the source that hold an item; of the release"]]
    records_after: NotRequired[Annotated[int, LIKEWISE]]
    records_gone: NotRequired[Annotated[int, "of which nothing is released"]]
    rows_before: NotRequired[Annotated[int, "likewise; several items of a record can become one label"]]
    rows_after: NotRequired[Annotated[int, LIKEWISE]]
    rows_unchanged: NotRequired[Annotated[int, "released rows with an item as it was"]]
    rows_generalized: NotRequired[Annotated[int, "released rows with a label over items"]]
    rows_at_depth_N: NotRequired[Annotated[int, "those of that depth; the root is 0"]]
    rows_merged: NotRequired[Annotated[int, "rows fewer since several of a record became one; not with groups"]]
    rows_suppressed: NotRequired[Annotated[int, "rows of the source that are gone; not with groups"]]
    sensitive_rows_before: NotRequired[
        Annotated[
            int, "rows of items that are sensitive for anybody; `utility` without `sensitive`: of those that are left"
        ]
    ]
    sensitive_rows_after: NotRequired[Annotated[int, LIKEWISE]]
    sensitive_items: NotRequired[Annotated[list[_SensitiveItems], "those that lost most rows"]]
    sensitive_by_length: NotRequired[
        Annotated[list[_SensitiveByLength], "rows of sensitive items by the length of records; of `anonymize`"]
    ]
    top_items: NotRequired[
        Annotated[list[TopItems], "`--report`, `--top-items`: what became of the most frequent items"]
    ]
    top_pairs: NotRequired[Annotated[list[_TopPairs], "likewise: the most frequent pairs"]]
    top_categories: NotRequired[
        Annotated[list[_TopCategories], "`--report`, along a taxonomy: labels right under the root with most records"]
    ]
    items_before: NotRequired[Annotated[int, "of the source"]]
    items_kept: NotRequired[Annotated[int, "that are released as they are"]]
    items_generalized: NotRequired[Annotated[int, "that are released as a label over them"]]
    items_gone: NotRequired[Annotated[int, "that are not released"]]
    rows_unchanged_ratio: NotRequired[Annotated[float, "shares of the source's rows of which the same is true"]]
    generalized_ratio: NotRequired[Annotated[float, LIKEWISE]]
    gone_ratio: NotRequired[Annotated[float, LIKEWISE]]
    suppressed_ratio: NotRequired[Annotated[float, "share of the source's rows that are gone"]]
    ncp: NotRequired[
        Annotated[
            float,
            "share of the information in items that is lost: a generalized item loses the share of the "
            "taxonomy's leaves that are under its label (dropped ones, too), a suppressed one everything",
        ]
    ]
    lm: NotRequired[Annotated[float, "the same, counting an item as it was against a single leaf"]]
    bits: NotRequired[
        Annotated[
            float,
            "share of the bits that tell items from all rows that is lost: a generalized item loses those that tell it "
            "from the rows under its label",
        ]
    ]
    costliest_items: NotRequired[Annotated[int, "so few items cause at least 80 % of the loss (`ncp`)"]]
    kl_divergence: NotRequired[Annotated[float, "of the frequencies of items, in nats"]]
    labels_left: NotRequired[Annotated[int, "different labels in the release"]]
    labels_narrowed: NotRequired[Annotated[int, "labels for the rest of their items alone: `… (other)`; none: absent"]]
    labels_at_depth_N: NotRequired[Annotated[int, "of that depth; the root is 0"]]
    items_near_N: NotRequired[
        Annotated[int, "of the N most frequent items (100, 1000), those with the count of the source but for 5 %"]
    ]
    pairs_near_N: NotRequired[Annotated[int, "the same of pairs"]]
    depth_mean: NotRequired[Annotated[float, "of a released row's label"]]


class _UtilityByCategory(TypedDict):
    category: Annotated[int, "its place in its level, by the alphabet"]
    items: Annotated[int, "of the source, below it"]
    rows: Annotated[int, LIKEWISE]
    rows_unchanged: Annotated[float, "released as they were"]
    loss: Annotated[float, "mean cost of its rows, by how wide their labels are (`ncp`)"]
    label: NotRequired[Annotated[str, "†"]]


class UtilityAnswer(LostKeys, WorkloadKeys):
    """Answer of ``utility``."""

    rules_jaccard_distance: NotRequired[Annotated[float, "association rules: 1 - common / all"]]
    rules_lost: NotRequired[Annotated[int, "that only the source has"]]
    rules_spurious: NotRequired[Annotated[int, "that only the release has"]]
    rules_up_to_items: NotRequired[
        Annotated[int, "only rules of so many items were counted: there are too many larger ones"]
    ]
    tkd: NotRequired[
        Annotated[
            float, "released in pieces: share of the 1,000 most frequent itemsets that is lost in a made-up original"
        ]
    ]
    tkd_a: NotRequired[Annotated[float, "likewise, counting what is certain"]]
    tkd_ml2: NotRequired[Annotated[float, "as `tkd`, over all labels of a taxonomy"]]
    re: NotRequired[
        Annotated[
            float,
            "mean relative error (0 to 2) of the supports of pairs of the 200th to 220th most frequent items, "
            "in made-up originals",
        ]
    ]
    re_a: NotRequired[Annotated[float, "likewise, counting what is certain"]]
    re_top: NotRequired[Annotated[float, "as `re`, `re_a`, for the 20 most frequent items"]]
    re_a_top: NotRequired[Annotated[float, LIKEWISE]]
    kept_share: NotRequired[Annotated[float, "of the source's rows, in record or shared chunks"]]
    tlost: NotRequired[Annotated[float, "share of the items of more than k records that are in term chunks only"]]
    pem: NotRequired[Annotated[float, "share of record chunks that are vulnerable"]]
    rlm: NotRequired[Annotated[float, "safe release: share of the rows of chunks that this cost"]]
    rae: NotRequired[Annotated[float, "relative association error: `re`"]]
    by_category: NotRequired[
        Annotated[
            list[_UtilityByCategory], "`--by`: the loss below each label of a level of the taxonomy, the largest first"
        ]
    ]
