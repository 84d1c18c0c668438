"""Cases of rho-uncertainty: beside plain Python, on whole records of any length, and with samples."""

import sys
from pathlib import Path

from benchmarks.harness import Lab, Row, helper, run, setanon
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
        slow, ran = lab.measure("suppressor (python)", f"{name} up to 5", command)
        slow.figures |= ran.answer
        alone, told = lab.measure(
            "  method alone", f"{name} up to 5", helper("measure_rho", "suppress", short, sensitive)
        )
        alone.figures |= told.answer
        if alone.seconds is not None and slow.seconds is not None:
            alone.figures["times_faster"] = ran.answer["seconds"] / told.answer["alone_s"]
        anonymized(lab, short, sensitive, f"{name} up to 5")


def long_records(lab: Lab) -> None:
    """All records, unbounded and bounded knowledge, 10 % of the items sensitive for all."""
    for name in () if lab.quick else DATA:
        source = lab.dataset(name)
        if source is None:
            lab.skip("anonymize rho", name, "no real data")
            continue
        _, sensitive = prepared(lab, source, 0, 0.1)
        for m in (None, 2, 3):
            bound = ("--m", m) if m else ()
            anonymized(lab, source, sensitive, f"{name} all records, m={m or 'all'}", *bound)


def samples(lab: Lab) -> None:
    """Random adversaries on all records of BMS-WebView-2: the exact size of a sample beside Hoeffding's."""
    source = lab.dataset(DATA[1])
    if source is None:
        lab.skip("anonymize rho --sample", DATA[1], "no real data")
        return
    _, sensitive = prepared(lab, source, 0, 0.1)
    for odds in ("0.05",) if lab.quick else ("0.05", "0.01"):
        for bound in ("exact", "hoeffding"):
            words = ("--m", 5, "--sample", "--epsilon", odds, "--delta", odds, "--bound", bound)
            anonymized(lab, source, sensitive, f"sampled, {odds}, {bound}", *words)


def many_wishes(lab: Lab) -> None:
    """Personal wishes as a table of 10^8 rows: a hundred thousand persons, each hides a third of all items."""
    persons = 2_000 if lab.quick else 100_000
    folder = lab.data / f"wishes-{persons}"
    if not (folder / "wishes.parquet").exists():
        lab.measure("wishes", f"{persons:,} persons", helper("measure_rho", "wishes", folder, persons, 5_000), repeat=1)
    words = ("--rho", "0.5", "--sensitive", folder / "wishes.parquet", "--m", 2, "--memory-limit", "8GB")
    source = folder / "baskets.parquet"
    row, ran = lab.measure("audit rho", f"{persons:,} persons", setanon("audit", "rho", source, *words), repeat=1)
    row.figures |= {name: ran.answer.get(name) for name in ("violations", "persons_at_risk")}


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
