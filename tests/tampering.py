"""Tampers with sealed rulings: `python tests/tampering.py --edits 20000 --seed 1`.

Each trial makes one edit in a page, a JSON ruling or a page of a book: a sign, a word, a line, a
value, a key that stands twice, a file beside it. Whoever forges can run this program, so digests
are made anew wherever that helps. Never may `verify` call identical what shows another ruling
than the engine gives for the scenario in the seal."""

from __future__ import annotations

import argparse
import json
import re
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from adjudicator import verify
from adjudicator.book.page import Place, assets_of_a_book, sealed_page
from adjudicator.edition.layers import SHIPPED, left_out
from adjudicator.ruling import seal
from adjudicator.ruling.compose import compose
from adjudicator.ruling.write import with_sentence, write
from adjudicator.session import Desk

ROOT = Path(__file__).parent.parent
LONG = ROOT / "scenarios" / "actions" / "example-3-a-gift-and-the-swindler.yaml"
SHORT = """\
title: Who acts?
table:
  turn: light
  phase: control
  locations: [{site: "Tatooine: Cantina", icons: {dark: 2}, light: [Luke Skywalker]}]
attempts:
- light drains: "Tatooine: Cantina"
- ask: who acts next
"""
_SEAL = re.compile(re.escape(seal.OPENING) + r"(.*?)" + re.escape(seal.CLOSING), re.DOTALL)
PLACE = {"name": "page", "topic": "actions", "before": "another", "following": None}
_WORDS = (
    "legal",
    "illegal",
    "Light",
    "Dark",
    "not ",
    "1",
    "0",
    "true",
    "<b>",
    "</p>",
    "\u202e",
    " ",
)


class Trial(NamedTuple):
    """A document after an edit, and what was done to it."""

    form: str  # html, json, book
    what: str
    text: str
    asset: tuple[str, str] | None = None


class Forger:
    """Makes edits by a seed and a number; knows how all digests are made."""

    def __init__(self) -> None:
        self.documents = [
            (form, self.made(form, {"scenario": {"file": name, "text": text}, "without": []}))
            for name, text in ((LONG.name, LONG.read_text("utf-8")), ("short.yaml", SHORT))
            for form in ("html", "json", "book")
        ]

    def made(self, form: str, sealed: Any) -> str:
        """The document that the program makes of the scenario in a seal."""
        name, text = sealed["scenario"]["file"], sealed["scenario"]["text"]
        language, length = sealed.get("language", "en"), sealed.get("length", "standard")
        desk = Desk.open(SHIPPED.under(*map(left_out, sealed["without"])), proving=True)
        loaded = desk.read(name, text)
        assert loaded.board is not None, loaded.problems
        steps = loaded.replay(desk.book)
        ruling = compose(loaded.board, desk.book, steps, desk.glossary, full=True)
        ruling = with_sentence(ruling, desk.glossary)
        if sealed["without"]:
            ruling["without"] = sorted(desk.book.without)
        fresh = seal.seal(ruling, name, text, desk.edition)
        if form == "book":  # where in the book it stands is its own to say
            place = Place(**sealed.get("book", PLACE))
            return sealed_page(desk.glossary, loaded, ruling, fresh, place, language, None)
        return str(write(ruling, desk.glossary, form, language, length, None, fresh))

    def trial(self, seed: int, number: int) -> Trial:
        random = Random(f"{seed}:{number}")
        form, text = self.documents[number % len(self.documents)]
        if form == "json":
            return self._data(random, text)
        if form == "book" and random.random() < 0.05:
            return self._beside(random, text)
        return self._page(random, form, text)

    # -- pages ------------------------------------------------------------------------------

    def _page(self, random: Random, form: str, text: str) -> Trial:
        match random.randrange(4):
            case 0:  # anything on the page, and its digest made anew
                what, edited = _edit(random, text)
                return Trial(form, f"page: {what}, sealed anew", _closed(edited))
            case 1:
                what, edited = _edit(random, text)
                return Trial(form, f"page: {what}", edited)
            case 2:  # something in the seal
                data = _sealed(text)
                what = _change(random, data)
                return Trial(form, f"seal: {what}", _closed(_with_seal(text, data)))
            case _:  # a word that is shown, and every digest in the seal made to fit it
                what, edited = _edit(random, text)
                data = _sealed(text)
                key = random.choice(("ruling", "scenario", "steps", "length", "without"))
                extra = _change(random, data, key)
                return Trial(
                    form, f"page: {what}; seal: {extra}", _closed(_with_seal(edited, data))
                )

    def _beside(self, random: Random, text: str) -> Trial:
        assets = {**assets_of_a_book(), "search.js": "window.BOOK = [];\n"}
        name = random.choice(sorted(assets))
        _, script = _edit(random, assets[name])
        if script == assets[name]:
            script += "document.body.textContent = 'legal';"
        return Trial("book", f"asset {name}", text, (name, script))

    # -- data -------------------------------------------------------------------------------

    def _data(self, random: Random, text: str) -> Trial:
        if random.random() < 0.15:
            what, edited = _edit(random, text)
            return Trial("json", f"text: {what}", edited)
        data = json.loads(text)
        if random.random() < 0.15:
            return Trial("json", "a key stands twice", _doubled(random, data))
        what = _change(random, data)
        match random.randrange(3):
            case 0:
                pass
            case 1 if isinstance(data.get("seal"), dict):
                data["seal"]["file"] = seal.of_file(data)
                what += ", its digest made anew"
            case _ if isinstance(data.get("seal"), dict):
                bare = {key: value for key, value in data.items() if key != "seal"}
                data["seal"]["ruling"] = seal.digest(bare)
                data["seal"]["file"] = seal.of_file(data)
                what += ", both digests made anew"
        return Trial("json", what, json.dumps(data, ensure_ascii=False, indent=2) + "\n")

    # -- what is true ------------------------------------------------------------------------

    def is_honest(self, trial: Trial) -> bool:
        """Whether the document shows what the engine says of the scenario in its seal, whatever
        `verify` thinks of it."""
        if trial.asset is not None:
            return trial.asset[0] == "search.js" and re.fullmatch(r"window\.BOOK = \[.*\];\n", trial.asset[1]) is not None  # fmt: skip
        if trial.form == "json":
            data = json.loads(trial.text)
            now = json.loads(self.made("json", data.pop("seal")))
            now.pop("seal")
            return _exact(data) == _exact(now)
        now = self.made(trial.form, _sealed(trial.text))
        return _SEAL.sub("", trial.text) == _SEAL.sub("", now)


def _exact(data: Any) -> str:
    return json.dumps(data, sort_keys=True)


def _sealed(text: str) -> Any:
    match = _SEAL.search(text)
    return json.loads(match[1]) if match else {}


def _with_seal(text: str, data: Any) -> str:
    """A seal in the place of the page's own, written as this program writes it."""
    written = json.dumps(data, separators=(",", ":"))
    for character in "<>&":
        written = written.replace(character, f"\\u{ord(character):04x}")
    return _SEAL.sub(lambda _: seal.OPENING + written + seal.CLOSING, text, count=1)


def _closed(text: str) -> str:
    at = text.find(seal.PAGE) + len(seal.PAGE)
    return seal.close(text[:at] + seal.UNSEALED + text[at + len(seal.UNSEALED) :])


def _edit(random: Random, text: str) -> tuple[str, str]:
    """One edit of a text."""
    at = random.randrange(len(text))
    match random.randrange(6):
        case 0:
            return "a sign gone", text[:at] + text[at + 1 :]
        case 1:
            return "a sign more", text[:at] + random.choice("x 0\u200b") + text[at:]
        case 2:
            word = random.choice(_WORDS)
            return f"{word!r} put in", text[:at] + word + text[at:]
        case 3:
            one, other = random.choice((("legal", "illegal"), ("Light", "Dark"), ("Dark", "Light"), ("may not", "may"), ("1", "2"), ("true", "1")))  # fmt: skip
            places = [m.start() for m in re.finditer(re.escape(one), text)]
            at = random.choice(places) if places else at
            return f"{one} for {other}", text[:at] + other + text[at + len(one) :]
        case 4:
            end = min(len(text), at + random.randrange(1, 400))
            return "a stretch gone", text[:at] + text[end:]
        case _:
            end = min(len(text), at + random.randrange(1, 400))
            return "a stretch twice", text[:end] + text[at:end] + text[end:]


def _change(random: Random, data: Any, key: str | None = None) -> str:
    """One value of the data; of what stands under one key, if one is given."""
    spots: list[tuple[Any, Any, str]] = []

    def walk(node: Any, at: str) -> None:
        items = node.items() if isinstance(node, dict) else enumerate(node)
        for name, value in list(items):
            spots.append((node, name, f"{at}/{name}"))
            if isinstance(value, (dict, list)):
                walk(value, f"{at}/{name}")

    if key is not None and isinstance(data.get(key), (dict, list)) and data[key]:
        walk(data[key], f"/{key}")
    elif key is not None:
        spots.append((data, key, f"/{key}"))
    elif "seal" in data and random.random() < 0.4:
        walk(data["seal"], "/seal")
    else:
        walk(data, "")
    parent, name, at = random.choice(spots)
    value = parent.get(name) if isinstance(parent, dict) else parent[name]
    match random.randrange(4):
        case 0:
            del parent[name]
            return f"{at} gone"
        case 1 if isinstance(parent, dict):
            parent[f"{name} too"] = value
            return f"{at} more"
        case _:
            parent[name] = _another(random, value)
            return f"{at} changed"


def _another(random: Random, value: Any) -> Any:
    match value:
        case bool():
            return random.choice((int(value), not value, str(value)))
        case int():
            return random.choice((float(value), value + 1, str(value), bool(value)))
        case str():
            at = random.randrange(len(value) + 1)
            return random.choice((value + " ", value[:at] + "x" + value[at:], value[:at] + value[at + 1 :], "legal", ""))  # fmt: skip
        case None:
            return random.choice((False, 0, "", []))
        case list():
            return random.choice(([], [*value, *value], value[::-1], {}))
    return random.choice(({}, [], None))


def _doubled(random: Random, data: Any) -> str:
    """A key once more with another value, before the true one, which a reader takes, or after."""
    text = json.dumps(data, ensure_ascii=False, indent=2)
    keys = list(re.finditer(r'\n( *)("[^"\n]*"): ("[^"\n]*"|\d+|true|false|null)(?=[,\n])', text))
    found = random.choice(keys)
    line = f"\n{found[1]}{found[2]}: {json.dumps(random.choice(('legal', 7, None)))}"
    if random.random() < 0.5:
        return text[: found.start()] + line + "," + text[found.start() :] + "\n"
    return text[: found.end()] + "," + line + text[found.end() :] + "\n"


class Judge:
    """Asks `verify`, and looks for itself."""

    def __init__(self, forger: Forger, folder: Path) -> None:
        self.forger = forger
        self.page = folder / "en" / "rulings" / "page"
        self.page.parent.mkdir(parents=True)
        self.assets = folder / "assets"
        self.assets.mkdir()
        self._lay_assets(None)
        self.told: Counter[str] = Counter()

    def _lay_assets(self, asset: tuple[str, str] | None) -> None:
        for name, text in {**assets_of_a_book(), "search.js": "window.BOOK = [];\n"}.items():
            if asset is not None and asset[0] == name:
                text = asset[1]
            (self.assets / name).write_text(text, "utf-8")

    def is_fooled(self, trial: Trial) -> bool:
        """Whether what shows another ruling is called identical."""
        if trial.asset is not None:
            self._lay_assets(trial.asset)
        self.page.write_text(trial.text, "utf-8", errors="surrogatepass")
        try:
            found = verify.verify(self.page)
            said = "different" if any(f.different for f in found) or not found else "identical"
        except verify.Unverifiable:
            said = "unverifiable"
        finally:
            if trial.asset is not None:
                self._lay_assets(None)
        honest = said == "identical" and self.forger.is_honest(trial)
        self.told[f"{trial.form} {said}{', and rightly' if honest else ''}"] += 1
        return said == "identical" and not honest


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    asked.add_argument("--edits", type=int, default=20_000)
    asked.add_argument("--seed", type=int, default=1)
    told = asked.parse_args()
    began = time.monotonic()
    forger, fooled = Forger(), []
    with tempfile.TemporaryDirectory() as folder:
        judge = Judge(forger, Path(folder))
        for number in range(told.edits):
            trial = forger.trial(told.seed, number)
            if judge.is_fooled(trial):
                fooled.append((number, trial.form, trial.what))
    print(f"{told.edits} edits of seed {told.seed}; {time.monotonic() - began:.0f} s")
    for what, count in sorted(judge.told.items()):
        print(f"{what}: {count}")
    print(f"called identical and showing another ruling: {len(fooled)}")
    for number, form, what in fooled[:20]:
        print(f"  edit {number} ({form}): {what}")
    sys.exit(1 if fooled else 0)


if __name__ == "__main__":
    main()
