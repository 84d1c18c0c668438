"""What audits answer with ``--json``."""

from typing import Annotated, NotRequired, TypedDict

from setanon_sql.answers.kinds import LIKEWISE


class _ModelParameters(TypedDict):
    k: NotRequired[
        Annotated[
            int | str,
            'of models that promise a number of records; `"10,20,40"`: for 1, 2, 3 known items',
        ]
    ]
    m: NotRequired[Annotated[int | None, "known items; null: any number; not of `kanonymity`"]]
    rho: NotRequired[
        Annotated[float | str, '`rho`; of `adaptive` the lowest threshold; perhaps a text such as `"1/3"`']
    ]
    person: NotRequired[Annotated[bool, "`--person`: persons are counted, not records; absent: false"]]
    recoding: NotRequired[Annotated[str, "`local`: an item may have another label in another record; absent: a cut"]]
    floor: NotRequired[Annotated[float, "likewise: how likely an item starts a step up, at a secret floor; 0: never"]]
    columns: NotRequired[Annotated[str, "`km`: names of columns that are known besides, between commas"]]
    h: NotRequired[Annotated[float | str, "`coherence`; 1: no bound"]]
    epsilon: NotRequired[Annotated[float | str, "`rho` with `--sample`"]]
    delta: NotRequired[Annotated[float | str, LIKEWISE]]
    cluster_size: NotRequired[Annotated[int, "of releases in pieces"]]
    refine: NotRequired[Annotated[bool, "likewise"]]
    safe: NotRequired[Annotated[bool, LIKEWISE]]
    sensitive: NotRequired[Annotated[bool, LIKEWISE]]
    rounded: NotRequired[Annotated[int, "of tables of counts: rounded down to multiples of it; 1: exact"]]
    diversity: NotRequired[Annotated[int, "likewise, with `--sensitive`"]]


class ModelKeys(TypedDict):
    """Keys of a model.

    Of `audit`, `anonymize` and `verify`.
    """

    model: Annotated[str, "its name, as commands have it"]
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
