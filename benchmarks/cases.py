"""What is measured. A case is a function that measures into the lab; it calls the commands of the contract."""

import sys
from collections.abc import Callable
from pathlib import Path

from benchmarks import rho
from benchmarks.adaptive import adaptive
from benchmarks.disassociation import DISASSOCIATION
from benchmarks.engines import engines
from benchmarks.growth import growth
from benchmarks.harness import Lab, Row, helper, run, setanon
from benchmarks.optimum import optimum
from benchmarks.papers import papers
from benchmarks.persons import persons
from benchmarks.safe import safe

VIEW1, VIEW2, TREE2 = "bms-webview-1.txt", "bms-webview-2.txt", "bms-webview-2-taxonomy.csv"

#: k, m of ``anonymize km`` on BMS-WebView-2 with its taxonomy.
SETTINGS = ((5, 2), (5, 3), (10, 2), (5, 7), (50, 3))
#: Minimal threats of sizes 2 to 7 at k = 5, as counted by brute force.
THREATS = {
    VIEW1: (30_592, 754_457, 1_578_850, 2_240_939, 1_371_109, 341_924),
    VIEW2: (638_262, 1_033_678, 304_112, 135_113, 56_936, 14_417),
}
#: Share of NCP in percent that Apriori anonymization (generalization only) costs on BMS-WebView-2, measured elsewhere.
APRIORI = {(5, 2): 1.88, (5, 3): 4.93, (10, 2): 2.39}


def audit(lab: Lab) -> None:
    """Audit k^m at m = 2, 7 and without m, beside the single query that counts all pairs, timed in the same run."""
    for name in (VIEW2,) if lab.quick else (VIEW2, VIEW1):
        source = lab.dataset(name)
        if source is None:
            lab.skip("audit", name, "no real data")
            continue
        for m in (2, 7, None):
            _audit_in_a_process(lab, source, m)
            _audit_alone(lab, source, m)


def _audit_in_a_process(lab: Lab, source: Path, m: int | None) -> None:
    """The command as a user runs it: start-up and reading the file included."""
    options = ["--m", str(m)] if m else []
    row, ran = lab.measure(
        f"audit km m={m or 'all'}", source.name, setanon("audit", "km", source, "--k", "5", *options)
    )
    if row.seconds is None:
        return
    counted = ran.answer.get("minimal_threats_by_size", {})
    row.figures |= {"violations": ran.answer.get("violations"), "exact": _exact(source.name, counted, m)}


def _exact(name: str, counted: dict[str, int], m: int | None) -> bool:
    """Tell whether the counts by size are those of brute force, as far as both go."""
    expected = dict(enumerate(THREATS[name], start=2))
    return all(counted.get(str(size)) == expected[size] for size in expected if m is None or size <= m)


def _audit_alone(lab: Lab, source: Path, m: int | None) -> None:
    """The audit of data that have been read, and how many times the all-pairs query it takes, both in one process."""
    row, ran = lab.measure(f"  audit alone m={m or 'all'}", source.name, helper("child", "audit", source, 5, m or 0))
    if row.seconds is not None:
        row.figures |= ran.answer


def anonymize(lab: Lab) -> None:
    """Anonymize the click streams at the settings of the issue: seconds, memory, what is left of the data."""
    source, tree = lab.dataset(VIEW2), lab.dataset(TREE2)
    for k, m in SETTINGS[:1] if lab.quick else SETTINGS:
        if source is None or tree is None:
            lab.skip("anonymize", f"{VIEW2} ({k},{m})", "no real data")
            continue
        row = _anonymize(lab, source, tree, k, m)
        if (k, m) in APRIORI:
            row.figures["apriori_ncp_%"] = APRIORI[k, m]
    plain = lab.dataset(VIEW1)
    if plain is not None and not lab.quick:
        for k, m in ((5, 2), (5, 3)):
            _anonymize(lab, plain, None, k, m)


def _anonymize(lab: Lab, source: Path, tree: Path | None, k: int, m: int) -> Row:
    """Anonymize once or more, then verify and measure the last release."""
    out = lab.data / f"release-{source.stem}-{k}-{m}.parquet"
    options = ["--taxonomy", tree] if tree else []
    command = setanon("anonymize", "km", source, "--out", out, "--k", k, "--m", m, "--seed", 1, "--overwrite", *options)
    row, _ = lab.measure("anonymize km", f"{source.name} ({k},{m})", command)
    if row.seconds is None:
        return row
    measured = run(helper("child", "release", source, out, tree or ""), lab.timeout)
    row.figures |= measured.answer or {"measures": measured.trouble}
    utility = run(setanon("utility", source, out, *options), lab.timeout)
    row.figures |= {f"own_{name}": utility.answer[name] for name in ("ncp", "lm") if name in utility.answer}
    verified = run(setanon("verify", out), lab.timeout)
    row.figures["verified"] = verified.exit == 0
    return row


def apriori(lab: Lab) -> None:
    """Apriori anonymization in plain Python, the reference for NCP: generalization only, whole subtrees."""
    source, tree = lab.dataset(VIEW2), lab.dataset(TREE2)
    for k, m in list(APRIORI)[: 1 if lab.quick else None]:
        if source is None or tree is None:
            lab.skip("apriori", f"{VIEW2} ({k},{m})", "no real data")
            continue
        command = [sys.executable, "-m", "benchmarks.reference_aa", str(source), str(tree), str(k), str(m)]
        row, ran = lab.measure("apriori (python)", f"{source.name} ({k},{m})", command, repeat=1)
        row.figures |= ran.answer | {"elsewhere_ncp_%": APRIORI[k, m]}


CASES: dict[str, Callable[[Lab], None]] = {
    "audit": audit,
    "anonymize": anonymize,
    "growth": growth,
    "apriori": apriori,
    "rho": rho.short_records,
    "rho-long": rho.long_records,
    "rho-samples": rho.samples,
    "rho-wishes": rho.many_wishes,
    "adaptive": adaptive,
}
CASES |= DISASSOCIATION
CASES["safe"] = safe
CASES["engines"] = engines
CASES["optimum"] = optimum
CASES["persons"] = persons
CASES["papers"] = papers
