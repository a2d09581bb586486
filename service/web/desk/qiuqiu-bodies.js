// A QiuQiu draft as the bodies that the API takes, and back.

import { amount, qiuqiuDraft, seat } from "./state.js";
import { parametersOf } from "./ruleset.js";

export const SHOWDOWN = "/v1/qiuqiu/showdown";
export const ARBITRATE = "/v1/qiuqiu/arbitrate";
export const COMPARE = "/v1/qiuqiu/compare";
export const EVALUATE = "/v1/qiuqiu/evaluate";

const handOf = (holder) => (holder.hand.length ? holder.hand : undefined);

/** The two groups of a declared hand; undefined where the cards speak. */
export const groupsOf = (holder) =>
  holder.declared && holder.hand.length
    ? [holder.hand.slice(0, holder.split), holder.hand.slice(holder.split)]
    : undefined;

const rakeOf = (draft) =>
  draft.rake && {
    basis_points: amount(draft.rake.basis_points),
    cap: amount(draft.rake.cap),
    no_contest_no_rake: draft.rake.no_contest_no_rake || undefined,
  };

const dealerOf = (draft) => draft.seats[draft.dealer]?.id;

export function showdownBody(draft) {
  return {
    ruleset: draft.ruleset,
    dealer: dealerOf(draft),
    rake: rakeOf(draft) ?? undefined,
    players: draft.seats.map((holder) => ({
      id: holder.id,
      contributed: amount(holder.contributed),
      hand: handOf(holder),
      arrangement: groupsOf(holder),
      folded: holder.folded || undefined,
    })),
  };
}

/** The betting rounds of a draft's ruleset. */
export const roundsOf = (draft, named) =>
  (parametersOf(draft.ruleset, named).deal ?? []).filter((step) => step.bet).length;

export function arbitrateBody(draft, rounds) {
  return {
    ruleset: draft.ruleset,
    dealer: dealerOf(draft),
    ante: amount(draft.ante),
    limits: Array.from({ length: rounds }, (_, round) => ({
      min: amount(draft.limits[round]?.min),
      max: amount(draft.limits[round]?.max),
    })),
    rake: rakeOf(draft) ?? undefined,
    players: draft.seats.map((holder) => ({
      id: holder.id,
      stack: amount(holder.stack),
      hand: handOf(holder),
      arrangement: groupsOf(holder),
    })),
    actions: draft.actions.map((act) => ({
      player: draft.seats[act.seat]?.id,
      action: act.action,
      to: amount(act.to),
    })),
    claim: draft.claim
      ? {
          payouts: Object.fromEntries(
            draft.seats.map((holder, index) => [holder.id, amount(draft.claim[index])]),
          ),
        }
      : undefined,
  };
}

/** The hands alone, where nobody's chips are known; `seats` are the places of those hands in the draft. */
export function compareBody(draft) {
  const seats = draft.seats.flatMap((holder, index) => (holder.folded ? [] : [index]));
  const hands = seats.map((index) => ({
    id: draft.seats[index].id,
    hand: draft.seats[index].hand,
    arrangement: groupsOf(draft.seats[index]),
  }));
  return { body: { ruleset: draft.ruleset, hands }, seats };
}

const typed = (value) => (value === undefined || value === null ? "" : String(value));

function rakeFrom(rake) {
  return rake
    ? {
        basis_points: typed(rake.basis_points),
        cap: typed(rake.cap),
        no_contest_no_rake: Boolean(rake.no_contest_no_rake),
      }
    : null;
}

function seatsFrom(players, more) {
  return players.map((player) =>
    seat(String(player.id ?? ""), {
      hand: player.arrangement ? player.arrangement.flat() : [...(player.hand ?? [])],
      declared: Boolean(player.arrangement),
      split: player.arrangement?.[0]?.length ?? 2,
      ...more(player),
    }),
  );
}

/** A draft from the bodies of showdown and arbitrate, either of which may be missing. */
export function fromBodies(showdown, arbitrate) {
  const draft = qiuqiuDraft();
  const first = arbitrate ?? showdown;
  draft.ruleset = first.ruleset ?? draft.ruleset;
  draft.rake = rakeFrom(first.rake);
  draft.seats = seatsFrom(first.players ?? [], (player) => {
    const other = showdown?.players?.find((one) => one.id === player.id) ?? player;
    return {
      stack: typed(player.stack),
      contributed: typed(other.contributed),
      folded: Boolean(other.folded),
    };
  });
  const seatOf = (id) => draft.seats.findIndex((holder) => holder.id === id);
  draft.dealer = Math.max(0, seatOf(first.dealer));
  if (arbitrate) {
    draft.mode = "arbitrate";
    draft.ante = typed(arbitrate.ante);
    draft.limits = (arbitrate.limits ?? []).map((limit) => ({
      min: typed(limit.min),
      max: typed(limit.max),
    }));
    draft.actions = (arbitrate.actions ?? []).map((act) => ({
      seat: seatOf(act.player),
      action: act.action,
      to: typed(act.to),
    }));
    draft.claim = arbitrate.claim
      ? draft.seats.map((holder) => typed(arbitrate.claim.payouts?.[holder.id]))
      : null;
  }
  return draft;
}
