"""Counts the tables of a report again from its record, and tells every cell that differs."""

import argparse
import sys
from functools import partial
from pathlib import Path

# So that the folder runs by its path and as a module alike.
sys.path.insert(0, str(Path(__file__).parent))

from comparison import Tally, compare_kind
from findings import POLICIES, Findings
from record import Record
from reported import ReportedTable, read_tables
from tables import COVERED, COVERED_WITH_THESIS, UNCOVERED
from tables.function_level import ThesisProperties


def main() -> int:
    """The exit code: 0 when every cell is the same and no kind of table is unknown, else 1."""
    parser = argparse.ArgumentParser(prog="recount", description=__doc__)
    parser.add_argument("record", type=Path, help="the folder of a record")
    parser.add_argument("tables", type=Path, help="its tables, of a report with --format parquet")
    parser.add_argument("--policy", choices=POLICIES, default="thesis", help="that of the report")
    arguments = parser.parse_args()
    findings = Findings(Record(arguments.record), arguments.policy)
    return print_tallies(findings, read_tables(arguments.tables))


def print_tallies(findings: Findings, reported: list[ReportedTable]) -> int:
    """Prints a line for each kind of table, and one with the totals."""
    thesis = ThesisProperties(reported)
    recounts = {kind: partial(recount, findings) for kind, recount in COVERED.items()}
    for kind, recount in COVERED_WITH_THESIS.items():
        recounts[kind] = partial(recount, findings, thesis)
    in_report = dict.fromkeys(table.kind for table in reported)
    tallies: list[Tally] = []
    n_unknown = 0
    for kind in in_report | recounts | UNCOVERED:
        of_kind = [table for table in reported if table.kind == kind]
        if kind in recounts:
            tally = compare_kind(recounts[kind](), of_kind)
            tallies.append(tally)
            _print_kind(kind, tally)
        elif kind in UNCOVERED:
            n_cells = sum(len(row) for table in of_kind for row in table.rows)
            print(f"{kind:20} {n_cells} cells not covered: {UNCOVERED[kind]}")
        else:
            n_unknown += 1
            print(f"{kind:20} UNKNOWN: recount it, or say in tables/__init__.py why not")
    return _print_totals(tallies, n_unknown)


def _print_kind(kind: str, tally: Tally) -> None:
    left_out = [f"{n} left out: {reason}" for reason, n in sorted(tally.left_out.items())]
    told = f"{tally.n_compared} cells compared, {len(tally.differing)} differ"
    print(f"{kind:20} " + "; ".join([told, *left_out]))
    for difference in tally.differing:
        print(f"  DIFFERS {difference}")


def _print_totals(tallies: list[Tally], n_unknown: int) -> int:
    n_tables = sum(tally.n_tables for tally in tallies)
    n_compared = sum(tally.n_compared for tally in tallies)
    n_differing = sum(len(tally.differing) for tally in tallies)
    n_left_out = sum(tally.left_out.total() for tally in tallies)
    print(
        f"total: {n_compared} cells of {n_tables} tables compared, {n_differing} differ, "
        f"{n_left_out} left out; {n_unknown} unknown kinds of table"
    )
    return 1 if n_differing or n_unknown else 0


if __name__ == "__main__":
    sys.exit(main())
