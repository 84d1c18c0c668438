"""What is asked of a release that stands: does it hold, what is it worth, what can be inferred from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from setanon_sql.options.option import described, option
from setanon_sql.options.publishing import ConstraintOptions, MeasureOptions, Reports, Seeded
from setanon_sql.options.reading import AlongTaxonomy, FromSource, ReadingFields, Runs
from setanon_sql.options.words import Exceptions, RecodingCost

if TYPE_CHECKING:
    from pathlib import Path

    from setanon_sql.measures.queries import Itemsets
    from setanon_sql.numbers import Share
    from setanon_sql.pipeline.links import Link
    from setanon_sql.pipeline.opening import Tree
    from setanon_sql.pipeline.owner import PersonLink
    from setanon_sql.pipeline.released import Standing
    from setanon_sql.sensitive.constraint import Source as SensitiveSource
    from setanon_sql.sources import Source, SourceOptions

#: Items that are known where nothing else is said.
KNOWN = 2
#: Seconds to look for originals that two releases allow.
SECONDS = 60.0


@described
class OfRelease(Runs):
    """The options of commands that read a release."""

    release: Standing = option(
        "The release: a file, a folder, or with <db> a table or the beginning of its tables' names.", kw_only=False,
        kind="name", argument=True,
    )  # fmt: skip
    db: str = option(
        "The database of its tables; empty: it is files.", default="", kind="database", where="RELEASE is tables"
    )


@described
class Verify(OfRelease, Reports):
    """The options of ``verify``."""

    db: str = option(
        "The database of the release, and of the source; empty: they are files.", default="", kind="database",
        where="RELEASE (and SOURCE) are tables",
    )  # fmt: skip
    source: Source | None = option(
        "With <sensitive> or <person>: the original data, which personal wishes and persons are checked against.",
        default=None, kind="name", metavar="SOURCE",
    )  # fmt: skip
    sensitive: SensitiveSource | None = option(
        "With <source>: the personal wishes, or the sensitive items.", default=None, kind="name", metavar="S"
    )
    absent: int = option(
        "Check it also against whoever knows so many items that a person does not have: 1 or 2.", default=0,
        kind="whole number", least=0, metavar="N", hint="0 checks what the manifest promises",
        detail="Of a k^m-anonymous release; what its manifest promises is checked in any case.",
    )  # fmt: skip
    protect: Itemsets | None = option(
        "The sets that the release protects by name, which it does not tell.", default=None, kind="name", metavar="SETS"
    )
    person: str = option(
        "With <source>: its column of the persons that are counted.", default="", metavar="COL",
        detail="A release with new record ids also needs ``ledger``.",
    )  # fmt: skip
    link: PersonLink | None = option(
        "In place of <person>, whose records these are: a file or a table with record_id (as released), person_id.",
        default=None, kind="name", metavar="L",
    )  # fmt: skip
    ledger: str | Path | None = option(
        "With <source>: the ledger, which tells who holds the sensitive items, and which record is which.",
        default=None, kind="file", metavar="FILE",
    )  # fmt: skip
    options: SourceOptions | None = option("How the source is read.", default=None, kind="group", offers=ReadingFields)


@described
class Utility(FromSource, Reports, Seeded, MeasureOptions, ConstraintOptions, AlongTaxonomy):
    """The options of ``utility``."""

    release: Standing = option(
        "The release: a file, a folder, or with <db> a table or the beginning of its tables' names.", kw_only=False,
        kind="name", argument=True,
    )  # fmt: skip
    release_db: str = option("Database of the release. Default: <db>.", default="", metavar="URL")
    options: SourceOptions | None = option(
        "How the source is read: its database, format and columns.", default=None, kind="group",
        offers=ReadingFields, where="SOURCE (and RELEASE) are tables",
    )  # fmt: skip
    sensitive: SensitiveSource | None = option(
        "The sensitive items that the release was made with, where its manifest lists only those that are left.",
        default=None, kind="name", metavar="S",
    )  # fmt: skip
    samples: int = option(
        "Originals to make up (disassociation, SQL counts).", default=1, kind="whole number", least=1, metavar="N",
        hint="make up one original or more",
        detail="Counts in SQL are taken on 10 at least; also where labels stand for several items.",
    )  # fmt: skip
    top_items: int = option(
        "Also tell what became of the N most frequent items.", default=0, kind="whole number", least=0, metavar="N"
    )
    by: int | None = option(
        "Also tell the loss below each label of this <taxonomy> level.", default=None, kind="whole number", least=1,
        metavar="LEVEL", hint="level 1 is right below the root",
    )  # fmt: skip
    ledger: str | Path | None = option(
        "The ledger of the release: tells <examples> apart, and what each item became by local recoding.",
        default=None,
        kind="file",
        metavar="FILE",
    )


@described
class AttackAcross(Runs, AlongTaxonomy):
    """The options of ``attack across``."""

    old: Standing = option(
        "The earlier release: a file, a folder or, with <db>, a table.", kw_only=False, kind="name", argument=True
    )
    new: Standing = option("The later release.", kw_only=False, kind="name", argument=True)
    more: Sequence[Standing] = option(
        "Further releases, which all are counted together.", default=(), kw_only=False, kind="name", argument=True,
        repeated=True, metavar="[RELEASE]...", detail="None of them, and neither of the first two, is disassociated.",
    )  # fmt: skip
    link: Link = option(
        "File or table that links record ids: old_record_id, new_record_id; with a folder also person_id; of a third "
        "release record_id_3, and so on.",
        kind="name", metavar="L",
        detail="Only the owner of the releases knows it. Of a disassociated release the id is the person's simple "
        "cluster.",
    )  # fmt: skip
    person: str = option(
        "Column of the link that names who is behind each row: then candidates are persons.", default="",
        metavar="COL",
    )  # fmt: skip
    m: int = option("Items that are known.", default=KNOWN, kind="whole number", metavar="INTEGER")
    k: int | None = option(
        "Fewer candidates are too few. Default: the smallest k of the releases.", default=None, kind="whole number",
        metavar="INTEGER",
    )  # fmt: skip
    seconds: float = option(
        "Two disassociated releases: how long to look for originals that both allow.", default=SECONDS, kind="number",
        least=0, metavar="SECONDS", detail="0: not at all.",
    )  # fmt: skip
    db: str = option(
        "The database of the releases and the link; empty: they are files.", default="", kind="database",
        where="OLD, NEW and the link are tables",
    )  # fmt: skip


@described
class AttackMatch(OfRelease, AlongTaxonomy):
    """The options of ``attack match``."""

    db: str = option(
        "The database of the release, and of the source; empty: they are files.", default="", kind="database",
        where="RELEASE and SOURCE are tables",
    )  # fmt: skip
    source: Source = option("The original data.", kind="name", metavar="SOURCE")
    known: int = option(
        "Items of a record that are known, at most.", default=8, kind="whole number", least=1, metavar="N",
        hint="8 is a usual choice",
    )  # fmt: skip
    wrong: Share = option(
        "Share of the known items that are wrong: another person's.", default=0, metavar="SHARE", kind="share",
    )  # fmt: skip
    generalized: bool = option(
        "Known are the labels over the items, one step up <taxonomy>.", default=False, kind="flag"
    )
    link: Link | None = option(
        "Who is who where record ids are new: a file or table with old_record_id (of SOURCE), new_record_id.",
        default=None, kind="name", metavar="L", detail="Not needed where the release keeps the ids of its source.",
    )  # fmt: skip
    sample: int = option(
        "Persons to try, drawn by lot.", default=1000, kind="whole number", least=1, metavar="N",
        hint="1000 is a usual choice",
    )  # fmt: skip
    seed: str = option("Another draw. Default: always the same.", default="0", metavar="TEXT")
    options: SourceOptions | None = option("How the source is read.", default=None, kind="group", offers=ReadingFields)


@described
class AttackInfer(OfRelease, AlongTaxonomy):
    """The options of ``attack infer``."""

    db: str = option(
        "The database of the release, and of the source; empty: they are files.", default="", kind="database",
        where="RELEASE, SOURCE and the control group are tables",
    )  # fmt: skip
    source: Source = option("The original data.", kind="name", metavar="SOURCE")
    control: Source | Share = option(
        "People who were held out: a file or a table like SOURCE, or the share that RELEASE held out, such as 10%.",
        kind="name", metavar="HELDOUT",
        detail="Records of SOURCE with the same ids are no members.",
    )  # fmt: skip
    sensitive: SensitiveSource = option(
        "The items to guess: a file, or a table of <db>, with a column item.", kind="name", metavar="S"
    )
    known: int = option(
        "Items of a record that are known, at most; none of them is sensitive.", default=8, kind="whole number",
        least=1, metavar="N", hint="8 is a usual choice",
    )  # fmt: skip
    person: str = option(
        "Try one record of each person, by this column of SOURCE and of the control group.", default="", metavar="COL"
    )
    sample: int = option(
        "Persons to try in each group, drawn by lot.", default=1000, kind="whole number", least=1, metavar="N",
        hint="1000 is a usual choice",
    )  # fmt: skip
    seed: str = option(
        "Another draw. Where <control> is a share: the seed of the release.", default="0", metavar="TEXT"
    )
    options: SourceOptions | None = option("How the source is read.", default=None, kind="group", offers=ReadingFields)


@described
class AttackCover(OfRelease):
    """The options of ``attack cover``."""

    m: int | None = option(
        "Items that are known. Default: as the manifest says.", default=None, kind="whole number", metavar="INTEGER",
        least=2, hint="items of two chunks are linked: use 2 or more",
        detail="One of another chunk, the others of the chunk that is attacked.",
    )  # fmt: skip
    before: Standing | None = option(
        "Another release to compare with, such as one without <safe>.", default=None, kind="name", metavar="RELEASE"
    )


@described
class AttackDowncode(OfRelease, AlongTaxonomy):
    """The options of ``attack downcode``."""

    db: str = option(
        "The database of the release, the taxonomy, and <source>; empty: they are files.", default="",
        kind="database", where="RELEASE and the taxonomy are tables",
    )  # fmt: skip
    taxonomy: Tree = option("The taxonomy of the release: a file, or a table of <db>.", metavar="T", kind="name")
    known_sets: int | None = option(
        "Local recoding: known sets to try, drawn by lot, each of up to m items of a record of <source>.", default=None,
        kind="whole number", least=1, metavar="N", hint="1000 is a usual choice",
    )  # fmt: skip
    source: Source | None = option("With <known_sets>: the original data.", default=None, kind="name", metavar="SOURCE")
    cost: RecodingCost | None = option(
        "What was minimized, as is believed. Default: ncp; of local recoding balanced.", default=None,
        words=RecodingCost,
    )  # fmt: skip
    exceptions: Exceptions = option(
        "Whether items could stay beside a label over their siblings, as is believed.", default="auto", words=Exceptions
    )
    slack: Share = option(
        "The slack that the release was made with, as is believed: its labels may cost so much more than the best.",
        default=0, kind="percentage", metavar="SHARE",
    )  # fmt: skip
    most: int = option(
        "Originals, times records and choices of labels, to look at; of local recoding a twentieth.",
        default=20_000_000, kind="whole number", least=1, metavar="N",
        hint="20000000 takes some seconds",
    )  # fmt: skip
    seed: str = option("Another draw of known sets. Default: always the same.", default="0", metavar="TEXT")
    options: SourceOptions | None = option("How the source is read.", default=None, kind="group", offers=ReadingFields)


@described
class Reconstruct(OfRelease, Seeded):
    """The options of ``reconstruct``."""

    out: str | Path = option("Where to: .parquet, .csv or .tsv.", kw_only=False, kind="name", metavar="FILE")
    samples: int = option(
        "Originals to make up.", default=1, kind="whole number", least=1, metavar="N",
        hint="make up one original or more",
    )  # fmt: skip
    overwrite: bool = option("Replace a file that this command wrote.", default=False, kind="flag")


@described
class EstimateItemsets(OfRelease):
    """The options of ``estimate``."""

    items: Sequence[Sequence[str]] = option(
        "An itemset; may be repeated.", default=(), kind="itemsets", metavar="A,B",
        detail="In Python a sequence of itemsets, each a sequence of labels.",
    )  # fmt: skip
    itemsets: str | Path | None = option(
        "Itemsets, as for <workload>: columns query (or itemset_id), item, or one a line.",
        default=None,
        kind="name",
        metavar="FILE",
    )
    top: int = option(
        "The N itemsets that most records hold for certain.", default=0, kind="whole number", least=0, metavar="N"
    )
    out: str | Path | None = option(
        "Write them as a table: .parquet, .csv or .tsv.", default=None, kind="name", metavar="FILE",
        detail="Its columns are ``itemset_id, query, items, size, certain, expected, at_most``.",
    )  # fmt: skip
    overwrite: bool = option("Replace a file that this command wrote.", default=False, kind="flag")
