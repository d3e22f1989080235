// The desk: the file, the table drawn from it, the attempts, the ruling. The file is the scenario;
// everything else is what the judge tells of it.
import { attemptsOf, nextOf, SYMBOLS } from "./attempts.js";
import { button, el, sheet, show } from "./dom.js";
import { Editor } from "./editor.js";
import { Judge, TooLong } from "./judge.js";
import * as keeping from "./keep.js";
import { pickTitle } from "./pick.js";
import { readPrinted } from "./printed.js";
import { Ruling } from "./ruling.js";
import { scenarios } from "./scenarios.js";
import { broughtBy } from "./share.js";
import { tableOf } from "./table.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Options} Options */
/** @typedef {import("./types.js").Vocabulary} Vocabulary */
/** @typedef {import("./types.js").Change} Change */
/** @typedef {import("./types.js").Path} Path */
/** @typedef {{cards: boolean, book: string, labels: Record<string, Record<string, string>>}} About */

const TABS = ["table", "attempts", "ruling", "file"];
const TYPING = 250; // milliseconds after which somebody who types has paused
const WIDE = matchMedia("(min-width: 60rem)");

export class Desk {
  /** @param {About} about @param {string} lang */
  constructor(about, lang) {
    this.about = about;
    this.lang = lang;
    this.name = "";
    /** @type {View | null} */
    this.view = null;
    /** @type {Options | null} */
    this.options = null;
    /** @type {number | null} before which attempt the next one goes */
    this.at = null;
    this.tab = "table";
    this.turn = 0;
    this.pause = 0;
    this.state = "starting";
    this.why = "";
    this.busy = false;
    this.works = 0; // how much is under way: a tap, a pause in typing, a question to the judge
    this.typing = false;
    /** @type {Promise<unknown>} */
    this.taps = Promise.resolve();
    /** @type {Vocabulary} */
    this.words = /** @type {any} */ (null);
    /** @type {Judge} */
    this.judge = new Judge(() => keeping.kept("pool").catch(() => null), (state, why) => this.judged(state, why));
    this.editor = new Editor((_, typed) => this.changed(typed), (text, at, asked) => this.complete(text, at, asked), this.t("file"));
    this.ruling = new Ruling(this);
    this.answer = el("button", { type: "button", class: "answer", "aria-live": "polite", onclick: () => this.answered() });
    this.head = el("header", { class: "head" });
    this.tabs = el("nav", { class: "tabs" });
    this.panels = Object.fromEntries(TABS.map((name) => [name, el("section", { class: `panel ${name}` })]));
    this.attemptsList = el("div");
    this.nextList = el("section", { class: "next-one" });
    this.toast = el("p", { class: "toast", role: "status", hidden: true });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.toasted = undefined;
    this.build();
  }

  // -- words --------------------------------------------------------------------------------

  /** @param {string} name @param {Record<string, string | number>} [facts] */
  t(name, facts = {}) {
    const said = this.about.labels[this.lang]?.[name] ?? this.about.labels.en[name] ?? name;
    return said.replace(/\{(\w+)\}/g, (_, fact) => String(facts[fact] ?? ""));
  }

  /** @param {string} text */
  say(text) {
    this.toast.textContent = text;
    this.toast.hidden = false;
    clearTimeout(this.toasted);
    this.toasted = setTimeout(() => (this.toast.hidden = true), 6000);
  }

  // -- the page -----------------------------------------------------------------------------

  build() {
    this.panels.attempts.append(this.attemptsList, this.nextList);
    this.panels.file.append(this.editor.holder);
    const main = el("main", { class: "panels" }, TABS.map((name) => this.panels[name]));
    show(document.getElementById("desk") ?? document.body, this.head, this.answer, main, this.tabs, this.toast);
    document.addEventListener("keydown", (event) => this.key(event));
    WIDE.addEventListener("change", () => this.turnTo(this.tab));
    this.turnTo("table");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement) return;
    if (this.editor.holder.contains(/** @type {Node} */ (event.target))) return;
    if (event.key === "z" && !event.shiftKey) this.editor.undo();
    else if (event.key === "y" || (event.key.toLowerCase() === "z" && event.shiftKey)) this.editor.redo();
    else return;
    event.preventDefault();
  }

  /** @param {string} tab */
  turnTo(tab) {
    this.tab = WIDE.matches && (tab === "table" || tab === "attempts") ? "ruling" : tab;
    for (const name of TABS) {
      const isAlways = WIDE.matches && (name === "table" || name === "attempts");
      this.panels[name].hidden = !isAlways && name !== this.tab;
    }
    show(this.tabs, TABS.map((name) =>
      button([el("span", { "aria-hidden": "true" }, { table: "▦", attempts: "⇄", ruling: "⚖", file: "≡" }[name] ?? ""), this.t(name)], () => this.turnTo(name), {
        "aria-current": name === this.tab ? "page" : null, "data-key": name, class: name,
      })));
    this.tabs.setAttribute("aria-label", this.t("parts"));
    this.drawHead();
    this.shown();
  }

  /** What only the part in sight needs. */
  async shown() {
    if (this.state !== "ready" || !this.view) return;
    if (this.tab === "ruling") await this.working(() => this.ruling.refresh().catch(() => {}));
    if ((this.tab === "attempts" || WIDE.matches) && !this.options) await this.refreshOptions();
  }

  drawHead() {
    show(this.head,
      button(this.name || this.t("scenarios"), () => scenarios(this), { class: "name", "data-key": "scenarios", "aria-label": `${this.t("scenarios")}: ${this.name}` }),
      button("↶", () => this.editor.undo(), { class: "tool", disabled: !this.editor.undoable, "aria-label": this.t("undo"), "data-key": "undo" }),
      button("↷", () => this.editor.redo(), { class: "tool", disabled: !this.editor.redoable, "aria-label": this.t("redo"), "data-key": "redo" }),
      Object.keys(this.about.labels).filter((lang) => lang !== this.lang).map((lang) =>
        button(lang.toUpperCase(), () => this.speak(lang), { class: "tool", lang, "aria-label": this.about.labels[lang]["this language"] ?? lang, "data-key": `lang ${lang}` })));
  }

  draw() {
    document.documentElement.lang = this.lang;
    this.drawHead();
    this.drawAnswer();
    if (!this.words) return;
    const outline = this.view?.outline;
    show(this.panels.table, outline ? [this.titleField(outline), tableOf(this, outline)].flat() : el("p", { class: "soft" }, this.t("mend the file first")));
    show(this.attemptsList, attemptsOf(this));
    this.drawNext();
    show(this.panels.ruling, this.ruling.parts);
  }

  drawNext() {
    const open = new Set([...this.nextList.querySelectorAll("details[open]")].map((found) => found.getAttribute("data-open")));
    show(this.nextList, nextOf(this));
    for (const found of this.nextList.querySelectorAll("details")) if (open.has(found.getAttribute("data-open"))) found.open = true;
  }

  /** @param {import("./types.js").Outline} outline */
  titleField(outline) {
    const title = outline.title[this.lang] ?? Object.values(outline.title)[0] ?? "";
    const several = new Set(Object.values(outline.title)).size > 1; // one for each language
    return el("label", { class: "title" }, this.t("what it is about"), el("input", {
      value: title, "data-key": "title", disabled: several,
      onchange: (/** @type {Event} */ event) => this.change({ do: "set", path: ["title"], value: /** @type {HTMLInputElement} */ (event.target).value.trim() || this.t("new title") }),
    }));
  }

  drawAnswer() {
    const { view } = this;
    const problems = view?.problems ?? [];
    const answer = view?.ruling?.answer;
    this.answer.className = `answer ${answer ? answer.verdict.replace(/ /g, "-") : ""}${this.busy ? " busy" : ""}`;
    this.tellWork();
    if (this.state === "failed") show(this.answer, this.t("no judge"), el("small", {}, this.why));
    else if (this.state === "starting") show(this.answer, this.t("the judge is coming"));
    else if (view?.failed) show(this.answer, this.t("failed"), el("small", {}, view.failed));
    else if (problems.length) show(this.answer, el("b", {}, this.t(problems.length > 1 ? "problems" : "a problem", { n: problems.length })), el("span", { class: "says" }, ` ${problems[0].message}`));
    else if (answer) show(this.answer, answer.word ? el("b", { "aria-hidden": "true" }, `${SYMBOLS[answer.verdict] ?? ""} `) : null, el("span", { class: "says" }, answer.says));
    else show(this.answer, this.t(view?.outline?.locations.length ? "now the attempts" : "begin"));
  }

  /** @template Done @param {() => Promise<Done>} work @returns {Promise<Done>} */
  async working(work) {
    this.works++;
    this.tellWork();
    try {
      return await work();
    } finally {
      this.works--;
      this.tellWork();
    }
  }

  tellWork() {
    this.answer.setAttribute("aria-busy", String(this.works > 0 || this.typing));
  }

  answered() {
    const problem = this.view?.problems[0];
    if (!problem) return this.turnTo("ruling");
    this.turnTo("file");
    this.editor.goTo(problem.line, problem.column);
  }

  // -- the judge ----------------------------------------------------------------------------

  /** @param {"starting" | "ready" | "failed"} state @param {string} [why] */
  judged(state, why = "") {
    this.state = state;
    this.why = why;
    if (this.toast) this.drawAnswer();
  }

  /**
   * @param {import("./judge.js").Request} request @param {Record<string, ArrayBuffer>} [files]
   * @returns {Promise<any>}
   */
  async ask(request, files) {
    try {
      return await this.judge.ask(request, files);
    } catch (error) {
      if (error instanceof TooLong) {
        this.say(this.t("too long"));
        return { problems: [], notes: [], outline: null, ruling: null, failed: this.t("too long") };
      }
      throw error;
    }
  }

  async begin() {
    await this.learn();
    await this.refresh();
  }

  async learn() {
    this.words = await this.ask({ do: "vocabulary", lang: this.lang });
  }

  /** @param {string} lang */
  async speak(lang) {
    this.lang = lang;
    await keeping.keep("lang", lang).catch(() => {});
    this.turnTo(this.tab);
    if (this.state !== "ready") return;
    this.options = null;
    await this.learn();
    await this.refresh();
  }

  // -- the scenario -------------------------------------------------------------------------

  get text() {
    return this.editor.text;
  }

  get stem() {
    return this.name.trim().replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").toLowerCase() || "scenario";
  }

  get file() {
    return `${this.stem}.yaml`;
  }

  /** @param {string} name @param {string} text */
  async open(name, text) {
    this.name = name;
    this.at = null;
    this.view = this.options = null;
    await keeping.keep("last", name).catch(() => {});
    this.editor.open(text);
    await this.refresh();
  }

  /** @param {boolean} typed */
  changed(typed) {
    clearTimeout(this.pause);
    this.pause = window.setTimeout(() => this.refresh(), typed ? TYPING : 0);
    this.typing = true;
    this.tellWork();
    if (this.name) keeping.keepScenario(this.name, this.text).catch(() => {});
    if (this.head) this.drawHead();
  }

  /** Reads and rules the text as it is now; what was asked meanwhile is forgotten. */
  refresh() {
    clearTimeout(this.pause);
    this.typing = false;
    return this.working(() => this.ruled());
  }

  async ruled() {
    if (!this.words) return;
    const turn = ++this.turn;
    this.busy = true;
    const late = setTimeout(() => this.drawAnswer(), 150);
    const view = await this.ask({ do: "view", text: this.text, lang: this.lang, file: this.file });
    clearTimeout(late);
    if (turn !== this.turn) return;
    this.busy = false;
    const outline = view.outline ?? null;
    this.view = view;
    this.editor.mark(view.problems ?? [], view.notes ?? []);
    if (!outline || (this.at !== null && this.at >= outline.attempts.length)) this.at = null;
    this.draw();
    this.options = this.options && this.view?.outline ? this.options : null;
    if (this.tab === "attempts" || WIDE.matches) await this.refreshOptions();
    else this.options = null;
    if (turn === this.turn && this.tab === "ruling") await this.ruling.refresh();
  }

  async refreshOptions() {
    const turn = this.turn;
    const options = await this.working(() => this.ask({ do: "options", text: this.text, lang: this.lang, after: this.at }));
    if (turn !== this.turn) return;
    this.options = options;
    this.drawNext();
  }

  /** What a tap changes, one after the other; the text is edited by who reads it. @param {...Change} changes */
  change(...changes) {
    const done = this.working(() => this.taps.then(async () => {
      let { text } = this;
      for (const change of changes) {
        const told = await this.ask({ do: "edit", text, change });
        if (told.text === undefined) {
          const problem = told.problems?.[0];
          return this.say(problem ? `${problem.message}${problem.hint ? `: ${problem.hint}` : ""}` : (told.failed ?? "?"));
        }
        text = told.text;
      }
      this.editor.becomes(text);
      await this.refresh();
    }));
    this.taps = done.catch((error) => this.say(String(error)));
    return done;
  }

  /** @param {any} written */
  async attempt(written) {
    const { at } = this;
    this.at = at === null ? null : at + 1;
    await this.change(at === null ? { do: "put", path: ["attempts"], value: written } : { do: "insert", path: ["attempts", at], value: written });
    if (at === null) this.nextList.scrollIntoView({ block: "nearest" });
  }

  /** @param {string} line */
  async attemptLine(line) {
    await this.working(async () => {
      const told = await this.ask({ do: "line", line });
      await this.attempt(told.written);
    });
    const field = /** @type {HTMLInputElement | null} */ (this.nextList.querySelector('[data-key="typed"]'));
    if (field) field.value = "";
  }

  /** @param {number | null} at */
  insertAt(at) {
    this.at = at;
    this.options = null;
    this.draw();
    this.refreshOptions();
  }

  // -- cards --------------------------------------------------------------------------------

  /** @param {Path} path @param {"light" | "dark"} side @param {string} says */
  addCard(path, side, says) {
    const fits = (/** @type {string[]} */ row) => row[2] !== "location" && (!row[1] || row[1] === side);
    pickTitle(this, says, fits, (title, row) => {
      const known = row !== null || this.words.titles.some(([other]) => other === title);
      if (known) return this.change({ do: "put", path, value: title });
      readPrinted(this, title, side, (entry) => this.change(
        ...(entry ? [{ do: "put", path: ["cards"], value: entry }] : []), { do: "put", path, value: title }));
    });
  }

  /** @param {string} title */
  async showCard(title) {
    const told = await this.ask({ do: "card", title, lang: this.lang });
    this.showText(title, told.card ?? this.t("unknown card"));
  }

  /** @param {string | null} clause */
  cite(clause) {
    if (!clause) return null;
    return [" ", button(`[${clause}]`, () => this.showClause(clause), { class: "cite" })];
  }

  /** @param {string} clause */
  async showClause(clause) {
    const told = await this.ask({ do: "clause", clause, lang: this.lang });
    sheet(told.title ?? clause, this.t("close"), () => [
      el("p", {}, told.text ?? clause), el("p", { class: "soft" }, `[${clause}]`),
      told.entry && this.about.book ? el("p", {}, el("a", { href: `${this.about.book}${this.lang}/glossary/${told.entry}.html#${told.anchor}` }, this.t("in the book"))) : null,
    ]);
  }

  /** @param {string} title @param {string} text */
  showText(title, text) {
    sheet(title, this.t("close"), () => el("pre", { class: "text", tabindex: "0" }, text));
  }

  /** @param {string} says @param {number | null} now @param {(n: number | null) => void} then */
  askNumber(says, now, then) {
    sheet(says, this.t("close"), (self) => el("div", { class: "buttons" }, Array.from({ length: 16 }, (_, n) =>
      button(String(n), () => {
        self.close();
        then(n);
      }, { class: "digit", "aria-pressed": String(n === now) }))));
  }

  /** @param {string} text @param {number} at @param {boolean} asked */
  async complete(text, at, asked) {
    if (this.state !== "ready") return null;
    const told = await this.ask({ do: "complete", text, at: [...text.slice(0, at)].length, asked });
    if (!told.options?.length) return null;
    return { from: at - told.length, options: told.options };
  }
}

// -- the way in -------------------------------------------------------------------------------

async function start() {
  const about = /** @type {About} */ (await (await fetch("about.json")).json());
  const brought = await broughtBy(location.hash);
  const spoken = brought?.lang ?? (await keeping.kept("lang").catch(() => null)) ?? navigator.language.slice(0, 2);
  const desk = new Desk(about, about.labels[spoken] ? spoken : "en");
  Object.assign(globalThis, { desk });
  if (typeof WebAssembly !== "object" || typeof DecompressionStream !== "function") return desk.judged("failed", desk.t("too old"));
  const last = await keeping.kept("last").catch(() => null);
  const kept = last ? await keeping.keptScenario(last).catch(() => undefined) : undefined;
  if (brought) {
    history.replaceState(null, "", location.pathname + location.search);
    await desk.open(await freeName(brought.name || desk.t("shared")), brought.text);
  } else if (kept) await desk.open(last, kept.text);
  else await desk.open(await freeName(desk.t("new name")), `title: ${desk.t("new title")}\nattempts: []\n`);
  await desk.judge.worker;
  await desk.begin();
  if (location.protocol.startsWith("http") && navigator.serviceWorker) await navigator.serviceWorker.register("offline.js").catch(() => {});
  document.documentElement.dataset.ready = "yes";
}

/** A name that no scenario bears yet. @param {string} name */
export async function freeName(name) {
  const taken = new Set(await keeping.scenarioNames().catch(() => []));
  let free = name;
  for (let n = 2; taken.has(free); n++) free = `${name} ${n}`;
  return free;
}

start().catch((error) => {
  const said = el("p", { class: "plainly" }, `This page could not start: ${error}`);
  document.body.append(said);
});
