"""What audits answer with ``--json``."""

from typing import Annotated, NotRequired, TypedDict

from setanon_sql.answers.kinds import LIKEWISE, BySize


class _ModelParameters(TypedDict):
    k: NotRequired[
        Annotated[
            int | str,
            '`km`, `kanonymity`, `coherence`, `disassociation`; `"10,20,40"`: for 1, 2, 3 known items',
        ]
    ]
    m: NotRequired[Annotated[int | None, "known items; null: any number; not of `kanonymity`"]]
    rho: NotRequired[
        Annotated[float | str, '`rho`; of `adaptive` the lowest threshold; perhaps a text such as `"1/3"`']
    ]
    person: NotRequired[Annotated[bool, "`--person`: persons are counted, not records; absent: false"]]
    h: NotRequired[Annotated[float | str, "`coherence`; 1: no bound"]]
    epsilon: NotRequired[Annotated[float | str, "`rho` with `--sample`"]]
    delta: NotRequired[Annotated[float | str, LIKEWISE]]
    cluster_size: NotRequired[Annotated[int, "of releases in pieces"]]
    refine: NotRequired[Annotated[bool, "likewise"]]
    safe: NotRequired[Annotated[bool, LIKEWISE]]
    sensitive: NotRequired[Annotated[bool, LIKEWISE]]
    diversity: NotRequired[Annotated[int, "likewise, with `--sensitive`"]]


class ModelKeys(TypedDict):
    """Keys of a model.

    Of `audit`, `anonymize` and `verify`.
    """

    model: Annotated[str, "`km`, `kanonymity`, `coherence`, `rho`, `adaptive` or `disassociation`"]
    parameters: Annotated[_ModelParameters, "what is promised"]


class _AuditCap(TypedDict):
    items: Annotated[int, "at most so many of each record were read"]
    rows_dropped: Annotated[int, "left out by lot"]
    records_touched: Annotated[int, "that had more items"]


class _AuditCapRecords(TypedDict):
    records: Annotated[int, "at most so many of each person were read"]
    records_dropped: Annotated[int, "left out by lot"]
    rows_dropped: Annotated[int, "the rows of these"]
    persons_touched: Annotated[int, "who had more records"]


class _AuditPersonalItems(TypedDict):
    kind: Annotated[str, "`mail_address`, `phone_number`, `name_with_title`, `card_number`, `url_with_id`"]
    items: Annotated[int, "whose label looks like that"]
    records: Annotated[int, "that hold one"]
    labels: NotRequired[Annotated[list[str], "†"]]


class _AuditByCategory(TypedDict):
    category: Annotated[int, "its place in its level, by the alphabet"]
    records_at_risk: Annotated[int, "that hold a threat (of which a rule speaks) with an item below it"]
    persons_at_risk: NotRequired[Annotated[int, "`--person`: with such a record"]]
    threats: Annotated[int, "minimal threats (rules) with an item below it"]
    label: NotRequired[Annotated[str, "†"]]


class AuditKeys(ModelKeys):
    """Keys of an audit.

    Of every `audit`.
    """

    records: Annotated[int, "of the source (the release)"]
    rows: Annotated[int, "pairs of record and item; of a release those of its three tables that name an item"]
    satisfied: Annotated[bool, "does it have the guarantee as it is?"]
    violations: Annotated[int, "minimal threats of all sizes; rules that are too sure; faults of all checks"]
    cap: NotRequired[Annotated[_AuditCap, "`--cap`"]]
    cap_records: NotRequired[Annotated[_AuditCapRecords, "`--cap-records`"]]
    personal_items: NotRequired[
        Annotated[list[_AuditPersonalItems], "items whose labels look like data of persons; absent where none do"]
    ]
    by_category: NotRequired[
        Annotated[
            list[_AuditByCategory], "`--by`: the risk below each label of a level of the taxonomy, the highest first"
        ]
    ]


class _KmAuditPersonHint(TypedDict):
    column: str
    values: Annotated[int, "different ones, fewer than records"]


class _KmAuditAverageCase(TypedDict):
    size: Annotated[int, "items in each random set"]
    sampled: Annotated[int, "random sets of items of random records"]
    below_k: Annotated[int, "that fewer than k records hold"]
    share: Annotated[float | None, "of these; null where no record holds so many items"]
    low: Annotated[float | None, "95 % confidence interval of the share"]
    high: Annotated[float | None, LIKEWISE]


class _KmAuditTopItems(TypedDict):
    rank: Annotated[int, "by frequency, from 1"]
    threats: Annotated[int, "minimal threats that it is in"]
    share: Annotated[float, "of all minimal threats"]
    item: NotRequired[Annotated[str, "†"]]


class _KmAuditWorst(TypedDict):
    itemset: list[str]
    support: Annotated[int, "records that hold it"]


class KmAuditAnswer(AuditKeys):
    """Answer of ``audit km``."""

    violations_by_size: NotRequired[
        Annotated[
            BySize,
            "sets that fewer than k records hold, and all parts of which k or more hold; not with `--count records`",
        ]
    ]
    minimal_threats_by_size: NotRequired[Annotated[BySize, LIKEWISE]]
    records_at_risk_by_size: NotRequired[Annotated[BySize, "that hold a threat of at most that size; likewise"]]
    records_at_risk: NotRequired[
        Annotated[
            int, "`--count records`: that somebody finds among fewer than k by up to m items, without `--m` by all"
        ]
    ]
    persons_at_risk: NotRequired[Annotated[int, "`--count records` with `--person`: in its place"]]
    covers_every_m: Annotated[bool, "no larger threat can exist"]
    unit: NotRequired[
        Annotated[str, "`person`, with `--person`: then fewer than k persons have a record that holds a threat"]
    ]
    persons: NotRequired[Annotated[int, "of all records"]]
    persons_at_risk_by_size: NotRequired[Annotated[BySize, "with a record at risk"]]
    person_hint: NotRequired[
        Annotated[
            _KmAuditPersonHint, "without `--person`: a column with one value for each record that may name the persons"
        ]
    ]
    maximum_risk: NotRequired[
        Annotated[
            float,
            "one over the fewest records (`--person`: persons) that match up to m known items of a record; without "
            "`--m` all of it; absent where too many sets would have to be counted",
        ]
    ]
    average_risk: NotRequired[Annotated[float, "the mean over the records (persons) of one over those that match"]]
    unique_records_by_size: NotRequired[
        Annotated[BySize, "`--unicity`: records that a set of at most that size singles out"]
    ]
    unique_persons_by_size: NotRequired[
        Annotated[BySize, "`--unicity` with `--person`: persons that are singled out so"]
    ]
    average_case: NotRequired[Annotated[_KmAuditAverageCase, "`--average`"]]
    top_items: NotRequired[Annotated[list[_KmAuditTopItems], "`--top-items`: those in most threats"]]
    worst: NotRequired[
        Annotated[list[_KmAuditWorst], "`--worst`: the threats of each size that the fewest records hold †"]
    ]
