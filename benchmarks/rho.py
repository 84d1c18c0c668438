"""Cases of rho-uncertainty: beside plain Python, on whole records of any length, and with samples."""

import sys
from pathlib import Path

from benchmarks.harness import Lab, Row, run, setanon
from benchmarks.reference_suppressor import draw, read_basket

DATA = ("bms-webview-1.txt", "bms-webview-2.txt")


def short_records(lab: Lab) -> None:
    """Records of at most five items, 40 % of the items sensitive for all: beside one rule at a time in plain Python."""
    for name in DATA[1:] if lab.quick else DATA:
        source = lab.dataset(name)
        if source is None:
            lab.skip("anonymize rho", name, "no real data")
            continue
        short, sensitive = prepared(lab, source, 5, 0.4)
        command = [sys.executable, "-m", "benchmarks.reference_suppressor", str(source), "--share", "0.4"]
        slow, ran = lab.measure("suppressor (python)", f"{name} up to 5", command, repeat=1)
        slow.figures |= ran.answer
        row = anonymized(lab, short, sensitive, f"{name} up to 5")
        if row.seconds and slow.seconds:
            row.figures["times_faster"] = slow.seconds / row.seconds


def long_records(lab: Lab) -> None:
    """All records, unbounded knowledge, 10 % of the items sensitive for all."""
    for name in () if lab.quick else DATA:
        source = lab.dataset(name)
        if source is None:
            lab.skip("anonymize rho", name, "no real data")
            continue
        _, sensitive = prepared(lab, source, 0, 0.1)
        anonymized(lab, source, sensitive, f"{name} all records")


def samples(lab: Lab) -> None:
    """Random adversaries on all records of BMS-WebView-2: the exact size of a sample beside Hoeffding's."""
    source = lab.dataset(DATA[1])
    if source is None:
        lab.skip("anonymize rho --sample", DATA[1], "no real data")
        return
    _, sensitive = prepared(lab, source, 0, 0.1)
    for bound in ("exact", "hoeffding"):
        odds = ("--m", 5, "--sample", "--epsilon", "0.05", "--delta", "0.05", "--bound", bound)
        anonymized(lab, source, sensitive, f"sampled, {bound}", *odds)


def prepared(lab: Lab, source: Path, longest: int, share: float) -> tuple[Path, Path]:
    """Write the records of at most ``longest`` items (0: all) and a share of their items, drawn at random."""
    records = read_basket(source, longest or None)
    short, sensitive = lab.data / f"{source.stem}-{longest}.dat", lab.data / f"{source.stem}-{longest}-{share}.csv"
    short.write_text("".join(" ".join(sorted(record)) + "\n" for record in records), encoding="utf-8")
    sensitive.write_text("item\n" + "".join(f"{item}\n" for item in sorted(draw(records, share, 1))), encoding="utf-8")
    return short, sensitive


def anonymized(lab: Lab, source: Path, sensitive: Path, what: str, *options: object) -> Row:
    """Anonymize, then verify and measure."""
    out = lab.data / f"release-rho-{source.stem}.parquet"
    words = ("--rho", "0.5", "--sensitive", sensitive, "--seed", 1, "--overwrite")
    row, ran = lab.measure("anonymize rho", what, setanon("anonymize", "rho", source, "--out", out, *words, *options))
    if row.seconds is not None:
        row.figures |= {name: ran.answer[name] for name in ("suppressed_ratio", "kl_divergence")}
        verified = run(setanon("verify", out), lab.timeout)
        row.figures |= {"verified": verified.exit == 0, "verify_s": verified.seconds}
    return row
