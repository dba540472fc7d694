
// Starts everything, and follows the address: `#mutant/SUBJECT/NUMBER` shows a mutant.

(() => {
  function follow() {
    const [kind, subject, number] = location.hash.slice(1).split("/");
    if (kind !== "mutant") {
      mutantView.close();
      return;
    }
    const name = decoded(subject ?? "");
    const mutant = MUTANTS.find((one) => one.subject.name === name && String(one.number) === number);
    if (mutant !== undefined) {
      mutantView.show(mutant);
      return;
    }
    mutantView.close();
    matrix.say(`The address names a mutant that is not in this report: ${name} ${number ?? ""}`.trim());
  }

  // A part of an address in plain letters; one that is not well formed stands for itself.
  function decoded(part) {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  }

  matrix.start();
  mutantView.start();
  sourceView.start();
  document.getElementById("theme").addEventListener("click", () => {
    theme.change();
    matrix.recolour();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", matrix.recolour);
  for (const link of document.querySelectorAll(".to-matrix")) {
    const { column, subject } = link.dataset;
    link.addEventListener("click", () =>
      // What was chosen before would hide mutants of the card.
      matrix.choose({ order: `column:${column}`, subject: SUBJECTS.length > 1 ? SUBJECTS[subject].name : "", class: "", status: "counted", find: "" }),
    );
  }
  // On paper everything is open, and the paper is white.
  let themeOnScreen;
  let opened = [];
  window.addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not([open])")];
    for (const one of opened) one.open = true;
    themeOnScreen = document.documentElement.dataset.theme;
    document.documentElement.dataset.theme = "light";
    matrix.recolour();
  });
  window.addEventListener("afterprint", () => {
    for (const one of opened) one.open = false;
    if (themeOnScreen === undefined) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = themeOnScreen;
    matrix.recolour();
  });
  window.addEventListener("hashchange", follow);
  follow();
})();
