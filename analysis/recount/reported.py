"""The tables of a report, read from the file that `killrate report --format parquet` writes."""

from dataclasses import dataclass, field
from pathlib import Path

import pyarrow.parquet


@dataclass(frozen=True)
class ReportedCell:
    """A cell as the file has it; what does not apply is `None`."""

    text: str | None
    value: float | None
    n: int | None
    of: int | None
    low: float | None
    high: float | None
    published_n: int | None
    published_of: int | None

    @property
    def is_empty(self) -> bool:
        """Whether nothing was measured; a paper may still have a number here."""
        return self.text is None and self.value is None and self.n is None and self.of is None

    @property
    def plain(self) -> str | float | None:
        """What it holds where it names a row."""
        return self.value if self.text is None else self.text

    def __str__(self) -> str:
        if self.is_empty:
            return "nothing"
        if self.n is not None:
            return f"{self.n}/{self.of} = {self.value} % ({self.low}–{self.high} %)"
        return repr(self.plain)


ReportedRow = dict[str, ReportedCell]


@dataclass
class ReportedTable:
    """A table as the file has it."""

    kind: str
    title: str
    subject: str | None
    rows: list[ReportedRow] = field(default_factory=list)

    @property
    def columns(self) -> set[str]:
        """The names of its columns."""
        return {column for row in self.rows for column in row}


def read_tables(path: Path) -> list[ReportedTable]:
    """Every table of the file, in its order."""
    tables: list[ReportedTable] = []
    known: tuple[str, str, str | None] | None = None
    n_row = 0
    for cell in pyarrow.parquet.read_table(path).to_pylist():
        name = (cell["table"], cell["title"], cell["subject"])
        row, column = cell["row"], cell["column"]
        # Rows are counted anew in each table, so a table of the same name starts where they do.
        is_new = name != known or row < n_row
        if is_new or (row == n_row and column in tables[-1].rows[-1]):
            tables.append(ReportedTable(*name))
            known, n_row = name, 0
        if row != n_row:
            tables[-1].rows.append({})
            n_row = row
        fields = {key: cell[key] for key in ReportedCell.__dataclass_fields__}
        tables[-1].rows[-1][column] = ReportedCell(**fields)
    return tables
