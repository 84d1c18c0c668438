"""The search of a good cut and its suppressions over one set of threats.

As in Liu and Wang (section 3) it goes from general to specific: a node of the cut gives way to its children where that
lowers the cost, with the suppressions chosen anew. Every child cut is costed exactly. Two things differ from the paper,
whose one-node-a-step greedy search can be had as ``literal``: all improving steps of a pass are taken, best first,
each costed again when its turn comes; and where no single step improves, the costliest nodes are opened by force and
the result repaired, and that is kept where the cost fell.
"""

from collections.abc import Callable, Iterable, Sequence

from setanon_sql.methods.km.kept import KeptSet, Play

#: A forced opening is tried only for nodes that carry this share of the cost, in percent.
_WORTH = 2
#: Trials that forced openings may take; after as many again only what changed is looked at, then they end.
_TRIALS = 2000


def search(play: Play, starts: Sequence[Iterable[int]], force: bool) -> KeptSet:
    """Return the best set of kept nodes that is found.

    ``play``: nodes, their weights and the threats over them. ``starts``: lists of node ids to begin from.
    ``force``: also open the costliest nodes where no single step improves.

    Search: greedy from each start, all improving steps of a pass, best first; at most 2,000 forced trials, then as many
    in which only what changed is looked at.
    Source: Liu and Wang, section 3; see the module for what differs.
    """
    best: KeptSet | None = None
    for start in starts:
        kept = begin(play, start)
        descend(kept)
        if best is None or kept.value > best.value:
            best = kept
    assert best is not None
    if force:
        Opening(best).run()
    return best


def begin(play: Play, nodes: Iterable[int]) -> KeptSet:
    """Keep as many of some nodes as go together, then whatever else does."""
    kept = KeptSet(play)
    places = [int(play.place[node]) for node in nodes if play.place[node] >= 0]
    for place in sorted(places, key=play.rank.__getitem__):
        kept.insert(place)
    kept.saturate()
    return kept


def attempt(kept: KeptSet, place: int) -> int:
    """Replace a kept node by its children (a leaf: let it go) and keep what then can be; return what that gains."""
    before = kept.value
    kept.flip(place)
    for child in kept.play.children[place]:
        kept.insert(child)
    kept.saturate(but=place)
    return kept.value - before


def descend(kept: KeptSet) -> None:
    """Take improving steps, pass by pass, until none is left; then exchange nodes, and go on if that helped."""
    while _best_first(kept) or _exchange(kept):
        kept.forget()


def _best_first(kept: KeptSet) -> bool:
    gains = [(_gain(kept, place), place) for place in kept.members()]
    steps = sorted((-gain, kept.play.rank[place], place) for gain, place in gains if gain > 0)
    improved = [_improve(kept, place) for _, _, place in steps]
    return any(improved)


def _gain(kept: KeptSet, place: int) -> int:
    mark = kept.mark()
    gain = attempt(kept, place)
    kept.back_to(mark)
    return gain


def _improve(kept: KeptSet, place: int) -> bool:
    """Take a step if it (still) gains."""
    if not kept.kept[place]:
        return False
    mark = kept.mark()
    if attempt(kept, place) > 0:
        return True
    kept.back_to(mark)
    return False


def _exchange(kept: KeptSet) -> bool:
    """Keep a node in place of those in its way wherever it outweighs them."""
    changed = False
    for place in kept.play.by_rank:
        if kept.insert(place):
            kept.saturate()
            changed = True
    return changed


class Opening:
    """Open a costly node by force, repair, and stay there if the cost fell."""

    def __init__(self, kept: KeptSet) -> None:
        self.kept, self.play, self.trials = kept, kept.play, 0
        self.best = kept.members()
        self.failed: set[int] = set()

    def run(self) -> None:
        """Try the costliest node first; a node that failed is tried again only after a success."""
        while (place := self._next()) is not None:
            before = self.kept.value
            self._open(place)
            if self.kept.value > before:
                self.best, self.failed = self.kept.members(), set()
            else:
                self.failed.add(place)
                self._restore()
            self.kept.forget()

    def _next(self) -> int | None:
        least = _WORTH * (self.play.tree.total - self.kept.value)
        costly = [
            place
            for place in self.best
            if self.play.children[place] and place not in self.failed and 100 * self.play.loss[place] >= least
        ]
        if not costly or self.trials > 2 * _TRIALS:
            return None
        return min(costly, key=lambda place: (-self.play.loss[place], self.play.rank[place]))

    def _open(self, place: int) -> None:
        before = set(self.best)
        self.kept.flip(place)
        for child in self.play.children[place]:
            if self.play.allowed[child] and not self.kept.kept[child]:
                self.kept.force(child)
        self.kept.saturate()
        late = self.trials > _TRIALS
        self._walk(lambda member: not late or member not in before, exchange=not late)

    def _walk(self, wanted: Callable[[int], bool], exchange: bool) -> None:
        """Take improving steps, the costliest node first, until none is left."""
        changed = True
        while changed:
            changed = False
            for place in sorted(self.kept.members(), key=lambda one: (-self.play.loss[one], self.play.rank[one])):
                if self.kept.kept[place] and wanted(place):
                    self.trials += 1
                    changed |= _improve(self.kept, place)
            if not changed and exchange:
                changed = _exchange(self.kept)

    def _restore(self) -> None:
        """Go back to the best set: first let go what is too much, then keep what is missing."""
        now, best = set(self.kept.members()), set(self.best)
        for place in sorted(now - best) + sorted(best - now):
            self.kept.flip(place)
