"""What a model may go together with: options, and what else can be wished for; a model says why where it does not."""

from collections.abc import Iterator
from dataclasses import fields

from setanon_sql.registry.entry import Command, Model, Reason

#: What each is, as a page tells it; what is called as an option is one.
FEATURES = {
    "person": "`--person`: persons are counted, of whom several records may be",
    "sensitive": "`--sensitive`: some items are sensitive",
    "personal items": "sensitive items of single records: a column `record_id` beside `item`",
    "any m": "any number of known items",
    "known": "`--known`: only some items may be known",
    "protect": "`--protect`: only sets of items that are named may be known",
    "columns": "`--columns`: columns are known, and released, beside the items",
    "taxonomy": "`--taxonomy`: items are generalized",
    "constraints": "`--constraints`: rules for single items",
    "weights": "`--weights`: what items are worth",
    "exceptions": "`--exceptions`: items may stay beside a label over their siblings",
    "mapping": "`--mapping`: labels as in an earlier release",
    "slack": "`--slack`: labels are drawn by lot among nearly the best",
    "sampling": "`--sample`: a promise about random adversaries",
    "previous": "`--previous`: k candidates remain beside an earlier release",
    "lines": "a release in basket lines (`.dat`, `.txt`)",
    "by": "`--by`: an audit tells the risk by category",
    "records_out": "`--records-out`: an audit lists the records at risk",
    "sql script": "`setanon sql audit`: the audit as a script",
    "sql gate": "`setanon sql gate`: the audit as one SELECT for a pipeline",
}

#: Reasons that several models have.
ALIKE: Reason = ("all items are protected alike: none is more sensitive than another", "leave <sensitive> out")
NOTHING_GENERALIZED: Reason = ("nothing is generalized: there are no labels", "leave it out")
NO_SAMPLES: Reason = ("it holds against whoever knows such items, not against most of them", "leave <sampling> out")
CONFIDENCE_ACROSS: Reason = (
    "<previous> does not know of confidence: how surely a sensitive item follows from both releases together is not "
    "computed",
    "leave it out, and publish only one of both",
)
ONLY_COUNTED: Reason = ("its audit counts who is at risk, and lists nobody", "leave it out")
NOT_WRITTEN: Reason = ("what it counts is not one SELECT", "audit where the data is: <db>")
_BY_CLASS = "make a release of each class of records that are alike (<where>); km and kanonymity release columns"
NO_COLUMNS: Reason = ("it counts all records together, not those that are alike in columns", _BY_CLASS)
SHARES_OF_ALL: Reason = (
    "how surely a sensitive item follows is bounded among all records, not among those that are alike in columns",
    _BY_CLASS,
)
PIECES_WITHOUT_COLUMNS: Reason = ("clusters are of all records, and their pieces have no columns", _BY_CLASS)
NOT_ESCAPED: Reason = ("values of columns are not escaped", "write .parquet, or leave it out")
NO_SETS: Reason = ("it does not promise anything of sets that are named", "leave <protect> out, or take km")
#: What concerns labels alone, where items have none, or another one in each record.
OF_LABELS = ("exceptions", "mapping", "slack")
OF_LISTS = ("by", "records_out")
OF_SCRIPTS = ("sql script", "sql gate")


def goes(model: Model, feature: str) -> bool:
    """Return whether a model goes together with a feature, if not always (``without_if``)."""
    if feature in model.without:
        return False
    if feature == "personal items":
        return goes(model, "sensitive")
    no_options = {
        "any m": True,
        "lines": model.promise.records == "long",
        "sql script": model.script is not None,
        "sql gate": model.gate is not None,
    }
    return no_options.get(feature, feature in names_of(model.anonymize) | names_of(model.audit))


def names_of(command: Command) -> set[str]:
    """Return the names of the options of a command."""
    return {field.name for field in fields(command.options)}


def why_not(model: Model, feature: str) -> Reason | None:
    """Return why a model does not go together with a feature; None where it does, at least sometimes."""
    if feature == "personal items" and not goes(model, "sensitive"):
        return model.without.get("sensitive")
    return model.without.get(feature)


def refusals(model: Model) -> Iterator[str]:
    """Yield why some options of the command that anonymizes are refused."""
    options = names_of(model.anonymize)
    conditions = {name: reasons for name, reasons in model.without_if.items() if name in options}
    for reasons in (model.without, *conditions.values()):
        yield from (reason for feature, (reason, _) in reasons.items() if feature in options)
