"""What other commands answer with ``--json``, and errors."""

from typing import Annotated, Any, NotRequired, TypedDict

from setanon_sql.answers.audits import ModelKeys
from setanon_sql.answers.kinds import LIKEWISE
from setanon_sql.registry.pieces import BAD_CHUNKS


class ErrorAnswer(TypedDict):
    """Errors.

    What a command prints that could not do its work (exit code 2: bad usage, bad input, Ctrl-C, a fault of the
    program):
    """

    error: Annotated[str, "what is wrong"]
    hint: Annotated[str, "what to do; may be empty"]
    details: NotRequired[Annotated[list[str], "values of the source that it is about †"]]
    complete: NotRequired[
        Annotated[bool, "false: of an audit that was stopped; what it had counted stands in these keys, as in its own"]
    ]
    satisfied: NotRequired[Annotated[bool, LIKEWISE]]
    model: NotRequired[Annotated[str, LIKEWISE]]
    parameters: NotRequired[Annotated[dict[str, Any], LIKEWISE]]
    records: NotRequired[Annotated[int, LIKEWISE]]
    rows: NotRequired[Annotated[int, LIKEWISE]]
    minimal_threats_by_size: NotRequired[Annotated[dict[str, int], LIKEWISE]]
    violations_by_size: NotRequired[Annotated[dict[str, int], LIKEWISE]]
    records_at_risk_by_size: NotRequired[Annotated[dict[str, int], LIKEWISE]]
    persons_at_risk_by_size: NotRequired[Annotated[dict[str, int], LIKEWISE]]


class _ChecksOfRecords(TypedDict):
    sha256_matches: Annotated[bool, "are these the data that the manifest names?"]
    records: NotRequired[int]
    rows: NotRequired[Annotated[int, LIKEWISE]]
    sensitive_labels: NotRequired[Annotated[int, "that the manifest lists: only these are checked"]]
    labels: NotRequired[Annotated[int, "different labels (not of pieces)"]]
    smallest_item_support: NotRequired[Annotated[int, "of sets of known items: records that hold the rarest label"]]
    longest_record: NotRequired[Annotated[int, "likewise: its items"]]
    said_items: NotRequired[Annotated[int, "of local recoding: that labels of a record can only stand for; they count"]]
    sets_counted: NotRequired[Annotated[int, "of items"]]
    largest_set: NotRequired[Annotated[int, "items in the largest of them"]]
    adversaries_drawn: NotRequired[Annotated[int, "of a promise about random ones"]]
    groups: NotRequired[Annotated[int, "of records; `kanonymity`: different records"]]
    smallest_group: NotRequired[Annotated[int, "`kanonymity`: equal records of the fewest"]]
    smallest_group_persons: NotRequired[Annotated[int, "`kanonymity` with `--person`: who have them"]]
    labels_in_groups: NotRequired[Annotated[int, "likewise, where labels of different groups are told apart"]]
    sets_counted_in_groups: NotRequired[Annotated[int, LIKEWISE]]
    largest_set_in_groups: NotRequired[Annotated[int, LIKEWISE]]


_OfChunks = Annotated[
    int, "in pieces: faults as `by_check` of its audit has them; who holds sensitive items `--ledger` tells"
]
_ChecksOfChunks: Any = TypedDict("_ChecksOfChunks", {BAD_CHUNKS: NotRequired[_OfChunks]})  # type: ignore[misc]


class _VerifyChecks(_ChecksOfRecords, _ChecksOfChunks):
    subrecord_count: NotRequired[Annotated[int, LIKEWISE]]
    joint_property: NotRequired[Annotated[int, LIKEWISE]]
    structure: NotRequired[Annotated[int, LIKEWISE]]
    cover: NotRequired[Annotated[int, LIKEWISE]]
    sensitive: NotRequired[Annotated[int, LIKEWISE]]
    diversity: NotRequired[Annotated[int, LIKEWISE]]
    unrefined: NotRequired[Annotated[int, LIKEWISE]]
    persons: NotRequired[Annotated[int, "with a table of the owner: persons behind the records of the release"]]
    counts: NotRequired[Annotated[int, "of a table of counts: those that it shows"]]
    small_counts: NotRequired[Annotated[int, "likewise: under k"]]
    derivable_counts: NotRequired[Annotated[int, "likewise: from 1 to k - 1, that follow"]]
    cluster_persons: NotRequired[
        Annotated[
            int,
            "with `--person` and `--ledger`: clusters of fewer than k persons, chunks with a set of up to m "
            "items that fewer hold, shared chunks that repeat an item from below and have equal subrecords of "
            "fewer",
        ]
    ]
    chunk_persons: NotRequired[Annotated[int, LIKEWISE]]
    joint_persons: NotRequired[Annotated[int, LIKEWISE]]
    diversity_persons: NotRequired[Annotated[int, "likewise, with `--sensitive`: as `checks.diversity`, of persons"]]
    smallest_cluster_persons: NotRequired[Annotated[int, "likewise: persons in the cluster of the fewest"]]
    clusters: NotRequired[Annotated[int, "likewise, as of its audit"]]
    joint_clusters: NotRequired[Annotated[int, LIKEWISE]]
    smallest_cluster: NotRequired[Annotated[int, LIKEWISE]]
    largest_cluster: NotRequired[Annotated[int, LIKEWISE]]
    term_rows: NotRequired[Annotated[int, "rows of term chunks"]]


class VerifyAnswer(ModelKeys):
    """Answer of ``verify``."""

    satisfied: Annotated[bool, "are these the data of the manifest, and do they keep what it promises?"]
    method: Annotated[str, "as the manifest says"]
    messages: Annotated[list[str], "a sentence for each fault"]
    guarantee: Annotated[str, "what the model protects against, and what it does not"]
    not_checked: Annotated[list[str], "what the manifest says, or the guarantee needs, that no recount can see"]
    complete: Annotated[
        bool,
        "false where a part of the guarantee itself, or a field of another version's manifest, could not "
        "be checked; then `satisfied` is false, too, and the exit code 2",
    ]
    unchecked: NotRequired[Annotated[list[str], "names of what stands in the release and is none of it, at most 100 †"]]
    checks: Annotated[_VerifyChecks, "what was counted; absent where the release is too damaged for it"]


class SqlAnswer(TypedDict):
    """Answer of ``sql audit``, ``sql gate`` and ``sql release``."""

    dialect: str
    sql: Annotated[str, "the script, or the SELECT of a gate"]


class _TaxonomyCheckFaults(TypedDict):
    kind: Annotated[str, "such as `two_parents`, `cycle`, `leaf_twice`, `missing_item`, `near_miss`"]
    severity: Annotated[str, "`error` (no use before it is mended) or `warning`"]
    message: str
    count: Annotated[int, "labels that have it"]
    mend: Annotated[str, "what to do"]
    labels: NotRequired[Annotated[list[str], "items of the data only with `--show-values`"]]


class _TaxonomyCheckProposal(TypedDict):
    levels: Annotated[list[str], "columns for `--levels`, from coarse to fine"]
    qualify: Annotated[bool, "with `--qualify`?"]
    missing: Annotated[str, "for `--missing`"]
    leaves: int
    items_without_place: Annotated[int | None, "items of the data that it does not have; null without data"]
    roots: int
    notes: Annotated[list[str], "columns that determine each other, labels and lines that do not fit: what to do"]


class TaxonomyCheckAnswer(TypedDict):
    """Answer of ``taxonomy check``."""

    satisfied: Annotated[bool, "can it be used?"]
    form: Annotated[str, "`arx`, `edges` or `dimension`"]
    faults: list[_TaxonomyCheckFaults]
    proposal: NotRequired[
        Annotated[_TaxonomyCheckProposal, "where a dimension table is none: options with which it is one"]
    ]


class TaxonomyShowAnswer(TypedDict):
    """Answer of ``taxonomy show``."""

    root: str
    parents: Annotated[dict[str, str], "the label above each, down to the depth asked for"]


class TaxonomyTextAnswer(TypedDict):
    """Answer of ``taxonomy convert``, ``taxonomy build``."""

    form: str
    text: Annotated[str, "the taxonomy as a file of that form"]


class _RunBrokenLimit(TypedDict):
    limit: Annotated[str, "its key in `[limits]`"]
    allowed: Annotated[float, "what the policy says; what the release would have had"]
    found: Annotated[float, LIKEWISE]


class RunAnswer(TypedDict):
    """Answer of ``run``."""

    policy: str
    published: Annotated[bool, "false (exit code 1): a limit is broken, and nothing was published"]
    audit: Annotated[dict[str, Any], "as `audit` of the model prints it (of a release in pieces: that of its source)"]
    broken_limit: NotRequired[Annotated[_RunBrokenLimit, "the first"]]
    release: NotRequired[
        Annotated[dict[str, Any], "as `anonymize` of the model prints it, and what `run` adds to the manifest"]
    ]
    verify: NotRequired[Annotated[dict[str, Any], "as `verify` prints it"]]
    evidence: NotRequired[Annotated[str, "the folder of the evidence"]]


class _CheckChecks(TypedDict):
    check: Annotated[
        str,
        "`approval`, `guarantee`, `parameters`, `policy`, a limit by its key, `source`, `sensitive`, "
        "`factors`, `taxonomy`",
    ]
    result: Annotated[str, "`agrees`, `differs` or `unknown`"]
    message: str


class CheckAnswer(TypedDict):
    """Answer of ``check``."""

    policy: str
    agrees: Annotated[bool | None, "do the policy and its release still agree? null (exit code 2): that cannot be told"]
    checks: list[_CheckChecks]


class PolicyInitAnswer(TypedDict):
    """Answer of ``policy init``."""

    policy: Annotated[str, "the file that was written"]
    left_to_runs: Annotated[list[str], "options that were typed and that no policy says: setanon run takes them"]


_Schema = TypedDict(
    "_Schema",
    {
        "$schema": str,
        "title": Annotated[str, LIKEWISE],
        "type": Annotated[str, LIKEWISE],
        "additionalProperties": bool,
        "required": Annotated[list[str], "tables that every policy has"],
        "properties": Annotated[dict[str, Any], "the tables by name"],
    },
)


class PolicySchemaAnswer(_Schema):
    """Answer of ``policy schema``.

    A JSON schema:
    """


class DemoAnswer(TypedDict):
    """Answer of ``demo``."""

    audit: Annotated[dict[str, Any], "as `audit`, `anonymize` of the model, and `verify` print them"]
    audit_of_persons: Annotated[dict[str, Any], LIKEWISE]
    release: Annotated[dict[str, Any], LIKEWISE]
    verify: Annotated[dict[str, Any], LIKEWISE]
