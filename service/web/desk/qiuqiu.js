// The QiuQiu tab: rules, players, tiles and betting on one side, what the service says of them on the other.

import { Asker, get, post } from "./api.js";
import { claimPanel, recordPanel, stakesPanel, told } from "./betting.js";
import { announce, h } from "./dom.js";
import { holders, readTile, take } from "./hands.js";
import { TILES, tilePicture } from "./pieces.js";
import { pool } from "./pool.js";
import { ARBITRATE, COMPARE, EVALUATE, SHOWDOWN, arbitrateBody, compareBody, fromBodies, groupsOf, roundsOf, showdownBody } from "./qiuqiu-bodies.js";
import { parametersOf, rulesetPanel } from "./ruleset.js";
import { rakePanel, seatsPanel } from "./seats.js";
import { comparison, settled } from "./showdown.js";
import { change, state } from "./state.js";
import { list, number, t } from "./text.js";
import { answerPanel, exampleOf } from "./answer.js";
import { begin, choice, lacking, switcher } from "./ui.js";
import { verdict, verdictWords } from "./verdict.js";

const HAND_SIZE_AT = ["components", "schemas", "QiuqiuPlayerRequest", "properties", "hand", "maxItems"];

const known = { named: [], schema: null, size: 0, examples: {} };
const asker = new Asker();
const handAsker = new Asker(60);
const worths = new Map();
const said = { asked: "", kind: "", answer: null, problem: null, waiting: false, timeline: null };

/** Loads what the tab is made of: the rulesets and the specification's schemas. */
export async function prepare(specification) {
  known.named = (await get("/v1/qiuqiu/rulesets")).rulesets;
  known.schema = specification.components.schemas.QiuqiuParameters;
  known.examples = Object.fromEntries([SHOWDOWN, ARBITRATE].map((path) => [path, exampleOf(specification, path)]));
  known.size = HAND_SIZE_AT.reduce((node, step) => node[step], specification);
  worths.clear();
  said.asked = "";
}

/** Lays out what the specification shows as an example. */
function example() {
  const body = known.examples[state.qiuqiu.mode === "arbitrate" ? ARBITRATE : SHOWDOWN];
  change((all) => { all.qiuqiu = all.qiuqiu.mode === "arbitrate" ? fromBodies(undefined, body) : fromBodies(body); });
}

/** The bodies of the tab, to be shared or saved. */
export function bodies() {
  const draft = state.qiuqiu;
  const betting = draft.mode === "arbitrate" || draft.actions.length > 0;
  return { [SHOWDOWN]: showdownBody(draft), ...(betting ? { [ARBITRATE]: arbitrateBody(draft, roundsOf(draft, known.named)) } : {}) };
}

/** Which operation judges what is laid out, with which body; `place` turns a fault's pointer into the page's. */
function question() {
  const draft = state.qiuqiu;
  if (draft.mode === "arbitrate") return { kind: ARBITRATE, body: arbitrateBody(draft, roundsOf(draft, known.named)), place: (pointer) => pointer };
  if (draft.seats.some((holder) => String(holder.contributed).trim() !== "")) return { kind: SHOWDOWN, body: showdownBody(draft), place: (pointer) => pointer };
  const { body, seats } = compareBody(draft);
  return { kind: COMPARE, body, place: (pointer) => pointer.replace(/^\/hands\/(\d+)/, (_, index) => `/players/${seats[index]}`).replace(/^\/hands$/, "/players") };
}

/** Asks the service where something has changed since it was last asked. */
export function ask() {
  askWorths();
  if (emptyText(state.qiuqiu)) return;
  const { kind, body, place } = question();
  const asked = JSON.stringify([kind, body]);
  if (asked === said.asked) return;
  Object.assign(said, { asked, waiting: true });
  asker.ask((signal) => post(kind, body, signal), (answer, problem) => {
    const errors = problem?.errors.map((fault) => ({ ...fault, pointer: place(fault.pointer) })) ?? [];
    Object.assign(said, { kind, answer, problem: problem && { ...problem, message: problem.message, errors }, waiting: false });
    if (kind === ARBITRATE) keepTimeline(answer, errors, body);
    change();
    announce(answer ? spoken(kind, answer) : lacking(errors.length || 1));
  });
}

/** Where only hands are unfinished, the betting is judged without them, so that it can be entered first. */
function keepTimeline(answer, errors, body) {
  if (answer) { said.timeline = answer; return; }
  said.timeline = null;
  if (!errors.length || !errors.every((fault) => /^\/players\/\d+\/(hand|arrangement)/.test(fault.pointer))) return;
  const players = body.players.map(({ id, stack }) => ({ id, stack }));
  const asked = said.asked;
  post(ARBITRATE, { ...body, players, claim: undefined }).then((found) => {
    if (said.asked === asked) { said.timeline = found; change(); }
  }).catch(() => {});
}

const keyOf = (ruleset, holder) => JSON.stringify([ruleset, holder.hand, groupsOf(holder)]);

function worth(index) {
  const draft = state.qiuqiu;
  return worths.get(keyOf(draft.ruleset, draft.seats[index])) ?? null;
}

function askWorths() {
  const draft = state.qiuqiu;
  const wanted = draft.seats.filter((holder) => holder.hand.length === known.size && !worths.has(keyOf(draft.ruleset, holder)));
  if (!wanted.length) return;
  const questions = wanted.map((holder) => ({ key: keyOf(draft.ruleset, holder), body: { ruleset: draft.ruleset, hand: holder.hand, arrangement: groupsOf(holder) } }));
  handAsker.ask((signal) => Promise.allSettled(questions.map((one) => post(EVALUATE, one.body, signal))), (answers) => {
    answers.forEach((one, index) => { if (one.status === "fulfilled") worths.set(questions[index].key, one.value); });
    change();
  });
}

function spoken(kind, answer) {
  if (kind === ARBITRATE) return `${verdictWords()[answer.verdict][0]}. ${answer.findings.map((entry) => entry.text).join(" ")}`;
  if (kind === COMPARE) return t("{players}: {title}", { players: list(answer.winners), title: answer.places[0].title });
  return answer.players.map((entry) => t("{player} gets {chips}.", { player: entry.id, chips: entry.won + entry.returned })).join(" ");
}

function short(answer) {
  if (said.kind === ARBITRATE) return verdictWords()[answer.verdict][0];
  if (said.kind === COMPARE) return `${list(answer.winners)} · ${answer.places[0].title}`;
  return answer.players.filter((entry) => entry.won).map((entry) => `${entry.id} ${number(entry.won)}`).join(" · ");
}

const handOf = (id) => state.qiuqiu.seats.find((holder) => holder.id === id)?.hand ?? [];

/** The whole tab. */
export function view() {
  const draft = state.qiuqiu;
  begin(emptyText(draft) ? [] : said.problem?.errors ?? []);
  const titles = new Map(known.named.flatMap((entry) => entry.categories.map((category) => [category.id, category.title])));
  const dispute = draft.mode === "arbitrate";
  const worked = h("div", { class: "work" },
    switcher(t("What is known of the chips"), "mode", draft.mode, [{ value: "showdown", label: t("Showdown") }, { value: "arbitrate", label: t("Dispute") }],
      (mode) => change(() => { draft.mode = mode; })),
    h("p", { class: "hint about" }, dispute ? t("The betting was written down: it is replayed, and judged action by action.") : t("It is known what each player put in, or only the hands matter.")),
    rulesetPanel({ ruleset: draft.ruleset, named: known.named, schema: known.schema, titles, edit: (ruleset) => change(() => { draft.ruleset = ruleset; }) }),
    dispute ? stakesPanel(draft, roundsOf(draft, known.named)) : null,
    tilesPanel(draft),
    seatsPanel(draft, { size: known.size, worth, threeOne: parametersOf(draft.ruleset, known.named).three_doubles }),
    dispute ? [recordPanel(draft, said.timeline), claimPanel(draft)] : null,
    rakePanel(draft));
  return [worked, answerPanel({ said, render, nameOf, short, empty: emptyText(draft), example, again: () => { said.asked = ""; ask(); change(); } })];
}

function render(answer) {
  if (said.kind === ARBITRATE) return verdict(answer, handOf);
  return said.kind === COMPARE ? comparison(answer, handOf) : settled(answer, handOf);
}

function emptyText(draft) {
  const begun = draft.seats.some((holder) => holder.hand.length || holder.stack || holder.contributed) || draft.actions.length || draft.ante;
  if (begun) return null;
  return draft.mode === "arbitrate"
    ? t("Enter the stakes and the chips of each player; then each action, as it happened. The verdict appears here.")
    : t("Lay the tiles of each hand. Who wins appears here at once; with what each player put in, so do the pots.");
}

function tilesPanel(draft) {
  const at = Math.min(state.at.qiuqiu, draft.seats.length - 1);
  return h("section", { class: "tiles", "aria-label": t("Tiles") },
    choice(t("The next tile goes to"), "/at", at, draft.seats.map((holder, value) => ({ value, label: `${holder.id} (${holder.hand.length}/${known.size})` })), (value) => change((all) => { all.at.qiuqiu = Number(value); })),
    pool({
      id: "tiles", name: "domino", label: t("Tiles: choose with the arrows and Enter, or type a tile such as 62"), pieces: TILES, picture: tilePicture,
      titleOf: (tile) => tile, holders: holders(draft), read: readTile,
      take: (tile) => {
        let seat = null;
        change(() => { seat = take(draft, tile, known.size); });
        announce(seat === null ? t("All hands are full.") : t("{piece} to {player}", { piece: tile, player: draft.seats[seat].id }));
      },
    }));
}

/** What a fault is called in the list of all of them. */
function nameOf(fault) {
  const found = /^\/players\/(\d+)\/(\w+)/.exec(fault.pointer);
  const holder = found && state.qiuqiu.seats[Number(found[1])];
  if (!holder) return `${placeName(fault.pointer)}${fault.detail}`;
  if (found[2] === "hand" && (fault.code === "wrong_count" || fault.code === "required" || fault.code === "missing_hand")) {
    return t("{player}: {count} of {size} tiles laid", { player: holder.id, count: holder.hand.length, size: known.size });
  }
  const names = { contributed: t("chips put in"), stack: t("chips before the ante"), id: t("name"), hand: t("hand"), arrangement: t("arrangement") };
  return t("{player}, {field}: {fault}", { player: holder.id, field: names[found[2]] ?? found[2], fault: fault.detail });
}

function placeName(pointer) {
  const [, first, second] = pointer.split("/");
  const names = { ante: t("Ante"), limits: t("Bets of round {number}", { number: Number(second) + 1 }), actions: state.qiuqiu.actions[second] ? told(state.qiuqiu, state.qiuqiu.actions[second]) : t("Betting"), rake: t("Rake"), ruleset: t("Rules"), claim: t("Claim") };
  return names[first] ? `${names[first]}: ` : "";
}
