// Which tile is in which hand of a QiuQiu table, and how it gets there. A tile is in one place only.

import { TILES } from "./pieces.js";
import { digits, state } from "./state.js";
import { t } from "./text.js";

/** Each tile that is taken, with words for where. */
export function holders(draft) {
  return new Map(
    draft.seats.flatMap((holder) =>
      holder.hand.map((tile) => [tile, t("in the hand of {player}", { player: holder.id })]),
    ),
  );
}

/** Puts a free tile into the hand that is being laid, and goes on to the next hand once it is full. */
export function take(draft, tile, size) {
  if (holders(draft).has(tile)) return null;
  const at = [state.at.qiuqiu, ...draft.seats.keys()].find(
    (index) => draft.seats[index] && draft.seats[index].hand.length < size,
  );
  if (at === undefined) return null;
  draft.seats[at].hand.push(tile);
  const full = draft.seats[at].hand.length === size;
  const next = [...draft.seats.keys()].find(
    (index) => !draft.seats[index].folded && draft.seats[index].hand.length < size,
  );
  state.at.qiuqiu = full && next !== undefined ? next : at;
  return at;
}

/** Takes a tile back out of a hand, which is then the one being laid. */
export function drop(draft, seat, place) {
  draft.seats[seat].hand.splice(place, 1);
  state.at.qiuqiu = seat;
}

/** Moves a tile to a place of its own or another hand; a tile that lies there changes places with it. */
export function move(draft, from, to) {
  const source = draft.seats[from.seat].hand;
  const target = draft.seats[to.seat].hand;
  const tile = source[from.place];
  if (to.place < target.length) [source[from.place], target[to.place]] = [target[to.place], tile];
  else if (source !== target) target.push(source.splice(from.place, 1)[0]);
}

/** The tile of two typed digits, "62" or "26"; null where they are none. */
export function readTile(typed) {
  const found = /^([0-6])([0-6])$/.exec(digits(typed));
  if (!found) return null;
  const [low, high] = [found[1], found[2]].sort();
  const name = `${high}-${low}`;
  return TILES.includes(name) ? name : null;
}
