"""Which setting? What is tried, on what, and what may be lost."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast

from setanon_sql.options.dp import MOST
from setanon_sql.options.known import KnownColumns
from setanon_sql.options.option import described, option, words_of
from setanon_sql.options.persons import CountsPersons
from setanon_sql.options.publishing import Seeded, WorkloadOptions
from setanon_sql.options.reading import AlongTaxonomy, FromSource
from setanon_sql.options.words import ComparedModel, Exceptions, LabelCost, Recoding
from setanon_sql.registry import (
    DEFAULT,
    ModelName,
    generalizing_known_items,
    model,
    names,
    promising,
    protecting_from_both,
    taking,
    varied,
)

if TYPE_CHECKING:
    from setanon_sql.numbers import Share
    from setanon_sql.sensitive.constraint import Source as SensitiveSource

#: How models are reached that can be reached in several ways.
ALGORITHMS = {name: words_of(model(name).anonymize.options, "algorithm") for name in varied("algorithm")}
#: What a comparison can be asked for; each model has its own of these.
if not TYPE_CHECKING:
    TriedAlgorithm = Literal[tuple(dict.fromkeys(way for ways in ALGORITHMS.values() for way in ways))]
else:
    TriedAlgorithm = str

#: Records to try settings on first.
SAMPLE = 10_000
#: Names of models, in a text.
_listed = " and ".join
#: How surely something sensitive may follow where settings are tried unasked.
HIDING = ("0.3", "0.5")
#: The usual size of clusters.
CLUSTER_SIZE = 30


@described
class Trials(WorkloadOptions, KnownColumns, FromSource, CountsPersons, Seeded, AlongTaxonomy):
    """The options of commands that try settings."""

    max_gone: Share = option(
        "With <columns>, whose steps are combined: the share of records that may go since fewer than k are alike in "
        "these. Default: 1%.", default="0.01", kind="percentage", metavar="SHARE",
        detail="Of over 20 combinations each step is tried with the other columns at their coarsest alone.",
    )  # fmt: skip

    sensitive: SensitiveSource | None = option(
        f"What is to be hidden ({', '.join(taking('sensitive'))}).", default=None, kind="name", metavar="S"
    )
    sensitive_groups: SensitiveSource | None = option(
        f"Groups of sensitive items, bounded as one ({', '.join(taking('sensitive_groups'))}): columns item, group, h.",
        default=None, kind="name", metavar="FILE",
    )  # fmt: skip
    person: str = option(
        "Column that names the person of each record: then all settings count persons.", default="", metavar="COL",
        detail="Several records may be of one person, and each is of one only.",
    )  # fmt: skip
    absent: Sequence[int] = option(
        f"Numbers of items that a person lacks, known besides ({', '.join(varied('absent'))}): 0, 1, 2.", default=(0,),
        kind="whole numbers", metavar="N[,N...]",
    )  # fmt: skip
    recodings: Sequence[Recoding] = option(
        f"Whether items of {_listed(varied('recoding'))} have one label everywhere (cut) or in each record (local). "
        "Default: both"
        " along a <taxonomy>.",
        default=(), words=Recoding, repeated=True, flag="--recoding",
    )  # fmt: skip

    @property
    def tried_recodings(self) -> Sequence[Recoding]:
        """Return how items are generalized: as was asked for, else both ways along a taxonomy."""
        return self.recodings or (("cut",) if self.taxonomy is None else ("cut", "local"))


@described
class Compare(Trials):
    """The options of ``compare``."""

    models: Sequence[ComparedModel] = option(
        "A model to try; may be repeated. dp makes up records (DiffPart).", default=(DEFAULT,), words=(*names(), "dp"),
        repeated=True, flag="--model",
    )  # fmt: skip
    k: Sequence[int] = option("Values of k to try.", default=(5,), kind="whole numbers", metavar="K[,K...]")
    m: Sequence[int | None] = option(
        "Values of m to try; any: any number of items.", default=(2,), kind="known items", metavar="M[,M...]",
        detail="None in Python.",
    )  # fmt: skip
    rho: Sequence[Share] = option(
        f"Values of rho to try ({', '.join(varied('rho'))}).", default=(), kind="shares", metavar="SHARE[,SHARE...]"
    )
    h: Sequence[Share] = option(
        "Values of h to try (coherence).", default=("1",), kind="shares", metavar="SHARE[,SHARE...]"
    )
    epsilon: Sequence[Share] = option(
        "Values of epsilon to try (dp); items are those of <taxonomy>, which has to be public.", default=(),
        kind="shares", metavar="NUMBER[,NUMBER...]", detail="Over 0, at most 20.",
    )  # fmt: skip
    most: int = option(
        "Items that are left of a record at most, by lot (dp).", default=MOST, kind="whole number", least=1,
        metavar="N", hint="5 is a usual choice",
    )  # fmt: skip
    algorithms: Sequence[TriedAlgorithm] = option(
        f"How {_listed(varied('algorithm'))} are reached; may be repeated.", default=("improved",),
        words=TriedAlgorithm, repeated=True, flag="--algorithm",
    )  # fmt: skip
    costs: Sequence[LabelCost] = option(
        f"What {_listed(varied('cost'))} minimizes; may be repeated. Default: ncp, and bits along a <taxonomy>.",
        default=(),
        words=LabelCost,
        repeated=True,
        flag="--cost",
    )
    exceptions: Sequence[Exceptions] = option(
        f"May items of {_listed(varied('exceptions'))} stay beside labels over them? May be repeated.",
        default=("auto",), words=Exceptions, repeated=True,
    )  # fmt: skip
    cluster_sizes: Sequence[int] = option(
        "Sizes of clusters to try (disassociation).", default=(CLUSTER_SIZE,), kind="whole numbers",
        metavar="N[,N...]", flag="--cluster-size",
    )  # fmt: skip
    safe: bool = option("Also try safe disassociated releases.", default=False, kind="flag")
    diversity: int | None = option(
        "With <sensitive>: one in L records of a cluster at most holds each item (disassociation). Default: 2.",
        default=None, kind="whole number", metavar="L",
    )  # fmt: skip
    sample: int = option(
        "Try all settings on N records, by lot, and on all only those to take. Default: all on all.", default=0,
        kind="whole number", least=0, metavar="N", hint="0 tries all records",
        detail="On fewer records sets of items are rarer, so a sample shows more loss than all records do: an upper "
        "bound as a rule. Stronger settings than those to take are tried on all records until one is too far off.",
    )  # fmt: skip
    optimum: float = option(
        f"How long to look for the least cost, for each setting of {_listed(taking('optimum'))}.",
        default=5.0,
        kind="number",
        least=0,
        metavar="SECONDS",
    )
    csv: str | Path | None = option(
        "Also write the rows to a .csv file (internal), each as soon as it is known.", default=None, kind="file",
        metavar="FILE", detail="It holds figures of the source, but no value of it.",
    )  # fmt: skip
    html: str | Path | None = option(
        "Also write a page with a picture (internal).", default=None, kind="file", metavar="FILE"
    )
    overwrite: bool = option("Replace a file that setanon wrote.", default=False, kind="flag")


@described
class Suggest(Trials):
    """The options of ``suggest``."""

    models: Sequence[ModelName] = option(
        f"A model to try; may be repeated. Default: {DEFAULT}; with <sensitive> and <taxonomy> "
        f"{_listed(protecting_from_both())}, too.", default=(), words=names(), repeated=True, flag="--model",
    )  # fmt: skip
    max_loss: Share = option(
        "What may be lost of the use, such as 20%.", kind="percentage", metavar="SHARE",
        detail="The same measure for all models: the mean relative error of the <workload>, else the mean of the share "
        "of the 1000 most frequent itemsets that is lost and of half the mean error of frequent pairs.",
    )  # fmt: skip
    k: Sequence[int] = option(
        "Values of k that will do.", default=(3, 5, 10, 20), kind="whole numbers", metavar="K[,K...]"
    )
    m: Sequence[int | None] = option(
        "Values of m that will do; any: any number of items.", default=(1, 2, 3), kind="known items",
        metavar="M[,M...]",
        detail="Smaller ones are tried, too; with any and a taxonomy "
        f"{_listed(promising('hides_whole_records'))} as well as {_listed(generalizing_known_items())}. "
        "None in Python.",
    )  # fmt: skip
    rho: Sequence[Share] = option(
        f"Values of rho that will do ({', '.join(varied('rho'))}).", default=("0.3", "0.5", "0.7"), kind="shares",
        metavar="SHARE[,SHARE...]",
    )  # fmt: skip
    h: Sequence[Share] = option(
        f"Values of h that will do ({', '.join(varied('h'))}). Default: 1, unasked {', '.join(HIDING)}.",
        default=(),
        kind="shares",
        metavar="SHARE[,SHARE...]",
    )
    sample: int = option(
        "Try settings on N records first, by lot; 0: on all of them.", default=SAMPLE, kind="whole number", least=0,
        metavar="N", hint="0 tries all records",
    )  # fmt: skip
    optimum: float = option(
        f"How long to look for the least cost, for each setting of {_listed(taking('optimum'))}.",
        default=0.0,
        kind="number",
        least=0,
        metavar="SECONDS",
    )

    @property
    def tried_models(self) -> Sequence[ModelName]:
        """Return the models to try: those that are named, else the usual one and those that hide what is sensitive."""
        if self.models:
            return self.models
        is_along = self.sensitive is not None and self.taxonomy is not None
        return (DEFAULT, *(cast("Sequence[ModelName]", protecting_from_both()) if is_along else ()))

    @property
    def tried_h(self) -> Sequence[Share]:
        """Return the values of h to try: those that were said; 1 bounds nothing."""
        return self.h or (("1",) if self.models or len(self.tried_models) == 1 else HIDING)
