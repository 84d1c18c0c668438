"""The types of parameters and fields, also those that name what is imported for the checker of types alone."""

from types import SimpleNamespace
from typing import Any, get_type_hints

import pandas as pd
import pyarrow as pa

#: A column of pandas takes no brackets when it runs.
FRAMES: dict[str, Any] = {"pd": SimpleNamespace(DataFrame=pd.DataFrame, Series=list), "pa": pa, "Any": Any}


def hints_of(thing: Any) -> dict[str, Any]:
    """What a function takes and returns, what a class holds, or the keywords of a dictionary of them."""
    return get_type_hints(thing, localns=FRAMES)
