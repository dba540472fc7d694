"""Tables about the original, and about what was planned and what it took."""

from collections import defaultdict

from comparison import Row, Table
from findings import CEILING, PSEUDO_ORACLE, Findings, Rate, kills


def false_alarms(findings: Findings) -> list[Table]:
    """How often each property accuses the original; the reference compares it with itself."""
    tables = []
    for subject in findings.subjects:
        verdicts: dict[tuple[str, str], list[str]] = defaultdict(list)
        for case, ruling in findings.record.on_original.items():
            if case.subject == subject and case.technique != CEILING:
                verdicts[case.technique, case.property].append(ruling.verdict)
        rows: list[Row] = [
            {
                "technique": technique,
                "property": name,
                "alarms": Rate(said.count("violated"), len(said)),
                "inconclusive": said.count("inconclusive"),
            }
            for (technique, name), said in sorted(verdicts.items())
        ]
        key = ("technique", "property")
        tables.append(Table("false-alarms", ("Alarms on the original",), subject, key, rows))
    return tables


def unsound(findings: Findings) -> list[Table]:
    """The cases that the original does not satisfy, or that never judged it."""
    tables = []
    for subject in findings.subjects:
        rows: list[Row] = []
        for case in findings.record.cases:
            if case.subject == subject and not findings.is_sound(case):
                ruling = findings.record.on_original.get(case)
                detail = findings.record.details.get(case)
                rows.append(
                    {
                        "technique": case.technique,
                        "property": case.property,
                        "data_set": case.data_set,
                        "seed": case.seed,
                        "verdict": ruling.verdict if ruling else None,
                        "cause": ruling.cause if ruling else None,
                        "detail": detail.strip() if detail is not None else None,
                    }
                )
        title = "Unsound pairs, which cannot kill"
        key = ("technique", "property", "data_set", "seed")
        tables.append(Table("unsound", (title,), subject, key, rows))
    return tables


def placebo(findings: Findings) -> list[Table]:
    """Which properties kill which programs without a fault, and on which data sets."""
    tables = []
    for subject in sorted({subject for subject, _ in findings.record.placebos}):
        judged: dict[tuple[str, str], set[str]] = defaultdict(set)
        killed: dict[tuple[str, str], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for case, rulings in findings.record.on_placebos.items():
            if case.subject != subject or not findings.is_sound(case):
                continue
            judge = (case.technique, case.property)
            for variant, ruling in rulings.items():
                name = variant.split("::placebo/", 1)[1]
                is_killed = kills(ruling, findings.policy)
                if is_killed:
                    killed[judge][name].add(case.data_set)
                if is_killed or ruling.verdict in ("satisfied", "violated"):
                    judged[judge].add(name)
        rows: list[Row] = []
        for (technique, property_), names in sorted(judged.items()):
            of_judge = sorted(killed[technique, property_].items())
            told = [f"{name} on {', '.join(sorted(data_sets))}" for name, data_sets in of_judge]
            rows.append(
                {
                    "technique": technique,
                    "property": property_,
                    "killed": Rate(len(of_judge), len(names)),
                    "where": "; ".join(told) or "none",
                }
            )
        title = "Placebos killed, which have no fault"
        tables.append(Table("placebo", (title,), subject, ("technique", "property"), rows))
    return tables


def agreement(findings: Findings) -> list[Table]:
    """How often a second implementation agrees with the original and with usable mutants."""
    tables = []
    for subject in findings.subjects:
        rows: list[Row] = []
        for case in findings.record.cases:
            if case.subject == subject and case.technique == PSEUDO_ORACLE:
                rulings = findings.record.rulings[case]
                judged = findings.usable[subject] & rulings.keys()
                agreeing = [name for name in judged if rulings[name].verdict == "satisfied"]
                rows.append(
                    {
                        "second": case.property,
                        "data_set": case.data_set,
                        "original_agrees": findings.is_sound(case),
                        "mutants_agree": Rate(len(agreeing), len(judged)) if judged else None,
                    }
                )
        title = "Agreement with a second implementation"
        tables.append(Table("agreement", (title,), subject, ("second", "data_set"), rows))
    return tables


def lines(findings: Findings) -> list[Table]:
    """Lines that the study's data run, that other data run, and that both do."""
    rows: list[Row] = []
    for subject in findings.subjects:
        study = findings.record.study_data_sets(subject)
        all_lines: set[tuple[str, int]] = set()
        by_study: set[tuple[str, int]] = set()
        by_known: set[tuple[str, int]] = set()
        for row in findings.record.lines:
            if row["subject"] == subject:
                line = (row["file"], row["line"])
                all_lines.add(line)
                if row["reached"]:
                    (by_study if row["data_set"] in study else by_known).add(line)
        if all_lines:
            ran = {"known_cases": by_known, "study_data": by_study, "both": by_known & by_study}
            shares = {name: Rate(len(found), len(all_lines)) for name, found in ran.items()}
            rows.append({"subject": subject, **shares})
    title = "Lines run by the known cases and by the study's data"
    return [Table("lines", (title,), None, ("subject",), rows)]


def skipped(findings: Findings) -> list[Table]:
    """Judgements that were planned and do not apply."""
    key = ("technique", "property", "data_set")
    tables = []
    for subject in findings.subjects:
        of_subject = [row for row in findings.record.skipped if row["subject"] == subject]
        rows: list[Row] = [
            {**{name: row[name] for name in key}, "reason": row["reason"].strip()}
            for row in of_subject
        ]
        tables.append(Table("skipped", ("Not applicable",), subject, key, rows))
    return tables


def costs(findings: Findings) -> list[Table]:
    """Executions and time, and what of them a kill takes."""
    tables = []
    for subject in findings.subjects:
        scores = findings.by_technique(subject)
        rows: list[Row] = []
        for cost in findings.record.costs:
            if cost["subject"] != subject:
                continue
            technique, seconds = cost["technique"], cost["cpu_seconds"]
            n_killed = len(scores[technique].killed) if technique in scores else 0
            n_needed = cost["n_run"] + cost["n_cached"]
            per_run = seconds / cost["n_run"] if cost["n_run"] else None
            row: Row = {"technique": technique, "cpu_seconds": seconds}
            for name in ("asked", "distinct", "saved", "cached", "run"):
                row[name] = cost[f"n_{name}"]
            row["cpu_seconds_per_run"] = per_run
            row["executions_per_kill"] = n_needed / n_killed if n_killed else None
            has_price = per_run is not None and n_killed
            row["cpu_seconds_per_kill"] = per_run * n_needed / n_killed if has_price else None
            rows.append(row)
        tables.append(Table("costs", ("Executions and time",), subject, ("technique",), rows))
    return tables
