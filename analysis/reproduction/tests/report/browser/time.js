// Filters, sorts, zooms and scrolls a large matrix, and says how long the slowest of each took.
(() => {
  const slowest = {};
  const time = (name, act) => {
    const start = performance.now();
    act();
    slowest[name] = Math.max(slowest[name] ?? 0, performance.now() - start);
  };
  const view = document.getElementById("matrix-view");
  const seen = { nMutants: MUTANTS.length, nColumns: COLUMNS.length };
  for (let round = 0; round < 5; round += 1) {
    time("sort", () => matrix.choose({ order: `column:${round}` }));
    time("draw", matrix.draw);
    time("filter", () => matrix.choose({ class: "comparison", find: `function_${round}` }));
    time("filter", () => matrix.choose({ class: "", find: "" }));
    // From rows that are hardly there to cells with letters, and back.
    for (const zoom of ["out", "out", ...Array(9).fill("in"), "fit"]) {
      time("zoom", () => document.querySelector(`[data-zoom=${zoom}]`).click());
      time("draw", matrix.draw);
    }
    view.scrollTop = 300 * round;
    time("draw", matrix.draw);
  }
  tell({ ...seen, slowest });
})();
