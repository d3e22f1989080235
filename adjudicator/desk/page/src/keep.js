// What the browser keeps: scenarios by name, the imported cards, the language. Nowhere else.

const NAME = "adjudicator";

/** @returns {Promise<IDBDatabase>} */
function opened() {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore("scenarios");
      asked.result.createObjectStore("things");
    };
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

/** @type {Promise<IDBDatabase> | null} */
let base = null;

/**
 * @param {"scenarios" | "things"} store @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => IDBRequest} then
 * @returns {Promise<any>}
 */
async function within(store, mode, then) {
  base ??= opened();
  const found = (await base).transaction(store, mode).objectStore(store);
  return new Promise((resolve, reject) => {
    const asked = then(found);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

/** @typedef {{text: string, when: number}} Kept */

/** @param {string} name @param {string} text */
export const keepScenario = (name, text) =>
  within("scenarios", "readwrite", (store) => store.put({ text, when: Date.now() }, name));
/** @param {string} name @returns {Promise<Kept | undefined>} */
export const keptScenario = (name) => within("scenarios", "readonly", (store) => store.get(name));
/** @param {string} name */
export const dropScenario = (name) => within("scenarios", "readwrite", (store) => store.delete(name));

/** Names of the scenarios, the last one changed first. @returns {Promise<string[]>} */
export async function scenarioNames() {
  const names = await within("scenarios", "readonly", (store) => store.getAllKeys());
  const kept = await within("scenarios", "readonly", (store) => store.getAll());
  const when = new Map(names.map((/** @type {string} */ name, /** @type {number} */ n) => [name, kept[n].when]));
  return [...names].sort((a, b) => when.get(b) - when.get(a));
}

/** @param {string} name @param {any} thing */
export const keep = (name, thing) => within("things", "readwrite", (store) => store.put(thing, name));
/** @param {string} name */
export const kept = (name) => within("things", "readonly", (store) => store.get(name));
