"""Rows of rates with a column per subject, and their totals."""

from comparison import Deferred, Estimate, Row, weighted
from findings import Rate, total
from reported import ReportedRow, ReportedTable


def across(name: str, label: str, rates: dict[str, Rate | None]) -> Row:
    """A row over subjects: `name` is the column of the label, `rates` has an entry per subject."""
    row: Row = {name: label, **rates}
    row["all"] = total(rates.values())
    row["where_published"] = _where_published(rates)
    row["weighted_percent"] = _weighted(rates)
    return row


def _weighted(rates: dict[str, Rate | None]) -> Deferred:
    """The mean of the percentages, weighted by the mutants that a paper has of each subject."""

    def cell(_: ReportedTable, reported: ReportedRow) -> Estimate | None:
        weights = {subject: reported[subject].published_of for subject in rates}
        return weighted(
            [
                (rate, weight)
                for subject, rate in rates.items()
                if rate is not None and (weight := weights[subject]) is not None
            ]
        )

    return cell


def _where_published(rates: dict[str, Rate | None]) -> Deferred:
    """The total over the subjects that a paper has too, which the report's row tells."""

    def cell(_: ReportedTable, reported: ReportedRow) -> Rate | None:
        return total(
            rate for subject, rate in rates.items() if reported[subject].published_n is not None
        )

    return cell
