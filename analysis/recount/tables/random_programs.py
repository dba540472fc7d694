"""Kills on programs that use randomness."""

from comparison import Row, Table
from findings import Findings, Score

TECHNIQUES = (
    "statistical",
    "statistical-thesis",
    "heuristic",
    "heuristic-thesis",
    "partial-oracle",
    "assertions",
    "mrc",
)
"""The techniques of the thesis's third study, those that compare samples in two ways."""

SORT = {"sort_examples", "merge_sort", "merge", "bounded"}
"""The functions of MartiRank that sort, where it places missing values at random."""

DETERMINISTIC = {"pauc", "insert_score"}
"""Functions of MartiRank that have properties and use no randomness."""


def random_programs(findings: Findings) -> list[Table]:
    """Kills per technique, and by groups of functions where the thesis has them."""
    tables = []
    for subject in findings.subjects:
        scores = findings.by_technique(subject)
        if not any(name.startswith(("statistical", "heuristic")) for name in scores):
            continue
        scores = {name: scores[name] for name in TECHNIQUES if name in scores}
        rows: list[Row] = [{"technique": n, "killed": score.overall} for n, score in scores.items()]
        title, kind = "Kills on a random program", "random-programs"
        tables.append(Table(kind, (title,), subject, ("technique",), rows))
        rows = _by_functions(findings, subject, scores)
        title, key = f"{title}, by groups of functions", ("functions", "technique")
        tables.append(Table(kind, (title,), subject, key, rows, is_optional=True))
    return tables


def _by_functions(findings: Findings, subject: str, scores: dict[str, Score]) -> list[Row]:
    """A row per group of functions and technique that judged a mutant there."""

    def group(name: str) -> str:
        if name in DETERMINISTIC:
            return "pauc+insert_score (deterministic)"
        is_sort = name in SORT
        return "sort_examples (non-deterministic)" if is_sort else "other (no properties)"

    groups = findings.mutants_by(subject, lambda mutant: group(mutant.function))
    return [
        {"functions": name, "technique": technique, "killed": score.rate(mutants)}
        for name, mutants in groups.items()
        for technique, score in scores.items()
    ]
