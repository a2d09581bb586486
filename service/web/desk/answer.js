// The side of the page that answers: waiting, empty, faulty or the result.

import { forgetToken } from "./api.js";
import { h } from "./dom.js";
import { t } from "./text.js";
import { button, faultSummary } from "./ui.js";

/**
 * The panel. `said` is {answer, problem, waiting}; `render(answer)` makes the result, `nameOf(fault)` tells a
 * fault, `empty` is what to do first where nothing is laid out yet, `again` asks once more.
 */
export function answerPanel({ said, render, nameOf, empty, again }) {
  return h("section", { class: `answer${said.waiting ? " waiting" : ""}`, "aria-label": t("Result"), "aria-busy": said.waiting ? "true" : null },
    h("h2", { class: "unseen" }, t("Result")), content(said, render, nameOf, empty, again));
}

function content(said, render, nameOf, empty, again) {
  if (empty) return h("div", { class: "empty", key: "empty" }, emptyPicture(), h("p", {}, empty));
  if (said.answer) return h("div", { class: "result", key: "result" }, render(said.answer));
  if (!said.problem) return h("p", { class: "hint", key: "wait" }, t("Asking the service …"));
  if (said.problem.errors.length) return h("div", { class: "result", key: "faults" }, faultSummary(said.problem.errors, nameOf));
  return h("div", { class: "notice fault-notice", key: "problem" }, h("h3", {}, t("No answer")), h("p", { dir: "auto" }, said.problem.message),
    button(said.problem.status === 401 ? t("Give a token") : t("Try again"), () => { if (said.problem.status === 401) forgetToken(); again(); }));
}

const emptyPicture = () => h("div", { class: "empty-tiles", "aria-hidden": "true" }, h("i"), h("i"), h("i"), h("i"));
