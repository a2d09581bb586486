// The Piquet tab: two hands and their declarations, the best exchanges, and the score sheet of a recorded deal.

import { Asker, get, post, schemaOf } from "./api.js";
import { answerPanel, exampleOf } from "./answer.js";
import { announce, h } from "./dom.js";
import {
  ARRANGE,
  COMPARE,
  SHOWDOWN,
  arrangeBody,
  compareBody,
  fromBodies,
  showdownBody,
} from "./piquet-bodies.js";
import { dialogue, exchanges, scores } from "./piquet-answers.js";
import { dealPanel, exchangePanel, places, playPanel } from "./piquet-cards.js";
import { declaredPanel } from "./piquet-declared.js";
import { rulesetPanel } from "./ruleset.js";
import { change, emptyDeal, state } from "./state.js";
import { t } from "./text.js";
import { begin, button, choice, escaped, field, lacking, switcher } from "./ui.js";

const MOST_DEALS = 6;
const known = {
  named: [],
  schema: null,
  members: [],
  played: new Map(),
  examples: {},
  sizes: { hand: 0, talon: 0 },
};
const asker = new Asker(250);
const said = { asked: "", kind: "", answer: null, problem: null, waiting: false };

/** Loads what the tab is made of: the rulesets and the specification's schemas. */
export async function prepare(specification) {
  known.named = (await get("/v1/piquet/rulesets")).rulesets;
  const { schemas } = specification.components;
  known.schema = schemaOf(specification, "PiquetParameters");
  known.members = Object.keys(schemas.PiquetDeclaredRequest.properties);
  known.sizes = {
    hand: schemas.PiquetCompareRequest.properties.elder.maxItems,
    talon: schemas.PiquetDealRequest.properties.talon.maxItems,
  };
  known.examples = Object.fromEntries(
    Object.keys(RENDER).map((path) => [path, exampleOf(specification, path)]),
  );
  said.asked = "";
}

/** Lays out what the specification shows as an example. */
function example() {
  const path = BODIES[state.piquet.mode][0];
  change((all) => {
    all.piquet = fromBodies({ [path]: known.examples[path] });
  });
}

const BODIES = {
  compare: [COMPARE, compareBody],
  arrange: [ARRANGE, arrangeBody],
  showdown: [SHOWDOWN, showdownBody],
};

/** The bodies of the tab, to be shared or saved; none where nothing is laid out. */
export function bodies() {
  const draft = state.piquet;
  if (!draft.deals.some((deal) => deal.hands.flat().length)) return {};
  const [path, body] = BODIES[draft.mode];
  return { [path]: body(draft), [SHOWDOWN]: showdownBody(draft) };
}

/** Asks the service where something has changed since it was last asked. */
export function ask() {
  if (emptyText(state.piquet)) return;
  const [kind, make] = BODIES[state.piquet.mode];
  const body = make(state.piquet);
  const asked = JSON.stringify([kind, body]);
  if (asked === said.asked) return;
  Object.assign(said, { asked, waiting: true });
  asker.ask(
    (signal) => post(kind, body, signal),
    (answer, problem) => {
      Object.assign(said, {
        kind,
        answer,
        problem: problem && { ...problem, message: problem.message },
        waiting: false,
      });
      change();
      announce(answer ? spoken(kind, answer) : lacking(problem.errors.length || 1));
    },
  );
}

function spoken(kind, answer) {
  if (kind === COMPARE) return t("{elder} to {younger}", answer.points);
  if (kind === ARRANGE) return t("Put away {count}", { count: answer.exchanges[0].discard.length });
  return Object.entries(answer.totals)
    .map(([player, points]) => t("{player}: {points}.", { player, points }))
    .join(" ");
}

/** The whole tab. */
export function view() {
  const draft = state.piquet;
  begin(emptyText(draft) ? [] : (said.problem?.errors ?? []));
  const modes = [
    { value: "compare", label: t("Declarations") },
    { value: "arrange", label: t("Best exchange") },
    { value: "showdown", label: t("Score sheet") },
  ];
  const work = h(
    "div",
    { class: "work" },
    switcher(t("What to look at"), "piquet-mode", draft.mode, modes, (mode) =>
      change((all) => {
        draft.mode = mode;
        all.at.piquet.step = "deal";
        all.at.piquet.place = 0;
      }),
    ),
    rulesetPanel({
      ruleset: draft.ruleset,
      named: known.named,
      schema: known.schema,
      titles: new Map(),
      edit: (ruleset) =>
        change(() => {
          draft.ruleset = ruleset;
        }),
    }),
    draft.mode === "showdown" ? recorded(draft) : hands(draft),
  );
  return [
    work,
    answerPanel({
      said,
      render: (answer) => RENDER[said.kind](answer),
      nameOf,
      short: (answer) => spoken(said.kind, answer),
      empty: emptyText(draft),
      example,
      again: () => {
        said.asked = "";
        ask();
        change();
      },
    }),
  ];
}

const RENDER = {
  [COMPARE]: dialogue,
  [ARRANGE]: exchanges,
  [SHOWDOWN]: (answer) => scores(answer, Object.keys(answer.totals)),
};

function hands(draft) {
  const labels = [t("Elder"), t("Younger")];
  const pointers = draft.mode === "arrange" ? ["/hand", "/hand"] : ["/elder", "/younger"];
  return [
    draft.mode === "arrange"
      ? switcher(
          t("Who exchanges"),
          "role",
          draft.role,
          [
            { value: "elder", label: labels[0] },
            { value: "younger", label: labels[1] },
          ],
          (role) =>
            change(() => {
              draft.role = role;
            }),
        )
      : null,
    dealPanel(places(draft, draft.deals[0], known.sizes, labels, pointers)),
    draft.mode === "compare"
      ? declaredPanel(draft, draft.deals[0], {
          members: known.members,
          labels,
          pointers: ["/declared/elder", "/declared/younger"],
        })
      : null,
  ];
}

function recorded(draft) {
  const { at } = state;
  const index = Math.min(at.piquet.deal, draft.deals.length - 1);
  const deal = draft.deals[index];
  const base = `/deals/${index}`;
  const steps = [
    { value: "deal", label: t("1. Deal") },
    { value: "exchange", label: t("2. Exchange and declarations") },
    { value: "play", label: t("3. Play") },
  ];
  const pointers = [...draft.names.map((name) => `${base}/hands/${escaped(name)}`), `${base}/talon`];
  return [
    h(
      "div",
      { class: "line" },
      draft.names.map((name, player) =>
        field(
          player ? t("Deals first") : t("Elder at first"),
          `/players/${player}`,
          name,
          (value) => change(() => rename(draft, player, value)),
          { maxlength: 64 },
        ),
      ),
      field(
        t("Stake of each"),
        "/stake",
        draft.stake,
        (value) =>
          change(() => {
            draft.stake = value;
          }),
        { kind: "number" },
      ),
    ),
    h(
      "div",
      { class: "line" },
      draft.deals.length > 1
        ? choice(
            t("Deal"),
            "/deal",
            index,
            draft.deals.map((_, value) => ({ value, label: t("Deal {number}", { number: value + 1 }) })),
            (value) =>
              change(() => {
                at.piquet.deal = Number(value);
              }),
          )
        : null,
      draft.deals.length < MOST_DEALS
        ? button(
            ["+ ", t("Next deal")],
            () =>
              change(() => {
                draft.deals.push(emptyDeal());
                at.piquet = { deal: draft.deals.length - 1, step: "deal", place: 0 };
              }),
            { class: "quiet" },
          )
        : null,
      draft.deals.length > 1
        ? button(
            t("Remove this deal"),
            () =>
              change(() => {
                draft.deals.splice(index, 1);
                at.piquet.deal = 0;
              }),
            { class: "quiet" },
          )
        : null,
    ),
    switcher(t("Part of the deal"), "step", at.piquet.step, steps, (step) =>
      change(() => {
        at.piquet.step = step;
      }),
    ),
    at.piquet.step === "deal" ? dealPanel(places(draft, deal, known.sizes, draft.names, pointers)) : null,
    at.piquet.step === "exchange" ? exchangePanel(draft, deal, base) : null,
    at.piquet.step === "exchange"
      ? declaredPanel(draft, deal, {
          members: known.members,
          labels: draft.names,
          pointers: draft.names.map((name) => `${base}/declared/${escaped(name)}`),
        })
      : null,
    at.piquet.step === "play" ? playPanel(draft, deal, base, playedHands(draft, index)) : null,
  ];
}

/** The hands after the exchange, as the service told them, also while it finds a fault in the play. */
function playedHands(draft, index) {
  const told = said.kind === SHOWDOWN ? said.answer?.deals[index]?.played_hands : null;
  const { hands, talon, exchanged, discards } = draft.deals[index];
  const dealt = JSON.stringify([draft.names, hands, talon, exchanged && discards]);
  if (told && !said.waiting) known.played.set(dealt, told);
  return known.played.get(dealt) ?? null;
}

function rename(draft, player, name) {
  for (const deal of draft.deals) {
    if (deal.declared)
      deal.declared = Object.fromEntries(
        Object.entries(deal.declared).map(([who, what]) => [who === draft.names[player] ? name : who, what]),
      );
  }
  draft.names[player] = name;
}

function emptyText(draft) {
  if (draft.deals.some((deal) => deal.hands.flat().length)) return null;
  return {
    compare: t("Lay twelve cards for each player. What each may declare, and what is good, appears here."),
    arrange: t("Lay the twelve cards that were dealt. The best exchanges appear here."),
    showdown: t(
      "Lay both hands as they were dealt, the talon and the exchange, then the play. The score sheet grows here.",
    ),
  }[draft.mode];
}

function nameOf(fault) {
  const draft = state.piquet;
  const lengths = {
    "/elder": [t("Elder"), draft.deals[0].hands[0]],
    "/younger": [t("Younger"), draft.deals[0].hands[1]],
    "/hand": [t("Hand"), draft.deals[0].hands[draft.role === "elder" ? 0 : 1]],
  };
  const deal = /^\/deals\/(\d+)\/(hands|talon)(?:\/(.+))?$/.exec(fault.pointer);
  if (deal) {
    const laid = draft.deals[Number(deal[1])];
    lengths[fault.pointer] =
      deal[2] === "talon"
        ? [t("Talon"), laid?.talon ?? []]
        : [deal[3], laid?.hands[draft.names.indexOf(deal[3])] ?? []];
  }
  const found = lengths[fault.pointer];
  if (!found || fault.code !== "wrong_count") return fault.detail;
  const size = deal?.[2] === "talon" ? known.sizes.talon : known.sizes.hand;
  return t("{player}: {count} of {size} cards laid", { player: found[0], count: found[1].length, size });
}
