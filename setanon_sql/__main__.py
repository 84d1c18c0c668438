"""Start the click program ``cli.py``, wherever the installation keeps it."""

import importlib.util
import sys
from types import ModuleType

from setanon_sql.files import stopping
from setanon_sql.package_files import package_files


def load_cli() -> ModuleType:
    """Import ``cli.py`` from the wheel or from the top level of the checkout."""
    spec = importlib.util.spec_from_file_location("setanon_sql.cli", package_files("cli.py", "cli.py"))
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def main() -> None:
    """Run the command line; ends the process with the exit code of the contract (0, 1 or 2)."""
    stopping.to_the_end(lambda: int(load_cli().run()))


if __name__ == "__main__":
    main()
