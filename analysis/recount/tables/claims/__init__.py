"""The papers' claims: their figures, and whether a record reproduces them."""

from collections.abc import Callable

from comparison import OF_PAPERS, LeftOut, Row, Table
from findings import CEILING, FLOOR, POLICIES, Findings

from ..function_level import ThesisProperties
from . import chains, functions, programs, randomness
from .evidence import NOT_IN_STUDY, UNDECIDED, Decision, Evidence, of_whole_studies
from .needs import NEEDS, OF_STUDIES, all_of

CLAIMS: dict[int, Callable[[Evidence], Decision]] = {
    1: programs.metamorphic_wins,
    2: programs.complement,
    3: programs.assertions_can_win,
    4: programs.partial_oracle_misses,
    5: programs.second_disagrees,
    6: randomness.samples_win,
    7: randomness.lost_invariants,
    10: programs.strong_properties,
    11: programs.best_property,
    12: programs.multiplying_in_simulation,
    13: functions.scaling_kills_nothing,
    14: programs.golf_is_weak,
    15: programs.attributes_help,
    16: programs.permute_finds_off_by_ones,
    17: programs.permute_misses_payl,
    18: programs.absent_term_wins,
    19: programs.genetics_mask,
    20: programs.more_data_and_semantics,
    21: functions.levels_cross,
    22: functions.functions_find_others,
    23: functions.functions_rescue_payl,
    24: functions.state_of_others,
    25: randomness.replay_beats_profiles,
    26: functions.permuting_finds_off_by_ones,
    27: functions.cost_per_test,
    32: chains.not_recounted,
    33: chains.not_recounted,
    34: chains.not_recounted,
}
"""How each claim is decided, by its number in the report."""

WORDING = LeftOut("the wording of claims")


def claims(findings: Findings, thesis: ThesisProperties) -> list[Table]:
    """The outcomes of all claims, and each claim with its figures."""
    # The papers say nothing of programs that somebody else mutated.
    if findings.record.is_imported:
        return []
    evidence = Evidence(findings, thesis)
    is_told = findings.has_techniques(FLOOR, CEILING)
    others = {
        name: Evidence(Findings(findings.record, name), thesis)
        for name in POLICIES
        if name != findings.policy and (name == "strict" or is_told)
    }
    outcomes: list[Row] = []
    tables = []
    for number in CLAIMS:
        decision = _decided(number, evidence)
        shown = [f"{found.n}/{found.of}" if found else "–" for _, found in decision.figures[:2]]
        outcome: Row = {"claim": number, "text": WORDING, "outcome": decision.outcome}
        for name, other in others.items():
            outcome[f"under_{name}"] = _decided(number, other).outcome
        outcomes.append(outcome | {"ours": ", ".join(shown)})
        figures: list[Row] = [
            {"figure": name, "killed": found, "weighted_percent": LeftOut(OF_PAPERS)}
            for name, found in decision.figures
        ]
        title = f"Claim {number}: {decision.outcome}"
        tables.append(Table("claims", (title,), None, ("figure",), figures))
    return [Table("claims", ("Claims of the papers",), None, ("claim",), outcomes), *tables]


def _decided(number: int, evidence: Evidence) -> Decision:
    """A claim decided; what a study never asked for is not undecided."""
    decision = CLAIMS[number](evidence)
    if number in OF_STUDIES:
        studies, names = OF_STUDIES[number]
        needs = all_of(of_whole_studies(evidence, *studies), *names)
    else:
        needs = NEEDS[number]
    is_asked = all(
        any((subject, name) in evidence.asked for name in names) for subject, names in needs
    )
    if decision.outcome == UNDECIDED and not is_asked:
        return Decision(decision.figures, NOT_IN_STUDY)
    return decision
