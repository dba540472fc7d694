"""Claims about techniques and properties of deterministic programs."""

from collections import Counter, defaultdict

from comparison import wilson
from findings import METAMORPHIC, PSEUDO_ORACLE, Rate, property_set

from measures import fisher

from ..pairs import THESIS_STUDY_2, THESIS_SUBJECTS, THESIS_TECHNIQUES, regions_of
from .evidence import (
    NOT_REPRODUCED,
    REPRODUCED,
    SIGNIFICANT,
    UNDECIDED,
    Decision,
    Evidence,
    among,
    decide,
    differences,
    figure,
    of_whole_studies,
    rate,
)

ASSERTIONS, PARTIAL_ORACLE = "assertions", "partial-oracle"
PROPERTIES = ("permute", "multiply", "add", "negate")
LOOPS = ("loop-bound-", "range-end-", "range-start-")
"""How the names of operators start that move where a loop or a range starts or ends."""


def metamorphic_wins(evidence: Evidence) -> Decision:
    """Metamorphic testing kills more than a partial oracle and than assertions."""
    group, others = evidence.techniques, (PARTIAL_ORACLE, ASSERTIONS)
    subjects = of_whole_studies(evidence, THESIS_SUBJECTS, THESIS_STUDY_2)
    figures = [figure(group, subjects, name) for name in (METAMORPHIC, *others)]
    if len(subjects) == len(THESIS_SUBJECTS) + len(THESIS_STUDY_2):
        for title, study in (("Study 1", THESIS_SUBJECTS), ("Study 2", THESIS_STUDY_2)):
            of_study = ((name, figure(group, study, name)) for name in (METAMORPHIC, *others))
            figures += [(f"{name}, {title}", found) for name, (_, found) in of_study]
    duels = ((group, subjects, METAMORPHIC, other) for other in others)
    return Decision(figures, decide(duels))


def complement(evidence: Evidence) -> Decision:
    """Each of the three techniques kills mutants that the other two miss."""
    names = list(THESIS_TECHNIQUES)
    judged = [evidence.techniques.get(subject, {}) for subject in THESIS_SUBJECTS]
    whole = [scores for scores in judged if set(names) <= scores.keys()]
    counts: Counter[tuple[bool, ...]] = Counter()
    for scores in whole:
        counts += regions_of(names, scores)

    def share(n: int) -> Rate | None:
        return Rate(n, counts.total()) if counts else None

    alone = [counts[tuple(other == name for other in names)] for name in names]
    n_none = counts[False, False, False]
    n_partial_oracle_only = alone[names.index(PARTIAL_ORACLE)]
    figures = [(f"{name} alone", share(n)) for name, n in zip(names, alone, strict=True)]
    n_together = counts.total() - n_none - n_partial_oracle_only
    figures.append(("metamorphic or assertions", share(n_together)))
    figures.append(("none of the three", share(n_none)))
    if len(whole) < len(judged):
        return Decision(figures, UNDECIDED)
    return Decision(figures, REPRODUCED if all(alone) or not counts else NOT_REPRODUCED)


def assertions_can_win(evidence: Evidence) -> Decision:
    """Assertions kill more than metamorphic testing on C4.5, be it by chance."""
    group = evidence.techniques
    figures = [figure(group, ("c45",), name) for name in (ASSERTIONS, METAMORPHIC)]
    found = differences(group, ("c45",), ASSERTIONS, METAMORPHIC)
    if found is None:
        return Decision(figures, UNDECIDED)
    return Decision(figures, REPRODUCED if found[0] > found[1] else NOT_REPRODUCED)


def partial_oracle_misses(evidence: Evidence) -> Decision:
    """The partial oracle kills fewer than metamorphic testing on MartiRank."""
    group, subjects = evidence.techniques, ("martirank",)
    figures = [figure(group, subjects, name) for name in (PARTIAL_ORACLE, METAMORPHIC)]
    return Decision(figures, decide([(group, subjects, METAMORPHIC, PARTIAL_ORACLE)]))


def second_disagrees(evidence: Evidence) -> Decision:
    """Two of three programs differ from a second implementation on every data set."""
    agrees: dict[str, dict[str, bool]] = defaultdict(dict)
    for case in evidence.findings.record.rulings:
        if case.technique == PSEUDO_ORACLE:
            of_subject = agrees[case.subject]
            is_same = evidence.findings.is_sound(case)
            of_subject[case.data_set] = of_subject.get(case.data_set, True) and is_same
    figures = []
    for subject in THESIS_SUBJECTS:
        known = list(agrees[subject].values())
        found = Rate(known.count(False), len(known)) if known else None
        figures.append((f"data sets with a difference on {subject}", found))
    n_everywhere = sum(found is not None and found.n == found.of for _, found in figures)
    n_unknown = sum(found is None for _, found in figures)
    if n_everywhere >= 2:
        return Decision(figures, REPRODUCED)
    return Decision(figures, UNDECIDED if n_everywhere + n_unknown >= 2 else NOT_REPRODUCED)


def strong_properties(evidence: Evidence) -> Decision:
    """Permuting and negating each kill more than adding and multiplying."""
    group, strong, weak = evidence.properties, ("permute", "negate"), ("add", "multiply")
    figures = [figure(group, THESIS_SUBJECTS, name) for name in (*strong, *weak)]
    duels = ((group, THESIS_SUBJECTS, more, fewer) for more in strong for fewer in weak)
    return Decision(figures, decide(duels))


def best_property(evidence: Evidence) -> Decision:
    """Negating kills most on C4.5, permuting on MartiRank and SVM."""
    group, figures, duels = evidence.properties, [], []
    for subject, best in (("c45", "negate"), ("martirank", "permute"), ("svm", "permute")):
        others = [name for name in PROPERTIES if name != best]
        figures += [figure(group, (subject,), name) for name in (best, *others)]
        duels += [(group, (subject,), best, other) for other in others]
    return Decision(figures, decide(duels))


def multiplying_in_simulation(evidence: Evidence) -> Decision:
    """Multiplying kills more than adding on the simulator, and most where it calculates."""
    group, subjects = evidence.properties, ("jsim",)
    figures = [figure(group, subjects, name) for name in ("multiply", "add")]
    scores = group.get("jsim", {})

    def at(*kinds: str) -> Rate | None:
        mutants = evidence.mutants("jsim", lambda mutant: mutant.site_kind in kinds)
        return rate({"jsim": among(scores, mutants)}, "jsim", "multiply")

    arithmetic, loops = at("arithmetic"), at("loop", "index")
    figures.append(("multiply on integers one off in calculations", arithmetic))
    figures.append(("multiply on integers one off in loops, ranges and indices", loops))
    outcome = decide([(group, subjects, "multiply", "add")])
    if outcome == NOT_REPRODUCED or differences(group, subjects[0:1], "multiply", "add") is None:
        return Decision(figures, outcome)
    if arithmetic is None or loops is None:
        return Decision(figures, UNDECIDED)
    if arithmetic.n * loops.of <= loops.n * arithmetic.of:
        return Decision(figures, NOT_REPRODUCED)
    is_sure = outcome == REPRODUCED and fisher(arithmetic, loops) < SIGNIFICANT
    return Decision(figures, REPRODUCED if is_sure else UNDECIDED)


def absent_term_wins(evidence: Evidence) -> Decision:
    """A term that the corpus lacks kills most on the search engine, and swapping none."""
    group, subjects, others = evidence.properties, ("lucene",), ("L1", "L2", "L4")
    figures = [figure(group, subjects, name) for name in ("L3", *others)]
    outcome = decide([(group, subjects, "L3", other) for other in others])
    swapping = rate(group, "lucene", "L1")
    is_refuted = swapping is not None and swapping.n > 0
    return Decision(figures, NOT_REPRODUCED if is_refuted else outcome)


def genetics_mask(evidence: Evidence) -> Decision:
    """No technique kills half of gaffitter's mutants, and most kills are in its selection."""
    names = (METAMORPHIC, ASSERTIONS, PARTIAL_ORACLE)
    figures = [figure(evidence.techniques, ("gaffitter",), name) for name in names]
    rates = [found for _, found in figures]
    figures += [figure(evidence.properties, ("gaffitter",), name) for name in ("GS1", "GS2")]
    scores = evidence.techniques.get("gaffitter", {})
    selecting = evidence.mutants("gaffitter", lambda mutant: mutant.file == "src/generation.rs")
    others = evidence.mutants("gaffitter", lambda mutant: mutant.file != "src/generation.rs")
    inside, outside = (
        rate({"gaffitter": among(scores, mutants)}, "gaffitter", METAMORPHIC)
        for mutants in (selecting, others)
    )
    figures.append((f"{METAMORPHIC} in the code that selects", inside))
    figures.append((f"{METAMORPHIC} outside of the code that selects", outside))
    known = [found for found in rates if found is not None]
    if any(wilson(found)[0] > 50 for found in known):
        return Decision(figures, NOT_REPRODUCED)
    is_told = inside is not None and outside is not None
    if is_told and inside.n * outside.of <= outside.n * inside.of:
        return Decision(figures, NOT_REPRODUCED)
    if len(known) < len(rates) or not is_told:
        return Decision(figures, UNDECIDED)
    is_masked = all(wilson(found)[1] < 50 for found in known)
    is_sure = is_masked and fisher(inside, outside) < SIGNIFICANT
    return Decision(figures, REPRODUCED if is_sure else UNDECIDED)


def golf_is_weak(evidence: Evidence) -> Decision:
    """Golf kills fewest of all data sets on C4.5, and not on SVM."""
    group, figures, is_weakest = evidence.data_sets, [], {}
    for subject in ("c45", "svm"):
        others = [name for name in group.get(subject, {}) if name != "golf"]
        figures += [figure(group, (subject,), name) for name in ("golf", *others)]
        is_weakest[subject] = decide((group, (subject,), other, "golf") for other in others)
    outcome = UNDECIDED
    if is_weakest["c45"] == NOT_REPRODUCED or is_weakest["svm"] == REPRODUCED:
        outcome = NOT_REPRODUCED
    elif is_weakest["c45"] == REPRODUCED and is_weakest["svm"] == NOT_REPRODUCED:
        outcome = REPRODUCED
    return Decision(figures, outcome)


def attributes_help(evidence: Evidence) -> Decision:
    """The sixth data set of MartiRank, which has most attributes, kills more than every other."""
    group = evidence.data_sets
    names = list(group.get("martirank", {}))
    wide = next((name for name in names if "-06" in name), "martirank-06")
    others = [name for name in names if name != wide]
    figures = [figure(group, ("martirank",), name) for name in (wide, *others)]
    return Decision(figures, decide((group, ("martirank",), wide, other) for other in others))


def permute_finds_off_by_ones(evidence: Evidence) -> Decision:
    """Permuting kills more than half of SVM's mutants that are one off."""
    one_off = evidence.mutants("svm", lambda mutant: mutant.class_ == "off-by-one")
    in_loops = evidence.mutants("svm", lambda mutant: mutant.operator.startswith(LOOPS))
    scores = evidence.properties.get("svm", {})
    found = rate({"svm": among(scores, one_off)}, "svm", "permute")
    beside = rate({"svm": among(scores, one_off & in_loops)}, "svm", "permute")
    figures = [("permute on off-by-one mutants of svm", found)]
    figures.append(("those in loops and ranges", beside))
    if found is None:
        return Decision(figures, UNDECIDED)
    low, high = wilson(found)
    return Decision(figures, REPRODUCED if low > 50 else NOT_REPRODUCED if high < 50 else UNDECIDED)


def permute_misses_payl(evidence: Evidence) -> Decision:
    """Metamorphic testing of PAYL kills a smaller share than permuting does elsewhere."""
    by_any = evidence.grouped(lambda c: METAMORPHIC if c.technique == METAMORPHIC else None)
    on_payl = rate(by_any, "payl", METAMORPHIC)
    figures = [(f"{METAMORPHIC} on payl", on_payl)]
    figures += [figure(evidence.properties, (name,), "permute") for name in THESIS_SUBJECTS]
    others = [found for _, found in figures[1:]]
    figures.append((f"{ASSERTIONS} on payl", rate(evidence.techniques, "payl", ASSERTIONS)))
    known = [found for found in others if found is not None]
    outcome = UNDECIDED
    if on_payl is not None:
        if any(on_payl.n * other.of >= other.n * on_payl.of for other in known):
            outcome = NOT_REPRODUCED
        elif len(known) == len(others):
            is_below = all(wilson(on_payl)[1] < wilson(other)[0] for other in known)
            outcome = REPRODUCED if is_below else UNDECIDED
    return Decision(figures, outcome)


def more_data_and_semantics(evidence: Evidence) -> Decision:
    """All data sets kill more than one, and comparing outputs kills more than comparing models."""
    one = ("iris", "martirank-01", "martirank-01-full")
    thesis = ("all data sets", "one data set", "permute", "permute-model")
    by_all = evidence.grouped(lambda c: thesis[0] if property_set(c) == "thesis" else None)
    by_one = evidence.grouped(
        lambda c: thesis[1] if property_set(c) == "thesis" and c.data_set in one else None
    )
    by_property = evidence.grouped(
        lambda c: c.property if c.technique == METAMORPHIC and c.property in thesis else None
    )
    group = {name: by_all[name] | by_one[name] | by_property[name] for name in by_all}
    figures, duels = [], []
    for subject in ("martirank", "svm"):
        figures += [figure(group, (subject,), name) for name in thesis]
        duels.append((group, (subject,), thesis[0], thesis[1]))
        duels.append((group, (subject,), thesis[2], thesis[3]))
    return Decision(figures, decide(duels))
