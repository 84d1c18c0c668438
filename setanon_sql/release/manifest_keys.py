"""The keys of a manifest, as ``--json`` tells them of a release."""

from collections.abc import Mapping
from typing import Annotated, Any

from setanon_sql.fields import ABSENT, LIKEWISE, Fields
from setanon_sql.results import MODEL, PROMISED, Parameters


class _ReleaseFormat(Fields):
    kind: Annotated[str, ""]
    columns: Annotated[list[str], ABSENT, "where the source does not call them `record_id` and `item`"]
    record_ids: Annotated[str, ABSENT, "`shuffle` or `keep`"]
    formulas: Annotated[str, ABSENT, "`escaped`: a quote stands before labels that begin as formulas do"]


class _ReleaseLabels(Fields):
    levels: Annotated[int, "of the taxonomy, below the root"]
    rows: Annotated[int, "released labels"]
    sha256: Annotated[str, "of its file; of a table: of its rows"]
    by_level: Annotated[list[str], ABSENT, "a query for each level: rows and records by its labels"]


class _ReleaseMeaning(Fields):
    rows: Annotated[int, "labels, each with the items that it may stand for"]
    sha256: Annotated[str, "of its file; of a table: of its labels and items"]


class _ReleaseWhere(Fields):
    sql: Annotated[str, "with a `?` for each value; empty where columns are items"]
    keyed_sha256: Annotated[
        str, "its key comes from the seed and the data: the same command with the seed of the ledger makes it again"
    ]


class _ReleaseCap(Fields):
    items: Annotated[int, "at most so many of each record were read"]
    rows_dropped: Annotated[int, ABSENT, "as of an audit, rounded down to a multiple of k; absent under k"]
    records_touched: Annotated[int, ABSENT, LIKEWISE]


class _ReleaseCapRecords(Fields):
    records: Annotated[int, "at most so many of each person were read"]
    records_dropped: Annotated[int, ABSENT, "as of an audit, rounded down to a multiple of k; absent under k"]
    rows_dropped: Annotated[int, ABSENT, LIKEWISE]
    persons_touched: Annotated[int, ABSENT, LIKEWISE]


class _ReleaseControl(Fields):
    share: Annotated[str, "of the records, or the persons"]
    keyed_sha256: Annotated[str, "of the draw: the seed and the data make it again"]
    records: Annotated[int, ABSENT, "held out, rounded down to a multiple of k; absent under k"]
    rows: Annotated[int, ABSENT, LIKEWISE]
    persons: Annotated[int, ABSENT, LIKEWISE]


class ManifestKeys(Fields):
    """Keys of a manifest.

    Of every `anonymize`; without its lists of labels.
    """

    model: Annotated[str, MODEL]
    parameters: Annotated[Parameters, PROMISED]
    format_version: Annotated[int, "of the manifest"]
    records: Annotated[int, "published"]
    rows: Annotated[int, LIKEWISE]
    method: Annotated[str, ""]
    created_by: Annotated[str, "the program and its version"]
    sha256: Annotated[dict[str, str], "the fingerprint of each file or table"]
    guarantee: Annotated[str, "what it protects against, and what it does not"]
    verified: Annotated[Mapping[str, int], "what the recount found, without small counts; names are those of `verify`"]
    losses: Annotated[list[str], ABSENT, "what it cost in sentences, as they may be public"]
    labels: Annotated[_ReleaseLabels, ABSENT, "where items may be generalized: its label table"]
    meaning: Annotated[_ReleaseMeaning, ABSENT, "likewise, without `--no-meaning`: its meaning table"]
    format: Annotated[_ReleaseFormat, ""]
    where: Annotated[_ReleaseWhere, ABSENT, "`--where`, `--query`"]
    query: Annotated[_ReleaseWhere, ABSENT, LIKEWISE]
    snapshot: Annotated[dict[str, Any], ABSENT, "`--setup`: at which snapshot each lake was"]
    cap: Annotated[_ReleaseCap, ABSENT, "`--cap`"]
    steps: Annotated[Mapping[str, str], ABSENT, "`--columns`: what each column beside the items became"]
    cap_records: Annotated[_ReleaseCapRecords, ABSENT, "`--cap-records`"]
    control: Annotated[_ReleaseControl, ABSENT, "`--control`"]
    occurrences_before_safe: Annotated[
        int, ABSENT, "`--safe`: rows of chunks before covered items were taken out, in multiples of k"
    ]
