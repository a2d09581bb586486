// The verdict on a disputed deal: what it is, what was found, and what is due.

import { bdi, h } from "./dom.js";
import { orders } from "./betting.js";
import { save } from "./share.js";
import { settled } from "./showdown.js";
import { stamp } from "./ruleset.js";
import { number, t } from "./text.js";
import { button, goTo, rule } from "./ui.js";

export const verdictWords = () => ({
  upheld: [t("Upheld"), t("All was played by the rules, and the table paid what is due.")],
  overturned: [t("Overturned"), t("The play was legal, but what the table paid is not what is due.")],
  no_claim: [t("Settled"), t("All was played by the rules. This is what is due.")],
  unfinished: [t("Unfinished"), t("The record is legal so far, and the deal goes on.")],
  illegal: [t("Illegal"), t("Something was done that the rules do not allow. The replay ends there.")],
});

/** The answer of QiuQiu's arbitrate. */
export function verdict(answer, handOf) {
  const [word, meaning] = verdictWords()[answer.verdict];
  return [
    h(
      "div",
      { class: `headline verdict ${answer.verdict}` },
      h("p", { class: "winner" }, word),
      h("p", { class: "with" }, meaning),
    ),
    answer.to_act ? goesOn(answer) : findings("qiuqiu", answer.findings),
    differences(answer.differences.map((entry) => [entry.id, entry.claimed, entry.due])),
    answer.showdown ? settled(answer.showdown, handOf) : stamp(answer.ruleset),
    seal(answer),
  ];
}

/** Whose turn it is: here the finding says no more than that. */
function goesOn(answer) {
  return h(
    "div",
    { class: "goes-on" },
    h(
      "p",
      {},
      answer.findings.map((entry) => rule("qiuqiu", entry.code)),
      " ",
      t("It is the turn of"),
      " ",
      h("strong", {}, bdi(answer.to_act)),
      ". ",
      h("span", { class: "hint" }, t("Allowed:"), " ", options(answer.legal)),
    ),
    button(t("Go on with the betting"), () => document.querySelector(".next button")?.focus(), {
      class: "primary",
    }),
  );
}

const options = (legal) => legal.map((option, index) => [index ? " · " : "", allowed(option)]);

/** What was found, each with its rule, and what would have been legal. */
export function findings(game, entries) {
  if (!entries.length) return null;
  return h(
    "ol",
    { class: "reasons findings" },
    entries.map((entry) =>
      h(
        "li",
        {},
        rule(game, entry.code),
        h(
          "span",
          {},
          h("span", { dir: "auto" }, entry.text),
          entry.legal?.length
            ? h("span", { class: "hint" }, " ", t("Allowed:"), " ", options(entry.legal))
            : null,
          entry.step === null
            ? null
            : button(t("Show it"), () => goTo(`/actions/${entry.step}`), { class: "link" }),
        ),
      ),
    ),
  );
}

function allowed(option) {
  if (typeof option === "string") return bdi(option, { dir: "ltr" });
  const word = orders()[option.action];
  return option.min === undefined
    ? word
    : `${word} ${option.min === option.max ? number(option.min) : t("{least} to {most}", { least: option.min, most: option.max })}`;
}

/** What was claimed against what is due: [[name, claimed, due]]. */
function differences(entries) {
  if (!entries.length) return null;
  return h(
    "table",
    { class: "differences" },
    h("caption", {}, t("Paid wrongly")),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        [t("Player"), t("Paid"), t("Due")].map((text, index) =>
          h("th", { scope: "col", class: index ? "number" : null }, text),
        ),
      ),
    ),
    h(
      "tbody",
      {},
      entries.map(([name, claimed, due]) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, bdi(name)),
          [claimed, due].map((value) =>
            h("td", { class: "number" }, typeof value === "number" ? number(value) : String(value ?? "–")),
          ),
        ),
      ),
    ),
  );
}

function seal(answer) {
  return h(
    "div",
    { class: "seal" },
    h("p", { class: "stamp" }, t("Record:"), " ", bdi(answer.record_digest, { dir: "ltr" })),
    h(
      "p",
      { class: "stamp" },
      answer.signature ? t("This verdict is signed.") : t("This service signs no verdicts."),
    ),
    button(t("Save the verdict"), () => save("verdict.json", answer), { class: "quiet" }),
  );
}
