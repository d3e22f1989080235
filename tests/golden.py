"""Writes the golden documents anew: `python tests/golden.py`. Read the difference before you keep it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from conftest import ROOT

from adjudicator.ruling.compose import compose
from adjudicator.ruling.write import write
from adjudicator.session import Desk
from adjudicator.speech import LANGUAGES

FOLDER = Path(__file__).parent / "golden"
FORMS = {"text": "txt", "markdown": "md"}
SCENARIOS = (
    "actions/example-1-crash-site-memorial",
    "actions/example-3-a-gift-and-the-swindler",
    "actions/example-4-sense-alter-war",
    "backing-up/refused-light-had-passed",
    "battle/who-adds-power-in-a-battle",
    "deploying/a-unique-character-is-on-table-once",
    "drains/an-undercover-spy-stops-the-drain",
    "drains/captives-and-missing-characters-give-no-presence",
    "initiation/undetermined-target",
    "turns/two-losses-at-the-end-of-a-turn-in-order",
)


def documents() -> Iterator[tuple[Path, str]]:
    """The file of each golden document, and what should stand in it."""
    desk = Desk.open()
    for scenario in SCENARIOS:
        path = ROOT / f"scenarios/{scenario}.yaml"
        loaded = desk.read(f"scenarios/{scenario}.yaml", path.read_text("utf-8"))
        assert loaded.board is not None, loaded.problems
        steps = loaded.replay(desk.book)
        ruling = compose(loaded.board, desk.book, steps, desk.glossary)
        for form, suffix in FORMS.items():
            for language in LANGUAGES:
                file = FOLDER / f"{Path(scenario).name}.{language}.{suffix}"
                yield file, str(write(ruling, desk.glossary, form, language))


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    known = set()
    for file, text in documents():
        known.add(file)
        file.write_text(text, "utf-8", newline="\n")
    for file in FOLDER.iterdir():
        if file not in known:
            file.unlink()


if __name__ == "__main__":
    main()
