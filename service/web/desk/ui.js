// Pieces that every panel is made of: fields that show their faults, buttons, choices, rule references.

import { bdi, h } from "./dom.js";
import { showRule } from "./dialog.js";
import { t, tn } from "./text.js";

/** Codes that say something is not there yet: not a mistake, only not finished. */
const UNFINISHED = new Set(["required", "missing_hand", "wrong_count"]);

let faults = [];

/** Before a panel is rendered: the faults of its request, [{pointer, code, detail}]. */
export function begin(errors) {
  faults = errors;
}

/** The faults at a place; `deep`: and below it. */
export const faultsAt = (pointer, deep = false) =>
  faults.filter((fault) => fault.pointer === pointer || (deep && fault.pointer.startsWith(`${pointer}/`)));

export const isUnfinished = (fault) => UNFINISHED.has(fault.code);

/** A name as a step of a JSON Pointer. */
export const escaped = (name) => name.replaceAll("~", "~0").replaceAll("/", "~1");

/** The id of the element at a place of the request. */
export const idOf = (pointer) =>
  "at" + pointer.replace(/[^\w-]/g, (character) => ["_", character.codePointAt(0), "_"].join(""));

/** The texts under a field; nothing where it has no fault. */
export function faultTexts(pointer, found) {
  if (!found.length) return null;
  const kind = found.every(isUnfinished) ? "needed" : "fault";
  return h(
    "p",
    { id: `${idOf(pointer)}-fault`, class: kind },
    found.map((fault) => h("span", { dir: "auto" }, fault.detail)),
  );
}

/** A text field with its label. */
export function field(label, pointer, value, edit, options = {}) {
  const found = faultsAt(pointer);
  const wrong = found.some((fault) => !isUnfinished(fault));
  const { hint, kind = "text", wide, unlabelled, key = pointer, ...more } = options;
  const hintId = hint ? `${idOf(pointer)}-hint` : "";
  const described = [found.length ? `${idOf(pointer)}-fault` : "", hintId].filter(Boolean).join(" ");
  return h(
    "div",
    { class: `field ${kind}${wide ? " wide" : ""}`, key },
    h("label", { for: idOf(pointer), class: unlabelled ? "unseen" : null }, label),
    h("input", {
      id: idOf(pointer),
      type: "text",
      autocomplete: "off",
      spellcheck: "false",
      value: String(value ?? ""),
      inputmode: kind === "number" ? "numeric" : null,
      dir: kind === "number" ? "ltr" : "auto",
      "aria-invalid": wrong ? "true" : null,
      "aria-describedby": described || null,
      oninput: (event) => edit(event.target.value),
      ...more,
    }),
    hint && h("p", { id: hintId, class: "hint" }, hint),
    faultTexts(pointer, found),
  );
}

/** A choice of one of several: [{value, label}]. */
export function choice(label, pointer, value, choices, edit, options = {}) {
  const found = faultsAt(pointer);
  const { unlabelled, key = pointer, hint, ...more } = options;
  return h(
    "div",
    { class: "field", key },
    h("label", { for: idOf(pointer), class: unlabelled ? "unseen" : null }, label),
    h(
      "select",
      {
        id: idOf(pointer),
        value: String(value),
        onchange: (event) => edit(event.target.value),
        "aria-invalid": found.length ? "true" : null,
        "aria-describedby": found.length ? `${idOf(pointer)}-fault` : null,
        ...more,
      },
      choices.map((entry) =>
        h("option", { value: entry.value, selected: String(entry.value) === String(value) }, entry.label),
      ),
    ),
    hint && h("p", { class: "hint" }, hint),
    faultTexts(pointer, found),
  );
}

/** Something that is so or not. */
export function check(label, pointer, value, edit) {
  return h(
    "label",
    { class: "check", key: pointer },
    h("input", {
      type: "checkbox",
      id: idOf(pointer),
      checked: Boolean(value),
      onchange: (event) => edit(event.target.checked),
    }),
    h("span", {}, label),
  );
}

export function button(label, onclick, options = {}) {
  return h("button", { type: "button", onclick, ...options }, label);
}

/** Two to four views of one thing, as radio buttons that look like a switch. */
export function switcher(label, name, value, choices, edit) {
  return h(
    "fieldset",
    { class: "switcher" },
    h("legend", { class: "unseen" }, label),
    choices.map((entry) =>
      h(
        "label",
        { key: entry.value },
        h("input", {
          type: "radio",
          name,
          value: entry.value,
          checked: entry.value === value,
          onchange: () => edit(entry.value),
        }),
        h("span", {}, entry.label),
      ),
    ),
  );
}

/** A table that scrolls sideways by itself where it is too wide. */
export const scrolling = (label, table) =>
  h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, table);

/** The id of a rule, which opens its text. */
export function rule(game, id) {
  return h(
    "button",
    {
      type: "button",
      class: "rule",
      "aria-label": t("Rule {id}: read it", { id }),
      onclick: () => showRule(game, id),
    },
    bdi(id),
  );
}

/** Reasons, each with the rule it rests on: [{code, text}]. */
export function reasons(game, entries) {
  return h(
    "ol",
    { class: "reasons" },
    entries.map((entry) => h("li", {}, rule(game, entry.code), h("span", { dir: "auto" }, entry.text))),
  );
}

/** What still lacks and what is wrong, each with a way to its field. */
export function faultSummary(errors, nameOf) {
  const wrong = errors.filter((fault) => !isUnfinished(fault));
  const needed = errors.filter(isUnfinished);
  const entry = (fault) =>
    h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "link", onclick: () => goTo(fault.pointer) },
        h("span", { dir: "auto" }, nameOf(fault)),
      ),
    );
  return [
    wrong.length
      ? h(
          "section",
          { class: "notice fault-notice" },
          h("h3", {}, t("To be mended")),
          h("ul", {}, wrong.map(entry)),
        )
      : null,
    needed.length
      ? h("section", { class: "notice" }, h("h3", {}, t("Still needed")), h("ul", {}, needed.map(entry)))
      : null,
  ];
}

/** What is told aloud where there is no result. */
export const lacking = (count) =>
  tn("No result yet: {count} thing to see to.", "No result yet: {count} things to see to.", count);

/** Focuses the field at a place, or that of the nearest place above it. */
export function goTo(pointer) {
  for (let place = pointer; place; place = place.slice(0, place.lastIndexOf("/"))) {
    const found = document.getElementById(idOf(place));
    if (!found) continue;
    found.closest("details")?.setAttribute("open", "");
    found.scrollIntoView({ block: "center" });
    found.focus();
    return;
  }
}
