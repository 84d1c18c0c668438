"""What is answered of publications with differential privacy."""

from typing import Annotated, NotRequired, TypedDict

from setanon_sql.answers.kinds import LIKEWISE


class _CountedKind(TypedDict):
    published: Annotated[int, "counts"]
    most: Annotated[int, "keys of the kind for which a record (person) counts"]
    scale: Annotated[float, "of the noise"]
    spread: Annotated[float, "noise stays within it in 95 of 100 cases"]
    threshold: Annotated[int | None, "counts that reach it are published; null: all are"]
    over_most: Annotated[int, "at most so many records (persons) hold more keys; each may be missing from any count"]
    below: Annotated[int, "intervals of 95 % reach down so far, or a little more at a threshold"]
    above: Annotated[int, "and up so far, at most"]


class _Spent(TypedDict):
    epsilon: Annotated[float | str, "of all publications in the file"]
    delta: Annotated[float | str, LIKEWISE]


class _CountsParameters(TypedDict):
    epsilon: NotRequired[Annotated[float | str, "of this publication"]]
    delta: NotRequired[Annotated[float | str, LIKEWISE]]
    k: NotRequired[Annotated[int, "`--k`: no smaller count follows"]]
    rounded: NotRequired[Annotated[int, "likewise: counts are rounded down to multiples of it; 1: exact"]]
    person: NotRequired[Annotated[bool, "true: persons are protected, and counted"]]


class CountsAnswer(TypedDict):
    """Answer of ``publish counts``."""

    model: Annotated[str, "`dp`; with `--k` `counts of k and more`"]
    parameters: _CountsParameters
    guarantee: Annotated[str, "what it protects against, and what it does not"]
    noise: NotRequired[Annotated[str, "`gaussian` or `laplace`"]]
    kinds: NotRequired[Annotated[dict[str, _CountedKind], "`all`, `items`, `labels at level 1` …, `pairs`, `itemsets`"]]
    published: NotRequired[Annotated[int, "`--k`: counts in the file"]]
    hidden: NotRequired[Annotated[int, "likewise: counts of k and more that are not; for you alone"]]
    itemsets: NotRequired[Annotated[dict[str, list[str]], "`--itemsets`: the items of each"]]
    spent: NotRequired[Annotated[_Spent, "with `--budget`"]]
    out: Annotated[
        str,
        "the file: `kind, item, item2, itemset, count, low, high`; with `--k` the columns of `--by`, "
        "`item, item2, count`",
    ]


class _RecordParameters(TypedDict):
    epsilon: Annotated[float | str, "of this publication"]
    delta: Annotated[float | str, "0"]


class RecordsAnswer(TypedDict):
    """Answer of ``publish records``."""

    model: Annotated[str, "`dp`"]
    parameters: _RecordParameters
    guarantee: Annotated[str, "what it protects against, and what it does not"]
    noise: Annotated[str, "`laplace`"]
    most: Annotated[int, "items for which a record counts"]
    fan_out: Annotated[int, "labels under one label of the tree"]
    items: Annotated[int, "in the public list"]
    openings: Annotated[int, "labels that are opened at most on the way to a set"]
    first_threshold: Annotated[int, "about so many records have to hold items under the same labels below the root"]
    last_threshold: Annotated[int, "about so many, or fewer, the same items"]
    taxonomy_sha256: Annotated[str, "of the public tree"]
    records: Annotated[int, "made up"]
    sets: Annotated[int, "different ones of them"]
    items_published: Annotated[int, "different items in them"]
    spent: NotRequired[Annotated[_Spent, "with `--budget`"]]
    out: Annotated[str, "the file: `record_id, item`"]
