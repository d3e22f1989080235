"""The answer to say aloud: which attempts it is about, and how it is told.

A judge marks the attempts and questions in dispute with `asked: yes`. Without a mark the
answer is about whatever made a player back up, else about the one thing that was tried; of
several it tells how each ended, never the last refusal alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from adjudicator.attempts import is_passing, verb_of
from adjudicator.game import Kind
from adjudicator.questions import QUESTIONS
from adjudicator.ruling.ruling import (
    Action,
    Attempt,
    Event,
    Headline,
    Passes,
    Reason,
    Ruling,
    Step,
    Told,
)
from adjudicator.ruling.words import Words

_FEW = 3  # cases that are told at once
_MOST = 4  # parts that are told in full; of more, only their verdicts by number
_LONGEST = 160  # of a card's text that is read out where nothing else explains a verdict

# What goes on by itself, or only prepares what is asked about.
_QUIET = frozenset(
    {
        "force used", "result began", "no longer just", "segment began", "battle ended",
        "attack ended", "phase began", "turn began", "initiated", "shuffled", "looked",
        "destiny drawn", "scheduled", "came to nothing", "destiny modified", "said",
    }
)  # fmt: skip
# Where a card goes that was played, paid or looked at: told only where nothing else happened.
_ASIDE = ("cancelled", "put back", "announced", "", None)
# Actions without a card, which a reason names by their kind.
_BY_KIND = (Kind.DRAIN, Kind.BATTLE)
_UNSEEN = ("drawn", "taken", "retrieved")
# What amounts to something, where the others have a price.
_AMOUNTS = (Kind.DRAIN, Kind.ACTIVATE)
# What ends a battle, an attack or an action; it may come long after what led to it.
_SETTLES = ("attack decided", "totals", "failed", "cancelled", "captured")


# -- which steps -------------------------------------------------------------------


def candidates(records: Iterable[Step]) -> list[Step]:
    """The steps a question could be about: whatever is tried or asked, and a pass that was
    refused or could not be carried out."""
    return [r for r in records if not is_passing(r["attempt"]["verb"]) or r["verdict"] != "legal"]


def chosen(records: list[Step], marked: Iterable[int]) -> list[Step]:
    """The steps the answer is about."""
    asked = set(marked)
    if asked:
        return [r for r in records if r["number"] in asked]
    withdrawing = [r for r in records if r["withdraws"]]
    if withdrawing:
        return withdrawing[-1:]
    found = candidates(records)
    telling = [r for r in found if not _is_of_the_moment(r)] or found
    if telling and all(_is_of_the_moment(r) for r in telling):
        came = [r for r in records if any(is_telling(e) for e in r["events"])]
        return (came or telling)[-1:]
    tried = [r for r in telling if r["attempt"]["verb"] != "ask"]
    if not tried or telling[-1] is not tried[-1]:
        asked_last = _at_the_end(telling, lambda r: r["attempt"]["verb"] == "ask")
        return asked_last[-_MOST:] or records[-1:]
    return _alternatives(tried)


def _at_the_end(steps: list[Step], of_a_kind: Callable[[Step], bool]) -> list[Step]:
    found: list[Step] = []
    for step in reversed(steps):
        if not of_a_kind(step):
            break
        found.insert(0, step)
    return found


def _alternatives(tried: list[Step]) -> list[Step]:
    """The last attempt, and what it was an alternative to: those of the same kind by the same
    player, and whatever was refused on the way. Where all ended alike, the last says it."""
    last = tried[-1]

    def stands_beside(step: Step) -> bool:
        return step["verdict"] != "legal" or all(
            step["attempt"][key] == last["attempt"][key] for key in ("player", "verb")
        )

    found = [r for r in tried if stands_beside(r)]
    return found if len({r["verdict"] for r in found}) > 1 else found[-1:]


def answer(records: list[Step], marked: Iterable[int]) -> Headline:
    """Of the ruling's data: the steps, one verdict for all of them or `mixed`, and the clause on
    which the first rests that rests on one."""
    steps = chosen(records, marked)
    if not steps:
        return {"step": None, "steps": [], "verdict": None, "clause": None}
    verdicts = {"backed up" if r["withdraws"] else r["verdict"] for r in steps}
    clause = next((c for r in steps if (c := _clause(r))), None)
    return {
        "step": steps[0]["number"],
        "steps": [r["number"] for r in steps],
        "verdict": verdicts.pop() if len(verdicts) == 1 else "mixed",
        "clause": clause,
    }


def _clause(step: Step) -> str | None:
    reason = leading(step)
    if reason is None and step["answer"] and step["answer"]["reasons"]:
        return str(step["answer"]["reasons"][0]["clause"])
    return str(reason["clause"]) if reason else None


def leading(step: Step) -> Reason | None:
    """The reason to say first."""
    reasons = step["reasons"]
    against = [r for r in reasons if r["role"] == "against"]
    return next(iter(against or reasons), None)


# -- how it is told ----------------------------------------------------------------


class Teller:
    """Says the answer in one language; `sentence` is what a clause says of a case."""

    def __init__(
        self,
        words: Words,
        sentence: Callable[[Reason], str],
        set_: Callable[[str], str],
        forgotten: Callable[[Passes], str],
        cases: Callable[[Step], Iterable[tuple[str, str | None]]],
    ) -> None:
        self.words = words
        self.forgotten = forgotten
        self.cases = cases
        self.sentence = sentence
        self.set = set_
        self.given: set[str] = set()  # what happened and has been told already
        self.came = False  # whether the passes told last brought anything about

    def headline(self, ruling: Ruling) -> Told:
        self.given.clear()
        told = ruling["answer"]
        steps = [s for s in ruling["steps"] if s["number"] in told["steps"]]
        verdict = told["verdict"]
        parts = [*self._parts(steps, ruling["steps"]), *self._no_matter(steps)]
        says = " ".join((*parts, *self._unless(steps)))
        is_verdict = any(_is_tried(s) or s["verdict"] != "legal" for s in steps)
        return {
            "says": self.set(_first(says)),
            "clause": told["clause"],
            "verdict": verdict,
            "word": _first(self.words.term("verdict", verdict)) if verdict and is_verdict else "",
            "step": told["step"],
        }

    def _no_matter(self, steps: list[Step]) -> Iterable[str]:
        """The missing facts on which nothing of this hangs."""
        open_ = (s["cases"] for s in steps if s["cases"] and not s["unknown"])
        asked = (fact for cases in open_ if not cases["branches"] for fact in cases["facts"])
        return dict.fromkeys(self.words.no_difference(fact) for fact in asked)

    def _unless(self, steps: list[Step]) -> Iterable[str]:
        """What is printed on cards in the play that nobody reads and that could turn it."""
        bearing = [b for step in steps for b in step["bearing"] if b["printed"]]
        if bearing:
            said = str(bearing[0]["says"]["en"])
            titles = list(dict.fromkeys(b["card"] for b in bearing))
            yield self.words.unless(titles, said if len(said) <= _LONGEST else None)

    def _parts(self, steps: list[Step], all_: list[Step]) -> Iterable[str]:
        if len(steps) == 1:
            yield self._alone(steps[0], all_)
        elif len(steps) > _MOST and all(_is_tried(s) for s in steps):
            yield self._many(steps)
        else:
            yield from self._one_by_one(steps, all_)

    def _alone(self, step: Step, all_: list[Step]) -> str:
        """One attempt or question by itself: the players know what was asked."""
        if step["withdraws"]:
            return self._backing_up(step, all_)
        if _is_passed(step):
            return self._passed(step, said=False)
        return self._part(step, all_, self._why(step), self._spent(step))

    def _one_by_one(self, steps: list[Step], all_: list[Step]) -> Iterable[str]:
        """Each with its verdict; what is tried twice is told apart by its number."""
        steps = list(_passes_together(steps))
        headings = [self.words.heading(s["attempt"]) for s in steps]
        about = [_about(s) for s in steps]
        given: set[str] = set()
        for step, heading in zip(steps, headings, strict=True):
            if _is_passed(step):
                told = self._passed(step, said=step["attempt"]["player"] is None)
                if self.came or step["attempt"]["player"] is not None:
                    yield told
                continue
            twice = headings.count(heading) > 1
            why = self._why(step)
            tell_tried = why in given or (about.count(_about(step)) > 1 and not twice)
            part = self._part(
                step, all_, "" if why in given else why, tell_tried=tell_tried, numbered=twice
            )
            given.add(why)
            yield part

    def _many(self, steps: list[Step]) -> str:
        """Verdicts in a line, by number where they differ, and why the first was refused."""
        w = self.words
        semicolon = f"{w.LABELS['semicolon']} "
        groups: dict[str, list[Step]] = {}
        for step in steps:
            groups.setdefault(step["verdict"], []).append(step)
        if list(groups) == ["legal"]:
            line = semicolon.join(self._priced(step) for step in steps)
            return f"{self._verdict(steps[0])}{w.LABELS['colon']} {line}."
        lines = [self._group(verdict, found) for verdict, found in groups.items()]
        refused = next(s for s in steps if s["verdict"] != "legal")
        return f"{_first(semicolon.join(lines))}. {self._why(refused)}"

    def _group(self, verdict: str, steps: list[Step]) -> str:
        w = self.words
        if len(steps) > 1:
            return str(w.verdict_of([str(s["number"]) for s in steps], verdict))
        tried = w.within(w.heading(steps[0]["attempt"]))
        return f"{w.term('verdict', verdict)}{w.LABELS['colon']} {tried}"

    def _priced(self, step: Step) -> str:
        """What was tried, with what it cost."""
        w = self.words
        tried = w.within(w.heading(step["attempt"]))
        used = [e["number"] for e in step["events"] if e["event"] == "force used"]
        return f"{tried} ({w.force(sum(used))})" if used else tried

    def _verdict(self, step: Step) -> str:
        return _first(self.words.term("verdict", step["verdict"]))

    def _part(
        self,
        step: Step,
        all_: list[Step],
        why: str,
        spent: str = "",
        *,
        tell_tried: bool = False,
        numbered: bool = False,
    ) -> str:
        """One attempt or question: verdict, what was tried unless the reason says it, reason."""
        w, attempt = self.words, step["attempt"]
        if step["answer"]:
            came = self._told(step["events"], _is_said_at_all)  # of a question, what would come
            answer = came or w.answer(step["answer"])
            asked = w.heading(attempt)
            if numbered:
                bare = asked.rstrip("?\u202f ")
                asked = f"{bare} ({w.attempt(step['number'])}){asked[len(bare) :]}"
            return " ".join(filter(None, (asked, answer, why)))
        number = f" ({w.attempt(step['number'])})" if numbered else ""
        is_legal = step["verdict"] == "legal"
        passed = self.forgotten(step["forgotten"]) if step["forgotten"] else ""
        if why and not is_legal and not tell_tried and self._says_what_was_tried(why, step):
            return " ".join(filter(None, (f"{self._verdict(step)}{number}.", passed, why)))
        came = self._came_of_it(step, all_) if is_legal else ""
        if is_legal and (came or not why) and not _has_ground(step):
            why = spent
        tried = w.within(w.heading(attempt))
        told = f"{self._verdict(step)}{w.LABELS['colon']} {tried}{number}"
        end = "" if told.endswith(("?", "!", ".")) else "."
        return " ".join(filter(None, (f"{told}{end}", passed, why, came)))

    def _says_what_was_tried(self, why: str, step: Step) -> bool:
        """Whether a reason names the card, the place or the kind of action, so that nobody has
        to hear it twice."""
        verb = step["attempt"]["verb"]
        if not _is_tried(step):
            return True
        kind = verb_of(verb).kind
        named = [_about(step), self.words.term("kind", kind) if kind in _BY_KIND else ""]
        return any(name and name in _small(why) for name in named)

    def _spent(self, step: Step) -> str:
        """The Force used for a card or a text, where nothing else tells it."""
        used = [e for e in step["events"] if e["event"] == "force used"]
        if not used or _has_ground(step) or step["verdict"] != "legal":
            return ""
        return self._in_all(used[0])

    def _in_all(self, used: Event) -> str:
        return self.words.tell({**used, "event": "force used in all"}) or ""

    def _passed(self, step: Step, said: bool) -> str:
        """What the passes brought about; where that was nothing, whose opportunity it is."""
        w = self.words
        events = [e for e in step["events"] if e["event"] != "result began"]
        told = self._told(events, _is_news) or self._told(events, _is_said_at_all)
        self.came = bool(told)
        if told and (said or (step["attempt"]["player"] is None and any(map(_is_news, events)))):
            return told
        tried = f"{self._verdict(step)}{w.LABELS['colon']} {w.within(w.heading(step['attempt']))}."
        to_act = f"{w.LABELS['next']}{w.LABELS['colon']} {w.within(w.next_line(step['next']))}."
        return f"{tried} {told or to_act}"

    def _why(self, step: Step) -> str:
        """The reason of a verdict or an answer, as one would say it."""
        w = self.words
        if step["unknown"] and step["verdict"] == "undetermined":
            why, ask = w.to_ask(step["unknown"])
            found = step["cases"]["branches"] if step["cases"] else []
            told = [line for line, _ in self.cases(step)] if 0 < len(found) <= _FEW else []
            first = "" if any(branch["if"] for branch in found[:_FEW]) and told else why
            says = " ".join(filter(None, (first, *told)))
            return f"{says} {w.LABELS['ask']}{w.LABELS['colon']} {ask}"
        if step["unpaid"]:
            drawn = [e for e in step["events"] if e["event"] == "destiny drawn"]
            unpaid = [e for e in step["events"] if e.get("why") == "unpaid"]
            told = [t for e in (*drawn, *unpaid) if (t := w.tell(e))]
            return " ".join(told)
        if step["answer"]:
            value = step["answer"]["value"]
            form = QUESTIONS[step["answer"]["question"]].form
            explains = isinstance(value, bool) or form == "sides"
            reasons = step["answer"]["reasons"] if explains else []
            return self.sentence(reasons[0]) if reasons else ""
        if step["verdict"] == "backed up" and step["backed_up_by"]:
            return ""
        if step["verdict"] != "legal":
            reason = leading(step)
            why = self.sentence(reason) if reason else ""
            never = (
                self.words.outcome(step["outcome"])
                if step["outcome"] and step["verdict"] == "backed up"
                else ""
            )
            return " ".join(filter(None, (why, never)))
        return self._why_legal(step)

    def _why_legal(self, step: Step) -> str:
        """An exception that lifts a rule, else what it costs or amounts to, else a short text."""
        of = {
            role: [r for r in step["reasons"] if r["role"] == role]
            for role in ("lifts", "ground", "text")
        }
        if of["lifts"]:
            used = [e for e in step["events"] if e["event"] == "force used"]
            spent = [self._in_all(e) for e in used[:1]]
            return " ".join([self.sentence(of["lifts"][0]), *spent])
        if of["ground"]:
            return self._amount(step, of["ground"])
        texts = [self.sentence(r) for r in of["text"]]
        return next((t for t in texts if len(t) <= _LONGEST), "")

    def _amount(self, step: Step, grounds: list[Reason]) -> str:
        """What it costs or amounts to; of several parts of a price, their sum too. Of a price
        that comes to nothing, only what lifts it."""
        used = [e for e in step["events"] if e["event"] == "force used"] if grounds[1:] else []
        if grounds[1:] and not used and verb_of(step["attempt"]["verb"]).kind not in _AMOUNTS:
            grounds = grounds[1:]
        told = [self._in_all(e) for e in used[:1]]
        return " ".join([*dict.fromkeys(self.sentence(r) for r in grounds), *told])

    def _backing_up(self, step: Step, all_: list[Step]) -> str:
        back = [
            s["attempt"]["what"]
            for s in all_
            if s["number"] in step["withdraws"] and s["attempt"]["what"]
        ]
        reasons = step["reasons"]
        why = self.sentence(reasons[0]) if reasons else ""
        attempt, kind = step["attempt"], verb_of(step["attempt"]["verb"]).kind
        if kind in _BY_KIND:
            action: Action = {
                "kind": str(kind),
                "player": None,
                "card": None,
                "place": attempt["place"] or attempt["what"],
            }
            attempt = {**attempt, "what": self.words.action(action)}
        told = str(self.words.backed_up_headline(attempt, back, why))
        return f"{told} {self.forgotten(step['forgotten'])}" if step["forgotten"] else told

    # -- what came of it -------------------------------------------------------------

    def _came_of_it(self, step: Step, all_: list[Step]) -> str:
        """What its result did, or, of what only leads to an end, how it ended."""
        done = step["outcome"]["step"] if step["outcome"] else None
        at_once = [e for s in all_ if s["number"] == done for e in s["events"]]
        news = [e for e in at_once if is_telling(e) and not _is_said(e, step["attempt"])]
        effects = [e for e in news if e.get("why") != "put away"]
        first = self._told(
            [e for e in step["events"] if is_telling(e) and not _is_said(e, step["attempt"])],
            lambda e: step["number"] != done,
        )
        if told := " ".join(filter(None, (first, self._told(effects or news, is_telling)))):
            return told
        later = [e for s in all_ if s["number"] >= step["number"] for e in s["events"]]
        settled = [e for e in later if e["event"] in _SETTLES or e.get("mark") == "hit"]
        return self._told(settled[-1:], lambda e: True)

    def _told(self, events: Iterable[Event], wanted: Callable[[Event], bool]) -> str:
        kept = [e for e in added_up(events) if wanted(e)]
        told = dict.fromkeys(_first(t) for e in kept if (t := self.words.tell(e)))
        new = [sentence for sentence in told if sentence not in self.given]
        self.given.update(new)
        return " ".join(new)


def added_up(events: Iterable[Event]) -> list[Event]:
    """The Force that a player loses or activates unit by unit, and the cards taken unseen, as
    one number."""
    out: list[Event] = []
    units: dict[tuple[str | None, str | None], list[Event]] = {}
    for event in events:
        kind = event["event"]
        if kind in ("force lost", "force activated"):
            key = (kind, event["player"])
        elif kind == "card placed" and event["card"] is None and event["why"] in _UNSEEN:
            key = (event["why"], event["owner"])
        else:
            out.append(event.copy())
            continue
        same = units.setdefault(key, [])
        same.append(event.copy())
        if len(same) == 1:
            out.append(same[0])
        same[0]["number"] = len(same)
    return [
        {**e, "event": f"{e['event']} in all"}
        if e["event"] in ("force lost", "force activated") and e["number"] > 1
        else e
        for e in out
    ]


def _is_of_the_moment(step: Step) -> bool:
    """Whose opportunity it is: asked at every turn of a game, and seldom what is in dispute."""
    asked = step["attempt"]["question"]
    return asked in QUESTIONS and QUESTIONS[asked].form == "moment"


def is_telling(event: Event) -> bool:
    """Whether an event is what something came to, and does not only lead there."""
    if event["event"] == "card placed":
        return event["why"] not in _ASIDE
    return event["event"] not in _QUIET


def _is_said(event: Event, attempt: Attempt) -> bool:
    """Whether an event only says again what was tried."""
    if event["event"] == "force lost":
        loses = attempt["verb"] != "ask" and verb_of(attempt["verb"]).kind is Kind.CHOOSE
        return bool(loses and event["player"] == attempt["player"])
    if event["event"] != "card placed" or event["card"] != attempt["what"]:
        return False
    return event["why"] in _TRIED


_TRIED = ("deployed", "moved", "forfeited", "embarked", "disembarked", "imprisoned")


def _is_news(event: Event) -> bool:
    """What passes bring about, with the places where the cards go that were spent."""
    return is_telling(event) or event.get("why") == "cancelled"


def _is_said_at_all(event: Event) -> bool:
    """That something is no longer "just" matters only to who would have acted then."""
    return bool(event["event"] != "no longer just")


def _is_tried(step: Step) -> bool:
    verb = step["attempt"]["verb"]
    return verb != "ask" and not is_passing(verb)


def _passes_together(steps: Iterable[Step]) -> Iterable[Step]:
    """Passes of both players that follow one another, told as one: so much Force in all."""
    last: Step | None = None
    for step in steps:
        joins = (
            _is_passed(step)
            and step["attempt"]["player"] is None
            and any(_is_news(e) for e in step["events"])
        )
        if joins and last is not None:
            last["events"] += step["events"]
            continue
        if last is not None:
            yield last
        last = {**step, "events": [*step["events"]]} if joins else None
        if not joins:
            yield step
    if last is not None:
        yield last


def is_done(step: Step) -> bool:
    """Whether something was done that stands: no pass, no question, nothing refused."""
    return _is_tried(step) and step["verdict"] == "legal" and not step["unpaid"]


def _is_passed(step: Step) -> bool:
    return is_passing(step["attempt"]["verb"]) and step["verdict"] == "legal"


def _has_ground(step: Step) -> bool:
    """Whether something besides the card's own text explains a legal attempt."""
    return any(r["role"] in ("lifts", "ground") for r in step["reasons"])


def _about(step: Step) -> str:
    attempt = step["attempt"]
    return str(attempt["what"] or attempt["place"] or "")


def _small(text: str) -> str:
    """A sentence as it stands and with a small letter in front."""
    return f"{text} {text[:1].lower()}{text[1:]}"


def _first(text: str) -> str:
    return text[:1].upper() + text[1:]
