"""What a text that is not carried out speaks of: price, move, react, power, targets …

The one place where words are looked for in such a text. Rules and engine ask for topics, never
for words, and whoever tells a player about it quotes the sentence as it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from adjudicator.cards.model import Blueprint, Speech


class Topic(StrEnum):
    PRICE = "price"
    DEPLOY = "deploy"
    MOVE = "move"
    REACT = "react"
    AWAY = "away"  # a 'react' that leaves
    BATTLE = "battle"
    POWER = "power"
    ABILITY = "ability"
    DESTINY = "destiny"
    ATTRITION = "attrition"
    DAMAGE = "damage"
    FORFEIT = "forfeit"
    IMMUNITY = "immunity"
    TARGET = "target"
    WEAPON = "weapon"
    CAPTURE = "capture"
    DRAIN = "drain"
    FORCE = "force"  # activating and generating it
    LOSS = "loss"  # losing and retrieving it, cards that are lost
    CANCEL = "cancel"
    CONTROL = "control"  # presence and Force icons too
    ABOARD = "aboard"
    COVER = "cover"
    NAME = "name"  # personas, copies, replacing
    SEARCH = "search"
    ATTACK = "attack"
    EXCLUSION = "exclusion"
    ENDS = "ends"  # what comes at the beginning or the end of something


class Reach(StrEnum):
    """Whom a sentence is about."""

    SELF = "self"
    HERE = "here"
    ANYWHERE = "anywhere"


class Unread(NamedTuple):
    """A sentence, or what the library says of a part, that is not carried out."""

    says: Speech
    topics: frozenset[Topic]
    reach: Reach
    limits: bool  # it may take away what the rules allow, or ask more for it
    allows: bool  # it may allow what the rules forbid, or ask less for it


_WORDS: Mapping[Topic, str] = {
    Topic.PRICE: r"\bprices?\b|\bcosts?\b|\bcheaper\b|\bdeploy\w*\b[^.;]*\bfree\b"
    r"|\bdeploy(?:s|ing)? ?[-+−–]\s?\d|\bprix\b|\bcoûts?\b|\bdéploie\w*[^.;]*\bgratuit|\bmoins chers?",
    Topic.DEPLOY: r"\bdeploy|\bdéploi|\bdéploy",
    Topic.MOVE: r"\bmov(?:e|es|ed|ing|ement)\b|\blandspeed\b|\bhyperspeed\b|\brelocat|\btransit\b"
    r"|\bshuttl|\bdéplac|\bmouvements?\b|\bvitesse\b",
    Topic.REACT: r"\breact(?:s|ing|ed)?\b|\bréagi|\bréactions?\b",
    Topic.AWAY: r"\baway\b|\bleav(?:e|es|ing)\b|\bquitt|\bs'éloign|\bpartir\b",
    Topic.BATTLE: r"\bbattle[ds]?\b(?! (?:destin|damage))|(?<!destinée de )(?<!dégâts de )\bbatailles?\b",
    Topic.POWER: r"\bpower\b|\bpuissance\b",
    Topic.ABILITY: r"\bability\b|\bhabileté\b",
    Topic.DESTINY: r"\bdestin(?:y|ies)\b|\bdestinées?\b",
    Topic.ATTRITION: r"\battrition\b",
    Topic.DAMAGE: r"\bbattle damage\b|\bdégâts\b",
    Topic.FORFEIT: r"\bforfeit|\bsacrifi|\bvaleurs? de perte\b",
    Topic.IMMUNITY: r"\bimmun",
    Topic.TARGET: r"\btarget|\bcibl|\bvis(?:er|é|ée|és|ées|e|ent)\b",
    Topic.WEAPON: r"\bweapons?\b|\bfir(?:e|es|ed|ing)\b|'hit'|\bhit\b|\bdefense value\b|\blightsabers?\b"
    r"|\bblasters?\b|\bswing|\barmes?\b|\btir(?:e|er|s|ent)?\b|\btouch[ée]|\bvaleur de défense\b",
    Topic.CAPTURE: r"\bcaptur|\bcaptives?\b|\bfrozen\b|\bimprison|\bescort|\bseiz|\bcaptif|\bprison",
    Topic.DRAIN: r"\bdrain",
    Topic.FORCE: r"\bactivat|\bForce generat|\bgenerates?\b|\bactive[rz]?\b|\bgén[éè]r",
    Topic.LOSS: r"\blos(?:e|es|t|ing|s)\b|\bretriev|\bper(?:d|ds|dre|du|due|dus|te|tes)\b|\brécup[éè]r",
    Topic.CANCEL: r"\bcancel|\bnegat|\bsuspend|\bannul|\bsuspen",
    Topic.CONTROL: r"\bcontrol(?! phase)|\boccup|\bpresence\b|\bicons?\b|(?<!phase de )\bcontrôl|\bprésence\b"
    r"|\bicônes?\b",
    Topic.ABOARD: r"\bpilot|\bpassengers?\b|\bdriv|\baboard\b|\bseats?\b|\bpassag|\bà bord\b|\bplaces?\b",
    Topic.COVER: r"\bundercover\b|\bcover\b|\bsp(?:y|ies)\b|\bcouverture\b|\bespion",
    Topic.NAME: r"\bpersonas?\b|\bunique|\breplace|\bremplac",
    Topic.SEARCH: r"\bsearch|\bmissing\b|\bcherch|\brecherch|\bdispar",
    Topic.ATTACK: r"\battack|\bferoc|\battaqu|\bféroc",
    Topic.EXCLUSION: r"\bexclud|\bexclu",
    Topic.ENDS: r"\b(?:end|start|beginning) of\b|\b(?:fin|début|commencement) (?:de|du)\b",
}  # fmt: skip
_TOPICS = {topic: re.compile(words, re.IGNORECASE) for topic, words in _WORDS.items()}
_LIMITS = re.compile(
    r"\b(?:may|can|do|does|is|are) ?not\b|\bcannot\b|n't\b|\bnever\b|\bonly\b|\bexcept\b|\bunless\b|\bmust\b"
    r"|\bprevent|\binstead\b|\bcancel|\bno\b|\badditional\b|[+]\s?\d|\bimmun|\brequire|\bprohibit|\bsuspend"
    r"|\bexclud|\bextra\b|\bmore\b|\blimit",
    re.IGNORECASE,
)
_ALLOWS = re.compile(
    r"\b(?:may|can)\b(?! ?not)|\bfree\b|\beven\b|\bdespite\b|\bwithout\b|\bregardless\b|[-−–]\s?\d|\bignor"
    r"|\bas a ['`]?react|\bcheaper\b|\bas if\b|\btreat|\bis (?:a|an|considered)\b|\bnot unique\b|\badds?\b",
    re.IGNORECASE,
)
# The beginning of a sentence about the very card on which it stands.
_OF_ITSELF = re.compile(
    r"(?:\W*(?:While|When|If|Unless|During|Once)\b[^,:]*[,:] )?\W*"
    r"(?:Power|Deploys?|Deploy and move|Forfeit|Immune|Landspeed|Maneuver|Hyperspeed|Armor|Destiny|Ability"
    r"|Defense value|Never|Moves?|Plays|May (?:not )?(?:be|move|deploy)\b|(?:His|Her|Its) )"
)
_IN_SELF = re.compile(
    r"\b(?:your|opponent|each|other|all|same|here|present|adjacent|related)", re.I
)
_AT_ONE_PLACE = re.compile(r"\b(?:here|same|present|where|with|he|she|it)\b", re.IGNORECASE)
_FAR = re.compile(
    r"\b(?:adjacent|related|elsewhere|anywhere|everywhere|on table|on [A-Z]\w+)\b|\bat (?:any|each|all)\b"
)
_SENTENCES = re.compile(r"(?<=[.;!])['\"”)\]]*\s+|\s+//\s+|\s+(?=(?:LIGHT|DARK|Light|Dark):\s)")
# What the import has made facts of: room, permanent pilots, plain immunity, a plain 'react' …
_READ = re.compile(
    r"(?:Immune to attrition(?: < \d+)?|Adds \d+ to (?:the )?power of anything (?:he|she|it) pilots"
    r"|May (?:add|carry) [^.;]*|Permanent pilots? [^.;]*|May (?:move|deploy|deploy or move) as a ['`]react"
    r"|\(?Immune to (?:Alter|Sense|Control)(?:(?:, | and )(?:Alter|Sense|Control))*)[.;'`)]*",
)


def unread_of(print_: Blueprint) -> tuple[Unread, ...]:
    """What a card says that is not carried out, sentence by sentence where it is printed."""
    found: list[Unread] = []
    for speech in print_.not_modelled:
        english, french = speech.get("en", ""), speech.get("fr", "")
        if print_.imported and english == french:
            found += _printed(english, print_.type)
        else:
            found.append(_told(english, french, print_.type))
    return tuple(found)


def told_of(english: str, french: str) -> Unread:
    """An effect that was only told, as a sentence about anything anywhere."""
    return Unread(
        {"en": english, "fr": french},
        topics_of(english) | topics_of(french),
        Reach.ANYWHERE,
        bool(_LIMITS.search(english)),
        bool(_ALLOWS.search(english)),
    )


def speaks_of(print_: Blueprint, topic: Topic) -> bool:
    return any(topic in unread.topics for unread in unread_of(print_))


@lru_cache(maxsize=4096)
def topics_of(text: str) -> frozenset[Topic]:
    return frozenset(topic for topic, words in _TOPICS.items() if words.search(text))


@lru_cache(maxsize=1024)
def _printed(text: str, kind: str) -> tuple[Unread, ...]:
    return tuple(
        Unread(
            {"en": sentence, "fr": sentence},
            topics_of(sentence),
            _reach(sentence, kind),
            bool(_LIMITS.search(sentence)),
            bool(_ALLOWS.search(sentence)),
        )
        for sentence in _sentences(text)
        if not _READ.fullmatch(sentence)
    )


@lru_cache(maxsize=1024)
def _told(english: str, french: str, kind: str) -> Unread:
    """A part as the library, or a file, describes it: whom it limits cannot be seen in it."""
    says = {lang: said for lang, said in (("en", english), ("fr", french)) if said}
    topics = topics_of(english) | topics_of(french)
    reach = Reach.HERE if kind in _PLACED else Reach.ANYWHERE
    if _OF_ITSELF.match(english) and not _IN_SELF.search(english):
        reach = Reach.SELF
    return Unread(says, topics, reach, limits=True, allows=True)


_PLACED = ("character", "creature", "vehicle", "starship", "weapon", "device", "location")


def _sentences(text: str) -> Iterator[str]:
    yield from (part.strip() for part in _SENTENCES.split(text) if part.strip())


def _reach(sentence: str, kind: str) -> Reach:
    if kind in _PLACED and _OF_ITSELF.match(sentence) and not _IN_SELF.search(sentence):
        return Reach.SELF
    if _FAR.search(sentence):
        return Reach.ANYWHERE
    if kind == "location" or (kind in _PLACED and _AT_ONE_PLACE.search(sentence)):
        return Reach.HERE
    return Reach.ANYWHERE
