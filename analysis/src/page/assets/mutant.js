
// One mutant: the change, how far it came, who killed it, why the others did not, how to repeat it.

const mutantView = (() => {
  const dialog = document.getElementById("mutant");
  const STEPS = ["chosen", "compiled", "reached", "infected", "propagated"];
  const CONTEXT = 3;
  let shown = null;

  function statusOf(mutant) {
    if (mutant.discarded !== null) {
      const refused = mutant.refused === null ? "" : ` (${mutant.refused})`;
      return element("span", { class: "chip discarded" }, `not counted: ${mutant.discarded}${refused}`);
    }
    const killers = TECHNIQUES.filter((technique) => letterOf(mutant, technique) === "k" && isRanked(technique));
    return killers.length > 0
      ? element("span", { class: "chip killed" }, `killed by ${killers.join(", ")}`)
      : element("span", { class: "chip survived" }, "survived every ranked technique");
  }

  const isRanked = (technique) => COLUMNS.some((column) => column.technique === technique && column.role === "ranked");

  // What a technique's properties came to together: the code that tells most.
  function letterOf(mutant, technique) {
    const letters = COLUMNS.filter((column) => column.technique === technique).map(({ place }) => mutant.cells[place]);
    return CODES.find(({ letter }) => letters.includes(letter)).letter;
  }

  // The change in its lines where the source is known, and by itself otherwise.
  function diff(mutant) {
    const source = DATA.sources[mutant.subject.name]?.[mutant.file];
    const lines = source?.split("\n");
    const signs = { gone: "−", new: "+", "": "" };
    const row = (kind, number, content) =>
      element(
        "div",
        { class: `line ${kind}` },
        element("span", { class: "at" }, number),
        element("span", { class: "sign" }, signs[kind]),
        element("code", {}, content),
      );
    const rows = (...lines) => element("div", { class: "diff", tabindex: "0", role: "group", "aria-label": "The change" }, ...lines);
    const at = mutant.line - 1;
    const letters = Array.from(lines?.[at] ?? "");
    const start = letters.slice(0, mutant.column - 1).join("");
    const rest = letters.slice(mutant.column - 1).join("");
    if (!rest.startsWith(mutant.before)) {
      return rows(row("gone", "", mutant.before), row("new", "", mutant.after));
    }
    const end = rest.slice(mutant.before.length);
    const changed = (kind, word) => [start, element(kind, {}, word), end];
    const context = (from, to) =>
      lines.slice(Math.max(0, from), to).map((line, place) => row("", String(Math.max(0, from) + place + 1), [line]));
    return rows(
      context(at - CONTEXT, at),
      row("gone", String(mutant.line), changed("del", mutant.before)),
      row("new", "", changed("ins", mutant.after)),
      context(at + 1, at + 1 + CONTEXT),
    );
  }

  function steps(mutant) {
    const said = { y: "yes", n: "no", "?": "not known" };
    return element(
      "ol",
      { class: "steps" },
      STEPS.map((step, place) => element("li", { class: `step-${mutant.steps[place]}`.replace("?", "unknown") }, step, element("span", { class: "unseen" }, `: ${said[mutant.steps[place]]}`))),
    );
  }

  // The data sets of some cases, each once; with its seeds where there are several.
  function namesOf(cases) {
    const seeds = new Map(cases.map(({ dataSet }) => [dataSet, []]));
    for (const { dataSet, seed } of cases) if (seed !== null) seeds.get(dataSet).push(seed);
    const named = ([dataSet, some]) => (some.length < 2 ? dataSet : `${dataSet} (seeds ${some.join(", ")})`);
    return [...seeds].flatMap((one, place) => [place === 0 ? null : ", ", element("span", { class: "unbroken" }, named(one))]);
  }

  // The judgements of a property: what they came to and on which data sets, what tells most first, with
  // its evidence.
  function property(mutant, column) {
    const cases = mutant.subject.cases.map((one, at) => ({ ...one, at, letter: mutant.codes[at] })).filter((one) => one.column === column.place);
    if (cases.length === 0) return [];
    const parts = CODES.map(({ letter, label }) => {
      const some = cases.filter((one) => one.letter === letter);
      if (some.length === 0) return null;
      const told = some.find((one) => mutant.evidence.has(one.at));
      return element(
        "dd",
        {},
        element("span", { class: "marks" }, some.map(() => element("span", { class: `mark code-${letter}` }))),
        `${label}: `,
        element("span", { class: "quiet" }, namesOf(some)),
        told === undefined ? null : element("small", {}, `${told.dataSet}: `, withCode(mutant.evidence.get(told.at))),
      );
    });
    return [element("div", {}, element("dt", {}, column.property), parts)];
  }

  function technique(mutant, name) {
    const columns = COLUMNS.filter((column) => column.technique === name);
    const rows = columns.flatMap((column) => property(mutant, column));
    if (rows.length === 0) return null;
    const code = CODE[letterOf(mutant, name)];
    return element(
      "section",
      { class: "technique" },
      element("h3", {}, element("span", { class: `swatch code-${code.letter}` }), name, element("span", { class: "quiet" }, code.label)),
      code.letter === "k" ? null : element("p", { class: "why" }, code.meaning),
      element("dl", {}, rows),
    );
  }

  // The command that tells a verdict in full: the first violation that a ranked
  // technique found, or any verdict.
  function command(mutant) {
    const words = ["killrate", "explain", DATA.study, String(mutant.number), "--subject", mutant.subject.name];
    const at = mutant.subject.cases.findIndex((one, place) => "kv".includes(mutant.codes[place]) && COLUMNS[one.column].role === "ranked");
    if (at >= 0) {
      const { column, dataSet } = mutant.subject.cases[at];
      words.push("--property", COLUMNS[column].property, "--data-set", dataSet);
    }
    return words.join(" ");
  }

  function replay(mutant) {
    const line = command(mutant);
    const button = element("button", { type: "button" }, "Copy");
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(line);
        button.textContent = "Copied";
      } catch {
        button.textContent = "Select and copy by hand";
      }
    });
    return element("div", { class: "replay" }, element("code", { tabindex: "0" }, line), button);
  }

  // The ways to the mutants beside it in the matrix, or among all where the matrix does not show it.
  function neighbours(mutant) {
    const isShown = matrix.rows().includes(mutant);
    const rows = isShown ? matrix.rows() : MUTANTS;
    const at = rows.indexOf(mutant);
    const link = (to, label) => (to === undefined ? element("span", { class: "quiet" }, label) : element("a", { href: route(to) }, label));
    const button = element("button", { type: "button", class: "close", "aria-label": "Close" }, "×");
    button.addEventListener("click", close);
    return element("div", { class: "neighbours" }, link(rows[at - 1], "‹ previous"), link(rows[at + 1], "next ›"), isShown ? null : element("span", { class: "quiet" }, "of all mutants: the matrix leaves this one out"), button);
  }

  function show(mutant) {
    shown = mutant;
    const isSure = mutant.steps[1] === "y";
    const parts = [
      neighbours(mutant),
      element("p", { class: "eyebrow" }, ...[mutant.subject.name, `mutant ${mutant.number}`, mutant.class, mutant.operator].map((word) => element("span", {}, word))),
      element("h2", {}, mutant.function),
      element("p", { class: "quiet place" }, `${mutant.file}, line ${mutant.line}`),
      element("p", {}, statusOf(mutant)),
      diff(mutant),
      element("h3", {}, "How far it came on the study's data"),
      steps(mutant),
      isSure ? element("h3", {}, "Who noticed, and why the others did not") : null,
      ...(isSure ? TECHNIQUES.map((name) => technique(mutant, name)) : []),
      isSure ? element("h3", {}, "Repeat it") : null,
      isSure ? replay(mutant) : null,
      element("p", { class: "quiet id" }, mutant.id),
    ];
    dialog.replaceChildren(...parts.filter((part) => part !== null));
    if (!dialog.open) dialog.showModal();
    dialog.focus();
    dialog.scrollTop = 0;
  }

  // Closes the sheet, and the address no longer names its mutant.
  function close() {
    if (dialog.open) dialog.close();
    if (shown !== null && location.hash === route(shown)) history.replaceState(null, "", "#matrix");
  }

  function start() {
    // The browser closes it by itself when the reader presses Escape; by the time it says so, another
    // mutant may be open.
    dialog.addEventListener("close", () => {
      if (!dialog.open) close();
    });
    // A click beside the sheet closes it.
    dialog.addEventListener("click", (event) => {
      if (event.target === dialog) close();
    });
  }

  return { start, show, close };
})();
