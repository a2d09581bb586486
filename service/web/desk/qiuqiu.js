// The QiuQiu tab: rules, players, tiles and betting on one side, what the service says of them on the other.

import { claimPanel, recordPanel, stakesPanel, told } from "./betting.js";
import { announce, h } from "./dom.js";
import { holders, readTile, take } from "./hands.js";
import { TILES, tilePicture } from "./pieces.js";
import { pool } from "./pool.js";
import { begun, bodies, ask, again, example, known, prepare, said, short, worth } from "./qiuqiu-asking.js";
import { ARBITRATE, COMPARE, roundsOf } from "./qiuqiu-bodies.js";
import { parametersOf, rulesetPanel } from "./ruleset.js";
import { rakePanel, seatsPanel } from "./seats.js";
import { comparison, settled } from "./showdown.js";
import { change, setter, state } from "./state.js";
import { number, t } from "./text.js";
import { answerPanel } from "./answer.js";
import { begin, choice, switcher } from "./ui.js";
import { verdict } from "./verdict.js";

export { ask, bodies, prepare };

const handOf = (id) => state.qiuqiu.seats.find((holder) => holder.id === id)?.hand ?? [];

/** The whole tab. */
export function view() {
  const draft = state.qiuqiu;
  begin(begun(draft) ? (said.problem?.errors ?? []) : []);
  const titles = new Map(
    known.named.flatMap((entry) => entry.categories.map((category) => [category.id, category.title])),
  );
  const dispute = draft.mode === "arbitrate";
  const worked = h(
    "div",
    { class: "work" },
    switcher(
      t("What is known of the chips"),
      "mode",
      draft.mode,
      [
        { value: "showdown", label: t("Showdown") },
        { value: "arbitrate", label: t("Dispute") },
      ],
      setter(draft, "mode"),
    ),
    h(
      "p",
      { class: "hint about" },
      dispute
        ? t("The betting was written down: it is replayed, and judged action by action.")
        : t("It is known what each player put in, or only the hands matter."),
    ),
    rulesetPanel({
      ruleset: draft.ruleset,
      named: known.named,
      schema: known.schema,
      titles,
      edit: setter(draft, "ruleset"),
    }),
    dispute ? stakesPanel(draft, roundsOf(draft, known.named)) : null,
    tilesPanel(draft),
    seatsPanel(draft, {
      size: known.size,
      worth,
      threeOne: parametersOf(draft.ruleset, known.named).three_doubles,
    }),
    dispute ? [recordPanel(draft, said.timeline), claimPanel(draft)] : null,
    rakePanel(draft),
  );
  return [
    worked,
    answerPanel({
      said,
      render,
      nameOf,
      short,
      empty: emptyText(draft),
      example,
      again,
    }),
  ];
}

function render(answer) {
  if (said.kind === ARBITRATE) return verdict(answer, handOf);
  return said.kind === COMPARE ? comparison(answer, handOf) : settled(answer, handOf);
}

function emptyText(draft) {
  if (begun(draft)) return null;
  return draft.mode === "arbitrate"
    ? t(
        "Enter the stakes and the chips of each player; then each action, as it happened. The verdict appears here.",
      )
    : t(
        "Lay the tiles of each hand. Who wins appears here at once; with what each player put in, so do the pots.",
      );
}

function tilesPanel(draft) {
  const at = Math.min(state.at.qiuqiu, draft.seats.length - 1);
  return h(
    "section",
    { class: "tiles", "aria-label": t("Tiles") },
    choice(
      t("The next tile goes to"),
      "/at",
      at,
      draft.seats.map((holder, value) => ({
        value,
        label: `${holder.id} (${number(holder.hand.length)}/${number(known.size)})`,
      })),
      (value) =>
        change((all) => {
          all.at.qiuqiu = Number(value);
        }),
    ),
    pool({
      id: "tiles",
      name: "domino",
      label: t("Tiles: choose with the arrows and Enter, or type a tile such as 62"),
      pieces: TILES,
      picture: tilePicture,
      titleOf: (tile) => tile,
      holders: holders(draft),
      read: readTile,
      take: (tile) => {
        let seat = null;
        change(() => {
          seat = take(draft, tile, known.size);
        });
        announce(
          seat === null
            ? t("All hands are full.")
            : t("{piece} to {player}", { piece: tile, player: draft.seats[seat].id }),
        );
      },
    }),
  );
}

/** What a fault is called in the list of all of them. */
function nameOf(fault) {
  const found = /^\/players\/(\d+)\/(\w+)/.exec(fault.pointer);
  const holder = found && state.qiuqiu.seats[Number(found[1])];
  if (!holder) return `${placeName(fault.pointer)}${fault.detail}`;
  if (
    found[2] === "hand" &&
    (fault.code === "wrong_count" || fault.code === "required" || fault.code === "missing_hand")
  ) {
    return t("{player}: {count} of {size} tiles laid", {
      player: holder.id,
      count: holder.hand.length,
      size: known.size,
    });
  }
  const names = {
    contributed: t("chips put in"),
    stack: t("chips before the ante"),
    id: t("name"),
    hand: t("hand"),
    arrangement: t("arrangement"),
  };
  return t("{player}, {field}: {fault}", {
    player: holder.id,
    field: names[found[2]] ?? found[2],
    fault: fault.detail,
  });
}

function placeName(pointer) {
  const [, first, second] = pointer.split("/");
  const names = {
    ante: t("Ante"),
    limits: t("Bets of round {number}", { number: Number(second) + 1 }),
    actions: state.qiuqiu.actions[second] ? told(state.qiuqiu, state.qiuqiu.actions[second]) : t("Betting"),
    rake: t("Rake"),
    ruleset: t("Rules"),
    claim: t("Claim"),
  };
  return names[first] ? `${names[first]}: ` : "";
}
