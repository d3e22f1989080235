"use strict";
(() => {
  const root = document.documentElement;
  const steps = [...document.querySelectorAll(".step")];
  const chips = [...document.querySelectorAll(".chips a")];
  const bar = document.querySelector(".stepper");
  if (bar && steps.length) {
    const [back, on, all] = bar.querySelectorAll("button");
    const told = bar.querySelector("output");
    let at = -1; // -1: all steps are shown
    const tell = () => { told.textContent = bar.dataset[at < 0 ? "all" : "step"].replace("{n}", at + 1).replace("{of}", steps.length); };
    const show = (number, jump) => {
      at = number;
      root.classList.toggle("one-step", at >= 0);
      steps.forEach((step, i) => {
        step.classList.toggle("current", i === at);
        const table = step.querySelector("details.after");
        if (table && at >= 0) table.open = i === at;
        if (table && at < 0) table.open = false;
      });
      chips.forEach((chip, i) => i === at ? chip.setAttribute("aria-current", "step") : chip.removeAttribute("aria-current"));
      back.disabled = at === 0;
      on.disabled = at === steps.length - 1;
      all.disabled = at < 0;
      tell();
      history.replaceState(null, "", at < 0 ? "#steps" : "#" + steps[at].id);
      if (jump) (at < 0 ? document.getElementById("steps") : steps[at]).scrollIntoView({ block: "start" });
    };
    const onward = () => { if (at < steps.length - 1) show(at + 1, true); };
    const backward = () => { if (at > 0) show(at - 1, true); else if (at < 0) show(steps.length - 1, true); };
    on.addEventListener("click", onward);
    back.addEventListener("click", backward);
    all.addEventListener("click", () => show(-1, true));
    chips.forEach((chip, i) => chip.addEventListener("click", event => { event.preventDefault(); show(i, true); }));
    document.addEventListener("keydown", event => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select, .scroll")) return;
      const act = { ArrowRight: onward, ArrowLeft: backward, Home: () => show(0, true), End: () => show(steps.length - 1, true) }[event.key];
      if ((event.key === "Home" || event.key === "End") && at < 0) return;
      if (act) { event.preventDefault(); act(); }
      else if (event.key === "Escape" && !hush() && at >= 0) show(-1, true);
    });
    root.classList.add("scripted");
    const asked = steps.findIndex(step => "#" + step.id === location.hash);
    if (asked >= 0) show(asked, true); else { tell(); all.disabled = true; }
  }
  // A clause opens by a tap and closes by another, by Escape, or by opening the next one.
  const hush = () => {
    const open = document.querySelectorAll(".quote.shown");
    open.forEach(quote => quote.classList.remove("shown"));
    return open.length > 0;
  };
  document.querySelectorAll("a.cite").forEach(cite => {
    const quote = cite.nextElementSibling;
    if (!quote || !quote.classList.contains("quote")) return;
    cite.addEventListener("click", event => {
      event.preventDefault();
      const open = quote.classList.contains("shown");
      hush();
      quote.classList.toggle("shown", !open);
    });
    cite.addEventListener("keydown", event => { if (event.key === "Escape") quote.classList.add("hushed"); });
    cite.addEventListener("blur", () => quote.classList.remove("hushed"));
    cite.addEventListener("mouseleave", () => quote.classList.remove("hushed"));
  });
})();
