"""TDControl: rho-uncertainty by generalization and global suppression, from the root of the taxonomy down.

1. Read the taxonomy over the items that are not sensitive, with what each node costs (``tree``). All these items stand
   as the root; sensitive items are never generalized.
2. A round: count the rules above rho over the labels and all that are right below them (in SQL, ``counted``).
3. Make the labels safe anew: suppress everywhere, for known items from one up, the label or item that hides most rules
   for what it costs (``state``); take that if it costs less than what was suppressed so far.
4. Open the labels one by one, those first that gain most: a label goes, what is right below it comes, and what breaks
   rho then is suppressed. Keep that only if less is lost in all.
5. Go on from 2, until a round opens nothing.

Labels and suppressions are the same for all records, so that the support of a set never changes: rules that are counted
once stay as sure as they were, and a rule is gone as soon as one of its parts is.

Source: Cao, Karras, Raissi and Tan, rho-uncertainty: Inference-Proof Transaction Anonymization (PVLDB 2010).
"""

from dataclasses import dataclass

from setanon_sql.dataset import Dataset
from setanon_sql.engine import Engine, scoped
from setanon_sql.models.rho.parameters import RhoUncertainty
from setanon_sql.models.rho.tdcontrol.counted import broken_rules
from setanon_sql.models.rho.tdcontrol.state import LabelCut, Rules
from setanon_sql.models.rho.tdcontrol.tree import CostTree, read_tree
from setanon_sql.query.templates import Table
from setanon_sql.sensitive.constraint import Constraint
from setanon_sql.sensitive.limits import limits_for
from setanon_sql.taxonomy import Nodes


@dataclass(frozen=True)
class ControlResult:
    """Result of the method, in the engine of the dataset.

    ``rows``: ``record_id, item``, the labels of each record. ``changes``: ``item, action, label, cause``, one row for
    each item that is not published as it is. ``ncp``: what is lost, 0..1. ``rounds``: counts of rules.
    """

    rows: Table
    changes: Table
    ncp: float
    rounds: int
    method: str = "TDControl"


@scoped
def anonymize_tdcontrol(dataset: Dataset, model: RhoUncertainty, constraint: Constraint, nodes: Nodes) -> ControlResult:
    """Generalize and suppress until nothing sensitive follows more surely than rho; see the module for the plan.

    ``dataset``: the transactions. ``model``: rho and m, of records. ``constraint``: what is sensitive, for everybody.
    ``nodes``: the tree over the other items.

    Search: greedy, from the root down; least loss in all is not promised.
    Cost: a round counts the rules over two levels of labels; each label is opened once at most.
    Raises NotReached where the sets that an adversary can know are too many to be counted.
    Source: Cao, Karras, Raissi and Tan, Algorithms SuppressControl and TDControl.
    """
    engine = dataset.engine
    limits = limits_for(dataset, constraint.sensitive, model)
    inputs = {"sensitive": constraint.sensitive, "ancestors": nodes.ancestors}
    tree = read_tree(engine, nodes, dataset.items, constraint.sensitive)
    state = LabelCut.start(tree)
    rounds = 0
    opened = True
    while opened:
        rounds += 1
        engine.trace.begin_phase(f"counting what follows from labels, round {rounds}")
        rules = broken_rules(dataset, state.in_play, model, limits=limits, **inputs)
        state, opened = _next_state(state, rules, first=rounds == 1)
        engine.trace.progress(
            f"{len(rules):,} rules above rho, {len(state.cut):,} labels, loss {100 * state.ncp:.2f} %"
        )
    stands = engine.load("stands", {"item": int, "node": int}, state.stands())
    rows = engine.table("tdcontrol/publish/rows", transactions=dataset.transactions, stands=stands)
    return ControlResult(rows, _changes(engine, tree, state), state.ncp, rounds)


def _next_state(state: LabelCut, rules: Rules, *, first: bool) -> tuple[LabelCut, bool]:
    """Take the steps 3 and 4 of the plan; return whether a label was opened."""
    anew = state.made_safe(rules)
    if first or anew.lost < state.lost:
        state = anew
    return state.opened(rules)


def _changes(engine: Engine, tree: CostTree, state: LabelCut) -> Table:
    return engine.load_rows(
        "changes", {"item": int, "action": str, "label": str, "cause": str}, list(state.changes(tree.labels))
    )
