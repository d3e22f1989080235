"""The nouns of card texts: how they are printed, how they are said, and what they mean.

A line a noun: English and French, singular and plural, `f` for a feminine French noun, then the
description of cards it stands for. Nothing else of a noun is told anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

Filter = Mapping[str, Any]

_CARDS = """
card, cards | carte, cartes | f |
character, characters | personnage, personnages | | type: character
Rebel, Rebels | Rebelle, Rebelles | | type: rebel
Imperial, Imperials | Impérial, Impériaux | | type: imperial
alien, aliens | extraterrestre, extraterrestres | | type: alien
droid, droids | droïde, droïdes | | type: droid
Republic character, Republic characters | personnage de la République, personnages de la République | | type: republic
Resistance character, Resistance characters | personnage de la Résistance, personnages de la Résistance | | type: resistance
First Order character, First Order characters | personnage du Premier Ordre, personnages du Premier Ordre | | type: first order
Jedi Master, Jedi Masters | maître Jedi, maîtres Jedi | | type: jedi master
Dark Jedi Master, Dark Jedi Masters | maître Jedi obscur, maîtres Jedi obscurs | | type: dark jedi master
starship, starships | vaisseau, vaisseaux | | type: starship
capital starship, capital starships | vaisseau capital, vaisseaux capitaux | | type: capital
starfighter, starfighters | chasseur stellaire, chasseurs stellaires | | type: starfighter
squadron, squadrons | escadron, escadrons | | type: squadron
vehicle, vehicles | véhicule, véhicules | | type: vehicle
combat vehicle, combat vehicles | véhicule de combat, véhicules de combat | | type: combat
transport vehicle, transport vehicles | véhicule de transport, véhicules de transport | | type: transport
creature vehicle, creature vehicles | monture, montures | f | type: creature vehicle
creature, creatures | créature, créatures | f | type: creature
weapon, weapons | arme, armes | f | type: weapon
character weapon, character weapons | arme de personnage, armes de personnage | f | type: character weapon
starship weapon, starship weapons | arme de vaisseau, armes de vaisseau | f | type: starship weapon
vehicle weapon, vehicle weapons | arme de véhicule, armes de véhicule | f | type: vehicle weapon
artillery weapon, artillery weapons | pièce d'artillerie, pièces d'artillerie | f | type: artillery
automated weapon, automated weapons | arme automatique, armes automatiques | f | type: automated
device, devices | appareil, appareils | | type: device
Effect, Effects | Effet, Effets | | type: effect
Interrupt, Interrupts | Interruption, Interruptions | f | type: interrupt
pilot, pilots | pilote, pilotes | | type: character; icon: pilot
warrior, warriors | guerrier, guerriers | | type: character; icon: warrior
spy, spies | espion, espions | | type: character; trait: spy
smuggler, smugglers | contrebandier, contrebandiers | | type: character; trait: smuggler
gambler, gamblers | joueur, joueurs | | type: character; trait: gambler
thief, thieves | voleur, voleurs | | type: character; trait: thief
leader, leaders | chef, chefs | | type: character; trait: leader
scout, scouts | éclaireur, éclaireurs | | type: character; trait: scout
trooper, troopers | soldat, soldats | | type: character; trait: trooper
stormtrooper, stormtroopers | stormtrooper, stormtroopers | | type: character; trait: stormtrooper
snowtrooper, snowtroopers | snowtrooper, snowtroopers | | type: character; trait: snowtrooper
sandtrooper, sandtroopers | sandtrooper, sandtroopers | | type: character; trait: sandtrooper
Rebel trooper, Rebel troopers | soldat rebelle, soldats rebelles | | type: character; trait: rebel trooper
bounty hunter, bounty hunters | chasseur de primes, chasseurs de primes | | type: character; trait: bounty hunter
musician, musicians | musicien, musiciens | | type: character; trait: musician
gangster, gangsters | gangster, gangsters | | type: character; trait: gangster
assassin, assassins | assassin, assassins | | type: character; trait: assassin
scavenger, scavengers | pilleur, pilleurs | | type: character; trait: scavenger
information broker, information brokers | informateur, informateurs | | type: character; trait: information broker
Black Sun agent, Black Sun agents | agent du Soleil noir, agents du Soleil noir | | type: character; trait: black sun agent
ISB agent, ISB agents | agent du BSI, agents du BSI | | type: character; trait: isb agent
operative, operatives | agent secret, agents secrets | | type: character; trait: operative
admiral, admirals | amiral, amiraux | | type: character; trait: admiral
general, generals | général, généraux | | type: character; trait: general
commander, commanders | commandant, commandants | | type: character; trait: commander
captain, captains | capitaine, capitaines | | type: character; trait: captain
moff, moffs | moff, moffs | | type: character; trait: moff
senator, senators | sénateur, sénateurs | | type: character; trait: senator
gunner, gunners | artilleur, artilleurs | | type: character; trait: gunner
royal guard, royal guards | garde royal, gardes royaux | | type: character; trait: royal guard
Padawan, Padawans | Padawan, Padawans | | type: character; trait: padawan
Jedi Knight, Jedi Knights | chevalier Jedi, chevaliers Jedi | | type: character; trait: jedi knight
Jedi Council member, Jedi Council members | membre du Conseil des Jedi, membres du Conseil des Jedi | | type: character; trait: jedi council member
Jawa, Jawas | Jawa, Jawas | | type: character; trait: jawa
Ewok, Ewoks | Ewok, Ewoks | | type: character; trait: ewok
Wookiee, Wookiees | Wookiee, Wookiees | | type: character; trait: wookiee
Gungan, Gungans | Gungan, Gungans | | type: character; trait: gungan
Gamorrean, Gamorreans | Gamorréen, Gamorréens | | type: character; trait: gamorrean
Tusken Raider, Tusken Raiders | homme des sables, hommes des sables | | type: character; trait: tusken raider
Ugnaught, Ugnaughts | Ugnaught, Ugnaughts | | type: character; trait: ugnaught
Neimoidian, Neimoidians | Neimoidien, Neimoidiens | | type: character; trait: neimoidian
Mandalorian, Mandalorians | Mandalorien, Mandaloriens | | type: character; trait: mandalorian
Rodian, Rodians | Rodien, Rodiens | | type: character; trait: rodian
Twi'lek, Twi'leks | Twi'lek, Twi'leks | | type: character; trait: twi'lek
Corellian, Corellians | Corellien, Corelliens | | type: character; trait: corellian
Alderaanian, Alderaanians | Alderaanien, Alderaaniens | | type: character; trait: alderaanian
Mon Calamari, Mon Calamari | Mon Calamari, Mon Calamari | | type: character; trait: mon calamari
astromech droid, astromech droids | droïde astromech, droïdes astromech | | type: character; trait: astromech
protocol droid, protocol droids | droïde de protocole, droïdes de protocole | | type: character; trait: protocol droid
battle droid, battle droids | droïde de combat, droïdes de combat | | type: character; trait: battle droid
destroyer droid, destroyer droids | droïde destructeur, droïdes destructeurs | | type: character; trait: destroyer droid
assassin droid, assassin droids | droïde assassin, droïdes assassins | | type: character; trait: assassin droid
probe droid, probe droids | droïde sonde, droïdes sondes | | type: character; trait: probe droid
maintenance droid, maintenance droids | droïde d'entretien, droïdes d'entretien | | type: character; trait: maintenance droid
medical droid, medical droids | droïde médical, droïdes médicaux | | type: character; trait: medical droid
clone trooper, clone troopers | soldat clone, soldats clones | | type: character; trait: clone trooper
X-wing, X-wings | X-wing, X-wings | | type: starship; trait: x-wing
Y-wing, Y-wings | Y-wing, Y-wings | | type: starship; trait: y-wing
A-wing, A-wings | A-wing, A-wings | | type: starship; trait: a-wing
B-wing, B-wings | B-wing, B-wings | | type: starship; trait: b-wing
Corellian corvette, Corellian corvettes | corvette corellienne, corvettes corelliennes | f | type: starship; trait: corellian corvette
TIE, TIEs | TIE, TIE | | type: starship; trait: tie
Star Destroyer, Star Destroyers | destroyer stellaire, destroyers stellaires | | type: starship; trait: star destroyer
Star Cruiser, Star Cruisers | croiseur stellaire, croiseurs stellaires | | type: starship; trait: star cruiser
freighter, freighters | cargo, cargos | | type: starship; trait: freighter
shuttle, shuttles | navette, navettes | f | type: starship; trait: shuttle
snowspeeder, snowspeeders | snowspeeder, snowspeeders | | type: vehicle; trait: snowspeeder
cloud car, cloud cars | voiture des nuages, voitures des nuages | f | type: vehicle; trait: cloud car
swoop, swoops | swoop, swoops | | type: vehicle; trait: swoop
slave, slaves | esclave, esclaves | | type: character; trait: slave
Resistance agent, Resistance agents | agent de la Résistance, agents de la Résistance | | type: character; trait: resistance agent
Coruscant Guard, Coruscant Guards | garde de Coruscant, gardes de Coruscant | | type: character; trait: coruscant guard
mining droid, mining droids | droïde mineur, droïdes mineurs | | type: character; trait: mining droid
rifle, rifles | fusil, fusils | | type: weapon; trait: rifle
TIE Interceptor, TIE Interceptors | intercepteur TIE, intercepteurs TIE | | type: starship; trait: tie interceptor
TIE Defender, TIE Defenders | défenseur TIE, défenseurs TIE | | type: starship; trait: tie defender
droid starfighter, droid starfighters | chasseur droïde, chasseurs droïdes | | type: starship; trait: droid starfighter
speeder bike, speeder bikes | moto-speeder, motos-speeders | f | type: vehicle; trait: speeder bike
AT-AT, AT-ATs | TB-TT, TB-TT | | type: vehicle; trait: at-at
AT-ST, AT-STs | TR-TT, TR-TT | | type: vehicle; trait: at-st
AAT, AATs | AAT, AATs | | type: vehicle; trait: aat
MTT, MTTs | MTT, MTTs | | type: vehicle; trait: mtt
skiff, skiffs | skiff, skiffs | | type: vehicle; trait: skiff
bantha, banthas | bantha, banthas | | type: vehicle; trait: bantha
sandcrawler, sandcrawlers | char des sables, chars des sables | | type: vehicle; trait: sandcrawler
lightsaber, lightsabers | sabre laser, sabres laser | | type: weapon; trait: lightsaber
blaster, blasters | blaster, blasters | | type: weapon; trait: blaster
blaster rifle, blaster rifles | fusil blaster, fusils blaster | | type: weapon; trait: blaster rifle
Rogue Squadron pilot, Rogue Squadron pilots | pilote de l'escadron Rogue, pilotes de l'escadron Rogue | | type: character; trait: rogue squadron pilot
infantry battle droid, infantry battle droids | droïde de combat d'infanterie, droïdes de combat d'infanterie | | type: character; trait: infantry battle droid
Cloud City trooper, Cloud City troopers | soldat de la Cité des Nuages, soldats de la Cité des Nuages | | type: character; trait: cloud city trooper
Death Star trooper, Death Star troopers | soldat de l'Étoile de la Mort, soldats de l'Étoile de la Mort | | type: character; trait: death star trooper
Echo Base trooper, Echo Base troopers | soldat de la base Écho, soldats de la base Écho | | type: character; trait: echo base trooper
biker scout, biker scouts | éclaireur motard, éclaireurs motards | | type: character; trait: biker scout trooper
R-unit droid, R-unit droids | droïde de type R, droïdes de type R | | type: character; trait: r-unit
handmaiden, handmaidens | suivante, suivantes | f | type: character; trait: handmaiden
Hutt, Hutts | Hutt, Hutts | | type: character; trait: hutt
accountant, accountants | comptable, comptables | | type: character; trait: accountant
tax collector, tax collectors | collecteur d'impôts, collecteurs d'impôts | | type: character; trait: tax collector
Inquisitor, Inquisitors | Inquisiteur, Inquisiteurs | | type: character; trait: inquisitor
scoundrel, scoundrels | fripouille, fripouilles | f | type: character; trait: scoundrel
pirate, pirates | pirate, pirates | | type: character; trait: pirate
bomber, bombers | bombardier, bombardiers | | type: starship; trait: bomber
N-1 starfighter, N-1 starfighters | chasseur N-1, chasseurs N-1 | | type: starship; trait: n-1 starfighter
battleship, battleships | cuirassé, cuirassés | | type: starship; trait: trade federation battleship
Imperial starship, Imperial starships | vaisseau impérial, vaisseaux impériaux | | type: starship; trait: imperial starship
Rebel starship, Rebel starships | vaisseau rebelle, vaisseaux rebelles | | type: starship; trait: rebel starship
Republic starship, Republic starships | vaisseau de la République, vaisseaux de la République | | type: starship; trait: republic starship
location, locations | localisation, localisations | f | type: location
docking bay, docking bays | baie d'arrimage, baies d'arrimage | f | type: location; trait: docking bay
site, sites | site, sites | | type: site
system, systems | système, systèmes | | type: system
cannon, cannons | canon, canons | | type: weapon; trait: cannon
ion cannon, ion cannons | canon à ions, canons à ions | | type: weapon; trait: ion cannon
laser cannon, laser cannons | canon laser, canons laser | | type: weapon; trait: laser cannon
"""
_PLACES = """
location, locations | localisation, localisations | f |
site, sites | site, sites | | type: site
system, systems | système, systèmes | | type: system
battleground, battlegrounds | champ de bataille, champs de bataille | | is: battleground
battleground site, battleground sites | site champ de bataille, sites champs de bataille | | type: site; is: battleground
battleground system, battleground systems | système champ de bataille, systèmes champs de bataille | | type: system; is: battleground
docking bay, docking bays | baie d'arrimage, baies d'arrimage | f | trait: docking bay
war room, war rooms | salle de guerre, salles de guerre | f | trait: war room
marker site, marker sites | site marqueur, sites marqueurs | | type: site; is: marker
exterior site, exterior sites | site extérieur, sites extérieurs | | type: site; is: exterior
interior site, interior sites | site intérieur, sites intérieurs | | type: site; icon: interior
sector, sectors | secteur, secteurs | | type: sector
site or sector, sites or sectors | site ou secteur, sites ou secteurs | | type: [site, sector]
planet site, planet sites | site planétaire, sites planétaires | | type: site; icon: planet
exterior planet site, exterior planet sites | site planétaire extérieur, sites planétaires extérieurs | | type: site; is: exterior; icon: planet
interior planet site, interior planet sites | site planétaire intérieur, sites planétaires intérieurs | | type: site; icon: [interior, planet]
planet system, planet systems | système planétaire, systèmes planétaires | | type: system; icon: planet
exterior battleground site, exterior battleground sites | site champ de bataille extérieur, sites champs de bataille extérieurs | | type: site; is: [battleground, exterior]
prison, prisons | prison, prisons | f | trait: prison
underwater site, underwater sites | site sous-marin, sites sous-marins | | type: site; trait: underwater
mobile site, mobile sites | site mobile, sites mobiles | | type: site; icon: mobile
mobile system, mobile systems | système mobile, systèmes mobiles | | type: system; icon: mobile
"""
# The icons that are printed between square brackets, and how the cards have them.
ICONS = {
    "pilot": "pilot", "warrior": "warrior", "scomp link": "scomp link", "nav computer": "nav computer",
    "presence": "presence", "independent": "independent", "independent starship": "independent", "permanent weapon": "permanent weapon",
    "republic": "republic", "separatist": "separatist", "clone army": "clone army",
    "trade federation": "trade federation", "episode i": "episode i", "episode vii": "episode vii",
    "a new hope": "a new hope", "hoth": "hoth", "dagobah": "dagobah", "cloud city": "cloud city",
    "jabba's palace": "jabba's palace", "special edition": "special edition", "endor": "endor",
    "death star ii": "death star ii", "tatooine": "tatooine", "coruscant": "coruscant",
    "theed palace": "theed palace", "first order": "first order", "resistance": "resistance",
    "grabber": "grabber", "maintenance": "maintenance",
}  # fmt: skip


class Noun(NamedTuple):
    """A noun in both languages, and what it stands for."""

    one: str
    many: str
    fr_one: str
    fr_many: str
    feminine: bool
    means: Filter


def _value(word: str) -> Any:
    """One word, or several in square brackets."""
    return word[1:-1].split(", ") if word.startswith("[") else word


def _read(table: str) -> tuple[Noun, ...]:
    found = []
    for line in table.strip().splitlines():
        english, french, gender, means = (part.strip() for part in line.split("|"))
        pairs = (pair.split(": ", 1) for pair in means.split("; ") if pair)
        one, many = english.split(", ")
        fr_one, fr_many = french.split(", ")
        found.append(
            Noun(one, many, fr_one, fr_many, gender == "f", {k: _value(v) for k, v in pairs})
        )
    return tuple(found)


CARDS = _read(_CARDS)
PLACES = _read(_PLACES)


def _by_words(nouns: tuple[Noun, ...]) -> dict[tuple[str, ...], tuple[Noun, bool]]:
    """Every noun by its words; whether it is meant as several."""
    found = {}
    for noun in nouns:
        found[tuple(noun.many.casefold().split())] = (noun, True)
        found[tuple(noun.one.casefold().split())] = (noun, False)
    return found


CARDS_BY_WORDS = _by_words(CARDS)
PLACES_BY_WORDS = _by_words(PLACES)
LONGEST = 4  # words of a noun


def noun_for(what: Filter, places: bool = False) -> Noun:
    """The noun that says most of a description; the rest of it is said around the noun."""
    fitting = [
        noun
        for noun in (PLACES if places else CARDS)
        if all(_holds(what.get(key), value) for key, value in noun.means.items())
    ]
    return max(fitting, key=lambda noun: sum(map(_count, noun.means.values())))


def _count(value: object) -> int:
    return len(value) if isinstance(value, list) else 1


def _holds(have: object, wanted: object) -> bool:
    if isinstance(wanted, list):
        return isinstance(have, list) and all(one in have for one in wanted)
    return have == wanted or (isinstance(have, list) and wanted in have)
