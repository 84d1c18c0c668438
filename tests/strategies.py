"""Random set-valued data for hypothesis: small, dense and skewed enough that itemsets are frequent."""

from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from setanon_sql.taxonomy import Taxonomy


def examples(number: int, **more: Any) -> settings:
    """Look at ``number`` random examples, or a share of them: 5 % in CI, 1 % in a quick run, at three at least.

    The profile that ``tests/conftest.py`` loads has the share, in percent: SETANON_EXAMPLES.
    """
    return settings(max_examples=max(3, number * settings().max_examples // 100), **more)


#: 1 to 14 records over 7 items; low ids more often than high ones.
records = st.lists(
    st.frozensets(st.sampled_from([0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 6]), min_size=0, max_size=6),
    min_size=1,
    max_size=14,
)

ITEMS = "abcdefg"

#: The same, with letters for items.
baskets = records.map(lambda data: [{ITEMS[item] for item in record} for record in data])


@st.composite
def persons_of(draw: st.DrawFn, records: int) -> list[int]:
    """Whose so many records are: anybody's, all of one person, one each, or two persons in turn."""
    drawn = draw(st.lists(st.integers(1, max(1, records // 2)), min_size=records, max_size=records))
    turns = [at % 2 + 1 for at in range(records)]
    return draw(st.sampled_from([drawn, drawn, drawn, [1] * records, [*range(1, records + 1)], turns]))


@st.composite
def taxonomies(draw: st.DrawFn) -> Taxonomy:
    """A tree over the items: each under one of three groups or right under the root, groups perhaps under another."""
    parent = {item: draw(st.sampled_from(["G1", "G2", "G3", "top"])) for item in ITEMS}
    used = {group for group in parent.values() if group != "top"}
    for group in sorted(used):
        over = [other for other in ("G1", "G2", "G3") if other > group and other in used]
        parent[group] = draw(st.sampled_from([*over, "top"]))
    return Taxonomy(parent, "top")
