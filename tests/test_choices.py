"""A parameter that takes one of a few words refuses all others, before the work: none ever means another one."""

from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from setanon_sql import api
from setanon_sql.engine import DuckDBEngine
from setanon_sql.errors import BadParameter
from setanon_sql.query.templates import columns_of
from setanon_sql.release.long import long_rows
from tests import releases

SOURCE = pd.DataFrame(
    [(f"r{at}", item) for at in range(9) for item in "abc"[: 1 + at % 3]], columns=["record_id", "item"]
)
EDGES = [("a", "ab"), ("b", "ab"), ("ab", "*"), ("c", "*")]


@pytest.mark.parametrize("word", ["Shuffle", "KEEP", "keep ", "x", "", True, None, ["keep"]])
def test_record_ids_are_kept_or_shuffled_and_nothing_else(tmp_path: Path, word: Any) -> None:
    out = tmp_path / "o.csv"
    for publish in (
        lambda: api.anonymize_km(SOURCE, out, k=2, m=1, record_ids=word),
        lambda: api.anonymize_rho(SOURCE, out, rho="0.5", sensitive=["c"], record_ids=word),
        lambda: api.anonymize_adaptive(SOURCE, out, rho="0.5", sensitive=["c"], taxonomy=EDGES, record_ids=word),
    ):
        with pytest.raises(BadParameter, match="record_ids is not one of shuffle, keep"):
            publish()
    assert not list(tmp_path.iterdir())


def test_only_the_word_keep_publishes_the_ids_of_the_source(engine: DuckDBEngine) -> None:
    names = [f"r{at}" for at in range(len(releases.SAFE))]
    content = releases.published(engine, names=names)
    for word, kept in (("keep", True), ("shuffle", False), ("Keep", False)):
        options = releases.options()
        object.__setattr__(options, "record_ids", word)  # as if nobody had checked it
        ids = set(engine.columns(columns_of(long_rows(content, options), "record_id"))["record_id"].tolist())
        assert ids.issubset(names) == kept
