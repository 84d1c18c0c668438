"""Who is behind the records: persons, whom a command counts in place of records."""

from __future__ import annotations

from setanon_sql.options.option import described, option


@described
class CountsPersons:
    """Options of commands that can count persons in place of records."""

    person: str = option(
        "Column that names the person of each record: then k counts persons.", default="", metavar="COL",
        policy="guarantee", detail="Several records may be of one person, and each is of one only.",
    )  # fmt: skip


@described
class BoundsPersons(CountsPersons):
    """Options of commands that bound shares of persons besides those of records."""

    person: str = option(
        "Column that names the person of each record: then shares of persons are bounded, too.", default="",
        metavar="COL", policy="guarantee", detail="Several records may be of one person, and each is of one only.",
    )  # fmt: skip
