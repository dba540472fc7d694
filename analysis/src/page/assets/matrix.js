
// The kill matrix. Only what is in view is drawn, so its size does not matter.

const matrix = (() => {
  const view = document.getElementById("matrix-view");
  const space = view.querySelector(".matrix-space");
  const canvas = view.querySelector("canvas");
  const pen = canvas.getContext("2d");
  const tip = document.getElementById("matrix-tip");
  const said = document.getElementById("matrix-said");
  const status = document.getElementById("matrix-status");
  const controls = document.getElementById("matrix-controls");

  const ROW_HEIGHTS = [1, 2, 3, 4, 6, 8, 11, 14, 18, 24];
  const READABLE = 11;
  // A cell of this size holds the letter of its code.
  const LETTERED = { width: 12, height: 11 };
  const WIDEST_COLUMN = { readable: 44, small: 96 };
  const BAND = 20;

  // What is chosen, and what follows from it.
  const chosen = { subject: "", class: "", status: "counted", order: "kills", find: "", zoom: null };
  let rows = [];
  // Where the keys are, and what is under the pointer.
  let cursor = null;
  let pointed = null;
  let shape = null;
  let isDrawAsked = false;

  const CODE_NAMES = CODES.filter(({ letter }) => letter !== "-").map(({ letter }) => `code-${letter}`);
  const COLOUR_NAMES = ["paper", "ink", "quiet", "line", "accent", ...CODE_NAMES];
  let colours = readColours(COLOUR_NAMES);
  let inkOn = readInks();

  // The ink that is read on each colour of a code.
  function readInks() {
    const lightness = (colour) => colour.match(/[\d.]+/g).slice(0, 3).reduce((sum, part, at) => sum + part * [0.3, 0.59, 0.11][at], 0);
    return Object.fromEntries(CODE_NAMES.map((name) => [colours[name], lightness(colours[name]) > 128 ? "rgb(0 0 0 / 0.75)" : "rgb(255 255 255 / 0.85)"]));
  }

  // Draws again in the colours of the present theme.
  function recolour() {
    colours = readColours(COLOUR_NAMES);
    inkOn = readInks();
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
    kills: ["most killed first", (a, b) => b.share - a.share || byPlace(a, b)],
    survivors: ["least killed first", (a, b) => a.share - b.share || byPlace(a, b)],
    alike: ["alike ones together", (a, b) => (a.cells < b.cells ? -1 : a.cells > b.cells ? 1 : byPlace(a, b))],
    class: ["by class", (a, b) => a.class.localeCompare(b.class) || byPlace(a, b)],
    source: ["as in the source", byPlace],
  };
  const rank = Object.fromEntries(CODES.map((code, place) => [code.letter, place]));
  for (const { place, technique, property } of COLUMNS) {
    ORDERS[`column:${place}`] = [
      `by ${property} (${technique})`,
      (a, b) => rank[a.cells[place]] - rank[b.cells[place]] || b.share - a.share || byPlace(a, b),
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
    const isFound = finder(chosen.find.toLowerCase());
    rows = MUTANTS.filter(
      (mutant) =>
        (chosen.subject === "" || mutant.subject.name === chosen.subject) &&
        (chosen.class === "" || mutant.class === chosen.class) &&
        STATUSES[chosen.status][1](mutant) &&
        isFound(mutant),
    ).sort(ORDERS[chosen.order][1]);
    cursor = null;
    pointed = null;
    tip.hidden = true;
    status.textContent = summary();
    layOut();
    view.scrollTop = 0;
  }

  // Whether a mutant has all words of a text; what is exactly the label of one finds that one alone, as
  // "sum 6" would also be in "sum 66".
  function finder(text) {
    if (MUTANTS.some((mutant) => mutant.label.toLowerCase() === text)) return (mutant) => mutant.label.toLowerCase() === text;
    const words = text.split(/\s+/);
    return (mutant) => words.every((word) => mutant.words.includes(word));
  }

  // Says something where the reader looks for what the matrix shows.
  function say(words) {
    status.textContent = words;
    status.scrollIntoView({ block: "center" });
  }

  // How many are shown and what became of them; only a counted mutant can be killed.
  function summary() {
    if (rows.length === 0) return "No mutant fits these choices.";
    const counted = rows.filter((mutant) => mutant.discarded === null);
    const others = rows.filter((mutant) => mutant.discarded !== null);
    const nKilled = counted.filter((mutant) => mutant.nKills > 0).length;
    const nViolated = others.filter((mutant) => mutant.nViolated > 0).length;
    const among = (some, which) => (some.length === rows.length ? "them" : `the ${some.length} ${which}`);
    const parts = [`${rows.length} of ${MUTANTS.length} mutants`];
    if (counted.length === 0) parts.push("none of them is counted");
    if (counted.length > 0) parts.push(`${nKilled} of ${among(counted, "counted")} killed by a ranked technique`);
    if (others.length > 0) parts.push(`on ${nViolated} of ${among(others, "not counted")} a property of a ranked technique is violated`);
    return `${parts.join("; ")}.`;
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
    for (const place of [cursor, pointed]) drawPlace(place, left, top);
    pen.restore();
    drawHead(width, left);
  }

  function drawCells(first, last, left, top) {
    const gap = shape.height >= 6 ? 1 : 0;
    const columnGap = shape.column >= 8 ? 1 : 0;
    const isLettered = shape.column >= LETTERED.width && shape.height >= LETTERED.height;
    pen.font = font(Math.min(11, shape.height - 3));
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    shape.columns.forEach(({ place }, at) => {
      const x = shape.gutter + at * shape.column - left;
      if (x + shape.column < shape.gutter || x > canvas.clientWidth) return;
      // Equal cells below each other are one rectangle where there is no gap between rows.
      for (let row = first; row < last; ) {
        const letter = rows[row].cells[place];
        let end = row + 1;
        while (gap === 0 && end < last && rows[end].cells[place] === letter) end += 1;
        if (letter !== "-") {
          const colour = colours[`code-${letter}`];
          pen.fillStyle = colour;
          const y = shape.head + row * shape.height - top;
          pen.fillRect(x, y, shape.column - columnGap, (end - row) * shape.height - gap);
          if (isLettered) {
            pen.fillStyle = inkOn[colour];
            pen.fillText(letter, x + (shape.column - columnGap) / 2, y + (shape.height - gap) / 2);
          }
        }
        row = end;
      }
    });
    pen.textAlign = "start";
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
      const number = SUBJECTS.length > 1 ? mutant.label : String(mutant.number);
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

  function drawPlace(place, left, top) {
    if (place === null) return;
    const y = shape.head + place.row * shape.height - top;
    pen.save();
    // What is scrolled away to the left must not stand on the labels.
    pen.beginPath();
    pen.rect(shape.gutter - 2, shape.head, canvas.clientWidth, canvas.clientHeight);
    pen.clip();
    pen.strokeStyle = colours.ink;
    pen.lineWidth = 1;
    pen.strokeRect(shape.gutter - left - 0.5, y - 0.5, shape.cells, shape.height);
    if (place.column !== null) {
      pen.lineWidth = 2;
      pen.strokeRect(shape.gutter + place.column * shape.column - left - 1, y - 1, shape.column + 1, shape.height + 1);
    }
    pen.restore();
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

  // A point of the window as a point of the view.
  function inView(event) {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  // The row and the column at a point of the view, with how far into them it is.
  const placeAt = ({ x, y }) => ({
    row: (y + view.scrollTop - shape.head) / shape.height,
    column: (x + view.scrollLeft - shape.gutter) / shape.column,
  });

  // The point of the view where a place is.
  const pointAt = ({ row, column }) => ({
    x: shape.gutter + column * shape.column - view.scrollLeft,
    y: shape.head + row * shape.height - view.scrollTop,
  });

  // What is under the pointer.
  function at(event) {
    const { x, y } = inView(event);
    const place = placeAt({ x, y });
    const column = Math.floor(place.column);
    const isColumn = x >= shape.gutter && column >= 0 && column < shape.columns.length;
    const row = Math.floor(place.row);
    const isRow = y >= shape.head && row >= 0 && row < rows.length;
    return { row: isRow ? row : null, column: isColumn ? column : null, isHead: y < shape.head };
  }

  // Shows what there is to say about a place, beside a point of the window.
  function showTip({ clientX, clientY }, { row, column, isHead }) {
    const parts = [];
    if (row !== null) {
      const mutant = rows[row];
      parts.push(element("b", {}, `${mutant.label} · ${mutant.function}`));
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
      const counted = judged.filter((mutant) => mutant.discarded === null);
      const nWith = (letter) => judged.filter((mutant) => mutant.cells[place] === letter).length;
      const nOthers = judged.length - counted.length;
      parts.push(element("b", {}, `${property}, ${technique}`));
      parts.push(element("span", {}, `kills ${nWith("k")} of ${counted.length} shown and counted`));
      if (nOthers > 0) parts.push(element("span", {}, `violated on ${nWith("v")} of ${nOthers} shown and not counted`));
    }
    tip.hidden = parts.length === 0;
    if (tip.hidden) return;
    tip.replaceChildren(...parts);
    const box = tip.getBoundingClientRect();
    tip.style.left = `${Math.max(8, Math.min(clientX + 14, window.innerWidth - box.width - 8))}px`;
    const isBelow = clientY + 18 + box.height < window.innerHeight;
    tip.style.top = `${isBelow ? clientY + 18 : clientY - box.height - 12}px`;
  }

  // Where zooming holds on to without a pointer: the cursor where it is in view, or else the middle.
  function heldPoint() {
    const middle = { x: view.clientWidth / 2, y: (shape.head + view.clientHeight) / 2 };
    if (cursor === null) return middle;
    const point = pointAt({ row: cursor.row + 0.5, column: cursor.column + 0.5 });
    const isInView = point.x >= shape.gutter && point.x <= view.clientWidth && point.y >= shape.head && point.y <= view.clientHeight;
    return isInView ? point : middle;
  }

  // What is at the point stays there, as far as the matrix goes.
  function zoom(direction, point = heldPoint()) {
    const place = placeAt(point);
    if (direction === "fit") {
      chosen.zoom = null;
    } else {
      const size = ROW_HEIGHTS.indexOf(shape.height) + (direction === "in" ? 1 : -1);
      chosen.zoom = ROW_HEIGHTS[Math.max(0, Math.min(size, ROW_HEIGHTS.length - 1))];
    }
    tip.hidden = true;
    layOut();
    const moved = pointAt(place);
    view.scrollTop += moved.y - point.y;
    view.scrollLeft += moved.x - point.x;
  }

  function moveCursor(rowStep, columnStep) {
    if (rows.length === 0) return;
    const from = cursor ?? { row: -1, column: 0 };
    cursor = {
      row: Math.max(0, Math.min(rows.length - 1, from.row + rowStep)),
      column: Math.max(0, Math.min(shape.columns.length - 1, from.column + columnStep)),
    };
    pointed = null;
    // Labels and headings stand still, so cells have the rest of the view.
    const { x, y } = pointAt(cursor);
    view.scrollTop += Math.min(0, y - shape.head) + Math.max(0, y + shape.height - view.clientHeight);
    view.scrollLeft += Math.min(0, x - shape.gutter) + Math.max(0, x + shape.column - view.clientWidth);
    const box = canvas.getBoundingClientRect();
    const top = box.top + pointAt(cursor).y;
    if (top < 0 || top + shape.height > window.innerHeight) window.scrollBy(0, top - window.innerHeight / 2);
    tellCursor();
    said.textContent = [...tip.children].map((part) => part.textContent).join(". ");
    askDraw();
  }

  // Shows the tip at the cell where the keys are.
  function tellCursor() {
    const box = canvas.getBoundingClientRect();
    const { x, y } = pointAt({ row: cursor.row + 1, column: cursor.column + 0.5 });
    showTip({ clientX: box.left + x, clientY: box.top + y - 12 }, { ...cursor, isHead: false });
  }

  const KEYS = {
    ArrowDown: () => moveCursor(1, 0),
    ArrowUp: () => moveCursor(-1, 0),
    ArrowRight: () => moveCursor(0, 1),
    ArrowLeft: () => moveCursor(0, -1),
    PageDown: () => moveCursor(20, 0),
    PageUp: () => moveCursor(-20, 0),
    Home: () => moveCursor(-Infinity, 0),
    End: () => moveCursor(Infinity, 0),
    "Shift Home": () => moveCursor(0, -Infinity),
    "Shift End": () => moveCursor(0, Infinity),
    "+": () => zoom("in"),
    "-": () => zoom("out"),
    Enter: () => {
      if (cursor !== null) location.hash = route(rows[cursor.row]);
    },
  };

  // Follows the pointer.
  function point(event) {
    const place = at(event);
    pointed = place.row === null ? null : place;
    canvas.style.cursor = place.row !== null || (place.isHead && place.column !== null) ? "pointer" : "";
    showTip(event, place);
    askDraw();
  }

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
      const act = (event.shiftKey && KEYS[`Shift ${event.key}`]) || KEYS[event.key];
      if (act === undefined || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      act();
    });
    view.addEventListener(
      "wheel",
      (event) => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        zoom(event.deltaY < 0 ? "in" : "out", inView(event));
        point(event);
      },
      { passive: false },
    );
    canvas.addEventListener("mousemove", point);
    canvas.addEventListener("mouseleave", () => {
      pointed = null;
      tip.hidden = true;
      askDraw();
    });
    view.addEventListener("blur", () => {
      tip.hidden = true;
    });
    window.addEventListener("scroll", () => {
      if (!tip.hidden && pointed === null && cursor !== null) tellCursor();
    });
    canvas.addEventListener("click", (event) => {
      const { row, column, isHead } = at(event);
      tip.hidden = true;
      if (row !== null) {
        cursor = { row, column: column ?? 0 };
        location.hash = route(rows[row]);
      } else if (isHead && column !== null) choose({ order: `column:${shape.columns[column].place}` });
    });
    new ResizeObserver(() => layOut()).observe(view.parentElement);
    choose({});
  }

  return { start, choose, say, draw, recolour, rows: () => rows, chosen: () => ({ ...chosen, height: shape.height }) };
})();
