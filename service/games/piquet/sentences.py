"""What Piquet says in English, by message id. Placeholders are the facts of a reason or a fault."""

from __future__ import annotations

from collections.abc import Mapping

from service.core.verdict import Sentence, counted

SENTENCES: Mapping[str, Sentence] = {
    # Names
    "role_elder": "elder",
    "role_younger": "younger",
    "suit_s": "spades",
    "suit_h": "hearts",
    "suit_d": "diamonds",
    "suit_c": "clubs",
    "rank_7": "seven",
    "rank_8": "eight",
    "rank_9": "nine",
    "rank_T": "ten",
    "rank_J": "knave",
    "rank_Q": "queen",
    "rank_K": "king",
    "rank_A": "ace",
    "ranks_T": "tens",
    "ranks_J": "knaves",
    "ranks_Q": "queens",
    "ranks_K": "kings",
    "ranks_A": "aces",
    "class_point": "the point",
    "class_sequence": "sequences",
    "class_set": "sets",
    "run_tierce": "tierce",
    "run_quart": "quart",
    "run_quint": "quint",
    "run_sixième": "sixième",
    "run_septième": "septième",
    "run_huitième": "huitième",
    "set_trio": "trio",
    "set_quatorze": "quatorze",
    # The same for one card as for more in English, not elsewhere.
    "claim_point": counted("count", "point of {count} in {suit}, making {value}"),
    "claim_sequence": "{name} to the {top} in {suit}",
    "claim_set": "{name} of {rank}",
    # Why a hand scores what it does
    "holds_carte_blanche": counted(
        "points",
        "No king, queen or knave was dealt: carte blanche, {points} [point|points].",
    ),
    "holds": counted("points", "The {claim} scores {points} [point|points]."),
    "holds_unscored": "The {claim} scores nothing: only the best of a class counts here.",
    # What a picture shows, and its marks, which have little room
    "picture_cards": "Piquet hand: {points} points where nothing is held against it",
    "picture_cards_are": "The cards: {cards}.",
    "mark_combination": "{name} {points}",
    "mark_unscored": "{name}",
    "mark_point": "point {points}",
    "mark_carte_blanche": "carte blanche {points}",
    # Good, not good, equal
    "scores_carte_blanche": counted(
        "points",
        "{player} was dealt no king, queen or knave: carte blanche, {points} [point|points].",
    ),
    "sinks": "{player} declares other than all that the hand holds: {classes}.",
    "answer_good": counted(
        "points",
        "{elder} claims the {mine}, {younger} the {theirs}: good, {points} [point|points] for {elder}.",
    ),
    "answer_good_alone": counted(
        "points",
        "{elder} claims the {mine}, {younger} nothing: good, {points} [point|points] for {elder}.",
    ),
    "answer_not_good": counted(
        "points",
        "{elder} claims the {mine}, {younger} the {theirs}: not good, {points} [point|points] for {younger}.",
    ),
    "answer_equal": "{elder} claims the {mine}, {younger} the {theirs}: equal, so nobody scores.",
    "no_claim": counted(
        "points",
        "{elder} claims nothing, {younger} the {theirs}: {points} [point|points] for {younger}.",
    ),
    "scores_all": "{player}, who wins the class, also scores the {others}.",
    "scores_best": "{player} scores only the best of the class, not the {others}.",
    # Repique, pique, cards, capot and the partie
    "has_repique": counted(
        "points",
        "{player} reaches 30 before {other} scores, and before the play: repique, {points} [point|points].",
    ),
    "has_pique": counted(
        "points",
        "{player} reaches 30 in the play before {other} scores: pique, {points} [point|points].",
    ),
    "repique_barred": counted(
        "points",
        "{player} has {points} [point|points] before the play, but {other} scores for {reason}: no repique.",
    ),
    "scored_carte_blanche": "carte blanche",
    "scored_point": "the point",
    "scored_sequence": "sequences",
    "scored_set": "sets",
    "has_cards": counted(
        "points",
        "{player} has more than six tricks: {points} [point|points] for the cards.",
    ),
    "has_capot": counted("points", "{player} has all twelve tricks: capot, {points} [point|points]."),
    "partie_tied": counted(
        "ones",
        "{one} and {other} have {ones} [point|points] each after six deals: a tie.",
    ),
    "partie_won": "{winner} wins the partie: {one} has {ones}, {other} {others}.",
    "settled": counted(
        "settlement",
        "The winner scores the difference and {rubicon}: {settlement} [point|points].",
    ),
    "settled_under": counted(
        "settlement",
        "The loser has under {rubicon}, so the winner scores both and {rubicon}: {settlement} "
        "[point|points].",
    ),
    # What a dispute is decided by
    "false_answer": "Younger answers {said} for {class}; the cards say {right}, and they decide.",
    "said_good": "good",
    "said_not_good": "not good",
    "said_equal": "equal",
    "said_nothing": "that elder claims nothing",
    "nothing_due": "nothing",
    "breaks": "{player} may not do this: {fault}.",
    "deal_unplayed": "The play of deal {deal} is not recorded.",
    "deal_stops": "Deal {deal} stops before its end; {player} is to play.",
    "too_few_deals": counted(
        "deals",
        "Only scores and totals can be judged before {deals} [deal is|deals are] played.",
    ),
    "claimed_points": "The claim has {claimed} at {place}; what is due is {due}.",
    # What is wrong with a request
    "scores_count": counted(
        "deals",
        "must have at most one entry for [the {deals} deal|each of the {deals} deals], has {found}",
    ),
    "discard_count": counted("maximum", "must be from {minimum} up to {maximum} [card|cards], has {found}"),
    "discard_count_exactly": counted("minimum", "must be exactly {minimum} [card|cards], has {found}"),
    "not_held": "the player does not hold {card}, or no longer",
    "revoke": "the player holds the suit that was led and must follow it, so not with {card}",
    "no_point": "a point is one or more different cards of one suit",
    "no_sequences": "a sequence is three or more cards of a suit in a row, at most one from each run held",
    "no_sets": "a set is three or four cards of a rank from ten up, and each rank counts once",
    "no_carte_blanche": "the hand as dealt has a king, queen or knave",
    "needs_talon": "an exchange needs the talon",
    "talon_of_elder": counted("talon", "elder exchanges first, from a talon of {talon} [card|cards]"),
    "talon_of_younger": counted("maximum", "elder leaves younger {minimum} to {maximum} [card|cards]"),
    "player_twice": "{id} is also at {place}",
    "not_a_player": "{id} is not one of the players",
}

RULES: Mapping[str, str] = {
    "PQ-1": "Piquet has 32 cards, seven to ace in four suits; each player has twelve, the talon eight.",
    "PQ-2": "Elder exchanges one to five cards; younger then exchanges from what is left of the talon.",
    "PQ-3": "Carte blanche, a dealt hand without king, queen or knave, scores 10.",
    "PQ-10": "The point is the most cards of a suit, then the most they count; it scores a point a card.",
    "PQ-11": "A sequence is three or more in a row of a suit; the longest wins, then the highest.",
    "PQ-12": "A set is four or three of a rank from ten up; four beat three, then the higher rank wins.",
    "PQ-13": "Who wins a class scores his combinations of that class, the other none.",
    "PQ-14": "Younger answers good, not good or equal; a false answer changes nothing.",
    "PQ-15": "A player may declare less than he holds; what is not declared neither scores nor bars.",
    "PQ-20": "Points count in the order carte blanche, point, sequences, sets, play, cards or capot.",
    "PQ-21": "Repique: 60 for reaching 30 by carte blanche and declarations before the other scores.",
    "PQ-22": "Pique: 30 for reaching 30 by declarations and play before the other scores.",
    "PQ-23": "Follow suit if able; the highest card of the suit led wins the trick and leads the next.",
    "PQ-24": "More than six tricks score 10, all twelve 40 instead.",
    "PQ-30": "Six deals make a partie; with the rubicon a loser under 100 pays the sum and a hundred.",
}
