"""Claims about programs that use randomness."""

from findings import FUNCTION_LEVEL, Rate

from ..random_programs import SORT
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
    rate,
)

RANKING = "martirank-ranking"


def samples_win(evidence: Evidence) -> Decision:
    """Comparing samples of runs kills more than a partial oracle and than assertions."""
    group, figures, duels = evidence.techniques, [], []
    for subject, sampled in ((RANKING, "heuristic"), ("jsim", "statistical")):
        others = ("partial-oracle", "assertions")
        figures += [figure(group, (subject,), name) for name in (sampled, *others)]
        duels += [(group, (subject,), sampled, other) for other in others]
    return Decision(figures, decide(duels))


def lost_invariants(evidence: Evidence) -> Decision:
    """Fewer invariants are kept of MartiRank where it uses randomness."""
    learned = evidence.findings.record.provenance.get("invariants", [])
    kept = {row["subject"]: row["n-kept"] for row in learned}
    random, certain = kept.get("martirank-training"), kept.get("martirank")
    label = "invariants with randomness, of those with and without"
    if random is None or certain is None:
        return Decision([(label, None)], UNDECIDED)
    figures: list[Figure] = [(label, Rate(random, random + certain))]
    return Decision(figures, REPRODUCED if random < certain else NOT_REPRODUCED)


def replay_beats_profiles(evidence: Evidence) -> Decision:
    """On the sort, replayed random numbers kill more than profiles, by one property alone."""
    in_sort = evidence.mutants(RANKING, lambda mutant: mutant.function in SORT)
    group = {RANKING: among(evidence.techniques.get(RANKING, {}), in_sort)}
    properties = {RANKING: among(evidence.function_properties.get(RANKING, {}), in_sort)}
    figures: list[Figure] = [(n, rate(group, RANKING, n)) for n in (FUNCTION_LEVEL, "heuristic")]
    figures += [(name, rate(properties, RANKING, name)) for name in ("M2", "M3")]
    of_all, permuting, multiplying = figures[0][1], figures[2][1], figures[3][1]
    needs_others = of_all is not None and permuting is not None and permuting.n < of_all.n
    if needs_others or (multiplying is not None and multiplying.n > 0):
        return Decision(figures, NOT_REPRODUCED)
    return Decision(figures, decide([(group, (RANKING,), FUNCTION_LEVEL, "heuristic")]))
