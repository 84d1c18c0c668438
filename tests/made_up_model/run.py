"""Register the made-up model before anything walks over the list, and do with it what is done with every model.

python -m tests.made_up_model.run FOLDER
"""

import json
import os
import runpy
import sys
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

from setanon_sql import registry

registry.register("floor", "tests.made_up_model")

import cli  # noqa: E402
from setanon_sql import api  # noqa: E402
from setanon_sql import open as open_source  # noqa: E402

PAGES = Path(__file__).resolve().parents[2] / ".ci"
REFERENCE = ("commands", "json", "together")
POLICY = """
[source]
place = "baskets.csv"
[guarantee]
model = "floor"
k = 2
[release]
out = "by_policy.csv"
report = "by_policy.html"
[limits]
max_suppressed = 0.9
"""


def command(*words: str) -> tuple[int, str]:
    """Run a command; return its exit code and what it prints."""
    printed = StringIO()
    with redirect_stdout(printed):
        code = cli.run(words)
    return code, printed.getvalue()


def whole_run(folder: Path) -> dict[str, Any]:
    """Return what each part of the program says of the model."""
    os.chdir(folder)
    Path("baskets.csv").write_text("record_id,item\n1,tea\n1,milk\n2,tea\n3,tea\n3,rum\n")
    Path("policy.toml").write_text(POLICY)
    results: dict[str, Any] = {
        name: command(*words.split())
        for name, words in {
            "help": "audit floor --help",
            "audit": "audit floor baskets.csv --k 2 --json",
            "audit in words": "audit floor baskets.csv --k 2",
            "anonymize": "anonymize floor baskets.csv --out safe.csv --k 2 --report safe.html --json",
            "verify": "verify safe.csv --json",
            "utility": "utility baskets.csv safe.csv --json",
            "compare": "compare baskets.csv --model floor --model km --k 2,3 --m 1 --html compared.html --json",
            "suggest": "suggest baskets.csv --model floor --k 2 --m 1 --max-loss 0.9 --json",
            "run": "run policy.toml --json",
            "check": "check policy.toml --json",
            "init": "policy init made.toml -- anonymize floor baskets.csv --out o.csv --k 3",
        }.items()
    }
    Path("safe.csv").write_text(Path("safe.csv").read_text().replace("tea", "rum", 1))
    results["verify edited"] = command("verify", "safe.csv", "--json")
    with open_source("baskets.csv") as shop:
        results["python"] = [api.audit_floor("baskets.csv", k=2).violations, shop.audit_floor(k=2).violations]
    results["report"] = Path("safe.html").read_text()
    results["page"] = Path("compared.html").read_text()
    results["reference"] = {page: runpy.run_path(str(PAGES / f"{page}_page.py"))["page"]() for page in REFERENCE}
    return results


if __name__ == "__main__":
    sys.stdout.write(json.dumps(whole_run(Path(sys.argv[1]))))
