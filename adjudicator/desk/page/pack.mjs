// `node pack.mjs DIR` writes everything of the page that does not depend on the rules: its scripts,
// bundled, and the Python that runs in it.
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { loadPyodide } from "pyodide";
import { compiled } from "./python.mjs";

// Of Python's own library, what nothing here asks for.
const LEFT_OUT = [
  "_pyrepl", "_sysconfigdata", "antigravity", "asyncio/__main__", "asyncio/tools", "asyncio/windows",
  "bdb", "cProfile", "cgi", "cmd", "compileall", "configparser", "csv", "ctypes", "curses", "dbm", "doctest",
  "email", "ensurepip", "ftplib", "getopt", "getpass", "gettext", "html", "http", "idlelib", "imaplib",
  "mailbox", "mimetypes", "modulefinder", "multiprocessing", "netrc", "nntplib", "nturl2path", "optparse",
  "pdb", "pickletools", "pkgutil", "plistlib", "poplib", "pprint", "profil", "pstats", "pty", "py_compile", "pyclbr",
  "pydoc", "rlcompleter", "sched", "shelve", "smtp", "socketserver", "sqlite3", "ssl", "statistics", "tabnanny",
  "tarfile", "this", "timeit", "tomllib", "trace.", "tracemalloc", "tty", "turtle", "unittest", "urllib/request",
  "urllib/robot", "uuid", "venv", "wave", "webbrowser", "wsgiref", "xml", "zipapp", "zoneinfo",
  "lib2to3", "concurrent/futures/process", "concurrent/futures/interpreter", "concurrent/interpreters",
  "encodings/big5", "encodings/char", "encodings/cp1", "encodings/cp7", "encodings/cp8", "encodings/cp9",
  "encodings/euc", "encodings/gb", "encodings/h", "encodings/iso", "encodings/johab", "encodings/k", "encodings/m",
  "encodings/p", "encodings/rot", "encodings/sh", "encodings/t", "encodings/u16", "encodings/uu", "encodings/z",
  "encodings/bz2", "encodings/quopri", "encodings/base64", "encodings/idna",
  "argparse", "_pyio", "_pydatetime", "importlib/_bootstrap", "logging/handlers", "logging/config",
  "calendar", "fractions", "symtable", "filecmp", "fileinput", "runpy",
  "shlex", "stringprep", "platform", "_nodesock", "pyodide/_nodesock", "_markupbase", "quopri", "imghdr", "sndhdr",
  "__hello__", "__phello__", "_ast_unparse", "_py_abc", "_ssl", "_strptime", "asyncio/proactor", "code.py", "colorsys",
  "encodings/cp0", "encodings/cp2", "encodings/cp5", "encodings/oem", "encodings/utf_7", "graphlib", "hmac",
  "importlib/metadata", "importlib/resources", "json/__main__", "json/tool", "pyodide/console", "queue", "secrets",
  "sre_", "sysconfig", "urllib/error", "urllib/response",
];
const here = import.meta.dirname ?? dirname(new URL(import.meta.url).pathname);
const out = process.argv[2];
mkdirSync(out, { recursive: true });
/** @param {string} name @param {string | Uint8Array} data */
const put = (name, data) => writeFileSync(join(out, name), data);

await build({
  entryPoints: ["main.js", "worker.js", "offline.js"].map((name) => join(here, "src", name)),
  outdir: out,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  external: ["node:*", "ws"],
  legalComments: "none",
  logLevel: "warning",
});
for (const name of ["index.html", "desk.css", "icon.svg", "desk.webmanifest"]) {
  put(name, readFileSync(join(here, "src", name)));
}
const runtime = dirname(createRequire(import.meta.url).resolve("pyodide/package.json"));
put("python.wasm", readFileSync(join(runtime, "pyodide.asm.wasm")));
put("library.zip", await compiled(readFileSync(join(runtime, "python_stdlib.zip")), LEFT_OUT));
await loadPyodide({ stdLibURL: join(out, "library.zip") }); // it starts with what is left

put("licences.txt", licences());

/** What is shipped, each with its licence. */
function licences() {
  const lock = JSON.parse(readFileSync(join(here, "package-lock.json"), "utf8")).packages;
  const told = [];
  for (const [path, entry] of Object.entries(lock)) {
    if (!path || entry.dev || path.includes("@types")) continue;
    const folder = join(here, path);
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    const text = file ? readFileSync(join(folder, file), "utf8").trim() : `Licence: ${entry.license}`;
    const about = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const source = about.repository?.url ?? about.repository ?? about.homepage ?? "";
    told.push(`${path.replace(/^.*node_modules\//, "")} ${entry.version}\n${source}\n\n${text}\n`);
  }
  return told.join(`\n${"-".repeat(78)}\n\n`);
}
