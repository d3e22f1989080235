// What the bridge tells, as far as the page looks at it.

/** @typedef {(string | number)[]} Path */
/** @typedef {{do: string, path: Path, value?: any, to?: Path}} Change */
/**
 * @typedef {{path: Path, title: string, as: string | null, marks: string[], seat: string | null,
 *   inside: (CardLine & {how: string})[], destiny?: number}} CardLine
 */
/** @typedef {{path: Path, stated: boolean, cards: CardLine[], more: number | null}} Pile */
/**
 * @typedef {{path: Path, kind: string, title: string, as: string | null, icons: Record<string, number>,
 *   owner: string | null, light: CardLine[], dark: CardLine[]}} PlaceLine
 */
/** @typedef {{path: Path, table: CardLine[], piles: Record<string, Pile>}} SideLine */
/** @typedef {{path: Path, line: string, written: any}} AttemptLine */
/**
 * @typedef {{title: Record<string, string>, question: Record<string, string>, turn: string | null,
 *   phase: string | null, next: string | null, locations: PlaceLine[], sides: {light: SideLine, dark: SideLine},
 *   before: {key: string, path: Path, written: string}[], attempts: AttemptLine[]}} Outline
 */
/** @typedef {{says: string, clause: string | null, lead: string, needs: string, kind: string}} Reason */
/** @typedef {{at: number, written: any[]}} Passes */
/**
 * @typedef {{number: number, heading: string, verdict: string, word: string, is_question: boolean,
 *   tells_verdict: boolean, reasons: Reason[], events: {says: string, clause: string | null}[],
 *   tables: {title: string, columns: string[], rows: string[][]}[], assumed: string[], next: string,
 *   pile: {title: string, side: string, note: string}[], forgotten: Passes | null}} StepLine
 */
/**
 * @typedef {{answer: {says: string, verdict: string, word: string, clause: string | null},
 *   assumed: string[], steps: StepLine[], not_considered: {card: string, says: string}[]}} RulingLine
 */
/** @typedef {import("./editor.js").Problem} Problem */
/** @typedef {{problems: Problem[], notes: Problem[], outline: Outline | null, ruling: RulingLine | null, failed?: string}} View */
/**
 * @typedef {{player: string, verb: string, card: string | null, line: string, open: boolean,
 *   written: any, targets: string[], why_not: {says: string, clause: string | null}[]}} Choice
 */
/** @typedef {{next: string, player: string, choices: Choice[], problems?: Problem[]}} Options */
/** @typedef {{of: string | null, words: string[], number: boolean, many: boolean}} Taken */
/**
 * @typedef {{sides: Record<string, string>, phases: Record<string, string>, piles: Record<string, string>,
 *   kinds: Record<string, string>, marks: Record<string, string>, inside: string[], seats: string[],
 *   types: string[], verbs: Record<string, {says: string, bare: boolean, of: string | null, number: boolean, takes: Record<string, Taken>}>,
 *   claims: Record<string, string>, questions: Record<string, Record<string, Taken>>, titles: string[][]}} Vocabulary
 */

export {};
