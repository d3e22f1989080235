// Titles found by any part of them, dots and accents aside.

/** @param {string} text */
export function folded(text) {
  return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase().replace(/['’.]/g, "").replace(/[^a-z0-9]+/g, " ").trim();
}

/**
 * @param {string[][]} rows title, side, type, subtype, other names
 * @param {string} asked @param {(row: string[]) => boolean} fits
 * @returns {string[][]} at most thirty, the nearest first
 */
export function found(rows, asked, fits) {
  const words = folded(asked).split(" ").filter(Boolean);
  if (!words.length) return [];
  const whole = words.join(" ");
  /** @type {[number, string[]][]} */
  const ranked = [];
  const seen = new Set();
  for (const row of rows) {
    if (seen.has(row[0]) || !fits(row)) continue;
    const title = folded(row[0]);
    const rank = rankOf(title, folded(row[4]), whole, words);
    if (rank === null) continue;
    seen.add(row[0]);
    ranked.push([rank * 1000 + title.length, row]);
  }
  return ranked.sort((a, b) => a[0] - b[0] || (a[1][0] < b[1][0] ? -1 : 1)).slice(0, 30).map(([, row]) => row);
}

/** @param {string} title @param {string} others @param {string} whole @param {string[]} words */
function rankOf(title, others, whole, words) {
  if (title === whole) return 0;
  if (title.startsWith(whole)) return 1;
  const own = ` ${title}`;
  if (words.every((word) => own.includes(` ${word}`))) return 2;
  if (words.every((word) => own.includes(word))) return 3;
  const all = `${own} ${others}`;
  return words.every((word) => all.includes(word)) ? 4 : null;
}
