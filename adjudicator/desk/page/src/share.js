// A scenario in a link: packed, in the part of an address that no server is told.

const MOST = 8192; // letters of a link that every messenger lets through

/** @param {Uint8Array} data @param {"compress" | "decompress"} way */
async function through(data, way) {
  const stream = way === "compress" ? new CompressionStream("deflate-raw") : new DecompressionStream("deflate-raw");
  const body = new Blob([/** @type {BlobPart} */ (data)]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(body).arrayBuffer());
}

/** @param {string} text @param {string} name @param {string} lang */
export async function linkTo(text, name, lang) {
  const packed = await through(new TextEncoder().encode(text), "compress");
  const letters = btoa(String.fromCharCode(...packed)).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
  const link = `${location.origin}${location.pathname}#lang=${lang}&name=${encodeURIComponent(name)}&scenario=${letters}`;
  return { link, tooLong: link.length > MOST };
}

/**
 * What a link brings, or null if it brings nothing that can be read.
 * @param {string} fragment
 * @returns {Promise<{text: string, name: string, lang: string | null} | null>}
 */
export async function broughtBy(fragment) {
  const told = new URLSearchParams(fragment.replace(/^#/, ""));
  const about = { name: (told.get("name") ?? "").slice(0, 100), lang: told.get("lang") };
  const plain = told.get("text"); // from a book, whose pages are the same wherever they are made
  if (plain && plain.length <= 1_000_000) return { text: plain, ...about };
  const letters = told.get("scenario");
  if (!letters || letters.length > 64_000) return null;
  try {
    const packed = Uint8Array.from(atob(letters.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await through(packed, "decompress"));
    if (text.length > 1_000_000) return null;
    return { text, ...about };
  } catch {
    return null;
  }
}
