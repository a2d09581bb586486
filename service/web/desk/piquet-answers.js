// What the service says of Piquet: the dialogue of the declarations, the best exchanges, the score sheet.

import { bdi, h } from "./dom.js";
import { rankName, suitName } from "./pieces.js";
import { row } from "./piquet-cards.js";
import { stamp } from "./ruleset.js";
import { language, number, t } from "./text.js";
import { reasons, scrolling } from "./ui.js";

const PLURALS = () => ({ A: t("aces"), K: t("kings"), Q: t("queens"), J: t("knaves"), T: t("tens") });
const NAMES = () => ({
  tierce: t("tierce"),
  quart: t("quart"),
  quint: t("quint"),
  sixième: t("sixième"),
  septième: t("septième"),
  huitième: t("huitième"),
  trio: t("trio"),
  quatorze: t("quatorze"),
});
const ANSWERS = () => ({ good: t("Good."), not_good: t("Not good."), equal: t("Equal.") });
const ROLES = () => ({ elder: t("Elder"), younger: t("Younger") });
const REASONS = () => ({
  carte_blanche: t("carte blanche"),
  point: t("point"),
  sequence: t("sequences"),
  set: t("sets"),
  repique: t("repique"),
  pique: t("pique"),
  // i18n: a point of the play, for the card that opens a trick
  lead: t("lead"),
  // i18n: a point of the play, for a trick that the other player led
  trick: t("trick"),
  last_trick: t("last trick"),
  cards: t("most tricks"),
  capot: t("capot"),
});

function said(kind, claim) {
  if (kind === "point")
    return t("A point of {count} in {suit}, making {value}.", {
      count: claim.count,
      suit: suitName(claim.suit),
      value: claim.value,
    });
  const name = NAMES()[claim.name] ?? claim.name;
  if (kind === "sequence")
    return t("A {name} to the {top} in {suit}.", {
      name,
      top: rankName(claim.top),
      suit: suitName(claim.suit),
    });
  return t("A {name} of {rank}.", { name, rank: PLURALS()[claim.rank] });
}

/** The answer of compare. */
export function dialogue(answer) {
  const kinds = { point: t("Point"), sequence: t("Sequences"), set: t("Sets") };
  return [
    h(
      "div",
      { class: "headline" },
      h(
        "p",
        { class: "winner" },
        t("{elder} to {younger}", { elder: answer.points.elder, younger: answer.points.younger }),
      ),
      h(
        "p",
        { class: "with" },
        answer.leader
          ? t("{role} leads by the declarations", { role: ROLES()[answer.leader] })
          : t("Nobody leads by the declarations"),
      ),
    ),
    Object.entries(kinds).map(([kind, title]) => classOf(kind, title, answer.classes[kind])),
    h("h3", {}, t("Score")),
    sheet(answer.events, ["elder", "younger"], ROLES(), t("Score")),
    h("h3", {}, t("Why")),
    reasons("piquet", answer.explanation),
    stamp(answer.ruleset),
  ];
}

function classOf(kind, title, result) {
  const line = (role, claim, text) =>
    h(
      "p",
      { class: `says ${role}` },
      h("b", {}, ROLES()[role]),
      h("span", {}, text),
      claim ? row({ cards: claim.cards, label: text }) : null,
    );
  return h(
    "section",
    { class: "dialogue" },
    h("h3", {}, title),
    result.elder ? line("elder", result.elder, said(kind, result.elder)) : line("elder", null, t("Nothing.")),
    result.answer
      ? line("younger", result.answer === "good" ? null : result.younger, ANSWERS()[result.answer])
      : null,
    !result.answer && result.younger ? line("younger", result.younger, said(kind, result.younger)) : null,
    h(
      "p",
      { class: "outcome" },
      result.winner
        ? t("{points} for {role}", { points: result.points, role: ROLES()[result.winner] })
        : t("Nobody scores."),
    ),
  );
}

/** The answer of arrange. */
export function exchanges(answer) {
  const [best] = answer.exchanges;
  return [
    h(
      "div",
      { class: "headline" },
      h("p", { class: "winner" }, t("Put away {count}", { count: best.discard.length })),
      row({ cards: best.discard, label: t("Put away") }),
      h(
        "p",
        { class: "with" },
        t("{points} points to be expected of the declarations, the best of {count} exchanges", {
          points: mean(best.expected.total),
          count: answer.considered,
        }),
      ),
    ),
    h("h3", {}, t("The best exchanges")),
    exchangeTable(answer.exchanges, t("The best exchanges")),
    h("h3", {}, t("The best of each size")),
    exchangeTable(answer.by_size, t("The best of each size")),
    stamp(answer.ruleset),
  ];
}

const mean = (value) =>
  new Intl.NumberFormat(language(), { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(value);

function exchangeTable(entries, label) {
  const heads = [t("Put away"), t("Point"), t("Sequences"), t("Sets"), t("Total")];
  return scrolling(
    label,
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          heads.map((text, index) => h("th", { scope: "col", class: index ? "number" : null }, text)),
        ),
      ),
      h(
        "tbody",
        {},
        entries.map((entry) =>
          h(
            "tr",
            {},
            h(
              "td",
              {},
              entry.discard.length ? row({ cards: entry.discard, label: t("Put away") }) : t("nothing"),
            ),
            ["point", "sequence", "set", "total"].map((part) =>
              h("td", { class: "number" }, mean(entry.expected[part])),
            ),
          ),
        ),
      ),
    ),
  );
}

/** The answer of showdown. */
export function scores(answer, names) {
  const words = Object.fromEntries(names.map((name) => [name, name]));
  return [
    h(
      "div",
      { class: "headline" },
      h(
        "p",
        { class: "winner" },
        names.map((name, index) => [index ? " – " : "", bdi(name), ": ", number(answer.totals[name])]),
      ),
      h(
        "p",
        { class: "with" },
        answer.winner
          ? t("{player} wins the partie", { player: answer.winner })
          : answer.complete
            ? t("The partie is a tie")
            : answer.deals.every((deal) => deal.finished)
              ? t("The deals so far are played out")
              : t("As far as it is written down"),
      ),
    ),
    answer.settlement === null
      ? null
      : h("p", { class: "lead" }, t("Settlement: {points}", { points: answer.settlement })),
    answer.payouts
      ? h(
          "p",
          { class: "lead" },
          names
            .map((name) => t("{player} gets {chips}.", { player: name, chips: answer.payouts[name] }))
            .join(" "),
        )
      : null,
    answer.deals.map((deal, index) => [
      h(
        "h3",
        {},
        answer.deals.length > 1 ? t("Deal {number}", { number: index + 1 }) : t("Score sheet"),
        h("span", { class: "hint" }, " ", t("dealt by {player}", { player: deal.dealer })),
      ),
      sheet(deal.events, names, words, t("Deal {number}", { number: index + 1 })),
      h("details", { class: "why" }, h("summary", {}, t("Why")), reasons("piquet", deal.explanation)),
    ]),
    answer.explanation.length ? reasons("piquet", answer.explanation) : null,
    stamp(answer.ruleset),
  ];
}

/** Events with running totals, a column for each player. */
function sheet(events, players, words, label) {
  if (!events.length) return h("p", { class: "hint" }, t("Nobody scores."));
  return scrolling(
    label,
    h(
      "table",
      { class: "sheet" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          // i18n: heads the column that names what points were scored for
          h("th", { scope: "col" }, t("For")),
          players.map((name) => h("th", { scope: "col", class: "number" }, bdi(words[name]))),
        ),
      ),
      h(
        "tbody",
        {},
        events.map((event) =>
          h(
            "tr",
            {},
            h(
              "th",
              { scope: "row" },
              REASONS()[event.reason] ?? event.reason,
              event.trick ? h("span", { class: "hint" }, " ", number(event.trick)) : null,
            ),
            players.map((name) =>
              h(
                "td",
                { class: "number" },
                name === event.player
                  ? [h("span", { class: "hint" }, `+${number(event.points)} `), number(event.total)]
                  : "",
              ),
            ),
          ),
        ),
      ),
    ),
  );
}
