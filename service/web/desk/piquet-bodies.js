// A Piquet draft as the bodies that the API takes, and back.

import { amount, emptyDeal, piquetDraft } from "./state.js";

export const COMPARE = "/v1/piquet/compare";
export const ARRANGE = "/v1/piquet/arrange";
export const SHOWDOWN = "/v1/piquet/showdown";

export function compareBody(draft) {
  const { hands, declared } = draft.deals[0];
  const [elder, younger] = draft.names.map((name) => declared?.[name]);
  return {
    ruleset: draft.ruleset,
    elder: hands[0],
    younger: hands[1],
    declared: elder || younger ? { elder, younger } : undefined,
  };
}

/** The hand of the player whose exchange is asked about: elder is the first. */
export function arrangeBody(draft) {
  return {
    ruleset: draft.ruleset,
    role: draft.role,
    hand: draft.deals[0].hands[draft.role === "elder" ? 0 : 1],
  };
}

export function showdownBody(draft) {
  const byName = (pair) => Object.fromEntries(draft.names.map((name, index) => [name, pair[index]]));
  return {
    ruleset: draft.ruleset,
    players: draft.names,
    first_dealer: draft.names[1],
    stake: amount(draft.stake),
    deals: draft.deals.map((deal) => ({
      hands: byName(deal.hands),
      talon: deal.talon.length ? deal.talon : undefined,
      discards: deal.exchanged ? byName(deal.discards) : undefined,
      declared: deal.declared,
      plays: deal.plays.length ? deal.plays : undefined,
    })),
  };
}

/** A draft from the bodies of the operations, by their addresses. */
export function fromBodies(requests) {
  const draft = piquetDraft();
  const { [COMPARE]: compare, [ARRANGE]: arrange, [SHOWDOWN]: showdown } = requests;
  draft.ruleset = (showdown ?? compare ?? arrange).ruleset ?? draft.ruleset;
  if (arrange) {
    draft.mode = "arrange";
    draft.role = arrange.role ?? draft.role;
    draft.deals[0].hands[draft.role === "elder" ? 0 : 1] = [...(arrange.hand ?? [])];
  }
  if (compare) {
    draft.mode = "compare";
    draft.deals[0].hands = [[...(compare.elder ?? [])], [...(compare.younger ?? [])]];
    if (compare.declared)
      draft.deals[0].declared = {
        [draft.names[0]]: compare.declared.elder,
        [draft.names[1]]: compare.declared.younger,
      };
  }
  if (showdown) {
    draft.mode = "showdown";
    const players = showdown.players ?? draft.names;
    draft.names = players[0] === showdown.first_dealer ? [players[1], players[0]] : [...players];
    draft.stake = String(showdown.stake ?? "");
    draft.deals = (showdown.deals ?? []).map((deal) => dealFrom(deal, draft.names));
    if (!draft.deals.length) draft.deals = [emptyDeal()];
  }
  return draft;
}

function dealFrom(deal, names) {
  const pair = (keyed) => names.map((name) => [...(keyed?.[name] ?? [])]);
  return {
    hands: pair(deal.hands),
    talon: [...(deal.talon ?? [])],
    exchanged: Boolean(deal.discards),
    discards: pair(deal.discards),
    plays: [...(deal.plays ?? [])],
    declared: deal.declared ?? undefined,
  };
}
