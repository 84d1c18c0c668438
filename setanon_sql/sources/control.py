"""Hold a share of the records, or of the persons, out of what is read: the control group of an attack.

Who is held out is drawn by lot, with a key that comes from the seed and from the rows. So the draw can be repeated by
who has both, and nobody else can guess it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from setanon_sql.dataset import Control, Dataset
from setanon_sql.engine import scoped
from setanon_sql.errors import BadInput
from setanon_sql.keys import key, keyed_fingerprint
from setanon_sql.query.templates import Table, columns_of
from setanon_sql.sources.capping import dataset_of_records
from setanon_sql.text import count_of

_HINT = "hold a share such as 10% out, of more records"


@dataclass(frozen=True)
class Draw:
    """A draw of a control group. ``lots``: ``record_id, rank``, that of its unit; the first ``most`` are held out.

    ``mark``: only who has the seed and the rows can make it.
    """

    lots: Table
    most: int
    mark: str


def draw_control(dataset: Dataset, share: Fraction, seed: str) -> Draw:
    """Draw a ``share`` of the persons of a dataset, or of the records where none are named; the dataset stays.

    Each has the same chance, and the draw is the same on every engine. Raises BadInput where nobody would be held out,
    or everybody.
    """
    engine = dataset.engine
    units = _units(dataset)
    n = engine.number("sources/control/units", units=units)
    most = round(share * n)
    if not 0 < most < n:
        raise BadInput("the share that <control> holds out is nobody, or everybody", _HINT)
    parameters: Mapping[str, object] = {"share": str(share), "by_person": dataset.persons is not None}
    lots = engine.table("sources/control/lots", units=units, key=key(seed, dataset.digest, parameters, "control"))
    mark = key(seed, dataset.digest, parameters, "mark of the control group")
    return Draw(lots, most, keyed_fingerprint(mark, str(share)))


def _units(dataset: Dataset) -> Table:
    """Return ``record_id, unit``: the person of each record, or the record itself."""
    engine = dataset.engine
    if dataset.persons is not None:
        return engine.view(columns_of(dataset.persons, record_id="record_id", unit="person"))
    return engine.table("sources/control/records", rows=dataset.record_ids or dataset.transactions)


@scoped
def hold_out(dataset: Dataset, share: Fraction | None, seed: str = "") -> Dataset:
    """Return a dataset without its control group (None: all of it); its tables are used up. Raises BadInput.

    Records, persons and items are numbered anew, by what is left.
    """
    if share is None:
        return dataset
    engine = dataset.engine
    draw = draw_control(dataset, share, seed)
    members = engine.table("sources/control/members", lots=draw.lots, most=draw.most)
    part = dataset_of_records(dataset, members)
    if not part.rows:
        raise BadInput("no item is left of the records that are not held out", _HINT)
    persons = dataset.n_persons - part.n_persons if dataset.persons is not None else None
    control = Control(share, dataset.records - part.records, dataset.rows - part.rows, persons, draw.mark)
    held_out = f"{count_of(control.records, 'record')} with {count_of(control.rows, 'row')}"
    note = f"{held_out} {'is' if control.records == 1 else 'are'} held out by lot, as a control group"
    selection = replace(dataset.selection, control=control)
    return replace(part, selection=selection, notes=(*dataset.notes, note))
