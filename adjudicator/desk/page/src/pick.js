// Choosing a title, or one of a few things.
import { button, el, sheet, show } from "./dom.js";
import { found } from "./titles.js";

/** @typedef {import("./main.js").Desk} Desk */

/**
 * A title found by any part of it; what is found nowhere can be taken as it is written.
 * @param {Desk} desk @param {string} heading @param {(row: string[]) => boolean} fits
 * @param {(title: string, row: string[] | null) => void} then @param {string[]} [first] names offered at once
 */
export function pickTitle(desk, heading, fits, then, first = []) {
  sheet(heading, desk.t("close"), (self) => {
    const results = el("ul", { class: "results" });
    /** @param {string} title @param {string[] | null} row */
    const chosen = (title, row) => {
      self.close();
      then(title, row);
    };
    const refresh = () => {
      const asked = input.value.trim();
      const rows = found(desk.words.titles, asked, fits);
      const known = rows.map((row) =>
        el("li", {}, button([row[0], el("small", { class: `of-${row[1]}` }, row[3] || row[2])], () => chosen(row[0], row))),
      );
      const offered = asked ? [] : first.map((name) => el("li", {}, button(name, () => chosen(name, null))));
      const exact = rows.some((row) => row[0].toLowerCase() === asked.toLowerCase());
      const own = asked && !exact ? el("li", {}, button(desk.t("as written", { title: asked }), () => chosen(asked, null), { class: "own" })) : null;
      show(results, offered, known, own);
    };
    const input = el("input", {
      type: "search", autofocus: true, autocomplete: "off", autocapitalize: "off", spellcheck: "false",
      "aria-label": desk.t("title"), placeholder: desk.t("part of the title"), oninput: refresh,
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const buttons = results.querySelectorAll("button");
        if (event.key === "Enter" && buttons[0]) {
          event.preventDefault();
          buttons[0].click();
        } else if (event.key === "ArrowDown") buttons[0]?.focus();
      },
    });
    refresh();
    return [input, results];
  });
}

/**
 * @param {Desk} desk @param {string} heading
 * @param {{says: string, then: () => void, class?: string}[]} choices
 */
export function pickOne(desk, heading, choices) {
  sheet(heading, desk.t("close"), (self) =>
    el("ul", { class: "results" }, choices.map((choice) =>
      el("li", {}, button(choice.says, () => {
        self.close();
        choice.then();
      }, { class: choice.class })),
    )),
  );
}
