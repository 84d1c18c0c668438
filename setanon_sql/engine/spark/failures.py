"""What goes wrong in a statement of Spark, in words that a user can act on."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from setanon_sql.engine.connecting import mentions
from setanon_sql.engine.spark.session import quietly
from setanon_sql.errors import SetanonError

#: How Spark says that a checkpoint is gone.
_LOST = re.compile(r"Checkpoint block rdd_\S+ not found|CHECKPOINT_RDD_BLOCK_ID_NOT_FOUND")


def failures() -> tuple[type[BaseException], ...]:
    """Return what pyspark raises where a statement fails: classic sessions also tell errors of the Java process."""
    from pyspark.errors import PySparkException  # noqa: PLC0415

    java = sys.modules.get("py4j.protocol")
    return (PySparkException, java.Py4JError) if java else (PySparkException,)


@contextmanager
def explained(step: str, address: str) -> Iterator[None]:
    """Say in which step Spark stopped, and why; what it says itself is left out where it repeats an address."""
    try:
        with quietly():
            yield
    except failures() as error:
        message = f"Spark stopped in the step {step}"
        hint = "<values> what Spark says about it"
        if _LOST.search(str(error)):
            message = f"{message}: it reads an earlier one, and an executor was lost that kept it"
            hint = "keep the steps where all executors see them: <scratch>"
        details = () if address and mentions(str(error), address) else (str(error),)
        raise SetanonError(message, hint, details) from error
