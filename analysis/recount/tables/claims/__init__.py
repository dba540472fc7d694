"""The papers' claims: their figures, and whether a record reproduces them."""

from collections.abc import Callable

from comparison import LeftOut, Row, Table
from findings import Findings

from ..function_level import ThesisProperties
from . import functions, programs, randomness
from .evidence import Decision, Evidence

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
    13: functions.scaling_kills_nothing,
    14: programs.golf_is_weak,
    15: programs.attributes_help,
    16: programs.permute_finds_off_by_ones,
    17: programs.permute_misses_payl,
    20: programs.more_data_and_semantics,
    21: functions.levels_cross,
    22: functions.functions_find_others,
    23: functions.functions_rescue_payl,
    24: functions.state_of_others,
    25: randomness.replay_beats_profiles,
    27: functions.cost_per_test,
}
"""How each claim is decided, by its number in the report."""

WORDING = LeftOut("the wording of claims")


def claims(findings: Findings, thesis: ThesisProperties) -> list[Table]:
    """The outcomes of all claims, and each claim with its figures."""
    # The papers say nothing of programs that somebody else mutated.
    if findings.record.is_imported:
        return []
    evidence = Evidence(findings, thesis)
    outcomes: list[Row] = []
    tables = []
    for number, decide in CLAIMS.items():
        decision = decide(evidence)
        shown = [f"{found.n}/{found.of}" if found else "–" for _, found in decision.figures[:2]]
        outcome: Row = {"claim": number, "text": WORDING, "outcome": decision.outcome}
        outcomes.append(outcome | {"ours": ", ".join(shown)})
        figures: list[Row] = [{"figure": name, "killed": found} for name, found in decision.figures]
        title = f"Claim {number}: {decision.outcome}"
        tables.append(Table("claims", (title,), None, ("figure",), figures))
    return [Table("claims", ("Claims of the papers",), None, ("claim",), outcomes), *tables]
