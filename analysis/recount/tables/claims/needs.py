"""What a study must ask for so that a claim can be decided at all."""

from itertools import product

Need = tuple[str, tuple[str, ...]]
"""A subject, and names of which one at least must be asked about it."""

STUDY_1 = ("c45", "martirank", "svm")
WITH_PAYL = (*STUDY_1, "payl")
TECHNIQUES = ("metamorphic", "partial-oracle", "assertions")
PROPERTIES = ("permute", "multiply", "add", "negate")
FIRST = ("iris", "martirank-01", "martirank-01-full")


def _all(subjects: tuple[str, ...], *names: str) -> list[Need]:
    return [(subject, (name,)) for subject, name in product(subjects, names)]


def _random(subject: str, sampled: str) -> list[Need]:
    return _all((subject,), sampled, "partial-oracle", "assertions")


NEEDS: dict[int, list[Need]] = {
    1: _all(STUDY_1, *TECHNIQUES),
    2: _all(STUDY_1, *TECHNIQUES),
    3: _all(("c45",), "assertions", "metamorphic"),
    4: _all(("martirank",), "metamorphic", "partial-oracle"),
    5: _all(STUDY_1, "pseudo-oracle"),
    6: [*_random("martirank-ranking", "heuristic"), *_random("jsim", "statistical")],
    7: _all(("martirank", "martirank-training"), "invariants"),
    10: _all(STUDY_1, *PROPERTIES),
    11: _all(STUDY_1, *PROPERTIES),
    12: _all(("jsim",), "multiply", "add"),
    13: [*_all(("c45",), "C2", "C4"), ("martirank", ("M3",)), ("svm", ("S3",))],
    14: _all(("c45", "svm"), "golf"),
    15: [("martirank", ("martirank-06", "martirank-06-full"))],
    16: _all(("svm",), "permute"),
    17: [*_all(("payl",), "metamorphic"), *_all(STUDY_1, "permute")],
    20: [
        *_all(("martirank", "svm"), "metamorphic", "permute", "permute-model"),
        *[(subject, FIRST) for subject in ("martirank", "svm")],
    ],
    21: _all(WITH_PAYL, "metamorphic", "mrc"),
    22: _all(WITH_PAYL, "mrc"),
    23: _all(("payl",), "metamorphic", "mrc"),
    24: _all(("martirank",), "M1"),
    25: _all(("martirank-ranking",), "mrc", "heuristic"),
    27: _all(WITH_PAYL, "costs of checks"),
}
"""By the number of the claim."""
