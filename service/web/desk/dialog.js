// The one dialog of the page: a rule's text, or the question for a token.

import { get } from "./api.js";
import { bdi, h } from "./dom.js";
import { t, tn } from "./text.js";

const element = () => document.getElementById("dialog");
const rules = new Map();

/** Forgets the rules' texts: the language has changed. */
export const forgetRules = () => rules.clear();

async function rulesOf(game) {
  if (!rules.has(game)) {
    const answer = await get(`/v1/${game}/rules`);
    rules.set(game, answer.rules);
  }
  return rules.get(game);
}

function open(title, ...body) {
  const dialog = element();
  dialog.replaceChildren(h("div", { class: "told" }, h("h2", { id: "dialog-title" }, title), body));
  if (!dialog.open) dialog.showModal();
  return dialog;
}

const closing = () =>
  h(
    "div",
    { class: "buttons" },
    h(
      "button",
      { type: "button", class: "primary", autofocus: true, onclick: () => element().close() },
      t("Close"),
    ),
  );

/** Shows a rule's text. */
export async function showRule(game, id) {
  try {
    const found = (await rulesOf(game)).find((entry) => entry.id === id);
    open(
      [t("Rule"), " ", bdi(id)],
      h("p", { dir: "auto" }, found ? found.text : t("The service has no text for this rule.")),
      closing(),
    );
  } catch (problem) {
    open(bdi(id), h("p", { dir: "auto" }, problem.message), closing());
  }
}

/** Shows what a ruleset says: its categories, the rules that it cites, its sources and its digest. */
export function showRuleset(ruleset) {
  open(
    h("span", { dir: "auto" }, ruleset.title),
    ruleset.categories
      ? [
          h("h3", {}, t("Hands, from highest to lowest")),
          h(
            "ol",
            { class: "categories" },
            ruleset.categories.map((entry) =>
              h(
                "li",
                {},
                h("span", { dir: "auto" }, entry.title),
                h("span", { class: "hint" }, tn("{count} hand", "{count} hands", entry.hands)),
              ),
            ),
          ),
        ]
      : null,
    ruleset.decisions.length
      ? h(
          "dl",
          { class: "decisions" },
          ruleset.decisions.map((entry) => [
            h("dt", {}, bdi(entry.id)),
            h("dd", { dir: "auto" }, entry.text),
          ]),
        )
      : null,
    ruleset.sources.length
      ? [
          h("h3", {}, t("Sources")),
          h(
            "ul",
            {},
            ruleset.sources.map((source) => h("li", { dir: "auto" }, source)),
          ),
        ]
      : null,
    h("p", { class: "digest" }, bdi(ruleset.digest, { dir: "ltr" })),
    closing(),
  );
}

/** Asks for the token that the service wants; null where the reader has none. */
export function askForToken() {
  return new Promise((answer) => {
    const input = h("input", { id: "token", type: "password", autocomplete: "off", required: true });
    const form = h(
      "form",
      { method: "dialog", onsubmit: () => element().close(input.value) },
      h("div", { class: "field" }, h("label", { for: "token" }, t("Token")), input),
      h("p", { class: "hint" }, t("It is kept until you close or reload the page, and nowhere else.")),
      h(
        "div",
        { class: "buttons" },
        h("button", { type: "button", onclick: () => element().close("") }, t("Cancel")),
        h("button", { class: "primary" }, t("Use it")),
      ),
    );
    const dialog = open(t("This service asks who you are"), form);
    dialog.addEventListener("close", () => answer(dialog.returnValue || null), { once: true });
  });
}

/** A short message that wants to be read. */
export function tell(title, text) {
  open(title, h("p", { dir: "auto" }, text), closing());
}
