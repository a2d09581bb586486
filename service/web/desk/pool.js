// All tiles or cards, from which hands are laid by clicks, by arrows and Enter, or by typing a name.

import { bdi, h } from "./dom.js";
import { rove, stopAt, tabIndex } from "./roving.js";
import { t } from "./text.js";

let typed = "";
let typedAt = 0;

/**
 * A grid of pieces. `holders` tells where a piece is already: a Map from its name to words for that place.
 * `take(name)` is called for a piece that is free, `read(text)` makes a name of what was typed, or null.
 */
export function pool({ name, label, pieces, picture, titleOf, holders, take, read, id }) {
  return h(
    "div",
    {
      id,
      class: `pool ${name}`,
      role: "group",
      "aria-label": label,
      onkeydown: (event) => {
        rove(event);
        type(event, read, holders, take);
      },
    },
    pieces.map((piece) => {
      const holder = holders.get(piece);
      return h(
        "button",
        {
          key: piece,
          type: "button",
          class: holder ? "piece taken" : "piece",
          "data-rove": true,
          "data-piece": piece,
          tabindex: tabIndex(name, piece, pieces),
          "aria-disabled": holder ? "true" : null,
          "aria-label": holder
            ? t("{piece}, already taken: {place}", { piece: titleOf(piece), place: holder })
            : titleOf(piece),
          title: holder ? holder : titleOf(piece),
          onfocus: () => stopAt(name, piece),
          onclick: () => holder || take(piece),
        },
        picture(piece),
        bdi(piece, { class: "name", "aria-hidden": "true", dir: "ltr" }),
      );
    }),
  );
}

function type(event, read, holders, take) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1 || event.key === " ") return;
  const now = Date.now();
  typed = (now - typedAt > 1500 ? "" : typed) + event.key;
  typedAt = now;
  const piece = read(typed.slice(-2));
  if (!piece) return;
  typed = "";
  event.preventDefault();
  event.currentTarget.querySelector(`[data-piece="${piece}"]`)?.focus();
  if (!holders.get(piece)) take(piece);
}
