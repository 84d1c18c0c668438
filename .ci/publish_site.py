"""Put a built site of the documentation beside those of other versions, for the switch in its header.

python .ci/publish_site.py build/site VERSION FOLDER

``FOLDER`` is what the server shows: a folder for each minor version, one of the newest called ``latest``, the list of
versions that the switch reads, and a page that leads to the newest.
"""

import json
import re
import shutil
import sys
from pathlib import Path

LATEST = "latest"
START = f"""<!doctype html>
<meta charset="utf-8">
<title>setanon</title>
<meta http-equiv="refresh" content="0; url={LATEST}/">
<a href="{LATEST}/">setanon</a>
"""


def publish(built: Path, version: str, folder: Path) -> list[str]:
    """Replace the site of the minor version that ``version`` is of, and return the versions there are, newest first."""
    minor = re.match(r"v?(\d+\.\d+)(\.|$)", version)
    if minor is None:
        raise SystemExit(f"{version} is no version; give one such as 0.1.0")
    folder.mkdir(exist_ok=True)
    put(built, folder / minor[1])
    versions = sorted((one.name for one in folder.iterdir() if numbers(one.name)), key=numbers, reverse=True)
    put(folder / versions[0], folder / LATEST)
    listed = [{"version": one, "title": one, "aliases": [LATEST] * (one == versions[0])} for one in versions]
    (folder / "versions.json").write_text(json.dumps(listed), encoding="utf-8")
    (folder / "index.html").write_text(START, encoding="utf-8")
    return versions


def put(site: Path, place: Path) -> None:
    """Copy a site, in place of one that may be there."""
    shutil.rmtree(place, ignore_errors=True)
    shutil.copytree(site, place)


def numbers(name: str) -> tuple[int, ...]:
    """Return the numbers of a minor version, to sort by; none for the name of anything else."""
    return tuple(map(int, name.split("."))) if re.fullmatch(r"\d+\.\d+", name) else ()


if __name__ == "__main__":
    print("versions:", ", ".join(publish(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3]))))
