"""What QiuQiu says in English, by message id. Placeholders are the facts of a reason or a fault."""

from __future__ import annotations

from collections.abc import Mapping

from service.core.verdict import Sentence, counted

SENTENCES: Mapping[str, Sentence] = {
    # What players call a hand
    "title_six_gods": "Six Gods",
    "title_four_doubles": "Four Doubles",
    "title_big": "High",
    "title_small": "Low",
    "title_qiu_qiu": "QiuQiu",
    "title_straight": "Straight",
    "title_pairs": "{high}-{low}",
    "category_pairs": "Pairs",
    # Why a hand is worth what it is
    "hand_six_gods": "All four tiles have 6 pips.",
    "hand_four_doubles": "All four tiles are doubles; such hands are equal but for a tie-break.",
    "hand_big": counted(
        "pips",
        "The hand has {pips} [pip|pips], and {limit} or more are High; among such hands more pips win.",
    ),
    "hand_small": counted(
        "pips",
        "The hand has {pips} [pip|pips], and {limit} or fewer are Low; among such hands fewer pips win.",
    ),
    "hand_straight": counted(
        "pips",
        "The pips of the tiles are four numbers in a row, {pips} [pip|pips] together; more pips win.",
    ),
    "hand_straight_double": counted(
        "pips",
        "The pips of the tiles are four numbers in a row; among such hands the highest double wins, "
        "here {double}, then more pips, here {pips} [pip|pips].",
    ),
    "declared": "The hand plays as it was declared, and as nothing else.",
    "hui_counts": "{tile} counts {count}, as its holder may choose.",
    "three_doubles": "Three doubles, {tiles}, count {value}.",
    "group_value": counted("total", "{tiles} make {total} [pip|pips], worth {value}."),
    "lone_value": counted("total", "{tiles} alone makes {total} [pip|pips], worth {value}."),
    "straight_as_qiu_qiu": "The hand is also a straight, which ranks below 9-9 here.",
    "could_have_been": "Undeclared it would have ranked higher: {title}.",
    "best_arrangement": "No other arrangement of the hand is worth more.",
    "play_undeclared": "No arrangement wins as much as the hand does undeclared: {title}.",
    "play_undeclared_sampled": "In the sampled deals no arrangement wins as much as undeclared: {title}.",
    "play_declared": "No way to play the hand wins more than {high} as the high group and {low} as the low.",
    "play_declared_sampled": "In the sampled deals no way to play wins more than {high} high and {low} low.",
    # What a picture shows
    "picture_hand": "QiuQiu hand: {title}",
    "picture_tiles": "Tiles as given",
    "picture_tiles_are": "The tiles: {tiles}.",
    "picture_number": "{number}",
    # What parts the winner from the next
    "player_declared": "{id} plays as declared: {title}.",
    "player_declared_less": "{id} plays as declared: {title}; undeclared it would have been {best}.",
    "decided_category": "{id} wins: {mine} ranks above {theirs} of {other}.",
    "decided_high": "{id} wins: the high pair is worth {mine}, against {theirs} of {other}.",
    "decided_low": "{id} wins by the low pair, after equal high ones: {mine}, against {theirs} of {other}.",
    "decided_pips": "{id} wins by more pips: {mine}, against {theirs} of {other}.",
    "decided_fewer_pips": "{id} wins by fewer pips: {mine}, against {theirs} of {other}.",
    "decided_highest_double": "{id} wins by the highest double: {mine}, against {theirs} of {other}.",
    "decided_highest_tile": "{id} wins by the best tile: {mine}, against {theirs} of {other}.",
    "no_double": "no double",
    "decided_tie": "{ids} are equal and share the pot.",
    "decided_split": "No hand is above pairs or has a pair worth 9, so the pot is halved.",
    "not_split": "A hand is above pairs or has a pair worth 9, so the pot is not halved.",
    "half_high": "The best high value is {value}, of {ids}.",
    "half_low": "The best low value is {value}, of {ids}.",
    "half_highest_double": "Of equal ones the highest double wins that half: {tile} of {ids}.",
    "half_highest_tile": "Of equal ones the best tile wins that half: {tile} of {ids}.",
    "half_shared": "{ids} share that half.",
    # Where the chips go
    "returned": counted("amount", "{id} gets back {amount} [chip|chips] that nobody matched."),
    "in_no_pot": "{id} put nothing in and can win no pot.",
    "pot_contested": counted("amount", "Pot {number} holds {amount} [chip|chips], between {ids}."),
    "pot_uncontested": counted(
        "amount",
        "Pot {number} holds {amount} [chip|chips] and only {ids} can win it, without showing.",
    ),
    "raked": counted("amount", "The house takes {amount} [chip|chips] of pot {number}."),
    "cap_reached": "The house takes nothing of pot {number}: its cap is reached.",
    "raked_to_cap": counted(
        "amount",
        "The house takes {amount} [chip|chips] of pot {number}, all that is left under its cap.",
    ),
    "not_raked": "The house takes nothing of pot {number}, which nobody contests.",
    "halves_odd": "The pot does not halve evenly: {high} to the high half, {low} to the low.",
    "award_whole": counted("amount", "{id} gets {amount} [chip|chips] of pot {number}."),
    "award_high": counted("amount", "{id} gets {amount} [chip|chips] of the high half of pot {number}."),
    "award_low": counted("amount", "{id} gets {amount} [chip|chips] of the low half of pot {number}."),
    "odd_chip": "One of these chips is odd: it goes clockwise from the seat after the dealer, so to {id}.",
    # Why a disputed deal stops, and what the claim gets wrong
    "unfinished": "The record stops before action {step}; {player} is to act.",
    "out_of_turn": "Action {step} is out of turn: {player} is to act.",
    "facing": "Action {step} is not open to {player}, who faces a bet: fold, call or raise.",
    "facing_without_raise": (
        "Action {step} is not open to {player}, who faces a bet and may not raise: fold or call."
    ),
    "facing_nothing": "Action {step} is not open to {player}, since nothing is bet: check, bet or fold.",
    "has_acted": "Action {step}: {player} may not raise, having acted since the last full bet or raise.",
    "only_a_call_left": "Action {step}: {player} may not raise, having no more than the call.",
    "more_than_left": counted(
        "most",
        "Action {step} is for more than {player} has: at most {most} [chip|chips].",
    ),
    "outside_limits": "Action {step} of {player} must be to an amount between {minimum} and {maximum}.",
    "not_the_amount": "Action {step} of {player} must be to {amount}, the only amount open.",
    "after_the_end": "Action {step} comes after the deal has ended.",
    "claimed_other": counted("due", "{id} was claimed to get {claimed} and is due {due} [chip|chips]."),
    # What is wrong with a request
    "too_many_stacked": "all stacks together must be at most {maximum}",
    "arrangement_stranger": "the hand does not hold {tiles}",
    "arrangement_tiles": "the groups must hold each tile of the hand once",
    "arrangement_three_one": "this ruleset has no three–one split, so the groups are two pairs",
    "arrangement_not_doubles": "the three tiles of a three–one split must be doubles",
    "arrangement_groups": "an arrangement is two groups: two pairs, or three doubles and one tile",
    "arrangement_alone": "there is no hand to arrange",
    "against_or_random": "is for random opponents and cannot be combined with against",
    "nothing_in": "nobody put anything in",
    "too_many_chips": "all contributions together must be at most {maximum}",
    "no_live_player": "all players folded",
    "limits_count": counted(
        "rounds",
        "must have one entry for each betting round, {rounds} [entry|entries] in all, has {found}",
    ),
    "limit_reversed": "must be at least min, {minimum}",
    "amount_needed": "is required with bet and raise",
    "amount_unneeded": "stands with bet and raise only",
    "not_as_dealt": "must have as many tiles as its owner was dealt ({sizes}), has {found}",
    "missing_hand": "this player can win a contested pot, so the hand is needed",
    "id_twice": "{id} is also at {place}",
    "not_at_table": "{id} is not one of the players",
    "known_hands": "tiles are known of more hands, {found}, than there are opponents, {opponents}",
    "too_few_tiles": counted(
        "needed",
        "all hands together need {needed} [tile that is|tiles that are] not dead, and there are {left}",
    ),
}

RULES: Mapping[str, str] = {
    "QQ-1": "The set is the double-six: 28 tiles, one for each pair of halves from 0 to 6.",
    "QQ-2": "A hand is four different tiles; its pips are the sum of all their halves.",
    "QQ-3": "A tile is in one place, folded and dead tiles included.",
    "QQ-4": "Two to six players sit clockwise.",
    "QQ-10": "A hand splits into two pairs; a pair is worth its pips modulo 10.",
    "QQ-11": "Hui: 2-1 and 4-2 each count 3 or 6 as chosen, but in no special hand and no straight.",
    "QQ-12": "Three doubles may be put together and count 9; the fourth tile is then its pips modulo 10.",
    "QQ-13": "Undeclared, a hand counts as its best arrangement: the highest high value, then low value.",
    "QQ-14": "A declared arrangement plays as it was stated, even where the hand could rank higher.",
    "QQ-20": "A straight that can also be arranged as 9-9 is a 9-9 where 9-9 ranks above straights.",
    "QQ-21": (
        "Within High more pips win, within Low fewer; straights go by pips or by their highest double first; "
        "pairs by the high value, then the low one."
    ),
    "QQ-22": "What is still equal may be parted by the highest double or by the best tile of the whole hand.",
    "QQ-23": "Equal hands share the pot.",
    "QQ-30": "The higher hand takes the whole pot: by category, the order inside it, then the tie-break.",
    "QQ-31": (
        "Where no hand that can win a pot is above pairs or has a pair worth 9, half of the pot goes to "
        "the best high value and half to the best low value."
    ),
    "QQ-40": "Everyone antes, then the tiles are dealt in steps, some of them followed by a betting round.",
    "QQ-41": "The dealer, or the first player after the dealer, acts first, then clockwise.",
    "QQ-42": "Check or bet while nothing is bet; after that fold, call or raise.",
    "QQ-43": "A raise adds at least the last full bet or raise; all-in lifts the minimum, never the maximum.",
    "QQ-44": "The last player left takes the pot without showing.",
    "POT-1": "Chips are whole numbers, and every chip that comes in goes out.",
    "POT-2": "What the largest contributor, if live, put in beyond the second largest goes back first.",
    "POT-3": "There is one pot for each distinct amount that live players put in; folded chips count in it.",
    "POT-4": "A pot that only one player can win is won without showing.",
    "POT-5": (
        "A pot that does not divide goes out in equal parts, the rest one chip each, clockwise from the "
        "seat after the dealer; in a split the high half takes the odd chip of the halving."
    ),
    "POT-6": "Rake is a percentage of each pot, rounded down, main pot first, up to a cap.",
    "POT-7": "With nobody live, nothing in, or a hand missing in a contest, there is no answer.",
}
