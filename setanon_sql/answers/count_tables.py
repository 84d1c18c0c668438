"""What is answered of tables of counts."""

from typing import Annotated, NotRequired, TypedDict

from setanon_sql.answers.kinds import LIKEWISE, ByName


class _Worst(TypedDict):
    kind: Annotated[str, "as in `derivable_by_kind`"]
    low: Annotated[int, "so many at least"]
    high: Annotated[int, "so many at most"]
    equation: NotRequired[Annotated[str, "what is added and subtracted †"]]


class CountsAuditAnswer(TypedDict):
    """Answer of ``audit counts``."""

    k: Annotated[int, "counts from 1 to k - 1 are looked for"]
    person: Annotated[bool, "persons are counted, not records"]
    satisfied: Annotated[bool, "does none follow, and was all looked for?"]
    complete: Annotated[bool, "false: some of what such an audit looks for was not"]
    cells: Annotated[int, "counts that the table shows"]
    derivable_cells: Annotated[int, "small counts that follow"]
    derivable_by_kind: Annotated[
        ByName,
        "`small` (shown), `difference` (a cell less one in it), `line` (left of a total), `interval` (by several "
        "totals), `sum` (alternating), `both` (a pair that must occur)",
    ]
    worst: Annotated[list[_Worst], "the smallest, at most ten of each kind"]
    not_checked: Annotated[list[str], "what was not looked for"]
    records_in_derivable_cells: NotRequired[Annotated[int, "`--source`: that stand in one"]]
    records: NotRequired[Annotated[int, "of the source"]]
    persons_in_derivable_cells: NotRequired[Annotated[int, "with `--person`"]]
    persons: NotRequired[Annotated[int, LIKEWISE]]
