// The ruling as a document, shown where nothing in it can reach the page, and handed on.
import { button, el } from "./dom.js";
import { linkTo } from "./share.js";

/** @typedef {import("./main.js").Desk} Desk */

export class Ruling {
  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    this.frame = el("iframe", { class: "document", sandbox: "allow-scripts", title: desk.t("ruling") });
    this.note = el("p", { class: "soft" });
    this.shown = "";
    this.tools = el("div", { class: "buttons" });
  }

  get parts() {
    const { desk } = this;
    this.frame.title = desk.t("ruling");
    this.tools.replaceChildren(
      button(desk.t("share link"), () => this.link()),
      button(desk.t("copy markdown"), () => this.copy("markdown")),
      button(desk.t("copy chat"), () => this.copy("discord")),
      button(desk.t("save page"), () => this.page()),
      button(desk.t("save json"), () => this.json()),
      button(desk.t("print"), () => this.print()),
    );
    return [this.tools, this.note, this.frame];
  }

  /** @param {string} form @returns {Promise<string | null>} */
  async document(form) {
    const { desk } = this;
    const told = await desk.ask({ do: "document", text: desk.text, lang: desk.lang, form, file: desk.file });
    return told?.document ?? null;
  }

  async refresh() {
    const asked = `${this.desk.lang}\n${this.desk.text}`;
    if (this.shown === asked) return;
    const page = await this.document("html");
    this.shown = asked;
    this.frame.hidden = page === null;
    if (page !== null) this.frame.srcdoc = page;
    this.note.textContent = page === null ? this.desk.t("no ruling yet") : "";
  }

  async link() {
    const { desk } = this;
    const { link, tooLong } = await linkTo(desk.text, desk.name, desk.lang);
    await this.handed(link);
    desk.say(desk.t(tooLong ? "link too long" : "link copied"));
  }

  /** @param {string} form */
  async copy(form) {
    const text = await this.document(form);
    if (text === null) return this.desk.say(this.desk.t("no ruling yet"));
    await this.handed(text);
    this.desk.say(this.desk.t("copied"));
  }

  /** To the clipboard, or where there is none, to be copied by hand. @param {string} text */
  async handed(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      this.desk.showText(this.desk.t("copy this"), text);
    }
  }

  async page() {
    const page = await this.document("html");
    if (page !== null) save(`${this.desk.stem}.html`, page, "text/html");
  }

  async json() {
    const told = await this.document("json");
    if (told !== null) save(`${this.desk.stem}.json`, told, "application/json");
  }

  async print() {
    const page = await this.document("html");
    if (page === null) return;
    const frame = el("iframe", { class: "printed", sandbox: "allow-same-origin allow-modals", "aria-hidden": "true" });
    frame.addEventListener("load", () => {
      frame.contentWindow?.addEventListener("afterprint", () => frame.remove());
      frame.contentWindow?.print();
    });
    frame.srcdoc = page;
    document.body.append(frame);
  }
}

/** @param {string} name @param {string} text @param {string} type */
export function save(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  el("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
