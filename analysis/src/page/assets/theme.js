"use strict";

// Light or dark, as the reader chose it last. It runs in the head, so that the page never shows in the
// other theme first.

const theme = (() => {
  const NAME = "killrate-theme";
  const root = document.documentElement;

  // A browser may refuse to keep anything for a page that is a file.
  function kept() {
    try {
      return localStorage.getItem(NAME);
    } catch {
      return null;
    }
  }

  function keep(name) {
    try {
      localStorage.setItem(NAME, name);
    } catch {
      // Then the choice holds for as long as the page is open.
    }
  }

  // Changes to the other theme.
  function change() {
    const isDark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = isDark ? "light" : "dark";
    keep(root.dataset.theme);
  }

  const last = kept();
  if (last === "light" || last === "dark") root.dataset.theme = last;
  return { change };
})();
