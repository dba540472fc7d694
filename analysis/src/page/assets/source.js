
// The sources with a mark for every counted mutant.

const sourceView = (() => {
  function start() {
    const elements = document.getElementById("elements");
    if (elements !== null) showElements(elements);
    const select = document.getElementById("source-file");
    if (select !== null) startPlain(select, document.getElementById("source-view"));
  }

  function startPlain(select, view) {
    for (const [subject, files] of Object.entries(DATA.sources)) {
      for (const file of Object.keys(files)) {
        const counted = countedIn(subject, file);
        const nKilled = counted.filter((mutant) => mutant.nKills > 0).length;
        const label = `${subject}: ${file} (${nKilled} of ${counted.length} killed)`;
        select.append(element("option", { value: JSON.stringify([subject, file]) }, label));
      }
    }
    const show = () => {
      const [subject, file] = JSON.parse(select.value);
      view.replaceChildren(listing(subject, file));
    };
    select.addEventListener("change", show);
    if (select.options.length > 0) show();
  }

  const countedIn = (subject, file) =>
    MUTANTS.filter((mutant) => mutant.subject.name === subject && mutant.file === file && mutant.discarded === null);

  function listing(subject, file) {
    const onLine = new Map();
    for (const mutant of countedIn(subject, file)) {
      onLine.set(mutant.line, [...(onLine.get(mutant.line) ?? []), mutant]);
    }
    const lines = DATA.sources[subject][file].replace(/\n$/, "").split("\n");
    return element(
      "div",
      {},
      lines.map((line, place) => {
        const mutants = onLine.get(place + 1) ?? [];
        const marks = mutants.map((mutant) =>
          element("a", {
            href: route(mutant),
            class: mutant.nKills > 0 ? "mark killed" : "mark survived",
            title: `${mutant.number}: ${mutant.before} → ${mutant.after}`,
          }),
        );
        return element(
          "div",
          { class: mutants.length > 0 ? "line held" : "line" },
          element("span", { class: "at" }, String(place + 1)),
          element("code", {}, line),
          element("span", { class: "marks" }, marks),
        );
      }),
    );
  }

  // The report as the field's component reads it.
  function showElements(place) {
    const files = {};
    for (const [subject, sources] of Object.entries(DATA.sources)) {
      for (const [file, source] of Object.entries(sources)) {
        const mutants = MUTANTS.filter((mutant) => mutant.subject.name === subject && mutant.file === file);
        files[`${subject}/${file}`] = { language: "rust", source, mutants: mutants.map(asElement) };
      }
    }
    const app = document.createElement("mutation-test-report-app");
    app.report = { schemaVersion: "2", thresholds: { high: 80, low: 60 }, files };
    place.append(app);
  }

  function asElement(mutant) {
    const lines = mutant.before.split("\n");
    const last = lines[lines.length - 1].length;
    const killers = RANKED.filter((at) => mutant.cells[at] === "k");
    return {
      id: `${mutant.subject.name}/${mutant.number}`,
      mutatorName: mutant.operator,
      replacement: mutant.after,
      location: {
        start: { line: mutant.line, column: mutant.column },
        end: { line: mutant.line + lines.length - 1, column: lines.length > 1 ? last + 1 : mutant.column + last },
      },
      status: elementStatus(mutant),
      statusReason: mutant.discarded ?? killers.map((at) => `${COLUMNS[at].technique}, ${COLUMNS[at].property}`).join("; "),
    };
  }

  function elementStatus(mutant) {
    if (mutant.steps[1] === "n") return "CompileError";
    if (mutant.discarded !== null) return mutant.steps[2] === "n" ? "NoCoverage" : "Ignored";
    return mutant.nKills > 0 ? "Killed" : "Survived";
  }

  return { start };
})();
