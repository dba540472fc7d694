// Zooms and moves in a matrix that is larger than its view, and says where that led.
(() => {
  const view = document.getElementById("matrix-view");
  const canvas = view.querySelector("canvas");
  const tip = document.getElementById("matrix-tip");
  const said = document.getElementById("matrix-said");
  const press = (...keys) => {
    for (const key of keys) view.dispatchEvent(new KeyboardEvent("keydown", { key, cancelable: true }));
  };
  // The mutant and the property at a point of the window.
  const under = (clientX, clientY) => {
    canvas.dispatchEvent(new MouseEvent("mousemove", { clientX, clientY }));
    return [tip.children[0].textContent, tip.children[2].textContent].join(", ");
  };
  const seen = {};
  try {
    matrix.choose({ order: "source" });
    const box = canvas.getBoundingClientRect();
    const [x, y] = [box.left + 260, box.top + box.height * 0.9];
    const wheel = (deltaY) =>
      canvas.dispatchEvent(new WheelEvent("wheel", { deltaY, ctrlKey: true, clientX: x, clientY: y, bubbles: true, cancelable: true }));
    for (let round = 0; round < 8; round += 1) wheel(-1);
    view.scrollTop = 4000;
    view.scrollLeft = 300;
    const before = under(x, y);
    wheel(-1);
    seen.isHeldByPointer = under(x, y) === before;
    wheel(1);
    seen.isHeldBackwards = under(x, y) === before;

    matrix.choose({});
    press("Home");
    seen.home = said.textContent;
    press("End");
    seen.end = said.textContent;
    seen.isAtEnd = view.scrollTop + view.clientHeight >= view.scrollHeight - 2 && view.scrollTop > 0;
    view.scrollLeft = 0;
    for (let round = 0; round < 49; round += 1) press("ArrowRight");
    seen.right = said.textContent.split(": ")[0].split(". ").pop();
    seen.isAtRight = view.scrollLeft > 0;
    seen.isTipInWindow = !tip.hidden && tip.getBoundingClientRect().right <= window.innerWidth;
    view.dispatchEvent(new KeyboardEvent("keydown", { key: "Home", shiftKey: true, cancelable: true }));
    seen.isAtLeft = view.scrollLeft === 0;

    // The tip hangs a little below its cell.
    press("PageUp", "PageUp", "PageUp", "ArrowRight", "ArrowRight");
    const at = [parseFloat(tip.style.left) - 14, parseFloat(tip.style.top) - 6 - matrix.chosen().height / 2];
    const cell = under(...at);
    press("+");
    seen.isHeldByKey = under(...at) === cell;
    document.querySelector("[data-zoom=out]").click();
    seen.isHeldByButton = under(...at) === cell;
  } catch (error) {
    window.complaints.push(String(error.stack));
  }
  tell(seen);
})();
