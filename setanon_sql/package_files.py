"""Where the package finds its own files: beside it in a checkout, inside it in a wheel."""

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
