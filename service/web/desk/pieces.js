// Tiles and cards: their names and pictures. Which there are is no rule; what they are worth, the service knows.

import { svg } from "./dom.js";
import { t } from "./text.js";

/** The 28 tiles as the service spells them, by their higher half, so that they are found quickly. */
export const TILES = [6, 5, 4, 3, 2, 1, 0].flatMap((high) =>
  Array.from({ length: high + 1 }, (_, index) => `${high}-${high - index}`),
);

export const SUITS = ["s", "h", "d", "c"];
export const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7"];

/** The 32 cards of Piquet, suit by suit. */
export const CARDS = SUITS.flatMap((suit) => RANKS.map((rank) => rank + suit));

/** A tile's picture; its name is told by what holds it. */
export const tilePicture = (name) => picture("tile-picture", "100 196", `desk/qiuqiu/tiles.svg#t${name}`);

/** A card's picture. */
export const cardPicture = (name) => picture("card-picture", "126 190", `desk/piquet/cards.svg#c${name}`);

function picture(kind, size, href) {
  return svg("svg", { class: kind, viewBox: `0 0 ${size}`, "aria-hidden": "true" }, svg("use", { href }));
}

/** What a rank is called. */
export const rankName = (rank) =>
  ({
    A: t("ace"),
    K: t("king"),
    Q: t("queen"),
    J: t("knave"),
    T: t("ten"),
    9: t("nine"),
    8: t("eight"),
    7: t("seven"),
  })[rank];

/** What a suit is called. */
export const suitName = (suit) => ({ s: t("spades"), h: t("hearts"), d: t("diamonds"), c: t("clubs") })[suit];

/** A card's name for those who hear it. */
export const cardName = ([rank, suit]) =>
  t("{rank} of {suit}", { rank: rankName(rank), suit: suitName(suit) });
