"""What a person would see of the outputs of mutants, and how good they are."""

from collections import defaultdict
from dataclasses import dataclass

from record import ORIGINAL, Record


@dataclass(frozen=True)
class Look:
    """A mutant over the study data sets on which its run ended normally."""

    n_ended: int
    n_wrong: int
    loss: float | None
    """Of quality, from -1 to 1, on average; `None` where nothing tells."""

    def is_wrong_from(self, share: float) -> bool:
        """Whether it is plainly wrong on this share of the data sets, and on one at least."""
        return self.n_wrong > 0 and self.n_wrong >= share * self.n_ended


@dataclass
class Output:
    """A compared output of a variant on a data set."""

    is_wrong: bool
    quality: float | None


Outputs = dict[tuple[str, str], dict[str, Output]]
"""By variant and data set, then by output."""


def looks(record: Record, subject: str) -> dict[str, Look]:
    """How each mutant looks that the floor judged; none where the record does not tell."""
    if record.outputs is None:
        return {}
    outputs = _outputs(record, subject)
    ended = _ended(record, subject)
    found: dict[str, Look] = {}
    for mutant, data_sets in ended.items():
        n_wrong = 0
        losses: list[float] = []
        for data_set in data_sets:
            of_original = outputs.get((ORIGINAL, data_set), {})
            own = outputs.get((mutant, data_set), {})
            n_wrong += any(
                output.is_wrong and not (name in of_original and of_original[name].is_wrong)
                for name, output in own.items()
            )
            if any(output.quality is not None for output in of_original.values()):
                losses += _loss(of_original, own)
        loss = sum(losses) / len(losses) if losses else None
        found[mutant] = Look(len(data_sets), n_wrong, loss)
    return found


def _outputs(record: Record, subject: str) -> Outputs:
    compared, ranks = record.compared(subject), record.ranks(subject)
    outputs: Outputs = defaultdict(dict)
    for row in record.outputs or []:
        name = row["output"]
        if row["subject"] == subject and name in compared:
            quality = row["quality"]
            # The area under the curve of a ranking that says nothing is one half.
            is_chance = name in ranks and quality is not None and quality <= 0.5
            is_wrong = row["looks"] != "plausible" or is_chance
            outputs[row["variant"], row["data_set"]][name] = Output(is_wrong, quality)
    return outputs


def _loss(of_original: dict[str, Output], own: dict[str, Output]) -> list[float]:
    """The largest loss over the outputs, if one is known; without an own row there is none."""
    if not own:
        return [0.0]
    losses = []
    for name, output in own.items():
        before = of_original[name].quality if name in of_original else None
        if before is not None and output.quality is not None:
            losses.append(before - output.quality)
    return [max(losses)] if losses else []


def _ended(record: Record, subject: str) -> dict[str, list[str]]:
    """The study data sets on which each mutant's run ended normally, its outputs blank or not."""
    judged: dict[str, set[str]] = defaultdict(set)
    failed: set[tuple[str, str]] = set()
    study = record.study_data_sets(subject)
    for case, rulings in record.rulings.items():
        is_floor = case.subject == subject and case.technique == "implicit"
        if is_floor and case.data_set in study:
            for name, ruling in rulings.items():
                judged[name].add(case.data_set)
                if ruling.verdict == "violated" and ruling.cause != "blank-output":
                    failed.add((name, case.data_set))
    ended = {
        name: sorted(known for known in data_sets if (name, known) not in failed)
        for name, data_sets in judged.items()
    }
    return {name: data_sets for name, data_sets in ended.items() if data_sets}
