"""What DiffPart loses in Figure 11 of disassociation: the best of epsilon 0.5 to 1.25, as there."""

import argparse
import json
from collections import Counter
from itertools import combinations
from pathlib import Path

from benchmarks.measure_levels import masks, top_itemsets
from benchmarks.reference_suppressor import read_basket
from benchmarks.trees import Tree, read_tree
from setanon_sql import api

EPSILONS = ("0.5", "0.75", "1", "1.25")
#: So many of the most frequent items are looked at in pairs.
PAIRED = 20

Records = list[frozenset[str]]


def pair_error(source: Records, release: Records) -> float:
    """Return the mean relative error of the supports of pairs of the most frequent items: over the mean of both."""
    frequent = Counter(item for record in source for item in sorted(record)).most_common(PAIRED)
    items = {item for item, _ in frequent}
    before, after = (
        Counter(pair for record in records for pair in combinations(sorted(record & items), 2))
        for records in (source, release)
    )
    errors = [2 * abs(before[pair] - after[pair]) / (before[pair] + after[pair]) for pair in before | after]
    return sum(errors) / len(errors)


def lost(source: Records, release: Records, tree: Tree) -> float:
    """Return the share of the most frequent itemsets over the labels of a tree that a release no longer has."""
    expected = top_itemsets(masks(source, tree), tree)
    return 1 - len(expected & top_itemsets(masks(release, tree), tree)) / len(expected)


def main() -> None:
    """Print the losses as JSON; --most: items of a record."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("source", "taxonomy"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--most", type=int, required=True)
    words = parser.parse_args()
    tree, source = read_tree(words.taxonomy), read_basket(words.source, None)
    flat = Tree(dict.fromkeys(tree.items, "*"), {}, tree.items)
    figures = []
    for epsilon in EPSILONS:
        made_up = api.publish_records(
            [sorted(record) for record in source], epsilon=epsilon, taxonomy=words.taxonomy, most=words.most
        )
        release = [frozenset(made_set.items) for made_set in made_up.sets for _ in range(made_set.records)]
        losses = {"top_itemsets_lost": lost(source, release, flat), "levels_lost": lost(source, release, tree)}
        figures.append(losses | {"pair_error": pair_error(source, release), "epsilon": float(epsilon)})
    print(json.dumps(min(figures, key=lambda each: each["top_itemsets_lost"])))


if __name__ == "__main__":
    main()
