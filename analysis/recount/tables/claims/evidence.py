"""The numbers that claims are decided on, and how differences decide them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property

from findings import (
    FUNCTION_LEVEL,
    METAMORPHIC,
    Findings,
    Rate,
    Score,
    is_ranked,
    property_set,
    total,
)
from measures import holm, mcnemar
from record import Case, Mutant

from ..function_level import ThesisProperties, at_level, in_functions, place
from ..pairs import Scores, pairs

REPRODUCED, NOT_REPRODUCED, UNDECIDED = "reproduced", "not reproduced", "undecided"
NOT_IN_STUDY = "not in this study"

SIGNIFICANT = 0.05
"""A corrected p-value below this is more than chance."""

Subjects = tuple[str, ...]
Figure = tuple[str, Rate | None]

Group = dict[str, Scores]
"""Scores of one kind of thing, by subject and name."""

Duel = tuple[Group, Subjects, str, str]
"""A group, subjects, which of the group is claimed to kill more there, and than which."""


@dataclass
class Decision:
    """What a record makes of a claim: its figures, and whether it holds."""

    figures: list[Figure]
    outcome: str


class Evidence:
    """A record in the numbers that claims are decided on."""

    def __init__(self, findings: Findings, thesis: ThesisProperties) -> None:
        self.findings = findings
        self.thesis = thesis

    @cached_property
    def asked(self) -> set[tuple[str, str]]:
        """Every technique, property and data set that the study asked about a subject."""
        record = self.findings.record
        asked: set[tuple[str, str]] = set()
        for case in record.rulings:
            names = (case.technique, case.property, case.data_set)
            asked |= {(case.subject, name) for name in names}
        for row in record.skipped:
            names = (row["technique"], row["property"], row["data_set"])
            asked |= {(row["subject"], name) for name in names}
        asked |= {(row["subject"], "costs of checks") for row in record.check_costs}
        learned = record.provenance.get("invariants", [])
        return asked | {(row["subject"], "invariants") for row in learned}

    def grouped(self, by: Callable[[Case], str | None]) -> Group:
        """Scores of every subject in groups."""
        return {name: self.findings.grouped(name, by) for name in self.findings.subjects}

    @cached_property
    def techniques(self) -> Group:
        """Ranked techniques; metamorphic testing is what it is in the thesis."""

        def technique(case: Case) -> str | None:
            is_other = case.technique == METAMORPHIC and property_set(case) != "thesis"
            return case.technique if is_ranked(case) and not is_other else None

        return self.grouped(technique)

    @cached_property
    def properties(self) -> Group:
        """The thesis's metamorphic properties."""
        return self.grouped(lambda case: case.property if property_set(case) == "thesis" else None)

    @cached_property
    def data_sets(self) -> Group:
        """Data sets, with the thesis's metamorphic properties."""
        return self.grouped(lambda case: case.data_set if property_set(case) == "thesis" else None)

    @cached_property
    def function_properties(self) -> Group:
        """Properties of functions."""
        return self.grouped(lambda c: c.property if c.technique == FUNCTION_LEVEL else None)

    @cached_property
    def levels(self) -> Group:
        """Properties of programs and of functions."""
        subjects = self.findings.subjects
        return {name: at_level(self.findings, self.thesis, name) for name in subjects}

    @cached_property
    def levels_in_functions(self) -> Group:
        """The same on mutants in functions that have properties of the thesis."""
        checks = self.findings.record.checks
        known = {place(c) for c in checks if self.thesis.has(c["subject"], c["property"])}
        mutants = in_functions(self.findings, known)
        return {name: among(scores, mutants(name)) for name, scores in self.levels.items()}

    def mutants(self, subject: str, is_meant: Callable[[Mutant], bool]) -> set[str]:
        """Some of a subject's mutants."""
        known = self.findings.record.mutants.get(subject, {})
        return {name for name, mutant in known.items() if is_meant(mutant)}


def of_whole_studies(evidence: Evidence, *studies: Subjects) -> Subjects:
    """The programs of the studies that the record has whole; of the first where it has none."""
    known = evidence.findings.subjects
    whole = [name for study in studies if set(study) <= set(known) for name in study]
    return tuple(whole) or studies[0]


def among(scores: Scores, mutants: set[str]) -> Scores:
    """The same scores on some mutants, without those that judged none of these."""
    some = {name: Score(s.judged & mutants, s.killed & mutants) for name, s in scores.items()}
    return {name: score for name, score in some.items() if score.judged}


def rate(group: Group, subject: str, name: str) -> Rate | None:
    """What one of a group did on a subject."""
    score = group.get(subject, {}).get(name)
    return score.overall if score else None


def figure(group: Group, subjects: Subjects, name: str) -> Figure:
    """One of a group over those of the subjects that it judged; it is called by all if by none."""
    judged = tuple(subject for subject in subjects if rate(group, subject, name))
    named = judged or subjects
    is_whole = len(subjects) > 1 and len(named) == len(subjects)
    label = name if is_whole else f"{name} on {', '.join(named)}"
    return label, total(rate(group, subject, name) for subject in judged)


def decide(duels: Iterable[Duel]) -> str:
    """Whether every difference is as claimed and more than chance; one that is not refutes."""
    found = [differences(*duel) for duel in duels]
    known = [numbers for numbers in found if numbers is not None]
    if any(n_more <= n_fewer for n_more, n_fewer in known):
        return NOT_REPRODUCED
    is_whole = bool(found) and len(known) == len(found)
    is_sure = all(p < SIGNIFICANT for p in holm([mcnemar(*numbers) for numbers in known]))
    return REPRODUCED if is_whole and is_sure else UNDECIDED


def differences(group: Group, subjects: Subjects, more: str, fewer: str) -> tuple[int, int] | None:
    """Mutants that fell to one or the other alone; `None` where a subject lacks the pair."""
    n_more = n_fewer = 0
    for subject in subjects:
        scores = group.get(subject, {})
        found = pairs({name: scores[name] for name in (more, fewer) if name in scores})
        if not found:
            return None
        only = {found[0].first: found[0].only_first, found[0].second: found[0].only_second}
        n_more += only[more]
        n_fewer += only[fewer]
    return n_more, n_fewer
