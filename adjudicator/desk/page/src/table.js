// The table as the file puts it, and what a tap changes in it.
import { button, el } from "./dom.js";
import { openCard } from "./card.js";
import { pickOne, pickTitle } from "./pick.js";

/** @typedef {import("./main.js").Desk} Desk */
/** @typedef {import("./types.js").CardLine} CardLine */
/** @typedef {import("./types.js").PlaceLine} PlaceLine */
/** @typedef {import("./types.js").Path} Path */
/** @typedef {"light" | "dark"} SideName */

const SIDES = /** @type {SideName[]} */ (["dark", "light"]);

/** @param {Desk} desk @param {import("./types.js").Outline} outline */
export function tableOf(desk, outline) {
  return [moment(desk, outline), places(desk, outline), ...SIDES.map((side) => sideOf(desk, outline, side)), before(desk, outline)];
}

// -- the moment -----------------------------------------------------------------------------

/** @param {Desk} desk @param {import("./types.js").Outline} outline */
function moment(desk, outline) {
  const turn = ["light", "dark"].map((side) =>
    button(desk.words.sides[side], () => desk.change({ do: "set", path: ["table", "turn"], value: outline.turn === side ? null : side }), {
      class: `of-${side}`, "aria-pressed": String(outline.turn === side), "data-key": `turn-${side}`,
    }),
  );
  const phases = Object.entries(desk.words.phases).map(([phase, says]) => el("option", { value: phase, selected: outline.phase === phase }, says));
  const phase = el("select", {
    "aria-label": desk.t("phase"), "data-key": "phase",
    onchange: (/** @type {Event} */ event) => {
      const value = /** @type {HTMLSelectElement} */ (event.target).value || null;
      desk.change({ do: "set", path: ["table", "phase"], value });
    },
  }, el("option", { value: "", selected: !outline.phase }, desk.t("no phase")), phases);
  return el("section", { class: "moment", "aria-label": desk.t("moment") },
    el("div", { class: "switch", role: "group", "aria-label": desk.t("turn") }, el("span", {}, desk.t("turn")), turn), phase);
}

// -- locations ------------------------------------------------------------------------------

/** @param {Desk} desk @param {import("./types.js").Outline} outline */
function places(desk, outline) {
  const last = outline.locations.length - 1;
  return el("section", { "aria-label": desk.t("locations") },
    el("ol", { class: "places" }, outline.locations.map((place, n) => placeOf(desk, place, n, last))),
    button(`+ ${desk.t("location")}`, () => addPlace(desk), { class: "add wide", "data-key": "add-place" }));
}

/** @param {Desk} desk */
function addPlace(desk) {
  const locations = (/** @type {string[]} */ row) => row[2] === "location";
  pickTitle(desk, desk.t("location"), locations, (title, row) => {
    const kinds = Object.keys(desk.words.kinds);
    const put = (/** @type {string} */ kind) => desk.change({ do: "put", path: ["table", "locations"], value: { [kind]: title } });
    if (row && kinds.includes(row[3])) put(row[3]);
    else pickOne(desk, title, kinds.map((kind) => ({ says: desk.words.kinds[kind], then: () => put(kind) })));
  });
}

/** @param {Desk} desk @param {PlaceLine} place @param {number} n @param {number} last */
function placeOf(desk, place, n, last) {
  const key = place.path.join("/");
  const move = (/** @type {number} */ to) => desk.change({ do: "move", path: place.path, to: [to] });
  const icons = ["light", "dark"].map((side) => (side in place.icons ? ` ${desk.words.sides[side]} ${place.icons[side]}` : "")).join("");
  return el("li", { class: "place" },
    half(desk, place, "dark"),
    el("div", { class: "ground" },
      button([el("b", {}, place.as ?? place.title), el("small", {}, desk.words.kinds[place.kind] ?? place.kind, icons)],
        () => openPlace(desk, place), { class: "name", "data-key": key }),
      button("↑", () => move(n - 1), { class: "tool", disabled: n === 0, "aria-label": desk.t("move up", { what: place.title }), "data-key": `${key} up` }),
      button("↓", () => move(n + 1), { class: "tool", disabled: n === last, "aria-label": desk.t("move down", { what: place.title }), "data-key": `${key} down` })),
    half(desk, place, "light"));
}

/** @param {Desk} desk @param {PlaceLine} place @param {SideName} side */
function half(desk, place, side) {
  return el("div", { class: `half of-${side}` }, cardsOf(desk, place[side], side), adder(desk, [...place.path, side], side, place.title));
}

/** @param {Desk} desk @param {PlaceLine} place */
function openPlace(desk, place) {
  const set = (/** @type {string} */ key, /** @type {any} */ value) => desk.change({ do: "set", path: [...place.path, key], value });
  /** @type {{says: string, then: () => void, class?: string}[]} */
  const choices = [{ says: desk.t("about the card"), then: () => desk.showCard(place.title) }];
  for (const side of SIDES) {
    choices.push({ says: desk.t("icons of", { side: desk.words.sides[side] }), then: () => desk.askNumber(desk.t("icons of", { side: desk.words.sides[side] }), place.icons[side] ?? null, (n) => set("icons", { ...place.icons, [side]: n ?? 0 })) });
    choices.push({ says: desk.t("version of", { side: desk.words.sides[side] }), then: () => set("owner", side) });
  }
  choices.push({ says: desk.t("remove", { what: place.title }), class: "grave", then: () => desk.change({ do: "remove", path: place.path }) });
  pickOne(desk, place.title, choices);
}

// -- cards ----------------------------------------------------------------------------------

/** @param {Desk} desk @param {CardLine[]} cards @param {SideName} side */
function cardsOf(desk, cards, side) {
  return el("ul", { class: "cards" }, cards.map((card) => el("li", {}, chip(desk, card, side))));
}

/** @param {Desk} desk @param {CardLine} card @param {SideName} side @returns {HTMLElement} */
function chip(desk, card, side) {
  const key = card.path.join("/");
  if (card.destiny !== undefined) return el("span", { class: "chip" }, desk.t("destiny n", { n: card.destiny }));
  const notes = [...card.marks.map((mark) => desk.words.marks[mark] ?? mark), ...(card.seat ? [card.seat] : [])];
  const itself = button([card.as ? `${card.as} (${card.title})` : card.title, notes.length ? el("small", {}, notes.join(", ")) : null],
    () => openCard(desk, card.path, side), { class: `chip of-${side}`, "data-key": key });
  if (!card.inside.length) return itself;
  const groups = desk.words.inside.filter((how) => card.inside.some((inner) => inner.how === how));
  return el("div", { class: `holder of-${side}` }, itself, groups.map((how) =>
    el("div", { class: "inside" }, el("small", {}, desk.t(how)), el("ul", { class: "cards" },
      card.inside.filter((inner) => inner.how === how).map((inner) => el("li", {}, chip(desk, inner, how === "escorting" ? other(side) : side)))))));
}

/** @param {SideName} side @returns {SideName} */
export function other(side) {
  return side === "light" ? "dark" : "light";
}

/** @param {Desk} desk @param {Path} path @param {SideName} side @param {string} where */
function adder(desk, path, side, where) {
  const says = desk.t("add a card of", { side: desk.words.sides[side], where });
  return button("+", () => desk.addCard(path, side, says), { class: "add", "aria-label": says, "data-key": `${path.join("/")} add` });
}

// -- what each player has besides -----------------------------------------------------------

/** @param {Desk} desk @param {import("./types.js").Outline} outline @param {SideName} side */
function sideOf(desk, outline, side) {
  const own = outline.sides[side];
  const name = desk.words.sides[side];
  const onTable = el("div", { class: "pile" }, el("h4", {}, desk.t("side of the table")), cardsOf(desk, own.table, side), adder(desk, [...own.path, "table"], side, desk.t("side of the table")));
  const piles = Object.entries(own.piles).map(([zone, pile]) => pileOf(desk, zone, pile, side));
  return el("section", { class: `side of-${side}`, "aria-label": name }, el("h3", {}, name), onTable, piles);
}

/** @param {Desk} desk @param {string} zone @param {import("./types.js").Pile} pile @param {SideName} side */
function pileOf(desk, zone, pile, side) {
  const name = desk.words.piles[zone] ?? zone;
  const more = el("input", {
    type: "number", min: "0", max: "99", inputmode: "numeric", placeholder: "?", "data-key": pile.path.join("/"),
    value: pile.stated && pile.more !== null && (pile.more > 0 || !pile.cards.length) ? String(pile.more) : "",
    "aria-label": desk.t(pile.cards.length ? "more in" : "number in", { pile: name, side: desk.words.sides[side] }),
    onchange: (/** @type {Event} */ event) => {
      const told = /** @type {HTMLInputElement} */ (event.target).value;
      desk.change(...sized(pile, told === "" ? null : Math.max(0, Math.min(99, Number(told)))));
    },
  });
  return el("div", { class: "pile" }, el("h4", {}, name), cardsOf(desk, pile.cards, side),
    pile.cards.length ? el("span", { class: "plus" }, "+") : null, more, adder(desk, pile.path, side, name));
}

/** @param {import("./types.js").Pile} pile @param {number | null} more @returns {import("./types.js").Change[]} */
function sized(pile, more) {
  if (!pile.cards.length) return [{ do: "set", path: pile.path, value: more }];
  const last = [...pile.path, pile.cards.length];
  /** @type {import("./types.js").Change[]} */
  const changes = pile.more !== 0 ? [{ do: "remove", path: last }] : [];
  if (more) changes.push({ do: "put", path: pile.path, value: `${more} more` });
  return changes;
}

// -- what is under way already --------------------------------------------------------------

/** @param {Desk} desk @param {import("./types.js").Outline} outline */
function before(desk, outline) {
  if (!outline.before.length) return null;
  return el("section", { class: "before" }, el("h3", {}, desk.t("before the first attempt")),
    el("ul", {}, outline.before.map((line) => el("li", {}, el("small", {}, desk.t(line.key)), ` ${line.written} `,
      button("×", () => desk.change({ do: "remove", path: line.path }), { class: "tool", "aria-label": desk.t("remove", { what: line.written }) })))));
}
