"use strict";

// The facts of the page, from the block that the report embeds. Names are listed once in `texts`;
// rows hold places in that list.

const DATA = JSON.parse(document.getElementById("data").textContent);

// What a judgement came to: letter, label, meaning.
const CODES = DATA.codes.map(([letter, label, meaning]) => ({ letter, label, meaning }));
const CODE = Object.fromEntries(CODES.map((code) => [code.letter, code]));

const COLUMNS = DATA.columns.map(([technique, property, role], place) => ({ technique, property, role, place }));
const RANKED = COLUMNS.filter((column) => column.role === "ranked").map((column) => column.place);
const TECHNIQUES = [...new Set(COLUMNS.map((column) => column.technique))];

const SUBJECTS = DATA.subjects.map(({ name, cases }) => ({
  name,
  cases: cases.map(([column, dataSet, seed]) => ({ column, dataSet, seed })),
}));

const text = (place) => (place === null ? null : DATA.texts[place]);

const MUTANTS = DATA.mutants.map((row, place) => {
  const [subject, number, id, klass, operator, file, func, line, column, before, after] = row;
  const [steps, discarded, refused, cells, codes, evidence] = row.slice(11);
  const mutant = {
    place,
    subject: SUBJECTS[subject],
    number,
    id,
    class: text(klass),
    operator: text(operator),
    file: text(file),
    function: text(func),
    line,
    column,
    before,
    after,
    steps,
    discarded: text(discarded),
    refused: text(refused),
    cells,
    codes,
    evidence: new Map(evidence.map(([at, detail]) => [at, text(detail)])),
  };
  mutant.nKills = RANKED.filter((at) => cells[at] === "k").length;
  mutant.nViolated = RANKED.filter((at) => "kv".includes(cells[at])).length;
  // Subjects have different numbers of properties, so only shares compare their mutants.
  const nJudged = RANKED.filter((at) => !"-u".includes(cells[at])).length;
  mutant.share = nJudged === 0 ? 0 : mutant.nViolated / nJudged;
  mutant.label = `${mutant.subject.name} ${number}`;
  mutant.words = [mutant.label, id, mutant.class, mutant.operator, before, after].join(" ").toLowerCase();
  return mutant;
});

const route = (mutant) => `#mutant/${encodeURIComponent(mutant.subject.name)}/${mutant.number}`;

// An element with attributes and children; text becomes text, never markup.
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return made;
}

// A sentence whose words in backticks are code.
const withCode = (words) => words.split("`").map((part, place) => (place % 2 === 1 ? element("code", {}, part) : part));

// A font of the style sheet.
const fontOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

// The colours of the style sheet in the present theme, as a canvas takes them.
function readColours(names) {
  const probe = element("span", { hidden: "" });
  document.body.append(probe);
  const colours = names.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  return Object.fromEntries(colours);
}
