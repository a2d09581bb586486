// The side of the page that answers: waiting, empty, faulty or the result.

import { forgetToken } from "./api.js";
import { h } from "./dom.js";
import { t } from "./text.js";
import { button, faultSummary } from "./ui.js";

/**
 * The panel. `said` is {answer, problem, waiting}; `render(answer)` makes the result, `nameOf(fault)` tells a
 * fault, `empty` is what to do first where nothing is laid out yet, `again` asks once more, `short(answer)` is a
 * line of the result, and `example()` lays out a deal to look at.
 */
export function answerPanel({ said, render, nameOf, empty, example, again, short }) {
  return h(
    "section",
    {
      id: "answer",
      tabindex: "-1",
      class: `answer${said.waiting ? " waiting" : ""}`,
      "aria-label": t("Result"),
      "aria-busy": said.waiting ? "true" : null,
    },
    h("h2", { class: "unseen" }, t("Result")),
    content(said, render, nameOf, empty && [empty, example], again),
    empty ? null : peek(said, short),
  );
}

/** On a narrow page the result lies below: its first words stay at the edge, and lead to it. */
function peek(said, short) {
  const text = said.answer ? short(said.answer) : t("What is still needed");
  return h(
    "button",
    {
      type: "button",
      class: "peek",
      key: "peek",
      onclick: () => {
        document.getElementById("answer").scrollIntoView();
        document.getElementById("answer").focus();
      },
    },
    h("span", { dir: "auto" }, text),
    h("span", { "aria-hidden": "true" }, "↓"),
  );
}

function content(said, render, nameOf, empty, again) {
  if (empty)
    return h(
      "div",
      { class: "empty", key: "empty" },
      emptyPicture(),
      h("p", {}, empty[0]),
      button(t("Show me an example"), empty[1]),
    );
  if (said.answer) return h("div", { class: "result", key: "result" }, render(said.answer));
  if (!said.problem) return h("p", { class: "hint", key: "wait" }, t("Asking the service …"));
  if (said.problem.errors.length)
    return h("div", { class: "result", key: "faults" }, faultSummary(said.problem.errors, nameOf));
  return h(
    "div",
    { class: "notice fault-notice", key: "problem" },
    h("h3", {}, t("No answer")),
    h("p", { dir: "auto" }, said.problem.message),
    button(said.problem.status === 401 ? t("Give a token") : t("Try again"), () => {
      if (said.problem.status === 401) forgetToken();
      again();
    }),
  );
}

/** The body that the specification shows for an operation. */
export const exampleOf = (specification, path) =>
  specification.paths[path].post.requestBody.content["application/json"].examples.case.value;

const emptyPicture = () =>
  h("div", { class: "empty-tiles", "aria-hidden": "true" }, h("i"), h("i"), h("i"), h("i"));
