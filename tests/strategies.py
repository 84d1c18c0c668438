"""Random set-valued data for hypothesis: small, dense and skewed enough that itemsets are frequent."""

from hypothesis import strategies as st

#: 1 to 14 records over 7 items; low ids more often than high ones.
records = st.lists(
    st.frozensets(st.sampled_from([0, 0, 0, 1, 1, 1, 2, 2, 3, 4, 5, 6]), min_size=0, max_size=6),
    min_size=1,
    max_size=14,
)
