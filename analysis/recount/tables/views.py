"""The same rates looked at in other ways: by policy and weighting, by version, by seeds."""

from collections import defaultdict
from fractions import Fraction
from itertools import combinations
from math import comb

from comparison import OF_PAPERS, Deferred, Estimate, LeftOut, Row, Table, weighted
from findings import CEILING, FLOOR, METAMORPHIC, POLICIES, Findings, Score, property_set, total
from reported import ReportedRow, ReportedTable

from .pairs import THESIS_STUDY_2, THESIS_SUBJECTS, THESIS_TECHNIQUES

KEEPING = "-stateful"
"""What the name of a subject ends in that keeps its state."""

VERSIONS = {"state-deriving": "", "state-keeping": KEEPING}
"""Versions of a program, with what the names of their subjects end in."""


def _is_keeping(subject: str) -> bool:
    return subject.endswith(KEEPING)


def headline(findings: Findings) -> list[Table]:
    """The rates of what the thesis compares, under every policy, pooled and weighted."""
    judges = findings.has_techniques(FLOOR, CEILING)
    names = [name for name in POLICIES if name == "strict" or judges]
    of_policies: dict[str, dict[str, dict[str, Score]]] = {}
    for name in names:
        under = findings if name == findings.policy else Findings(findings.record, name)
        of_policies[name] = {
            subject: under.by_compared_technique(subject) for subject in findings.subjects
        }
    techniques = [
        technique
        for technique in THESIS_TECHNIQUES
        if any(technique in scores for of in of_policies.values() for scores in of.values())
    ]
    if not techniques:
        return []
    rows: list[Row] = []
    for policy, scores in of_policies.items():
        for version, ending in VERSIONS.items():
            subjects = [name for name in findings.subjects if _is_keeping(name) == bool(ending)]
            both = len(subjects) < len(findings.subjects)
            whole = f"all {version}" if both else "all"
            rows += [_pooled(policy, name, "", [name], scores, techniques) for name in subjects]
            if len(subjects) < 2:
                continue
            rows.append(_pooled(policy, whole, "pooled", subjects, scores, techniques))
            known = (*THESIS_SUBJECTS, *THESIS_STUDY_2)
            in_paper = [name for name in subjects if name.removesuffix(KEEPING) in known]
            if len(in_paper) < 2:
                continue
            label = whole if in_paper == subjects else ", ".join(in_paper)
            if in_paper != subjects:
                rows.append(_pooled(policy, label, "pooled", in_paper, scores, techniques))
            row: Row = {"policy": policy, "subject": label, "weighting": "weighted %"}
            for technique in techniques:
                row[technique] = _weighted(policy, technique, in_paper, scores)
            rows.append(row)
    key = ("policy", "subject", "weighting")
    return [Table("headline", ("The rates under every policy",), None, key, rows)]


def _pooled(
    policy: str,
    label: str,
    weighting: str,
    subjects: list[str],
    scores: dict[str, dict[str, Score]],
    techniques: list[str],
) -> Row:
    row: Row = {"policy": policy, "subject": label, "weighting": weighting}
    for technique in techniques:
        judged = [scores[name][technique] for name in subjects if technique in scores[name]]
        row[technique] = total(score.overall for score in judged)
    return row


def _weighted(
    policy: str, technique: str, subjects: list[str], scores: dict[str, dict[str, Score]]
) -> Deferred:
    """The mean of the subjects' percentages; the weights are the papers', beside each subject."""

    def cell(table: ReportedTable, _: ReportedRow) -> Estimate | None:
        weights: dict[str, int] = {}
        for row in table.rows:
            published = row[technique].published_of
            is_subject = row["policy"].text == policy and row["subject"].text in subjects
            if is_subject and published is not None:
                weights[str(row["subject"].text)] = published
        return weighted(
            [
                (scores[name][technique].overall, weight)
                for name, weight in weights.items()
                if technique in scores[name]
            ]
        )

    return cell


def state(findings: Findings) -> list[Table]:
    """What techniques kill where a program derives its state and where it keeps it."""
    programs = sorted(
        name.removesuffix(KEEPING) for name in findings.subjects if _is_keeping(name)
    )
    title = "Kills where a program derives its state and where it keeps it"
    tables = []
    pairs: dict[str, list[tuple[Score, Score]]] = defaultdict(list)
    for program in programs:
        both = [
            findings.by_compared_technique(program + ending)
            if program + ending in findings.subjects
            else {}
            for ending in VERSIONS.values()
        ]
        rows: list[Row] = []
        for technique in sorted({name for scores in both for name in scores}):
            scores = [of_version.get(technique) for of_version in both]
            if scores[0] is not None and scores[1] is not None:
                pairs[technique].append((scores[0], scores[1]))
            rows.append(_of_versions(technique, [s.overall if s else None for s in scores]))
        tables.append(Table("state", (title,), program, ("technique",), rows))
    if any(len(of_technique) > 1 for of_technique in pairs.values()):
        rows = []
        for technique, of_technique in sorted(pairs.items()):
            rates = [total(pair[place].overall for pair in of_technique) for place in (0, 1)]
            row = _of_versions(technique, rates)
            row |= {f"{version}_weighted": LeftOut(OF_PAPERS) for version in VERSIONS}
            rows.append(row)
        tables.append(Table("state", (title,), None, ("technique",), rows))
    return tables


def _of_versions(technique: str, rates: list) -> Row:
    row: Row = {"technique": technique, **dict(zip(VERSIONS, rates, strict=True))}
    deriving, keeping = rates
    row["points"] = None
    if deriving is not None and keeping is not None:
        row["points"] = 100 * keeping.n / keeping.of - 100 * deriving.n / deriving.of
    return row


def seeds(findings: Findings) -> list[Table]:
    """How many mutants fall to one seed, to two, and so on, over every choice of seeds."""
    tables = []
    for subject in findings.subjects:
        cases = [
            (case, score)
            for case, score in findings.scores.items()
            if case.subject == subject
            and case.technique == METAMORPHIC
            and property_set(case) == "thesis"
        ]
        groups = defaultdict(list)
        for case, score in cases:
            groups[case.property].append((case, score))
        groups = dict(sorted(groups.items()))
        rows: list[Row] = []
        for name, some in [*groups.items(), (METAMORPHIC, cases)]:
            rows += _of_seeds(name, some)
        if rows:
            title, key = "Kills by the number of seeds", ("property", "seeds")
            tables.append(Table("seeds", (title,), subject, key, rows))
    return tables


def _of_seeds(name: str, cases: list) -> list[Row]:
    known = sorted({case.seed for case, score in cases if case.seed is not None and score.judged})
    judged = set().union(*(score.judged for _, score in cases))
    if len(known) < 2:
        return []
    anyway = set().union(*(score.killed for case, score in cases if case.seed is None))
    by_seed = {
        seed: anyway.union(*(score.killed for case, score in cases if case.seed == seed))
        for seed in known
    }
    rows: list[Row] = []
    for k in range(1, len(known) + 1):
        each = [
            len(set().union(*(by_seed[seed] for seed in chosen)))
            for chosen in combinations(known, k)
        ]
        average = Fraction(sum(each), comb(len(known), k))
        rows.append(
            {
                "property": name,
                "seeds": k,
                "killed": float(average),
                "killed_percent": float(100 * average / len(judged)),
                "fewest": min(each),
                "most": max(each),
                "mutants": len(judged),
            }
        )
    return rows
