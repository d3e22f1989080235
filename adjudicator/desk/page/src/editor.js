// The file beside the table. It is the scenario: whatever is tapped changes this text, and undo
// takes back both.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory, redo, redoDepth, undo, undoDepth } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { el } from "./dom.js";

/** @typedef {{line: number, column: number, end_line: number, end_column: number, message: string, hint: string | null, code: string}} Problem */
/** @typedef {{from: number, options: {label: string, apply?: string, detail?: string}[]}} Completions */

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "0.9rem", color: "var(--ink)", backgroundColor: "var(--sheet)" },
  ".cm-scroller": { fontFamily: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace', lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused": { outline: "none" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--chosen)" },
  ".cm-gutters": { backgroundColor: "var(--paper)", color: "var(--soft)", border: "none" },
  ".cm-activeLine": { backgroundColor: "transparent" },
  ".cm-tooltip": { backgroundColor: "var(--sheet)", color: "var(--ink)", border: "1px solid var(--soft)" },
  ".cm-tooltip-autocomplete > ul > li": { padding: "0.35rem 0.6rem" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--link)", color: "var(--sheet)" },
  ".cm-diagnostic": { borderLeft: "0.3rem solid var(--illegal)", padding: "0.4rem 0.6rem", whiteSpace: "pre-wrap" },
  ".cm-diagnostic-info": { borderLeftColor: "var(--soft)" },
});
const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--link)" },
  { tag: tags.string, color: "var(--ink)" },
  { tag: [tags.comment, tags.lineComment], color: "var(--soft)", fontStyle: "italic" },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: "var(--soft)" },
]);

export class Editor {
  /**
   * @param {(text: string, typed: boolean) => void} changed
   * @param {(text: string, at: number, asked: boolean) => Promise<Completions | null>} complete
   * @param {string} label what a reader who cannot see it is told
   */
  constructor(changed, complete, label) {
    this.changed = changed;
    this.holder = el("div", { class: "editor" });
    const root = this.holder.attachShadow({ mode: "open" }); // there the editor needs no inline style
    this.extensions = [
      lineNumbers(),
      history(),
      indentOnInput(),
      closeBrackets(),
      highlightActiveLine(),
      lintGutter(),
      autocompletion({
        override: [(context) => complete(context.state.doc.toString(), context.pos, context.explicit)],
        icons: false,
      }),
      yaml(),
      syntaxHighlighting(colours),
      look,
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": label, spellcheck: "false", autocapitalize: "off" }),
      keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, indentWithTab]),
      EditorView.updateListener.of((update) => {
        if (!update.docChanged) return;
        const typed = update.transactions.some((t) => t.isUserEvent("input") || t.isUserEvent("delete"));
        this.changed(this.text, typed);
      }),
    ];
    this.view = new EditorView({ state: this.begun(""), parent: root, root });
    this.view.scrollDOM.tabIndex = 0; // who has no pointer scrolls it, too
  }

  /** @param {string} text */
  begun(text) {
    return EditorState.create({ doc: text, extensions: this.extensions });
  }

  get text() {
    return this.view.state.doc.toString();
  }

  /** Another scenario; there is nothing to undo in it yet. @param {string} text */
  open(text) {
    this.view.setState(this.begun(text));
    this.changed(text, false);
  }

  /** The same scenario after a tap: one step to undo. @param {string} text */
  becomes(text) {
    const before = this.text;
    if (before === text) return;
    let from = 0;
    while (from < Math.min(before.length, text.length) && before[from] === text[from]) from++;
    let same = 0;
    const most = Math.min(before.length, text.length) - from;
    while (same < most && before[before.length - 1 - same] === text[text.length - 1 - same]) same++;
    this.view.dispatch({
      changes: { from, to: before.length - same, insert: text.slice(from, text.length - same) },
      annotations: isolateHistory.of("full"),
      userEvent: "tap",
    });
  }

  undo() {
    undo(this.view);
  }

  redo() {
    redo(this.view);
  }

  get undoable() {
    return undoDepth(this.view.state) > 0;
  }

  get redoable() {
    return redoDepth(this.view.state) > 0;
  }

  /** @param {Problem[]} problems @param {Problem[]} notes */
  mark(problems, notes) {
    const { doc } = this.view.state;
    /** @param {number} line @param {number} column */
    const at = (line, column) => {
      const found = doc.line(Math.min(Math.max(line, 1), doc.lines));
      return Math.min(found.from + this.units(found.text, column - 1), found.to);
    };
    /** @param {"error" | "info"} severity */
    const told = (severity) => (/** @type {Problem} */ p) => {
      const from = at(p.line, p.column);
      const to = Math.max(from, at(p.end_line, p.end_column));
      return { from, to, severity, message: p.hint ? `${p.message}\n${p.hint}` : p.message };
    };
    this.view.dispatch(setDiagnostics(this.view.state, [...problems.map(told("error")), ...notes.map(told("info"))]));
  }

  /** Columns are counted in letters, a text here in units of UTF-16. @param {string} line @param {number} letters */
  units(line, letters) {
    return [...line].slice(0, letters).join("").length;
  }

  /** @param {number} line @param {number} column */
  goTo(line, column) {
    const found = this.view.state.doc.line(Math.min(line, this.view.state.doc.lines));
    const at = Math.min(found.from + this.units(found.text, column - 1), found.to);
    this.view.dispatch({ selection: { anchor: at }, scrollIntoView: true });
    this.view.focus();
  }
}
