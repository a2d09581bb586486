"""What Piquet says in English, by message id. Placeholders are the facts of a reason or a fault."""

from __future__ import annotations

from collections.abc import Mapping

SENTENCES: Mapping[str, str] = {
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
    "class_point": "point",
    "class_sequence": "sequences",
    "class_set": "sets",
    "claim_point": "point of {count} in {suit}, making {value}",
    "claim_sequence": "{name} to the {top} in {suit}",
    "claim_set": "{name} of {rank}",
    # Why a hand scores what it does
    "holds_carte_blanche": "No king, queen or knave was dealt: carte blanche, {points}.",
    "holds": "The {claim}, scores {points}.",
    "best_only": "Only the best of the class counts here: {claim}.",
    # Good, not good, equal
    "answer_good": "{elder} has the {mine}, {younger} the {theirs}: good, {points} for {elder}.",
    "answer_good_alone": "{elder} has the {mine}; {younger} claims none: good, {points} for {elder}.",
    "answer_not_good": "{elder} has the {mine}, {younger} the {theirs}: not good, {points} for {younger}.",
    "answer_equal": "{elder} has the {mine}, {younger} the {theirs}: equal, nobody scores for {class}.",
    "no_claim": "{elder} claims nothing; {younger} has the {theirs}: {points} for {younger}.",
    # Repique and pique
    "has_repique": "{player} reaches 30 by declarations before {other} scores: repique, {points}.",
    "has_pique": "{player} reaches 30 in the play before {other} scores: pique, {points}.",
    "repique_barred": "{player} has {points} by declarations, but {other} scores for {reason}: no repique.",
    "scored_carte_blanche": "carte blanche",
    "scored_point": "the point",
    "scored_sequence": "sequences",
    "scored_set": "sets",
    # What is wrong with a request
    "discard_count": "must be {minimum} to {maximum} cards here, are {found}",
    "not_held": "the player does not hold {card}",
    "revoke": "the player holds the suit that was led and must follow it, so not with {card}",
    "no_point": "a point is one or more different cards of one suit",
    "no_sequences": "a sequence is three or more cards of a suit in a row, at most one from each run held",
    "no_sets": "a set is three or four cards of a rank from ten up, and each rank counts once",
    "no_carte_blanche": "the hand as dealt has a king, queen or knave",
    "needs_talon": "an exchange needs the talon",
    "talon_of_elder": "elder exchanges first, from a talon of {talon}",
    "talon_of_younger": "elder leaves younger {minimum} to {maximum} cards",
    "player_twice": "{id} is also at {place}",
    "not_a_player": "{id} is none of the players",
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
