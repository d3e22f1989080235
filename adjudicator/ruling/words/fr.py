"""French names, with the articles and elisions a sentence needs.

A sentence says `{{ player }}` (le côté lumineux), `{{ player.du }}`, `{{ player.au }}`,
`{{ card }}`, `{{ card.de }}` (de Sense, d'Alter), `{{ card.que }}`, `{{ pile.dans }}`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from adjudicator.questions import QUESTIONS
from adjudicator.ruling.words import answered, passes_taken, runs
from adjudicator.ruling.words import heading as heading_in
from adjudicator.ruling.words.en import is_swung
from adjudicator.speech import say

SIDES = {"light": "le côté lumineux", "dark": "le côté obscur"}
PHASES = {
    "start of game": "début de la partie",
    "start of turn": "début du tour",
    "activate": "phase d'activation",
    "control": "phase de contrôle",
    "deploy": "phase de déploiement",
    "battle": "phase de bataille",
    "move": "phase de mouvement",
    "draw": "phase de pioche",
    "end of turn": "fin du tour",
}
SEGMENTS = {
    "weapons": "segment des armes",
    "power": "segment des puissances",
    "damage": "segment des dommages",
    "end": "moment de la fin de la bataille",
}
STEPS = {
    "initiation": "étape de l'initiation",
    "responses": "étape des réponses",
    "result": "étape du résultat",
}
ZONES = {
    "hand": "la main",
    "reserve": "le deck de réserve",
    "force": "la pile de Force",
    "used": "la pile utilisée",
    "lost": "la pile perdue",
    "out of play": "hors jeu",
    "table": "sur la table",
    "stack": "sur la pile d'actions",
    "stacked": "empilée sur une autre carte",
}
KINDS = {
    "play": "une interruption",
    "deploy": "un déploiement",
    "replace": "le remplacement d'un personnage",
    "use": "l'emploi du texte d'une carte",
    "battle": "une bataille",
    "attack": "une attaque",
    "drain": "un drain de Force",
    "move": "un mouvement",
    "react": "une réaction",
    "board": "un mouvement illimité",
    "activate": "une activation de Force",
    "lose Force": "une perte de Force",
    "draw": "un tirage de destinée",
    "break cover": "la fin d'une couverture",
    "search": "une recherche",
    "transfer": "un transfert de prisonnier",
    "hand on": "un transfert d'arme ou d'équipement",
    "seize": "la saisie d'un captif",
    "draw a card": "la pioche d'une carte",
    "choose": "le choix de ce qui est perdu",
    "insist": "une demande de remise en circulation",
    "fire": "un tir",
    "forfeit": "le sacrifice d'une carte",
    "pass": "une passe",
}


class Word(str):
    """A word with the contractions a sentence may ask for."""

    __slots__ = ()

    @property
    def du(self) -> str:
        """« du côté lumineux », « de la bataille », « d'Alter », « de Sense »."""
        if self.startswith("le "):
            return f"du {self[3:]}"
        if self.startswith("les "):
            return f"des {self[4:]}"
        return elided("de", self)

    de = du

    @property
    def au(self) -> str:
        if self.startswith("le "):
            return f"au {self[3:]}"
        if self.startswith("les "):
            return f"aux {self[4:]}"
        return f"à {self}"

    a = au

    @property
    def que(self) -> str:
        return elided("que", self)

    @property
    def seule(self) -> str:
        """Of « le déploiement d'Undercover » the card alone."""
        return _ABOUT_A_CARD.sub("", self)

    @property
    def dans(self) -> str:
        """« dans la pile utilisée », but « hors jeu » and « sur la table »."""
        if self.startswith(("hors ", "sur ", "empilée ")):
            return str(self)
        return f"dans {self}"


_MUTE = re.compile(r"^[aeiouàâäéèêëîïôöùûüœæ]", re.IGNORECASE)


def elided(word: str, following: str) -> str:
    """de/que before a vowel; the h and y of foreign names are not mute."""
    if _MUTE.match(following):
        return f"{word[:-1]}'{following}"
    return f"{word} {following}"


def side(value: str) -> Word:
    return Word(SIDES[value])


def card(title: str) -> Word:
    return Word(title)


location = card


def cards(titles: list[str]) -> Word:
    return Word(listed(titles))


def listed(items: list[str], last: str = "et") -> str:
    if len(items) < 2:
        return "".join(items)
    return f"{', '.join(items[:-1])} {last} {items[-1]}"


def phase(value: str) -> Word:
    return Word(PHASES[value])


def segment(value: str | None) -> Word | None:
    return Word(SEGMENTS[value]) if value else None


def pile(value: str) -> Word:
    return Word(ZONES[value])


def kind(value: str) -> Word:
    return Word(KINDS[value])


_DOINGS = {
    "move": "le mouvement",
    "react": "la réaction",
    "board": "l'embarquement ou le débarquement",
    "break cover": "la fin de la couverture",
    "search": "la recherche",
    "transfer": "le transfert",
    "hand on": "le transfert",
    "deploy": "le déploiement",
    "replace": "l'entrée en remplacement",
    "use": "l'action",
    "fire": "le tir",
    "forfeit": "le sacrifice",
}
_ABOUT_A_CARD = re.compile(r"^(?:le déploiement|l'action) (?:de |d')")


def action(value: Mapping[str, Any]) -> Word:
    if value["card"]:
        word = _DOINGS.get(value["kind"])
        if value["kind"] == "fire" and is_swung(value["card"]):
            word = "le coup"
        title = Word(value["card"])
        return Word(f"{word} {title.de}") if word else title
    place = f" à {value['place']}" if value["place"] else ""
    name = {
        "battle": "la bataille",
        "attack": "l'attaque",
        "drain": "le drain de Force",
        "activate": "l'activation d'un point de Force",
        "lose Force": "la perte d'un point de Force",
        "draw": "le tirage de destinée",
        "draw a card": "la pioche d'une carte",
    }.get(value["kind"], "l'action")
    return Word(f"{name}{place}")


def text(value: Mapping[str, str]) -> Word:
    return Word(value.get("fr", ""))


MEASURES = {
    "immune to attrition": "immunité à l'attrition",
    "when piloting": "ajout comme pilote",
    "power": "puissance",
    "ability": "habileté",
    "forfeit": "valeur de perte",
    "deploy": "coût de déploiement",
    "armor": "blindage",
    "maneuver": "manœuvre",
    "defense": "valeur de défense",
    "landspeed": "vitesse terrestre",
    "hyperspeed": "hypervitesse",
    "ferocity": "férocité",
    "politics": "politique",
    "destiny": "destinée",
    "parsec": "numéro de parsec",
    "race destiny": "destinée de course",
}


TARGETS = {
    "those there": "ceux qui sont là",
    "site": "site",
    "fighters": "chasseurs",
    "warrior": "guerrier",
    "vehicle": "véhicule",
    "astromech": "droïde astromech",
    "rival": "adversaire du duel",
    "target": "cible",
    "victims": "victimes",
    "destination": "destination",
    "effect": "effet",
    "jedi": "Jedi",
    "opponent": "adversaire",
    "passengers": "passagers",
    "sacrifice": "sacrifice",
    "scomp link": "lien Scomp",
    "starships": "vaisseaux",
    "victim": "victime",
}


def target(value: str) -> Word:
    """The name that a text gives to what it targets."""
    return word(TARGETS.get(value.lower()) or TYPES.get(value) or value)


def measure(value: str) -> Word:
    return word(MEASURES.get(value, value))


YES = {True: "oui", False: "non"}
SEATS = {
    "pilot": "pilote",
    "driver": "conducteur",
    "passenger": "passager",
    "astromech": "astromech",
}
STATUS = {
    "owner": "Propriétaire",
    "controller": "Entre les mains de",
    "where": "Emplacement",
    "present": "Présence physique à cet endroit",
    "aboard": "À bord de",
    "seat": "Place à bord",
    "enclosed": "Engin fermé",
    "escort": "Sous escorte de",
    "stacked on": "Dans la pile posée sur",
    "deployed on": "Sur la carte",
    "face down": "Face cachée",
    "on table": "Sur la table",
    "participating": "Part prise à la bataille",
    "excluded": "Exclusion de la bataille",
    "undercover": "Sous couverture",
    "missing": "Parmi les disparus",
    "captive": "En captivité",
    "escorting": "Escorte",
    "just lost": "Perte à l'instant",
    "unique": "Unique",
    "persona in use": "Même persona sur la table",
    "set apart": "À part à certains égards",
    "occupies": "Occupation",
    "controls": "Contrôle",
    "icons": "Icônes de Force",
    "adjacent to": "Adjacence avec",
    "battleground": "Champ de bataille",
    "exterior": "Site extérieur",
    "docking bay": "Baie d'arrimage",
    "drain": "Drain de Force",
    "battle cost": "Coût d'une bataille",
}


def state(value: str) -> str:
    start, _, rest = value.partition(" ")
    if start in SIDES and rest in STATUS:
        return f"{STATUS[rest].lower()} {Word(SIDES[start]).du}"
    return STATUS[value][:1].lower() + STATUS[value][1:]


def word(value: Any) -> Word:
    return Word(value)


def need(value: tuple[str, Any]) -> Word:
    what, of = value
    match what:
        case "phase":
            return Word(f"elle se joue pendant la {PHASES[of]}")
        case "turn":
            return Word(f"elle se joue pendant le tour {Word(SIDES[of]).du}")
        case "battle":
            return Word("elle se joue pendant une bataille, et il n'y en a pas")
        case "no-battle":
            return Word("elle ne se joue pas pendant une bataille")
        case "end-of-turn":
            return Word("elle se joue à la fin d'un tour")
        case "start-of-turn":
            return Word("elle se joue au début d'un tour")
        case "action":
            return Word("elle répond à une action, et il n'y en a pas")
        case "already-given-up":
            return Word("il a déjà été renoncé à ce tirage pendant ce tour")
        case "condition":
            return Word(_condition(of))
    return Word(str(of))


TYPES = {
    "character": "personnage",
    "starship": "vaisseau",
    "vehicle": "véhicule",
    "droid": "droïde",
    "weapon": "arme",
    "device": "équipement",
    "effect": "effet",
    "interrupt": "interruption",
    "location": "localisation",
    "creature": "créature",
    "objective": "objectif",
    "epic event": "événement épique",
    "site": "site",
    "sector": "secteur",
    "system": "système",
    "alien": "extraterrestre",
    "rebel": "rebelle",
    "imperial": "impérial",
    "spy": "espion",
    "any": "n'importe quelle carte",
    "starfighter": "chasseur stellaire",
    "capital": "vaisseau capital",
    "squadron": "escadron",
    "transport": "transport",
    "combat": "véhicule de combat",
    "character weapon": "arme de personnage",
    "vehicle weapon": "arme de véhicule",
    "starship weapon": "arme de vaisseau",
    "artillery": "arme d'artillerie",
    "automated": "arme automatique",
    "immediate": "effet immédiat",
    "utinni": "effet utinni",
    "jedi test": "test Jedi",
    "jedi": "Jedi",
    "jedi master": "maître Jedi",
    "dark jedi master": "maître Jedi obscur",
    "admiral's order": "ordre de l'amiral",
    "docking bay": "baie d'arrimage",
    "marker site": "site marqueur",
    "cloud sector": "secteur de nuages",
    "asteroid sector": "secteur d'astéroïdes",
    "rebel starship": "vaisseau rebelle",
    "imperial starship": "vaisseau impérial",
    "independent starship": "vaisseau indépendant",
    "star destroyer": "destroyer stellaire",
    "astromech": "astromech",
    "protocol droid": "droïde de protocole",
    "leader": "chef",
    "operative": "agent secret",
    "trooper": "soldat",
    "bounty hunter": "chasseur de primes",
    "smuggler": "contrebandier",
    "scout": "éclaireur",
    "gambler": "joueur",
    "thief": "voleur",
    "admiral": "amiral",
    "general": "général",
    "senator": "sénateur",
    "lightsaber": "sabre laser",
    "blaster": "blaster",
}


_FEMININE = frozenset({"arme", "baie", "créature", "interruption", "localisation"})


def _described(what: str) -> str:
    """« un vaisseau », « une arme » ; un titre reste tel quel."""
    words = [TYPES.get(word, word) for word in what.split(", ")]
    if what.split(", ")[0] in TYPES and what != "any":
        words[0] = f"{'une' if words[0].split()[0] in _FEMININE else 'un'} {words[0]}"
    return ", ".join(words)


def _several(what: str) -> str:
    """« vaisseaux », « chasseurs stellaires », « armes de véhicule »."""
    if what not in TYPES or what == "any":
        return f"cartes de ce genre : {', '.join(TYPES.get(w, w) for w in what.split(', '))}"
    name = re.match(r"(.+?)((?: de | d').*)?$", TYPES[what])
    assert name is not None
    return " ".join(map(_plural, name[1].split())) + (name[2] or "")


def _plural(noun: str) -> str:
    if noun.endswith("al"):
        return f"{noun[:-2]}aux"
    return noun if noun.endswith("s") else f"{noun}{'x' if noun.endswith('eau') else 's'}"


def _condition(of: Mapping[str, Any]) -> str:
    match of["verb"]:
        case "in battle together":
            return f"{listed(of['what'])} doivent prendre part ensemble à la bataille"
        case "there is":
            if of["located"]:
                return f"{_described(of['what'])} n'est pas là où son texte le demande"
            return f"il faut {_described(of['what'])} sur la table"
        case "there is no":
            if of["located"]:
                return f"{_described(of['what'])} se trouve là où son texte ne le permet pas"
            return f"il faut que rien de tel ne soit sur la table : {_described(of['what'])}"
        case "opponent has at least":
            return f"l'adversaire doit avoir au même endroit au moins {of['count']} {_several(of['what'])}"
    return "sa condition n'est pas remplie"


def stands_in_the_way(card: str, text: str) -> str:
    """A refusal by another card's text."""
    return f"Le texte {Word(card).de} s'y oppose : {quoted(text)}"


def quoted(text: str) -> str:
    return f"« {text} »"


cited = quoted  # a card's text, after a label


_LOWERED = frozenset({
    "après", "au", "aucun", "aucune", "aussi", "avant", "avec", "ce", "ceci", "cela", "celui",
    "ces", "cette", "chaque", "d'après", "dans", "de", "des", "deux", "du", "durant", "dès",
    "elle", "en", "entre", "il", "ils", "la", "laquelle", "lequel", "combien", "comment", "où", "le", "les", "leur", "leurs", "lorsque", "ni", "on",
    "ou", "par", "parce", "pendant", "personne", "plus", "pour", "puisque", "qu", "quand", "que",
    "quel", "quelle", "qui", "sa", "sans", "selon", "ses", "seul", "seule", "seules", "seuls",
    "si", "son", "sur", "tant", "tous", "tout", "toute", "toutes", "un", "une", "valeur", "vos",
    "votre", "vous", "à",
})  # fmt: skip
_ALSO_ENGLISH = frozenset({"en", "on", "plus", "son"})  # a title may begin with one of these
_ELISION = re.compile(r"(?:[cdlns]|qu|lorsqu|puisqu)'", re.IGNORECASE)


def within(text: str) -> str:
    """A sentence as it goes on after a colon; a name or a card's title keeps its capital."""
    start, _, rest = text.partition(" ")
    if start.lower() in _ALSO_ENGLISH and rest[:1].isupper():
        return text
    if start.lower() in _LOWERED or _ELISION.match(start):
        return text[:1].lower() + text[1:]
    return text


def typography(sentence: str) -> str:
    """No-break spaces where French sets them."""
    sentence = re.sub(r" ([:»])", "\N{NO-BREAK SPACE}\\1", sentence)
    sentence = re.sub(r" ([;!?])", "\N{NARROW NO-BREAK SPACE}\\1", sentence)
    return re.sub(r"« ", "«\N{NO-BREAK SPACE}", sentence)


# -- documents --------------------------------------------------------------------

VERDICTS = {
    "legal": "légal",
    "illegal": "illégal",
    "backed up": "marche arrière",
    "undetermined": "indéterminé",
    "mixed": "partagé",
}
WINDOWS = {
    "response": "une réponse",
    "just": "une action « just »",
    "segment": "une action dans ce segment",
    "phase": "une action de cette phase",
    "part of a result": "cette partie du résultat",
    "end of turn": "une action de fin de tour",
}
LABELS = {
    "void": "(ne compte pas)",
    "ruling": "Décision",
    "question": "Question",
    "steps": "Pas à pas",
    "stack": "Pile d'actions",
    "empty": "vide",
    "next": "Ensuite",
    "colon": "\N{NO-BREAK SPACE}:",
    "semicolon": "\N{NARROW NO-BREAK SPACE};",
    "besides": "De plus",
    "rule": "En principe",
    "here": "Mais ici",
    "text": "Son texte",
    "taken_back": "Reprises",
    "asks": "La clause demande",
    "or_else": "ou",
    "needs": "Il faudrait",
    "cited": "Entrées citées",
    "outside": "hors extraits",
    "final": "La table à la fin",
    "assumed": "Tenu pour acquis",
    "not_considered": "Non pris en compte",
    "read": "Lu dans les textes imprimés",
    "not_read": "Non lu",
    "as_read": "tel que son texte imprimé est lu",
    "as_stated": "tel que le scénario l'énonce",
    "other_there": "son texte n'est pas appliqué, alors que la carte est à proximité.",
    "others_there": "leurs textes ne sont pas appliqués, alors que ces cartes sont à proximité.",
    "held": "Vérifié et trouvé en règle",
    "proof": "Preuve",
    "in_vain": "Ne s'applique pas ici",
    "other_text": "Son autre texte",
    "disputed": "contesté",
    "followed": "Suivi ici",
    "otherwise": "Selon l'autre lecture",
    "ask": "À demander",
    "table": "Table",
    "piles": "Piles",
    "unstated": "sans précision",
    "revealed": "Vu ou fait depuis, à l'appréciation du juge",
    "location": "Localisation",
    "at_stake": "La réponse",
    "all": "toutes les étapes",
    "previous": "précédente",
    "following": "suivante",
    "step": "Étape",
    "side": "côté de la table",
    "total": "Total",
    "nothing": "rien",
    "none": "–",
}
MARKS = {
    "undercover": "sous couverture",
    "captive": "captif",
    "missing": "porté disparu",
    "face down": "face cachée",
    "excluded": "exclu de la bataille",
    "hit": "touché",
    "text canceled": "privé de son texte de jeu",
    "imprisoned": "emprisonné",
    "flipped": "retourné",
    "upside down": "retourné",
}
_MARKED = {  # said of any character, he or she: when it begins, and when it ends
    "undercover": ("passe sous couverture", "n'est plus sous couverture"),
    "captive": ("est désormais en captivité", "n'est plus en captivité"),
    "missing": ("compte désormais parmi les disparus", "ne compte plus parmi les disparus"),
    "face down": ("est désormais face cachée", "est désormais face visible"),
    "excluded": (
        "ne prend plus part à la bataille",
        "peut de nouveau prendre part à la bataille",
    ),
    "hit": ("compte désormais comme carte touchée", "ne compte plus comme carte touchée"),
    "text canceled": ("n'a plus l'usage de son texte de jeu", "retrouve son texte de jeu"),
    "imprisoned": ("est désormais en prison", "n'est plus en prison"),
    "flipped": ("est désormais sur son autre face", "est de nouveau sur sa première face"),
    "upside down": ("est désormais à l'envers", "est de nouveau à l'endroit"),
}
_BARRED = {"scomp link": "liens Scomp"}
WAYS = {
    "landspeed": "à la vitesse terrestre",
    "docking bay": "par les baies d'arrimage",
    "hyperspeed": "par hypervitesse",
    "sector": "entre secteurs",
    "landing": "par atterrissage",
    "taking off": "par décollage",
    "shuttle": "par navette",
    "location text": "par le texte de la localisation",
    "docked": "entre vaisseaux amarrés",
    "craft site": "entre l'engin et son site",
}
_MASCULINE = frozenset({"deploy", "armor", "parsec"})  # of the measures


def _which_number(name: str) -> str:
    """« quelle est la puissance », « quel est le coût de déploiement »."""
    if name == "number of Force icons":
        return "quel est le nombre d'icônes de Force"
    noun = MEASURES.get(name, f"valeur « {name} »")
    if name in _MASCULINE:
        return f"quel est le {noun}"
    return f"quelle est l'{noun}" if noun[0] in "aeéhiou" else f"quelle est la {noun}"


_LACKS = {"card": "quelle carte", "location": "quelle localisation"}
DRAWN = {
    "race destiny": "une destinée de course",
    "battle destiny": "une destinée de bataille",
    "attack destiny": "une destinée d'attaque",
}


TIMES = {2: "deux", 3: "trois", 4: "quatre", 5: "cinq", 6: "six"}


def points(number: int) -> str:
    return f"{number} point de Force" if number < 2 else f"{number} points de Force"


def number_of_cards(number: int) -> str:
    return "une carte" if number == 1 else f"{number} cartes"


def heading(attempt: Mapping[str, Any]) -> str:
    return heading_in("fr", attempt)


def answer(value: Mapping[str, Any]) -> str:
    found = value["value"]
    match QUESTIONS[value["question"]].form:
        case "type":
            return f"{first(TYPES.get(found, found))}."
        case "moment" | "future":
            if found[0] not in SIDES:
                return "Personne."
            return f"{first(Word(SIDES[found[0]]).au)} : {WINDOWS[found[1]]}."
        case "sides":
            return f"{first(listed([SIDES[s] for s in found]))}." if found else "Personne."
        case "duties" | "cards" | "phase" | "segment" | "place" as form:
            return answered("fr", form, found)
        case "states":
            return f"{first(listed([state(s) for s in found]))}." if found else "Rien à signaler."
    if isinstance(found, bool):
        return "Oui." if found else "Non."
    return "Aucune : cette valeur n'existe pas." if found is None else f"{found}."


def next_line(value: Mapping[str, Any]) -> str:
    return f"{SIDES[value['player']]}, {WINDOWS[value['window']]}"


def rests_on(steps: Sequence[int]) -> str:
    """D'une preuve : sur quelles autres tentatives elle repose."""
    named = listed(runs(steps))
    if len(steps) > 1:
        return f"Les tentatives {named} y concourent aussi."
    return f"La tentative {named} y concourt aussi."


def on_stack(value: Mapping[str, Any]) -> str:
    name = action(value)
    if value["segment"]:
        return f"{name} ({SEGMENTS[value['segment']]})"
    return f"{name} ({STEPS[value['step']]})"


def tell(event: Mapping[str, Any]) -> str | None:
    who = first(SIDES.get(event.get("player") or "", ""))
    match event["event"]:
        case "force used":
            return (
                f"{who} utilise {points(event['number'])}, de la pile de Force à la pile utilisée."
            )
        case "force activated":
            return f"{who} active 1 point de Force."
        case "force used in all":
            return f"{who} utilise {points(event['number'])}."
        case "force activated in all":
            return f"{who} active {points(event['number'])}."
        case "force lost in all":
            return f"{who} perd {points(event['number'])}."
        case "force lost":
            card = event["card"] or "une carte"
            return f"{who} perd 1 point de Force : {card}, {_from(event['pile'])}."
        case "destiny drawn":
            if event["purpose"] == "instead":
                return f"{who} emploie {event['value']} comme destinée au lieu de tirer."
            if event["value"] is None:
                return f"{who} tire une destinée, mais le deck de réserve est vide : le tirage échoue, il n'y a pas de nombre."
            card = f" ({event['card']})" if event["card"] else ""
            what = " pour la férocité" if event["purpose"] == "ferocity" else ""
            return f"{who} tire une destinée{what} : {event['value']}{card}. La carte va dans la pile utilisée."
        case "card placed":
            return _placed(event)
        case "result began":
            return f"{first(action(event['action']))} a son résultat."
        case "cancelled":
            return f"{first(action(event['by']))} annule {action(event['action']).seule}."
        case "failed":
            name = first(action(event["action"]))
            if event["value"] is None:
                return f"{name} échoue : aucun nombre n'a été tiré."
            if event["than"] == "even":
                return f"{name} échoue : {event['value']} n'est pas un nombre pair."
            ways = {"less than": "inférieur", "more than": "supérieur"}
            than = ways.get(event["than"], "supérieur ou égal")
            return f"{name} échoue : {event['value']} n'est pas {than} à {event['needed']}."
        case "about to be lost":
            return f"La carte {event['card']} est sur le point d'être perdue."
        case "no longer just":
            return "Ce qui venait de se produire n'est plus « just »."
        case "segment began":
            if event["segment"] == "end":
                return "La bataille touche à sa fin."
            return f"Le {SEGMENTS[event['segment']]} commence."
        case "battle ended":
            return "La bataille est terminée."
        case "attack decided":
            totals = [_fought_with(side) for side in event["sums"]]
            fallen = listed(event["defeated"])
            end = f"Est vaincu : {fallen}." if fallen else "Nul n'est vaincu."
            if len(event["defeated"]) > 1:
                end = f"Sont vaincus : {fallen}."
            return f"L'attaque : {totals[0]}. En face : {totals[1]}. {end}"
        case "attack by itself":
            if event["due"]:
                return f"{event['creature']} doit encore attaquer pendant cette phase : son attaque contre {event['other']} commence d'elle-même."
            return f"{event['creature']} et {event['other']} se rencontrent et se battent d'elles-mêmes."
        case "attack ended":
            return "L'attaque est terminée."
        case "phase began":
            return f"La {PHASES[event['phase']]} commence."
        case "turn began":
            return (
                f"Le tour {Word(SIDES[event['player']]).du} commence, avec la phase d'activation."
            )
        case "recirculated":
            return f"{who} remet sa pile utilisée en circulation, sous son deck de réserve."
        case "location laid":
            if event["over"]:
                return f"{event['card']} est posée sur l'autre version de cette localisation."
            return f"{event['card']} prend sa place dans la rangée."
        case "aimed":
            return f"{event['card']} prend pour cible {event['target']}."
        case "shuffled":
            return f"{first(ZONES[event['pile']])} {Word(SIDES[event['player']]).du} est mélangé{'' if event['pile'] == 'reserve' else 'e'}."
        case "looked":
            whose = "" if event["side"] == event["player"] else f" {Word(SIDES[event['side']]).du}"
            return f"{who} regarde {ZONES[event['pile']]}{whose}."
        case "search failed":
            return f"{who} cherche en vain ; l'adversaire peut le vérifier."
        case "pile moved":
            return f"{first(ZONES[event['pile']])} {Word(SIDES[event['player']]).du} est posée sur {ZONES[event['onto']]}."
        case "turned":
            return f"L'objectif se retourne : {event['card']}."
        case "appointed":
            return f"Une action automatique {Word(event['card']).de} est prévue pour la fin du prochain tour {Word(SIDES[event['player']]).du}."
        case "made unique":
            return f"La carte {event['card']} est désormais unique."
        case "barred":
            what = _BARRED.get(event["what"], event["what"])
            return f"Les {what} à {event['location']} sont inutilisables jusqu'à la fin du tour."
        case "scheduled":
            return f"Effet programmé par {event['card']} : les dommages de bataille du perdant seront multipliés par {event['multiply']}."
        case "modifier applied":
            return f"D'elle-même, la carte {event['card']} porte les dommages de bataille de {event['value']} à {event['into']}."
        case "crossed":
            side_ = Word(SIDES[event["player"]])
            return f"{event['card']} se trouve désormais {side_.du} de la localisation."
        case "taken":
            return f"{who} prend le contrôle {Word(event['card']).de}."
        case "declined":
            return f"{who} refuse {event['card']}."
        case "spared":
            return f"{event['card']} échappe à cette perte."
        case "freed":
            return f"{event['card']} retrouve sa liberté."
        case "captured":
            return f"{event['card']} tombe aux mains du côté obscur."
        case "marked":
            return f"{event['card']} {_MARKED[event['mark']][not event['on']]}."
        case "number changed":
            return _changed(event)
        case "meanwhile":
            return f"Ce que dit {event['card']} vaut {UNTIL[event['until']]}."
        case "changes lapsed":
            until = {"end of battle": "de la bataille", "end of turn": "du tour"}
            return f"Ce qui devait durer jusqu'à la fin {until.get(event['until'], '')} cesse."
        case "destiny modified":
            return f"La destinée de {event['value']} {Word(SIDES[event['player']]).du} devient {event['into']}."
        case "destiny cancelled":
            return f"La destinée de bataille de {event['value']} {Word(SIDES[event['player']]).du} est annulée."
        case "totals":
            line = (
                f"Puissance totale : côté lumineux {event['light']}, côté obscur {event['dark']}."
            )
            attrition = "".join(
                f" Attrition contre {SIDES[side]} : {event['attrition'][side]}."
                for side in SIDES
                if event["attrition"][side] is not None
            )
            if event["winner"] is None:
                return f"{line} Personne ne gagne la bataille.{attrition}"
            loser = "dark" if event["winner"] == "light" else "light"
            return (
                f"{line} {first(SIDES[event['winner']])} gagne ; les dommages de bataille "
                f"{Word(SIDES[loser]).du} sont de {event['damage']}.{attrition}"
            )
        case "declared":
            return str(event["says"]["fr"])
        case "game lost":
            return f"{who} n'a plus de Force vitale et perd la partie."
        case "initiated":
            if event["automatic"]:
                source = Word(action(event["action"]).seule)
                return f"L'action automatique {source.de} survient d'elle-même."
            player = Word(SIDES[event["action"]["player"]])
            return (
                f"{first(action(event['action']))}, pour {player}, est une action à part entière."
            )
    return None


UNTIL = {
    "end of battle": "pour le reste de la bataille",
    "end of turn": "jusqu'à la fin du tour",
    "end of game": "pour le reste de la partie",
    "it leaves table": "tant que la carte est sur la table",
}
NUMBERS = {
    **MEASURES,
    "total power": "puissance totale",
    "battle destinies": "nombre de destinées de bataille",
    "attrition": "attrition",
    "immune to attrition": "immunité à l'attrition",
}


def _changed(event: Mapping[str, Any]) -> str:
    whose = Word(event["card"] or SIDES.get(event["side"] or "", "le joueur"))
    name = first(NUMBERS.get(event["number"], event["number"]))
    amount, until = event["amount"], UNTIL.get(event["until"], event["until"])
    if amount is None:
        return f"{name} {whose.de} : perdue {until}."
    if event["sets"]:
        return f"{name} {whose.de} : {amount} {until}."
    return f"{name} {whose.de} : {amount:+d} {until}."


def _from(zone: str) -> str:
    return {"hand": "de sa main"}.get(
        zone,
        f"prise dans {ZONES[zone].replace('le deck', 'son deck').replace('la pile', 'sa pile')}",
    )


def first(text: str) -> str:
    return text[:1].upper() + text[1:]


def _placed(event: Mapping[str, Any]) -> str:
    card = event["card"] or "La carte"
    owner = Word(SIDES[event["owner"]]) if event["owner"] else Word("")
    pile, at, why = event["pile"], event["at"], event["why"]
    if pile == "stacked":
        return f"{card} s'empile sur {at}."
    if pile == "table":
        if why == "deployed":
            where = {"at": "à"}.get(event["how"], "sur")
            if event["how"] == "aboard":
                return f"{card} se déploie à bord {Word(at).de}."
            return (
                f"{card} se déploie {where} {at}."
                if at
                else f"{card} est sur la table, {owner.du}."
            )
        if why == "relocated":
            return f"{card} arrive à {at} par relocalisation."
        if why == "took over":
            return f"{card} est désormais aux commandes {Word(at).de}."
        if why == "took its place" and event["how"] == "aboard":
            return f"{card} prend la place de l'autre version, à bord {Word(at).de}."
        if why == "embarked" or event["how"] == "aboard":
            return f"{card} monte à bord {Word(at).de}."
        verb = {
            "moved": "se rend à",
            "disembarked": "débarque à",
            "put face down": "repose face cachée à",
            "came out": "sort et se trouve à",
            "seized": "est désormais aux mains de",
            "released": "reste en liberté à",
            "imprisoned": "est désormais en prison à",
            "left behind": "reste à",
            "stolen": "change de mains et se trouve sur",
            "handed on": "passe à",
            "took its place": "prend la place de l'autre version, à",
            "went over": "passe à",
        }
        return f"{card} {verb.get(why, 'va à')} {at}."
    if why == "replaced":
        return f"{card}, par suite du remplacement, va dans {ZONES[pile]} {owner.du}."
    if pile == "out of play":
        return f"{card} passe hors jeu."
    if why == "unpaid":
        return f"Le prix n'est pas payé : {card} va dans {ZONES[pile]} {owner.du}."
    if why == "cancelled":
        return f"{card}, annulée, va dans {ZONES[pile]} {owner.du}."
    if why in ("drawn", "taken"):
        return f"{first(owner)} prend {event['card'] or _cards(event)} en main."
    if why == "inserted":
        return f"{card} est insérée dans le deck de réserve {Word(SIDES[event['of']]).du}."
    if why == "retrieved":
        return f"{first(owner)} récupère {event['card'] or _cards(event)} dans sa pile utilisée."
    if why == "forfeited":
        return f"{card}, carte sacrifiée, va dans {ZONES[pile]} {owner.du}."
    return f"{card} va dans {ZONES[pile]} {owner.du}."


def _cards(event: Mapping[str, Any]) -> str:
    """Des cartes que personne n'a vues."""
    number = event.get("number", 1)
    return "une carte" if number == 1 else f"{number} cartes"


def outcome(value: Mapping[str, Any]) -> str:
    step = value["step"]
    match value["what"]:
        case "had its result":
            return f"L'action a son résultat à l'étape {step}."
        case "cancelled":
            return f"L'action est annulée à l'étape {step} par {action(value['by'])} ; ce qui a été payé reste payé."
        case "failed":
            return f"L'action a son résultat à l'étape {step}, mais échoue."
        case "pending":
            return "L'action est encore sur la pile à la fin."
        case "too soon":
            return "L'action est réputée n'avoir jamais été initiée : rien n'est payé, et elle pourra l'être quand son tour viendra."
        case "unpaid":
            return "Son prix n'a pas été payé : rien d'autre ne s'ensuit."
        case "backed up":
            back = " et ce qui a été payé est rendu" if value["paid"] else ""
            return (
                f"À l'étape {step}, l'action est reprise : elle n'a jamais été initiée, "
                f"sa carte revient{back}."
            )
    return ""


def to_ask(unknown: Mapping[str, Any]) -> tuple[str, str]:
    facts = unknown["facts"]
    who = Word(SIDES.get(facts.get("player") or "", "le joueur"))
    match unknown["question"]:
        case "destiny":
            return "Cela dépend de la destinée tirée.", f"quelle destinée {who} a-t-il tirée ?"
        case "destiny-conflict":
            return (
                f"Le fichier donne une destinée de {facts['stated']}, mais la carte du dessus du deck de réserve vaut {facts['number']}.",
                "quelle carte a été tirée ?",
            )
        case "phase":
            return "Cela dépend de la phase.", "dans quelle phase est-on ?"
        case "turn":
            return "Cela dépend du tour.", "de qui est-ce le tour ?"
        case "force-icons":
            return (
                f"Cela dépend des icônes de Force {who.du} à {facts['location']}.",
                f"combien d'icônes de Force {who} a-t-il à {facts['location']} ?",
            )
        case "number-of-card" if facts["number"] == "when piloting":
            return (
                f"Cela dépend de ce que {facts['card']} ajoute comme pilote, que personne n'a dit.",
                f"combien {facts['card']} ajoute-t-il à la puissance de ce qu'il pilote ?",
            )
        case "number-of-card":
            card = Word(facts["card"])
            return (
                f"Cela dépend d'un nombre {card.de} que personne n'a donné.",
                f"{_which_number(facts['number'])} {card.de} ?",
            )
        case "which-target":
            return (
                f"{facts['card']} demande une cible, et plusieurs sont possibles.",
                f"laquelle vise-t-on, {listed(facts['cards'], 'ou')} ?",
            )
        case "deploy-where":
            return "Cela dépend du lieu du déploiement.", f"où {who} déploie-t-il {facts['card']} ?"
        case "transfer-to-whom":
            return (
                f"Cela dépend de la carte qui reçoit {facts['card']}.",
                f"à quelle carte {who} transfère-t-il {facts['card']} ?",
            )
        case "captive-of-the-relocated":
            return (
                f"Les mouvements où un captif suit son escorte sont énumérés, et la relocalisation par une carte n'en fait pas partie : rien ne dit ce que devient {facts['captive']} quand {facts['card']} est relocalisé.",
                f"{facts['captive']} suit-il son escorte, ou reste-t-il sur place, libre ? (`choosing: first` ou `choosing: second`)",
            )
        case "replacement-unclear":
            return (
                f"Nos sources ne disent pas si {facts['card']} peut prendre la place {Word(facts['other']).de} dans cette situation.",
                f"peut-on maintenant remplacer {facts['other']}, selon votre usage ?",
            )
        case "transfer-cost":
            return (
                f"Cela dépend de ce que coûte {facts['card']} sur ce porteur.",
                f"combien coûterait le déploiement {Word(facts['card']).de} sur lui ?",
            )
        case "move-where":
            return "Cela dépend de la destination.", f"où {who} déplace-t-il {facts['card']} ?"
        case "transit-cost":
            place = Word(facts["location"])
            return (
                f"Cela dépend de ce que coûte le transit à {place}.",
                f"que dit du transit le texte {place.de} du côté de ce joueur ?",
            )
        case "aboard-what":
            return "Cela dépend de l'engin.", f"à bord de quoi monte {facts['card']} ?"
        case "capacity":
            card = Word(facts["card"])
            return f"Cela dépend de la capacité {card.de}.", f"quelles places a {card} ?"
        case "who-may-bear-it":
            return (
                f"Cela dépend de qui peut se servir {Word(facts['card']).de} : personne ne l'a dit.",
                f"sur qui se déploie {facts['card']} selon son texte, et cela vaut-il pour {facts['bearer']} ?",
            )
        case "deploy-on-what":
            return (
                f"Cela dépend de la carte qui reçoit {facts['card']}.",
                f"sur quelle carte {who} déploie-t-il {facts['card']} ?",
            )
        case "interior-or-exterior":
            place = facts["location"]
            return (
                f"Cela dépend : {place} est-il un site extérieur ?",
                f"{place} porte-t-il l'icône d'extérieur ?",
            )
        case "layout":
            return (
                f"La disposition des sites autour {Word(facts['card']).de} figure sur un schéma dont nous ne disposons pas.",
                f"où {facts['card']} a-t-il sa place ?",
            )
        case "from-where":
            return (
                f"Cela dépend de l'endroit où se trouvait {facts['card']}.",
                f"à quelle localisation se trouvait {facts['card']} ?",
            )
        case "aim":
            return (
                f"Cela dépend de la carte que vise {facts['card']}.",
                f"quelle carte {facts['card']} vise-t-elle ?",
            )
        case "whose-location":
            place = Word(facts["location"])
            return (
                f"Cela dépend de la version {place.de} qui se trouve sur la table.",
                f"qui a déployé {place} ?",
            )
        case "craft-site-cost":
            return (
                "Ce que coûte le passage entre un engin et ses sites n'est pas fixé ici.",
                "combien coûte ce mouvement ?",
            )
        case "too-much-work":
            over = f", sur le texte {Word(facts['card']).de}" if facts["card"] else ""
            return (
                f"L'établir demande plus de travail qu'il n'en est accordé à un fichier{over} ; ce qui a été trouvé en chemin ne compte pas.",
                "quelles tentatives et quels textes peut-on laisser de côté ?",
            )
        case "card-text":
            return (
                f"Le texte {Word(facts['card']).de} n'est pas appliqué ici.",
                "que fait ce texte ici ? (à indiquer dans le fichier)",
            )
        case "unread-price":
            text = Word(listed(facts["cards"])).de
            return (
                f"Le texte {text} parle de prix, et cette partie n'est pas appliquée ici.",
                f"combien coûte {facts['card']} à cet endroit ?",
            )
        case "takes-or-declines":
            return (
                f"Sa couverture brisée, {facts['card']} passe {who.au}, qui peut refuser.",
                f"{who} accepte-t-il ou refuse-t-il ? (« choosing: take » ou « choosing: decline »)",
            )
        case "outcome-of-capture":
            return (
                f"Le côté obscur choisit le sort {Word(facts['card']).de}.",
                "qui se saisit du captif, ou est-ce « prison » ou « escape » ? (« choosing: … »)",
            )
        case "which-operative" | "which-version":
            return (
                f"{first(who)} doit choisir laquelle de ces cartes est perdue : {listed(facts['cards'])}.",
                f"laquelle choisit-on, {listed(facts['cards'], 'ou')} ? (« choosing: … »)",
            )
        case "which-missing":
            return (
                "L'un des personnages portés disparus, désigné au hasard, est retrouvé.",
                f"lequel : {listed(facts['cards'], 'ou')} ? (« choosing: … »)",
            )
        case "which-way":
            return (
                f"La carte {facts['card']} laisse le choix entre deux issues.",
                f"laquelle {who} choisit-il ? (écrire `choosing: first` ou `choosing: second`)",
            )
        case "hand-size":
            return (
                f"Tout dépend des cartes que {who} a en main.",
                f"combien de cartes {who} a-t-il en main ?",
            )
        case "which-x":
            return f"La carte {facts['card']} laisse le choix de X.", f"quel X {who} choisit-il ?"
        case "which-card":
            return (
                f"Tout dépend d'une carte prise dans {ZONES[facts['pile']]}.",
                "quelle est cette carte ? (à écrire sous `taking:`)",
            )
        case "top-card":
            return (
                f"Nul ne connaît l'ordre des cartes dans {ZONES[facts['pile']]} depuis le mélange.",
                "quelle carte est venue ? (à écrire sous `taking:`)",
            )
        case "pile-size":
            return (
                "Tout dépend du nombre de cartes restantes.",
                f"de combien de cartes sont les piles {Word(who).du} ?",
            )
        case "power-where":
            return (
                f"{facts['card']} compte la puissance à une localisation, et aucune n'est nommée.",
                "à quelle localisation ?",
            )
        case "ferocity-destiny":
            return (
                f"Une destinée entre dans la férocité {Word(facts['card']).de} ; on la tire lors d'une attaque.",
                f"quelle destinée a-t-on tirée pour {facts['card']} ?",
            )
        case "which-creature":
            return (
                "Plusieurs créatures qui pourraient attaquer sont là.",
                f"laquelle attaque, {listed(facts['cards'], 'ou')} ?",
            )
        case "which-creatures":
            return (
                f"{listed(facts['cards'])} sont ensemble ; le hasard désigne les deux qui se battent d'abord.",
                "lesquelles ? (`choosing: […]`)",
            )
        case "which-prey":
            return (
                f"{facts['card']} doit encore attaquer ; son joueur choisit à qui est la proie, le hasard laquelle.",
                f"laquelle est-ce, {listed(facts['cards'], 'ou')} ? (« choosing: … »)",
            )
        case "excluded-pilot":
            return (
                f"{facts['card']} est une carte exclue, aux commandes {Word(facts['craft']).de}, qui ne l'est pas, et nos sources ne disent pas si un pilote exclu pilote encore.",
                f"chez vous, une carte exclue comme {facts['card']} pilote-t-elle encore {facts['craft']} ?",
            )
        case "own-creature":
            return (
                f"{facts['card']} est au joueur lui-même, et nos sources ne disent pas si l'on peut attaquer sa propre créature.",
                f"chez vous, {facts['card']} peut-elle être attaquée par son propre joueur ?",
            )
        case "question-lacks":
            return (
                "La question ne dit pas sur quoi elle porte.",
                f"{_LACKS.get(facts['what'], 'quoi')} ?",
            )
    return "Un fait manque.", "que s'est-il passé exactement ?"


def _needed(number: int) -> str:
    return f"les {points(number)} nécessaires" if number > 1 else "le point de Force nécessaire"


def assumed(value: Mapping[str, Any]) -> str:
    facts = value["facts"]
    who = Word(SIDES.get(facts.get("player") or "", "le joueur"))
    match value["what"]:
        case "usual-name":
            return say("fr", "names", "usual name", facts) or ""
        case "both-passed":
            return passes_taken("fr", facts)
        case "in-hand":
            return f"La main {who.du} n'est pas précisée ; la carte {facts['card']} est censée s'y être trouvée."
        case "controlled-by":
            return f"{facts['card']} est une carte de l'autre côté ; d'après ce qui est écrit, {who} la contrôle."
        case "completed":
            return f"« {facts['name']} » est compris comme {facts['card']}, seule carte connue dont le titre commence ainsi."
        case "first-to-act":
            return f"Le fichier ne dit pas à qui c'était d'agir au début ; on tient que c'était {who.au}."
        case "enough-force":
            return f"La pile de Force {who.du} n'est pas précisée ; elle est censée contenir {_needed(facts['number'])}."
        case "loss-source":
            pile = Word(ZONES[facts["pile"]])
            return f"Le fichier ne dit pas d'où {who} tire la Force perdue ; elle vient {pile.de}."
        case "freed-escapes":
            return f"{first(who)} pourrait garder {facts['card']} sur le site ; rien ne le dit, et {facts['card']} s'échappe."
        case "chance-chose":
            return f"Parmi {listed(facts['cards'])}, le hasard est censé avoir désigné {facts['card']}."
        case "automatic-order":
            return f"{listed(facts['cards'])} surviennent en même temps. Le joueur dont c'est le tour peut choisir un autre ordre."
    return ""


def ground(value: str) -> str:
    return "rien ne le permet" if value == "nothing permits it" else "une règle l'interdit"


def attempt(number: int) -> str:
    """Un essai par son numéro, là où deux se disent de la même façon."""
    return f"essai {number}"


def verdict_of(numbers: list[str], verdict: str) -> str:
    """De plusieurs essais, ceux qui ont le même verdict."""
    if len(numbers) == 1:
        return f"essai {numbers[0]} {VERDICTS[verdict]}"
    return f"essais {listed(numbers)} {_SEVERAL[verdict]}"


_SEVERAL = {
    "legal": "légaux",
    "illegal": "illégaux",
    "undetermined": "indéterminés",
    "backed up": "repris",
}


BOTH = Word("les deux joueurs")
OFTEN = {2: "deux fois", 3: "trois fois"}


def force(number: int) -> str:
    """Une quantité de Force."""
    return points(number)


def backed_up_headline(attempt: Mapping[str, Any], taken_back: list[str], sentence: str) -> str:
    if not taken_back:
        return (
            f"{first(SIDES[attempt['player']])} a raison : on revient en arrière, et "
            f"{attempt['what']} passe d'abord. {sentence}"
        )
    back = listed(taken_back)
    verb = "revient" if len(taken_back) == 1 else "reviennent"
    return (
        f"{first(SIDES[attempt['player']])} a raison : {back} {verb} comme si rien n'avait été annoncé, et "
        f"{attempt['what']} passe d'abord. {sentence}"
    )


# -- dessin -----------------------------------------------------------------------

PLACES = {"site": "site", "sector": "secteur", "system": "système"}
ACTS = {
    "forbids": "interdit",
    "permits": "permet",
    "decides": "tranche",
    "adjusts": "change un nombre",
    "brings": "entraîne une suite",
}
ICONS = {
    "pilot": "pilote",
    "warrior": "guerrier",
    "planet": "planète",
    "interior": "intérieur",
    "exterior": "extérieur",
    "scomp link": "lien Scomp",
    "nav computer": "ordinateur de navigation",
    "underground": "souterrain",
    "selective creature": "créature sélective",
    "independent": "indépendant",
    "space": "espace",
    "starship site": "site de vaisseau",
    "vehicle site": "site de véhicule",
    "presence": "présence",
    "Episode I": "épisode I",
    "pilots": "pilotes",
    "passengers": "passagers",
}
WITHIN = {"light": "côté lumineux", "dark": "côté obscur"}
LYING = {"aboard": "à bord", "on": "dessus", "escorted": "captif", "stacked": "empilée"}
PILE_NAMES = {
    "hand": "Main",
    "reserve": "Deck de réserve",
    "force": "Pile de Force",
    "used": "Pile utilisée",
    "lost": "Pile perdue",
    "out of play": "Hors jeu",
}
LABELS |= {
    "changed": "changé",
    "beneath": "sous l'autre version",
    "locations": "Localisations dans leur rangée",
    "start": "La table au début",
    "after": "La table après cette étape",
    "overview": "Toutes les étapes et leurs verdicts",
    "stepper": "Parcourir les étapes",
    "step_of": "Étape {n} sur {of}",
    "all_shown": "{of} étapes",
    "stack_order": "La pile d'actions, de bas en haut",
    "sealed": "scellé",
    "without": "Jugé comme si ceci n'existait pas",
}


def pile_of(side_: str, zone: str) -> str:
    """« Main du côté obscur »."""
    return (
        f"{PILE_NAMES[zone]} {side(side_).du}"
        if zone != "out of play"
        else (f"Cartes {side(side_).du} hors jeu")
    )


def own_side(value: str) -> str:
    """Where a player's cards lie that are at no location."""
    return f"{first(WITHIN[value])} de la table"


def moment(turn: str | None, phase: str | None) -> str:
    """À qui est le tour et dans quelle phase, pour autant qu'on le sache."""
    told = [f"Tour {side(turn).du}"] if turn else []
    return ", ".join([*told, PHASES[phase]] if phase else told)


def icons(numbers: Mapping[str, int]) -> str:
    listed_ = ", ".join(f"{WITHIN[s]} {number}" for s, number in numbers.items())
    return typography(f"Icônes de Force : {listed_}")


def whose_card(value: str) -> str:
    """D'une carte qui se trouve du côté de l'adversaire."""
    return f"carte {side(value).du}"


# -- a battle on one sheet -----------------------------------------------------------


def battle_title(place: str) -> str:
    return f"La bataille à {place}"


def _who_fights(side: Mapping[str, Any]) -> str:
    return listed([f["card"] for f in side["fighters"]])


def _added(parts: list[tuple[int, str]], total: int) -> str:
    """The parts of a sum, each with its name, and the sum: 3 (Luke) + 4 (Han) = 7."""
    named = [f"{'-' if amount < 0 else '+'} {abs(amount)} ({name})" for amount, name in parts]
    return f"{' '.join(named).removeprefix('+ ')} = {total}" if named else str(total)


def _power(side: Mapping[str, Any]) -> str:
    counted = [t for t in side["terms"] if not t["void"] and t["amount"] is not None]
    parts = [(t["amount"], t["of"] or "destinée de bataille") for t in counted]
    return "" if side["total"] is None else _added(parts, side["total"])


def _fought_with(side: Mapping[str, Any]) -> str:
    """One side of an attack: ferocity, power, defense value, destiny, and what they come to."""
    parts = [
        (
            t["amount"],
            f"{MEASURES[t['as']]} {Word(t['of']).de}" if t["of"] else "destinée d'attaque",
        )
        for t in side["terms"]
        if not t["void"] and t["amount"] is not None
    ]
    added = _added(parts, side["total"])
    return added.partition(" = ")[0] if len(parts) == 1 else added


def _ability(side: Mapping[str, Any]) -> str:
    parts = [(f["ability"], f["card"]) for f in side["fighters"] if f["ability"]]
    return _added(parts, sum(amount for amount, _ in parts)) if side["fighters"] else ""


def _destinies(side: Mapping[str, Any]) -> str:
    drawn = []
    for destiny in side["destinies"]:
        if destiny["value"] is None:
            drawn.append("échec")
        else:
            drawn.append(f"{destiny['value']}{' (annulée)' if destiny['cancelled'] else ''}")
    return ", ".join(drawn)


def _given(side: Mapping[str, Any]) -> str:
    given = [
        f"{f['card']} ({f['value']}{', carte touchée' if f['hit'] else ''})"
        for f in side["forfeited"]
    ]
    if side["force lost"]:
        given.append(points(side["force lost"]))
    return ", ".join(given)


BATTLE: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "se bat": _who_fights,
    "habileté pour la destinée de bataille": _ability,
    "destinées de bataille": _destinies,
    "puissance totale": _power,
    "attrition subie": lambda side: "" if side["attrition"] is None else str(side["attrition"]),
    "dommages de bataille": lambda side: str(side["damage"]) if side["damage"] else "",
    "donné en échange": _given,
}
