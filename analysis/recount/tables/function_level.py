"""Properties of functions beside properties of whole programs."""

from collections import defaultdict
from collections.abc import Callable

from comparison import LeftOut, Row, Table
from findings import FUNCTION_LEVEL, METAMORPHIC, Findings, Rate, Score, property_set
from record import Case
from reported import ReportedTable

from .across import across
from .pairs import pairs
from .rates import by_class

SYSTEM = "metamorphic, the thesis's properties"
OF_THESIS = "mrc, the thesis's properties"
OF_ALL = "mrc, all properties"
LEVELS = (SYSTEM, OF_THESIS, OF_ALL)

Place = tuple[str, str, str]
"""A function: its subject, file and name."""


class ThesisProperties:
    """Which properties of functions are the thesis's, by what the report says of them."""

    def __init__(self, reported: list[ReportedTable]) -> None:
        self._known = {
            (row["subject"].text, row["property"].text)
            for table in reported
            if table.kind == "function-properties"
            for row in table.rows
            if row["of_thesis"].value == 1
        }

    def has(self, subject: str, name: str) -> bool:
        """Whether a property is one of them."""
        return (subject, name) in self._known


def at_level(findings: Findings, thesis: ThesisProperties, subject: str) -> dict[str, Score]:
    """Scores of a subject at each level."""

    def is_system(case: Case) -> str | None:
        is_of = case.technique == METAMORPHIC and property_set(case) == "thesis"
        return SYSTEM if is_of else None

    def is_of_thesis(case: Case) -> str | None:
        is_of = case.technique == FUNCTION_LEVEL and thesis.has(subject, case.property)
        return OF_THESIS if is_of else None

    def is_of_any(case: Case) -> str | None:
        return OF_ALL if case.technique == FUNCTION_LEVEL else None

    groups = (is_system, is_of_thesis, is_of_any)
    return {name: score for by in groups for name, score in findings.grouped(subject, by).items()}


def _by_level(
    findings: Findings,
    thesis: ThesisProperties,
    among: Callable[[str], set[str]],
) -> list[Row]:
    """A row per level, a column per subject, on some of the usable mutants of each."""
    scores = {subject: at_level(findings, thesis, subject) for subject in findings.subjects}
    rows = []
    for level in LEVELS:
        rates = {
            subject: of_subject[level].rate(among(subject)) if level in of_subject else None
            for subject, of_subject in scores.items()
        }
        rows.append(across("level", level, rates))
    return rows


def in_functions(findings: Findings, places: set[Place]) -> Callable[[str], set[str]]:
    """The mutants of a subject in these functions."""

    def mutants(subject: str) -> set[str]:
        return {
            name
            for name, mutant in findings.record.mutants[subject].items()
            if (subject, mutant.file, mutant.function) in places
        }

    return mutants


def place(check: dict) -> Place:
    """The function that a property is about."""
    return (check["subject"], check["file"], check["function"])


def levels(findings: Findings, thesis: ThesisProperties) -> list[Table]:
    """Kills at each level."""
    if not findings.record.checks:
        return []
    rows = _by_level(findings, thesis, lambda subject: findings.usable[subject])
    title = "Kills by properties of programs and of functions"
    return [Table("levels", (title,), None, ("level",), rows)]


def checked_functions(findings: Findings, thesis: ThesisProperties) -> list[Table]:
    """Kills at each level in functions that have properties: of the thesis, and any."""
    checks = findings.record.checks
    of_thesis = [check for check in checks if thesis.has(check["subject"], check["property"])]
    found = {"properties of the thesis": of_thesis}
    if len(of_thesis) < len(checks):
        found["any property"] = checks
    tables = []
    for what, some in found.items():
        rows = _by_level(findings, thesis, in_functions(findings, set(map(place, some))))
        title = f"Kills in functions that have {what}"
        tables.append(Table("checked-functions", (title,), None, ("level",), rows))
    return tables


def level_overlap(findings: Findings, thesis: ThesisProperties) -> list[Table]:
    """Mutants that fall to properties of programs, of functions, of both and of neither."""
    if not findings.record.checks:
        return []
    tables = []
    for level in (OF_THESIS, OF_ALL):
        regions: dict[str, dict[str, Rate | None]] = defaultdict(dict)
        for subject in findings.subjects:
            scores = at_level(findings, thesis, subject)
            found = pairs({name: scores[name] for name in (SYSTEM, level) if name in scores})
            counts: dict[str, int | None] = dict.fromkeys(REGIONS)
            if found:
                pair = found[0]
                only = {pair.first: pair.only_first, pair.second: pair.only_second}
                numbers = (pair.both, only[SYSTEM], only[level], pair.neither)
                counts = dict(zip(REGIONS, numbers, strict=True))
            of = sum(n or 0 for n in counts.values())
            for region, n in counts.items():
                regions[region][subject] = None if n is None else Rate(n, of)
        rows = [across("region", region, rates) for region, rates in regions.items()]
        title = f"Overlap of {SYSTEM} with {level}"
        tables.append(Table("level-overlap", (title,), None, ("region",), rows))
    return tables


REGIONS = ("both", "properties of programs only", "properties of functions only", "neither")


def function_kills(findings: Findings, thesis: ThesisProperties) -> list[Table]:
    """Kills per property of a function and class, the thesis's and further ones apart."""
    tables = []
    for subject in findings.subjects:
        scores = findings.by_property(subject, FUNCTION_LEVEL)
        of_thesis = {name: score for name, score in scores.items() if thesis.has(subject, name)}
        further = {name: score for name, score in scores.items() if name not in of_thesis}
        title = "Kills per property of a function and class"
        ends = {f"{title}, the thesis's properties": of_thesis}
        ends[f"{title}, further ones" if of_thesis else title] = further
        for title, some in ends.items():
            if some:
                rows = by_class(findings, subject, {**some, "any": _any_of(some)})
                tables.append(Table("function-kills", (title,), subject, ("class",), rows))
    return tables


def _any_of(scores: dict[str, Score]) -> Score:
    """These scores as one."""
    judged = set().union(*(score.judged for score in scores.values()))
    return Score(judged, set().union(*(score.killed for score in scores.values())))


def function_properties(findings: Findings, _: ThesisProperties) -> list[Table]:
    """The properties of functions, and how often they were tested on the original."""
    rows: list[Row] = [
        {
            "subject": check["subject"],
            "property": check["property"],
            "of_thesis": LeftOut("whether the thesis has a property, which only the papers tell"),
            "function": check["function"],
            "sandbox": check["sandbox"],
            "order": check["order"],
            "data_sets": check["n-data-sets"],
            "calls": check["n-calls"],
            "tests": check["n-tests"],
            "unfinished": check["n-inconclusive"],
        }
        for check in findings.record.checks
    ]
    title, key = "Properties of functions", ("subject", "property")
    return [Table("function-properties", (title,), None, key, rows)]


def function_funnel(findings: Findings, thesis: ThesisProperties) -> list[Table]:
    """How far the mutants of each function that has properties came, and who kills them."""
    checks: dict[Place, list[dict]] = defaultdict(list)
    for check in findings.record.checks:
        checks[place(check)].append(check)
    rows: list[Row] = []
    for function, of_function in sorted(checks.items()):
        subject = function[0]
        mutants = in_functions(findings, {function})(subject)
        fates = [findings.fates[subject][name] for name in mutants]
        fates = [fate for fate in fates if fate.is_considered]
        scores = at_level(findings, thesis, subject)
        row: Row = {
            "subject": subject,
            "function": function[2],
            "properties": ", ".join(check["property"] for check in of_function),
            "tests": sum(check["n-tests"] for check in of_function),
            "chosen": len(fates),
            "compiled": sum(bool(fate.is_compiled) for fate in fates),
            "reached": sum(bool(fate.is_reached) for fate in fates),
            "usable": sum(fate.is_usable for fate in fates),
        }
        row |= {level: score.rate(mutants) for level, score in scores.items()}
        rows.append(row)
    title, key = "Mutants of functions that have properties", ("subject", "function")
    return [Table("function-funnel", (title,), None, key, rows)]


def overhead(findings: Findings, _: ThesisProperties) -> list[Table]:
    """Processor time of the originals with and without tests of their functions."""
    tables = []
    for subject in findings.subjects:
        costs = [cost for cost in findings.record.check_costs if cost["subject"] == subject]
        groups = {cost["data_set"]: [cost] for cost in costs}
        if costs:
            groups["all"] = costs
        rows: list[Row] = []
        for name, some in groups.items():
            n_tests = sum(
                cost[f"n_{sandbox}_tests"] for cost in some for sandbox in ("clone", "fork", "pod")
            )
            plain = 1000 * sum(cost["plain_seconds"] for cost in some)
            checked = 1000 * sum(cost["checked_seconds"] for cost in some)
            row: Row = {"data_set": name, "tests": n_tests, "plain_ms": plain}
            row |= {"checked_ms": checked}
            row["ms_per_test"] = (checked - plain) / n_tests if n_tests else None
            rows.append(row)
        title = "Processor time with and without tests of functions, in milliseconds"
        tables.append(Table("overhead", (title,), subject, ("data_set",), rows))
    return tables
