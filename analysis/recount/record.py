"""The facts of a record, read from its Parquet files."""

import json
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow.parquet

ORIGINAL = "original"

Row = dict[str, Any]


class Case(NamedTuple):
    """What a technique judges by and on, whatever the variant."""

    subject: str
    technique: str
    property: str
    data_set: str
    seed: int | None


class Ruling(NamedTuple):
    """What a case says of a variant, and why."""

    verdict: str
    cause: str | None


@dataclass(frozen=True)
class Mutant:
    """A mutant as it was made, with what its row says beside its name."""

    subject: str
    name: str
    class_: str
    operator: str
    is_thesis: bool
    file: str
    function: str
    line: int
    before: str
    after: str
    is_woven: bool
    site_kind: str | None


class Record:
    """A record folder in memory; nothing in it depends on a policy."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.provenance: Row = json.loads((folder / "provenance.json").read_text())
        self.subjects: list[str] = sorted(self.provenance["subjects"])
        self.is_imported: bool = self.provenance["toolchain"].startswith("imported from ")
        self.checks: list[Row] = self.provenance.get("checks", [])
        self.placebos: set[tuple[str, str]] = set()
        """Subject and name of every variant without a fault, which is no mutant."""
        self.mutants = self._mutants()
        self.on_placebos: dict[Case, dict[str, Ruling]] = defaultdict(dict)
        self.rulings: dict[Case, dict[str, Ruling]] = defaultdict(dict)
        """For each case its rulings on mutants, by their names."""
        self.on_original: dict[Case, Ruling] = {}
        self.details: dict[Case, str | None] = {}
        """What each case says of the original, in one line."""
        self._read_verdicts()
        self.reach = self.rows("reach")
        self.lines = self.rows("lines")
        self.skipped = self.rows("skipped")
        self.costs = self.rows("costs")
        self.check_costs = self.rows("check_costs")
        self.fuel = [
            row
            for row in self.rows("fuel")
            if (row["subject"], row["mutant"]) not in self.placebos
        ]
        """Runs in which a mutant burnt far more than the original; none in records of format 1."""
        self.outputs = self.rows("outputs") if self.has("outputs") else None
        """What outputs look like; `None` in records that do not tell."""
        self.same_code = self._same_code()

    def has(self, name: str) -> bool:
        """Whether there is a file of this name."""
        return (self._folder / f"{name}.parquet").exists()

    def compared(self, subject: str) -> set[str]:
        """The outputs that techniques compare; none where the record does not tell."""
        return set(self.provenance["subjects"][subject].get("compares", []))

    def ranks(self, subject: str) -> set[str]:
        """The outputs that rank the rows."""
        return set(self.provenance["subjects"][subject].get("ranks", []))

    def rows(self, name: str) -> list[Row]:
        """The rows of a file; none when the record lacks it."""
        path = self._folder / f"{name}.parquet"
        return pyarrow.parquet.read_table(path).to_pylist() if path.exists() else []

    @property
    def cases(self) -> list[Case]:
        """Every case that judged the original or a mutant, by name."""
        return sorted(self.rulings, key=lambda case: (case[:4], case.seed is not None, case.seed))

    def study_data_sets(self, subject: str) -> set[str]:
        """The data sets that techniques are compared on: those that the reference judges."""
        return {
            case.data_set
            for case in self.rulings
            if case.subject == subject and case.technique == "reference"
        }

    def _mutants(self) -> dict[str, dict[str, Mutant]]:
        mutants: dict[str, dict[str, Mutant]] = {subject: {} for subject in self.subjects}
        for row in self.rows("mutants"):
            if row["class"] == "placebo":
                self.placebos.add((row["subject"], row["mutant"]))
                continue
            mutants[row["subject"]][row["mutant"]] = Mutant(
                subject=row["subject"],
                name=row["mutant"],
                class_=row["class"],
                operator=row["operator"],
                is_thesis=row["is_thesis"],
                file=row["file"],
                function=row["function"],
                line=row["line"],
                before=row["before"],
                after=row["after"],
                is_woven=row["status"] == "woven",
                # Records before format 5 do not tell.
                site_kind=row.get("site_kind"),
            )
        return mutants

    def _read_verdicts(self) -> None:
        table = pyarrow.parquet.read_table(self._folder / "verdicts.parquet")
        names = ["subject", "technique", "property", "data_set", "seed"]
        names += ["variant", "verdict", "cause", "detail"]
        columns = [table[name].to_pylist() for name in names]
        for *key, variant, verdict, cause, detail in zip(*columns, strict=True):
            case, ruling = Case(*key), Ruling(verdict, cause)
            of_mutants = self.rulings[case]
            if variant == ORIGINAL:
                self.on_original[case] = ruling
                self.details[case] = detail
            elif (case.subject, variant) in self.placebos:
                self.on_placebos[case][variant] = ruling
            else:
                of_mutants[variant] = ruling

    def _same_code(self) -> dict[str, dict[str, str | None]] | None:
        """By subject and mutant, which variant has the same code; `None` when none was compared."""
        if not (self._folder / "same_code.parquet").exists():
            return None
        same: dict[str, dict[str, str | None]] = defaultdict(dict)
        for row in self.rows("same_code"):
            same[row["subject"]][row["mutant"]] = row["same_as"]
        return same
