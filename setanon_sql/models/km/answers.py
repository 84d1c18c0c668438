"""What its commands answer with ``--json``."""

from typing import Annotated, NotRequired, TypedDict

from setanon_sql.answers.audits import AuditKeys
from setanon_sql.answers.kinds import LIKEWISE, BySize
from setanon_sql.answers.releases import BEYOND, LostKeys, ReleaseKeys


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


class _KmAuditAbsentWorst(TypedDict):
    itemset: Annotated[list[str], "what is there"]
    absent: list[str]
    support: Annotated[int, "records (persons) that hold the one and lack the other"]


class _KmAuditColumns(TypedDict):
    columns: Annotated[list[str], "that are known, with their steps; of which none may be"]
    left_out: NotRequired[Annotated[str, "the one that is not known, of those of the first entry"]]
    classes: Annotated[int, "of records that are alike in them"]
    classes_under_k: Annotated[int, "of fewer than k records, or persons"]
    classes_of_one: Annotated[int, "of one alone"]
    at_risk_by_items: Annotated[
        BySize, "records, or persons, at risk by the number of items that are known besides, 0 among them"
    ]


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
    unique_records: NotRequired[
        Annotated[int, "`--unicity` without `--m` or with `--count records`: singled out, all sizes together"]
    ]
    unique_persons: NotRequired[Annotated[int, "the same with `--person`, in its place"]]
    absent_threats_by_size: NotRequired[
        Annotated[BySize, "`--absent`: minimal threats with an absent item, by the number of present ones, from 0 on"]
    ]
    absent_records_at_risk_by_size: NotRequired[
        Annotated[BySize, "that somebody finds among fewer than k by at most so many present items, and absent ones"]
    ]
    absent_persons_at_risk_by_size: NotRequired[Annotated[BySize, LIKEWISE]]
    absent_unique_records_by_size: NotRequired[Annotated[BySize, "`--unicity`: that somebody finds alone so"]]
    absent_unique_persons_by_size: NotRequired[Annotated[BySize, LIKEWISE]]
    absent_worst: NotRequired[Annotated[list[_KmAuditAbsentWorst], "`--worst`: likewise †"]]
    average_case: NotRequired[Annotated[_KmAuditAverageCase, "`--average`"]]
    columns: NotRequired[
        Annotated[
            list[_KmAuditColumns],
            "`--columns`: who is at risk from somebody who knows all of them, all but one, and all with one coarser; "
            "all that is said by size is of the first",
        ]
    ]
    top_items: NotRequired[Annotated[list[_KmAuditTopItems], "`--top-items`: those in most threats"]]
    worst: NotRequired[
        Annotated[list[_KmAuditWorst], "`--worst`: the threats of each size that the fewest records hold †"]
    ]


class _KmReleaseMapping(TypedDict):
    new_items: Annotated[int, "that it did not know"]
    new_items_placed: Annotated[int, "those below one of its labels"]
    threats: Annotated[int, "minimal sets of its labels that some records hold, but fewer than k"]
    labels_kept: Annotated[int, "its labels that stay"]
    labels_generalized: Annotated[int, "that gave way to one over them (`--extend`)"]
    labels_suppressed: Annotated[int, "that went, with none over them"]
    labels_added: Annotated[int, "that it did not have"]


class _KmReleaseBeside(TypedDict):
    records_at_risk: Annotated[int, "linked records that had fewer with the labels found for this release alone"]
    labels_raised: Annotated[int, "that gave way to one over them"]
    labels_suppressed: Annotated[int, "that went, with none over them"]
    records_left_out: Annotated[int, "`--let-go`"]
    cost_alone: Annotated[float, "of the records that stay, as `--cost` measures it, without the release before"]
    cost: Annotated[float, "the same with it"]


class _KmReleaseDrawn(TypedDict):
    best_cost: Annotated[float, "the least that was found, as `--cost` measures it"]
    cost: Annotated[float, "of what was drawn"]
    others: Annotated[int, "other choices of labels within the slack that were met"]


class _KmReleasePersonShare(TypedDict):
    largest: Annotated[float, "the largest share of the records of a label, or a pair, that one person has"]
    sets: Annotated[int, "labels and pairs"]
    sets_over_half: Annotated[int, "those of which one person has more than half of the records"]


class KmReleaseAnswer(ReleaseKeys, LostKeys):
    """Answer of ``anonymize km``."""

    cost_bound: Annotated[
        float | None,
        "no other choice of labels and suppressed items costs less (`ncp`, or the measure of `--cost`); null "
        "where nobody looked",
    ]
    optimal: Annotated[bool, "is it proved that none costs less than this release?"]
    mapping: NotRequired[Annotated[_KmReleaseMapping, "`--mapping`"]]
    beside_previous: NotRequired[
        Annotated[_KmReleaseBeside, "`--previous`: what keeping k candidates across both cost"]
    ]
    drawn: NotRequired[Annotated[_KmReleaseDrawn, "`--slack`: what drawing labels by lot cost"]]
    at_risk_beyond: NotRequired[BEYOND]
    person_share: NotRequired[
        Annotated[
            _KmReleasePersonShare,
            "`--person`: how much of what the release shows is of one person, by label and by pair of labels (`--m 1`: "
            "by label); only of those that may be known; not where it would take long",
        ]
    ]


#: The answers of ``audit`` and ``anonymize``.
AUDIT = KmAuditAnswer
ANONYMIZE = KmReleaseAnswer
