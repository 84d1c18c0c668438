"""What a model does not go together with, as it says itself, refused before the work."""

from setanon_sql.engine import DuckDBEngine, Warehouse
from setanon_sql.errors import BadInput, BadParameter
from setanon_sql.layout import Destination
from setanon_sql.options.reading import FromSource
from setanon_sql.registry import model
from setanon_sql.registry.entry import is_said
from setanon_sql.sensitive.constraint import Constraint
from setanon_sql.verify import read
from setanon_sql.verify.contents import Tables
from setanon_sql.verify.promise import AnyPromise


def refuse_options(name: str, request: FromSource) -> None:
    """Raise BadParameter where options are given that a model does not know of."""
    for option, reason in model(name).reasons_against(request):
        if is_said(getattr(request, option, None)):
            raise BadParameter(*reason)


def refuse_personal(name: str, request: FromSource, sensitive: Constraint | None) -> None:
    """Raise BadParameter where items are sensitive for some records only, and a model does not know of that."""
    if sensitive and sensitive.personal:
        for feature, reason in model(name).reasons_against(request):
            if feature == "personal items":
                raise BadParameter(*reason)


def read_to_attack(engine: DuckDBEngine | Warehouse, where: Destination) -> tuple[Tables, AnyPromise]:
    """Return the tables of a release, and its promise; raises BadInput where more is known than attacks make use of."""
    tables, promise = read(engine, where)
    if promise.model.columns:
        raise BadInput(
            "the release has columns beside the items, of which no attack makes use yet: it would find too little",
            "audit the release with <columns>",
        )
    return tables, promise
