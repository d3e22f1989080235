// What was loaded once is there without a network. Every version keeps its own files, so that
// no page ever works with half of another's.
/** @typedef {{waitUntil: (done: Promise<any>) => void, respondWith: (answer: Promise<Response>) => void, request: Request}} Event_ */
const scope = /** @type {any} */ (self);
const VERSION = "desk-@version@";
const FILES = "@files@".split(" ");

scope.addEventListener("install", (/** @type {Event_} */ event) => {
  event.waitUntil(caches.open(VERSION).then((cache) => cache.addAll(FILES)).then(() => scope.skipWaiting()));
});

scope.addEventListener("activate", (/** @type {Event_} */ event) => {
  event.waitUntil(
    (async () => {
      for (const name of await caches.keys()) if (name.startsWith("desk-") && name !== VERSION) await caches.delete(name);
      await scope.clients.claim();
    })(),
  );
});

scope.addEventListener("fetch", (/** @type {Event_} */ event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== location.origin) return;
  const name = url.pathname.slice(new URL(scope.registration.scope).pathname.length) || "index.html";
  if (FILES.includes(name)) event.respondWith(kept(name, event.request));
});

/** @param {string} name @param {Request} request */
async function kept(name, request) {
  const cache = await caches.open(VERSION);
  return (await cache.match(name)) ?? fetch(request);
}
