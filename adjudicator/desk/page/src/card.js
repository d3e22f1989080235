// One card on the table: how it stands, what lies on it, where else it could be.
import { button, el, sheet } from "./dom.js";
import { pickOne } from "./pick.js";

/** @typedef {import("./main.js").Desk} Desk */
/** @typedef {import("./types.js").CardLine} CardLine */
/** @typedef {import("./types.js").Path} Path */
/** @typedef {"light" | "dark"} SideName */

/** @param {Desk} desk @param {Path} path @param {SideName} side */
export function openCard(desk, path, side) {
  const card = cardAt(desk, path);
  if (!card) return;
  sheet(card.title, desk.t("close"), (self) => {
    const filled = () => {
      const now = cardAt(desk, path);
      return now && now.title === card.title ? cardForm(desk, now, side, self, refill) : null;
    };
    const refill = () => {
      const form = filled();
      if (form) self.fill(form);
      else self.close();
    };
    return filled();
  });
}

/** @param {Desk} desk @param {Path} path @returns {CardLine | null} */
function cardAt(desk, path) {
  const key = path.join("/");
  return every(desk).find(({ card }) => card.path.join("/") === key)?.card ?? null;
}

/** Every card that the file places, and on whose side. @param {Desk} desk @returns {{card: CardLine, side: SideName}[]} */
export function every(desk) {
  const outline = desk.view?.outline;
  if (!outline) return [];
  /** @type {{card: CardLine, side: SideName}[]} */
  const all = [];
  /** @param {CardLine[]} cards @param {SideName} side */
  const walk = (cards, side) => {
    for (const card of cards) {
      all.push({ card, side });
      walk(card.inside, side);
    }
  };
  for (const side of /** @type {SideName[]} */ (["light", "dark"])) {
    for (const place of outline.locations) walk(place[side], side);
    walk(outline.sides[side].table, side);
    for (const pile of Object.values(outline.sides[side].piles)) walk(pile.cards, side);
  }
  return all;
}

/** @param {Desk} desk @param {CardLine} card @param {SideName} side @param {import("./dom.js").Sheet} self @param {() => void} refill */
function cardForm(desk, card, side, self, refill) {
  const changed = async (/** @type {import("./types.js").Change[]} */ ...changes) => {
    await desk.change(...changes);
    refill();
  };
  const away = (/** @type {import("./types.js").Change} */ change) => {
    self.close();
    desk.change(change);
  };
  const marks = Object.entries(desk.words.marks).map(([mark, says]) => {
    const is = card.marks.includes(mark);
    return button(says, () => changed({ do: "set", path: [...card.path, mark], value: is ? null : "yes" }), {
      class: "toggle", "aria-pressed": String(is), "data-key": `mark ${mark}`,
    });
  });
  const seats = desk.words.seats.map((seat) =>
    button(seat, () => changed({ do: "set", path: [...card.path, "seat"], value: card.seat === seat ? null : seat }), {
      class: "toggle", "aria-pressed": String(card.seat === seat), "data-key": `seat ${seat}`,
    }));
  const inside = desk.words.inside.map((how) => {
    const whose = how === "escorting" ? (side === "light" ? "dark" : "light") : side;
    return button(`+ ${desk.t(how)}`, () => {
      self.close();
      desk.addCard([...card.path, how], whose, `${card.title}: ${desk.t(how)}`);
    }, { "data-key": `inside ${how}` });
  });
  const alias = el("input", {
    value: card.as ?? "", "data-key": "as", onchange: (/** @type {Event} */ event) => {
      changed({ do: "set", path: [...card.path, "as"], value: /** @type {HTMLInputElement} */ (event.target).value.trim() || null });
    },
  });
  return [
    el("div", { class: "buttons" },
      button(desk.t("about the card"), () => desk.showCard(card.title), { autofocus: true }),
      button(desk.t("move to"), () => {
        self.close();
        pickPlace(desk, card, side);
      }),
      button(desk.t("remove", { what: card.title }), () => away({ do: "remove", path: card.path }), { class: "grave" })),
    el("h3", {}, desk.t("how it stands")), el("div", { class: "buttons" }, marks),
    el("h3", {}, desk.t("on it")), el("div", { class: "buttons" }, inside),
    card.path.includes("aboard") ? [el("h3", {}, desk.t("seat")), el("div", { class: "buttons" }, seats)] : null,
    el("label", {}, desk.t("own name"), alias),
  ];
}

/** @param {Desk} desk @param {CardLine} card @param {SideName} side */
function pickPlace(desk, card, side) {
  const outline = desk.view?.outline;
  if (!outline) return;
  const carry = (/** @type {Path} */ to) => desk.change({ do: "carry", path: card.path, to });
  const choices = outline.locations.map((place) => ({ says: place.title, then: () => carry([...place.path, side]) }));
  const own = outline.sides[side];
  choices.push({ says: desk.t("side of the table"), then: () => carry([...own.path, "table"]) });
  for (const [zone, pile] of Object.entries(own.piles)) choices.push({ says: desk.words.piles[zone] ?? zone, then: () => carry(pile.path) });
  for (const { card: on } of every(desk)) {
    if (on.path[0] !== "table" || on.path[1] !== "locations" || isWithin(on.path, card.path)) continue;
    choices.push({ says: `${desk.t("aboard")}: ${on.as ?? on.title}`, then: () => carry([...on.path, "aboard"]) });
    if (!card.inside.length) choices.push({ says: `${desk.t("escorting")}: ${on.as ?? on.title}`, then: () => carry([...on.path, "escorting"]) });
  }
  pickOne(desk, `${card.title}: ${desk.t("move to")}`, choices);
}

/** @param {Path} path @param {Path} above */
function isWithin(path, above) {
  return above.every((part, n) => path[n] === part);
}
