"""Kills per technique, property, data set, class, operator and function."""

from collections.abc import Callable

from comparison import Row, Table
from findings import (
    FUNCTION_LEVEL,
    METAMORPHIC,
    UNRANKED,
    Findings,
    Rate,
    Score,
    is_ranked,
    property_set,
)
from record import Case, Mutant

from .across import across

SET_TITLES = {
    "thesis": "the thesis's properties",
    "model": "ISSTA'09's properties",
    "other": "further metamorphic properties",
}
"""How titles call the sets of metamorphic properties."""

SET_ROWS = {"thesis": "the thesis's", "model": "ISSTA'09's", "other": "further ones"}
"""How rows call them."""

ALL = "all"


def by_set(findings: Findings, subject: str) -> dict[str, Score]:
    """Scores of the sets of metamorphic properties."""
    return findings.grouped(
        subject, lambda case: property_set(case) if case.technique == METAMORPHIC else None
    )


def techniques(findings: Findings) -> list[Table]:
    """Kills per technique, and of metamorphic testing per set of properties."""
    tables = []
    for subject in findings.subjects:
        scores = findings.by_technique(subject)
        ranked = findings.by_ranked_technique(subject)
        judged = {case.technique for case in findings.record.rulings if case.subject == subject}
        rows: list[Row] = []
        for name in sorted(judged):
            rate = scores[name].overall if name in scores else None
            row: Row = {"technique": name, "role": UNRANKED.get(name, ""), "killed": rate}
            row["only"] = _only(name, ranked)
            rows.append(row)
        sets = by_set(findings, subject)
        if sets.keys() - {"thesis"}:
            rows += [
                {"technique": SET_ROWS[name], "role": "", "killed": score.overall}
                for name, score in sets.items()
            ]
        tables.append(Table("techniques", ("Kills per technique",), subject, ("technique",), rows))
    if len(findings.subjects) > 1:
        tables.append(_techniques_over_all(findings))
    return tables


def _only(technique: str, ranked: dict[str, Score]) -> int | None:
    """Mutants that no other ranked technique kills, of those that every one of them judged."""
    if technique not in ranked or len(ranked) < 2:
        return None
    others = [score for name, score in ranked.items() if name != technique]
    alone = ranked[technique].killed.difference(*(score.killed for score in others))
    return len(alone.intersection(*(score.judged for score in others)))


def _techniques_over_all(findings: Findings) -> Table:
    by_technique = {subject: findings.by_technique(subject) for subject in findings.subjects}
    sets = {subject: by_set(findings, subject) for subject in findings.subjects}
    rows = []
    for name in _names(by_technique):
        label = f"{name} ({UNRANKED[name]})" if name in UNRANKED else name
        rows.append(across("technique", label, _rates(by_technique, name)))
    if set(_names(sets)) - {"thesis"}:
        rows += [across("technique", SET_ROWS[name], _rates(sets, name)) for name in _names(sets)]
    title = "Kills per technique and subject"
    return Table("techniques", (title,), None, ("technique",), rows)


def _names(scores: dict[str, dict[str, Score]]) -> list[str]:
    return sorted({name for of_subject in scores.values() for name in of_subject})


def _rates(scores: dict[str, dict[str, Score]], name: str) -> dict[str, Rate | None]:
    return {
        subject: of_subject[name].overall if name in of_subject else None
        for subject, of_subject in scores.items()
    }


def properties(findings: Findings) -> list[Table]:
    """Kills per property and class, for each set of properties; then over all subjects."""
    tables = []
    over_all: dict[str, dict[str, dict[str, Score]]] = {}
    for name in SET_TITLES:
        over_all[name] = {subject: {} for subject in findings.subjects}
    for subject in findings.subjects:
        for name, whole in _by_ranked_set(findings, subject).items():
            scores = _of_set(findings, subject, name, lambda case: case.property)
            ends = (SET_TITLES[name], "metamorphic properties") if name in SET_TITLES else (name,)
            # A single property has nothing to compare, and those of functions have other tables.
            if name not in SET_TITLES and (name == FUNCTION_LEVEL or len(scores) < 2):
                continue
            scores["any"] = whole
            if name in SET_TITLES:
                over_all[name][subject] = scores
            titles = tuple(f"Kills per property and class, {end}" for end in ends)
            rows = by_class(findings, subject, scores)
            tables.append(Table("properties", titles, subject, ("class",), rows))
    if len(findings.subjects) > 1:
        for name, by_subject in over_all.items():
            rows = []
            for label in _names(by_subject):
                shown = "any of them" if label == "any" else label
                rows.append(across("property", shown, _rates(by_subject, label)))
            title = f"Kills per property and subject, {SET_TITLES[name]}"
            tables.append(Table("properties", (title,), None, ("property",), rows))
    return tables


def _by_ranked_set(findings: Findings, subject: str) -> dict[str, Score]:
    """Scores of the sets of properties of ranked techniques."""
    return findings.grouped(subject, lambda case: property_set(case) if is_ranked(case) else None)


def _of_set(
    findings: Findings, subject: str, name: str, by: Callable[[Case], str]
) -> dict[str, Score]:
    """Scores of the cases of one set of properties, in groups."""
    return findings.grouped(subject, lambda case: by(case) if property_set(case) == name else None)


def by_class(findings: Findings, subject: str, columns: dict[str, Score]) -> list[Row]:
    """A row per class and one for all, a column per score."""
    classes = findings.mutants_by(subject, lambda mutant: mutant.class_)
    groups = {**classes, ALL: findings.usable[subject]}
    rows: list[Row] = []
    for name, mutants in groups.items():
        rows.append({"class": name, **{column: s.rate(mutants) for column, s in columns.items()}})
    return rows


def data_sets(findings: Findings) -> list[Table]:
    """Kills per data set and class, for each set of properties that has several data sets."""
    tables = []
    for subject in findings.subjects:
        for name in _by_ranked_set(findings, subject):
            scores = _of_set(findings, subject, name, lambda case: case.data_set)
            if len(scores) > 1:
                title = f"Kills per data set and class, {SET_TITLES.get(name, name)}"
                rows = by_class(findings, subject, scores)
                tables.append(Table("data-sets", (title,), subject, ("class",), rows))
    return tables


def _per_technique(
    findings: Findings, kind: str, name: str, value: Callable[[Mutant], str]
) -> list[Table]:
    """Ranked techniques as columns, groups of mutants as rows."""
    tables = []
    for subject in findings.subjects:
        scores = findings.by_ranked_technique(subject)
        rows: list[Row] = []
        for group, mutants in sorted(findings.mutants_by(subject, value).items()):
            rates = {technique: score.rate(mutants) for technique, score in scores.items()}
            rows.append({name: group, **rates})
        tables.append(Table(kind, (f"Kills per {name}",), subject, (name,), rows))
    return tables


def classes(findings: Findings) -> list[Table]:
    """Kills per class."""
    return _per_technique(findings, "classes", "class", lambda mutant: mutant.class_)


def operators(findings: Findings) -> list[Table]:
    """Kills per operator."""
    return _per_technique(findings, "operators", "operator", lambda mutant: mutant.operator)


def functions(findings: Findings) -> list[Table]:
    """Kills per function, by its name."""
    return _per_technique(findings, "functions", "function", lambda mutant: mutant.function)
