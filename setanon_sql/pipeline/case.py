"""What an audit, a release and a trial are about: data, what is promised of them, and what is said of their items."""

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from setanon_sql.dataset import Dataset
from setanon_sql.options.reading import FromSource
from setanon_sql.query.templates import Table
from setanon_sql.registry.parameters import ModelParameters
from setanon_sql.sensitive.constraint import Constraint

ModelType = TypeVar("ModelType", bound=ModelParameters)
OptionsType = TypeVar("OptionsType", bound=FromSource)

#: Options that name what is read besides a source.
_READ = ("sensitive",)


@dataclass(frozen=True, kw_only=True)
class Case(Generic[ModelType, OptionsType]):
    """A source, and a model that it is held against.

    ``request``: the options of the command. ``sensitive``: what is sensitive in it; None: nothing is said to be.
    """

    request: OptionsType
    model: ModelType
    dataset: Dataset
    sensitive: Constraint | None = None

    @property
    def sensitive_items(self) -> Table:
        """Return what is sensitive (``item``), for everybody; there may be nothing."""
        return self.sensitive.sensitive if self.sensitive else self.dataset.engine.empty("sensitive", "item")


def read_besides(request: FromSource) -> tuple[Any, ...]:
    """Return what the options of a command name that is read besides its source."""
    return tuple(getattr(request, name, None) for name in _READ)
