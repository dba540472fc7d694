"""Makes `reference.json`: what scipy, statsmodels or plain counting say about the cases in it.

    pip install numpy==2.4.6 scipy==1.17.1 statsmodels==0.15.0
    python3 analysis/tests/statistics/reference.py > analysis/tests/statistics/reference.json

Nothing here shares code or formulas with the crate: where a library has the statistic, it is the
library's; a Shapley value is averaged over all orders, a smallest cover is found by mixed-integer
programming, dominators are found by comparing all pairs. Only the generator behind the bootstrap is
spelled out again, because the draws must be the same.
"""

import itertools
import json
import random

import numpy as np
from scipy import optimize, stats
from statsmodels.stats.contingency_tables import cochrans_q, mcnemar
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

choose = random.Random(20260101)


def wilson():
    for n, of in [(0, 1), (1, 1), (0, 20), (1, 29), (15, 148), (81, 263), (26, 28), (999, 1000), (3, 100000)]:
        low, high = proportion_confint(n, of, alpha=0.05, method="wilson")
        yield {"n": n, "of": of, "low": float(low), "high": float(high)}


def difference():
    """A linear combination of two proportions with the coefficients 1 and -1."""
    for first, second in [((56, 70), (48, 80)), ((5, 56), (0, 29)), ((43, 124), (30, 59)), ((1, 1), (0, 2)), ((3, 1000), (990, 1000))]:
        low, high = confint_proportions_2indep(*first, *second, method="newcomb", compare="diff", alpha=0.05)
        yield {"first": first, "second": second, "low": float(low), "high": float(high)}


def exact_mcnemar():
    for only_first, only_second in [(0, 0), (0, 6), (4, 1), (3, 3), (10, 2), (150, 86), (40, 3), (500, 450), (9, 200)]:
        p = mcnemar([[0, only_first], [only_second, 0]], exact=True).pvalue
        yield {"only_first": only_first, "only_second": only_second, "p": float(p)}


def cochran():
    for n_techniques, n_mutants in [(3, 40), (4, 69), (6, 200), (2, 25)]:
        # Techniques that differ a little, so that p is neither 0 nor 1.
        rows = [[int(choose.random() < 0.4 + 0.05 * place) for place in range(n_techniques)] for _ in range(n_mutants)]
        result = cochrans_q(np.array(rows))
        yield {"rows": rows, "q": float(result.statistic), "degrees": int(result.df), "p": float(result.pvalue)}


def holm():
    for n in [1, 2, 5, 20]:
        p_values = [round(choose.random() ** 3, 6) for _ in range(n)]
        yield {"p": p_values, "adjusted": [float(p) for p in multipletests(p_values, method="holm")[1]]}


def a12():
    for n_first, n_second in [(6, 10), (1, 5), (30, 20), (50, 50)]:
        first = [choose.randint(0, 12) for _ in range(n_first)]
        second = [choose.randint(2, 14) for _ in range(n_second)]
        u = stats.mannwhitneyu(first, second).statistic
        yield {"first": first, "second": second, "a12": float(u) / (n_first * n_second)}


def splitmix(seed):
    mask = 2**64 - 1
    while True:
        seed = (seed + 0x9E3779B97F4A7C15) & mask
        z = seed
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & mask
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & mask
        yield z ^ (z >> 31)


def below(stream, bound):
    mask = 2**64 - 1
    for number in stream:
        if number < mask - mask % bound:
            return number % bound


def bootstrap():
    for seed, clusters in [(1, [(94, 1), (197, 1), (16, 1), (38, 1), (99, 1), (141, 1), (23, 1)]),
                           (7, [(26, 28), (69, 69), (83, 85), (2, 40)]),
                           (3, [(1, 2), (5, 9)])]:
        stream = splitmix(seed)
        shares = []
        for _ in range(10_000):
            drawn = [clusters[below(stream, len(clusters))] for _ in clusters]
            shares.append(sum(n for n, _ in drawn) / sum(of for _, of in drawn))
        low, high = np.percentile(shares, [2.5, 97.5])
        yield {"seed": seed, "clusters": clusters, "low": float(low), "high": float(high)}


def matrix(n_properties, n_mutants, density):
    return [[int(choose.random() < density) for _ in range(n_mutants)] for _ in range(n_properties)]


def selections():
    """Kills as a row per property: the curve, shares, smallest cover and dominators."""
    for n_properties, n_mutants, density in [(4, 12, 0.4), (6, 25, 0.3), (7, 40, 0.15), (1, 3, 0.5), (5, 30, 0.6)]:
        kills = matrix(n_properties, n_mutants, density)
        n_killers = [sum(column) for column in zip(*kills)]
        curve = [
            sum(1 - stats.hypergeom(n_properties, d, k).pmf(0) if k and d else 0.0 for d in n_killers)
            for k in range(n_properties + 1)
        ]
        gained = np.zeros(n_properties)
        orders = list(itertools.permutations(range(n_properties)))
        for order in orders:
            killed = set()
            for place in order:
                new = {m for m, hit in enumerate(kills[place]) if hit} - killed
                gained[place] += len(new)
                killed |= new
        killed = [m for m, d in enumerate(n_killers) if d]
        cover = optimize.milp(
            np.ones(n_properties),
            constraints=optimize.LinearConstraint(np.array(kills).T[killed], lb=1),
            integrality=np.ones(n_properties),
            bounds=optimize.Bounds(0, 1),
        )
        killers = [frozenset(p for p in range(n_properties) if kills[p][m]) for m in range(n_mutants)]
        dominators = [
            m for m in killed
            if not any(killers[o] < killers[m] for o in killed)
            and not any(killers[o] == killers[m] for o in killed if o < m)
        ]
        yield {
            "kills": kills,
            "curve": [float(value) for value in curve],
            "shapley": [float(value) for value in gained / len(orders)],
            "n_smallest": round(float(cover.fun)),
            "dominators": dominators,
        }


cases = {
    "wilson": list(wilson()),
    "difference": list(difference()),
    "mcnemar": list(exact_mcnemar()),
    "cochran": list(cochran()),
    "holm": list(holm()),
    "a12": list(a12()),
    "bootstrap": list(bootstrap()),
    "selections": list(selections()),
}
# One case a line: readable, and a change shows where it is.
blocks = [
    f'"{name}": [\n' + ",\n".join(json.dumps(case) for case in of_name) + "\n]"
    for name, of_name in cases.items()
]
print("{\n" + ",\n".join(blocks) + "\n}")
