"""Write small releases of each kind as this version makes them: ``python -m tests.versions.make``, before a release."""

import shutil
from collections.abc import Callable
from pathlib import Path

from setanon_sql import __version__, api

FOLDER = Path(__file__).resolve().parent / __version__
TREE = "label,parent\na,ab\nb,ab\nc,cd\nd,cd\nab,all\ncd,all\n"
BASKETS = [["a", "b"], ["a", "c"], ["b", "d"], ["a", "b", "s"], ["c", "d"], ["a"], ["b", "c"], ["a", "d"]] * 3
ROWS = [(at, item) for at, basket in enumerate(BASKETS, 1) for item in basket]


def make(folder: Path) -> None:
    """Write a release of each kind into a folder."""
    source, tree, key = folder / "source.csv", folder / "tree.csv", folder / "ids.key"
    source.write_text("record_id,store,item\n" + "".join(f"{at},{at % 2},{item}\n" for at, item in ROWS))
    tree.write_text(TREE)
    key.write_bytes(bytes(range(32)))
    along = {"taxonomy": tree, "missing": "root"}
    secret = {"sensitive": ["s"]}
    releases: dict[str, Callable[[Path], object]] = {
        "km": lambda out: api.anonymize_km(source, out / "r.csv", k=3, m=2, seed="1", **along),
        "km-keyed": lambda out: api.anonymize_km(
            source, out / "r.csv", k=3, m=1, seed="1", record_ids="keyed", id_key=key
        ),
        "km-local": lambda out: api.anonymize_km(source, out / "r.csv", k=3, m=2, seed="1", recoding="local", **along),
        "km-absent": lambda out: api.anonymize_km(source, out / "r.csv", k=3, m=1, absent=1, seed="1", **along),
        "km-columns": lambda out: api.anonymize_km(
            source, out / "r.csv", k=3, m=1, seed="1", recoding="local", columns=["store"], **along
        ),
        "rho": lambda out: api.anonymize_rho(source, out / "r.csv", rho="0.5", m=1, seed="1", **secret),
        "adaptive": lambda out: api.anonymize_adaptive(
            source, out / "r.csv", rho="0.5", m=1, seed="1", **secret, **along
        ),
        "coherence": lambda out: api.anonymize_coherence(source, out / "r.csv", k=3, m=1, h="0.5", seed="1", **secret),
        "kanonymity": lambda out: api.anonymize_kanonymity(source, out / "r.csv", k=3, seed="1", **along),
        "kanonymity-columns": lambda out: api.anonymize_kanonymity(
            source, out / "r.csv", k=3, seed="1", columns=["store"], **along
        ),
        "disassociation": lambda out: api.anonymize_disassociation(source, out / "pieces", k=3, m=2, seed="1"),
        "safe": lambda out: api.anonymize_disassociation(source, out / "pieces", k=3, m=2, seed="1", safe=True),
        "counts": lambda out: api.publish_counts(source, out / "counts.csv", k=3),
    }
    for name, write in releases.items():
        (folder / name).mkdir()
        write(folder / name)
    for made in (source, tree, key):
        made.unlink()


if __name__ == "__main__":
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir()
    make(FOLDER)
