"""Who finds what others do not: overlaps, unique kills, comparisons in pairs."""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations, product

from comparison import Row, Table
from findings import METAMORPHIC, Findings, Rate, Score, property_set
from measures import holm, mcnemar

from .across import across

N_LISTED_WHOLE = 4
"""Up to this many techniques a report lists the regions without mutants, too."""

THESIS_SUBJECTS = ("c45", "martirank", "svm")
"""The programs that the thesis's Table 3.5 is over."""

THESIS_STUDY_2 = ("gaffitter", "jsim", "lucene")
"""The programs of the thesis's second study."""

THESIS_TECHNIQUES = (METAMORPHIC, "partial-oracle", "assertions")
"""The techniques that it compares."""

Scores = dict[str, Score]


def overlap(findings: Findings) -> list[Table]:
    """How many mutants fall to which techniques together, by subject and over all."""
    tables = []
    ranked = {subject: findings.by_ranked_technique(subject) for subject in findings.subjects}
    for subject, scores in ranked.items():
        if len(scores) > 1:
            counts = regions_of(list(scores), scores)
            rows = _listed(list(scores), counts, is_share=False)
            title = "Overlap of techniques"
            tables.append(Table("overlap", (title,), subject, tuple(scores), rows))
    if len(findings.subjects) > 1:
        title = "Overlap of techniques, all subjects together"
        tables += _pooled(title, ranked)
        # The thesis's metamorphic testing is its own properties and no others.
        of_thesis = {
            subject: thesis_techniques(findings, subject)
            for subject in findings.subjects
            if subject in THESIS_SUBJECTS
        }
        tables += _pooled("Overlap of what the thesis compares", of_thesis, is_optional=True)
    return tables


def thesis_techniques(findings: Findings, subject: str) -> Scores:
    """Scores of the techniques that the thesis compares, as it has them."""

    def technique(case) -> str | None:
        is_other = case.technique == METAMORPHIC and property_set(case) != "thesis"
        is_known = case.technique in THESIS_TECHNIQUES
        return case.technique if is_known and not is_other else None

    return findings.grouped(subject, technique)


def regions_of(techniques: list[str], scores: Scores) -> Counter[tuple[bool, ...]]:
    """Mutants that all these techniques judged, by which of them killed."""
    judged = set.intersection(*(scores[name].judged for name in techniques))
    return Counter(tuple(mutant in scores[name].killed for name in techniques) for mutant in judged)


def _pooled(title: str, scores: dict[str, Scores], is_optional: bool = False) -> list[Table]:
    """The regions over all subjects, of the techniques that judged every one of them."""
    judged = [set(of_subject) for of_subject in scores.values() if of_subject]
    techniques = sorted(set.intersection(*judged)) if judged else []
    if len(techniques) < 2:
        return []
    counts: Counter[tuple[bool, ...]] = Counter()
    for of_subject in scores.values():
        if of_subject:
            counts += regions_of(techniques, of_subject)
    rows = _listed(techniques, counts, is_share=True)
    return [Table("overlap", (title,), None, tuple(techniques), rows, is_optional)]


def _listed(techniques: list[str], counts: Counter[tuple[bool, ...]], is_share: bool) -> list[Row]:
    is_whole = len(techniques) <= N_LISTED_WHOLE
    regions = product([False, True], repeat=len(techniques)) if is_whole else counts
    rows: list[Row] = []
    for region in regions:
        n = counts[region]
        mutants = Rate(n, counts.total()) if is_share else n
        rows.append({**dict(zip(techniques, region, strict=True)), "mutants": mutants})
    return rows


def unique(findings: Findings) -> list[Table]:
    """Mutants that one property kills alone, among those of its technique and of its set."""
    tables = []
    alone: dict[str, dict[str, Rate]] = {}
    for subject in findings.subjects:
        rows: list[Row] = []
        alone[subject] = {}
        for technique in findings.by_ranked_technique(subject):
            scores = findings.by_property(subject, technique)
            sets = {
                case.property: property_set(case)
                for case in findings.scores
                if (case.subject, case.technique) == (subject, technique)
            }
            for name, score in scores.items() if len(scores) > 1 else ():
                others = [other for other in scores if other != name]
                in_set = [other for other in others if sets[other] == sets[name]]
                only = Rate(_n_alone(name, others, scores), len(score.judged))
                alone[subject][f"{technique} {name}"] = only
                rows.append(
                    {
                        "technique": technique,
                        "property": name,
                        "killed": len(score.killed),
                        "only": only,
                        "only_in_set": _n_alone(name, in_set, scores),
                    }
                )
        if rows:
            title, key = "Unique kills per property", ("technique", "property")
            tables.append(Table("unique", (title,), subject, key, rows))
    if len(tables) > 1:
        labels = sorted({label for of_subject in alone.values() for label in of_subject})
        rows = [
            across("property", label, {subject: alone[subject].get(label) for subject in alone})
            for label in labels
        ]
        title = "Unique kills per property and subject"
        tables.append(Table("unique", (title,), None, ("property",), rows))
    return tables


def _n_alone(name: str, others: list[str], scores: Scores) -> int:
    return len(scores[name].killed.difference(*(scores[other].killed for other in others)))


@dataclass
class Pair:
    """Two of a kind on the mutants that both judged, by name."""

    first: str
    second: str
    both: int
    only_first: int
    only_second: int
    neither: int


def pairs(scores: Scores) -> list[Pair]:
    """Every two of these that judged a mutant in common."""
    found = []
    for first, second in combinations(sorted(scores), 2):
        judged = scores[first].judged & scores[second].judged
        a, b = scores[first].killed & judged, scores[second].killed & judged
        if judged:
            n_neither = len(judged - a - b)
            found.append(Pair(first, second, len(a & b), len(a - b), len(b - a), n_neither))
    return found


def pooled(groups: list[list[Pair]]) -> list[Pair]:
    """The same pairs of several subjects as one."""
    sums: dict[tuple[str, str], Pair] = {}
    for pair in (pair for group in groups for pair in group):
        known = sums.setdefault(
            (pair.first, pair.second), Pair(pair.first, pair.second, 0, 0, 0, 0)
        )
        known.both += pair.both
        known.only_first += pair.only_first
        known.only_second += pair.only_second
        known.neither += pair.neither
    return [sums[key] for key in sorted(sums)]


def comparisons(findings: Findings) -> list[Table]:
    """Ranked techniques in pairs, by subject and over all."""
    by_subject = {name: pairs(findings.by_ranked_technique(name)) for name in findings.subjects}
    by_subject = {subject: found for subject, found in by_subject.items() if found}
    tables = [
        Table("comparisons", ("Techniques in pairs",), subject, ("first", "second"), _tested(found))
        for subject, found in by_subject.items()
    ]
    if len(by_subject) > 1:
        rows = _tested(pooled(list(by_subject.values())))
        title = "Techniques in pairs, all subjects together"
        tables.append(Table("comparisons", (title,), None, ("first", "second"), rows))
    return tables


def _tested(found: list[Pair]) -> list[Row]:
    """A row per pair with its corrected p-value; the one that kills more comes first."""
    p_values = holm([mcnemar(pair.only_first, pair.only_second) for pair in found])
    rows: list[Row] = []
    for pair, p in zip(found, p_values, strict=True):
        row: Row = {"both": pair.both, "neither": pair.neither, "p": p}
        names, only = [pair.first, pair.second], [pair.only_first, pair.only_second]
        if pair.only_second > pair.only_first:
            names.reverse()
            only.reverse()
        row["first"], row["second"] = names
        row["only_first"], row["only_second"] = only
        rows.append(row)
    return rows
