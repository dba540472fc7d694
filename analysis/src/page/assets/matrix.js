
// The kill matrix. Only what is in view is drawn, so its size does not matter.

const matrix = (() => {
  const view = document.getElementById("matrix-view");
  const space = view.querySelector(".matrix-space");
  const canvas = view.querySelector("canvas");
  const pen = canvas.getContext("2d");
  const tip = document.getElementById("matrix-tip");
  const status = document.getElementById("matrix-status");
  const controls = document.getElementById("matrix-controls");

  const ROW_HEIGHTS = [1, 2, 3, 4, 6, 8, 11, 14, 18, 24];
  const READABLE = 11;
  const WIDEST_COLUMN = { readable: 44, small: 96 };
  const BAND = 20;

  // What is chosen, and what follows from it.
  const chosen = { subject: "", class: "", status: "counted", order: "kills", find: "", zoom: null };
  let rows = [];
  let cursor = null;
  let shape = null;
  let isDrawAsked = false;

  const CODE_NAMES = CODES.filter(({ letter }) => letter !== "-").map(({ letter }) => `code-${letter}`);
  const COLOUR_NAMES = ["paper", "ink", "quiet", "line", "accent", ...CODE_NAMES];
  let colours = readColours(COLOUR_NAMES);

  // Draws again in the colours of the present theme.
  function recolour() {
    colours = readColours(COLOUR_NAMES);
    draw();
  }

  const STATUSES = {
    counted: ["counted by the policy", (mutant) => mutant.discarded === null],
    survived: ["counted, survived all", (mutant) => mutant.discarded === null && mutant.nKills === 0],
    killed: ["counted, killed", (mutant) => mutant.discarded === null && mutant.nKills > 0],
    discarded: ["not counted", (mutant) => mutant.discarded !== null],
  };
  const REASONS = [...new Set(MUTANTS.map((mutant) => mutant.discarded))].filter((reason) => reason !== null);
  for (const reason of REASONS) {
    STATUSES[`reason:${reason}`] = [`not counted: ${reason}`, (mutant) => mutant.discarded === reason];
  }
  STATUSES.all = ["all that were made", () => true];

  const byPlace = (a, b) => a.place - b.place;
  const ORDERS = {
    kills: ["most killed first", (a, b) => b.nKills - a.nKills || byPlace(a, b)],
    survivors: ["least killed first", (a, b) => a.nKills - b.nKills || byPlace(a, b)],
    alike: ["alike ones together", (a, b) => (a.cells < b.cells ? -1 : a.cells > b.cells ? 1 : byPlace(a, b))],
    class: ["by class", (a, b) => a.class.localeCompare(b.class) || byPlace(a, b)],
    source: ["as in the source", byPlace],
  };
  const rank = Object.fromEntries(CODES.map((code, place) => [code.letter, place]));
  for (const { place, technique, property } of COLUMNS) {
    ORDERS[`column:${place}`] = [
      `by ${property} (${technique})`,
      (a, b) => rank[a.cells[place]] - rank[b.cells[place]] || b.nKills - a.nKills || byPlace(a, b),
    ];
  }

  function fillSelect(name, options) {
    const select = controls.elements[name];
    select.replaceChildren(...options.map(([value, label]) => element("option", { value }, label)));
    select.value = chosen[name];
    select.addEventListener("change", () => choose({ [name]: select.value }));
    // A choice of one is no choice.
    if (options.length < 3 && options[0][0] === "") select.closest("label").hidden = true;
  }

  // Changes what is chosen and shows it.
  function choose(change) {
    Object.assign(chosen, change);
    for (const name of ["subject", "class", "status", "order", "find"]) controls.elements[name].value = chosen[name];
    rows = MUTANTS.filter(
      (mutant) =>
        (chosen.subject === "" || mutant.subject.name === chosen.subject) &&
        (chosen.class === "" || mutant.class === chosen.class) &&
        STATUSES[chosen.status][1](mutant) &&
        chosen.find.toLowerCase().split(/\s+/).every((word) => mutant.words.includes(word)),
    ).sort(ORDERS[chosen.order][1]);
    cursor = null;
    tip.hidden = true;
    const nKilled = rows.filter((mutant) => mutant.nKills > 0).length;
    status.textContent =
      rows.length === 0
        ? "No mutant fits these choices."
        : `${rows.length} of ${MUTANTS.length} mutants; ${nKilled} of them killed by a ranked technique.`;
    layOut();
    view.scrollTop = 0;
  }

  const font = (size, weight = "") => `${weight} ${size}px ${fontOf("--sans")}`;

  // The columns in which something shown was judged.
  function shownColumns() {
    const shown = COLUMNS.filter(({ place }) => rows.some((mutant) => mutant.cells[place] !== "-"));
    return shown.length > 0 ? shown : COLUMNS;
  }

  // A technique with one property is known by its own name.
  const isAlone = Object.fromEntries(
    TECHNIQUES.map((name) => [name, COLUMNS.filter(({ technique }) => technique === name).length === 1]),
  );
  const headingOf = ({ technique, property }) => (isAlone[technique] ? technique : property);

  // Works out where everything goes.
  function layOut() {
    const columns = shownColumns();
    const width = view.clientWidth || 800;
    const isNarrow = width < 640;
    pen.font = font(12);
    const longest = Math.max(...columns.map((column) => pen.measureText(headingOf(column)).width));
    const head = BAND + 8 + Math.min(longest, 150) + 8;
    const room = Math.max(260, Math.min(window.innerHeight * 0.72, 720) - head);
    const fitting = ROW_HEIGHTS.filter((height) => height * rows.length <= room && height <= 18).pop() ?? 1;
    const height = chosen.zoom ?? fitting;
    const isReadable = height >= READABLE;
    const gutter = isReadable ? (isNarrow ? 118 : 250) : 46;
    const column = Math.max(Math.min(WIDEST_COLUMN[isReadable ? "readable" : "small"], Math.floor((width - gutter) / columns.length)), Math.min(height, 24), 5);
    const cells = column * columns.length;
    const change = isReadable && !isNarrow ? Math.max(0, width - gutter - cells - 16) : 0;
    const content = { width: gutter + cells + (change > 120 ? change : 0), height: head + height * rows.length };
    shape = { columns, width, head, height, isReadable, gutter, column, cells, change: change > 120 ? change : 0, content };
    view.style.height = `${Math.ceil(Math.min(content.height, head + room) + (content.width > width ? 16 : 2))}px`;
    space.style.width = `${content.width}px`;
    space.style.height = `${content.height}px`;
    askDraw();
  }

  function askDraw() {
    if (isDrawAsked) return;
    isDrawAsked = true;
    requestAnimationFrame(() => {
      isDrawAsked = false;
      draw();
    });
  }

  function draw() {
    const { clientWidth: width, clientHeight: height, scrollLeft: left, scrollTop: top } = view;
    const ratio = window.devicePixelRatio || 1;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.clearRect(0, 0, width, height);
    const first = Math.max(0, Math.floor(top / shape.height));
    const last = Math.min(rows.length, Math.ceil((top + height - shape.head) / shape.height));
    pen.save();
    pen.beginPath();
    pen.rect(0, shape.head, width, height - shape.head);
    pen.clip();
    drawCells(first, last, left, top);
    drawLabels(first, last, left, top);
    drawCursor(left, top);
    pen.restore();
    drawHead(width, left);
  }

  function drawCells(first, last, left, top) {
    const gap = shape.height >= 6 ? 1 : 0;
    const columnGap = shape.column >= 8 ? 1 : 0;
    shape.columns.forEach(({ place }, at) => {
      const x = shape.gutter + at * shape.column - left;
      if (x + shape.column < shape.gutter || x > canvas.clientWidth) return;
      // Equal cells below each other are one rectangle where there is no gap between rows.
      for (let row = first; row < last; ) {
        const letter = rows[row].cells[place];
        let end = row + 1;
        while (gap === 0 && end < last && rows[end].cells[place] === letter) end += 1;
        if (letter !== "-") {
          pen.fillStyle = colours[`code-${letter}`];
          const y = shape.head + row * shape.height - top;
          pen.fillRect(x, y, shape.column - columnGap, (end - row) * shape.height - gap);
        }
        row = end;
      }
    });
  }

  function drawLabels(first, last, left, top) {
    pen.fillStyle = colours.paper;
    pen.fillRect(0, shape.head, shape.gutter - 1, canvas.clientHeight);
    pen.textBaseline = "middle";
    if (!shape.isReadable) {
      pen.fillStyle = colours.quiet;
      pen.font = font(11);
      const step = Math.ceil(40 / shape.height);
      for (let row = Math.max(1, Math.ceil(first / step)) * step - 1; row < last; row += step) {
        pen.fillText(String(row + 1), 4, shape.head + (row + 0.5) * shape.height - top);
      }
      return;
    }
    const size = Math.min(13, shape.height - 1);
    const right = shape.gutter + shape.cells + 14 - left;
    for (let row = first; row < last; row += 1) {
      const mutant = rows[row];
      const y = shape.head + (row + 0.5) * shape.height - top;
      pen.fillStyle = colours.quiet;
      pen.font = font(size);
      const number = SUBJECTS.length > 1 ? `${mutant.subject.name} ${mutant.number}` : String(mutant.number);
      pen.fillText(number, 4, y);
      pen.fillStyle = colours.ink;
      const start = 4 + Math.max(30, pen.measureText(number).width + 8);
      pen.fillText(clipped(mutant.function, shape.gutter - start - 8), start, y);
      if (shape.change > 0) {
        pen.font = `${size}px ${fontOf("--mono")}`;
        pen.fillStyle = colours.quiet;
        const change = `${mutant.before} → ${mutant.after}`.replace(/\s+/g, " ");
        pen.fillText(clipped(change, shape.change - 16), right, y);
      }
    }
  }

  // As much of a text as fits.
  function clipped(words, width) {
    if (pen.measureText(words).width <= width) return words;
    const letters = Array.from(words);
    let low = 0;
    let high = letters.length;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if (pen.measureText(`${letters.slice(0, middle).join("")}…`).width <= width) low = middle;
      else high = middle - 1;
    }
    return low === 0 ? "" : `${letters.slice(0, low).join("")}…`;
  }

  function drawCursor(left, top) {
    if (cursor === null) return;
    const y = shape.head + cursor.row * shape.height - top;
    pen.strokeStyle = colours.ink;
    pen.lineWidth = 1;
    pen.strokeRect(shape.gutter - left - 0.5, y - 0.5, shape.cells, shape.height);
    if (cursor.column !== null) {
      pen.lineWidth = 2;
      pen.strokeRect(shape.gutter + cursor.column * shape.column - left - 1, y - 1, shape.column + 1, shape.height + 1);
    }
  }

  function drawHead(width, left) {
    pen.fillStyle = colours.paper;
    pen.fillRect(0, 0, width, shape.head);
    pen.save();
    pen.beginPath();
    pen.rect(shape.gutter - 1, 0, width, shape.head);
    pen.clip();
    let start = 0;
    shape.columns.forEach((column, at) => {
      const { technique, place } = column;
      const x = shape.gutter + at * shape.column - left;
      const isLast = at + 1 === shape.columns.length || shape.columns[at + 1].technique !== technique;
      if (isLast) {
        const from = shape.gutter + start * shape.column - left;
        const length = (at + 1 - start) * shape.column - 3;
        pen.fillStyle = colours.line;
        pen.fillRect(from, BAND - 3, length, 2);
        pen.fillStyle = colours.quiet;
        pen.font = font(11);
        pen.textBaseline = "middle";
        if (!isAlone[technique]) pen.fillText(clipped(technique, length), from, BAND / 2 - 2);
        start = at + 1;
      }
      if (shape.column >= 11) {
        const isOrder = chosen.order === `column:${place}`;
        pen.save();
        pen.translate(x + shape.column / 2, shape.head - 8);
        pen.rotate(-Math.PI / 2);
        pen.fillStyle = colours[isOrder ? "accent" : "ink"];
        pen.font = font(12, isOrder ? "600" : "");
        pen.textBaseline = "middle";
        pen.fillText(clipped(headingOf(column), shape.head - BAND - 16), 0, 0);
        pen.restore();
      }
    });
    pen.restore();
    pen.fillStyle = colours.line;
    pen.fillRect(0, shape.head - 1, width, 1);
  }

  // What is under a point of the window.
  function at(event) {
    const box = canvas.getBoundingClientRect();
    const x = event.clientX - box.left;
    const y = event.clientY - box.top;
    const column = Math.floor((x + view.scrollLeft - shape.gutter) / shape.column);
    const isColumn = x >= shape.gutter && column >= 0 && column < shape.columns.length;
    const row = Math.floor((y + view.scrollTop - shape.head) / shape.height);
    const isRow = y >= shape.head && row >= 0 && row < rows.length;
    return { row: isRow ? row : null, column: isColumn ? column : null, isHead: y < shape.head };
  }

  function showTip(event, { row, column, isHead }) {
    const parts = [];
    if (row !== null) {
      const mutant = rows[row];
      parts.push(element("b", {}, `${mutant.subject.name} ${mutant.number} · ${mutant.function}`));
      parts.push(element("code", {}, `${mutant.before} → ${mutant.after}`));
      if (column !== null) {
        const { technique, property, place } = shape.columns[column];
        const code = CODE[mutant.cells[place]];
        parts.push(element("span", {}, `${technique}, ${property}: `, element("b", {}, code.label)));
        parts.push(element("small", {}, code.meaning));
      }
    } else if (isHead && column !== null) {
      const { technique, property, place } = shape.columns[column];
      const judged = rows.filter((mutant) => !"-u".includes(mutant.cells[place]));
      const nKilled = judged.filter((mutant) => mutant.cells[place] === "k").length;
      parts.push(element("b", {}, `${property}, ${technique}`));
      parts.push(element("span", {}, `kills ${nKilled} of ${judged.length} shown`));
    }
    tip.hidden = parts.length === 0;
    if (tip.hidden) return;
    tip.replaceChildren(...parts);
    const box = tip.getBoundingClientRect();
    tip.style.left = `${Math.max(8, Math.min(event.clientX + 14, window.innerWidth - box.width - 8))}px`;
    const isBelow = event.clientY + 18 + box.height < window.innerHeight;
    tip.style.top = `${isBelow ? event.clientY + 18 : event.clientY - box.height - 12}px`;
  }

  function zoom(direction) {
    if (direction === "fit") {
      chosen.zoom = null;
    } else {
      const place = ROW_HEIGHTS.indexOf(shape.height) + (direction === "in" ? 1 : -1);
      chosen.zoom = ROW_HEIGHTS[Math.max(0, Math.min(place, ROW_HEIGHTS.length - 1))];
    }
    const middle = (view.scrollTop + view.clientHeight / 2) / shape.height;
    layOut();
    view.scrollTop = middle * shape.height - view.clientHeight / 2;
  }

  function moveCursor(rowStep, columnStep) {
    if (rows.length === 0) return;
    const from = cursor ?? { row: -1, column: 0 };
    cursor = {
      row: Math.max(0, Math.min(rows.length - 1, from.row + rowStep)),
      column: Math.max(0, Math.min(shape.columns.length - 1, (from.column ?? 0) + columnStep)),
    };
    const y = cursor.row * shape.height;
    const visible = view.clientHeight - shape.head;
    if (y < view.scrollTop) view.scrollTop = y;
    if (y + shape.height > view.scrollTop + visible) view.scrollTop = y + shape.height - visible;
    askDraw();
  }

  const KEYS = {
    ArrowDown: () => moveCursor(1, 0),
    ArrowUp: () => moveCursor(-1, 0),
    ArrowRight: () => moveCursor(0, 1),
    ArrowLeft: () => moveCursor(0, -1),
    PageDown: () => moveCursor(20, 0),
    PageUp: () => moveCursor(-20, 0),
    "+": () => zoom("in"),
    "-": () => zoom("out"),
    Enter: () => {
      if (cursor !== null) location.hash = route(rows[cursor.row]);
    },
  };

  function start() {
    const classes = [...new Set(MUTANTS.map((mutant) => mutant.class))];
    fillSelect("subject", [["", "all"], ...SUBJECTS.map(({ name }) => [name, name])]);
    fillSelect("class", [["", "all"], ...classes.map((name) => [name, name])]);
    fillSelect("status", Object.entries(STATUSES).map(([value, [label]]) => [value, label]));
    fillSelect("order", Object.entries(ORDERS).map(([value, [label]]) => [value, label]));
    controls.elements.find.addEventListener("input", (event) => choose({ find: event.target.value.trim() }));
    controls.addEventListener("submit", (event) => event.preventDefault());
    for (const button of controls.querySelectorAll("[data-zoom]")) {
      button.addEventListener("click", () => zoom(button.dataset.zoom));
    }
    view.addEventListener("scroll", askDraw, { passive: true });
    view.addEventListener("keydown", (event) => {
      const act = KEYS[event.key];
      if (act === undefined || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      act();
    });
    view.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        zoom(event.deltaY < 0 ? "in" : "out");
      },
      { passive: false },
    );
    canvas.addEventListener("mousemove", (event) => {
      const place = at(event);
      cursor = place.row === null ? null : place;
      canvas.style.cursor = place.row !== null || (place.isHead && place.column !== null) ? "pointer" : "";
      showTip(event, place);
      askDraw();
    });
    canvas.addEventListener("mouseleave", () => {
      cursor = null;
      tip.hidden = true;
      askDraw();
    });
    canvas.addEventListener("click", (event) => {
      const { row, column, isHead } = at(event);
      tip.hidden = true;
      if (row !== null) location.hash = route(rows[row]);
      else if (isHead && column !== null) choose({ order: `column:${shape.columns[column].place}` });
    });
    new ResizeObserver(() => layOut()).observe(view.parentElement);
    choose({});
  }

  return { start, choose, draw, recolour, rows: () => rows, chosen: () => ({ ...chosen, height: shape.height }) };
})();
