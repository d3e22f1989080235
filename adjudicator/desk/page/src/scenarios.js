// Several scenarios by name; files opened and saved; the cards from the user's own disk.
import { button, el, sheet } from "./dom.js";
import * as keeping from "./keep.js";
import { freeName } from "./main.js";
import { save } from "./ruling.js";

/** @typedef {import("./main.js").Desk} Desk */

/** @param {Desk} desk */
export function scenarios(desk) {
  sheet(desk.t("scenarios"), desk.t("close"), (self) => {
    const list = el("ul", { class: "results" });
    const then = (/** @type {() => any} */ act) => () => {
      self.close();
      act();
    };
    const refill = async () => {
      const names = await keeping.scenarioNames().catch(() => [desk.name]);
      list.replaceChildren(...names.map((name) => el("li", { class: "kept" },
        button(name, then(async () => desk.open(name, (await keeping.keptScenario(name))?.text ?? "")), { "aria-current": name === desk.name ? "true" : null }),
        button("×", async () => {
          await keeping.dropScenario(name);
          if (name === desk.name) await fresh(desk);
          await refill();
        }, { class: "tool", "aria-label": desk.t("remove", { what: name }) }))));
    };
    refill();
    return [
      el("label", {}, desk.t("its name"), el("input", { value: desk.name, onchange: (/** @type {Event} */ event) => rename(desk, /** @type {HTMLInputElement} */ (event.target).value).then(refill) })),
      el("div", { class: "buttons" },
        button(desk.t("new name"), then(() => fresh(desk)), { autofocus: true }),
        button(desk.t("copy of it"), then(async () => desk.open(await freeName(desk.name), desk.text))),
        button(desk.t("open file"), then(() => openFile(desk))),
        button(desk.t("save file"), () => save(desk.file, desk.text, "text/yaml")),
        button(desk.t("cards"), then(() => cards(desk)))),
      el("h3", {}, desk.t("kept here")), list,
      el("p", { class: "soft" }, el("a", { href: `manual.${desk.lang}.html` }, desk.t("manual")), " · ", el("a", { href: "licences.txt" }, desk.t("licences"))),
    ];
  });
}

/** @param {Desk} desk */
async function fresh(desk) {
  await desk.open(await freeName(desk.t("new name")), `title: ${desk.t("new title")}\nattempts: []\n`);
}

/** @param {Desk} desk @param {string} name */
async function rename(desk, name) {
  if (!name.trim() || name === desk.name) return;
  const before = desk.name;
  desk.name = await freeName(name.trim());
  await keeping.keepScenario(desk.name, desk.text);
  await keeping.dropScenario(before);
  await keeping.keep("last", desk.name);
  desk.draw();
}

/** @param {Desk} desk */
function openFile(desk) {
  const input = el("input", { type: "file", accept: ".yaml,.yml,text/yaml,text/plain", class: "opens" });
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    input.remove();
    if (file) await desk.open(await freeName(file.name.replace(/\.ya?ml$/i, "")), await file.text());
  });
  input.addEventListener("cancel", () => input.remove());
  document.body.append(input);
  input.click();
}

/** @param {Desk} desk */
function cards(desk) {
  sheet(desk.t("cards"), desk.t("close"), (self) => {
    const told = el("p", { role: "status" });
    const input = el("input", {
      type: "file", multiple: true, accept: ".json,application/json", autofocus: true, "aria-label": desk.t("cards"),
      onchange: async () => {
        told.textContent = desk.t("reading");
        const files = /** @type {Record<string, ArrayBuffer>} */ ({});
        for (const file of input.files ?? []) files[`/home/pyodide/${file.name.replace(/[^\w.-]/g, "_")}`] = await file.arrayBuffer();
        const answer = await desk.ask({ do: "import", files: Object.keys(files) }, files);
        if (answer.pool) await keeping.keep("pool", answer.pool);
        told.textContent = answer.failed ?? desk.t("cards read", { n: answer.cards ?? 0, wrong: answer.problems?.length ?? 0 });
        await desk.learn();
        await desk.refresh();
      },
    });
    return [el("p", {}, desk.t("about cards")), input, told, button(desk.t("close"), () => self.close())];
  });
}
