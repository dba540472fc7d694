"""Tables about the fuel of mutants: which are slow, which hang, and what less fuel would say."""

from collections import defaultdict

from comparison import Known, Row, Table
from findings import Findings
from record import Row as FuelRow

MULTIPLES = (5, 10, 30, 100, 300, 1000, 3000)
"""The multiples of the original's fuel that are looked at below the study's own."""


def hangs(findings: Findings) -> list[Table]:
    """Mutants that are slow or hang, on how many data sets, and whether they count."""
    tables = []
    for subject, runs in _by_subject(findings).items():
        by_mutant: dict[str, list[FuelRow]] = defaultdict(list)
        for run in runs:
            by_mutant[run["mutant"]].append(run)
        rows: list[Row] = []
        for name, of_mutant in sorted(by_mutant.items()):
            slow = [run for run in of_mutant if not run["hangs"]]
            times = [run["fuel"] / run["of_original"] for run in slow if run["of_original"] > 0]
            slowest: Known = max(times) if times else None
            fate = findings.fates[subject][name]
            rows.append(
                {
                    "mutant": name,
                    "n_hangs": len(of_mutant) - len(slow),
                    "n_slow": len(slow),
                    "slowest": slowest,
                    "counts": fate.is_usable,
                    "discarded": fate.reason,
                }
            )
        tables.append(Table("hangs", ("Slow and hanging mutants",), subject, ("mutant",), rows))
    return tables


def had_mutants_less(findings: Findings) -> list[Table]:
    """What would run out of fuel at each multiple of the original's, and what would be burnt."""
    limits = findings.record.provenance["limits"]
    floor, most = limits["fuel-floor"], limits["fuel-multiple"]
    tables = []
    for subject, runs in _by_subject(findings).items():
        rows: list[Row] = []
        for multiple in [*(m for m in MULTIPLES if m < most), most]:
            allowed = {id(run): max(run["of_original"] * multiple, floor) for run in runs}
            out = [run for run in runs if run["hangs"] or run["fuel"] > allowed[id(run)]]
            burnt = sum(min(run["fuel"], allowed[id(run)]) for run in runs)
            rows.append(
                {
                    "multiple": multiple,
                    "n_hangs": len(out),
                    "n_wrong": sum(not run["hangs"] for run in out),
                    "n_mutants": len({run["mutant"] for run in out}),
                    "fuel": burnt / 1e6,
                }
            )
        title = "Hangs, had mutants less fuel"
        tables.append(Table("fuel", (title,), subject, ("multiple",), rows))
    return tables


def _by_subject(findings: Findings) -> dict[str, list[FuelRow]]:
    runs: dict[str, list[FuelRow]] = defaultdict(list)
    for run in findings.record.fuel:
        runs[run["subject"]].append(run)
    return dict(sorted(runs.items()))
