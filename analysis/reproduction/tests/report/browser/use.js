// Uses the page as a reader does, and says what it showed.
(async () => {
  const controls = document.getElementById("matrix-controls").elements;
  const status = document.getElementById("matrix-status");
  const dialog = document.getElementById("mutant");
  const rest = () => new Promise((resolve) => setTimeout(resolve, 60));
  const set = (name, value) => {
    controls[name].value = value;
    controls[name].dispatchEvent(new Event(name === "find" ? "input" : "change"));
  };
  const shown = () => matrix.rows().map((mutant) => mutant.id.split("/")[2]).join(" ");
  const painted = () => {
    const canvas = document.querySelector("#matrix-view canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return new Set(new Uint32Array(data.buffer)).size > 3;
  };
  const seen = {};
  try {
    await rest();
    seen.first = shown();
    seen.status = status.textContent;
    seen.isPainted = painted();
    set("class", "comparison");
    seen.comparison = shown();
    set("status", "discarded");
    seen.discarded = shown();
    seen.discardedStatus = status.textContent;
    set("class", "");
    set("status", "survived");
    seen.survived = shown();
    set("status", "all");
    set("find", "c1/1");
    seen.found = shown();
    set("find", "C45 1");
    seen.foundByLabel = shown();
    set("find", "split c45");
    seen.nFoundBySubject = matrix.rows().length;
    set("find", "nothing is called so");
    seen.nothing = [shown(), status.textContent];
    set("find", "");
    seen.allStatus = status.textContent;
    set("status", "counted");
    set("order", "survivors");
    seen.least = shown();
    set("order", "source");
    seen.source = shown();
    set("class", "arithmetic");
    set("find", "nothing is called so");
    document.querySelector(".to-matrix").click();
    seen.byColumn = [shown(), controls.order.value];
    const before = matrix.chosen().height;
    document.querySelector("[data-zoom=out]").click();
    seen.isSmaller = matrix.chosen().height < before;
    document.querySelector("[data-zoom=fit]").click();
    seen.isAsBefore = matrix.chosen().height === before;

    location.hash = "#mutant/c45/3";
    await rest();
    seen.isOpen = dialog.open;
    seen.mutant = dialog.innerText.replace(/\s+/g, " ");
    location.hash = "#mutant/c45/5";
    await rest();
    seen.uncounted = dialog.innerText.replace(/\s+/g, " ");
    location.hash = "#mutant/c45/4";
    await rest();
    seen.refused = dialog.innerText.replace(/\s+/g, " ");
    dialog.querySelector(".close").click();
    await rest();
    seen.isClosed = !dialog.open && location.hash === "#matrix";

    const view = document.getElementById("matrix-view");
    for (const key of ["ArrowDown", "ArrowDown", "Enter"]) view.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
    await rest();
    seen.byKeys = location.hash;
    document.getElementById("theme").click();
    const first = document.documentElement.dataset.theme;
    document.getElementById("theme").click();
    seen.isSwitched = first !== document.documentElement.dataset.theme;
    seen.isKept = localStorage.getItem("killrate-theme") === document.documentElement.dataset.theme;
    const { left, right } = document.getElementById("theme").getBoundingClientRect();
    seen.isSwitchInWindow = left >= 0 && right <= window.innerWidth;
    const details = [...document.querySelectorAll("details")];
    details[0].open = true;
    const wereOpen = details.map((one) => one.open).join();
    window.dispatchEvent(new Event("beforeprint"));
    seen.isOpenOnPaper = details.every((one) => one.open);
    window.dispatchEvent(new Event("afterprint"));
    seen.isAsBeforePaper = details.map((one) => one.open).join() === wereOpen && wereOpen.includes("false");
    window.dispatchEvent(new Event("beforeprint"));
    seen.isNarrow = document.documentElement.scrollWidth <= document.documentElement.clientWidth;
  } catch (error) {
    window.complaints.push(String(error.stack));
  }
  tell(seen);
})();
