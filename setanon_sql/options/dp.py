"""Differential privacy: its parameters, and what is published with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from setanon_sql.options.option import described, option
from setanon_sql.options.persons import CountsPersons
from setanon_sql.options.publishing import ReportFields, Reports
from setanon_sql.options.reading import DimensionFields, FromSource, InnerFields, LevelFields
from setanon_sql.options.words import CountKind, Noise

if TYPE_CHECKING:
    from pathlib import Path

    from setanon_sql.measures.queries import Itemsets
    from setanon_sql.numbers import Share
    from setanon_sql.pipeline.opening import Tree
    from setanon_sql.pipeline.report_page import Page
    from setanon_sql.pipeline.safe_counts import CountTerms
    from setanon_sql.sensitive.constraint import Source as ItemList

_RELEASE = "Release"
#: Items of a record that made-up ones are from at most, and labels under one of their tree.
MOST = 5
FAN_OUT = 10
#: How likely more than epsilon may be told, where nothing else is said.
DELTA = "0.000001"


@described
class EpsilonParameter:
    """The parameter of differential privacy."""

    epsilon: Share = option(
        "The privacy budget of what is published; smaller protects more.", kind="share", metavar="NUMBER",
        hint="1 is a usual choice", detail="Over 0, at most 20.",
    )  # fmt: skip


@described
class PublishNoisy(FromSource, Reports):
    """The options of all that is published with differential privacy."""

    report: Page | None = option(
        "Also write an HTML page: its path (an internal one), or a :class:`Report`.", default=None, kind="group",
        offers=ReportFields,
    )  # fmt: skip
    out: str | Path | None = option(
        "Where it goes: .parquet, .csv or .tsv.", default=None, kw_only=False, kind="file", metavar="OUT",
        section=_RELEASE, needed=True, policy="release", detail="None: it is only returned.",
    )  # fmt: skip
    overwrite: bool = option(
        "Replace what setanon published so; needs <budget>, since both may be known.", default=False, kind="flag",
        section=_RELEASE,
    )  # fmt: skip
    budget: str | Path | None = option(
        "A file that adds up what was published of these people; made where it is not there (internal).", default=None,
        kind="file", metavar="FILE.json", section=_RELEASE,
    )  # fmt: skip
    total_epsilon: Share | None = option(
        "With <budget>: publish nothing if the epsilons in it would add up to more. Default: as it says.",
        default=None, kind="share", metavar="NUMBER", section=_RELEASE,
    )  # fmt: skip
    total_delta: Share | None = option(
        "With <budget>: the same of deltas. Default: as it says; none, they are only added.", default=None,
        kind="share", metavar="NUMBER", section=_RELEASE,
    )  # fmt: skip


@described
class PublishRecords(PublishNoisy, EpsilonParameter, LevelFields, InnerFields):
    """The options of ``publish records``."""

    items: ItemList | None = option(
        "The public list of items: a file or a table of <db> with a column of items, one a line. It may not come from "
        "the data; what is not in it is left out.", default=None, metavar="FILE", kind="name", detail="Also a list.",
    )  # fmt: skip
    taxonomy: Tree | None = option(
        "In place of <items>: a public taxonomy over them, a file or a table of <db>. It may not come from the data.",
        default=None, metavar="T", kind="name",
    )  # fmt: skip
    most: int = option(
        "Leave at most N items of each record, by lot; fewer make less noise.", default=MOST, kind="whole number",
        least=1, metavar="N", hint="5 is a usual choice; as many as there are items is what the paper does",
    )  # fmt: skip
    fan_out: int = option(
        "Labels under one label of the tree; where a taxonomy has more, labels come between.", default=FAN_OUT,
        kind="whole number", least=2, metavar="N", hint="10 is the paper's choice", detail="At most 12.",
    )  # fmt: skip


@described
class PublishCounts(PublishNoisy, DimensionFields, CountsPersons):
    """The options of ``publish counts``."""

    epsilon: Share | None = option(
        "The privacy budget of counts with noise; smaller protects more.", default=None, kind="share",
        metavar="NUMBER", hint="1 is a usual choice", detail="Over 0, at most 20. It, or <k>, has to be said.",
    )  # fmt: skip
    k: int | None = option(
        "Without noise: counts of K and more, of which no smaller one follows.", default=None,
        kind="whole number", least=2, metavar="INTEGER", hint="k = 5 is a usual choice", detail="2 or more.",
        policy="guarantee", policy_needs=True,
    )  # fmt: skip
    exact: bool = option(
        "With <k>: show counts as they are, and hide what would tell a small one.", default=False, kind="flag",
        policy="guarantee",
    )  # fmt: skip
    rounded: bool = option(
        "With <k>: round counts down to multiples of it, so that little has to be hidden; without <exact> so.",
        default=False, kind="flag",
    )  # fmt: skip
    by: Sequence[str] = option(
        "With <k>: columns of SOURCE that name groups, up to three; totals over each are counted, too.", default=(),
        kind="columns", metavar="COL[,COL...]", policy="guarantee",
    )  # fmt: skip
    adds_up: Sequence[str] = option(
        "With <by> and <person>: further columns whose groups add up to their totals.", default=(),
        kind="columns", metavar="COL[,COL...]", policy="guarantee",
        detail="Of records all do; of persons those in which each person has one value, which is found out.",
    )  # fmt: skip
    taxonomy: Tree | None = option(
        "Public taxonomy whose labels are counted, too: a file or a table of <db>. It may not come from the data.",
        default=None, metavar="T", kind="name", policy="taxonomy", key="file",
        detail="Which levels there are is told as it is.",
    )  # fmt: skip
    delta: Share = option(
        "How likely more than <epsilon> may be told; far less than one in the number of records.", default=DELTA,
        kind="share", metavar="NUMBER", detail="Needed for keys that are not known beforehand; 0 without them.",
    )  # fmt: skip
    person: str = option(
        "Column that names the person of each record: then persons are counted, and protected.", default="",
        metavar="COL", policy="guarantee", detail="Several records may be of one person, and each is of one only.",
    )  # fmt: skip
    count: Sequence[CountKind] = option(
        "What to count; may be repeated. Default: items and pairs, with <taxonomy> labels, too; nothing besides "
        "<itemsets>.", default=(), words=CountKind, repeated=True, policy="guarantee",
    )  # fmt: skip
    itemsets: Itemsets | None = option(
        "Itemsets to count, chosen without looking at the data: columns query (or itemset_id), item, or one a line.",
        default=None, kind="name", metavar="FILE", policy="guarantee",
        detail="Also a list; a count of each is published, however small. With <k> only those of <k> and more, of up "
        "to three items or labels.",
    )  # fmt: skip
    most: int = option(
        "A record (or person) counts for at most N keys of a kind, by lot: N items, N pairs, N labels of each level.",
        default=20, kind="whole number", least=1, metavar="N", hint="20 is a usual choice for baskets",
        detail="Larger: more noise. Smaller: more is left out, and intervals hold that, too.",
    )  # fmt: skip
    most_pairs: int | None = option(
        "The same of pairs. Default: as <most>.", default=None, kind="whole number", least=1, metavar="N",
        hint="a basket of 10 items has 45 pairs",
    )  # fmt: skip
    most_labels: int | None = option(
        "The same of the labels of each level. Default: as <most>.", default=None, kind="whole number", least=1,
        metavar="N", hint="few labels of a level are in one basket",
    )  # fmt: skip
    label_levels: Sequence[int] = option(
        "Levels of <taxonomy> whose labels are counted; 1 is right below the root. Default: each.", default=(),
        kind="whole numbers", least=1, metavar="LEVEL[,LEVEL...]",
        detail="Each level is a kind of its own, with its part of <epsilon>.",
    )  # fmt: skip
    noise: Noise = option(
        "How noise is distributed: gaussian is smaller for many keys; laplace can do without <delta>.",
        default="gaussian", words=Noise,
    )  # fmt: skip
    terms: CountTerms | None = option(
        "With <k>: is asked last, with the finished :class:`~setanon_sql.pipeline.safe_counts.CountsDraft`, and "
        "returns what else the manifest tells; where it raises, nothing is published.", default=None, shell=False,
        section=_RELEASE,
    )  # fmt: skip
