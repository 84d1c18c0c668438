"""Where the program's answers go: nothing but them on stdout, and the same exit code wherever stdout and stderr go."""

import subprocess
import sys
from pathlib import Path

from tests.cli.program import FOLDER, process

K2 = ("--k", "2", "--m", "2")


def test_what_solves_integer_programs_prints_nothing(shop: Path) -> None:
    answer = process("anonymize", "km", shop / "b.csv", "--out", shop / "r.csv", *K2, "--json", "--quiet")
    assert answer.code == 0 and answer.json["model"] == "km"
    call = f"api.anonymize_km({str(shop / 'b.csv')!r}, None, k=2, m=2); assert 'highspy' in sys.modules"
    library = f"import sys; from setanon_sql import api; {call}"
    called = subprocess.run([sys.executable, "-c", library], cwd=FOLDER, capture_output=True, text=True, check=True)
    assert not called.stdout
