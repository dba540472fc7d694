"""What a study must ask for so that a claim can be decided at all."""

from itertools import product

Need = tuple[str, tuple[str, ...]]
"""A subject, and names of which one at least must be asked about it."""

STUDY_1 = ("c45", "martirank", "svm")
STUDY_2 = ("gaffitter", "jsim", "lucene")
WITH_PAYL = (*STUDY_1, "payl")
TECHNIQUES = ("metamorphic", "partial-oracle", "assertions")
PROPERTIES = ("permute", "multiply", "add", "negate")
FIRST = ("iris", "martirank-01", "martirank-01-full")


def all_of(subjects: tuple[str, ...], *names: str) -> list[Need]:
    """Every name is needed on every subject."""
    return [(subject, (name,)) for subject, name in product(subjects, names)]


def _random(subject: str, sampled: str) -> list[Need]:
    return all_of((subject,), sampled, "partial-oracle", "assertions")


NEEDS: dict[int, list[Need]] = {
    2: all_of(STUDY_1, *TECHNIQUES),
    3: all_of(("c45",), "assertions", "metamorphic"),
    4: all_of(("martirank",), "metamorphic", "partial-oracle"),
    5: all_of(STUDY_1, "pseudo-oracle"),
    6: [*_random("martirank-ranking", "heuristic"), *_random("jsim", "statistical")],
    7: all_of(("martirank", "martirank-training"), "invariants"),
    10: all_of(STUDY_1, *PROPERTIES),
    11: all_of(STUDY_1, *PROPERTIES),
    12: all_of(("jsim",), "multiply", "add"),
    13: [*all_of(("c45",), "C2", "C4"), ("martirank", ("M3",)), ("svm", ("S3",))],
    14: all_of(("c45", "svm"), "golf"),
    15: [("martirank", ("martirank-06", "martirank-06-full"))],
    16: all_of(("svm",), "permute"),
    17: [*all_of(("payl",), "metamorphic"), *all_of(STUDY_1, "permute")],
    18: all_of(("lucene",), "L1", "L2", "L3", "L4"),
    19: all_of(("gaffitter",), *TECHNIQUES),
    20: [
        *all_of(("martirank", "svm"), "metamorphic", "permute", "permute-model"),
        *[(subject, FIRST) for subject in ("martirank", "svm")],
    ],
    24: all_of(("martirank",), "M1"),
    25: all_of(("martirank-ranking",), "mrc", "heuristic"),
    26: all_of(("gaffitter",), "G2", "G4"),
    27: all_of(WITH_PAYL, "costs of checks"),
    32: all_of(("sparse-matrix",), "iterative"),
    33: all_of(("sparse-matrix",), "iterative"),
    34: all_of(("sparse-matrix",), "iterative"),
}
"""By the number of the claim."""

OF_STUDIES: dict[int, tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]] = {
    1: ((STUDY_1, STUDY_2), TECHNIQUES),
    21: ((WITH_PAYL, STUDY_2), ("metamorphic", "mrc")),
    22: ((WITH_PAYL, STUDY_2), ("mrc",)),
    23: ((("payl",), ("gaffitter",)), ("metamorphic", "mrc")),
}
"""Claims over several studies: their programs, and what must be asked about those of whole ones."""
