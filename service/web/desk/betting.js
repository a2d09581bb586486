// The record of the betting: the ante, the limits, and every action, entered as the service says is legal.

import { bdi, h } from "./dom.js";
import { amount, change, setter } from "./state.js";
import { number, t } from "./text.js";
import { button, check, choice, escaped, faultTexts, faultsAt, field, idOf } from "./ui.js";

const ACTIONS = ["fold", "check", "call", "bet", "raise"];
const WITH_AMOUNT = new Set(["bet", "raise"]);

/** What was done, in words; `to` is all that the player then had in the round. */
function deed(action, to) {
  const chips = typeof amount(to) === "number" ? amount(to) : to || "…";
  return (
    {
      fold: t("folds"),
      check: t("checks"),
      call: t("calls"),
      bet: t("bets {chips}", { chips }),
      raise: t("raises to {chips}", { chips }),
    }[action] ?? action
  );
}

export const orders = () => ({
  fold: t("Fold"),
  check: t("Check"),
  call: t("Call"),
  bet: t("Bet"),
  raise: t("Raise"),
});

// What is being typed and is no part of the record yet.
const pending = { amount: {}, other: { seat: 0, action: "fold", to: "" }, editing: null };

/** The stakes: ante, and the limits of each betting round. */
export function stakesPanel(draft, rounds) {
  return h(
    "section",
    { class: "stakes", "aria-label": t("Stakes") },
    h("h2", {}, t("Stakes")),
    h(
      "div",
      { class: "line" },
      field(t("Ante"), "/ante", draft.ante, setter(draft, "ante"), { kind: "number" }),
      Array.from({ length: rounds }, (_, round) => {
        const limit = draft.limits[round] ?? { min: "", max: "" };
        const set = (name) => (value) =>
          change(() => {
            while (draft.limits.length <= round) draft.limits.push({ min: "", max: "" });
            draft.limits[round][name] = value;
          });
        return h(
          "fieldset",
          { class: "limit", key: `limit${round}` },
          h("legend", {}, t("Bets of round {number}", { number: round + 1 })),
          field(t("at least"), `/limits/${round}/min`, limit.min, set("min"), { kind: "number" }),
          field(t("at most"), `/limits/${round}/max`, limit.max, set("max"), {
            kind: "number",
            placeholder: t("no limit"),
          }),
        );
      }),
    ),
    faultTexts("/limits", faultsAt("/limits")),
  );
}

/** The actions so far, and the next one. `answer` is what arbitrate last said, or null. */
export function recordPanel(draft, answer) {
  const timeline = answer?.timeline ?? [];
  return h(
    "section",
    { class: "record", "aria-label": t("Betting") },
    h("h2", {}, t("Betting, action by action")),
    draft.actions.length
      ? h(
          "ol",
          { class: "actions" },
          draft.actions.map((act, step) => actionRow(draft, act, step, timeline[step])),
        )
      : h("p", { class: "hint" }, t("Nobody has acted yet.")),
    next(draft, answer),
    faultTexts("/actions", faultsAt("/actions")),
    other(draft),
  );
}

/** An action in words, as the list has it. */
export function told(draft, act) {
  return `${draft.seats[act.seat]?.id ?? "?"} ${deed(act.action, act.to)}`;
}

function actionRow(draft, act, step, entry) {
  const found = faultsAt(`/actions/${step}`, true);
  const same = entry && entry.action === act.action;
  if (pending.editing === step) return editRow(draft, act, step, found);
  return h(
    "li",
    {
      key: `action${step}`,
      id: idOf(`/actions/${step}`),
      tabindex: "-1",
      class: same && !entry.legal ? "illegal" : null,
    },
    h("span", { class: "who" }, bdi(draft.seats[act.seat]?.id ?? "?"), " ", deed(act.action, act.to)),
    h(
      "span",
      { class: "hint" },
      same
        ? entry.legal
          ? t("round {round} · {put} in · pot {pot}", {
              round: entry.round,
              put: entry.put_in,
              pot: entry.pot,
            })
          : t("not allowed")
        : "",
    ),
    h(
      "span",
      { class: "buttons" },
      button(
        "✎",
        () => {
          pending.editing = step;
          change();
        },
        { class: "icon", "aria-label": t("Change: {action}", { action: told(draft, act) }) },
      ),
      button("×", () => change(() => draft.actions.splice(step, 1)), {
        class: "icon",
        "aria-label": t("Remove: {action}", { action: told(draft, act) }),
      }),
    ),
    faultTexts(`/actions/${step}`, found),
  );
}

function editRow(draft, act, step, found) {
  return h(
    "li",
    { key: `edit${step}`, class: "editing" },
    actionForm(draft, act, `/actions/${step}`),
    faultTexts(`/actions/${step}`, found),
    button(
      t("Done"),
      () => {
        pending.editing = null;
        change();
      },
      { class: "primary" },
    ),
  );
}

function actionForm(draft, act, pointer) {
  const edit = (more) => change(() => Object.assign(act, more));
  return h(
    "div",
    { class: "line" },
    choice(
      t("Player"),
      `${pointer}/player`,
      act.seat,
      draft.seats.map((holder, value) => ({ value, label: holder.id })),
      (value) => edit({ seat: Number(value) }),
    ),
    choice(
      t("Action"),
      `${pointer}/action`,
      act.action,
      ACTIONS.map((value) => ({ value, label: orders()[value] })),
      (action) => edit({ action, to: WITH_AMOUNT.has(action) ? act.to : "" }),
    ),
    WITH_AMOUNT.has(act.action)
      ? field(t("To, in this round"), `${pointer}/to`, act.to, (to) => edit({ to }), { kind: "number" })
      : null,
  );
}

function add(draft, act) {
  pending.amount = {};
  change(() => draft.actions.push(act));
  document.querySelector(".next button, .next input")?.focus();
}

function next(draft, answer) {
  if (!answer?.to_act) return null;
  const seat = draft.seats.findIndex((holder) => holder.id === answer.to_act);
  return h(
    "div",
    { class: "next", role: "group", "aria-label": t("The next action") },
    h("p", { class: "turn" }, t("It is the turn of"), " ", h("strong", {}, bdi(answer.to_act))),
    h(
      "div",
      { class: "options" },
      answer.legal.map((option) =>
        option.min === undefined
          ? button(orders()[option.action], () => add(draft, { seat, action: option.action, to: "" }), {
              key: option.action,
            })
          : wager(draft, seat, option),
      ),
    ),
  );
}

function wager(draft, seat, option) {
  const typed = pending.amount[option.action] ?? String(option.min);
  const range =
    option.max === option.min
      ? number(option.min)
      : t("{least} to {most}", { least: option.min, most: option.max });
  return h(
    "form",
    {
      class: "wager",
      key: option.action,
      onsubmit: (event) => {
        event.preventDefault();
        add(draft, { seat, action: option.action, to: typed });
      },
    },
    h("button", {}, orders()[option.action]),
    h("input", {
      "aria-label": t("{action} to", { action: orders()[option.action] }),
      inputmode: "numeric",
      dir: "ltr",
      autocomplete: "off",
      value: typed,
      "aria-describedby": `range-${option.action}`,
      oninput: (event) => {
        pending.amount[option.action] = event.target.value;
        change();
      },
    }),
    h("span", { class: "hint", id: `range-${option.action}` }, range),
  );
}

/** An action that need not be legal: a dispute is often about one that was not. */
function other(draft) {
  pending.other.seat = Math.min(pending.other.seat, draft.seats.length - 1);
  return h(
    "details",
    { class: "other" },
    h("summary", {}, t("Record something else that was done")),
    h("p", { class: "hint" }, t("Also what was not allowed: the verdict will say so.")),
    actionForm(draft, pending.other, "/other"),
    button(t("Add it"), () => add(draft, { ...pending.other })),
  );
}

/** What the table paid out, to be judged. */
export function claimPanel(draft) {
  return h(
    "section",
    { class: "claim", "aria-label": t("Claim") },
    check(t("The table has paid out: judge that too"), "/claim", draft.claim, (on) =>
      change(() => {
        draft.claim = on ? draft.seats.map(() => "") : null;
      }),
    ),
    draft.claim
      ? h(
          "div",
          { class: "line" },
          draft.seats.map((holder, index) =>
            field(
              t("{player} got", { player: holder.id }),
              `/claim/payouts/${escaped(holder.id)}`,
              draft.claim[index],
              setter(draft.claim, index),
              { kind: "number", key: holder.key, placeholder: "0" },
            ),
          ),
        )
      : null,
    draft.claim
      ? h("p", { class: "hint" }, t("All that came back to each player, chips returned included."))
      : null,
  );
}
