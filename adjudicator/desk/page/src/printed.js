// A card that nobody here knows: its printed text is read, or its facts are told.
import { button, el, sheet } from "./dom.js";

/** @typedef {import("./main.js").Desk} Desk */

/**
 * @param {Desk} desk @param {string} title @param {"light" | "dark"} side
 * @param {(entry: Record<string, any> | null) => void} then with an entry for `cards`, or without
 */
export function readPrinted(desk, title, side, then) {
  sheet(desk.t("unknown named", { title }), desk.t("close"), (self) => {
    /** @type {Record<string, any> | null} */
    let entry = null;
    const told = el("div", { class: "told", "aria-live": "polite" });
    const type = el("select", { "aria-label": desk.t("type") }, desk.words.types.map((name) => el("option", { value: name, selected: name === "character" }, name)));
    const text = el("textarea", { rows: 6, autofocus: true, "aria-label": desk.t("printed text"), placeholder: desk.t("printed text") });
    const read = async () => {
      const found = await desk.ask({ do: "printed", title, side, type: type.value, text: text.value, lang: desk.lang });
      entry = found.entry ?? null;
      told.replaceChildren(
        ...(found.said?.length ? [el("h3", {}, desk.t("read as")), el("ul", {}, found.said.map((/** @type {string} */ line) => el("li", {}, line)))] : []),
        ...(found.unread?.length ? [el("h3", {}, desk.t("not read")), el("ul", {}, found.unread.map((/** @type {string} */ line) => el("li", {}, line)))] : []),
        ...(found.failed ? [el("p", {}, found.failed)] : []),
      );
      put.disabled = entry === null;
    };
    const put = button(desk.t("put into the file"), () => {
      self.close();
      then(entry);
    }, { disabled: true });
    return [el("label", {}, desk.t("type"), type), text,
      el("div", { class: "buttons" }, button(desk.t("read it"), read), put, button(desk.t("title only"), () => {
        self.close();
        then(null);
      })), told];
  });
}
