"""The files of a release as they are stored: what stands in them, or beside them in a folder, besides its rows."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from setanon_sql.engine import Engine
from setanon_sql.errors import BadInput
from setanon_sql.files.regular import NotRegularError
from setanon_sql.layout import ReleaseShape, delimiter_of, is_basket
from setanon_sql.verify.contents import Tables, no_file
from setanon_sql.verify.folders import spark_parts, strange_parts
from setanon_sql.verify.parquet import Contents, contents_of
from setanon_sql.verify.statistics import strange_statistics
from setanon_sql.verify.strangers import Stranger, strange_header, strange_kinds, strange_start
from setanon_sql.verify.thrift import Damaged


@dataclass
class Stored:
    """Files that are looked at: what is strange about them, and the contents of those that are Parquet, by part."""

    shape: ReleaseShape
    numbered: bool
    strangers: list[Stranger] = field(default_factory=list)
    contents: dict[str, list[Contents]] = field(default_factory=dict)

    def look_at(self, path: Path, part: str = "") -> None:
        """Look at a file, or at a folder that Spark wrote as one table; raises BadInput where it cannot be read."""
        columns = self.shape.as_written(part)
        with _explain_damage(path):
            if path.is_dir():
                self.strangers += strange_parts(path)
                for file in spark_parts(path):
                    self._look_at_parquet(file, columns, part)
            elif path.suffix.lower() == ".parquet":
                self._look_at_parquet(path, columns, part)
            elif is_basket(path):
                self.strangers += strange_start(path)
            elif delimiter := delimiter_of(path):
                self.strangers += strange_header(path, columns, delimiter)

    def _look_at_parquet(self, path: Path, columns: Sequence[str], part: str) -> None:
        contents = contents_of(path, columns)
        self.strangers += contents.strangers
        self.strangers += strange_kinds(contents.columns, self.shape, part, numbered=self.numbered)
        self.contents.setdefault(part, []).append(contents)

    def strange_statistics(self, engine: Engine, tables: Tables) -> list[Stranger]:
        """Return what the statistics of the files show and no row of the tables holds that were read from them."""
        shape = self.shape
        columns = {part: dict(zip(shape.as_written(part), names, strict=True)) for part, names in shape.columns.items()}
        return strange_statistics(engine, self.contents, columns, tables)


@contextmanager
def _explain_damage(path: Path) -> Iterator[None]:
    try:
        yield
    except NotRegularError as error:
        raise no_file(path) from error
    except (Damaged, OSError) as error:
        raise BadInput(f"the release {path.name} cannot be read as what its name says", "is it damaged?") from error
