"""Makes `reference.json`: what scipy says of 200 pairs of samples per test.

    pip install numpy==2.4.6 scipy==1.17.1
    python3 runners/statistics/tests/reference.py > runners/statistics/tests/reference.json

A sample is given by a seed, a size, a shape, a place and a scale, and made by the generator that is
spelled out below and again in the Rust test, so that the file holds no samples. The F-test is not in
scipy; it is the ratio of numpy's variances under scipy's distribution.
"""

import json
import math

import numpy as np
from scipy import stats

MASK = (1 << 64) - 1


class Generator:
    """SplitMix64."""

    def __init__(self, seed):
        self.state = seed

    def unit(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        z ^= z >> 31
        return (z >> 11) / (1 << 53)


def sample(seed, size, shape, place, scale):
    generator = Generator(seed)
    values = []
    for _ in range(size):
        u = generator.unit()
        if shape == "uniform":
            value = u
        elif shape == "skewed":
            value = u * u * u
        elif shape == "tied":
            value = math.floor(u * 6)
        values.append(place + scale * value)
    return values


def f_test(a, b):
    ratio = np.var(a, ddof=1) / np.var(b, ddof=1)
    law = stats.f(len(a) - 1, len(b) - 1)
    return ratio, 2 * min(law.cdf(ratio), law.sf(ratio))


TESTS = {
    "brown-forsythe": lambda a, b: stats.levene(a, b, center="median"),
    "f": f_test,
    "kolmogorov-smirnov": lambda a, b: stats.ks_2samp(a, b),
    "levene": lambda a, b: stats.levene(a, b, center="mean"),
    "mann-whitney": lambda a, b: stats.mannwhitneyu(a, b),
    "student": lambda a, b: stats.ttest_ind(a, b, equal_var=True),
    "welch": lambda a, b: stats.ttest_ind(a, b, equal_var=False),
}

SHAPES = ["uniform", "skewed", "tied"]
SIZES = [(5, 7), (8, 30), (12, 12), (25, 40), (100, 100)]


def cases():
    for number in range(200):
        n, m = SIZES[number % len(SIZES)]
        shape = SHAPES[number % len(SHAPES)]
        a = [2 * number + 1, n, shape, 0.0, 1.0]
        # Binary fractions, so that both languages make the same samples to the bit.
        place = (number % 9) / 16
        scale = 1.0 if shape == "tied" else 1.0 + (number % 5) / 4
        if shape == "tied":
            place = float(number % 3)
        b = [2 * number + 2, m, shape, place, scale]
        yield {"a": a, "b": b}


def main():
    answer = {name: [] for name in TESTS}
    for case in cases():
        a, b = sample(*case["a"]), sample(*case["b"])
        for name, test in TESTS.items():
            statistic, p = test(a, b)
            answer[name].append({**case, "statistic": float(statistic), "p": float(p)})
    lines = []
    for name, rows in answer.items():
        inner = ",\n".join("  " + json.dumps(row) for row in rows)
        lines.append(f"{json.dumps(name)}: [\n{inner}\n]")
    print("{\n" + ",\n".join(lines) + "\n}")


main()
