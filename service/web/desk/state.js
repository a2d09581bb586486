// What is laid out on the desk. The two games keep drafts of the bodies that the API takes, and nothing else.

import { t } from "./text.js";

export const MOST_SEATS = 6;
export const FEWEST_SEATS = 2;

let nextKey = 1;

/** A seat of a QiuQiu table. `hand` is in the order laid; `split` parts it where an arrangement is declared. */
export function seat(id, given = {}) {
  return {
    key: `s${nextKey++}`,
    id,
    contributed: "",
    stack: "",
    folded: false,
    hand: [],
    declared: false,
    split: 2,
    ...given,
  };
}

/** An empty QiuQiu table. */
export function qiuqiuDraft() {
  return {
    mode: "showdown", // or "arbitrate": the operation that judges it
    ruleset: "pagat",
    dealer: 0,
    rake: null,
    ante: "",
    limits: [],
    actions: [],
    claim: null,
    seats: [1, 2].map((number) => seat(t("Player {number}", { number }))),
  };
}

/** An empty deal of Piquet; hands and discards are those of the first and the second player. */
export function emptyDeal() {
  return { hands: [[], []], talon: [], exchanged: false, discards: [[], []], plays: [], declared: undefined };
}

/** An empty Piquet table. The second player deals first, so the first is elder in the first deal. */
export function piquetDraft() {
  return {
    mode: "compare", // or "arrange", "showdown": the operation that judges it
    ruleset: "classic",
    names: [1, 2].map((number) => t("Player {number}", { number })),
    deals: [emptyDeal()],
    role: "elder",
    stake: "",
  };
}

/** The first places at which tiles and cards are laid. */
export const start = () => ({ qiuqiu: 0, piquet: { deal: 0, step: "deal", place: 0 } });

/** What the page shows. `at` is where the next tile or card goes; it is not part of what is shared. */
export const state = {
  view: "qiuqiu",
  qiuqiu: null,
  piquet: null,
  at: start(),
};

const watchers = new Set();

/** Who is told after every change. */
export function watch(watcher) {
  watchers.add(watcher);
}

/** Changes the state by `edit`, then tells all that watch. */
export function change(edit = () => {}) {
  edit(state);
  for (const watcher of watchers) watcher();
}

/** An edit that gives a member of what is laid out the value that was chosen or typed. */
export const setter = (object, name) => (value) =>
  change(() => {
    object[name] = value;
  });

/** A field's text as the API should get it: a whole number where it is one, else what was typed. */
export function amount(typed) {
  const text = digits(String(typed ?? "").trim());
  if (text === "") return undefined;
  const value = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(value) ? value : text;
}

/** Persian and Arabic digits as ASCII ones. */
export function digits(text) {
  return text
    .replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
}
