"""What a model does not go together with, as it says itself, refused before the work."""

from setanon_sql.errors import BadParameter
from setanon_sql.options.reading import FromSource
from setanon_sql.registry import model
from setanon_sql.sensitive.constraint import Constraint


def refuse_options(name: str, request: FromSource) -> None:
    """Raise BadParameter where options are given that a model does not know of."""
    for option, reason in model(name).without.items():
        if getattr(request, option, None) not in {None, ""}:
            raise BadParameter(*reason)


def refuse_personal(name: str, sensitive: Constraint | None) -> None:
    """Raise BadParameter where items are sensitive for some records only, and a model does not know of that."""
    if sensitive and sensitive.personal and "personal" in (without := model(name).without):
        raise BadParameter(*without["personal"])
