"""The verdict on disputed deals: every step replayed, and the claim held against what is due."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from service.core.cards import cards_of, mask
from service.core.errors import Fault, Path
from service.core.verdict import Phrase, Reason, because
from service.games.piquet.combinations import CARTE_BLANCHE, is_carte_blanche
from service.games.piquet.deal import (
    Record,
    Result,
    declared_claims,
    exchange_faults,
    exchanged,
    illegal_play,
    said_faults,
    score,
    turns,
)
from service.games.piquet.declarations import contest
from service.games.piquet.partie import Partie
from service.games.piquet.rules import Class, Parameters, Role, Scored, YoungersAnswer
from service.games.piquet.score import BONUSES, Event, Score

Cards = tuple[int, ...]
Answers = Mapping[Class, YoungersAnswer]
"""What younger said to elder's claims, as far as it was written down."""


class Verdict(StrEnum):
    """What becomes of a claim."""

    UPHELD = "upheld"
    OVERTURNED = "overturned"
    UNFINISHED = "unfinished"
    ILLEGAL = "illegal"
    NO_CLAIM = "no_claim"


class StepAction(StrEnum):
    """What a step of a deal is."""

    CARTE_BLANCHE = "carte_blanche"
    EXCHANGE = "exchange"
    DECLARE = "declare"
    ANSWER = "answer"
    PLAY = "play"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a deal.

    ``points`` are all that are scored in it, ``totals`` those of the deal after it. ``breaks`` are the
    rules that make it illegal, ``remarks`` what else is to be said of it, ``open`` the cards that were
    open to the player where it is illegal.
    """

    deal: int
    player: Role
    action: StepAction
    cards: Cards
    breaks: tuple[Reason, ...] = ()
    remarks: tuple[Reason, ...] = ()
    open: Cards = ()
    points: int = 0
    totals: tuple[tuple[Role, int], ...] = ()

    @property
    def legal(self) -> bool:
        """Whether the step is within the rules."""
        return not self.breaks


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that was claimed to be other than it is, and where it stands in the claim."""

    path: Path
    claimed: object
    due: object


JUDGED_EARLY = ("scores", "totals")
"""What can be judged once the deals sent are finished; the rest only after six."""


def judge(
    results: Sequence[Result] | None, partie: Partie | None, claim: Mapping[str, Any], due: Mapping[str, Any]
) -> tuple[Verdict, list[Difference]]:
    """The verdict and what the claim has wrong.

    ``results`` and ``partie`` are None where a step was illegal. ``claim`` has what was claimed, ``due``
    what it is; null is not claimed. A claim of which a part cannot be judged yet is not upheld.
    """
    if results is None or partie is None:
        return Verdict.ILLEGAL, []
    if not all(result.finished for result in results):
        return Verdict.UNFINISHED, []
    claimed = dict(_values(claim, ()))
    if not claimed:
        return Verdict.NO_CLAIM, []
    judged = [path for path in claimed if partie.complete or path[0] in JUDGED_EARLY]
    values = [(path, claimed[path], _at(path, due)) for path in judged]
    found = [Difference(path, said, right) for path, said, right in values if said != right]
    if found:
        return Verdict.OVERTURNED, found
    return (Verdict.UPHELD if len(judged) == len(claimed) else Verdict.UNFINISHED), []


def _values(claimed: Any, path: Path) -> Iterator[tuple[Path, Any]]:
    """The numbers and ids that are claimed, and where."""
    if isinstance(claimed, Mapping):
        for name, said in claimed.items():
            yield from _values(said, (*path, name))
    elif isinstance(claimed, list):
        for index, said in enumerate(claimed):
            yield from _values(said, (*path, index))
    elif claimed is not None:
        yield path, claimed


def _at(path: Path, due: Any) -> Any:
    for step in path:
        if due is None:
            return None
        due = due[step]
    return due


@dataclass(frozen=True, slots=True)
class Replay:
    """Replayed deals; ``results`` is None where a step was illegal, which is then the last."""

    steps: tuple[Step, ...]
    results: tuple[Result, ...] | None


def replay(deals: Sequence[tuple[Record, Answers]], parameters: Parameters) -> Replay:
    """Replays deals step by step, up to the first illegal one."""
    steps: list[Step] = []
    results = []
    for number, (record, answers) in enumerate(deals):
        done: list[Step] = []
        for step in _walk(number, record, answers, parameters):
            done.append(step)
            if not step.legal:
                steps += _with_points(done, _score_before(done, record, parameters))
                return Replay(tuple(steps), None)
        result = score(record, parameters)
        steps += _with_points(done, result.score)
        results.append(result)
    return Replay(tuple(steps), tuple(results))


def _walk(number: int, record: Record, answers: Answers, parameters: Parameters) -> Iterator[Step]:
    """The steps of a deal in their order; whoever asks for the next says that the last was legal."""
    said = {role: record.declared[role].carte_blanche for role in Role}
    for role in Role:
        blanche = is_carte_blanche(mask(record.hands[role]))
        if said[role] or (blanche and said[role] is None):
            shown = Step(number, role, StepAction.CARTE_BLANCHE, _sorted(record.hands[role]))
            yield shown if blanche else replace(shown, breaks=(because("PQ-3", "no_carte_blanche"),))
    if record.discards is not None:
        faults = exchange_faults(record, parameters)
        for role in Role:
            breaks = _reasons("PQ-2", role, faults)
            held = _sorted(record.hands[role])
            yield Step(number, role, StepAction.EXCHANGE, record.discards[role], breaks, open=held)
    hands, faults = exchanged(record), said_faults(record)
    for role in Role:
        breaks = _reasons("PQ-15", role, faults)
        held = tuple(cards_of(hands[role]))
        yield Step(number, role, StepAction.DECLARE, _declared(record, role, hands[role]), breaks, open=held)
    results = contest(declared_claims(record, hands, parameters), parameters)
    for name, answer in answers.items():
        right = results[name].answer
        false = () if answer is right else (_false_answer(name, answer, right),)
        yield Step(number, Role.YOUNGER, StepAction.ANSWER, (), remarks=false)
    for turn in turns(hands, record.plays or ()):
        fault = illegal_play(turn)
        breaks = () if fault is None else (Reason("PQ-23", Phrase(fault.message, fault.facts)),)
        could = tuple(cards_of(turn.legal))
        yield Step(number, turn.player, StepAction.PLAY, (turn.card,), breaks, open=could)


def _sorted(cards: Cards) -> Cards:
    return tuple(sorted(cards))


def _reasons(rule: str, role: Role, faults: Sequence[Fault]) -> tuple[Reason, ...]:
    return tuple(
        Reason(rule, Phrase(fault.message, fault.facts)) for fault in faults if fault.path[1] == role
    )


def _declared(record: Record, role: Role, hand: int) -> Cards:
    """The cards that a player names, or all of his hand where he declares all that he holds."""
    said = record.declared[role]
    groups = [said.point, *(said.sequences or ()), *(said.sets or ())]
    named = {card for group in groups if group is not None for card in group}
    everything = None in (said.point, said.sequences, said.sets)
    return tuple(cards_of(hand | mask(named))) if everything else tuple(sorted(named))


def _false_answer(name: Class, said: YoungersAnswer, right: YoungersAnswer | None) -> Reason:
    facts = {"class": Phrase(f"class_{name}"), "said": Phrase(f"said_{said}")}
    return because("PQ-14", "false_answer", **facts, right=Phrase(f"said_{right or 'nothing'}"))


def _score_before(done: Sequence[Step], record: Record, parameters: Parameters) -> Score:
    """What the legal steps have scored, when the last of them is illegal."""
    if done[-1].action is StepAction.PLAY:
        played = sum(step.action is StepAction.PLAY for step in done) - 1
        return score(replace(record, plays=(record.plays or ())[:played]), parameters).score
    log = Score()
    for step in done[:-1]:
        if step.action is StepAction.CARTE_BLANCHE:
            log.add(step.player, Scored.CARTE_BLANCHE, CARTE_BLANCHE)
    return log


def _with_points(done: Sequence[Step], log: Score) -> list[Step]:
    """The steps with what each scores. A class counts at the declaration of the player who wins it."""
    points: Counter[tuple[int, Role]] = Counter()
    for event, at in zip(log.events, _places(done, log.events), strict=True):
        points[at, event.player] += event.points
    totals = dict.fromkeys(Role, 0)
    counted = []
    for index, step in enumerate(done):
        for role in Role:
            totals[role] += points[index, role]
        scored = sum(points[index, role] for role in Role)
        counted.append(replace(step, points=scored, totals=tuple(totals.items())))
    return counted


def _places(done: Sequence[Step], events: Sequence[Event]) -> Iterator[int]:
    """The index of the step at which each event happens."""
    plays = [index for index, step in enumerate(done) if step.action is StepAction.PLAY]
    by_player = {(step.action, step.player): index for index, step in enumerate(done)}
    at = 0
    for event in events:
        if event.trick is not None and event.reason not in BONUSES:
            at = plays[2 * (event.trick - 1) + (event.reason is not Scored.LEAD)]
        elif event.reason is Scored.CARTE_BLANCHE:
            at = by_player[StepAction.CARTE_BLANCHE, event.player]
        elif event.reason in (Scored.POINT, Scored.SEQUENCE, Scored.SET):
            at = by_player[StepAction.DECLARE, event.player]
        elif event.reason in (Scored.CARDS, Scored.CAPOT):
            at = plays[-1]
        yield at
