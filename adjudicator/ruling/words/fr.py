"""French names, with the articles and elisions a sentence needs.

A sentence says `{{ player }}` (le côté lumineux), `{{ player.du }}`, `{{ player.au }}`,
`{{ card }}`, `{{ card.de }}` (de Sense, d'Alter), `{{ card.que }}`, `{{ pile.dans }}`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from adjudicator.state.attempts import MEASURED

SIDES = {"light": "le côté lumineux", "dark": "le côté obscur"}
PHASES = {
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
    "use": "l'emploi du texte d'une carte",
    "battle": "une bataille",
    "drain": "un drain de Force",
    "move": "un mouvement",
    "react": "une réaction",
    "activate": "une activation de Force",
    "lose Force": "une perte de Force",
    "draw": "un tirage de destinée",
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
    def dans(self) -> str:
        """« dans la pile utilisée », but « hors jeu » and « sur la table »."""
        if self.startswith(("hors ", "sur ", "empilée ")):
            return str(self)
        return f"dans {self}"


_MUTE = re.compile(r"^[aeiouyàâäéèêëîïôöùûüœæ]", re.IGNORECASE)
_CONSONANT_NAMES = frozenset({"U-3PO"})  # said with a consonant: "de U-3PO"


def elided(word: str, following: str) -> str:
    """de/que before a vowel; the h and y of foreign names are not mute."""
    first = following.split()[0] if following.split() else ""
    vowel = _MUTE.match(following) and not following.lower().startswith("y")
    if vowel and first not in _CONSONANT_NAMES:
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


def action(value: Mapping[str, Any]) -> Word:
    if value["card"]:
        word = {"move": "le mouvement", "react": "la réaction"}.get(value["kind"])
        title = Word(value["card"])
        return Word(f"{word} {title.de}") if word else title
    place = f" à {value['place']}" if value["place"] else ""
    name = {
        "battle": "la bataille",
        "drain": "le drain de Force",
        "activate": "l'activation d'un point de Force",
        "lose Force": "la perte d'un point de Force",
        "draw": "le tirage de destinée",
    }.get(value["kind"], "l'action")
    return Word(f"{name}{place}")


def text(value: Mapping[str, str]) -> Word:
    return Word(value.get("fr", ""))


MEASURES = {
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


def measure(value: str) -> Word:
    return word(MEASURES.get(value, value))


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
        case "action":
            return Word("elle répond à une action, et il n'y en a pas")
        case "already-given-up":
            return Word("il y a déjà été renoncé pendant ce tour")
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
}


def _described(what: str) -> str:
    return ", ".join(TYPES.get(word, word) for word in what.split(", "))


def _condition(of: Mapping[str, Any]) -> str:
    match of["verb"]:
        case "in battle together":
            return f"{listed(of['what'])} doivent prendre part ensemble à la bataille"
        case "there is":
            return f"il faut sur la table : {_described(of['what'])}"
        case "there is no":
            return f"il ne faut pas sur la table : {_described(of['what'])}"
        case "opponent has at least":
            return f"il faut à l'adversaire au moins {of['count']} de ces cartes au même endroit : {_described(of['what'])}"
    return "sa condition doit être remplie"


def quoted(text: str) -> str:
    return f"« {text} »"


def typography(sentence: str) -> str:
    """No-break spaces where French sets them, and the typographic apostrophe."""
    sentence = re.sub(r" ([:»])", "\N{NO-BREAK SPACE}\\1", sentence)
    sentence = re.sub(r" ([;!?])", "\N{NARROW NO-BREAK SPACE}\\1", sentence)
    return re.sub(r"« ", "«\N{NO-BREAK SPACE}", sentence)


# -- documents --------------------------------------------------------------------

VERDICTS = {
    "legal": "légal",
    "illegal": "illégal",
    "backed up": "marche arrière",
    "undetermined": "indéterminé",
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
    "needs": "Il faudrait",
    "cited": "Entrées citées",
    "outside": "absente des extraits",
    "final": "La table à la fin",
    "assumed": "Tenu pour acquis",
    "not_considered": "Non pris en compte",
    "as_stated": "tel que le scénario l'énonce",
    "others_there": "leurs textes, qui ne sont pas modélisés ; ces cartes sont là",
    "held": "Vérifié et trouvé en règle",
    "other_text": "Son autre texte",
    "disputed": "contesté",
    "followed": "Suivi ici",
    "otherwise": "Selon l'autre lecture",
    "ask": "À demander",
    "table": "Table",
    "piles": "Piles",
    "unstated": "non précisé",
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
}
VERBS = {
    "plays": "joue",
    "deploys": "déploie",
    "uses": "utilise",
    "moves": "déplace",
    "drains": "draine à",
    "battles": "initie une bataille à",
    "reacts with": "réagit avec",
    "loses": "perd",
    "draws": "tire",
    "backs up to play": "demande une marche arrière pour jouer",
    "backs up to deploy": "demande une marche arrière pour déployer",
    "backs up to use": "demande une marche arrière pour utiliser",
}
MARKS = {
    "undercover": "sous couverture",
    "captive": "captif",
    "missing": "porté disparu",
    "face down": "face cachée",
    "excluded": "exclu de la bataille",
    "hit": "touché",
}
_BARRED = {"scomp link": "liens Scomp"}
_NUMBERS = {
    "ability": "l'habileté",
    "power": "la puissance",
    "deploy": "le coût de déploiement",
    "forfeit": "la valeur de forfait",
    "destiny": "la destinée",
    "number of Force icons": "le nombre d'icônes de Force",
}
_LACKS = {"card": "quelle carte", "location": "quelle localisation"}
_DRAWN = {"race destiny": "une destinée de course", "battle destiny": "une destinée de bataille"}


def points(number: int) -> str:
    return f"{number} point de Force" if number < 2 else f"{number} points de Force"


def heading(attempt: Mapping[str, Any]) -> str:
    player = first(SIDES.get(attempt["player"] or "", ""))
    verb, what = attempt["verb"], attempt["what"]
    if verb == "ask":
        return question(attempt)
    if verb == "passes":
        times = attempt["amount"] or 1
        if attempt["player"] is None:
            return "Les deux joueurs passent" + (f", {times} fois" if times > 1 else "")
        return f"{player} passe"
    if verb == "goes on":
        return f"{player} poursuit sans attendre que l'autre passe"
    if verb == "activates":
        return f"{player} active {points(attempt['amount'] or 1)}"
    if what is None and attempt["amount"]:
        return f"{player} {VERBS.get(verb, verb)} {points(attempt['amount'])}"
    line = f"{player} {VERBS.get(verb, verb)} {_DRAWN.get(what, what)}"
    if attempt["targets"]:
        line += f" sur {listed(attempt['targets'])}"
    if attempt["to"]:
        line += f", vers {attempt['to']}"
    return line


def question(attempt: Mapping[str, Any]) -> str:
    card, at = attempt["what"], attempt["at"]
    by = SIDES.get(attempt["by"] or "", "le joueur")
    other = listed(attempt["with"])
    match attempt["question"]:
        case asked if card and asked in MEASURED:
            return f"{first(MEASURES[MEASURED[asked]])} de la carte {card} ?"
        case "is with":
            return f"La carte {card} est-elle avec {other} ?"
        case "is present with":
            return f"La carte {card} est-elle présente avec {other} ?"
        case "takes part":
            return f"La carte {card} prend-elle part à la bataille ?"
        case "who acts next":
            return "À qui d'agir ?"
        case "who controls":
            return f"Qui contrôle {at} ?"
        case "who occupies":
            return f"Qui occupe {at} ?"
        case "is present":
            return f"La carte {card} est-elle présente à {at} ?"
        case "is at":
            return f"La carte {card} est-elle à {at} ?"
        case "is on table":
            return f"La carte {card} est-elle sur la table ?"
        case "is in play":
            return f"La carte {card} est-elle en jeu ?"
        case "is just lost":
            return f"La carte {card} vient-elle d'être perdue ?"
        case "is unique":
            return f"La carte {card} est-elle unique à présent ?"
        case "battle cost":
            return f"Combien coûte une bataille à {at} ?"
        case "power":
            return f"Quelle est la puissance totale {Word(by).du} à {at} ?"
        case "drain":
            return f"De combien {by} drainerait-il à {at} ?"
        case "activation":
            return f"Combien de Force {by} peut-il activer ?"
    return "Quelle est la réponse ?"


def answer(value: Mapping[str, Any]) -> str:
    asked, found = value["question"], value["value"]
    match asked:
        case "who acts next":
            return f"{first(Word(SIDES[found[0]]).au)} : {WINDOWS[found[1]]}."
        case "who controls" | "who occupies":
            return f"{first(listed([SIDES[s] for s in found]))}." if found else "Personne."
    if isinstance(found, bool):
        return "Oui." if found else "Non."
    return "Aucune : cette valeur n'existe pas." if found is None else f"{found}."


def next_line(value: Mapping[str, Any]) -> str:
    return f"{SIDES[value['player']]}, {WINDOWS[value['window']]}"


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
        case "force lost":
            card = event["card"] or "une carte"
            return f"{who} perd 1 point de Force : {card}, {_from(event['pile'])}."
        case "destiny drawn":
            if event["value"] is None:
                return f"{who} tire une destinée, mais le deck de réserve est vide : le tirage échoue, il n'y a pas de nombre."
            card = f" ({event['card']})" if event["card"] else ""
            return f"{who} tire une destinée : {event['value']}{card}. La carte va dans la pile utilisée."
        case "card placed":
            return _placed(event)
        case "result began":
            return f"{first(action(event['action']))} a son résultat."
        case "cancelled":
            return f"{first(action(event['by']))} annule {action(event['action'])}."
        case "failed":
            name = first(action(event["action"]))
            if event["value"] is None:
                return f"{name} échoue : aucun nombre n'a été tiré."
            return f"{name} échoue : {event['value']} n'est pas inférieur à {event['needed']}."
        case "no longer just":
            return "Ce qui venait de se produire n'est plus « just »."
        case "segment began":
            return f"Le {SEGMENTS[event['segment']]} commence."
        case "battle ended":
            return "La bataille est terminée."
        case "phase began":
            return f"La {PHASES[event['phase']]} commence."
        case "turn began":
            return (
                f"Le tour {Word(SIDES[event['player']]).du} commence, avec la phase d'activation."
            )
        case "recirculated":
            return f"{who} remet sa pile utilisée en circulation, sous son deck de réserve."
        case "made unique":
            return f"La carte {event['card']} est désormais unique."
        case "barred":
            what = _BARRED.get(event["what"], event["what"])
            return f"Les {what} à {event['location']} sont inutilisables jusqu'à la fin du tour."
        case "scheduled":
            return f"Effet programmé par {event['card']} : les dommages de bataille du perdant seront multipliés par {event['multiply']}."
        case "modifier applied":
            return f"D'elle-même, la carte {event['card']} porte les dommages de bataille de {event['value']} à {event['into']}."
        case "marked":
            verb = "passe" if event["on"] else "n'est plus"
            mark = MARKS.get(event["mark"], event["mark"])
            if event["mark"] != "undercover" and event["on"]:
                verb = "est désormais"
            return f"{event['card']} {verb} {mark}."
        case "totals":
            line = (
                f"Puissance totale : côté lumineux {event['light']}, côté obscur {event['dark']}."
            )
            if event["winner"] is None:
                return f"{line} Personne ne gagne la bataille."
            loser = "dark" if event["winner"] == "light" else "light"
            return (
                f"{line} {first(SIDES[event['winner']])} gagne ; les dommages de bataille "
                f"{Word(SIDES[loser]).du} sont de {event['damage']}."
            )
        case "declared":
            return str(event["says"]["fr"])
        case "game lost":
            return f"{who} n'a plus de Force vitale et perd la partie."
        case "initiated":
            if event["automatic"]:
                return f"{first(action(event['action']))} : son action automatique survient d'elle-même."
            player = Word(SIDES[event["action"]["player"]])
            return (
                f"{first(action(event['action']))}, pour {player}, est une action à part entière."
            )
    return None


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
        return f"{card} est empilée sur {at}."
    if pile == "table":
        if why == "deployed":
            where = "à" if event["how"] == "at" else "sur"
            return (
                f"{card} est déployée {where} {at}."
                if at
                else f"{card} est sur la table, {owner.du}."
            )
        verb = {
            "relocated": "est relocalisé à",
            "moved": "se déplace à",
            "disembarked": "débarque à",
        }
        return f"{card} {verb.get(why, 'va à')} {at}."
    if pile == "out of play":
        return f"{card} est mise hors jeu."
    if why == "unpaid":
        return f"Le prix n'est pas payé : {card} va dans {ZONES[pile]} {owner.du}."
    if why == "cancelled":
        return f"{card}, annulée, va dans {ZONES[pile]} {owner.du}."
    if why == "retrieved":
        return f"{first(owner)} récupère {event['card'] or 'une carte'} dans sa pile utilisée."
    if why == "lost":
        return f"{card} est perdue."
    return f"{card} va dans {ZONES[pile]} {owner.du}."


def outcome(value: Mapping[str, Any]) -> str:
    step = value["step"]
    match value["what"]:
        case "had its result":
            return f"Elle a son résultat à l'étape {step}."
        case "cancelled":
            return f"Elle est annulée à l'étape {step} par {action(value['by'])} ; ce qui a été payé reste payé."
        case "failed":
            return f"Elle a son résultat à l'étape {step}, mais échoue."
        case "pending":
            return "Elle est encore sur la pile à la fin."
        case "unpaid":
            return "Son prix n'a pas été payé : rien d'autre ne s'ensuit."
        case "backed up":
            back = " et ce qui a été payé est rendu" if value["paid"] else ""
            return (
                f"À l'étape {step}, elle est reprise : elle n'a jamais été initiée, "
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
        case "number-of-card":
            number = _NUMBERS.get(facts["number"], facts["number"])
            card = Word(facts["card"])
            return (
                f"Cela dépend d'un nombre {card.de} que personne n'a donné.",
                f"quelle est {number} {card.de} ?",
            )
        case "which-target":
            return (
                f"{facts['card']} demande une cible, et plusieurs sont possibles.",
                f"laquelle : {listed(facts['cards'], 'ou')} ?",
            )
        case "deploy-where":
            return "Cela dépend du lieu du déploiement.", f"où {who} déploie-t-il {facts['card']} ?"
        case "move-where":
            return "Cela dépend de la destination.", f"où {who} déplace-t-il {facts['card']} ?"
        case "move-not-modelled":
            return (
                f"Les mouvements {Word(facts['card']).de} ne sont pas modélisés ici.",
                "une règle de déplacement le permet-elle ?",
            )
        case "driver":
            card = Word(facts["card"])
            return f"Il n'y a personne à bord {card.de}.", f"qui conduit {card} ?"
        case "card-text":
            return (
                f"Le texte {Word(facts['card']).de} n'est pas connu ici.",
                f"que dit {facts['card']} ? (à décrire sous « cards: »)",
            )
        case "question-lacks":
            return (
                "La question ne dit pas sur quoi elle porte.",
                f"{_LACKS.get(facts['what'], 'quoi')} ?",
            )
    return "Un fait manque.", "que s'est-il passé exactement ?"


def assumed(value: Mapping[str, Any]) -> str:
    facts = value["facts"]
    who = Word(SIDES.get(facts.get("player") or "", "le joueur"))
    match value["what"]:
        case "in-hand":
            return f"La main {who.du} n'est pas précisée ; {facts['card']} est censée s'y être trouvée."
        case "first-to-act":
            return f"Le fichier ne dit pas à qui c'était d'agir au début ; on tient que c'était {who.au}."
        case "enough-force":
            return f"La pile de Force {who.du} n'est pas précisée ; elle est censée contenir les {points(facts['number'])} nécessaires."
        case "loss-source":
            pile = Word(ZONES[facts["pile"]])
            return f"Le fichier ne dit pas d'où {who} tire la Force perdue ; elle vient {pile.de}."
        case "automatic-order":
            return f"{listed(facts['cards'])} surviennent en même temps. Le joueur dont c'est le tour peut choisir un autre ordre."
    return ""


def ground(value: str) -> str:
    return "rien ne le permet" if value == "nothing permits it" else "une règle l'interdit"


def headline(verdict: str, attempt: Mapping[str, Any], sentence: str) -> str:
    line = heading(attempt)
    if line.startswith("Le côté"):
        line = f"l{line[1:]}"  # it follows a colon
    match verdict:
        case "legal":
            return f"Légal : {line}. {sentence}".strip()
        case "illegal":
            return f"Illégal : {line}. {sentence}".strip()
        case "undetermined":
            return f"Indéterminé : {line}. {sentence}".strip()
    return f"{first(line)} {sentence}".strip()


def backed_up_headline(attempt: Mapping[str, Any], taken_back: list[str], sentence: str) -> str:
    if not taken_back:
        return (
            f"{first(SIDES[attempt['player']])} a raison : on revient en arrière, et "
            f"{attempt['what']} passe d'abord. {sentence}"
        )
    back = listed(taken_back)
    verb = "revient" if len(taken_back) == 1 else "reviennent"
    never = (
        "elle n'avait jamais été annoncée"
        if len(taken_back) == 1
        else "elles n'avaient jamais été annoncées"
    )
    return (
        f"{first(SIDES[attempt['player']])} a raison : {back} {verb} comme si {never}, et "
        f"{attempt['what']} passe d'abord. {sentence}"
    )


# -- dessin -----------------------------------------------------------------------

PLACES = {"site": "site", "sector": "secteur", "system": "système"}
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
    "locations": "Localisations dans leur rangée",
    "start": "La table au début",
    "after": "La table après cette étape",
    "overview": "Toutes les étapes et leurs verdicts",
    "stepper": "Parcourir les étapes",
    "step_of": "Étape {n} sur {of}",
    "all_shown": "{of} étapes",
    "stack_order": "La pile d'actions, de bas en haut",
    "sealed": "scellé",
}


def moment(turn: str | None, phase: str | None) -> str:
    """À qui est le tour et dans quelle phase, pour autant qu'on le sache."""
    told = [f"Tour {side(turn).du}"] if turn else []
    return ", ".join([*told, PHASES[phase]] if phase else told)


def icons(numbers: Mapping[str, int]) -> str:
    shown = {"light": "côté lumineux", "dark": "côté obscur"}
    listed_ = ", ".join(f"{shown[s]} {number}" for s, number in numbers.items())
    return typography(f"Icônes de Force : {listed_}")


def whose_card(value: str) -> str:
    """D'une carte qui se trouve du côté de l'adversaire."""
    return f"carte {side(value).du}"
