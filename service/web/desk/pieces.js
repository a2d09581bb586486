// Tiles and cards: their names and pictures. Which there are is no rule; what they are worth, the service knows.

import { svg } from "./dom.js";
import { t } from "./text.js";

/** The 28 tiles as the service spells them, by their higher half, so that they are found quickly. */
export const TILES = [6, 5, 4, 3, 2, 1, 0].flatMap((high) => Array.from({ length: high + 1 }, (_, index) => `${high}-${high - index}`));

export const SUITS = ["s", "h", "d", "c"];
export const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7"];

/** The 32 cards of Piquet, suit by suit. */
export const CARDS = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));

const PLACES = { 0: [], 1: [[0, 0]], 2: [[-1, -1], [1, 1]], 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]],
  5: [[-1, -1], [1, -1], [0, 0], [-1, 1], [1, 1]], 6: [[-1, -1], [1, -1], [-1, 0], [1, 0], [-1, 1], [1, 1]] };

/** A tile's picture; its name is told by what holds it. */
export function tilePicture(name) {
  const spots = (pips, y) => PLACES[pips].map(([x, dy]) => svg("circle", { cx: 30 + 15 * x, cy: y + 14 * dy, r: pips === 1 ? 9 : 5.5, class: "spot" }));
  const [high, low] = name.split("-").map(Number);
  return svg("svg", { viewBox: "0 0 60 110", class: "tile-picture", "aria-hidden": "true" },
    svg("rect", { x: 1, y: 1, width: 58, height: 108, rx: 8, class: "face" }), svg("path", { d: "M10 55h40", class: "bar" }),
    spots(high, 28), spots(low, 82));
}

/** A card's picture. */
export function cardPicture(name) {
  const glyph = { s: "♠", h: "♥", d: "♦", c: "♣" }[name[1]];
  return svg("svg", { viewBox: "0 0 60 84", class: `card-picture ${"hd".includes(name[1]) ? "red" : "black"}`, "aria-hidden": "true" },
    svg("rect", { x: 1, y: 1, width: 58, height: 82, rx: 7, class: "face" }),
    svg("text", { x: 30, y: 38, class: "rank" }, name[0] === "T" ? "10" : name[0]), svg("text", { x: 30, y: 70, class: "suit" }, glyph));
}

/** A card's name for those who hear it. */
export function cardName(name) {
  const rank = { A: t("ace"), K: t("king"), Q: t("queen"), J: t("knave"), T: t("ten"), 9: t("nine"), 8: t("eight"), 7: t("seven") }[name[0]];
  const suit = { s: t("spades"), h: t("hearts"), d: t("diamonds"), c: t("clubs") }[name[1]];
  return t("{rank} of {suit}", { rank, suit });
}
