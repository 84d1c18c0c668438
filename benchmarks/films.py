"""Make dense data of long records with a long tail, like MovieLens 1M: 6,040 persons rated 1,000,209 of 3,700 films.

python -m benchmarks.films FILE.parquet writes ``record_id, item``: a person, a film. Everybody rates 20 films or more,
some over 2,000; some films nearly half of all rate, hundreds hardly anybody. Who likes a kind rates more of that kind.
"""

import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

PERSONS, FILMS, RATINGS, KINDS = 6_040, 3_700, 1_000_209, 18


def lengths(draw: np.random.Generator) -> np.ndarray:
    """Return how many films each person rates: 20 to 2,300, RATINGS in all."""
    wide = np.exp(draw.normal(0, 1, PERSONS))
    low, high = 0.0, float(RATINGS)
    while high - low > 1e-9 * high:
        scale = (low + high) / 2
        total = _clipped(wide, scale).sum()
        low, high = (scale, high) if total < RATINGS else (low, scale)
    counts = _clipped(wide, low)
    counts[np.argsort(-wide)[500 : 500 + RATINGS - counts.sum()]] += 1
    return counts


def _clipped(wide: np.ndarray, scale: float) -> np.ndarray:
    return np.clip(scale * wide, 20, 2_300).astype(int)


def films(seed: int = 1) -> pa.Table:
    """Return the ratings of all persons, drawn without replacement by popularity and taste."""
    draw = np.random.default_rng(seed)
    popular = np.exp(-np.arange(FILMS) / 480) * draw.gamma(4, 0.25, FILMS)
    kinds = draw.integers(0, KINDS, FILMS)
    persons, rated = [], []
    for person, count in enumerate(lengths(draw), start=1):
        taste = draw.gamma(1.5, 1, KINDS)[kinds]
        first = np.argpartition(draw.exponential(1, FILMS) / (popular * taste + 1e-6), count)[:count]
        persons.append(np.full(count, person))
        rated.append(np.sort(first) + 1)
    return pa.table({"record_id": np.concatenate(persons), "item": np.concatenate(rated)})


if __name__ == "__main__":
    pq.write_table(films(), Path(sys.argv[1]))
