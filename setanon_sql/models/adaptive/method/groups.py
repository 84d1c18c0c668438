"""The groups in the making, and one step of all open groups down the tree."""

from setanon_sql.engine import Workspace
from setanon_sql.models.adaptive.method.trials import (
    DIVIDED,
    HALF,
    PROMISING,
    SPECIALIZED,
    TRIALS,
    AdaptiveRun,
    attempt,
)
from setanon_sql.query.templates import all_rows

#: Groups that are safe as they are: the label that stands for each item, what is suppressed and the rules it is for,
#: what groups cost, what each label costs, and the labels that stay.
GROUPS = {
    "occurrences": ("group_id", "record_id", "item", "node"),
    "lost": ("group_id", "record_id", "node", "cause"),
    "causes": ("cause", "node", "is_sensitive"),
    "now": ("group_id", "cost", "ncp"),
    "loss_share": ("group_id", "node", "loss_share"),
    "closed": ("group_id", "node"),
}


def one_group(run: AdaptiveRun, space: Workspace) -> None:
    """Make the one group of all records that the trials of ``space`` propose."""
    for name, columns in GROUPS.items():
        space[name] = space.engine.empty(name, *columns)
    space["adopted"] = space.engine.load("adopted", {"trial_id": int, "group_id": int, "old_id": int}, [[1], [1], [0]])
    _adopt(run, space)


def step(run: AdaptiveRun) -> bool:
    """Take the groups one step further down; return whether there was a label left to be specialized.

    For each group: all its labels specialized in place, or only those that gain by it, or the better half; or the group
    divided by the children of its costliest label. Taken is what costs least, if that and its NCP are less than now;
    but first of all a division that costs less than now.
    """
    with run.space.inner() as space:
        space.run("adaptive/propose/labels")
        if not space.count("labels"):
            return False
        _try_all(run, space)
        space.run("adaptive/gains/gains", kind=SPECIALIZED)
        _try_some(run, space)
        space.run("adaptive/next_groups/winners")
        space.run("adaptive/next_groups/adopted", first=run.next_group)
        space.run("adaptive/next_groups/closed")
        _adopt(run, space)
    return True


def _try_all(run: AdaptiveRun, space: Workspace) -> None:
    """Propose to specialize all labels, and to divide the groups, and make that safe."""
    with space.inner() as aside:
        aside.run("adaptive/propose/specialized", into="proposal", kind=SPECIALIZED)
        if run.way.divide:
            _append_divisions(aside)
        attempt(run, aside)
        aside.hand_out(*TRIALS)


def _append_divisions(space: Workspace) -> None:
    """Propose to divide the groups by what their records (persons, where these count) hold."""
    by = "persons" if "persons" in space else "propose"
    with space.inner() as aside:
        aside.run("adaptive/propose/picked")
        aside.run(f"adaptive/{by}/signatures", f"adaptive/{by}/small_parts", "adaptive/propose/parts")
        aside.append("proposal", "adaptive/propose/divided", kind=DIVIDED)


def _try_some(run: AdaptiveRun, space: Workspace) -> None:
    """Propose to specialize those labels only that gain by it, or the better half of them, and make that safe, too."""
    with space.inner() as aside:
        aside.run("adaptive/gains/promising")
        if run.way.brief:
            aside.run("adaptive/gains/unpromising_gains", into="gains", kind=SPECIALIZED)
        aside.run("adaptive/gains/better_half")
        aside.run("adaptive/propose/specialized", into="proposal", labels=aside["promising"], kind=PROMISING)
        aside.append("proposal", "adaptive/propose/specialized", labels=aside["better_half"], kind=HALF)
        if aside.count("proposal"):
            attempt(run, aside, space.count("trials"))
            for name in TRIALS:
                space.engine.append(space[name], all_rows(aside[name]))


def _adopt(run: AdaptiveRun, space: Workspace) -> None:
    """Let the trials that ``adopted`` (``trial_id, group_id, old_id``) names take the place of older groups."""
    space.engine.append(space["causes"], all_rows(space["trial_causes"]))
    space.run("adaptive/next_groups/occurrences", "adaptive/next_groups/lost")
    space.run("adaptive/next_groups/now", "adaptive/next_groups/loss_share")
    space.hand_out(*GROUPS)
    run.next_group += space.count("trials") + 1
