"""Claims about properties of functions."""

from comparison import wilson
from findings import Rate, total

from ..function_level import OF_THESIS, SYSTEM
from ..pairs import THESIS_STUDY_2, pairs
from .evidence import (
    NOT_REPRODUCED,
    REPRODUCED,
    UNDECIDED,
    Decision,
    Evidence,
    Figure,
    among,
    decide,
    figure,
    of_whole_studies,
    rate,
)

SUBJECTS = ("c45", "martirank", "payl", "svm")


def scaling_kills_nothing(evidence: Evidence) -> Decision:
    """Properties that scale kill nothing, and the one that adds kills many."""
    group = evidence.function_properties
    places = (("c45", "C2"), ("c45", "C4"), ("martirank", "M3"), ("svm", "S3"))
    figures = [figure(group, (subject,), name) for subject, name in places]
    *scaling, adding = (found for _, found in figures)
    # It scales, too, and decides nothing.
    figures.append(figure(group, ("gaffitter",), "G3"))
    known = [found for found in scaling if found is not None]
    if any(found.n > 0 for found in known) or (adding is not None and adding.n == 0):
        return Decision(figures, NOT_REPRODUCED)
    if adding is None or len(known) < len(scaling):
        return Decision(figures, UNDECIDED)
    is_above = wilson(adding)[0] > max(wilson(found)[1] for found in known)
    return Decision(figures, REPRODUCED if is_above else UNDECIDED)


def levels_cross(evidence: Evidence) -> Decision:
    """Properties of programs win over all mutants, those of functions where functions have them."""
    groups = {
        "all mutants": (evidence.levels, SYSTEM, OF_THESIS),
        "in functions that have properties": (evidence.levels_in_functions, OF_THESIS, SYSTEM),
    }
    figures: list[Figure] = []
    outcomes = []
    subjects = of_whole_studies(evidence, SUBJECTS, THESIS_STUDY_2)
    for label, (group, more, fewer) in groups.items():
        for level in (SYSTEM, OF_THESIS):
            found = total(rate(group, subject, level) for subject in subjects)
            figures.append((f"{level}, {label}", found))
        outcomes.append(decide([(group, subjects, more, fewer)]))
    if NOT_REPRODUCED in outcomes:
        return Decision(figures, NOT_REPRODUCED)
    return Decision(figures, UNDECIDED if UNDECIDED in outcomes else REPRODUCED)


def functions_find_others(evidence: Evidence) -> Decision:
    """Properties of functions kill mutants that those of programs miss."""
    alone: dict[str, Rate | None] = {}
    for subject in of_whole_studies(evidence, SUBJECTS, THESIS_STUDY_2):
        scores = evidence.levels.get(subject, {})
        both = {name: scores[name] for name in (SYSTEM, OF_THESIS) if name in scores}
        alone[subject] = None
        if pairs(both):
            judged = scores[SYSTEM].judged & scores[OF_THESIS].judged
            missed = scores[OF_THESIS].killed - scores[SYSTEM].killed
            alone[subject] = Rate(len(missed & judged), len(judged))
    of_all = total(alone.values())
    figures = [(f"{OF_THESIS} alone", of_all)]
    figures += [(f"{OF_THESIS} alone on {subject}", found) for subject, found in alone.items()]
    if of_all is not None and of_all.n > 0:
        return Decision(figures, REPRODUCED)
    return Decision(figures, UNDECIDED if None in alone.values() else NOT_REPRODUCED)


def functions_rescue_payl(evidence: Evidence) -> Decision:
    """Properties of functions kill more than those of the program on PAYL and gaffitter."""
    group = evidence.levels
    subjects = of_whole_studies(evidence, ("payl",), ("gaffitter",))
    levels = (OF_THESIS, SYSTEM)
    figures = [figure(group, (name,), level) for name in subjects for level in levels]
    return Decision(figures, decide((group, (name,), *levels) for name in subjects))


def permuting_finds_off_by_ones(evidence: Evidence) -> Decision:
    """Permuting what gaffitter's functions are given kills off-by-ones and no others."""
    scores = evidence.function_properties.get("gaffitter", {})
    one_off = evidence.mutants("gaffitter", lambda mutant: mutant.class_ == "off-by-one")
    others = evidence.mutants("gaffitter", lambda mutant: mutant.class_ != "off-by-one")
    figures: list[Figure] = []
    for name in ("G2", "G4"):
        for label, mutants in (("off-by-one mutants", one_off), ("others", others)):
            found = rate({"gaffitter": among(scores, mutants)}, "gaffitter", name)
            figures.append((f"{name} on {label}", found))
    of_one_off, of_others = ([found for _, found in figures[place::2]] for place in (0, 1))
    if any(found is not None and found.n > 0 for found in of_others):
        return Decision(figures, NOT_REPRODUCED)
    kills = all(found is not None and found.n > 0 for found in of_one_off)
    is_told = kills and None not in of_others
    return Decision(figures, REPRODUCED if is_told else UNDECIDED)


def state_of_others(evidence: Evidence) -> Decision:
    """A property of one function kills a mutant in another, which builds what the first reads."""
    mutants = evidence.mutants("martirank", lambda mutant: mutant.function == "link_examples")
    scores = among(evidence.function_properties.get("martirank", {}), mutants)
    found = scores["M1"].overall if "M1" in scores else None
    figures = [("M1 on mutants of link_examples", found)]
    return Decision(figures, REPRODUCED if found is not None and found.n > 0 else UNDECIDED)


def cost_per_test(evidence: Evidence) -> Decision:
    """A test costs about the same on every data set of a program."""
    figures: list[Figure] = []
    outcomes = []
    for subject in SUBJECTS:
        found, outcome = _spread(evidence, subject)
        figures.append(
            (f"data sets of {subject} with at most twice its least cost per test", found)
        )
        outcomes.append(outcome)
    if NOT_REPRODUCED in outcomes:
        return Decision(figures, NOT_REPRODUCED)
    return Decision(figures, UNDECIDED if UNDECIDED in outcomes else REPRODUCED)


def _spread(evidence: Evidence, subject: str) -> tuple[Rate | None, str]:
    """The data sets of a subject near its least cost per test, and whether its cost is constant."""
    n_tests: list[int] = []
    each: list[float] = []
    for row in evidence.findings.record.check_costs:
        n = sum(row[f"n_{sandbox}_tests"] for sandbox in ("clone", "fork", "pod"))
        seconds = row["checked_seconds"] - row["plain_seconds"]
        # Less is noise: a millisecond, or a twentieth of the run.
        is_telling = n > 0 and seconds >= max(0.02, row["plain_seconds"] / 2)
        if row["subject"] == subject and is_telling:
            n_tests.append(n)
            each.append(seconds / n)
    if not each:
        return None, UNDECIDED
    found = Rate(sum(cost <= 2 * min(each) for cost in each), len(each))
    ratio = max(each) / min(each)
    # Errors of a quarter in both costs make no more of two.
    if len(each) >= 3 and ratio > 2 * 1.25 / 0.75:
        return found, NOT_REPRODUCED
    is_told = len(each) >= 3 and max(n_tests) >= 2 * min(n_tests) and ratio <= 2
    return found, REPRODUCED if is_told else UNDECIDED
