"""From steps to a ruling: plain data, without a word of any language.

The ruling is what `--format json` prints and what templates are given. Facts
are converted by the types which their clause declares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any, cast

from adjudicator import __version__
from adjudicator.cards.model import Filter, Text
from adjudicator.cards.part import given
from adjudicator.cards.topics import unread_of
from adjudicator.engine.bearing import Bears, bearing_on, declared_before
from adjudicator.engine.cases import Branch, branches, came_out
from adjudicator.engine.forgotten import Forgotten, forgotten
from adjudicator.engine.judge import Step
from adjudicator.engine.remedies import remedies
from adjudicator.engine.replay import claims, standing
from adjudicator.engine.sheet import battle_sheet
from adjudicator.engine.sound import sound
from adjudicator.engine.unused import unused
from adjudicator.game import CardId, How, Kind, Side, Verdict, Zone
from adjudicator.game import Step as Stage
from adjudicator.glossary.load import Clause, Glossary
from adjudicator.questions import QUESTIONS, Answer, Asked
from adjudicator.rules.conditions import Condition
from adjudicator.rules.moment import Moment
from adjudicator.rules.proof import Reason, telling
from adjudicator.rules.registry import ActionRef, Finding, Rulebook
from adjudicator.ruling import ruling as rul
from adjudicator.ruling.answering import answer
from adjudicator.scenario.setup import Board
from adjudicator.state import events as ev
from adjudicator.state.attempts import Attempt
from adjudicator.state.fight import Fight
from adjudicator.state.table import Action, Card, Table, summary
from adjudicator.state.values import Sum, Term

FORMAT = "adjudicator-ruling/1"
_TOLD = 2  # of what a refusal rests on, so many clauses stand beside it


class Composer:
    def __init__(self, board: Board, book: Rulebook, glossary: Glossary) -> None:
        self.board = board
        self.book = book
        self.glossary = glossary
        self.table = board.table
        self.cited: dict[str, Clause | None] = {}
        titles = Counter(card.title for card in board.table.cards.values())
        self.aliases = frozenset(
            card.id
            for card in board.table.cards.values()
            if titles[card.title] > 1 and not card.id.startswith(card.title)
        )

    def ruling(self, steps: tuple[Step, ...], full: bool = False) -> rul.Ruling:
        gone = standing(steps)
        before = (self.board.table, *(step.after.table for step in steps))
        records = [
            self.step(step, gone.get(step.number), seen if full else None)
            for step, seen in zip(steps, before, strict=False)
        ]
        self._outcomes(steps, records, gone)
        if full:
            _link(steps, records, gone)
        self._what_would_do(steps, records)
        scenario = self.board.scenario
        last = steps[-1].after.table if steps else self.board.table
        marked = [step.number for step in steps if step.attempt.asked]
        ruling: rul.Ruling = {
            "format": FORMAT,
            "version": __version__,
            "scenario": {
                "file": file_name(scenario.file),
                "title": dict(scenario.title),
                "question": dict(scenario.question),
            },
            "answer": answer(records, marked),
            "assumed": [self._assumed(a) for a in self.board.assumed],
            "steps": records,
            "cited": self._entries(),
            "table": self.whole(last),
            "not_considered": (told := self._not_considered(steps)),
            "others_there": [
                title
                for title in self._others_there(steps)
                if title not in {n["card"] for n in told}
            ],
            "read": self._read(steps, {n["card"] for n in told}),
            "imported": sorted(
                {c.title for c in self.board.table.cards.values() if c.print.imported}
            ),
        }
        if full:
            ruling["start"] = self.whole(self.board.table)
        return ruling

    def _what_would_do(self, steps: tuple[Step, ...], records: list[rul.Step]) -> None:
        """Of each refusal the passes that seem to have been forgotten."""
        for step, record in zip(steps, records, strict=True):
            found = forgotten(self.board, steps, step)
            if found is not None:
                record["forgotten"] = self._forgotten(found)

    def _forgotten(self, found: Forgotten) -> rul.Passes:
        passes = found.passes
        above = next(a for a in self.board.scenario.attempts if a.number == found.before)
        return {
            "after": found.before - 1,
            "player": str(passes.then) if passes.then is not None else None,
            "times": passes.both,
            "insert": list(passes.lines),
            "line": above.span.line,
            "nobody_backs_up": found.comes_back,
        }

    def hints(self, steps: tuple[Step, ...], records: list[rul.Step], numbers: set[int]) -> None:
        """What would make the refused attempts legal that a reader asks about."""
        for step, record in zip(steps, records, strict=True):
            if step.number not in numbers or step.verdict is not Verdict.ILLEGAL:
                continue
            self.table = step.after.table
            record["would_do"] = [
                {"change": r.kind, "facts": self._plain(r.facts), "edit": dict(r.edit)}
                for r in remedies(self.board, steps, step)
            ]

    # -- one step --------------------------------------------------------------

    def step(self, step: Step, backed_up_by: int | None, seen: Table | None) -> rul.Step:
        """What became of an attempt; with the table a reader saw before it, in full."""
        self.table = step.after.table
        attempt = step.attempt
        verdict = Verdict.BACKED_UP if backed_up_by else step.verdict
        record: rul.Step = {
            "number": step.number,
            "line": attempt.span.line,
            "attempt": self._attempt(step),
            "verdict": str(verdict),
            "at_first": str(step.verdict),
            "backed_up_by": backed_up_by,
            "ground": self._ground(step),
            "reasons": self._reasons(step),
            "others": [
                {
                    "text": self._said_by(opinion.intent.text),
                    "reasons": [self._finding(f, "against") for f in opinion.against],
                }
                for opinion in step.others
            ],
            "unknown": self._unknown(step.unknown),
            "cases": self._cases(step),
            "answer": self._question(step),
            "events": [*self._events(step.events), *self._spoken(step)],
            "withdraws": list(step.withdraws),
            "revealed": list(self._events(step.revealed)),
            "unpaid": step.unpaid,
            "assumed": [self._assumed(a) for a in step.assumed],
            "stack": [self._on_stack(a) for a in reversed(step.after.table.stack)],
            "next": {
                "player": str(step.after.table.to_act),
                "window": str(step.after.table.window),
            },
            "outcome": None,
            "forgotten": None,
            "would_do": [],
            "unused": [],
            "battle": self._battle(step),
            "bearing": [
                {"card": self.title(b.card), "says": dict(b.unread.says), "printed": b.printed}
                for b in self._bearing(step)
            ],
        }
        if seen is not None:
            kind = step.intent.kind if step.intent else Kind.PASS
            against = {f.clause for f in step.against} | {
                f.lifts.clause for f in step.lifting if f.lifts
            }
            record["held"] = [
                c for c in dict.fromkeys(self.book.consulted(kind)) if c not in against
            ] if not attempt.is_question else []  # fmt: skip
            record["table"] = self.whole(step.after.table, seen)
            record["proof"] = [self._proven(reason) for reason in step.proof]
        return record

    def _proven(self, reason: Reason) -> rul.Proven:
        """A reason, and what it rests on, down to what no clause has made so."""
        clause = self.glossary.clause(reason.clause)
        record: rul.Proven = {"clause": reason.clause, "verb": reason.verb, "spoke": reason.spoke}
        if clause is not None and reason.facts:
            record["facts"] = {
                name: self.fact(kind, reason.facts.get(name)) for name, kind in clause.facts.items()
            }
        elif clause is None:
            record["says"] = dict(self._text(reason.clause) or {})
        if reason.rests_on:
            record["rests_on"] = [self._proven(below) for below in reason.rests_on]
        return record

    def _battle(self, step: Step) -> rul.Battle | None:
        """Both sides of a battle, where something in it was settled: who fights with what, the
        totals term by term, destinies, attrition, damage, and what was given for it."""
        sheet = battle_sheet(step)
        if sheet is None:
            return None
        place, fight, sums = sheet
        return {
            "place": self.title(place),
            "decided": fight.decided,
            "light": self._fighting(Side.LIGHT, fight, sums),
            "dark": self._fighting(Side.DARK, fight, sums),
        }

    def _fighting(
        self, side: Side, fight: Fight, sums: Mapping[Side, Sum] | None
    ) -> rul.BattleSide:
        return {
            "fighters": [
                {"card": self.title(f.card), "power": f.power, "ability": f.ability}
                for f in fight.fighters
                if f.side is side
            ],
            "terms": [
                self._term(term, of=self._named_by(term))
                for term in (sums[side].terms if sums else ())
            ],
            "total": sums[side].total if sums else fight.told(side),
            "destinies": [
                {"value": d.value, "cancelled": d.cancelled} for d in fight.destinies(side)
            ],
            "attrition": fight.attrition.get(side),
            "damage": fight.damage if fight.loser is side else 0,
            "forfeited": [
                {"card": self.title(p.card), "value": p.value, "hit": p.hit}
                for p in fight.paid
                if p.side is side and p.card is not None
            ],
            "force lost": sum(1 for p in fight.paid if p.side is side and p.card is None),
        }

    def _term(self, term: Term, **of: str | None) -> rul.Term:
        """A part of a sum, and the card it comes from, where that is of use."""
        found = self._finding(Finding(term.clause, term.facts), "term")
        record = {"amount": term.amount, "void": term.void, "sets": term.sets, **of, **found}
        return cast(rul.Term, record)

    def _cases(self, step: Step) -> rul.Cases | None:
        """Where facts are missing: whether they matter to an attempt, and how it comes out."""
        if not step.cases:
            return None
        some = step.cases[0].step.events
        in_all = [e for e in some if all(e in c.step.events for c in step.cases)]
        found = branches(step.cases, _in_brief)
        asked = {g[:3]: g for case in step.cases for g in case.given}
        record: rul.Cases = {
            "facts": [self._missing(g.step, g.question, dict(g.facts)) for g in asked.values()],
            "branches": [
                self._branch(b, in_all)
                for b in found
                if b.given or b.step.verdict is not step.verdict
            ],
            "shown": [
                {
                    **self._missing(g.step, g.question, dict(g.facts)),
                    "values": [self._supposed(g.value)],
                }
                for g in step.shown
                if len({str(summary(c.step.after.table)) for c in step.cases}) > 1
            ],
            "more": step.more_cases,
        }
        self.table = step.after.table
        return record

    def _missing(self, number: int, question: str, facts: Mapping[str, object]) -> rul.Missing:
        return {"step": number, "question": question, "facts": self._plain(facts)}

    def _supposed(self, value: str | int) -> str | int:
        return self._canonical(value) if isinstance(value, str) else value

    def _branch(self, branch: Branch, in_all: list[ev.Event]) -> rul.Branch:
        """How an attempt comes out under conditions, with what happens only there."""
        step = branch.step
        self.table = step.after.table
        common = [e for e in step.events if all(e in s.events for s in branch.steps)]
        return {
            "if": [
                {
                    **self._missing(c.step, c.question, dict(c.facts)),
                    "values": [self._supposed(v) for v in c.values],
                }
                for c in branch.given
            ],
            "verdict": str(step.verdict),
            "unpaid": step.unpaid,
            "reasons": [self._finding(f, "against") for f in step.against[:1]],
            "answer": self._question(step),
            "unknown": self._unknown(step.unknown),
            "events": list(self._events(e for e in common if e not in in_all)),
        }

    def _attack_total(self, total: Sum) -> rul.AttackTotal:
        """One side of an attack, and what each part of its total is."""
        what = {"attack/ferocity": "ferocity", "attack/defense-added": "defense"}
        return {
            "total": total.total,
            "terms": [
                {
                    "amount": term.amount,
                    "void": term.void,
                    "of": self._named_by(term),
                    "as": what.get(term.clause, "power"),
                    "clause": term.clause,
                }
                for term in total.terms
            ],
        }

    def _named_by(self, term: Term) -> str | None:
        """The card a part of a sum comes from."""
        card = term.facts.get("card")
        return term.title or (self.title(card) if card is not None else None)

    def _attempt(self, step: Step) -> rul.Attempt:
        attempt: Attempt = step.attempt
        card = None
        if step.intent is not None and step.intent.card is not None:
            card = self.title(self._moving(step, step.intent.card))
        elif attempt.what is not None:
            card = self._canonical(attempt.what.text)
        place = step.intent.place if step.intent else None
        targets = [self._canonical(n.text) for n in attempt.targets]
        return {
            "player": str(attempt.player) if attempt.player else None,
            "verb": attempt.verb,
            "what": card,
            "amount": attempt.amount,
            "targets": targets,
            "to": self._canonical(attempt.to.text) if attempt.to else None,
            "at": self._canonical(attempt.at.text) if attempt.at else None,
            "place": self.title(place) if place else None,
            "question": attempt.using.text if attempt.is_question and attempt.using else None,
            "text": step.intent.text.clause if step.intent and step.intent.text else None,
            "by": self._asked_about(step),
            "with": self._company(step),
            "aboard": self._canonical(attempt.aboard.text) if attempt.aboard else None,
            "seat": attempt.seat,
            "before": self._canonical(attempt.before.text) if attempt.before else None,
            "after": self._canonical(attempt.after.text) if attempt.after else None,
            "replacing": self._canonical(attempt.replacing.text) if attempt.replacing else None,
            "way": str(attempt.way) if attempt.way else None,
        }

    def _moving(self, step: Step, card: CardId) -> CardId:
        """Where a location's text moves a card, the card that moves."""
        attempt = step.attempt
        named = self.board.ids(attempt.what.text) if attempt.what is not None else ()
        is_lent = card in step.before.table.row and card not in named
        return named[0] if is_lent and named else card

    def _asked_about(self, step: Step) -> str | None:
        """The player a question is about, also where the scenario need not say it."""
        attempt = step.attempt
        asked = QUESTIONS.get(attempt.using.text) if attempt.using and attempt.is_question else None
        if asked is not None and "by" in asked.details and attempt.what is None:
            return str(Asked(self.board, step.before, attempt).side)
        return str(attempt.by) if attempt.by else None

    def _company(self, step: Step) -> list[str]:
        """Those named along with a card; of an attack, all who attack."""
        named = step.intent.targets.get("attackers", ()) if step.intent is not None else ()
        if named:
            return [self.title(card) for card in named]
        return [self._canonical(n.text) for n in step.attempt.with_]

    def _canonical(self, name: str) -> str:
        ids = self.board.ids(name)
        return self.title(ids[0]) if ids else name

    def _ground(self, step: Step) -> str | None:
        if step.verdict is not Verdict.ILLEGAL:
            return None
        return "nothing permits it" if step.unpermitted else "forbidden"

    def _reasons(self, step: Step) -> list[rul.Reason]:
        out: list[rul.Reason] = []
        if step.backing_up is not None:
            out.append(self._finding(step.backing_up, "backs up"))
        for place, finding in enumerate(step.against):
            out.append(self._finding(finding, "against"))
            out += self._why(step) if place == 0 else ()
        out += [self._finding(f, "lifts") for f in step.lifting if step.verdict is Verdict.LEGAL]
        out += [self._finding(f, "ground") for f in step.grounds]
        text = step.intent.text if step.intent is not None else None
        if step.verdict is not Verdict.UNDETERMINED and text is not None:
            said: rul.Reason = {
                "clause": text.clause, "role": "text", "facts": {}, "says": dict(text.says),
            }  # fmt: skip
            if text.printed:
                said["printed"] = text.printed
            out.append(said)
        return out

    def _why(self, step: Step) -> Iterator[rul.Reason]:
        """What the refusal rests on, where that is no general rule but says who does not count."""
        intent, clause = step.intent, step.against[0].clause
        if intent is None or clause.startswith("card."):
            return
        reasons = step.proof
        if not reasons:
            book = self.book.proving()
            book.reasons()  # what was asked before belongs elsewhere
            book.against(Moment(step.before.table, book), intent)
            reasons = book.reasons()
        told = {finding.clause for finding in step.against}
        for finding in telling(reasons, clause):
            entry = self.glossary.entry(finding.clause.split("/")[0])
            if finding.clause in told or entry is None:
                continue
            told.add(finding.clause)
            if len(told) > len(step.against) + _TOLD:
                return
            yield self._finding(finding, "because")

    def _finding(self, finding: Finding, role: str) -> rul.Reason:
        clause = self.cite(finding.clause)
        facts = {
            name: self.fact(kind, finding.facts.get(name))
            for name, kind in (clause.facts if clause else {}).items()
        }
        record: rul.Reason = {"clause": finding.clause, "role": role, "facts": facts}
        if finding.clause.startswith("card."):
            record["says"] = dict(self._text(finding.clause) or {})
            if finding.clause in self._from_print:
                record["printed"] = self._from_print[finding.clause]
            if role == "against" and finding.facts.get("card"):
                record["card"] = self.title(finding.facts["card"])
        if finding.lifts:
            record["despite"] = self._finding(finding.lifts, "lifted")
        return record

    def cite(self, clause: str) -> Clause | None:
        if clause not in self.cited:
            self.cited[clause] = self.glossary.clause(clause)
        return self.cited[clause]

    # -- facts -----------------------------------------------------------------

    def title(self, card: CardId) -> str:
        """What a ruling calls a card: its title; of several, with the name the scenario gives it."""
        found = self.table.cards.get(card) or self.board.table.cards.get(card)
        if found is None or not found.title:
            return str(card)
        return f"{found.title} ({card})" if card in self.aliases else found.title

    def fact(self, kind: str, value: Any) -> rul.Value:
        """A fact as plain data: titles instead of ids, words of the game instead of enums."""
        if value is None:
            return None
        match kind:
            case "card" | "location":
                return self.title(value)
            case "cards":
                return [self.title(card) for card in value]
            case "action":
                return cast(rul.Value, self._action(value))
            case "text":
                return dict(self._text(value) or {})
            case "need":
                return [value[0], self._need(value[0], value[1])]
            case "number" | "step" | "change":
                return int(value)
            case "seen":
                return self._known(value)
            case "owner":
                return self._owner(value)
            case "totals":
                return cast(rul.Value, [self._attack_total(total) for total in value])
            case "each" | "speech":
                return dict(value)
            case "flag":
                return bool(value)
        return str(value)

    def _action(self, value: ActionRef | Action | int | str) -> rul.Action:
        """An action on the stack, one that has left it, or a card that was to be played."""
        match value:
            case ActionRef():
                return self.action_ref(value)
            case Action():
                return self._ref(value)
            case int():
                return self._gone(value)
        return {"kind": "play", "player": None, "card": str(value), "place": None}

    def action_ref(self, ref: ActionRef) -> rul.Action:
        return {
            "kind": str(ref.kind),
            "player": str(ref.player),
            "card": self.title(ref.card) if ref.card else None,
            "place": self.title(ref.place) if ref.place else None,
        }

    @cached_property
    def _from_print(self) -> Mapping[str, str]:
        """The texts that were read, by their clauses: the printed sentence of each."""
        prints = {id(c.print): c.print for c in self.board.table.cards.values()}
        return {
            text.clause: text.printed
            for print_ in prints.values()
            if print_.from_print is not None
            for text in (*print_.texts, *print_.doubtful)
            if text.printed
        }

    def _read(self, steps: tuple[Step, ...], told: set[str]) -> list[rul.Read]:
        """What is taken from printed texts: of the cards on table, and of those an attempt is about.
        What is left of them is told where it is not considered."""
        used = {card for step in steps for card in self._used(step)}
        for step in steps:
            names = (step.attempt.what, step.attempt.at, step.attempt.to, *step.attempt.targets)
            used.update(card for name in names if name for card in self.board.ids(name.text))
        found: dict[tuple[str, str], rul.Read] = {}
        for card in self.board.table.cards.values():
            read = card.print.from_print
            if read is None or not (card.zone is Zone.TABLE or card.id in used):
                continue
            found[card.title, card.print.id or ""] = {
                "card": card.title,
                "id": card.print.id,
                "digest": read.digest,
                "parts": [{"printed": words, "says": dict(says)} for words, says in read.parts],
                "not_read": list(read.left) if card.title in told or card.id in used else [],
            }
        return [found[key] for key in sorted(found)]

    def _text(self, clause: str) -> Mapping[str, str] | None:
        """The sentence of a card's text, found by its clause."""
        for card in self.table.cards.values():
            for text in card.print.texts:
                if text.clause == clause:
                    return text.says
        return None

    def _said_by(self, text: Text | None) -> rul.Speech | None:
        said = self._text(text.clause) if text is not None else None
        return dict(said) if said is not None else None

    def _need(self, what: str, of: object) -> rul.Value:
        if isinstance(of, Condition):
            main, about = next((value for _, value in given(of)), None), of.about()
            several = isinstance(main, tuple) and not isinstance(main, Filter)
            return {
                "verb": of.word,
                "what": _listed(main) if several else _described(about),
                "count": main if isinstance(main, int) else None,
                "located": isinstance(about, Filter) and _is_located(about),
            }
        return str(of) if of is not None else None

    # -- what happened -----------------------------------------------------------

    def _spoken(self, step: Step) -> Iterable[rul.Event]:
        """The clauses for which it happened so, where no event names them."""
        named = {getattr(event, "clause", None) for event in step.events}
        for finding in step.spoken:
            if finding.clause in named or finding.clause.startswith("card."):
                continue
            named.add(finding.clause)
            yield cast(rul.Event, {"event": "said", **self._finding(finding, "event")})

    def _events(self, events: Iterable[ev.Event]) -> Iterable[rul.Event]:
        used: rul.Event | None = None
        for event in events:
            if isinstance(event, ev.ForceUsed) and used and used["player"] == event.player:
                used["number"] += 1
                continue
            record = self._event(event)
            if record is None:
                continue
            clause = event.clause
            if clause is not None and not clause.startswith("card."):
                self.cite(clause)
            record["clause"] = clause
            used = record if isinstance(event, ev.ForceUsed) else None
            yield record

    def _event(self, event: ev.Event) -> rul.Event | None:
        """What the event tells, by the kinds of its slots."""
        name = event.telling
        if name is None:
            return None
        slots = ev.TELLINGS[name].slots
        told = {n: self.fact(s.kind, s.of(event)) for n, s in slots.items()}
        return cast(rul.Event, {"event": name, **told})

    def _owner(self, of: Side | CardId) -> str | None:
        """A player, or whose card it is."""
        if isinstance(of, Side):
            return str(of)
        card = self.table.cards.get(of)
        return str(card.owner) if card else None

    def _known(self, card: CardId) -> str | None:
        found = self.table.cards.get(card)
        return self.title(card) if found is not None and found.is_known else None

    def _gone(self, action: int) -> rul.Action:
        return self.actions.get(action) or {
            "kind": "play", "player": None, "card": None, "place": None,
        }  # fmt: skip

    def _ref(self, action: Action) -> rul.Action:
        return self.action_ref(ActionRef(action.doing, action.player, action.card, action.place))

    @property
    def actions(self) -> dict[int, rul.Action]:
        return self._actions

    def remember(self, steps: tuple[Step, ...]) -> None:
        """Every action that was ever on the stack, so that events can name it."""
        self.declared = declared_before(steps)
        self._actions: dict[int, rul.Action] = {}
        opening = steps[0].before.table.stack if steps else ()
        for action in (*self.board.table.stack, *opening):
            self._actions[action.id] = self._ref(action)
        for step in steps:
            self.table = step.after.table
            for event in step.events:
                if isinstance(event, ev.Initiated):
                    self._actions[event.action.id] = self._ref(event.action)

    def _on_stack(self, action: Action) -> rul.OnStack:
        return {
            **self._ref(action),
            "step": str(action.step),
            "segment": str(action.segment) if action.segment else None,
        }

    # -- outcomes ------------------------------------------------------------------

    def _outcomes(
        self, steps: tuple[Step, ...], records: list[rul.Step], gone: Mapping[int, int]
    ) -> None:
        """Legality is one thing, what became of the action another."""
        started = {s.action: r for s, r in zip(steps, records, strict=True) if s.action}
        for step, record in zip(steps, records, strict=True):
            if step.action is not None and step.number in gone:
                paid = any(isinstance(e, ev.ForceUsed | ev.ForceLost) for e in step.events)
                record["outcome"] = {"what": "backed up", "step": gone[step.number], "paid": paid}
                started.pop(step.action, None)
            elif step.verdict is Verdict.BACKED_UP:
                record["outcome"] = {"what": "too soon", "step": step.number}
            elif step.unpaid:
                record["outcome"] = {"what": "unpaid", "step": step.number}
        for step in steps:
            if step.number in gone:
                continue
            failed: set[int] = set()
            for event in step.events:
                if isinstance(event, ev.ActionFailed):
                    failed.add(event.action)
                elif isinstance(event, ev.Cancelled) and event.action in started:
                    started[event.action]["outcome"] = {
                        "what": "cancelled", "step": step.number, "by": self._gone(event.by),
                    }  # fmt: skip
                elif isinstance(event, ev.ActionLeft) and event.action in started:
                    found = started[event.action]
                    if found["outcome"] is None:
                        what = "failed" if event.action in failed else "had its result"
                        found["outcome"] = {"what": what, "step": step.number}
        for action, record in started.items():
            if record["outcome"] is None and action is not None and record["verdict"] == "legal":
                record["outcome"] = {"what": "pending", "step": None}

    # -- questions, unknowns, assumptions --------------------------------------------

    def _question(self, step: Step) -> rul.Answer | None:
        if step.answer is None:
            return None
        value = self._answered(step.answer)
        parts = step.answer.sum.terms if step.answer.sum is not None else ()
        return {
            "question": step.answer.question,
            "value": value,
            "reasons": [self._finding(f, "answer") for f in step.answer.findings],
            "terms": [self._term(term) for term in parts],
        }

    def _answered(self, answer: Answer) -> rul.Value:
        """The value of an answer as plain data: cards by title."""
        value, form = answer.value, QUESTIONS[answer.question].form
        match form:
            case "duties":
                return [[w, self.title(of) if w == "forfeit" else of] for w, of in value]
            case "cards":
                return [self.title(card) for card in value]
            case "place":
                return [value[0], self.title(value[1]) if value[0] == "at" else value[1]]
        return [str(v) for v in value] if isinstance(value, tuple) else value

    def _unknown(self, unknown: tuple[str, Mapping[str, object]] | None) -> rul.Question | None:
        if unknown is None:
            return None
        return {"question": unknown[0], "facts": self._plain(unknown[1])}

    def _assumed(self, assumed: tuple[str, Mapping[str, object]]) -> rul.Assumption:
        return {"what": assumed[0], "facts": self._plain(assumed[1])}

    def _plain(self, facts: Mapping[str, object]) -> dict[str, rul.Value]:
        out: dict[str, rul.Value] = {}
        for name, value in facts.items():
            if isinstance(value, tuple):
                out[name] = [self.title(v) for v in value]
            elif name in ("card", "location") and value is not None:
                out[name] = self.title(CardId(str(value)))
            else:
                out[name] = value if isinstance(value, int) or value is None else str(value)
        return out

    def _not_considered(self, steps: tuple[Step, ...]) -> list[rul.Unconsidered]:
        """Parts of card texts which the ruling passed through without modelling them."""
        out: list[rul.Unconsidered] = []
        for step in steps:
            for card in self._used(step):
                print_ = self.board.table.cards[card].print
                for speech in print_.not_modelled:
                    record: rul.Unconsidered = {"card": print_.title, "says": dict(speech)}
                    if record not in out:
                        out.append(record)
        for step in steps:
            for bears in self._bearing(step):
                print_ = self.board.table.cards[bears.card].print
                record = {"card": print_.title, "says": dict(bears.unread.says)}
                if not any(_is_within(record, told) for told in out):
                    out.append(record)
        return out

    def _bearing(self, step: Step) -> list[Bears]:
        """The sentences that nobody reads and that could turn it."""
        named = (step.attempt.what, step.attempt.at) if step.attempt.is_question else ()
        asked = [c for name in named if name for c in self.board.ids(name.text)]
        return bearing_on(step, asked, self.declared.get(step.number, ()))

    def _used(self, step: Step) -> Iterable[CardId]:
        """The card an attempt is about, whatever became of it."""
        if step.intent is not None and step.intent.card is not None:
            return (step.intent.card,)
        named = step.attempt.what
        ids = self.board.ids(named.text) if named is not None and step.unknown else ()
        return ids[:1]

    def _others_there(self, steps: tuple[Step, ...]) -> list[str]:
        """Cards where something was attempted, or aimed at, of whose texts nobody can tell what
        the parts that are not modelled speak of."""
        unmodelled = {
            c.id: c.title
            for c in self.board.table.cards.values()
            if any(not unread.topics for unread in unread_of(c.print))
        }
        if not unmodelled:
            return []
        found: dict[str, None] = {}
        used = {card for step in steps for card in self._used(step)}
        for step in steps:
            near: list[CardId] = []
            now, intent, top = step.before, step.intent, step.before.table.top
            places = {intent.place if intent else None, top.place if top else None}
            places |= {now.table.location_of(c) for c in self._used(step) if c in now.table.cards}
            for place in places:
                if place is not None:
                    near += [place, *(card.id for card in now.all_at(place))]
            if intent is not None:
                near += [card for aimed in intent.targets.values() for card in aimed]
            found.update((unmodelled[c], None) for c in near if c in unmodelled and c not in used)
        return sorted(found)

    # -- entries and the table --------------------------------------------------------------

    def _entries(self) -> list[rul.Cited]:
        out: dict[str, rul.Cited] = {}
        for name, clause in self.cited.items():
            entry = self.glossary.entry(name.split("/")[0])
            if clause is None or entry is None:
                continue
            record = out.setdefault(
                entry.id,
                {
                    "entry": entry.id,
                    "title": dict(entry.title),
                    "outside": entry.is_outside,
                    "clauses": [],
                },
            )
            record["clauses"].append(
                {"clause": clause.id, "text": dict(clause.text), "disputed": clause.disputed}
            )
        return list(out.values())

    def whole(self, table: Table, seen: Table | None = None) -> rul.Laid:
        """The table as data, cards by title; with an earlier one, what changed since is marked."""
        self.table = table
        data = summary(table)
        for place in data["locations"]:
            self._drawn(place, table.cards[place["location"]], seen)
            self._lying(place["cards"], seen)
        for cards in data["sides"].values():
            self._lying(cards, seen)
        for name, pile in data["piles"].items():
            side, _, zone = name.partition(" ")
            key = (Side(side), Zone(zone))
            if seen is not None and seen.piles.get(key, ()) != table.piles.get(key, ()):
                pile["changed"] = True
        return cast(rul.Laid, _titled(data, self))

    def _drawn(self, record: dict[str, Any], card: Card, seen: Table | None) -> None:
        """What a drawing of a card shows besides its title."""
        record["type"] = card.print.subtype or card.print.type
        if card.how is How.ROW:
            record["icons"] = {str(s): card.print.force_icons.get(s) for s in Side}
        if seen is not None and seen.cards.get(card.id) != card:
            record["changed"] = True

    def _lying(self, cards: list[dict[str, Any]], seen: Table | None) -> None:
        for record in cards:
            self._drawn(record, self.table.cards[record["card"]], seen)
            self._lying(record.get("with", []), seen)


def _in_brief(step: Step) -> Hashable:
    """What tells cases apart for a reader: how an attempt comes out, and the first reason."""
    return came_out(step), step.against[0].clause if step.against else None


def _link(steps: tuple[Step, ...], records: list[rul.Step], gone: Mapping[int, int]) -> None:
    """Which other attempts the proof of each rests on: all that made the table what it was (what
    was refused left it so), the one that took it back, and those that were to."""
    before: list[int] = []
    for step, record in zip(steps, records, strict=True):
        later = [gone[step.number]] if step.number in gone else []
        record["rests_on"] = sorted({*before, *later, *claims(steps, step)})
        if not step.attempt.is_question or step is steps[0]:
            before.append(step.number)


def _is_within(record: rul.Unconsidered, told: rul.Unconsidered) -> bool:
    """Whether a sentence has been told, by itself or as part of the whole text."""
    return record["card"] == told["card"] and str(record["says"]["en"]) in str(told["says"]["en"])


def _listed(names: object) -> list[str]:
    return [n for n in names if isinstance(n, str)] if isinstance(names, tuple) else []


def _is_located(what: Filter) -> bool:
    """Whether a description says more than what a card is."""
    bare = Filter()._replace(
        titles=what.titles, personas=what.personas, types=what.types, traits=what.traits,
        whose=what.whose, icons=what.icons,
    )  # fmt: skip
    return what != bare


def _described(what: Any) -> Any:
    if isinstance(what, Filter):
        words = (*what.titles, *what.personas, *what.types, *what.traits)
        return ", ".join(words) or "any"
    return what


def _titled(data: Any, composer: Composer) -> Any:
    if isinstance(data, Mapping):
        return {str(k): _title_of(k, v, composer) for k, v in data.items()}
    if isinstance(data, list):
        return [_titled(item, composer) for item in data]
    return str(data) if isinstance(data, Zone | Side | Stage | Kind) else data


def _title_of(key: str, value: Any, composer: Composer) -> Any:
    if key in ("card", "location", "place") and value is not None:
        return composer.title(value)
    if key in ("named", "forfeited"):
        return [composer.title(v) for v in value]
    return _titled(value, composer)


def file_name(file: str) -> str:
    """A file's name as text: names on a disk may be bytes that are none."""
    return file.encode("utf-8", "replace").decode()


def compose(
    board: Board,
    book: Rulebook,
    steps: tuple[Step, ...],
    glossary: Glossary,
    full: bool = False,
    tries: bool = True,
) -> rul.Ruling:
    """The ruling on a scenario, as plain data; it tries what would make a refusal legal: of the
    attempts that the answer is about, in full of all of them."""
    composer = Composer(board, book, glossary)
    steps = sound(board, steps) if full else steps
    composer.remember(steps)
    ruling = composer.ruling(steps, full)
    if tries:
        shown = (s.number for s in steps) if full else ruling["answer"]["steps"]
        composer.hints(steps, ruling["steps"], set(shown))
        for found in unused(board, steps):
            record = next(r for r in ruling["steps"] if r["number"] == found.number)
            record["unused"].append({"key": found.key, "value": found.value})
    return ruling
