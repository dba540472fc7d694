"""Every kind of table: how it is recounted, or why it is not."""

from collections.abc import Callable

from comparison import Table
from findings import Findings

from . import (
    fuel,
    function_level,
    looks,
    mutants,
    original,
    pairs,
    random_programs,
    rankings,
    rates,
    views,
    worth,
)
from .claims import claims

COVERED: dict[str, Callable[[Findings], list[Table]]] = {
    "funnel": mutants.funnel,
    "discarded": mutants.discarded,
    "plausibility": looks.plausibility,
    "hangs": fuel.hangs,
    "fuel": fuel.had_mutants_less,
    "false-alarms": original.false_alarms,
    "unsound": original.unsound,
    "placebo": original.placebo,
    "agreement": original.agreement,
    "lines": original.lines,
    "skipped": original.skipped,
    "properties": rates.properties,
    "unique": pairs.unique,
    "contributions": worth.contributions,
    "curve": worth.curve,
    "effects": worth.effects,
    "seeds": views.seeds,
    "data-sets": rates.data_sets,
    "operators": rates.operators,
    "functions": rates.functions,
    "survivors": mutants.survivors,
    "survivors-by-cause": looks.survivors_by_cause,
    "quality": looks.quality,
    "costs": original.costs,
    "classes": rates.classes,
    "overlap": pairs.overlap,
    "techniques": rates.techniques,
    "headline": views.headline,
    "state": views.state,
    "random-programs": random_programs.random_programs,
    "comparisons": pairs.comparisons,
    "uncertainty": rankings.uncertainty,
    "imitation": rankings.imitation,
    "equivalents": mutants.equivalents,
    "dominators": rankings.dominators,
    "flips": rankings.flips,
}
"""Kinds that follow from a record and a policy."""

COVERED_WITH_THESIS: dict[
    str, Callable[[Findings, function_level.ThesisProperties], list[Table]]
] = {
    "function-properties": function_level.function_properties,
    "levels": function_level.levels,
    "level-overlap": function_level.level_overlap,
    "checked-functions": function_level.checked_functions,
    "function-kills": function_level.function_kills,
    "function-funnel": function_level.function_funnel,
    "overhead": function_level.overhead,
    "claims": claims,
}
"""Kinds that also need to know which properties of functions are the thesis's."""

UNCOVERED: dict[str, str] = {
    "property-texts": "it has texts of the provenance and of the papers, and no number",
    "rules": "its first and last rule are policies, whose rates `techniques` recounts",
    "originals": "it sets `rules` beside numbers that no record has",
    "waterfall": "it sets `rules` beside numbers that no record has",
    "ruled-out": "its numbers are of no record",
    "rounds": "it is counted from the table of chains, which the recount does not read",
    "sequences": "it sets single chains, which the recount does not read, beside printed ones",
}
"""Kinds that are not recounted, with the reason; a kind in none of the three lists is an error."""
