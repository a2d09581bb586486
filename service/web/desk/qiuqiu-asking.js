// What the QiuQiu tab asks of the service, and what it was last told.

import { exampleOf } from "./answer.js";
import { Asker, get, post, schemaOf } from "./api.js";
import { conversation } from "./asking.js";
import {
  ARBITRATE,
  COMPARE,
  EVALUATE,
  SHOWDOWN,
  arbitrateBody,
  compareBody,
  fromBodies,
  groupsOf,
  roundsOf,
  showdownBody,
} from "./qiuqiu-bodies.js";
import { change, state } from "./state.js";
import { list, number, t } from "./text.js";
import { verdictWords } from "./verdict.js";

const HAND_SIZE_AT = ["components", "schemas", "QiuqiuPlayerRequest", "properties", "hand", "maxItems"];

/** What the tab is made of: rulesets, the schema of their parameters, a hand's size, examples. */
export const known = { named: [], schema: null, size: 0, examples: {} };

const handAsker = new Asker(60);
const worths = new Map();

const { said: heard, put } = conversation(spoken);

/** What was asked last, and the answer or problem; `timeline` is the last replay of the betting. */
export const said = Object.assign(heard, { timeline: null });

/** Loads what the tab is made of: the rulesets and the specification's schemas. */
export async function prepare(specification) {
  known.named = (await get("/v1/qiuqiu/rulesets")).rulesets;
  known.schema = schemaOf(specification, "QiuqiuParameters");
  known.examples = Object.fromEntries(
    [SHOWDOWN, ARBITRATE].map((path) => [path, exampleOf(specification, path)]),
  );
  known.size = HAND_SIZE_AT.reduce((node, step) => node[step], specification);
  worths.clear();
  said.asked = "";
}

/** Lays out what the specification shows as an example. */
export function example() {
  const body = known.examples[state.qiuqiu.mode === "arbitrate" ? ARBITRATE : SHOWDOWN];
  change((all) => {
    all.qiuqiu = all.qiuqiu.mode === "arbitrate" ? fromBodies(undefined, body) : fromBodies(body);
  });
}

/** The bodies of the tab, to be shared or saved. */
export function bodies() {
  const draft = state.qiuqiu;
  const betting = draft.mode === "arbitrate" || draft.actions.length > 0;
  return {
    [SHOWDOWN]: showdownBody(draft),
    ...(betting ? { [ARBITRATE]: arbitrateBody(draft, roundsOf(draft, known.named)) } : {}),
  };
}

/** Whether anything has been laid out yet. */
export function begun(draft) {
  const seated = draft.seats.some((holder) => holder.hand.length || holder.stack || holder.contributed);
  return Boolean(seated || draft.actions.length || draft.ante);
}

/** Which operation judges what is laid out, with which body; `place` turns a fault's pointer into the page's. */
function question() {
  const draft = state.qiuqiu;
  if (draft.mode === "arbitrate")
    return {
      kind: ARBITRATE,
      body: arbitrateBody(draft, roundsOf(draft, known.named)),
    };
  if (draft.seats.some((holder) => String(holder.contributed).trim() !== ""))
    return { kind: SHOWDOWN, body: showdownBody(draft) };
  const { body, seats } = compareBody(draft);
  return {
    kind: COMPARE,
    body,
    place: (pointer) =>
      pointer
        .replace(/^\/hands\/(\d+)/, (_, index) => `/players/${seats[index]}`)
        .replace(/^\/hands$/, "/players"),
  };
}

/** Asks the service where something has changed since it was last asked. */
export function ask() {
  askWorths();
  if (!begun(state.qiuqiu)) return;
  const { kind, body, place } = question();
  put(kind, body, {
    place,
    told: (answer, errors) => {
      if (kind === ARBITRATE) keepTimeline(answer, errors, body);
    },
  });
}

/** Where only hands are unfinished, the betting is judged without them, so that it can be entered first. */
function keepTimeline(answer, errors, body) {
  if (answer) {
    said.timeline = answer;
    return;
  }
  said.timeline = null;
  if (!errors.length || !errors.every((fault) => /^\/players\/\d+\/(hand|arrangement)/.test(fault.pointer)))
    return;
  const players = body.players.map(({ id, stack }) => ({ id, stack }));
  const asked = said.asked;
  post(ARBITRATE, { ...body, players, claim: undefined })
    .then((found) => {
      if (said.asked === asked) {
        said.timeline = found;
        change();
      }
    })
    .catch(() => {});
}

const keyOf = (ruleset, holder) => JSON.stringify([ruleset, holder.hand, groupsOf(holder)]);

/** What the service says of the full hand of a seat; null where it has not said it yet. */
export function worth(index) {
  const draft = state.qiuqiu;
  return worths.get(keyOf(draft.ruleset, draft.seats[index])) ?? null;
}

function askWorths() {
  const draft = state.qiuqiu;
  const wanted = draft.seats.filter(
    (holder) => holder.hand.length === known.size && !worths.has(keyOf(draft.ruleset, holder)),
  );
  if (!wanted.length) return;
  const questions = wanted.map((holder) => ({
    key: keyOf(draft.ruleset, holder),
    body: { ruleset: draft.ruleset, hand: holder.hand, arrangement: groupsOf(holder) },
  }));
  handAsker.ask(
    (signal) => Promise.allSettled(questions.map((one) => post(EVALUATE, one.body, signal))),
    (answers) => {
      answers.forEach((one, index) => {
        if (one.status === "fulfilled") worths.set(questions[index].key, one.value);
      });
      change();
    },
  );
}

function spoken(kind, answer) {
  if (kind === ARBITRATE)
    return `${verdictWords()[answer.verdict][0]}. ${answer.findings.map((entry) => entry.text).join(" ")}`;
  if (kind === COMPARE)
    return t("{players}: {title}", { players: list(answer.winners), title: answer.places[0].title });
  return answer.players
    .map((entry) => t("{player} gets {chips}.", { player: entry.id, chips: entry.won + entry.returned }))
    .join(" ");
}

/** A line of the result. */
export function short(answer) {
  if (said.kind === ARBITRATE) return verdictWords()[answer.verdict][0];
  if (said.kind === COMPARE) return `${list(answer.winners)} · ${answer.places[0].title}`;
  return answer.players
    .filter((entry) => entry.won)
    .map((entry) => `${entry.id} ${number(entry.won)}`)
    .join(" · ");
}

/** Asks the same once more. */
export function again() {
  said.asked = "";
  ask();
  change();
}
