"""k^m-anonymity: what its audit counts, and how it is reached."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from setanon_sql.numbers import NO_LIST, whole_of
from setanon_sql.options.option import described, option
from setanon_sql.options.publishing import Publishing, Reports, WeightOptions
from setanon_sql.options.reading import AlongTaxonomy, FromSource
from setanon_sql.options.words import Algorithm, KmCost, Tier

_MAPPING = "Mapping"
#: Seconds to look for the least cost.
OPTIMUM = 5.0


@described
class KmExtras:
    """What an audit counts besides threats and records at risk. Raises BadParameter for a negative number."""

    unicity: bool = option("Also count the records that some itemset singles out.", default=False, kind="flag")
    average: int = option(
        "Also draw N random sets of m items.", default=0, kind="whole number", least=0, metavar="N",
        detail="Of random records.",
    )  # fmt: skip
    top_items: int = option(
        "Also list the N items in most threats.", default=0, kind="whole number", least=0, metavar="N"
    )
    worst: int = option(
        "Also list N threats a size (with --show-values).", default=0, kind="whole number", least=0, metavar="N",
        detail="Those that the fewest records hold.",
    )  # fmt: skip
    seed: str = option("Another draw of --average. Default: always the same.", default="0", metavar="TEXT")

    def __post_init__(self) -> None:
        for name in ("top_items", "worst", "average"):
            whole_of(f"--{name.replace('_', '-')}", getattr(self, name), NO_LIST, least=0)


@described
class KmParameters:
    """What k^m-anonymity promises."""

    k: int = option(
        "Records that each set of known items must match.", kind="whole number", metavar="INTEGER", detail="2 or more."
    )
    m: int | None = option(
        "Items an attacker may know. Default: any number.", default=None, kind="whole number", metavar="INTEGER"
    )


@described
class RiskOptions(AlongTaxonomy):
    """Who is at risk, and where."""

    by: int | None = option(
        "Also the risk below each label of a level of --taxonomy.", default=None, kind="whole number", least=1,
        metavar="LEVEL", detail="1 is right below the root.",
    )  # fmt: skip
    records_out: str | Path | None = option(
        "Also list the records at risk (internal): a file or a table.", default=None, kind="name", metavar="OUT",
        detail="Each with the worst that was found about it. It names persons, and is for its owner alone.",
    )  # fmt: skip
    overwrite: bool = option("Replace a list of --records-out that setanon wrote.", default=False, kind="flag")


@described
class AuditKm(FromSource, Reports, RiskOptions, KmParameters):
    """The options of ``audit km``."""

    extras: KmExtras | None = option(
        "What to count besides: records singled out, items in most threats, the worst threats, an average case.",
        default=None, kind="group", offers=KmExtras,
    )  # fmt: skip


@described
class AuditKmBySize(FromSource):
    """The options of an audit with a k for each number of known items."""

    ks: Sequence[int] = option(
        "Records that somebody must find who knows 1, 2, … items, each 2 or more.", kind="list", shell=False
    )


@described
class AnonymizeKm(Publishing, WeightOptions, AlongTaxonomy, KmParameters):
    """The options of ``anonymize km``."""

    cost: KmCost = option("What to minimize: NCP or LM, two measures of lost information.", default="ncp", words=KmCost)
    algorithm: Algorithm = option(
        "Search further than Liu and Wang, or as in their paper.", default="improved", words=Algorithm
    )
    optimum: float = option(
        "How long to look for the least cost, or for a bound on it. For up to 300 labels a second; 0: never.",
        default=OPTIMUM, kind="number", metavar="SECONDS", hint="0 does not look for the least cost",
        detail="12,000 labels at most; ``improved`` only.",
    )  # fmt: skip
    mapping: str | Path | None = option(
        "Generalize as an earlier release did, whose --mapping-out this is; needs its --taxonomy.", default=None,
        kind="file", metavar="FILE", section=_MAPPING,
        detail="Nothing is searched. Where it fails (items are new, or fewer than k records hold a set of labels), "
        "NotReached says what would repair it. Of the constraints it takes ``drop`` only.",
    )  # fmt: skip
    extend: bool = option(
        "If the --mapping fails on the new data, repair it with the fewest changes.", default=False, kind="flag",
        section=_MAPPING, detail="Looks up to ``optimum`` seconds for the fewest.",
    )  # fmt: skip
    mapping_out: str | Path | None = option(
        "Also write which label each item went to: .csv or .tsv.", default=None, kind="file", metavar="FILE",
        section=_MAPPING,
    )  # fmt: skip
    mapping_tier: Tier = option(
        "internal: all items, for the owner alone; public: only labels already visible in the release.",
        default="internal", words=Tier, section=_MAPPING,
    )  # fmt: skip


@described
class AuditKmOnceOrBySize(AuditKm):
    """The options of ``audit km`` on the command line, where k may be several numbers."""

    k: str = option(  # type: ignore[assignment]
        "Records that each set of known items must match; 10,20,40: for 1, 2, 3 known items.", kind="k by size",
        metavar="K[,K...]",
    )  # fmt: skip
