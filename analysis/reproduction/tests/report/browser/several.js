// Uses a page of two subjects, and says what it showed.
(async () => {
  const rest = () => new Promise((resolve) => setTimeout(resolve, 60));
  const shown = () => matrix.rows().map((mutant) => `${mutant.subject.name} ${mutant.number}`).join(", ");
  const seen = {};
  try {
    await rest();
    seen.most = shown();
    matrix.choose({ order: "survivors" });
    seen.least = shown();
    matrix.choose({ find: "svm 2", order: "source" });
    seen.found = shown();

    const dialog = document.getElementById("mutant");
    const status = document.getElementById("matrix-status");
    const go = async (hash) => {
      location.hash = hash;
      await rest();
    };
    await go("#mutant/c45/1");
    seen.outside = [...dialog.querySelectorAll(".neighbours > :not(button)")].map((one) => [one.textContent, one.getAttribute("href")]);
    await go("#mutant/svm/2");
    seen.inside = [...dialog.querySelectorAll(".neighbours > :not(button)")].map((one) => [one.textContent, one.getAttribute("href")]);
    await go("#mutant/%E0%A4%A/1");
    seen.malformed = [status.textContent, dialog.open];
    await go("#mutant/c45/99");
    seen.unknown = [status.textContent, dialog.open];
    const place = status.getBoundingClientRect();
    seen.isToldInView = place.top >= 0 && place.bottom <= window.innerHeight;
    const zoom = document.querySelector(".zoom").getBoundingClientRect();
    seen.isOneRow = zoom.bottom === document.querySelector("[name=find]").getBoundingClientRect().bottom;
  } catch (error) {
    window.complaints.push(String(error.stack));
  }
  tell(seen);
})();
