"""What ``README.md`` promises to a new user is what ``.ci/run`` runs."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_the_commands_for_a_new_machine_are_marked_for_ci() -> None:
    blocks = re.findall(
        r"^```sh ci\n(.*?)^```$", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    assert len(blocks) == 1, "README.md needs one block that opens with ```sh ci; .ci/run takes its commands from there"
    demo, tests = blocks[0].splitlines()
    for line in (demo, tests):
        assert line.startswith("python3 -m venv .venv && .venv/bin/pip install "), "each line works in a fresh clone"
    assert demo.endswith(".venv/bin/setanon demo")
    assert tests.endswith(".venv/bin/pytest")
