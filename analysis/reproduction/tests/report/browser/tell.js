// Says what was seen, where the test that reads the page's final text finds it.
function tell(seen) {
  const place = document.createElement("pre");
  place.id = "seen";
  place.textContent = JSON.stringify({ ...seen, complaints: window.complaints });
  document.body.append(place);
}
