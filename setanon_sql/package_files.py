"""Where the package finds its own files (in a checkout or a wheel), and how its extras are installed."""

import sys
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent


def package_files(in_wheel: str, in_checkout: str) -> Path:
    """Return the first that exists of ``<package>/in_wheel`` and ``<checkout>/in_checkout``.

    Raises FileNotFoundError where the installation is broken and holds neither.
    """
    for path in (PACKAGE / in_wheel, PACKAGE.parent / in_checkout):
        if path.exists():
            return path
    raise FileNotFoundError(f"setanon is not installed completely: {in_wheel} is missing in {PACKAGE}")


def install_line(extra: str) -> str:
    """Return the line that installs an extra of the package the way the package was installed: by pip, uv or pipx."""
    files = {"uv-receipt.toml": "uv tool install", "pipx_metadata.json": "pipx install -f"}
    install = next((line for file, line in files.items() if Path(sys.prefix, file).exists()), "pip install")
    return f"{install} 'setanon-sql[{extra}]'"
