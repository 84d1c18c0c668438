"""Parameters of models, checked, and what several guarantees say."""

from fractions import Fraction

from setanon_sql.numbers import Share, share_of, whole_of

#: Counts from 1 to below this stay inside where a model itself has no such number.
SMALLEST_PUBLIC = 5


_USUAL = {
    "rho": "0.5 lets an adversary be right half of the time",
    "epsilon": "0.05 is a usual choice",
    "delta": "0.05 is a usual choice",
}


def share(name: str, value: Share) -> Fraction:
    """Return a parameter as an exact share; raises BadParameter where it is none over 0 and under 1."""
    return share_of(f"<{name}>", value, _USUAL[name])


def whole(model: object, name: str, hint: str, least: int = 1) -> None:
    """Make a parameter of a model a plain whole number; raises BadParameter where it is none in its range."""
    object.__setattr__(model, name, whole_of(f"<{name}>", getattr(model, name), hint, least))


def check_m(model: object, m: int | None) -> None:
    """Make the ``m`` of a model a plain whole number, None for every size; raises BadParameter where it is neither."""
    if m is not None:
        whole(model, "m", "leave <m> out to cover every size")


def person_parameter(person: bool) -> dict[str, int]:
    """Return the parameter of a model that counts persons, as a manifest and JSON spell it."""
    return {"person": True} if person else {}


#: What hides neither members nor what matching records share says.
DOES_NOT_HIDE = (
    "It does not hide that a person is in the data, and does not stop what all matching records share from being "
    "inferred."
)
#: What bounds inference alone says.
STAYS_VISIBLE = (
    "It does not hide that a person is in the data or how frequent an item is overall, and does not prevent that a "
    "record is singled out."
)


def not_protected(more: str) -> str:
    """Return against whom records that match do not protect: who knows ``more``."""
    return (
        f"It does not protect against someone who knows {more}, or knows what a person does not have. {DOES_NOT_HIDE}"
    )


def records_only(person: bool) -> str:
    """Return what is not protected where only records are counted."""
    return "" if person else " Records are counted, of which several may be of one person."


def counted_in(person: bool) -> str:
    """Say in a guarantee of confidence what is counted."""
    return " That holds for shares of the matching records and of the persons who have one." if person else ""


def of_several_records(person: bool) -> str:
    """Say in a guarantee that a person may have several records."""
    return " or items of several records of a person" if person else ""
