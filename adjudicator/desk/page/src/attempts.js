// The attempts with how each was ruled, and what could come next.
import { button, el, sheet } from "./dom.js";
import { every } from "./card.js";
import { pickOne, pickTitle } from "./pick.js";

/** @typedef {import("./main.js").Desk} Desk */
/** @typedef {import("./types.js").StepLine} StepLine */
/** @typedef {import("./types.js").AttemptLine} AttemptLine */
/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").Taken} Taken */

export const SYMBOLS = /** @type {Record<string, string>} */ ({ legal: "✓", illegal: "✗", "backed up": "↶", undetermined: "?", mixed: "≠" });
const OF_EVERY = { asked: { of: null, words: ["yes"], number: false, many: false } };

/** @param {Desk} desk */
export function attemptsOf(desk) {
  const attempts = desk.view?.outline?.attempts ?? [];
  const steps = desk.view?.ruling?.steps ?? [];
  const by = new Map(steps.map((step) => [step.number, step]));
  return el("ol", { class: "attempts" }, attempts.map((attempt, n) => attemptOf(desk, attempt, n, by.get(n + 1), attempts.length)));
}

/** @param {string} verdict */
const kebab = (verdict) => verdict.replace(/ /g, "-");

/** @param {Desk} desk @param {AttemptLine} attempt @param {number} n @param {StepLine | undefined} step @param {number} number */
function attemptOf(desk, attempt, n, step, number) {
  const isHere = desk.at === n;
  const head = button([el("span", { class: "number" }, `${n + 1}.`), ` ${step ? step.heading : attempt.line}`],
    () => openAttempt(desk, n, number), { class: "heading", "data-key": `attempt ${n}`, "aria-label": `${n + 1}. ${step ? step.heading : attempt.line}${step?.tells_verdict ? `: ${step.word}` : ""}` });
  const badge = step?.tells_verdict ? el("span", { class: "verdict" }, el("span", { "aria-hidden": "true" }, SYMBOLS[step.verdict] ?? ""), ` ${step.word}`) : null;
  return [
    isHere ? el("li", { class: "here" }, desk.t("the next one goes here"), " ", button(desk.t("rather at the end"), () => desk.insertAt(null))) : null,
    el("li", { class: `attempt ${step?.tells_verdict ? kebab(step.verdict) : ""}`, id: `attempt-${n}` },
      el("div", { class: "attempt-head" }, head, badge), step ? told(desk, step) : null),
  ].filter((part) => part !== null);
}

/** @param {Desk} desk @param {StepLine} step */
function told(desk, step) {
  return [
    step.reasons.length ? el("ul", { class: "reasons" }, step.reasons.map((reason) =>
      el("li", { class: `kind-${reason.kind}` }, reason.lead ? el("em", {}, reason.lead) : null, reason.says, desk.cite(reason.clause),
        reason.needs ? el("small", {}, ` ${reason.needs}`) : null,
        reason.kind === "forgotten" && step.forgotten ? passesOf(desk, step.forgotten) : null))) : null,
    step.events.length ? el("ul", { class: "events" }, step.events.map((event) => el("li", {}, event.says))) : null,
    step.tables.map((sheetOf) => el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": sheetOf.title }, el("table", {},
      el("thead", {}, el("tr", {}, el("th", { scope: "col" }, sheetOf.title), sheetOf.columns.map((name) => el("th", { scope: "col" }, name)))),
      el("tbody", {}, sheetOf.rows.map(([name, ...cells]) => el("tr", {}, el("th", { scope: "row" }, name), cells.map((cell) => el("td", {}, String(cell))))))))),
    step.pile.length && !step.is_question ? el("p", { class: "on-stack" }, el("b", {}, `${desk.t("stack")} `),
      [...step.pile].reverse().map((action, n) => [n ? " › " : "", el("span", { class: `of-${action.side}`, title: action.note }, action.title)]).flat()) : null,
    step.is_question ? null : el("p", { class: "next" }, step.next),
  ].flat();
}

/** Puts the passes that were forgotten where they belong. @param {Desk} desk @param {import("./types.js").Passes} passes */
function passesOf(desk, passes) {
  const changes = passes.written.map((value, n) => ({ do: "insert", path: ["attempts", passes.at + n], value }));
  return el("div", { class: "buttons" }, button(desk.t("put the passes in"), () => desk.change(...changes), { "data-key": `passes ${passes.at}` }));
}

// -- one attempt ----------------------------------------------------------------------------

/** @param {Desk} desk @param {number} n @param {number} number */
function openAttempt(desk, n, number) {
  const path = ["attempts", n];
  const name = () => `${n + 1}. ${desk.view?.ruling?.steps[n]?.heading ?? desk.view?.outline?.attempts[n]?.line ?? ""}`;
  sheet(name(), desk.t("close"), (self) => {
    const then = (/** @type {() => void} */ act) => () => {
      self.close();
      act();
    };
    const refill = () => self.fill(form());
    const form = () => {
      const attempt = desk.view?.outline?.attempts[n];
      if (!attempt) return null;
      return [
        el("div", { class: "buttons" },
          button(desk.t("insert before"), then(() => desk.insertAt(n)), { autofocus: true }),
          button("↑", then(() => desk.change({ do: "move", path, to: [n - 1] })), { disabled: n === 0, "aria-label": desk.t("move up", { what: name() }) }),
          button("↓", then(() => desk.change({ do: "move", path, to: [n + 1] })), { disabled: n === number - 1, "aria-label": desk.t("move down", { what: name() }) }),
          button(desk.t("remove", { what: String(n + 1) }), then(() => desk.change({ do: "remove", path })), { class: "grave" })),
        details(desk, attempt, refill),
      ];
    };
    return form();
  });
}

/** Who does what, and what may stand below it. @param {Desk} desk @param {any} written */
function understood(desk, written) {
  const keys = typeof written === "string" ? [written] : Object.keys(written ?? {});
  for (const key of keys) {
    const verb = key.replace(/^(light|dark|both) /, "").replace(/^pass$/, "passes");
    const takes = key === "ask" ? desk.words.questions[written.ask] : (desk.words.verbs[verb] ?? desk.words.verbs[desk.words.claims[verb] ?? ""])?.takes;
    if (takes) return { key, takes: { ...takes, ...OF_EVERY } };
  }
  return { key: keys[0] ?? "", takes: OF_EVERY };
}

/** @param {Desk} desk @param {AttemptLine} attempt @param {() => void} refill */
function details(desk, attempt, refill) {
  const { takes } = understood(desk, attempt.written);
  const given = typeof attempt.written === "string" ? {} : attempt.written;
  const set = async (/** @type {string} */ key, /** @type {any} */ value) => {
    await desk.change({ do: "set", path: [...attempt.path, key], value });
    refill();
  };
  const names = namesOn(desk);
  const list = el("datalist", { id: "names" }, names.map((name) => el("option", { value: name })));
  const entries = Object.entries(/** @type {Record<string, Taken>} */ (takes));
  const rows = entries.map(([key, taken]) => {
    const value = given[key];
    const values = value === undefined || value === null ? [] : Array.isArray(value) ? value.map(String) : [String(value)];
    return el("div", { class: `detail${values.length ? " given" : ""}` }, el("span", { class: "key" }, key), field(desk, key, taken, values, set));
  });
  return [list, el("div", { class: "details" }, rows)];
}

/** @param {Desk} desk @param {string} key @param {Taken} taken @param {string[]} values @param {(key: string, value: any) => void} set */
function field(desk, key, taken, values, set) {
  const put = (/** @type {string[]} */ now) => {
    const written = taken.number ? now.map(Number) : now;
    set(key, now.length ? (taken.many && now.length > 1 ? written : written[0]) : null);
  };
  const given = values.map((value, n) =>
    button([value, " ×"], () => put(values.filter((_, m) => m !== n)), { class: "given", "aria-label": desk.t("remove", { what: value }), "data-key": `${key} ${n}` }));
  if (taken.number) {
    const digits = [0, 1, 2, 3, 4, 5, 6, 7];
    return el("span", { class: "buttons" }, given, taken.many || !values.length ? digits.map((digit) =>
      button(String(digit), () => put([...values, String(digit)]), { class: "digit", "aria-label": `${key} ${digit}`, "data-key": `${key} digit ${digit}` })) : null);
  }
  const words = taken.words.filter((word) => !values.includes(word)).map((word) =>
    button(word, () => put(taken.many ? [...values, word] : [word]), { "data-key": `${key} ${word}` }));
  const free = taken.words.length && !taken.of ? null : el("input", {
    list: "names", "aria-label": key, "data-key": `${key} more`, placeholder: values.length && taken.many ? "+" : "",
    onchange: (/** @type {Event} */ event) => {
      const told = /** @type {HTMLInputElement} */ (event.target).value.trim();
      if (told) put(taken.many ? [...values, told] : [told]);
    },
  });
  return el("span", { class: "buttons" }, given, words, taken.many || !values.length ? free : null);
}

/** Whatever lies on the table or in a hand, and the locations. @param {Desk} desk */
function namesOn(desk) {
  const places = (desk.view?.outline?.locations ?? []).map((place) => place.as ?? place.title);
  return [...new Set([...every(desk).map(({ card }) => card.as ?? card.title), ...places])].filter(Boolean);
}

// -- what comes next ------------------------------------------------------------------------

/** @param {Desk} desk */
export function nextOf(desk) {
  const options = desk.options;
  if (!options) return el("p", { class: "soft" }, desk.view?.outline ? desk.t("thinking") : desk.t("mend the file first"));
  if (!options.choices) return el("p", { class: "soft" }, options.problems?.[0]?.message ?? desk.t("mend the file first"));
  const players = /** @type {("light" | "dark")[]} */ ([options.player, options.player === "light" ? "dark" : "light"]);
  const put = (/** @type {any} */ written) => desk.attempt(written);
  return [
    el("p", { class: "whose" }, options.next),
    el("div", { class: "buttons passes" },
      button(desk.t("player passes", { player: desk.words.sides[options.player] }), () => put(`${options.player} passes`), { "data-key": "pass" }),
      button(desk.t("both pass"), () => put("both pass"), { "data-key": "both pass" })),
    players.map((player) => optionsOf(desk, options.choices.filter((choice) => choice.player === player && choice.card !== null), player)),
    el("div", { class: "buttons" },
      button(desk.t("something else"), () => other(desk), { "data-key": "something else" }),
      button(desk.t("a question"), () => question(desk), { "data-key": "a question" })),
    typed(desk),
  ].flat();
}

/** @param {Desk} desk @param {Choice[]} choices @param {"light" | "dark"} player */
function optionsOf(desk, choices, player) {
  const open = choices.filter((choice) => choice.open);
  const shut = choices.filter((choice) => !choice.open);
  return el("section", { class: `options of-${player}`, "aria-label": desk.words.sides[player] },
    el("h3", {}, desk.t("could now", { player: desk.words.sides[player] })),
    open.length ? el("ul", { class: "results" }, open.map((choice) => el("li", {},
      button(choice.line, () => taken(desk, choice), { "data-key": `option ${choice.line}` })))) : el("p", { class: "soft" }, desk.t("nothing but pass")),
    shut.length ? el("details", { "data-open": `why ${player}` }, el("summary", {}, desk.t("why not", { n: shut.length })),
      el("ul", { class: "refused" }, shut.map((choice) => el("li", {},
        el("b", {}, choice.line.split(" – ")[0]),
        el("ul", {}, choice.why_not.map((why) => el("li", {}, why.says, desk.cite(why.clause)))),
        button(desk.t("attempt it all the same"), () => taken(desk, choice)))))) : null);
}

/** @param {Desk} desk @param {Choice} choice */
function taken(desk, choice) {
  if (choice.targets.length < 2) return desk.attempt(choice.targets.length ? { ...choice.written, targets: choice.targets[0] } : choice.written);
  pickOne(desk, `${choice.line.split(" – ")[0]}: ${desk.t("targets")}`, choice.targets.map((target) => ({
    says: target, then: () => desk.attempt({ ...choice.written, targets: target }),
  })));
}

/** @param {Desk} desk */
function other(desk) {
  const verbs = Object.entries(desk.words.verbs);
  const whole = (/** @type {string} */ player) => pickOne(desk, desk.words.sides[player], [
    ...verbs.map(([verb, about]) => ({ says: about.says, then: () => object(desk, `${player} ${verb}`, about) })),
    ...Object.keys(desk.words.claims).map((claim) => ({ says: claim, then: () => object(desk, `${player} ${claim}`, desk.words.verbs[desk.words.claims[claim]]) })),
  ]);
  pickOne(desk, desk.t("who"), ["light", "dark"].map((player) => ({ says: desk.words.sides[player], class: `of-${player}`, then: () => whole(player) })));
}

/** @param {Desk} desk @param {string} key @param {{says: string, bare: boolean, of: string | null, number: boolean}} about */
function object(desk, key, about) {
  if (about.bare) return desk.attempt(key);
  if (about.number) return desk.askNumber(about.says, 1, (n) => desk.attempt({ [key]: n ?? 1 }));
  pickTitle(desk, about.says, (row) => (about.of === "location") === (row[2] === "location"), (title) => desk.attempt({ [key]: title }), namesOn(desk));
}

/** @param {Desk} desk */
function question(desk) {
  pickOne(desk, desk.t("a question"), Object.entries(desk.words.questions).map(([name, takes]) => ({
    says: name,
    then: () => {
      const first = Object.keys(takes)[0];
      if (!first) return desk.attempt({ ask: name });
      if (first === "by") return desk.attempt({ ask: name, by: desk.options?.player ?? "light" });
      pickTitle(desk, `${name}: ${first}`, () => true, (title) => desk.attempt({ ask: name, [first]: title }), namesOn(desk));
    },
  })));
}

/** @param {Desk} desk */
function typed(desk) {
  const lines = (desk.options?.choices ?? []).map((choice) => choice.written).map((written) =>
    typeof written === "string" ? written : Object.entries(written).map(([key, value]) => `${key}: ${value}`).join("; "));
  const input = el("input", {
    list: "lines", "aria-label": desk.t("typed"), placeholder: "light plays: …; targets: …", autocapitalize: "off", "data-key": "typed", spellcheck: "false",
  });
  return el("form", {
    class: "typed",
    onsubmit: (/** @type {Event} */ event) => {
      event.preventDefault();
      if (input.value.trim()) desk.attemptLine(input.value);
    },
  }, el("datalist", { id: "lines" }, lines.map((line) => el("option", { value: line }))), input, el("button", { "data-key": "typed add" }, desk.t("add")));
}
