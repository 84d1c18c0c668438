"""The columns beside the items of the released records: one value of each for a record, all of them its class."""

from dataclasses import dataclass, replace

from setanon_sql.engine import Engine, scoped
from setanon_sql.errors import BadInput
from setanon_sql.layout import columns_beside_items
from setanon_sql.query.templates import Table
from setanon_sql.registry.parameters import ModelParameters
from setanon_sql.text import count_of
from setanon_sql.verify.contents import with_class
from setanon_sql.verify.counted import ModelRecount
from setanon_sql.verify.inputs import VerificationInputs


@dataclass(frozen=True)
class RecordClasses:
    """The class of each record (``rows``: ``record_id, class``), and what is wrong with the columns that it is by."""

    rows: Table
    problems: tuple[str, ...]


@scoped
def classes_of(engine: Engine, lines: Table, n_columns: int) -> RecordClasses:
    """Return the classes of the records of ``lines``, by so many columns beside the items."""
    named = engine.view(with_class(lines, columns_beside_items(n_columns), "class", "record_id"))
    rows = engine.table("verify/classes/of_records", lines=named)
    several = engine.number("verify/classes/several", classes=rows)
    what = count_of(several, "record has", "records have")
    return RecordClasses(rows, (f"{what} several values of a column beside the items",) if several else ())


def lines_by_class(engine: Engine, lines: Table, model: ModelParameters, inputs: VerificationInputs | None) -> Table:
    """Return the rows with labels that are others in each class, where columns are known besides.

    Raises BadInput where the columns of the records are not known.
    """
    return (
        engine.table("verify/classes/by_class", lines=lines, classes=known_classes(inputs)) if model.columns else lines
    )


def told_by_class(
    engine: Engine, counted: ModelRecount, model: ModelParameters, inputs: VerificationInputs | None
) -> ModelRecount:
    """Return what was counted of labels that are told apart by class, with the number of classes."""
    if not model.columns:
        return counted
    n_classes = engine.number("verify/classes/number", classes=known_classes(inputs))
    counts = {"labels_of_classes" if name == "labels" else name: number for name, number in counted.counts.items()}
    return replace(counted, counts=counts | {"classes": n_classes})


def known_classes(inputs: VerificationInputs | None) -> Table:
    """Return the class of each record; raises BadInput where it is not known."""
    if inputs is None or inputs.classes is None:
        raise BadInput("the columns beside the items of the records are missing", "get the release again")
    return inputs.classes
