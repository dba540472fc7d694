"""What the properties of a technique are worth beside each other."""

from itertools import combinations

from comparison import Deferred, Known, Row, Table
from findings import Findings, place_of_property
from measures import Kills, a12, expected_kills, is_greedy, shapley, smallest_cover
from reported import ReportedRow, ReportedTable


def _kills(findings: Findings) -> list[tuple[str, str, Kills]]:
    """Subject, technique and kills by property, where a technique has several properties."""
    found = []
    for subject in findings.subjects:
        for technique in findings.by_ranked_technique(subject):
            scores = findings.by_property(subject, technique)
            if len(scores) > 1:
                kills = {name: score.killed for name, score in scores.items()}
                found.append((subject, technique, kills))
    return found


def contributions(findings: Findings) -> list[Table]:
    """Shapley values, a smallest set of properties that kills all, and a greedy order."""
    tables = []
    for subject, technique, kills in _kills(findings):
        n_killed = len(set().union(*kills.values()))
        values = shapley(kills)
        n_smallest = smallest_cover(kills)
        rows: list[Row] = [
            {
                "property": name,
                "killed": len(kills[name]),
                "shapley": float(values[name]),
                "share_percent": float(100 * values[name] / n_killed) if n_killed else None,
                "smallest": _in_smallest(kills, n_smallest),
                "greedy": _greedy_place(kills),
            }
            for name in kills
        ]
        title = f"Contributions of properties, {technique}"
        tables.append(Table("contributions", (title,), subject, ("property",), rows))
    return tables


def _in_smallest(kills: Kills, n_smallest: int) -> Deferred:
    """Whether a property is in the smallest set; there may be several, and the report names one."""

    def cell(table: ReportedTable, reported: ReportedRow) -> Known:
        chosen = [row["property"].text for row in table.rows if row["smallest"].value == 1]
        killed = set().union(*(kills.get(str(name), set()) for name in chosen))
        is_cover = killed == set().union(*kills.values())
        if is_cover and len(chosen) == n_smallest and reported["smallest"].value in (0, 1):
            return reported["smallest"].value
        return f"one of {n_smallest} that kill all {len(set().union(*kills.values()))}"

    return cell


def _greedy_place(kills: Kills) -> Deferred:
    """When the greedy rule takes a property; among equal ones it may take any."""

    def cell(table: ReportedTable, reported: ReportedRow) -> Known:
        found = ((row["greedy"].value, str(row["property"].text)) for row in table.rows)
        taken = sorted((place, name) for place, name in found if place is not None)
        is_counted = [place for place, _ in taken] == list(range(1, len(taken) + 1))
        order = [name for _, name in taken]
        if is_counted and set(order) <= kills.keys() and is_greedy(order, kills):
            return reported["greedy"].value
        return "its place in an order that takes what kills most of the rest"

    return cell


def curve(findings: Findings) -> list[Table]:
    """How many mutants k properties kill, over all choices of k."""
    tables = []
    for subject, technique, kills in _kills(findings):
        n_killed = len(set().union(*kills.values()))
        rows: list[Row] = []
        for k in range(1, len(kills) + 1):
            expected = expected_kills(kills, k)
            share = float(100 * expected / n_killed) if n_killed else None
            rows.append({"properties": k, "expected": float(expected), "share_percent": share})
        title = f"Kills of k properties, {technique}"
        tables.append(Table("curve", (title,), subject, ("properties",), rows))
    return tables


def effects(findings: Findings) -> list[Table]:
    """How often a case of one property kills more mutants than a case of another."""
    tables = []
    for subject, technique, kills in _kills(findings):
        names = sorted(kills, key=place_of_property)
        counts = {
            name: [
                len(score.killed)
                for case, score in findings.scores.items()
                if case[:3] == (subject, technique, name) and score.judged
            ]
            for name in names
        }
        rows: list[Row] = [
            {
                "first": first,
                "second": second,
                "first_cases": len(counts[first]),
                "second_cases": len(counts[second]),
                "a12": a12(counts[first], counts[second]),
            }
            for first, second in combinations(names, 2)
        ]
        title = f"Properties in pairs, case by case, {technique}"
        tables.append(Table("effects", (title,), subject, ("first", "second"), rows))
    return tables
