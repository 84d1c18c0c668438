"""A source that is opened once: the functions of the API that take one, as methods of an object."""

import inspect
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field, fields
from functools import wraps
from types import TracebackType
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Self, TypeVar

from setanon_sql import registry
from setanon_sql.api.comparing import compare, suggest
from setanon_sql.api.count_tables import compare_counts
from setanon_sql.api.dp import publish_counts, publish_records
from setanon_sql.api.taxonomies import build_taxonomy
from setanon_sql.api.utility import utility
from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadParameter
from setanon_sql.options.keywords import refuse_unknown, suggests_keywords
from setanon_sql.options.public import with_options
from setanon_sql.pipeline.opening import read_once
from setanon_sql.settings import Settings
from setanon_sql.sources import Source, SourceOptions, audit_options_for

if TYPE_CHECKING:
    from setanon_sql.api.typed import SourceMethods

P = ParamSpec("P")
R = TypeVar("R")
#: The keywords that the object has, and its methods have not.
_OF_OBJECT = {"source", "options", "settings"}


@dataclass(frozen=True, kw_only=True)
class _SharedSettings(Settings):
    """The settings of an opened source: its engine is that of all calls, which drop their own tables at their end."""

    db: str = ""
    shared: DuckDBEngine | Warehouse = field(repr=False)

    def engine_for(self, db: str) -> AbstractContextManager[DuckDBEngine | Warehouse]:
        """Return the engine of the source, which stays open; another one for another database."""
        return self._lent() if db == self.db else super().engine_for(db)

    @contextmanager
    def _lent(self) -> Iterator[DuckDBEngine | Warehouse]:
        with self.shared.scope():
            yield self.shared


def method(function: Callable[Concatenate[Source, P], R]) -> Callable[Concatenate["OpenedSource", P], R]:
    """Make a function of the API a method of an opened source, with all keywords but those that the object has."""
    whole = inspect.signature(function)
    parameters = [parameter for name, parameter in whole.parameters.items() if name not in _OF_OBJECT]
    itself = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    signature = whole.replace(parameters=[itself, *parameters])

    @wraps(function)
    def method(self: "OpenedSource", /, *args: P.args, **arguments: P.kwargs) -> R:
        refuse_unknown(function.__name__, signature.parameters, arguments)
        if self._settings is None:
            raise BadParameter("the source is closed", "open it again")
        keywords: dict[str, Any] = {**arguments, "options": self.options, "settings": self._settings}
        call: Callable[..., R] = function
        return call(self.source, *args, **keywords)

    options: Any = getattr(function, "options")  # noqa: B009 (mypy does not know it)
    template: str = getattr(function, "template")  # noqa: B009
    method.__signature__ = signature  # type: ignore[attr-defined]
    method.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters} | {
        "return": whole.return_annotation
    }
    method.__doc__ = with_options(template, options, _OF_OBJECT)
    return method


class OpenedSource(SourceMethods if TYPE_CHECKING else object):  # type: ignore[misc]
    """A source that is read once, for all that is then asked of it; a context manager.

    >>> import setanon_sql
    >>> with setanon_sql.open([["tea", "milk"], ["tea"], ["tea", "milk"]]) as shop:
    ...     [row.figures.at_risk_before for row in shop.compare(k=[2, 3], m=[1]).settings]
    [0.0, 0.6666666666666666]

    Its methods are the functions of that name and take the same keywords, but for ``source``, ``options`` and
    ``settings``, which the object has. What one counts of sets of known items answers the next question, too, where it
    can: another k, fewer known items. What changes in the source after it was opened is not seen. It is read anew
    where ``options.cap`` draws other items (``cap_records``: other records), as the seed of a release says. One thread
    at a time may use it.
    """

    def __init__(self, source: Source, options: SourceOptions | None, settings: Settings | None) -> None:
        """Read it; raises BadInput where it is not what it should be."""
        self.source = source
        self.options = audit_options_for(source, options, seek_columns=True)
        with ExitStack() as stack:
            settings = settings or Settings()
            engine = stack.enter_context(settings.engine_for(self.options.db))
            read_once(engine, source, self.options)
            self._opened = stack.pop_all()
        values = {field.name: getattr(settings, field.name) for field in fields(settings)}
        self._settings: Settings | None = _SharedSettings(**values, db=self.options.db, shared=engine)

    publish_counts = method(publish_counts)
    publish_records = method(publish_records)
    compare = method(compare)
    compare_counts = method(compare_counts)
    suggest = method(suggest)
    utility = method(utility)
    build_taxonomy = method(build_taxonomy)

    def close(self) -> None:
        """Let the source go; may be called twice."""
        self._settings = None
        self._opened.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


@suggests_keywords("open")
def open_source(
    source: Source, *, options: SourceOptions | None = None, settings: Settings | None = None
) -> OpenedSource:
    """Return a source that is read once, and closed by ``close()`` or at the end of a ``with``.

    ``source``, ``options`` and ``settings`` are those of the functions of :mod:`setanon_sql.api`. Raises BadInput.
    """
    return OpenedSource(source, options, settings)


for _function in (each for name in registry.names() for each in registry.functions_of_sources(name)):
    setattr(OpenedSource, _function.__name__, method(_function))
