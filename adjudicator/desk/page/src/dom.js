// Elements. Whatever is said is text: nothing here, and nothing that calls it, makes markup of it.

/** @typedef {Node | string | number | null | undefined | false} Part */
/** @typedef {Part | Parts[]} Parts */

/**
 * An element with its attributes and what is in it. `on…` are listeners; true is an empty
 * attribute, false and null are none.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Parts} parts
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes = {}, ...parts) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "value" && "value" in made) /** @type {any} */ (made).value = value;
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  add(made, parts);
  return made;
}

/** @param {Element | DocumentFragment} to @param {Parts[]} parts */
export function add(to, parts) {
  for (const part of parts) {
    if (part === null || part === undefined || part === false) continue;
    if (Array.isArray(part)) add(to, part);
    else to.append(part instanceof Node ? part : String(part));
  }
}

/**
 * What an element shows instead; who had the focus there keeps it, by its `data-key`.
 * @param {Element} where @param {...Parts} parts
 */
export function show(where, ...parts) {
  const active = document.activeElement;
  const key = active && where.contains(active) ? active.getAttribute("data-key") : null;
  const fresh = document.createDocumentFragment();
  add(fresh, parts);
  where.replaceChildren(fresh);
  if (key === null) return;
  for (const found of where.querySelectorAll("[data-key]")) {
    if (found.getAttribute("data-key") === key) return /** @type {HTMLElement} */ (found).focus({ preventScroll: true });
  }
}

/**
 * @param {Parts} says @param {(event: MouseEvent) => void} then @param {Record<string, any>} [more]
 */
export function button(says, then, more = {}) {
  return el("button", { type: "button", onclick: then, ...more }, says);
}

/**
 * A sheet over the page, closed by its button, by Escape, or beside it.
 * @param {string} title @param {string} closes
 * @param {(sheet: Sheet) => Parts} fill
 */
export function sheet(title, closes, fill) {
  return new Sheet(title, closes, fill);
}

let sheets = 0;

export class Sheet {
  /** @param {string} title @param {string} closes @param {(sheet: Sheet) => Parts} fill */
  constructor(title, closes, fill) {
    const name = `sheet-${++sheets}`;
    this.body = el("div", { class: "sheet-body" });
    const shut = button("×", () => this.close(), { class: "shut", "aria-label": closes });
    const head = el("div", { class: "sheet-head" }, el("h2", { id: name }, title), shut);
    this.dialog = el("dialog", { class: "sheet", "aria-labelledby": name }, head, this.body);
    this.dialog.addEventListener("click", (event) => event.target === this.dialog && this.close());
    this.dialog.addEventListener("close", () => this.dialog.remove());
    document.body.append(this.dialog);
    this.dialog.showModal();
    this.fill(fill(this));
  }

  /** @param {...Parts} parts */
  fill(...parts) {
    show(this.body, ...parts);
    const first = this.body.querySelector("[autofocus]");
    if (first && !this.body.contains(document.activeElement)) /** @type {HTMLElement} */ (first).focus();
  }

  close() {
    this.dialog.close();
  }
}
