// What the Piquet tab asks of the service, and what it was last told.

import { exampleOf } from "./answer.js";
import { get, schemaOf } from "./api.js";
import { conversation } from "./asking.js";
import {
  ARRANGE,
  COMPARE,
  SHOWDOWN,
  arrangeBody,
  compareBody,
  fromBodies,
  showdownBody,
} from "./piquet-bodies.js";
import { change, state } from "./state.js";
import { t } from "./text.js";

/** What the tab is made of: rulesets, schemas, examples; `played` are the hands after each exchange told. */
export const known = {
  named: [],
  schema: null,
  members: [],
  played: new Map(),
  examples: {},
  sizes: { hand: 0, talon: 0 },
};

const { said, put } = conversation(spoken, 250);

export { said };

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
    [COMPARE, ARRANGE, SHOWDOWN].map((path) => [path, exampleOf(specification, path)]),
  );
  said.asked = "";
}

/** Lays out what the specification shows as an example. */
export function example() {
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

/** Whether anything has been laid out yet. */
export const begun = (draft) => draft.deals.some((deal) => deal.hands.flat().length);

/** The bodies of the tab, to be shared or saved; none where nothing is laid out. */
export function bodies() {
  const draft = state.piquet;
  if (!begun(draft)) return {};
  const [path, body] = BODIES[draft.mode];
  return { [path]: body(draft), [SHOWDOWN]: showdownBody(draft) };
}

/** Asks the service where something has changed since it was last asked. */
export function ask() {
  if (!begun(state.piquet)) return;
  const [kind, make] = BODIES[state.piquet.mode];
  put(kind, make(state.piquet));
}

/** The result in a line. */
export function spoken(kind, answer) {
  if (kind === COMPARE) return t("{elder} to {younger}", answer.points);
  if (kind === ARRANGE) return t("Put away {count}", { count: answer.exchanges[0].discard.length });
  return Object.entries(answer.totals)
    .map(([player, points]) => t("{player}: {points}.", { player, points }))
    .join(" ");
}

/** The hands after the exchange, as the service told them, also while it finds a fault in the play. */
export function playedHands(draft, index) {
  const told = said.kind === SHOWDOWN ? said.answer?.deals[index]?.played_hands : null;
  const { hands, talon, exchanged, discards } = draft.deals[index];
  const dealt = JSON.stringify([draft.names, hands, talon, exchanged && discards]);
  if (told && !said.waiting) known.played.set(dealt, told);
  return known.played.get(dealt) ?? null;
}

/** Asks the same once more. */
export function again() {
  said.asked = "";
  ask();
  change();
}
