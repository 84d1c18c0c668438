"""tKd-ML² of Terrovitis et al.: which of the most frequent itemsets of items and labels a release no longer has.

A record holds its items and all labels over them but the root; an itemset holds no label beside what is under it. A
label of a release stands for no item: itemsets with what is under it are lost.
"""

import argparse
import heapq
import json
from collections import defaultdict
from pathlib import Path

import duckdb

from benchmarks.reference_suppressor import read_basket
from benchmarks.trees import Tree, read_tree

TOP = 1000

Itemset = tuple[str, ...]


def masks(records: list[frozenset[str]], tree: Tree) -> dict[str, int]:
    """Return the records that hold each item or label, as bits; the root, which all hold, is left out."""
    holders: dict[str, list[int]] = defaultdict(list)
    for number, record in enumerate(records):
        for node in {node for item in record for node in tree.upwards(item)[:-1]}:
            holders[node].append(number)
    return {node: _bits(numbers, len(records)) for node, numbers in holders.items()}


def _bits(numbers: list[int], size: int) -> int:
    bits = bytearray(size // 8 + 1)
    for number in numbers:
        bits[number // 8] |= 1 << (number % 8)
    return int.from_bytes(bits, "little")


def top_itemsets(held: dict[str, int], tree: Tree, most: int = TOP) -> set[Itemset]:
    """Return the most frequent itemsets, depth first: what is too rare for the best so far is not gone into."""
    over = {node: set(tree.upwards(node)[1:]) for node in held}
    order = sorted(held, key=lambda node: (-held[node].bit_count(), node))
    best: list[tuple[int, Itemset]] = []
    stack: list[tuple[Itemset, int, int]] = [((), -1, len(order))]
    while stack:
        nodes, common, end = stack.pop()
        for at, node in enumerate(order[:end]):
            least = best[0][0] if len(best) == most else 0
            if held[node].bit_count() <= least:
                break
            if any(node in over[each] or each in over[node] for each in nodes):
                continue
            both = common & held[node]
            support = both.bit_count()
            if support > least:
                itemset = tuple(sorted((*nodes, node)))
                push = heapq.heappushpop if len(best) == most else heapq.heappush
                push(best, (support, itemset))
                stack.append(((*nodes, node), both, at))
    return {itemset for _, itemset in best}


def main() -> None:
    """Print the loss of a release (Parquet: rows, or an original made up from pieces) as JSON."""
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("source", "release", "taxonomy"):
        parser.add_argument(name, type=Path)
    asked = parser.parse_args()
    tree = read_tree(asked.taxonomy)
    rows = duckdb.read_parquet(str(asked.release)).aggregate("record_id, list(item::VARCHAR)", "record_id").fetchall()
    expected = top_itemsets(masks(read_basket(asked.source, None), tree), tree)
    got = top_itemsets(masks([frozenset(items) for _, items in rows], tree), tree)
    print(json.dumps({"levels_lost": 1 - len(expected & got) / len(expected)}))


if __name__ == "__main__":
    main()
