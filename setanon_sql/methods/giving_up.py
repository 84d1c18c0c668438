"""The fewest items to give up where not all can stay: a smallest hitting set of what stands against them.

An integer program finds it where it is small enough, else it is found greedily.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from setanon_sql.methods.relaxation import Relaxation

Ints = npt.NDArray[np.int64]

#: More sets than that are not given to the integer program, which may take so many seconds.
_MOST = 50_000
_SECONDS = 10.0


def items_to_give_up(sets: Sequence[Ints]) -> tuple[list[int], bool]:
    """Return numbers of which each set (a row, one array a size) has one, and whether fewer will not do."""
    greedy = _greedily(sets)
    if sum(map(len, sets)) > _MOST:
        return greedy, False
    numbers = np.unique(np.concatenate([size_sets.ravel() for size_sets in sets]))
    relaxation = Relaxation(np.ones(len(numbers)))
    for size_sets in sets:
        places = np.searchsorted(numbers, size_sets)
        if size_sets.shape[1] == 1:
            relaxation.exclude(places.ravel())
        else:
            relaxation.require(places.tolist(), all_but_one=True)
    solved = relaxation.solve_whole(np.isin(numbers, greedy, invert=True).astype(np.float64), _SECONDS)
    return (numbers[solved.values < 0.5].tolist(), True) if solved.done else (greedy, False)


def _greedily(sets: Sequence[Ints]) -> list[int]:
    """Give up the number in most sets, as long as there are any; of several the first."""
    remaining = list(sets)
    given_up = list[int]()
    while any(len(size_sets) for size_sets in remaining):
        times = np.bincount(np.concatenate([size_sets.ravel() for size_sets in remaining]))
        given_up.append(int(times.argmax()))
        remaining = [size_sets[~(size_sets == given_up[-1]).any(axis=1)] for size_sets in remaining]
    return given_up


def count_text(given_up: Sequence[int], proved: bool) -> str:
    """Say how many have to be given up."""
    return f"{'The smallest' if proved else 'A small'} set of items to give up has {len(given_up):,}"
