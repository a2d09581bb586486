// What the service says of a QiuQiu showdown: the ranking, the pots and who gets what, and why.

import { bdi, h } from "./dom.js";
import { tilePicture } from "./pieces.js";
import { stamp } from "./ruleset.js";
import { list, number, signed, t, tn } from "./text.js";
import { reasons, scrolling } from "./ui.js";

const DECIDED = () => ({
  category: t("by category"),
  high: t("by the high pair"),
  low: t("by the low pair"),
  pips: t("by pips"),
  highest_double: t("by the highest double"),
  highest_tile: t("by the best tile"),
  tie: t("equal: shared"),
  split: t("split: high half and low half"),
});

const PARTS = () => ({ whole: "", high: t("high half"), low: t("low half") });

/** The tiles of a hand as arranged, with the values of its groups; `tiles` where it needs no arrangement. */
export function arranged(arrangement, tiles) {
  const group = (entry) =>
    h(
      "span",
      { class: "group" },
      h(
        "span",
        { class: "tiles" },
        entry.tiles.map((tile) => small(tile, entry.counts)),
      ),
      h("b", {}, number(entry.value)),
    );
  if (arrangement)
    return h(
      "span",
      { class: "arranged", role: "img", "aria-label": spoken(arrangement) },
      group(arrangement.high),
      group(arrangement.low),
    );
  return h(
    "span",
    { class: "arranged", role: "img", "aria-label": tiles.join(" ") },
    h(
      "span",
      { class: "group" },
      h(
        "span",
        { class: "tiles" },
        tiles.map((tile) => small(tile)),
      ),
    ),
  );
}

const spoken = (arrangement) =>
  [arrangement.high, arrangement.low]
    .map((entry) => t("{tiles} worth {value}", { tiles: entry.tiles.join(" + "), value: entry.value }))
    .join("; ");

const small = (tile, counts) =>
  h(
    "span",
    { class: "small-tile" },
    tilePicture(tile),
    counts?.[tile] === undefined ? null : h("small", {}, t("counts {value}", { value: counts[tile] })),
  );

/** The answer of compare: who is first, without chips. */
export function comparison(answer, handOf) {
  return [
    headline(
      answer.winners,
      answer.places[0]?.title,
      answer.winners.length > 1 ? t("equal hands") : t("has the best hand"),
    ),
    h("p", { class: "lead" }, t("Enter what each player put in to see the pots.")),
    table(
      answer.places.map((entry) => ({ ...entry, tiles: handOf(entry.id) })),
      false,
    ),
    h("h3", {}, t("Why")),
    reasons("qiuqiu", answer.explanation),
    stamp(answer.ruleset),
  ];
}

/** The answer of showdown. */
export function settled(answer, handOf) {
  const shown = answer.players.filter((entry) => entry.place !== null).sort((a, b) => a.place - b.place);
  const hidden = answer.players.filter((entry) => entry.place === null);
  const won = Math.max(...answer.players.map((entry) => entry.won));
  const best = answer.players.filter((entry) => entry.won === won);
  return [
    headline(
      best.map((entry) => entry.id),
      best.length === 1 ? best[0].title : null,
      tn("wins {count} chip", "wins {count} chips", won),
    ),
    table(
      [...shown, ...hidden].map((entry) => ({ ...entry, tiles: handOf(entry.id) })),
      true,
    ),
    h("h3", {}, tn("The pot", "The pots", answer.pots.length)),
    h(
      "div",
      { class: "pots" },
      answer.pots.map((pot, index) => potCard(pot, index, answer.pots.length)),
    ),
    sum(answer),
    h("h3", {}, t("Why")),
    reasons("qiuqiu", answer.explanation),
    stamp(answer.ruleset),
  ];
}

function headline(winners, title, what) {
  return h(
    "div",
    { class: "headline" },
    h(
      "p",
      { class: "winner" },
      winners.map((name, index) => [index ? " · " : "", bdi(name)]),
    ),
    h("p", { class: "with" }, what, title ? [" · ", h("span", { dir: "auto" }, title)] : null),
  );
}

function table(entries, chips) {
  return scrolling(
    t("Ranking"),
    h(
      "table",
      { class: "ranking" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, t("Place")),
          h("th", { scope: "col" }, t("Player")),
          h("th", { scope: "col" }, t("Hand")),
          chips
            ? [
                // i18n: the chips that a player gets back in all
                h("th", { scope: "col", class: "number" }, t("Gets")),
                // i18n: what a player gets less what he put in
                h("th", { scope: "col", class: "number" }, t("Gain")),
              ]
            : null,
        ),
      ),
      h(
        "tbody",
        {},
        entries.map((entry) =>
          h(
            "tr",
            { class: entry.place === 1 ? "first" : null, key: entry.id },
            h(
              "td",
              { class: "place" },
              entry.place === null || entry.place === undefined ? "–" : number(entry.place),
            ),
            h("th", { scope: "row" }, bdi(entry.id)),
            h(
              "td",
              {},
              entry.title
                ? [h("span", { class: "title" }, bdi(entry.title)), arranged(entry.arrangement, entry.tiles)]
                : h("span", { class: "hint" }, t("not shown")),
            ),
            chips
              ? [
                  h("td", { class: "number" }, number(entry.won + entry.returned)),
                  h("td", { class: `number ${entry.net < 0 ? "loss" : "gain"}` }, signed(entry.net)),
                ]
              : null,
          ),
        ),
      ),
    ),
  );
}

function potCard(pot, index, count) {
  const name =
    count === 1 ? t("Pot") : index === 0 ? t("Main pot") : t("Side pot {number}", { number: index });
  return h(
    "article",
    { class: "pot" },
    h("header", {}, h("h4", {}, name), h("span", { class: "amount" }, number(pot.amount))),
    h(
      "p",
      { class: "hint" },
      pot.contested
        ? [t("between {players}", { players: list(pot.eligible) }), " · ", DECIDED()[pot.decided_by] ?? ""]
        : t("uncontested"),
    ),
    h(
      "ul",
      { class: "awards" },
      pot.awards.map((award) =>
        h(
          "li",
          {},
          h(
            "span",
            {},
            bdi(award.id),
            PARTS()[award.part] ? h("span", { class: "hint" }, ` ${PARTS()[award.part]}`) : null,
            award.odd_chips
              ? h(
                  "span",
                  { class: "hint" },
                  " ",
                  tn("with {count} odd chip", "with {count} odd chips", award.odd_chips),
                )
              : null,
          ),
          h("b", {}, number(award.amount)),
        ),
      ),
      pot.rake ? h("li", { class: "house" }, h("span", {}, t("Rake")), h("b", {}, number(pot.rake))) : null,
    ),
  );
}

function sum(answer) {
  const returned = Object.values(answer.returned).reduce((all, chips) => all + chips, 0);
  const paid = answer.players.reduce((all, entry) => all + entry.won, 0);
  const entries = [
    // i18n: these four are of chips: put in, returned, won, rake
    [t("put in"), answer.total],
    [t("returned"), returned],
    [t("won"), paid],
    [t("rake"), answer.rake],
  ];
  return h(
    "dl",
    { class: "sum" },
    entries.map(([label, chips]) => h("div", {}, h("dt", {}, label), h("dd", {}, number(chips)))),
  );
}
