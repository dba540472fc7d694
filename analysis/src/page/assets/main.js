
// Starts everything, and follows the address: `#mutant/SUBJECT/NUMBER` shows a mutant.

(() => {
  function follow() {
    const [kind, subject, number] = location.hash.slice(1).split("/");
    if (kind !== "mutant") {
      mutantView.close();
      return;
    }
    const name = decodeURIComponent(subject ?? "");
    const mutant = MUTANTS.find((one) => one.subject.name === name && String(one.number) === number);
    if (mutant !== undefined) mutantView.show(mutant);
  }

  function switchTheme() {
    const root = document.documentElement;
    const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
    matrix.recolour();
  }

  matrix.start();
  mutantView.start();
  sourceView.start();
  document.getElementById("theme").addEventListener("click", switchTheme);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", matrix.recolour);
  for (const link of document.querySelectorAll(".to-matrix")) {
    const { column, subject } = link.dataset;
    link.addEventListener("click", () =>
      matrix.choose({ order: `column:${column}`, subject: SUBJECTS.length > 1 ? SUBJECTS[subject].name : "", status: "counted" }),
    );
  }
  // On paper everything is open, and the paper is white.
  let theme;
  window.addEventListener("beforeprint", () => {
    for (const one of document.querySelectorAll("details")) one.open = true;
    theme = document.documentElement.dataset.theme;
    document.documentElement.dataset.theme = "light";
    matrix.recolour();
  });
  window.addEventListener("afterprint", () => {
    if (theme === undefined) delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
    matrix.recolour();
  });
  window.addEventListener("hashchange", follow);
  follow();
})();
