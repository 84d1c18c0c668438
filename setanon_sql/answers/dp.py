"""What is answered of publications with differential privacy."""

from typing import Annotated, NotRequired, TypedDict

from setanon_sql.answers.kinds import LIKEWISE


class _DpParameters(TypedDict):
    epsilon: Annotated[float | str, "of this publication"]
    delta: Annotated[float | str, LIKEWISE]
    person: NotRequired[Annotated[bool, "true: persons are protected, and counted"]]


class _CountedKind(TypedDict):
    published: Annotated[int, "counts"]
    scale: Annotated[float, "of the noise"]
    spread: Annotated[float, "noise stays within it in 95 of 100 cases"]
    threshold: Annotated[int | None, "counts that reach it are published; null: all are"]
    counted_share: Annotated[float, "about so much of what records (persons) hold was not left out by lot"]


class _Kinds(TypedDict):
    all: _CountedKind
    items: NotRequired[_CountedKind]
    labels: NotRequired[_CountedKind]
    pairs: NotRequired[_CountedKind]
    itemsets: NotRequired[_CountedKind]


class _Spent(TypedDict):
    epsilon: Annotated[float | str, "of all publications in the file"]
    delta: Annotated[float | str, LIKEWISE]


class CountsAnswer(TypedDict):
    """Answer of ``publish counts``."""

    model: Annotated[str, "`dp`"]
    parameters: _DpParameters
    guarantee: Annotated[str, "what it protects against, and what it does not"]
    noise: Annotated[str, "`gaussian` or `laplace`"]
    most: Annotated[int, "keys of each kind for which a record (person) counts"]
    kinds: Annotated[_Kinds, "by what was counted"]
    spent: NotRequired[Annotated[_Spent, "with `--budget`"]]
    out: Annotated[str, "the file: `kind, items, count, low, high`"]


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
