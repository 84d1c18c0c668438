"""k^m-anonymity: what its audit counts, and how it is reached."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from setanon_sql.numbers import NO_LIST, whole_of
from setanon_sql.options.known import KnownColumns, KnownItems, ReleasedColumns
from setanon_sql.options.option import described, option
from setanon_sql.options.persons import CountsPersons
from setanon_sql.options.publishing import PublishingLabels, Reports, WeightOptions
from setanon_sql.options.reading import AlongTaxonomy, FromSource, LevelFields
from setanon_sql.options.recoding import SecretFloors
from setanon_sql.options.risk import RiskOptions
from setanon_sql.options.scripts import KnownTable, MinimumK, OfTable, ScriptSchema, TableColumns
from setanon_sql.options.words import Exceptions, Recoding, RecodingCost, Tier

if TYPE_CHECKING:
    from setanon_sql.measures.queries import Itemsets
    from setanon_sql.numbers import Share
    from setanon_sql.pipeline.opening import Tree
    from setanon_sql.sensitive.constraint import Source as SensitiveSource

_MAPPING = "Mapping"
#: As it was improved here, or as the paper of Liu and Wang; or Apriori anonymization, which generalizes whole subtrees.
KmAlgorithm = Literal["improved", "paper", "aa"]
#: What an audit counts.
KmCount = Literal["threats", "records"]
#: Seconds to look for the least cost.
OPTIMUM = 5.0


@described
class KmExtras:
    """Counts of an audit besides threats and records at risk. Raises BadParameter for a negative number."""

    unicity: bool = option(
        "Also count the records that some itemset singles out.", default=False, kind="flag",
        detail="By size; without ``m``, and with ``count``, all sizes together.",
    )  # fmt: skip
    average: int = option(
        "Also draw N random sets of m items.", default=0, kind="whole number", least=0, metavar="N",
        detail="Of random records.",
    )  # fmt: skip
    top_items: int = option(
        "Also list the N items in most threats.", default=0, kind="whole number", least=0, metavar="N"
    )
    worst: int = option(
        "Also list N threats a size (with <show_values>).", default=0, kind="whole number", least=0, metavar="N",
        detail="Those that the fewest records hold.",
    )  # fmt: skip
    seed: str = option("Another draw of <average>. Default: always the same.", default="0", metavar="TEXT")

    def __post_init__(self) -> None:
        for name in ("top_items", "worst", "average"):
            whole_of(f"<{name}>", getattr(self, name), NO_LIST, least=0)


@described
class KmParameters:
    """The parameter of k^m-anonymity besides the number of known items."""

    k: int = option(
        "Records that each set of known items must match.", kind="whole number", least=2, metavar="INTEGER",
        hint="k = 5 is a usual choice", detail="2 or more.", policy="guarantee",
    )  # fmt: skip


@described
class OnlyKnown:
    """The items that an attacker may know, where these are not all."""

    known: SensitiveSource | None = option(
        "The only items an attacker may know, at most m of them: a file, or a table of <db>. Default: all.",
        default=None, kind="name", metavar="ITEMS", policy="guarantee",
        detail="Column item; a label of the taxonomy stands for all items under it.",
    )  # fmt: skip


@described
class NamedSets:
    """Sets of items that alone are to be protected."""

    protect: Itemsets | None = option(
        "The only sets of items to protect, from whoever knows some items of one: a file, or a table of <db>, with "
        "set_id and item, or one set a line.", default=None, kind="name", metavar="SETS", policy="guarantee",
        detail="In place of ``m``: a set may have any number of items. Nothing else is promised.",
    )  # fmt: skip


@described
class AbsentItems:
    """Items that an attacker may know a person does not have."""

    absent: int = option(
        "Items besides that an attacker may know a person does not have: 1 or 2. Default: none.", default=0,
        kind="whole number", least=0, metavar="N", hint="0 leaves it out", policy="guarantee",
        detail="Beside no item, or up to ``m`` that the person has. With ``person`` an item is absent where no record "
        "of theirs holds it beside those.",
    )  # fmt: skip


@described
class CachedCounts:
    """The counts that are kept for the next question."""

    cache: str | Path | None = option(
        "Keep what is counted in this private folder, for the next question about the same data.", default=None,
        kind="file", metavar="DIR",
        detail="It is made where it is not there, and holds numbers of sets and records only: no label, no record id. "
        "Another k or ``m`` is then told from it, where that can be. What lists sets is counted anew.",
    )  # fmt: skip


@described
class AuditKm(
    FromSource,
    CountsPersons,
    Reports,
    RiskOptions,
    OnlyKnown,
    NamedSets,
    AbsentItems,
    KnownColumns,
    KnownItems,
    KmParameters,
    CachedCounts,
):
    """The options of ``audit km``."""

    count: KmCount = option(
        "threats: the sets that too few records hold, by size. records: only how many records are at risk, all sizes "
        "together, which is quicker.", default="threats", words=KmCount,
        detail="Then nothing but ``unicity`` is counted besides; without ``m`` all items of a record are known.",
    )  # fmt: skip
    extras: KmExtras | None = option(
        "What to count besides: records singled out, items in most threats, the worst threats, an average case.",
        default=None, kind="group", offers=KmExtras,
    )  # fmt: skip


@described
class AuditKmBySize(FromSource, CountsPersons):
    """The options of an audit with a k for each number of known items."""

    ks: Sequence[int] = option(
        "Records that somebody must find who knows 1, 2, … items, each 2 or more.", kind="list", shell=False
    )


@described
class AnonymizeKm(
    PublishingLabels,
    CountsPersons,
    WeightOptions,
    AlongTaxonomy,
    OnlyKnown,
    NamedSets,
    ReleasedColumns,
    AbsentItems,
    KnownItems,
    KmParameters,
    SecretFloors,
):
    """The options of ``anonymize km``."""

    recoding: Recoding = option(
        "cut: an item has one label everywhere. local: it may stay in one record and be a label in another.",
        default="cut", words=Recoding, policy="method",
        detail="local keeps far more rows and items, for up to three known items or any number; it needs a "
        "``taxonomy``. The same item means different things in different records then: docs/asking.md.",
    )  # fmt: skip
    cost: RecodingCost | None = option(
        "What to minimize: NCP or LM (how wide labels are), bits that items lose, rows, or balanced.",
        default=None, words=RecodingCost, policy="method",
        detail="Default: ncp; with ``recoding`` local balanced (rows and NCP). Only local knows rows and balanced.",
    )  # fmt: skip
    exceptions: Exceptions = option(
        "Items may stay beside a label over their siblings, then called … (other): auto: up to two known items.",
        default="auto", words=Exceptions, policy="method",
        detail="``always``: with more, or over 300,000 records, too, which takes far longer. Never without a "
        "``taxonomy``, with another ``algorithm``, ``known`` items or ``protect``, in basket lines.",
    )  # fmt: skip
    algorithm: KmAlgorithm = option(
        "Search further than Liu and Wang, or as in their paper; aa: whole subtrees, nothing suppressed (Terrovitis).",
        default="improved", words=KmAlgorithm, policy="method",
        detail="``aa``, to compare with, needs a ``taxonomy``; of the constraints it takes ``drop`` and weights only.",
    )  # fmt: skip
    optimum: float = option(
        "How long to look for the least cost, or for a bound on it. For up to 300 labels a second; 0: never.",
        default=OPTIMUM, kind="number", least=0, metavar="SECONDS", policy="method",
        hint="0 does not look for the least cost",
        detail="12,000 labels at most; ``improved`` only.",
    )  # fmt: skip
    slack: Share = option(
        "Draw labels by lot among those that cost up to a share more than the best, such as 5%. Default: the best.",
        default=0, kind="percentage", metavar="SHARE",
        detail="The best labels tell that more special ones broke the promise (docs/guarantees.md). ``improved`` only, "
        "without ``known``, ``protect``, ``mapping`` and ``previous``.",
    )  # fmt: skip
    mapping: str | Path | None = option(
        "Generalize as an earlier release did, whose <mapping_out> this is; needs its <taxonomy>.", default=None,
        kind="file", metavar="FILE", section=_MAPPING, policy="method",
        detail="Nothing is searched. Where it fails (items are new, or fewer than k records hold a set of labels), "
        "NotReached says what would repair it. Of the constraints it takes ``drop`` only.",
    )  # fmt: skip
    extend: bool = option(
        "If the <mapping> fails on the new data, repair it with the fewest changes.", default=False, kind="flag",
        section=_MAPPING, policy="method",
        detail="Looks up to ``optimum`` seconds for the fewest. A label from which other items are taken out than "
        "before gets another name: … (other 7f3a2c1b).",
    )  # fmt: skip
    mapping_out: str | Path | None = option(
        "Also write which label each item went to: .csv or .tsv.", default=None, kind="file", metavar="FILE",
        section=_MAPPING, policy="release",
    )  # fmt: skip
    let_go: bool = option(
        "Leave out records that would have fewer than k candidates across <previous> and this release, whatever the "
        "labels.", default=False, kind="flag", policy="release",
        detail="Not with ``linkable``: who sees which ids are gone knows who they are. Not with ``mapping``.",
    )  # fmt: skip
    mapping_tier: Tier = option(
        "internal: all items, for the owner alone; public: only labels already visible in the release.",
        default="internal", words=Tier, section=_MAPPING, policy="release",
    )  # fmt: skip


@described
class AuditKmOnceOrBySize(AuditKm):
    """The options of ``audit km`` on the command line, where k may be several numbers."""

    k: str = option(  # type: ignore[assignment]
        "Records that each set of known items must match; 10,20,40: for 1, 2, 3 known items.", kind="k by size",
        metavar="K[,K...]",
    )  # fmt: skip


@described
class KmScript(KnownItems, OfTable, CountsPersons, ScriptSchema, TableColumns, AbsentItems, KnownTable, MinimumK):
    """The options of ``sql audit km``."""


@described
class KmReleaseScript(KnownItems, OfTable, ScriptSchema, MinimumK, LevelFields):
    """The options of ``sql release km``."""

    mapping: str | Path = option("The mapping, as <mapping_out> writes it.", kind="file", metavar="FILE", needed=True)
    out: str = option("The table to make; one that is there is an error.", metavar="NAME", needed=True)
    taxonomy: Tree | None = option(
        "Taxonomy of the mapping: also make a table NAME_labels that says where each label stands.", default=None,
        kind="file", metavar="T",
    )  # fmt: skip
    codes: str = option(
        "The table of codes that <sql code> made, where the mapping is of its view.", default="", metavar="NAME"
    )
    seed: str | None = option("Makes the order of new record ids repeatable. Default: unpredictable.", default=None)


@described
class KmGate(KnownItems, OfTable, CountsPersons, TableColumns, AbsentItems, KnownTable, MinimumK):
    """The options of ``sql gate km``."""

    known_item: Sequence[str] = option(
        "An item an attacker may know; may be repeated.", default=(), metavar="LABEL", repeated=True
    )
    protect: str = option(
        "Table of the only sets of items to protect: a column set_id, and one called as that of the items.", default="",
        metavar="TABLE",
    )  # fmt: skip
