"""Answers calls of a function of two numbers: one line in, one line out."""

import math
import sys


def distance(x, y):
    return math.sqrt(x * x + y * y)


for line in sys.stdin:
    try:
        print(repr(distance(*map(float, line.split()))))
    except (ArithmeticError, ValueError) as problem:
        print("error:", problem)
