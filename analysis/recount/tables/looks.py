"""Tables about what outputs look like and how good they are."""

from collections.abc import Callable

from comparison import Row, Table
from findings import Fate, Findings, Rate, Score, total

THRESHOLDS = {
    "any of the data sets": 0.0,
    "a quarter of them": 0.25,
    "half of them": 0.5,
    "three quarters of them": 0.75,
    "all of them": 1.0,
    "never": None,
}
"""The shares of the data sets from which on a mutant is discarded."""

LOSSES = {
    "none, or a gain": 0.0,
    "up to 1 point": 1.0,
    "up to 5 points": 5.0,
    "up to 10 points": 10.0,
    "up to 25 points": 25.0,
    "more": 100.0,
}
"""Points of quality that are lost at most; at a border a mutant is in the smaller group."""

SLACK = 1e-9

Scores = dict[str, dict[str, Score]]
"""By subject and technique."""


def _groups(findings: Findings) -> list[tuple[str | None, list[str]]]:
    """Each subject, and all together where there are several."""
    groups: list[tuple[str | None, list[str]]] = [(name, [name]) for name in findings.subjects]
    return groups if len(groups) < 2 else [*groups, (None, findings.subjects)]


def _scores(findings: Findings) -> Scores:
    return {name: findings.by_compared_technique(name) for name in findings.subjects}


def _techniques(scores: Scores, subjects: list[str]) -> list[str]:
    return sorted({name for subject in subjects for name in scores[subject]})


def _rates(
    findings: Findings, scores: Scores, subjects: list[str], is_meant: Callable[[Fate], bool]
) -> dict[str, Rate | None]:
    """What each technique kills among some of the mutants that count."""
    rates: dict[str, Rate | None] = {}
    for technique in _techniques(scores, subjects):
        of_subjects = []
        for subject in subjects:
            if technique in scores[subject]:
                among = _among(findings, subject, is_meant)
                of_subjects.append(scores[subject][technique].rate(among))
        rates[technique] = total(of_subjects)
    return rates


def _among(findings: Findings, subject: str, is_meant: Callable[[Fate], bool]) -> set[str]:
    fates = findings.fates[subject]
    return {name for name in findings.usable[subject] if is_meant(fates[name])}


def _count(findings: Findings, subjects: list[str], is_meant: Callable[[Fate], bool]) -> int:
    return sum(len(_among(findings, subject, is_meant)) for subject in subjects)


def _tells(findings: Findings) -> bool:
    return findings.record.outputs is not None and not findings.record.is_imported


def plausibility(findings: Findings) -> list[Table]:
    """What is discarded at each threshold of plainly wrong output, and what is killed of the rest."""
    if not _tells(findings):
        return []
    everybody = Findings(findings.record, findings.policy, keeps_wrong=True)
    scores = _scores(everybody)
    tables = []
    for subject, subjects in _groups(everybody):
        if not _techniques(scores, subjects):
            continue
        rows: list[Row] = []
        for label, share in THRESHOLDS.items():

            def is_wrong(fate: Fate, share: float | None = share) -> bool:
                return share is not None and fate.look is not None and fate.look.is_wrong_from(share)

            n_wrong = _count(everybody, subjects, is_wrong)
            discarded = Rate(n_wrong, _count(everybody, subjects, lambda fate: True))
            row: Row = {"discarded_from": label, "discarded": discarded}
            left = _rates(everybody, scores, subjects, lambda fate: not is_wrong(fate))
            rows.append(row | left)
        title = "Kills by the threshold of plainly wrong output"
        tables.append(Table("plausibility", (title,), subject, ("discarded_from",), rows))
    return tables


def quality(findings: Findings) -> list[Table]:
    """Kills by how much quality the mutants lose."""
    everybody = Findings(findings.record, findings.policy, keeps_wrong=True)
    scores = _scores(everybody)

    def points(fate: Fate) -> float | None:
        return None if fate.look is None or fate.look.loss is None else 100 * fate.look.loss

    tables = []
    for subject, subjects in _groups(everybody):
        is_rated = _count(everybody, subjects, lambda fate: points(fate) is not None) > 0
        if not is_rated or not _techniques(scores, subjects):
            continue
        rows: list[Row] = []
        least = float("-inf")
        for label, most in LOSSES.items():

            def is_in(fate: Fate, least: float = least, most: float = most) -> bool:
                lost = points(fate)
                return lost is not None and least + SLACK < lost <= most + SLACK

            rows.append(_of_loss(everybody, scores, subjects, label, is_in))
            least = most
        rows.append(
            _of_loss(everybody, scores, subjects, "not known", lambda fate: points(fate) is None)
        )
        title = "Kills by loss of quality"
        tables.append(Table("quality", (title,), subject, ("loss",), rows))
    return tables


def _of_loss(
    findings: Findings,
    scores: Scores,
    subjects: list[str],
    label: str,
    is_in: Callable[[Fate], bool],
) -> Row:
    row: Row = {"loss": label, "mutants": _count(findings, subjects, is_in)}
    return row | _rates(findings, scores, subjects, is_in)


CAUSES = (
    "differs only in outputs that are not compared",
    "plainly wrong on half of the data sets or more",
    "plainly wrong on fewer",
    "loses more than 25 points of quality",
    "plausible",
)
"""What survivors look like; the first that applies."""


def _cause(fate: Fate) -> str:
    look = fate.look
    holds = (
        fate.differs_compared is False,
        look is not None and look.is_wrong_from(0.5),
        look is not None and look.n_wrong > 0,
        look is not None and look.loss is not None and look.loss > 0.25,
        True,
    )
    return CAUSES[holds.index(True)]


def survivors_by_cause(findings: Findings) -> list[Table]:
    """What the mutants look like that each technique judged and did not kill."""
    if not _tells(findings):
        return []
    scores = _scores(findings)
    tables = []
    for subject, subjects in _groups(findings):
        techniques = _techniques(scores, subjects)
        if not techniques:
            continue
        survivors = {
            technique: [
                findings.fates[name][mutant]
                for name in subjects
                if technique in scores[name]
                for mutant in scores[name][technique].judged - scores[name][technique].killed
            ]
            for technique in techniques
        }
        rows: list[Row] = []
        for cause in CAUSES:
            row: Row = {"cause": cause}
            for technique, fates in survivors.items():
                n = sum(_cause(fate) == cause for fate in fates)
                row[technique] = Rate(n, len(fates)) if fates else None
            rows.append(row)
        title = "Survivors of each technique by what they look like"
        tables.append(Table("survivors-by-cause", (title,), subject, ("cause",), rows))
    return tables
