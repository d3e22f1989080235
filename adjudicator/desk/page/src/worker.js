// The judge: Python in a thread of its own. In comes a request of the bridge, out goes its answer.
import { loadPyodide } from "pyodide";
import { info } from "pyodide/pyodide-lock.json";
// @ts-expect-error: it comes without types
import createPyodideModule from "pyodide/pyodide.asm.mjs";

/** Whatever is fetched here lies beside the page, packed. @type {Map<string, [string, string]>} */
const PACKED = new Map([
  ["pyodide.asm.wasm", ["python.wasm.gz", "application/wasm"]],
  ["library.zip", ["library.zip.gz", "application/zip"]],
  ["engine.zip", ["engine.zip.gz", "application/zip"]],
]);
const POOL = "/home/pyodide/cards";
const fetched = globalThis.fetch.bind(globalThis);

/** @param {RequestInfo | URL} wanted */
async function unpacked(wanted) {
  const url = new URL(wanted instanceof Request ? wanted.url : wanted, location.href);
  const packed = PACKED.get(url.pathname.split("/").pop() ?? "");
  if (!packed) throw new Error(`nothing is fetched from ${url.href}`);
  const response = await fetched(new URL(packed[0], location.href));
  if (!response.ok || !response.body) throw new Error(`${packed[0]}: ${response.status}`);
  const body = response.body.pipeThrough(new DecompressionStream("gzip"));
  return new Response(body, { headers: { "Content-Type": packed[1] } });
}

/** @param {ArrayBuffer | null} pool the imported cards, as an earlier visit kept them */
async function start(pool) {
  globalThis.fetch = /** @type {typeof fetch} */ (unpacked);
  const here = new URL("./", location.href).href;
  const [python, engine] = await Promise.all([
    loadPyodide({
      indexURL: here,
      stdLibURL: `${here}library.zip`,
      lockFileContents: JSON.stringify({ info, packages: {} }), // no packages: there is none to fetch
      createPyodideModule,
      env: { HOME: "/home/pyodide", ADJUDICATOR_DATA: POOL },
    }),
    unpacked("engine.zip").then((response) => response.arrayBuffer()),
  ]);
  python.unpackArchive(engine, "zip");
  python.FS.mkdirTree(POOL);
  if (pool) python.FS.writeFile(`${POOL}/cards.pool`, new Uint8Array(pool));
  const bridge = python.runPython("from adjudicator.desk.bridge import begun\nbegun()");
  for (const name of ["fetch", "XMLHttpRequest", "WebSocket", "EventSource"]) Reflect.deleteProperty(globalThis, name);
  return { python, bridge };
}

/** @type {ReturnType<typeof start>} */
let judge;
addEventListener("message", async (message) => {
  const { id, request, pool, files } = message.data;
  try {
    if (id === 0) {
      judge = start(pool);
      await judge;
      postMessage({ id, answer: "{}" });
      return;
    }
    const { python, bridge } = await judge;
    for (const [name, data] of Object.entries(files ?? {})) python.FS.writeFile(name, new Uint8Array(data));
    const answer = bridge(request);
    const written = files ? python.FS.readFile(`${POOL}/cards.pool`).slice().buffer : null;
    postMessage({ id, answer, pool: written });
  } catch (error) {
    postMessage({ id, error: String(error) });
  }
});
