"""Tables about mutants: how far they came, why they do not count, which survive."""

from collections import Counter

from comparison import Known, Row, Table
from findings import Fate, Findings, Rate, is_ranked

from .across import across

STEPS = {
    "considered": lambda fate: fate.is_considered,
    "compiled": lambda fate: fate.is_compiled,
    "reached": lambda fate: fate.is_reached,
    "infected": lambda fate: fate.is_infected,
    "propagated": lambda fate: fate.is_propagated,
}
"""The steps after being made; `None` where the record does not tell."""

ALL = "all"


def funnel(findings: Findings) -> list[Table]:
    """Mutants left after each step, by class; then the classes of the usable ones."""
    tables = []
    usable: dict[str, Counter[str]] = {}
    for subject, fates in findings.fates.items():
        classes = sorted({fate.mutant.class_ for fate in fates.values()})
        groups = {name: [f for f in fates.values() if f.mutant.class_ == name] for name in classes}
        groups[ALL] = list(fates.values())
        rows = [_steps(name, some) for name, some in groups.items()]
        tables.append(Table("funnel", ("Mutants by class",), subject, ("class",), rows))
        usable[subject] = Counter(fate.mutant.class_ for fate in fates.values() if fate.is_usable)
    if len(findings.subjects) > 1:
        made = {fate.mutant.class_ for fates in findings.fates.values() for fate in fates.values()}
        rows = [across("class", name, _shares(name, usable)) for name in sorted(made)]
        title = "Usable mutants by class and subject"
        tables.append(Table("funnel", (title,), None, ("class",), rows))
    return tables


def _steps(name: str, fates: list[Fate]) -> Row:
    row: Row = {"class": name, "made": len(fates)}
    row["withdrawn"] = sum(not fate.mutant.is_woven for fate in fates)
    left = fates
    for step, passes in STEPS.items():
        # Without a single fact about a step, the count is unknown and not zero.
        is_known = any(passes(fate) is not None for fate in left)
        left = [fate for fate in left if passes(fate)]
        row[step] = len(left) if is_known else None
    row["usable"] = sum(fate.is_usable for fate in fates)
    return row


def _shares(name: str, usable: dict[str, Counter[str]]) -> dict[str, Rate | None]:
    return {
        subject: Rate(counts[name], counts.total()) if counts.total() else None
        for subject, counts in usable.items()
    }


def discarded(findings: Findings) -> list[Table]:
    """Mutants that do not count, by the first reason that applies and by class."""
    tables = []
    for subject, fates in findings.fates.items():
        left = [fate for fate in fates.values() if not fate.is_usable]
        counts = Counter((fate.reason, fate.mutant.class_) for fate in left)
        classes = sorted({fate.mutant.class_ for fate in left})
        rows: list[Row] = []
        for reason in sorted({str(fate.reason) for fate in left}):
            by_class: dict[str, Known] = {name: counts[reason, name] for name in classes}
            of_all = sum(counts[reason, name] for name in classes)
            rows.append({"reason": reason, **by_class, ALL: of_all})
        tables.append(Table("discarded", ("Mutants discarded",), subject, ("reason",), rows))
    return tables


def survivors(findings: Findings) -> list[Table]:
    """Usable mutants that ranked techniques judged and none of them killed."""
    tables = []
    for subject in findings.subjects:
        ranked = findings.grouped(subject, lambda case: "any" if is_ranked(case) else None)
        names = ranked["any"].judged - ranked["any"].killed if ranked else set()
        rows: list[Row] = []
        for name in sorted(names):
            mutant = findings.record.mutants[subject][name]
            rows.append(
                {
                    "mutant": name,
                    "class": mutant.class_,
                    "line": mutant.line,
                    "before": mutant.before.strip(),
                    "after": mutant.after.strip(),
                }
            )
        tables.append(Table("survivors", ("Survivors",), subject, ("mutant",), rows))
    return tables


def equivalents(findings: Findings) -> list[Table]:
    """Rates if none and if all of the mutants that may be equivalent are."""
    tables = []
    for subject in findings.subjects:
        same_code = findings.record.same_code
        same_as = same_code.get(subject, {}) if same_code is not None else {}
        anybody = findings.grouped(subject, lambda case: "any")
        judged = anybody["any"].judged if anybody else set()
        killed = anybody["any"].killed if anybody else set()
        original = {name for name in judged if same_as.get(name) == "original"}
        other = {name for name in judged if same_as.get(name)} - original
        seen = {name for name in judged if findings.fates[subject][name].is_propagated}
        undecided = judged - killed - seen - original
        rows: list[Row] = []
        for technique, score in findings.by_ranked_technique(subject).items():
            decided = score.rate(score.judged - original)
            if decided is None:
                continue
            row: Row = {"technique": technique, "killed": score.overall}
            if same_code is not None:
                once = score.rate(score.judged - original - other)
                row["same_as_original"] = len(original)
                row["same_as_other"] = len(other)
                row["once_percent"] = percent(once) if once else None
            row["undecided"] = len(undecided)
            if undecided <= score.judged:
                n_left = decided.of - len(undecided)
                row["least_percent"] = percent(decided)
                row["most_percent"] = percent(Rate(decided.n, n_left)) if n_left else None
            rows.append(row)
        tables.append(Table("equivalents", ("Undecided mutants",), subject, ("technique",), rows))
    return tables


def percent(rate: Rate) -> float:
    """A rate as a number."""
    return 100 * rate.n / rate.of
