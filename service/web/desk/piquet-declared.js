// Sinking: what a player holds and does not declare. What is not sunk counts as declared.

import { h } from "./dom.js";
import { change } from "./state.js";
import { t } from "./text.js";
import { check, faultTexts, faultsAt } from "./ui.js";

const words = () => ({
  carte_blanche: t("carte blanche"),
  point: t("the point"),
  sequences: t("sequences"),
  sets: t("sets"),
});

const sunk = (declared) =>
  declared !== undefined && declared !== null && (declared === false || declared.length === 0);

/** The panel. `members` are what can be declared, `labels` and `pointers` those of the two players. */
export function declaredPanel(draft, deal, { members, labels, pointers }) {
  return h(
    "details",
    { class: "sinking", open: deal.declared ? true : null },
    h("summary", {}, t("Somebody declared less than he held")),
    draft.names.map((name, player) =>
      h(
        "fieldset",
        { class: "line", key: `sunk${player}` },
        h("legend", {}, t("{player} does not declare", { player: labels[player] })),
        members.map((member) =>
          check(
            words()[member] ?? member,
            `${pointers[player]}/${member}`,
            sunk(deal.declared?.[name]?.[member]),
            (on) => change(() => sink(deal, name, member, on)),
          ),
        ),
        faultTexts(pointers[player], faultsAt(pointers[player], true)),
      ),
    ),
  );
}

function sink(deal, name, member, on) {
  const declared = { ...deal.declared?.[name] };
  if (on) declared[member] = member === "carte_blanche" ? false : [];
  else delete declared[member];
  const every = { ...deal.declared, [name]: declared };
  if (!Object.keys(declared).length) delete every[name];
  deal.declared = Object.keys(every).length ? every : undefined;
}
