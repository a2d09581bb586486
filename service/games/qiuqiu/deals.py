"""The hands that can come of a deal of which some tiles are seen: all of them, or random ones."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from service.core.tiles import COUNT, mask
from service.games.qiuqiu.ranking import MASKS, Int, indices_of
from service.games.qiuqiu.rules import HAND_SIZE


def hands_with(held: int, gone: int) -> Int:
    """The indices of the hands that hold every tile of one mask and none of the other, ascending."""
    return np.flatnonzero(MASKS & (held | gone) == held).astype(np.int32)


def hands_apart(hands: Int, index: int) -> Int:
    """Those of some hands, by index, that share no tile with the one at ``index``."""
    apart: Int = hands[MASKS[hands] & MASKS[index] == 0]
    return apart


def deal(
    random: np.random.Generator, held: Sequence[Sequence[int]], dead: Sequence[int], count: int
) -> list[Int]:
    """Random deals: for each player the indices of the hands, shape (count,).

    ``held`` are the tiles that each player is known to have, none to four; the others come from those left.
    At least as many must be left as the players miss.
    """
    gone = {*dead, *(tile for tiles in held for tile in tiles)}
    left = np.array([tile for tile in range(COUNT) if tile not in gone], dtype=np.int32)
    drawn = np.int32(1) << random.permuted(np.broadcast_to(left, (count, len(left))), axis=1)
    hands, taken = [], 0
    for tiles in held:
        missing = HAND_SIZE - len(tiles)
        masks = np.bitwise_or.reduce(drawn[:, taken : taken + missing], axis=1) | mask(tiles)
        hands.append(indices_of(masks))
        taken += missing
    return hands
