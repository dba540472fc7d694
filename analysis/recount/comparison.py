"""Recounted tables beside reported ones, cell by cell."""

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple, TypeVar

from statsmodels.stats.proportion import proportion_confint

from findings import Rate
from reported import ReportedCell, ReportedRow, ReportedTable

TOLERANCE = 1e-9
"""By how much of itself a number may differ when it is computed in two ways."""

NOTHING = 1e-12
"""What a number may differ from zero, which has no share to differ by."""


@dataclass(frozen=True)
class LeftOut:
    """A cell that cannot be recounted, with the reason."""

    reason: str


class Estimate(NamedTuple):
    """A percentage that is no share of one count, with the ends of its 95 % interval."""

    percent: float
    low: float
    high: float


Held = str | float | bool | Rate | Estimate | None
"""What a cell holds; `None` is no evidence."""

Known = Held | LeftOut

Deferred = Callable[[ReportedTable, ReportedRow], Known]
"""A cell that depends on what the papers have, or on a choice among equals that the report made."""

Row = dict[str, Known | Deferred]

Key = tuple[tuple[object, ...], int]
"""The cells that name a row, and which of the rows of that name it is."""

T = TypeVar("T")


@dataclass
class Table:
    """A table recounted; `key` has the columns that tell its rows apart."""

    kind: str
    titles: tuple[str, ...]
    """What the report may call it, by whether the papers have the subject."""
    subject: str | None
    key: tuple[str, ...]
    rows: list[Row]
    is_optional: bool = False
    """Whether a report without the papers' numbers lacks it."""


@dataclass
class Tally:
    """What came of comparing the tables of one kind."""

    n_tables: int = 0
    n_same: int = 0
    differing: list[str] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)
    """Cells that were not compared, by reason."""

    @property
    def n_compared(self) -> int:
        """Cells of which both sides were looked at."""
        return self.n_same + len(self.differing)


OF_PAPERS = "numbers of the papers"


def compare_kind(recounted: list[Table], reported: list[ReportedTable]) -> Tally:
    """Compares all tables of a kind, whatever their order."""
    tally = Tally()
    left = list(reported)
    for table in recounted:
        beside = _beside(table, left)
        if beside is not None:
            left.remove(beside)
            tally.n_tables += 1
            _compare_table(table, beside, tally)
        elif not table.is_optional and _is_told(table):
            tally.differing.append(f"{_place(table.subject, table.titles[0])}: not in the report")
    for beside in left:
        tally.differing.append(f"{_place(beside.subject, beside.title)}: not recounted")
    return tally


def _beside(table: Table, reported: list[ReportedTable]) -> ReportedTable | None:
    """The reported table that this one is about: the most alike of those that have its name."""
    named = [
        known
        for known in reported
        if known.subject == table.subject and known.title in table.titles
    ]
    columns = {column for row in table.rows for column in row}
    return max(named, key=lambda known: len(known.columns & columns), default=None)


def _compare_table(table: Table, reported: ReportedTable, tally: Tally) -> None:
    place = _place(reported.subject, reported.title)
    rows = _by_key(reported.rows, _reported_name, table.key)
    expected = _by_key(table.rows, _named, table.key)
    for key, row in expected.items():
        if key in rows:
            _compare_row(f"{place}: {_show_key(key)}", row, reported, rows[key], tally)
        elif any(_has_evidence(row[name]) for name in row if name not in table.key):
            tally.differing.append(f"{place}: {_show_key(key)}: row is not in the report")
    for key in rows.keys() - expected.keys():
        measured = (cell for name, cell in rows[key].items() if name not in table.key)
        # A row of the papers has its place where nothing was measured.
        if all(cell.is_empty for cell in measured):
            tally.left_out[OF_PAPERS] += len(rows[key])
        else:
            tally.differing.append(f"{place}: {_show_key(key)}: row was not recounted")


def _is_told(table: Table) -> bool:
    """Whether some cell holds more than the name of its row."""
    cells = (cell for row in table.rows for name, cell in row.items() if name not in table.key)
    return any(map(_has_evidence, cells))


def _compare_row(
    place: str, row: Row, table: ReportedTable, reported: ReportedRow, tally: Tally
) -> None:
    for column, cell in reported.items():
        if column == "published" or column.startswith("paper"):
            tally.left_out[OF_PAPERS] += 1
            continue
        expected = row.get(column)
        if callable(expected):
            expected = expected(table, reported)
        if isinstance(expected, LeftOut):
            tally.left_out[expected.reason] += 1
        elif _is_same(expected, cell):
            tally.n_same += 1
        else:
            tally.differing.append(f"{place}: {column}: report {cell}, recount {_show(expected)}")
    for column in row.keys() - reported.keys():
        if _has_evidence(row[column]):
            tally.differing.append(f"{place}: {column}: column is not in the report")


def _is_same(expected: Held, cell: ReportedCell) -> bool:
    if expected is None:
        return cell.is_empty
    if isinstance(expected, str):
        return cell.text == expected and cell.value is None
    if isinstance(expected, Rate):
        numbers = (100 * expected.n / expected.of, *wilson(expected))
        shown = (cell.value, cell.low, cell.high)
        return (cell.n, cell.of) == expected and all(map(is_close, numbers, shown))
    if isinstance(expected, Estimate):
        shown = (cell.value, cell.low, cell.high)
        return cell.text is None and cell.n is None and all(map(is_close, expected, shown))
    return cell.text is None and cell.n is None and is_close(float(expected), cell.value)


def is_close(a: float, b: float | None) -> bool:
    """Whether two numbers are one, but for rounding."""
    return b is not None and math.isclose(a, b, rel_tol=TOLERANCE, abs_tol=NOTHING)


@cache
def wilson(rate: Rate) -> tuple[float, float]:
    """The 95 % Wilson interval of a rate, in percent."""
    low, high = proportion_confint(rate.n, rate.of, alpha=0.05, method="wilson")
    return 100 * low, 100 * high


def weighted(rates: list[tuple[Rate, int]]) -> Estimate | None:
    """The mean of percentages by their weights; nothing for fewer than two.

    The interval adds the squares of how far each share's Wilson interval reaches, by its weight.
    """
    if len(rates) < 2:
        return None
    whole = sum(weight for _, weight in rates)
    parts = [(100 * rate.n / rate.of, *wilson(rate), weight / whole) for rate, weight in rates]
    percent = math.fsum(share * weight for share, _, _, weight in parts)
    below = math.hypot(*(weight * (share - low) for share, low, _, weight in parts))
    above = math.hypot(*(weight * (high - share) for share, _, high, weight in parts))
    return Estimate(percent, percent - below, percent + above)


def _by_key(rows: list[T], value: Callable[[T, str], object], key: tuple[str, ...]) -> dict[Key, T]:
    """Rows by the cells that name them; rows of the same name are told apart by their order."""
    n_known: Counter[tuple[object, ...]] = Counter()
    by_key: dict[Key, T] = {}
    for row in rows:
        name = tuple(value(row, column) for column in key)
        n_known[name] += 1
        by_key[name, n_known[name]] = row
    return by_key


def _named(row: Row, column: str) -> object:
    """What a recounted row holds where it names itself."""
    cell = row.get(column)
    return float(cell) if isinstance(cell, int | float) else cell


def _reported_name(row: ReportedRow, column: str) -> object:
    return row[column].plain if column in row else None


def _has_evidence(cell: Known | Deferred) -> bool:
    return cell is not None and not callable(cell) and not isinstance(cell, LeftOut)


def _place(subject: str | None, title: str) -> str:
    return f"{subject or 'all subjects'}, {title}"


def _show_key(key: Key) -> str:
    return " ".join("–" if part is None else str(part) for part in key[0])


def _show(expected: Held) -> str:
    if expected is None:
        return "nothing"
    if isinstance(expected, Rate):
        low, high = wilson(expected)
        return f"{expected.n}/{expected.of} = {100 * expected.n / expected.of} % ({low}–{high} %)"
    return repr(expected)
