"""How sure a ranking of techniques is."""

from collections import defaultdict
from itertools import permutations

from comparison import LeftOut, Row, Table
from findings import CEILING, FLOOR, POLICIES, Findings, Rate, is_ranked
from measures import dominators as least
from record import Case

from .mutants import percent

DRAWN = LeftOut("drawn with the random generator of the report")


def uncertainty(findings: Findings) -> list[Table]:
    """Totals of the techniques that judged every subject, and how far they are behind the best."""
    scores = {subject: findings.by_ranked_technique(subject) for subject in findings.subjects}
    common = set.intersection(*(set(of_subject) for of_subject in scores.values()))
    if len(scores) < 2 or not common:
        return []
    totals: dict[str, Rate] = {}
    for name in sorted(common):
        rates = [of_subject[name].overall for of_subject in scores.values()]
        totals[name] = Rate(sum(rate.n for rate in rates), sum(rate.of for rate in rates))
    best = max(totals, key=lambda name: totals[name].n)
    rows: list[Row] = []
    for name, rate in totals.items():
        row: Row = {"technique": name, "killed": rate, "behind": None}
        row |= {"subjects_low": DRAWN, "subjects_high": DRAWN}
        if name != best:
            row["behind"] = percent(totals[best]) - percent(rate)
            row |= {"behind_low": DRAWN, "behind_high": DRAWN}
        rows.append(row)
    title = "Totals with whole subjects drawn again"
    return [Table("uncertainty", (title,), None, ("technique",), rows)]


def imitation(findings: Findings) -> list[Table]:
    """What techniques kill above the floor, out of what the ceiling kills above it."""
    tables = []
    for subject in findings.subjects:
        scores = findings.by_technique(subject)
        if FLOOR not in scores or CEILING not in scores:
            continue
        floor, ceiling = scores[FLOOR].overall, scores[CEILING].overall
        rows: list[Row] = []
        for technique, score in findings.by_ranked_technique(subject).items():
            rate = score.overall
            row: Row = {"technique": technique, "killed": rate.n}
            row |= {"floor": floor.n, "ceiling": ceiling.n, "imitation_percent": None}
            if rate.of == floor.of == ceiling.of and ceiling.n > floor.n:
                share = (rate.n - floor.n) / (ceiling.n - floor.n)
                row["imitation_percent"] = 100 * share
            rows.append(row)
        title = "Imitation of an oracle"
        tables.append(Table("imitation", (title,), subject, ("technique",), rows))
    return tables


def _dominating(findings: Findings, subject: str) -> dict[str, Rate]:
    """Kills per ranked technique among the mutants that stand for the others."""
    killing: dict[str, set[Case]] = defaultdict(set)
    for case, score in findings.scores.items():
        if case.subject == subject and is_ranked(case):
            for mutant in score.killed:
                killing[mutant].add(case)
    kept = least(frozenset(cases) for cases in killing.values())
    if not kept:
        return {}
    return {
        name: Rate(sum(any(case.technique == name for case in cases) for cases in kept), len(kept))
        for name in findings.by_ranked_technique(subject)
    }


def dominators(findings: Findings) -> list[Table]:
    """Kills per technique among dominators, beside those among all."""
    tables = []
    for subject in findings.subjects:
        rates = _dominating(findings, subject)
        scores = findings.by_ranked_technique(subject)
        rows: list[Row] = [
            {"technique": name, "all": scores[name].overall, "dominators": rate}
            for name, rate in rates.items()
        ]
        title = "Kills of dominators"
        tables.append(Table("dominators", (title,), subject, ("technique",), rows))
    return tables


def flips(findings: Findings) -> list[Table]:
    """Pairs of techniques whose order turns round when one looks differently."""
    # The readings of the thesis need both to tell which mutants count.
    is_told = findings.has_techniques(FLOOR, CEILING)
    others = [
        name for name in POLICIES if name != findings.policy and (name == "strict" or is_told)
    ]
    views = {f"policy {name}": Findings(findings.record, name) for name in others}
    tables = []
    for subject in findings.subjects:
        scores = findings.by_ranked_technique(subject)
        base = {name: score.overall for name, score in scores.items()}
        seen = {view: _rates(other, subject) for view, other in views.items()}
        seen["dominators only"] = _dominating(findings, subject)
        for name, mutants in findings.mutants_by(subject, lambda m: m.class_).items():
            rates = {technique: score.rate(mutants) for technique, score in scores.items()}
            seen[f"class {name}"] = {key: rate for key, rate in rates.items() if rate}
        rows: list[Row] = []
        for view, here in seen.items():
            for ahead, behind in permutations(base.keys() & here.keys(), 2):
                was_ahead = _is_ahead(base[ahead], base[behind])
                if was_ahead and _is_ahead(here[behind], here[ahead]):
                    row: Row = {"view": view, "ahead": ahead, "behind": behind}
                    row |= {"ahead_rate": here[ahead], "behind_rate": here[behind]}
                    rows.append(row)
        title, key = "Rankings that turn round", ("view", "ahead", "behind")
        tables.append(Table("flips", (title,), subject, key, rows))
    return tables


def _rates(findings: Findings, subject: str) -> dict[str, Rate]:
    return {name: s.overall for name, s in findings.by_ranked_technique(subject).items()}


def _is_ahead(first: Rate, second: Rate) -> bool:
    return first.n * second.of > second.n * first.of
