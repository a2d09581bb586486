// One hand of a QiuQiu table: its tiles, taken back by a click, arranged by dragging or by keys.

import { bdi, h } from "./dom.js";
import { draggable } from "./drag.js";
import { drop, move } from "./hands.js";
import { tilePicture } from "./pieces.js";
import { rove, stopAt, tabIndex } from "./roving.js";
import { change } from "./state.js";
import { t, tn } from "./text.js";
import { faultTexts, faultsAt, idOf, isUnfinished } from "./ui.js";

/**
 * The hand of a seat. `size` is how many tiles it takes, `worth` what the service says of it, `active` that it is
 * being laid.
 */
export function handOf(draft, holder, index, { size, active, worth }) {
  const base = `/players/${index}`;
  const found = [...faultsAt(`${base}/hand`, true), ...faultsAt(`${base}/arrangement`, true)];
  const wrong = found.filter((fault) => !isUnfinished(fault));
  const places = Array.from({ length: Math.max(size, holder.hand.length) }, (_, place) => place);
  const name = `hand ${holder.key}`;
  const filled = places.filter((place) => place < holder.hand.length);
  return h(
    "div",
    { class: "hand-box", key: "hand" },
    h(
      "div",
      {
        class: `hand${holder.declared ? ` declared split-${holder.split}` : ""}`,
        id: idOf(`${base}/hand`),
        tabindex: "-1",
        role: "group",
        "aria-label": t("Hand of {player}", { player: holder.id }),
        onkeydown: (event) => keys(event, draft, index),
      },
      places.map((place) => slot(draft, holder, index, place, { active, name, filled })),
    ),
    h("p", { class: "worth", key: "worth" }, worthText(holder, size, worth)),
    faultTexts(`${base}/hand`, wrong),
  );
}

function worthText(holder, size, worth) {
  if (holder.hand.length === 0) return h("span", { class: "hint" }, t("No tiles yet"));
  if (holder.hand.length < size)
    return h(
      "span",
      { class: "hint" },
      tn("{count} more tile", "{count} more tiles", size - holder.hand.length),
    );
  if (!worth) return h("span", { class: "hint" }, "…");
  return [
    h("strong", { dir: "auto" }, worth.title),
    worth.best
      ? h("span", { class: "hint" }, " ", t("could have been {title}", { title: worth.best.title }))
      : null,
    h(
      "span",
      { class: "hint" },
      " · ",
      t("strength {rank} of {ranks}, 1 is best", { rank: worth.rank, ranks: worth.ranks }),
    ),
  ];
}

function slot(draft, holder, seat, place, { active, name, filled }) {
  const tile = holder.hand[place];
  const gap = holder.declared && place === holder.split ? " parted" : "";
  if (!tile) {
    const next = active && place === holder.hand.length;
    return h("button", {
      type: "button",
      key: `empty${place}`,
      class: `slot empty${next ? " here" : ""}${gap}`,
      "data-slot": true,
      "data-seat": seat,
      "data-place": place,
      tabindex: place === holder.hand.length ? "0" : "-1",
      "aria-label": t("Lay tiles for {player}", { player: holder.id }),
      onclick: () => {
        change((all) => {
          all.at.qiuqiu = seat;
        });
        focusPool();
      },
    });
  }
  return h(
    "button",
    {
      type: "button",
      key: tile,
      class: `slot piece${gap}`,
      "data-slot": true,
      "data-seat": seat,
      "data-place": place,
      "data-rove": true,
      tabindex: tabIndex(name, place, filled),
      onfocus: () => stopAt(name, place),
      "aria-label": t("{piece}, tile {place} of {player}: take back", {
        piece: tile,
        place: place + 1,
        player: holder.id,
      }),
      title: t("Click: back to the others. Drag, or Shift and arrows: arrange."),
      onclick: () => takeBack(draft, seat, place),
      ...draggable((from, to) => {
        change(() => move(draft, where(from), where(to)));
      }),
    },
    tilePicture(tile),
    bdi(tile, { class: "name", "aria-hidden": "true", dir: "ltr" }),
  );
}

const where = (data) => ({ seat: Number(data.seat), place: Number(data.place) });

const focusPool = () => document.querySelector("#tiles [tabindex='0']")?.focus();

function takeBack(draft, seat, place) {
  const { key } = draft.seats[seat];
  change(() => drop(draft, seat, place));
  const left = draft.seats[seat].hand.length;
  stopAt(`hand ${key}`, Math.min(place, left - 1));
  change();
  if (left)
    document.querySelector(`[data-seat="${seat}"][data-place="${Math.min(place, left - 1)}"]`)?.focus();
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
  const forward =
    (event.key === "ArrowRight") === (getComputedStyle(event.currentTarget).direction === "ltr");
  const to = place + (forward ? 1 : -1);
  if (to < 0 || to >= draft.seats[seat].hand.length) return;
  stopAt(`hand ${draft.seats[seat].key}`, to);
  change(() => move(draft, { seat, place }, { seat, place: to }));
  document.querySelector(`[data-seat="${seat}"][data-place="${to}"]`)?.focus();
}
