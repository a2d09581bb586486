// The seats of a QiuQiu table: who sits there, the chips, and the hand.

import { focus, h } from "./dom.js";
import { handOf } from "./hand.js";
import { FEWEST_SEATS, MOST_SEATS, amount, change, seat, setter, state } from "./state.js";
import { t } from "./text.js";
import { button, check, faultTexts, faultsAt, field } from "./ui.js";

/** All seats. `size` is how many tiles a hand has, `worth(index)` what the service says of a full hand. */
export function seatsPanel(draft, { size, worth, threeOne }) {
  return h(
    "section",
    { class: "seats", "aria-label": t("Players") },
    draft.seats.map((holder, index) =>
      seatCard(draft, holder, index, { size, worth: worth(index), threeOne }),
    ),
    draft.seats.length < MOST_SEATS
      ? button(["+ ", t("Add a player")], () => addSeat(draft), { class: "add", id: "add-seat" })
      : null,
    faultTexts("/players", faultsAt("/players")),
  );
}

function addSeat(draft) {
  const taken = new Set(draft.seats.map((holder) => holder.id));
  let count = draft.seats.length + 1;
  while (taken.has(t("Player {number}", { number: count }))) count += 1;
  change(() => {
    draft.seats.push(seat(t("Player {number}", { number: count })));
  });
}

function removeSeat(draft, index) {
  change(() => {
    draft.seats.splice(index, 1);
    draft.actions = draft.actions
      .filter((act) => act.seat !== index)
      .map((act) => ({ ...act, seat: act.seat - (act.seat > index ? 1 : 0) }));
    draft.claim?.splice(index, 1);
    if (draft.dealer >= index && draft.dealer > 0) draft.dealer -= 1;
    state.at.qiuqiu = Math.min(state.at.qiuqiu, draft.seats.length - 1);
  });
  focus("add-seat");
}

function seatCard(draft, holder, index, { size, worth, threeOne }) {
  const base = `/players/${index}`;
  const chips =
    draft.mode === "showdown"
      ? field(t("Put in"), `${base}/contributed`, holder.contributed, setter(holder, "contributed"), {
          kind: "number",
        })
      : field(t("Chips before the ante"), `${base}/stack`, holder.stack, setter(holder, "stack"), {
          kind: "number",
        });
  const active = state.at.qiuqiu === index;
  return h(
    "article",
    {
      class: `seat${active ? " active" : ""}${holder.folded ? " folded" : ""}`,
      key: holder.key,
      "aria-label": holder.id,
    },
    h(
      "div",
      { class: "seat-line" },
      field(t("Player"), `${base}/id`, holder.id, setter(holder, "id"), {
        unlabelled: true,
        kind: "name",
        maxlength: 64,
        "aria-label": t("Name of player {number}", { number: index + 1 }),
      }),
      h(
        "label",
        { class: "dealer", title: t("Dealer") },
        h("input", {
          type: "radio",
          name: "dealer",
          checked: draft.dealer === index,
          onchange: () =>
            change(() => {
              draft.dealer = index;
            }),
        }),
        h("span", {}, t("Dealer")),
      ),
      draft.seats.length > FEWEST_SEATS
        ? button("×", () => removeSeat(draft, index), {
            class: "icon",
            "aria-label": t("Remove {player}", { player: holder.id }),
          })
        : null,
    ),
    handOf(draft, holder, index, { size, active, worth }),
    h(
      "div",
      { class: "seat-line chips" },
      chips,
      draft.mode === "showdown"
        ? check(t("Folded"), `${base}/folded`, holder.folded, setter(holder, "folded"))
        : null,
      holder.hand.length === size ? declaration(holder, base, threeOne) : null,
    ),
  );
}

function declaration(holder, base, threeOne) {
  return [
    check(t("Declared in two groups"), `${base}/declared`, holder.declared, (value) =>
      change(() => {
        holder.declared = value;
        holder.split = 2;
      }),
    ),
    holder.declared
      ? h(
          "p",
          { class: "hint", key: "how" },
          t("Drag the tiles, or press Shift and an arrow, until they lie as declared."),
        )
      : null,
    holder.declared && threeOne
      ? button(
          holder.split === 2 ? t("Three and one") : t("Two and two"),
          () =>
            change(() => {
              holder.split = holder.split === 2 ? 3 : 2;
            }),
          { class: "quiet", key: "split" },
        )
      : null,
  ];
}

/** The house's share, and what all have put in. */
export function rakePanel(draft) {
  return h(
    "section",
    { class: "rake" },
    check(t("The house takes a rake"), "/rake", draft.rake, (on) =>
      change(() => {
        draft.rake = on ? { basis_points: "", cap: "", no_contest_no_rake: false } : null;
      }),
    ),
    draft.rake
      ? h(
          "div",
          { class: "line" },
          field(
            t("Basis points of each pot"),
            "/rake/basis_points",
            draft.rake.basis_points,
            setter(draft.rake, "basis_points"),
            { kind: "number", hint: percent(draft.rake.basis_points) },
          ),
          field(t("At most, in all"), "/rake/cap", draft.rake.cap, setter(draft.rake, "cap"), {
            kind: "number",
            hint: t("empty: no limit"),
          }),
          check(
            t("None where nobody contests"),
            "/rake/no_contest_no_rake",
            draft.rake.no_contest_no_rake,
            setter(draft.rake, "no_contest_no_rake"),
          ),
        )
      : null,
  );
}

/** Basis points as people say them. */
function percent(typed) {
  const points = amount(typed);
  return typeof points === "number"
    ? t("that is {percent} %", { percent: points / 100 })
    : t("{points} is {percent} %", { points: 500, percent: 5 });
}
