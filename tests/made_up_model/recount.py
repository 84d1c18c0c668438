"""Is each released item held by k records?"""

from setanon_sql.engine import Engine
from setanon_sql.query.templates import Table
from setanon_sql.text import count_of
from setanon_sql.verify.counted import ModelRecount
from setanon_sql.verify.inputs import VerificationInputs
from setanon_sql.verify.persons import Persons
from tests.made_up_model.parameters import Floor


def count(engine: Engine, lines: Table, model: Floor, _: VerificationInputs | None, __: Persons | None) -> ModelRecount:
    """Count the labels of a release that fewer than k records hold."""
    labels = engine.table("verify/equal_records/labels", lines=lines)
    n_labels, n_rare, smallest = engine.row("verify/sets/rare_labels", labels=labels, k=model.k)
    problem = f"{count_of(n_rare, 'item is', 'items are')} held by fewer than {model.k} records" if n_rare else ""
    return ModelRecount({"labels": n_labels, "smallest_item_support": smallest or 0}, problem)
