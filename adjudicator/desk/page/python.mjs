// Python modules compiled beforehand by the very Python that will run them: a phone compiles slowly.
// `node python.mjs IN.zip OUT.zip` does so for whatever is in an archive.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadPyodide } from "pyodide";

// Documentation, types of arguments and lines within functions are left out; what is no module stays as it is.
const COMPILE = `
import ast, importlib.util, zipfile
from importlib._bootstrap_external import _code_to_timestamp_pyc

def bare(tree):
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)):
            if node.body and ast.get_docstring(node, clean=False) is not None:
                nothing = ast.copy_location(ast.Pass(), node.body[0])
                node.body = node.body[1:] or [nothing]
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            node.returns = None
            given = node.args
            for one in (*given.posonlyargs, *given.args, given.vararg, *given.kwonlyargs, given.kwarg):
                if one is not None:
                    one.annotation = None
    return tree

def lineless(code):
    # Every instruction stands on the first line: in eights, as a table of places is written.
    inner = tuple(lineless(c) if hasattr(c, "co_code") else c for c in code.co_consts)
    eights, left = divmod(len(code.co_code) // 2, 8)
    table = bytes([0b11101111, 0]) * eights + (bytes([0b11101000 + left - 1, 0]) if left else b"")
    return code.replace(co_linetable=table, co_consts=inner)

def compiled(source, target, left_out):
    with zipfile.ZipFile(source) as given, zipfile.ZipFile(target, "w") as made:
        for name in sorted(given.namelist()):
            if name.endswith("/") or name.startswith(left_out):
                continue
            data = given.read(name)
            if name.endswith(".py"):
                tree = bare(ast.parse(data, name))
                code = lineless(compile(tree, name, "exec", dont_inherit=True, optimize=0))
                name, data = name + "c", bytes(_code_to_timestamp_pyc(code))
            made.writestr(zipfile.ZipInfo(name, (2000, 1, 1, 0, 0, 0)), data)
`;

/**
 * @param {Uint8Array} archive
 * @param {string[]} leftOut beginnings of names
 * @returns {Promise<Uint8Array>}
 */
export async function compiled(archive, leftOut = []) {
  const python = await loadPyodide();
  python.FS.writeFile("/given.zip", archive);
  python.runPython(COMPILE);
  const left = python.toPy(leftOut);
  python.globals.get("compiled")("/given.zip", "/made.zip", python.runPython("tuple")(left));
  return python.FS.readFile("/made.zip");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [given, made] = process.argv.slice(2);
  try {
    writeFileSync(made, await compiled(readFileSync(given)));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
