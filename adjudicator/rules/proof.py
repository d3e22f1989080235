"""The proof of a verdict: what the rules said on the way to it, and what each of them rests on.

A rulebook that proves keeps, for every question it is asked, who spoke and what that one had to
ask in turn. What says nothing and rests on nothing leaves no trace; what says nothing because of
something else (a refusal that does not hold, for a spy is not counted) stands with its reasons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

from adjudicator.cards.model import Text
from adjudicator.game import EMPTY
from adjudicator.rules.moment import Moment
from adjudicator.rules.registry import Facts, Finding, Intent, Rule, Rulebook, Voices
from adjudicator.state.table import Card, Unknown
from adjudicator.state.values import Fixed, Term

Answer = TypeVar("Answer")
Said = tuple[str, Facts]  # a clause and the facts it spoke of
OF_A_TEXT = "text"  # in place of a rule's verb: what stands on a card


class Reason(NamedTuple):
    """A clause that was asked, whether it spoke, what it said, and what that rests on."""

    clause: str
    verb: str  # forbids, permits, decides, adjusts, brings; or of a text
    spoke: bool
    facts: Facts = EMPTY
    rests_on: tuple[Reason, ...] = ()
    question: str = ""  # which it decides

    def within(self) -> Iterator[Reason]:
        """Whatever it rests on, however deep."""
        for reason in self.rests_on:
            yield reason
            yield from reason.within()

    def clauses(self) -> Iterator[str]:
        yield self.clause
        for reason in self.rests_on:
            yield from reason.clauses()


class ProvingRulebook(Rulebook):
    """A rulebook that keeps the reasons of every answer until they are taken."""

    remembers = False

    def __init__(self, without: Iterable[str] = (), **changes: Any) -> None:
        self._open: list[dict[tuple[str, bool, str], Reason]] = [{}]  # the innermost question last
        super().__init__(without, **changes)
        self._voices = self._overheard(self._voices)
        self._plain: Rulebook | None = None

    def plain(self) -> Rulebook:
        """The same rules in a rulebook that keeps nothing."""
        if self._plain is None:
            self._plain = self.another(Rulebook)
        return self._plain

    def reasons(self) -> tuple[Reason, ...]:
        """All reasons since they were last taken."""
        found = tuple(self._open[0].values())
        self._open[:] = [{}]
        return found

    def works(self, text: Text) -> None:
        carried_out = tuple(Reason(clause, OF_A_TEXT, True) for clause in sorted(text.clauses()))
        self._keep(Reason(text.clause, OF_A_TEXT, True, rests_on=carried_out))

    def silenced(self, clause: str) -> None:
        self._keep(Reason(clause, OF_A_TEXT, True))

    def _sort(self, rule: Rule) -> None:
        super()._sort(rule._replace(function=self._heard(rule)))

    def _heard(self, rule: Rule) -> Callable[..., Any]:
        def one(*asked: Any, **named: Any) -> Any:
            return self._listen(
                rule.verb,
                lambda: rule.function(*asked, **named),
                lambda said: _said(rule, said),
                rule.clause,
                rule.of[0] if rule.verb == "decides" else "",
            )

        def several(*asked: Any, **named: Any) -> Iterator[Any]:
            answer = self._listen(
                rule.verb,
                lambda: _Several(rule.function(*asked, **named)),
                lambda said: _said(rule, said.items) or said.asked_in_vain(rule.clause),
                rule.clause,
            )
            return answer.handed_out()

        return several if rule.verb in ("adjusts", "brings") else one

    def _overheard(self, voices: Voices) -> Voices:
        """Card texts, listened to likewise."""

        def adjust(now: Moment, number: str, asked: Mapping[str, Any]) -> Iterable[Term]:
            return self._listen(
                OF_A_TEXT,
                lambda: _Several(voices.adjust(now, number, asked)),
                lambda terms: [(t.clause, t.facts) for t in terms.items],
            ).handed_out()

        def forbid(now: Moment, intent: Intent) -> Iterable[Finding]:
            return self._listen(
                OF_A_TEXT,
                lambda: _Several(voices.forbid(now, intent)),
                lambda found: [(f.clause, f.facts) for f in found.items],
            ).handed_out()

        def permit(now: Moment, intent: Intent, lifted: Finding) -> Finding | None:
            return self._listen(
                OF_A_TEXT,
                lambda: voices.permit(now, intent, lifted),
                lambda found: [(found.clause, found.facts)] if found is not None else [],
            )

        def decide(
            now: Moment, question: str, asked: Mapping[str, Any]
        ) -> tuple[Any, Finding] | None:
            return self._listen(
                OF_A_TEXT,
                lambda: voices.decide(now, question, asked),
                lambda found: [(found[1].clause, found[1].facts)] if found is not None else [],
            )

        def spare(now: Moment, clause: str, card: Card) -> Finding | None:
            return self._listen(
                OF_A_TEXT,
                lambda: voices.spare(now, clause, card),
                lambda found: [(found.clause, found.facts)] if found is not None else [],
            )

        return Voices(adjust, forbid, permit, decide, spare, voices.questions)

    def _listen(
        self,
        verb: str,
        ask: Callable[[], Answer],
        said: Callable[[Answer], list[Said]],
        clause: str | None = None,
        question: str = "",
    ) -> Answer:
        """Asks, and keeps what was said, with all that was asked meanwhile below it."""
        below: dict[tuple[str, bool, str], Reason] = {}
        self._open.append(below)
        spoken: list[Said] = [(clause, EMPTY)] if clause is not None else []
        try:
            answer = ask()
            spoken = said(answer)
            return answer
        finally:
            self._open.pop()
            rests_on = tuple(below.values())
            for name, facts in spoken:
                said_so = Reason(name, verb, True, facts, rests_on, question)
                if clause not in (None, name):  # the rule leaves it to another clause to say why
                    said_so = Reason(clause, verb, True, EMPTY, (said_so,))
                self._keep(said_so)
            if not spoken and clause is not None and rests_on:
                self._keep(Reason(clause, verb, False, EMPTY, rests_on))
            elif not spoken:
                for reason in rests_on:
                    self._keep(reason)

    def _keep(self, reason: Reason) -> None:
        """The same reason counts once in one place, however often it is found."""
        key = (reason.clause, reason.spoke, str(reason.facts) if reason.facts else _below(reason))
        self._open[-1].setdefault(key, reason)


# What keeps something from counting, or a thing from being what a rule asks for: worth telling
# beside a refusal that rests on it.
_TELLING = ("apart", "exterior", "no value", "adjacent", "enclosed", "controls")


def telling(reasons: Iterable[Reason], clause: str) -> Iterator[Finding]:
    """Why a clause that refuses something found what it found: who does not count, which place is
    not what it would have to be."""
    everything = (r for reason in reasons for r in (reason, *reason.within()))
    refusal = next((r for r in everything if r.clause == clause and r.spoke), None)
    for reason in refusal.within() if refusal is not None else ():
        if reason.spoke and reason.question in _TELLING and reason.facts:
            yield Finding(reason.clause, reason.facts)


def _below(reason: Reason) -> str:
    return " ".join(f"{below.clause} {below.facts}" for below in reason.rests_on)


class _Several(Generic[Answer]):
    """Answers that come one by one, perhaps up to a question that nobody can answer."""

    def __init__(self, answers: Iterable[Answer] | None) -> None:
        self.items: list[Answer] = []
        self._question: Unknown | None = None
        try:
            self.items.extend(answers or ())
        except Unknown as question:
            self._question = question

    def asked_in_vain(self, clause: str) -> list[Said]:
        """A question that nobody can answer is something said, too."""
        return [(clause, EMPTY)] if self._question is not None else []

    def handed_out(self) -> Iterator[Answer]:
        yield from self.items
        if self._question is not None:
            raise self._question


def _said(rule: Rule, said: Any) -> list[Said]:
    """What a rule spoke of, in the form that its verb has."""
    match rule.verb:
        case "forbids":
            each = said if isinstance(said, list) else [said] if said else []
            return [
                (one.clause, one.facts) if isinstance(one, Finding) else (rule.clause, one)
                for one in each
            ]
        case "permits":
            return [] if said is None else [(rule.clause, said)]
        case "decides":
            return [] if said is None else [(rule.clause, said[1])]
        case "adjusts":
            return [
                (rule.clause, facts)
                for amount, facts in said
                if amount != 0 or isinstance(amount, Fixed)
            ]
    return [(rule.clause, EMPTY)] if said else []
