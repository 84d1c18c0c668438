"""From paths (leaf, level above, …) to a tree, with what is wrong on the way."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

from setanon_sql.options.words import Parents
from setanon_sql.taxonomy.faults import ERROR, WARNING, Fault
from setanon_sql.taxonomy.tree import Taxonomy
from setanon_sql.text import count_of

Path = Sequence[str | None]

#: The label of a root that the taxonomy itself does not have.
ADDED_ROOT = "*"


def build(paths: Iterable[Path], parents: Parents = "error") -> tuple[Taxonomy | None, list[Fault]]:
    """Return the tree over all paths, or None where there is none, and the faults found.

    A path names a label and those above it; an edge is a path of two. Equal labels in a row are one node, blank ones
    are passed over. ``parents``: ``first`` leaves out all parents of a label but the first; else the order of paths
    changes nothing.
    """
    cleaned, faults = _clean_paths(list(paths))
    if parents == "first":
        cleaned, several = first_parents(cleaned)
        faults += several
    above: dict[str, set[str]] = {}
    for path in cleaned:
        for label in path:
            above.setdefault(label, set())
        for lower, upper in pairwise(path):
            above[lower].add(upper)
    faults += [] if parents == "first" else _twice(cleaned, above)
    faults += _two_parents(above) + _cycles(above)
    if not above:
        faults.append(Fault("empty", ERROR, "the taxonomy has no labels", (), "name a file that holds one"))
    if any(fault.severity == ERROR for fault in faults):
        return None, faults
    tree, added = _with_root({label: next(iter(uppers), None) for label, uppers in above.items()})
    return tree, faults + added


def _clean_paths(paths: list[Path]) -> tuple[list[list[str]], list[Fault]]:
    faults = []
    rows = [path for path in paths if any(label and label.strip() for label in path)]
    headless = sum(not (path[0] or "").strip() for path in rows)
    gaps = sum(any(not (label or "").strip() for label in _inner(path)) for path in rows)
    if headless:
        text = f"{count_of(headless, 'line has', 'lines have')} no label in front"
        faults.append(Fault("blank_label", ERROR, text, (), "write the missing label, or delete the line"))
    if gaps:
        text = f"{count_of(gaps, 'line leaves', 'lines leave')} a level out"
        faults.append(Fault("blank_label", WARNING, text, (), "repeat the label below where a level has no own one"))
    cleaned = []
    for path in rows:
        labels = [label for label in path if label and label.strip()]
        cleaned.append([label for at, label in enumerate(labels) if at == 0 or label != labels[at - 1]])
    return cleaned, faults


def first_parents(paths: list[list[str]]) -> tuple[list[list[str]], list[Fault]]:
    """Return the paths up to where a label has another parent than before, and a warning about such labels.

    What is over no label any more is left out, too: it is no leaf.
    """
    upper: dict[str, str] = {}
    several: dict[str, None] = {}
    cut_paths = []
    left_out: set[str] = set()
    for path in paths:
        end = next((at for at, (low, up) in enumerate(pairwise(path)) if upper.get(low, up) != up), len(path))
        if end < len(path):
            several[path[end]] = None
            left_out.update(path[end + 1 :])
        upper |= dict(pairwise(path[: end + 1]))
        cut_paths += [path[: end + 1]] if end else []
    text = f"{count_of(len(several), 'label has', 'labels have')} two parents or more, of which the first counts"
    mend = "decide on one parent where that is the wrong one"
    faults = [Fault("first_parent", WARNING, text, tuple(sorted(several)), mend)] if several else []
    return _without_bare(cut_paths, left_out), faults


def _without_bare(paths: list[list[str]], left_out: set[str]) -> list[list[str]]:
    """Return the paths that do not begin at a label that was over others, and is over none of them any more."""
    while True:
        uppers = {label for path in paths for label in path[1:]}
        bare = left_out - uppers
        remaining = [path for path in paths if path[0] not in bare]
        if len(remaining) == len(paths):
            return paths
        left_out = left_out | {label for path in paths if path[0] in bare for label in path[1:]}
        paths = remaining


def _inner(path: Path) -> Path:
    """Return the path without the blank labels at its end: a short line leaves nothing out."""
    end = max(at for at, label in enumerate(path) if label and label.strip())
    return path[1:end]


def _twice(paths: list[list[str]], above: dict[str, set[str]]) -> list[Fault]:
    """Return the labels explained twice in the same way; where the ways differ, they have two parents."""
    seen = Counter(path[0] for path in paths)
    twice = tuple(sorted(label for label, lines in seen.items() if lines > 1 and len(above[label]) < 2))
    text = f"{count_of(len(twice), 'label is', 'labels are')} in front of more than one line"
    mend = "keep one line for each leaf"
    return [Fault("leaf_twice", ERROR, text, twice, mend)] if twice else []


def _two_parents(above: dict[str, set[str]]) -> list[Fault]:
    labels = tuple(sorted(label for label, uppers in above.items() if len(uppers) > 1))
    text = f"{count_of(len(labels), 'label has', 'labels have')} two parents or more"
    mend = "decide on one parent, or give the nodes different labels"
    return [Fault("two_parents", ERROR, text, labels, mend)] if labels else []


def _cycles(above: dict[str, set[str]]) -> list[Fault]:
    """Return the labels above themselves: those left when labels with nothing open above or below are peeled off."""
    peeled = _core({label: set(uppers) for label, uppers in above.items()})
    below: dict[str, set[str]] = {label: set() for label in peeled}
    for label, uppers in peeled.items():
        for upper in uppers & peeled.keys():
            below[upper].add(label)
    labels = tuple(sorted(_core(below)))
    text = f"{count_of(len(labels), 'label is', 'labels are')} in a cycle"
    mend = "take out the line that leads back down"
    return [Fault("cycle", ERROR, text, labels, mend)] if labels else []


def _core(edges: dict[str, set[str]]) -> dict[str, set[str]]:
    """Return what remains of a graph when labels without edges out are taken away until there are none."""
    back: dict[str, list[str]] = {}
    for label, targets in edges.items():
        for target in targets:
            back.setdefault(target, []).append(label)
    out = {label: len(targets) for label, targets in edges.items()}
    bare = [label for label, count in out.items() if not count]
    while bare:
        label = bare.pop()
        del out[label]
        for source in back.get(label, ()):
            out[source] -= 1
            if not out[source]:
                bare.append(source)
    return {label: edges[label] for label in out}


def _with_root(parent: dict[str, str | None]) -> tuple[Taxonomy | None, list[Fault]]:
    roots = sorted(label for label, upper in parent.items() if upper is None)
    edges = {label: upper for label, upper in parent.items() if upper is not None}
    if len(roots) == 1:
        return Taxonomy(edges, roots[0]), []
    if ADDED_ROOT in edges:
        text = f'there are {len(roots)} roots, and the label "{ADDED_ROOT}" that would go above them is taken'
        return None, [Fault("several_roots", ERROR, text, tuple(roots), "add one root above them")]
    tree = Taxonomy(edges | {root: ADDED_ROOT for root in roots if root != ADDED_ROOT}, ADDED_ROOT)
    text = f'there are {len(roots)} roots; "{ADDED_ROOT}" was put above them'
    mend = "add one root yourself if it should be called otherwise"
    return tree, [Fault("several_roots", WARNING, text, tuple(roots), mend)]
