"""A release is a shape at a destination: the names of both, and nothing else.

A shape says which tables a release has, a destination where it goes or stands. Whoever writes releases and whoever
checks them need the same names, and share no more than these.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from setanon_sql.engine.warehouse import is_path, name_parts
from setanon_sql.registry import promises

#: The manifest in a folder.
MANIFEST = "manifest.json"
#: How the name of a file or table ends that holds the manifest of the release beside it.
_BESIDE = ".manifest.json"
_TABLE_BESIDE = "_manifest"
#: The tables that may stand beside a release along a taxonomy: what its labels stand for, and which items these are.
LABELS = "labels"
MEANING = "meaning"
BESIDE = (LABELS, MEANING)
#: The columns of a meaning table: a label, an item that it may stand for, and 1 / the number of these.
MEANING_COLUMNS = ("label", "item", "share")
#: What setanon writes with a manifest: a release, or something else, called as ``method`` says in its manifest. What is
#: of one kind never takes the place of what is of another.
RELEASE = "release"
RECORDS_AT_RISK = "records at risk"
MAPPING = "mapping"
#: What a manifest's format says where labels that begin as formulas do are escaped, and how such labels begin.
FORMULAS = "formulas"
ESCAPED = "escaped"
FORMULA_STARTS = "=+-@\t\r\n"
#: Endings of files that are lines, one a record.
_LINES = {".dat", ".txt"}


@dataclass(frozen=True, eq=False)
class ReleaseShape:
    """The columns of each table of a release, by its ``part``: '' where there is only one.

    ``written`` says which of them are called otherwise where the release stands, and how: a release of one table keeps
    the names of its source. ``kind``: what is written in this shape. ``beside``: which tables stand beside it.
    ``escaped``: before labels and ids that begin as formulas do stands a quote.
    """

    columns: Mapping[str, tuple[str, ...]]
    written: Mapping[str, str] = field(default_factory=dict)
    kind: str = RELEASE
    beside: tuple[str, ...] = ()
    escaped: bool = False

    @property
    def single(self) -> bool:
        """Return whether it is one table."""
        return "" in self.columns

    @property
    def grouped(self) -> bool:
        """Return whether it is one table of records in groups."""
        return "group_id" in self.columns.get("", ())

    @property
    def beside_items(self) -> tuple[str, ...]:
        """Return the columns of a record beside its items, as they are called inside."""
        return tuple(filter(is_beside_items, self.columns.get("", ())))

    def with_columns(self, names: Sequence[str]) -> "ReleaseShape":
        """Return the shape with other names for the columns of the record id and the item; none: these names.

        Names that would not differ from each other or from another column, whatever their case, are not taken.
        """
        columns = self.columns.get("", ())
        written = {column: name for column, name in zip(columns, names, strict=False) if column != name}
        distinct = {written.get(column, column).casefold() for column in columns}
        return replace(self, written=written if len(distinct) == len(columns) else {})

    def as_written(self, part: str = "") -> tuple[str, ...]:
        """Return what the columns of a table are called where the release stands."""
        return tuple(self.written.get(column, column) for column in self.columns[part])

    @property
    def files(self) -> dict[str, str]:
        """Return the names of the files of a release in a folder, by part."""
        return {part: f"{part}.parquet" for part in self.columns}

    def names(self, name: str) -> dict[str, str]:
        """Return the names, by part, of the tables of a release that is called ``name``."""
        return {part: f"{name}_{part}" if part else name for part in self.columns}


#: A long table: a row for each item of each record.
LONG = ReleaseShape({"": ("record_id", "item")})
#: A long table of records in groups.
GROUPED = ReleaseShape({"": ("record_id", "item", "group_id")})
#: The pieces of a release in pieces.
PIECES = ReleaseShape(
    {
        "clusters": ("cluster_id", "parent_id", "kind", "size"),
        "subrecords": ("cluster_id", "chunk_id", "subrecord_id", "item"),
        "terms": ("cluster_id", "item"),
    }
)
#: How columns are called inside that stand beside the items of a record.
_BESIDE_ITEMS = " beside the items"
#: By how releases of a model are published.
_SHAPES = {"long": LONG, "grouped": GROUPED, "pieces": PIECES}


def list_shape(*columns: str) -> ReleaseShape:
    """Return how a list of records at risk is laid out, which is no release: whose they are, and how bad it is."""
    return ReleaseShape({"": columns}, kind=RECORDS_AT_RISK)


def columns_beside_items(number: int) -> tuple[str, ...]:
    """Return what so many columns beside the items are called inside."""
    return tuple(f"column {at}{_BESIDE_ITEMS}" for at in range(1, number + 1))


def is_beside_items(column: str) -> bool:
    """Return whether a column is called so inside that stands beside the items of a record."""
    return column.endswith(_BESIDE_ITEMS)


def shape_of(model: str, columns: Sequence[str] = (), beside_items: int = 0) -> ReleaseShape:
    """Return the shape of the releases of a model, by its name; ``columns`` are called so in this release.

    ``beside_items``: so many columns stand beside the items of a record.
    """
    shape = {name: _SHAPES[promise.records] for name, promise in promises().items()}.get(model, LONG)
    if beside_items:
        shape = with_beside_items(shape, beside_items)
    return shape.with_columns(columns) if columns else shape


def with_beside_items(shape: ReleaseShape, number: int) -> ReleaseShape:
    """Return the shape of one table with so many columns beside the items of a record."""
    return replace(shape, columns={"": (*shape.columns[""], *columns_beside_items(number))})


def escapes_formulas(form: object) -> bool:
    """Return whether a manifest's ``format`` says that labels which begin as formulas do are escaped."""
    return isinstance(form, dict) and form.get(FORMULAS) == ESCAPED


def manifest_columns(form: object) -> tuple[str, ...]:
    """Return what a manifest's ``format`` says that the columns are called; empty where it says nothing of the kind."""
    names: Any = form.get("columns", ()) if isinstance(form, dict) else ()
    return tuple(names) if isinstance(names, list) and all(isinstance(name, str) for name in names) else ()


def manifest_path(release: Path) -> Path:
    """Return where the manifest of a release is that is one file, or a folder that Spark wrote as one table."""
    whole = release.absolute()  # "." has no name of its own
    return whole.parent / f"{whole.name}{_BESIDE}"


def manifest_table(name: str) -> str:
    """Return the name of the table that holds the manifest of a release in tables."""
    return f"{name}{_TABLE_BESIDE}"


def path_beside(release: Path, table: str) -> Path:
    """Return where a table goes beside a release that is one file, or a folder that Spark wrote as one table."""
    whole = release.absolute()
    extension = ".parquet" if whole.suffix.lower() == ".parquet" else ".csv"
    return whole.parent / f"{whole.name}.{table}{extension}"


def labels_path(release: Path) -> Path:
    """Return where the label table of a release goes that is on disk."""
    return path_beside(release, LABELS)


def meaning_path(release: Path) -> Path:
    """Return where the meaning table of a release goes that is on disk."""
    return path_beside(release, MEANING)


def labels_table(name: str) -> str:
    """Return the name of the label table of a release in tables."""
    return table_beside(name, LABELS)


def table_beside(name: str, table: str) -> str:
    """Return what a table is called beside a release in tables."""
    return f"{name}_{table}"


def label_columns(levels: int) -> tuple[str, ...]:
    """Return the columns of a label table over so many levels of a taxonomy: ``level1`` is right under the root."""
    return ("label", "depth", *(f"level{level}" for level in range(1, levels + 1)), "leaves", "exceptions")


def delimiter_of(path: Path) -> str:
    """Return what separates the columns of a file of text, by its extension; empty for all else."""
    return {".csv": ",", ".tsv": "\t"}.get(path.suffix.lower(), "")


def has_label_columns(columns: Collection[str], levels: int) -> bool:
    """Return whether columns are those of a label table over so many levels, however many somebody says these are."""
    return len(columns) == levels + len(label_columns(0)) and [*columns] == [*label_columns(levels)]


def is_basket(path: Path) -> bool:
    """Return whether a release is basket lines, one a record, by its extension."""
    return path.suffix.lower() in _LINES


class Destination:
    """A place where a release goes or stands."""

    @property
    def engine(self) -> str:
        """Return the engine that reads and writes it, as ``--db`` names it; empty for DuckDB."""
        return ""

    @property
    def files(self) -> list[Path]:
        """Return the files that it is made of, as far as they are files here."""
        return []

    @property
    def lines(self) -> bool:
        """Return whether it is basket lines."""
        return False


@dataclass(frozen=True)
class FileDestination(Destination):
    """A file with its manifest beside it, or a folder."""

    path: Path

    @property
    def files(self) -> list[Path]:
        """Return the file, the manifest and the tables beside it."""
        if not self.path.name:
            return [self.path]
        beside = [manifest_path(self.path), *(path_beside(self.path, table) for table in BESIDE)]
        return [self.path, *(self.path.with_name(path.name) for path in beside)]

    @property
    def lines(self) -> bool:
        """Return whether it is basket lines, by its extension."""
        return is_basket(self.path)


@dataclass(frozen=True)
class TableDestination(Destination):
    """A table (``table`` or ``schema.table``) of a DuckDB file, or the tables whose names begin with it.

    The database itself may be named before the schema, as for a source. Parts in double quotes may hold dots.
    """

    database: Path
    name: str

    @property
    def files(self) -> list[Path]:
        """Return the database."""
        return [self.database]

    @property
    def schema(self) -> str:
        """Return the schema; ``main`` where none is written."""
        above = name_parts(self.name)[:-1]
        if len(above) > 1 and above[0].lower() == self.database.stem.lower():
            above = above[1:]
        return ".".join(above) or "main"

    @property
    def table_name(self) -> str:
        """Return the name of the table without the schema."""
        return name_parts(self.name)[-1]


@dataclass(frozen=True)
class WarehouseDestination(Destination):
    """A table (``table`` or ``schema.table``) of the warehouse ``db``, or a folder that Spark writes."""

    db: str
    name: str

    @property
    def engine(self) -> str:
        """Return the warehouse."""
        return self.db

    @property
    def is_folder(self) -> bool:
        """Return whether it is a folder, not a table."""
        return is_path(self.name)

    @property
    def files(self) -> list[Path]:
        """Return the folder and what stands beside it, where that is on this machine."""
        return FileDestination(Path(self.name)).files if self.is_folder and "://" not in self.name else []

    @property
    def parts(self) -> list[str]:
        """Return the parts of the table's name, or the path of the folder."""
        return name_parts(self.name)


@dataclass(frozen=True)
class RemoteDestination(Destination):
    """A table (``table`` or ``schema.table``) of a remote database, ``db``, that DuckDB writes and reads."""

    db: str
    name: str

    @property
    def engine(self) -> str:
        """Return the database: its rows are worked on in DuckDB."""
        return self.db

    @property
    def parts(self) -> list[str]:
        """Return the parts of the table's name."""
        return name_parts(self.name)


def destination_at(where: Path | Destination) -> Destination:
    """Return a destination; a path is that of a file or folder."""
    return FileDestination(where) if isinstance(where, Path) else where
