"""HiGHS, the solver of linear and integer programs: silent, and stopped by Ctrl-C."""

import threading
from typing import Any


def silent_model(api: Any) -> Any:
    """Return an empty model of HiGHS (the module ``api``) that prints nothing, whatever its version.

    It prints its name and its licence with the first thing that it is asked for while its output is on. In 1.16 its
    constructor asks for callbacks, so that the output must be off before.
    """

    class Silent(api.Highs):  # type: ignore[misc]
        def enableCallbacks(self) -> None:  # noqa: N802 - HiGHS calls it so
            self.setOptionValue("output_flag", False)
            super().enableCallbacks()

    model = Silent()
    model.setOptionValue("output_flag", False)  # where a version's constructor asks for no callbacks
    return model


def run_model(model: Any, seconds: float) -> None:
    """Solve a model in a thread, for so long at most: Python sees Ctrl-C while it waits, and HiGHS is told to end."""
    model.setOptionValue("time_limit", model.getRunTime() + max(seconds, 0.0))
    ended = threading.Event()
    model.HandleUserInterrupt = True

    def run() -> None:
        try:
            model.run()
        finally:
            ended.set()

    threading.Thread(target=run, daemon=True).start()
    try:
        while not ended.wait(0.05):
            pass
    except BaseException:
        model.cancelSolve()
        raise
