// Runs before everything else: remembers every complaint of the page.
window.complaints = [];
window.addEventListener("error", (event) => window.complaints.push(String(event.message)));
window.addEventListener("unhandledrejection", (event) => window.complaints.push(String(event.reason)));
window.addEventListener("securitypolicyviolation", (event) => window.complaints.push(event.violatedDirective));
for (const kind of ["error", "warn"]) {
  console[kind] = (...words) => window.complaints.push(words.join(" "));
}
