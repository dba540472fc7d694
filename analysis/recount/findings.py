"""What a record says under a policy: which mutants count, and who kills them."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from looks import Look, looks
from record import Case, Mutant, Record, Ruling

FLOOR, CEILING = "implicit", "reference"
PSEUDO_ORACLE, METAMORPHIC, FUNCTION_LEVEL = "pseudo-oracle", "metamorphic", "mrc"
UNRANKED = {FLOOR: "floor", CEILING: "ceiling", PSEUDO_ORACLE: "apart", "tests": "apart"}
"""Techniques that are shown but not compared with the others, and what they are shown as."""

POLICIES = ("thesis", "any-difference", "strict")

PAPER_PROPERTIES = {
    "thesis": ["permute", "multiply", "add", "negate"],
    "model": ["permute-model", "multiply-model", "add-model", "negate-model"],
}
"""The metamorphic properties that a paper counts together."""

OWN_PROPERTIES = {
    "payl": ["permute", "permute-bytes"],
    "jsim": ["multiply", "add"],
    "lucene": ["L1", "L2", "L3", "L4"],
    "gaffitter": ["GS1", "GS2"],
}
"""Programs that have others in the thesis in place of its four."""


class Rate(NamedTuple):
    """Some out of many."""

    n: int
    of: int


@dataclass
class Score:
    """The usable mutants that a group of sound cases judged, and those of them that it killed."""

    judged: set[str] = field(default_factory=set)
    killed: set[str] = field(default_factory=set)

    @property
    def overall(self) -> Rate:
        """Killed out of judged."""
        return Rate(len(self.killed), len(self.judged))

    def rate(self, among: set[str]) -> Rate | None:
        """Killed out of judged, among some mutants; `None` when none of them was judged."""
        judged = self.judged & among
        return Rate(len(self.killed & judged), len(judged)) if judged else None


@dataclass(frozen=True)
class Fate:
    """How far a mutant came, and why it does not count; `None` where the record does not tell."""

    mutant: Mutant
    is_considered: bool
    is_compiled: bool | None
    is_reached: bool | None
    is_infected: bool | None
    is_propagated: bool | None
    reason: str | None
    differs_compared: bool | None = None
    look: Look | None = None

    @property
    def is_usable(self) -> bool:
        """Whether the policy counts it."""
        return self.reason is None


class Findings:
    """A record under a policy."""

    def __init__(self, record: Record, policy: str, keeps_wrong: bool = False) -> None:
        """With `keeps_wrong` a mutant counts that is discarded for a plainly wrong output alone."""
        self.record = record
        self.policy = policy
        self.subjects = record.subjects
        self.fates: dict[str, dict[str, Fate]] = {}
        for subject in self.subjects:
            self.fates[subject] = fates(record, subject, policy, keeps_wrong)
        self.usable = {
            subject: {name for name, fate in of_subject.items() if fate.is_usable}
            for subject, of_subject in self.fates.items()
        }
        self.scores: dict[Case, Score] = {}
        """What each sound case did; a case without usable mutants has judged none."""
        excluded = self._placebo_killers() if policy == "thesis" else set()
        for case, rulings in record.rulings.items():
            if self.is_sound(case) and case[:4] not in excluded:
                judged = self.usable[case.subject] & rulings.keys()
                killed = {name for name in judged if kills(rulings[name], policy)}
                self.scores[case] = Score(judged, killed)

    def is_sound(self, case: Case) -> bool:
        """Whether the original satisfies the case; one that never judged it is unsound."""
        ruling = self.record.on_original.get(case)
        return ruling is not None and ruling.verdict == "satisfied"

    def _placebo_killers(self) -> set[tuple[str, str, str, str]]:
        """Subject, technique, property and data set of ranked cases that kill a placebo."""
        return {
            case[:4]
            for case, rulings in self.record.on_placebos.items()
            if is_ranked(case)
            and self.is_sound(case)
            and any(kills(ruling, self.policy) for ruling in rulings.values())
        }

    def grouped(self, subject: str, by: Callable[[Case], str | None]) -> dict[str, Score]:
        """Scores of a subject's cases in groups, by name; cases in group `None` are left out.

        A group that judged no usable mutant has no evidence and is left out, too.
        """
        groups: dict[str, Score] = defaultdict(Score)
        for case, score in self._of_subject[subject]:
            group = by(case)
            if group is not None:
                groups[group].judged |= score.judged
                groups[group].killed |= score.killed
        return {name: groups[name] for name in sorted(groups) if groups[name].judged}

    def by_technique(self, subject: str) -> dict[str, Score]:
        """Scores of all techniques."""
        return self.grouped(subject, lambda case: case.technique)

    def by_ranked_technique(self, subject: str) -> dict[str, Score]:
        """Scores of the techniques that are compared."""
        return self.grouped(subject, lambda case: case.technique if is_ranked(case) else None)

    def by_compared_technique(self, subject: str) -> dict[str, Score]:
        """The same; metamorphic testing is what it is in the thesis."""

        def technique(case: Case) -> str | None:
            is_other = case.technique == METAMORPHIC and property_set(case) != "thesis"
            return case.technique if is_ranked(case) and not is_other else None

        return self.grouped(subject, technique)

    def by_property(self, subject: str, technique: str) -> dict[str, Score]:
        """Scores of a technique's properties, those of the papers first, in their order."""
        scores = self.grouped(
            subject, lambda case: case.property if case.technique == technique else None
        )
        return {name: scores[name] for name in sorted(scores, key=place_of_property)}

    def mutants_by(self, subject: str, value: Callable[[Mutant], str]) -> dict[str, set[str]]:
        """The usable mutants of a subject in groups."""
        groups: dict[str, set[str]] = defaultdict(set)
        for name in self.usable[subject]:
            groups[value(self.record.mutants[subject][name])].add(name)
        return groups

    def has_techniques(self, *techniques: str) -> bool:
        """Whether each of these judged every subject, sound or not."""
        judged = {(case.subject, case.technique) for case in self.record.rulings}
        return all((subject, name) in judged for subject in self.subjects for name in techniques)

    @cached_property
    def _of_subject(self) -> dict[str, list[tuple[Case, Score]]]:
        of_subject: dict[str, list[tuple[Case, Score]]] = {name: [] for name in self.subjects}
        for case, score in self.scores.items():
            of_subject[case.subject].append((case, score))
        return of_subject


def is_ranked(case: Case) -> bool:
    """Whether a case is of a technique that is compared with others."""
    return case.technique not in UNRANKED


def property_set(case: Case) -> str:
    """The set that a case's property is counted in; other techniques are sets of their own."""
    if case.technique != METAMORPHIC:
        return case.technique
    of_papers = (name for name in PAPER_PROPERTIES if case.property in _members(name, case.subject))
    return next(of_papers, "other")


def _members(name: str, subject: str) -> list[str]:
    """The properties of a paper for a program."""
    own = OWN_PROPERTIES.get(subject) if name == "thesis" else None
    return PAPER_PROPERTIES[name] if own is None else own


def place_of_property(name: str) -> tuple[int, str]:
    """Where a property stands: those that the papers' tables have in their order, then by name."""
    of_thesis, of_models = PAPER_PROPERTIES.values()
    own = [name for names in OWN_PROPERTIES.values() for name in names]
    known = [*of_thesis, *own, *of_models]
    return (known.index(name) if name in known else len(known), name)


FAILED_RUNS = {
    "violated": {"crashed", "out-of-fuel", "limit-exceeded", "blank-output"},
    "inconclusive": {"abnormal-end", "unusable-output"},
}
"""The causes by which a ruling only says that a run failed."""


def kills(ruling: Ruling, policy: str) -> bool:
    """Whether a sound case's ruling kills a mutant."""
    is_violated = ruling.verdict == "violated"
    is_failed_run = ruling.cause in FAILED_RUNS.get(ruling.verdict, set())
    if policy == "strict":
        # Whoever runs the technique would notice.
        return is_violated or is_failed_run
    if policy == "any-difference":
        # Where a mutant hangs anybody would notice.
        return is_violated and ruling.cause != "out-of-fuel"
    return is_violated and not is_failed_run


def fates(
    record: Record, subject: str, policy: str, keeps_wrong: bool = False
) -> dict[str, Fate]:
    """The fate of every mutant of a subject, by name."""
    study = record.study_data_sets(subject)
    reached, infected = _reach(record, subject, study)
    ends = _ends(record, subject, study)
    propagated = _propagated(record, subject)
    unhung = _propagated_unhung(record, subject)
    compared = _differs_compared(record, subject)
    look_of = looks(record, subject)
    found: dict[str, Fate] = {}
    for name, mutant in record.mutants[subject].items():
        # Other tools withdraw mutants for reasons of their own.
        is_compiled = None if record.is_imported and not mutant.is_woven else mutant.is_woven
        facts = (is_compiled, reached.get(name), infected.get(name), propagated.get(name))
        if policy == "strict":
            is_considered, reason = True, None
        else:
            is_considered = mutant.is_thesis
            reason = _papers_reason(is_considered, facts, ends[name], name in unhung)
        differs, look = compared.get(name), look_of.get(name)
        if policy == "thesis" and reason is None:
            if differs is False:
                reason = "differs only in outputs that are not compared"
            elif look is not None and look.is_wrong_from(0.5) and not keeps_wrong:
                reason = "plainly wrong output"
        if is_considered and not mutant.is_woven:
            reason = "withdrawn by the tool" if record.is_imported else "does not compile"
        found[name] = Fate(mutant, is_considered, *facts, reason, differs, look)
    return found


def _papers_reason(
    is_considered: bool,
    facts: tuple[bool | None, ...],
    causes: set[str | None],
    is_propagated_unhung: bool,
) -> str | None:
    """Why both readings of the thesis discard a mutant, besides not compiling."""
    _, is_reached, _, is_propagated = facts
    reasons = {
        "not a change that the papers make": not is_considered,
        "not reached by any study data set": is_reached is False,
        "crashes": "crashed" in causes,
        "hangs": "out-of-fuel" in causes and not is_propagated_unhung,
        "over a limit": "limit-exceeded" in causes,
        "blank output": "blank-output" in causes,
        "same output as the original on all study data sets": is_propagated is False,
    }
    return next((reason for reason, holds in reasons.items() if holds), None)


def _reach(
    record: Record, subject: str, study: set[str]
) -> tuple[dict[str, bool], dict[str, bool]]:
    """Whether a study data set reached each mutant, and whether one infected it."""
    reached: dict[str, bool] = {}
    infected: dict[str, bool] = {}
    for row in record.reach:
        if row["subject"] == subject and row["data_set"] in study:
            name = row["mutant"]
            reached[name] = reached.get(name, False) or row["reached"]
            infected[name] = infected.get(name, False) or row["infected"]
    return reached, infected


def _ends(record: Record, subject: str, study: set[str]) -> dict[str, set[str | None]]:
    """How each mutant ended on study data sets, where the floor noticed it."""
    ends: dict[str, set[str | None]] = defaultdict(set)
    for case, rulings in record.rulings.items():
        if case.subject == subject and case.technique == FLOOR and case.data_set in study:
            for name, ruling in rulings.items():
                if ruling.verdict == "violated":
                    ends[name].add(ruling.cause)
    return ends


def _propagated(record: Record, subject: str) -> dict[str, bool]:
    """Whether each mutant's output differs from the original's on some study data set."""
    propagated: dict[str, bool] = {}
    for case, rulings in record.rulings.items():
        if case.subject == subject and case.technique == CEILING:
            for name, ruling in rulings.items():
                differs = ruling.verdict == "violated"
                propagated[name] = propagated.get(name, False) or differs
    return propagated


def _differs_compared(record: Record, subject: str) -> dict[str, bool]:
    """Whether each mutant's compared outputs differ on a study data set where it does not hang."""
    names = {f"same-{output}" for output in record.compared(subject)}
    hung = _hung(record, subject)
    differs: dict[str, bool] = {}
    for case, rulings in record.rulings.items():
        if case.subject == subject and case.technique == CEILING and case.property in names:
            for name, ruling in rulings.items():
                is_other = ruling.verdict == "violated" and (name, case.data_set) not in hung
                differs[name] = differs.get(name, False) or is_other
    return differs


def _hung(record: Record, subject: str) -> set[tuple[str, str]]:
    """The mutants that hang, each with the data set."""
    return {
        (name, case.data_set)
        for case, rulings in record.rulings.items()
        if case.subject == subject and case.technique == FLOOR
        for name, ruling in rulings.items()
        if ruling.verdict == "violated" and ruling.cause == "out-of-fuel"
    }


def _propagated_unhung(record: Record, subject: str) -> set[str]:
    """The mutants whose output differs on some study data set where they do not hang."""
    hung: set[tuple[str, str]] = set()
    differs: set[tuple[str, str]] = set()
    for case, rulings in record.rulings.items():
        for name, ruling in rulings.items():
            if case.subject != subject or ruling.verdict != "violated":
                continue
            if case.technique == FLOOR and ruling.cause == "out-of-fuel":
                hung.add((name, case.data_set))
            if case.technique == CEILING:
                differs.add((name, case.data_set))
    return {name for name, _ in differs - hung}


def total(rates: Iterable[Rate | None]) -> Rate | None:
    """The rates of disjoint groups as one, without those that have no evidence."""
    known = [rate for rate in rates if rate is not None]
    return Rate(sum(r.n for r in known), sum(r.of for r in known)) if known else None
