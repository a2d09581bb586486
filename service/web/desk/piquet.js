// The Piquet tab: two hands and their declarations, the best exchanges, and the score sheet of a recorded deal.

import { answerPanel } from "./answer.js";
import { h } from "./dom.js";
import {
  again,
  ask,
  begun,
  bodies,
  example,
  known,
  playedHands,
  prepare,
  said,
  spoken,
} from "./piquet-asking.js";
import { ARRANGE, COMPARE, SHOWDOWN } from "./piquet-bodies.js";
import { dialogue, exchanges, scores } from "./piquet-answers.js";
import { dealOnPaper, dealPanel, exchangePanel, places, playPanel } from "./piquet-cards.js";
import { declaredPanel } from "./piquet-declared.js";
import { rulesetPanel } from "./ruleset.js";
import { change, emptyDeal, setter, state } from "./state.js";
import { t } from "./text.js";
import { begin, button, choice, escaped, field, switcher } from "./ui.js";

export { ask, bodies, prepare };

const MOST_DEALS = 6;

/** The whole tab. */
export function view() {
  const draft = state.piquet;
  begin(begun(draft) ? (said.problem?.errors ?? []) : []);
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
      edit: setter(draft, "ruleset"),
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
      again,
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
          setter(draft, "role"),
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
      field(t("Stake of each"), "/stake", draft.stake, setter(draft, "stake"), { kind: "number" }),
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
    draft.deals.map((each) => dealOnPaper(draft, each)),
    switcher(t("Part of the deal"), "step", at.piquet.step, steps, setter(at.piquet, "step")),
    h("div", { class: "on-screen", key: at.piquet.step }, part(draft, deal, index, pointers)),
  ];
}

/** The part of a deal that is being entered. */
function part(draft, deal, index, pointers) {
  const base = `/deals/${index}`;
  if (state.at.piquet.step === "play") return playPanel(draft, deal, base, playedHands(draft, index));
  if (state.at.piquet.step === "deal")
    return dealPanel(places(draft, deal, known.sizes, draft.names, pointers));
  return [
    exchangePanel(draft, deal, base),
    declaredPanel(draft, deal, {
      members: known.members,
      labels: draft.names,
      pointers: draft.names.map((name) => `${base}/declared/${escaped(name)}`),
    }),
  ];
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
  if (begun(draft)) return null;
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
