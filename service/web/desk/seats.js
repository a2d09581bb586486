// The seats of a QiuQiu table: who sits there, the chips, and the hand.

import { bdi, focus, h } from "./dom.js";
import { draggable } from "./drag.js";
import { drop, move } from "./hands.js";
import { tilePicture } from "./pieces.js";
import { rove, stopAt, tabIndex } from "./roving.js";
import { FEWEST_SEATS, MOST_SEATS, amount, change, seat, state } from "./state.js";
import { t, tn } from "./text.js";
import { button, check, faultTexts, faultsAt, field, idOf, isUnfinished } from "./ui.js";

/** All seats. `size` is how many tiles a hand has, `worth(index)` what the service says of a full hand. */
export function seatsPanel(draft, { size, worth, threeOne }) {
  return h("section", { class: "seats", "aria-label": t("Players") },
    draft.seats.map((holder, index) => seatCard(draft, holder, index, { size, worth: worth(index), threeOne })),
    draft.seats.length < MOST_SEATS ? button(["+ ", t("Add a player")], () => addSeat(draft), { class: "add", id: "add-seat" }) : null,
    faultTexts("/players", faultsAt("/players")));
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
    draft.actions = draft.actions.filter((act) => act.seat !== index).map((act) => ({ ...act, seat: act.seat - (act.seat > index ? 1 : 0) }));
    draft.claim?.splice(index, 1);
    if (draft.dealer >= index && draft.dealer > 0) draft.dealer -= 1;
    state.at.qiuqiu = Math.min(state.at.qiuqiu, draft.seats.length - 1);
  });
  focus("add-seat");
}

function seatCard(draft, holder, index, { size, worth, threeOne }) {
  const base = `/players/${index}`;
  const chips = draft.mode === "showdown"
    ? field(t("Put in"), `${base}/contributed`, holder.contributed, (value) => change(() => { holder.contributed = value; }), { kind: "number" })
    : field(t("Chips before the ante"), `${base}/stack`, holder.stack, (value) => change(() => { holder.stack = value; }), { kind: "number" });
  const active = state.at.qiuqiu === index;
  return h("article", { class: `seat${active ? " active" : ""}${holder.folded ? " folded" : ""}`, key: holder.key, "aria-label": holder.id },
    h("div", { class: "seat-line" },
      field(t("Player"), `${base}/id`, holder.id, (value) => change(() => { holder.id = value; }), { unlabelled: true, kind: "name", maxlength: 64, "aria-label": t("Name of player {number}", { number: index + 1 }) }),
      h("label", { class: "dealer", title: t("Dealer") }, h("input", { type: "radio", name: "dealer", checked: draft.dealer === index, onchange: () => change(() => { draft.dealer = index; }) }),
        h("span", {}, t("Dealer"))),
      draft.seats.length > FEWEST_SEATS ? button("×", () => removeSeat(draft, index), { class: "icon", "aria-label": t("Remove {player}", { player: holder.id }) }) : null),
    handOf(draft, holder, index, { size, active, worth }),
    h("div", { class: "seat-line chips" }, chips,
      draft.mode === "showdown" ? check(t("Folded"), `${base}/folded`, holder.folded, (value) => change(() => { holder.folded = value; })) : null,
      holder.hand.length === size ? declaration(holder, base, threeOne) : null));
}

function declaration(holder, base, threeOne) {
  return [
    check(t("Declared in two groups"), `${base}/declared`, holder.declared, (value) => change(() => { holder.declared = value; holder.split = 2; })),
    holder.declared ? h("p", { class: "hint", key: "how" }, t("Drag the tiles, or press Shift and an arrow, until they lie as declared.")) : null,
    holder.declared && threeOne ? button(holder.split === 2 ? t("Three and one") : t("Two and two"), () => change(() => { holder.split = holder.split === 2 ? 3 : 2; }), { class: "quiet", key: "split" }) : null,
  ];
}

function handOf(draft, holder, index, { size, active, worth }) {
  const base = `/players/${index}`;
  const found = [...faultsAt(`${base}/hand`, true), ...faultsAt(`${base}/arrangement`, true)];
  const wrong = found.filter((fault) => !isUnfinished(fault));
  const places = Array.from({ length: Math.max(size, holder.hand.length) }, (_, place) => place);
  const name = `hand ${holder.key}`;
  const filled = places.filter((place) => place < holder.hand.length);
  return h("div", { class: "hand-box", key: "hand" },
    h("div", {
      class: `hand${holder.declared ? ` declared split-${holder.split}` : ""}`, id: idOf(`${base}/hand`), tabindex: "-1", role: "group",
      "aria-label": t("Hand of {player}", { player: holder.id }), onkeydown: (event) => keys(event, draft, index),
    }, places.map((place) => slot(draft, holder, index, place, { active, name, filled }))),
    h("p", { class: "worth", key: "worth" }, worthText(holder, size, worth)),
    faultTexts(`${base}/hand`, wrong));
}

function worthText(holder, size, worth) {
  if (holder.hand.length === 0) return h("span", { class: "hint" }, t("No tiles yet"));
  if (holder.hand.length < size) return h("span", { class: "hint" }, tn("{count} more tile", "{count} more tiles", size - holder.hand.length));
  if (!worth) return h("span", { class: "hint" }, "…");
  return [
    h("strong", { dir: "auto" }, worth.title),
    worth.best ? h("span", { class: "hint" }, " ", t("could have been {title}", { title: worth.best.title })) : null,
    h("span", { class: "hint" }, " · ", t("strength {rank} of {ranks}, 1 is best", { rank: worth.rank, ranks: worth.ranks })),
  ];
}

function slot(draft, holder, seat, place, { active, name, filled }) {
  const tile = holder.hand[place];
  const gap = holder.declared && place === holder.split ? " parted" : "";
  if (!tile) {
    const next = active && place === holder.hand.length;
    return h("button", {
      type: "button", key: `empty${place}`, class: `slot empty${next ? " here" : ""}${gap}`, "data-slot": true, "data-seat": seat, "data-place": place, tabindex: place === holder.hand.length ? "0" : "-1",
      "aria-label": t("Lay tiles for {player}", { player: holder.id }), onclick: () => { change((all) => { all.at.qiuqiu = seat; }); focusPool(); },
    });
  }
  return h("button", {
    type: "button", key: tile, class: `slot piece${gap}`, "data-slot": true, "data-seat": seat, "data-place": place, "data-rove": true,
    tabindex: tabIndex(name, place, filled), onfocus: () => stopAt(name, place),
    "aria-label": t("{piece}, tile {place} of {player}: take back", { piece: tile, place: place + 1, player: holder.id }),
    title: t("Click: back to the others. Drag, or Shift and arrows: arrange."),
    onclick: () => takeBack(draft, seat, place),
    ...draggable((from, to) => {
      change(() => move(draft, where(from), where(to)));
    }),
  }, tilePicture(tile), bdi(tile, { class: "name", "aria-hidden": "true", dir: "ltr" }));
}

const where = (data) => ({ seat: Number(data.seat), place: Number(data.place) });

const focusPool = () => document.querySelector("#tiles [tabindex='0']")?.focus();

function takeBack(draft, seat, place) {
  const { key } = draft.seats[seat];
  change(() => drop(draft, seat, place));
  const left = draft.seats[seat].hand.length;
  stopAt(`hand ${key}`, Math.min(place, left - 1));
  change();
  if (left) document.querySelector(`[data-seat="${seat}"][data-place="${Math.min(place, left - 1)}"]`)?.focus();
  else focusPool();
}

function keys(event, draft, seat) {
  const place = Number(event.target.dataset.place);
  if (event.target.classList.contains("piece") && (event.key === "Delete" || event.key === "Backspace")) {
    event.preventDefault();
    takeBack(draft, seat, place);
    return;
  }
  if (!event.shiftKey || !["ArrowLeft", "ArrowRight"].includes(event.key)) {
    rove(event);
    return;
  }
  event.preventDefault();
  const forward = (event.key === "ArrowRight") === (getComputedStyle(event.currentTarget).direction === "ltr");
  const to = place + (forward ? 1 : -1);
  if (to < 0 || to >= draft.seats[seat].hand.length) return;
  stopAt(`hand ${draft.seats[seat].key}`, to);
  change(() => move(draft, { seat, place }, { seat, place: to }));
  document.querySelector(`[data-seat="${seat}"][data-place="${to}"]`)?.focus();
}

/** The house's share, and what all have put in. */
export function rakePanel(draft) {
  const set = (name) => (value) => change(() => { draft.rake[name] = value; });
  return h("section", { class: "rake" },
    check(t("The house takes a rake"), "/rake", draft.rake, (on) => change(() => { draft.rake = on ? { basis_points: "", cap: "", no_contest_no_rake: false } : null; })),
    draft.rake ? h("div", { class: "line" },
      field(t("Basis points of each pot"), "/rake/basis_points", draft.rake.basis_points, set("basis_points"), { kind: "number", hint: percent(draft.rake.basis_points) }),
      field(t("At most, in all"), "/rake/cap", draft.rake.cap, set("cap"), { kind: "number", hint: t("empty: no limit") }),
      check(t("None where nobody contests"), "/rake/no_contest_no_rake", draft.rake.no_contest_no_rake, set("no_contest_no_rake"))) : null);
}

/** Basis points as people say them. */
function percent(typed) {
  const points = amount(typed);
  return typeof points === "number" ? t("that is {percent} %", { percent: points / 100 }) : t("{points} is {percent} %", { points: 500, percent: 5 });
}
