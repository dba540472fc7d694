"""Statistics by their definitions or by scipy and statsmodels."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import comb

import numpy
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.stats import binomtest, fisher_exact
from statsmodels.stats.multitest import multipletests

Kills = dict[str, set[str]]
"""For each property the mutants it kills."""


def mcnemar(n_only_first: int, n_only_second: int) -> float:
    """The exact two-sided p-value of McNemar's test; 1 when the two never differ."""
    n_differing = n_only_first + n_only_second
    return float(binomtest(n_only_first, n_differing).pvalue) if n_differing else 1.0


def fisher(first: tuple[int, int], second: tuple[int, int]) -> float:
    """The exact two-sided p-value of Fisher's test of two counts, each out of a number."""
    table = [[n, of - n] for n, of in (first, second)]
    return float(fisher_exact(table).pvalue)


def holm(p_values: Sequence[float]) -> list[float]:
    """The p-values corrected for their number by Holm's method."""
    return [float(p) for p in multipletests(p_values, method="holm")[1]] if p_values else []


def a12(first: Sequence[int], second: Sequence[int]) -> float:
    """Vargha and Delaney's chance that one of the first is larger, ties half."""
    points = sum((a > b) + (a == b) / 2 for a in first for b in second)
    return points / (len(first) * len(second))


def killers(kills: Kills) -> dict[str, set[str]]:
    """For each mutant that falls the properties that kill it."""
    mutants = set().union(*kills.values())
    return {mutant: {name for name in kills if mutant in kills[name]} for mutant in mutants}


def shapley(kills: Kills) -> dict[str, Fraction]:
    """What each property adds on average over all orders.

    A mutant is added by whichever of its killers comes first, and each is first equally often.
    """
    values = {name: Fraction(0) for name in kills}
    for names in killers(kills).values():
        for name in names:
            values[name] += Fraction(1, len(names))
    return values


def expected_kills(kills: Kills, k: int) -> Fraction:
    """How many mutants k properties kill, on average over every choice of k.

    A mutant survives the choices that have none of its killers.
    """
    n = len(kills)
    survival = (Fraction(comb(n - len(names), k), comb(n, k)) for names in killers(kills).values())
    return sum((1 - share for share in survival), Fraction(0))


def smallest_cover(kills: Kills) -> int:
    """How many properties it takes at least to kill all that any kills, by integer programming."""
    names = sorted(kills)
    # Mutants with the same killers ask for the same.
    distinct = {frozenset(of_mutant) for of_mutant in killers(kills).values()}
    if not distinct:
        return 0
    matrix = numpy.array([[name in of_mutant for name in names] for of_mutant in distinct], float)
    solution = milp(
        numpy.ones(len(names)),
        constraints=LinearConstraint(matrix, lb=1),
        integrality=numpy.ones(len(names)),
        bounds=Bounds(0, 1),
    )
    assert solution.success, solution.message
    return round(solution.fun)


def is_greedy(order: Sequence[str], kills: Kills) -> bool:
    """Whether each of these kills most of what those before it left, until nothing is left."""
    left = set().union(*kills.values())
    for name in order:
        n_new = len(kills[name] & left)
        if n_new == 0 or n_new < max(len(other & left) for other in kills.values()):
            return False
        left -= kills[name]
    return not left


def dominators(killing: Iterable[frozenset]) -> list[frozenset]:
    """Of the sets of cases that mutants fall to, those that have no other as a part; each once."""
    distinct = sorted(set(killing), key=len)
    least: list[frozenset] = []
    for cases in distinct:
        if not any(smaller < cases for smaller in least):
            least.append(cases)
    return least
