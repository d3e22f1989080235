"use strict";
// The search: words of either language, accents or not; the index is a script, because a page off the disk may fetch nothing.
(() => {
  const box = document.querySelector(".search");
  const input = box.querySelector("input"), list = box.querySelector("ul"), status = box.querySelector("[role=status]");
  const lang = document.documentElement.lang;
  const fold = text => text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").replace(/\u2019/g, "'").toLowerCase();
  let index = null, known = null;
  const load = () => {
    if (index) return;
    index = [];
    const script = document.createElement("script");
    script.src = box.dataset.base + "../assets/search.js";
    script.addEventListener("load", () => {
      known = [...new Set(window.BOOK.flatMap(([, , en, fr, words]) => (fold(en + " " + fr) + " " + words).split(/[^a-z0-9]+/)))];
      index = window.BOOK.map(([kind, href, en, fr, words, also]) => ({ kind, href, en, fr, titles: [fold(en), fold(fr), ...(also ? [also] : [])], words: " " + words }));
      show();
    });
    document.head.append(script);
  };
  // How many letters apart two words are; two that changed places count once.
  const apart = (a, b) => {
    let last = [], row = Array.from({ length: b.length + 1 }, (_, i) => i);
    for (let i = 1; i <= a.length; i++) {
      const next = [i];
      for (let j = 1; j <= b.length; j++) {
        next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1));
        if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j], last[j - 2] + 1);
      }
      last = row;
      row = next;
    }
    return row[b.length];
  };
  // A word that stands nowhere, with a slip of the pen mended.
  const mended = word => {
    if (word.length < 4 || known.some(other => other.startsWith(word))) return word;
    const most = word.length > 7 ? 2 : 1;
    const near = known.filter(other => Math.abs(other.length - word.length) <= most).map(other => [apart(word, other), other]);
    near.sort((a, b) => a[0] - b[0]);
    return near.length && near[0][0] <= most ? near[0][1] : word;
  };
  const score = (item, whole, words) => {
    let sum = item.titles.includes(whole) ? 100 : item.titles.some(title => title.startsWith(whole)) ? 40 : 0;
    for (const word of words) {
      const inTitle = Math.max(...item.titles.map(title => title === word || (" " + title.replace(/[^a-z0-9]+/g, " ") + " ").includes(" " + word + " ") ? 12 : title.includes(word) ? 8 : 0));
      const inText = item.words.includes(" " + word) ? 2 : 0;
      if (!inTitle && !inText) return 0;
      sum += inTitle || inText;
    }
    return sum + (item.kind === "entry" ? 1 : 0);
  };
  const show = () => {
    history.replaceState({ sought: input.value }, "");
    const whole = fold(input.value).trim(), words = whole.split(/[^a-z0-9]+/).filter(Boolean).map(word => index.length ? mended(word) : word);
    const found = words.length ? index.map(item => [score(item, whole, words), item]).filter(([sum]) => sum > 0) : [];
    found.sort((a, b) => b[0] - a[0] || a[1].titles[0].length - b[1].titles[0].length);
    list.replaceChildren(...found.slice(0, 20).map(([, item]) => {
      const line = document.createElement("li"), link = document.createElement("a"), kind = document.createElement("span");
      const [title, other] = lang === "fr" ? [item.fr, item.en] : [item.en, item.fr];
      link.href = box.dataset.base + item.href;
      link.textContent = title + " ";
      kind.textContent = box.dataset[item.kind] + (other !== title ? " \u00b7 " + other : "");
      link.append(kind);
      line.append(link);
      return line;
    }));
    list.hidden = !found.length;
    status.textContent = words.length && !found.length && index.length ? box.dataset.none : "";
    status.classList.toggle("unseen", !status.textContent);
  };
  input.addEventListener("focus", load);
  input.addEventListener("input", () => { load(); show(); });
  box.addEventListener("keydown", event => {
    const links = [...list.querySelectorAll("a")], at = links.indexOf(document.activeElement);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && links.length) { event.preventDefault(); event.stopPropagation(); (links[at + step] || input).focus(); }
    else if (event.key === "Enter" && event.target === input && links.length) links[0].click();
    else if (event.key === "Escape") { input.value = ""; show(); input.focus(); event.stopPropagation(); }
  });
  document.addEventListener("keydown", event => {
    if (event.key === "/" && !event.target.closest("input")) { event.preventDefault(); input.focus(); input.select(); }
  });
  box.hidden = false;
  const sought = history.state && history.state.sought;  // come back to, the page still shows what was found
  if (sought) { input.value = sought; load(); }
})();
