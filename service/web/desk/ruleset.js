// Choosing a ruleset, or making one: a control for each parameter that the specification has, whatever they are.

import { bdi, h } from "./dom.js";
import { showRuleset } from "./dialog.js";
import { amount } from "./state.js";
import { t } from "./text.js";
import { button, check, choice, faultTexts, faultsAt, field, idOf } from "./ui.js";

/** What players call the parameters and their values; what is not here is told by its own name. */
const words = () => ({
  ranking: t("Hands, from highest to lowest"),
  big_min: t("A big hand has at least this many pips"),
  small_max: t("A small hand has at most this many pips"),
  straight_order: t("Straights are compared by"),
  hui: t("Hui: 2-1 and 4-2 may count 3 or 6"),
  three_doubles: t("Three doubles may count 9 together"),
  tie_break: t("Equal hands are parted by"),
  comparison: t("Who takes the pot"),
  deal: t("Deal and betting rounds"),
  first_to_act: t("First to act"),
  pips: t("the sum of pips"),
  double_then_pips: t("the highest double, then pips"),
  none: t("nothing: they share"),
  highest_double: t("the highest double"),
  highest_tile: t("the best tile"),
  high_first: t("the better hand takes all"),
  split: t("best high pair and best low pair take half each"),
  dealer: t("the dealer"),
  after_dealer: t("the player after the dealer"),
  long_sequence_bonus: t("Bonus for a sequence of five or more"),
  rubicon: t("Rubicon"),
  younger_min_exchange: t("Younger must exchange at least"),
  secondary_combinations: t("The winner of a class scores all combinations of it"),
  tiles: t("Tiles"),
  bet: t("then betting"),
});

const worded = (name) => words()[name] ?? name.replaceAll("_", " ");

/** The parameters of a draft's ruleset, filled in; `named` are the service's rulesets. */
export function parametersOf(ruleset, named) {
  const base = named.find((entry) => entry.name === (ruleset.extends ?? ruleset));
  if (typeof ruleset === "string") return base?.parameters ?? {};
  return { ...base?.parameters, ...ruleset };
}

/** The panel. `schema` is that of all parameters, `titles` those of categories, `edit` gets the new ruleset. */
export function rulesetPanel({ ruleset, named, schema, titles, edit }) {
  const own = typeof ruleset !== "string";
  const base = named.find((entry) => entry.name === (own ? ruleset.extends : ruleset));
  const values = parametersOf(ruleset, named);
  const choices = named.map((entry) => ({ value: entry.name, label: entry.title }));
  if (!base)
    choices.unshift({
      value: own ? (ruleset.extends ?? "") : ruleset,
      label: own ? t("Rules of your own") : ruleset,
    });
  const set = (name, value) => edit(changed(ruleset, base, name, value));
  const label = own ? t("Rules, changed from") : t("Rules");
  const atRules = faultsAt("/ruleset");
  return h(
    "section",
    { class: "rules", "aria-label": t("Rules of the game") },
    h(
      "div",
      { class: "rules-line" },
      choice(label, "/ruleset/extends", own ? (ruleset.extends ?? "") : ruleset, choices, edit),
      own ? h("span", { class: "badge" }, t("your own")) : null,
      base ? button(t("What they say"), () => showRuleset(base), { class: "quiet" }) : null,
    ),
    faultTexts("/ruleset", atRules),
    h(
      "details",
      { class: "own" },
      h("summary", {}, own ? t("Your changes to these rules") : t("Change these rules")),
      h(
        "div",
        { class: "parameters" },
        Object.entries(schema.properties).map(([name, kind]) =>
          control(name, kind, values[name], (value) => set(name, value), titles),
        ),
      ),
      own
        ? h(
            "div",
            { class: "json" },
            h("p", { class: "hint" }, t("As a program would send it:")),
            h(
              "pre",
              { dir: "ltr", tabindex: "0", "aria-label": t("The rules as JSON") },
              JSON.stringify(ruleset, null, 1),
            ),
            h(
              "div",
              { class: "buttons" },
              button(t("Copy"), () => navigator.clipboard.writeText(JSON.stringify(ruleset)), {
                class: "quiet",
              }),
              button(t("Undo all changes"), () => edit(ruleset.extends), { class: "quiet" }),
            ),
          )
        : null,
    ),
  );
}

function changed(ruleset, base, name, value) {
  const next = typeof ruleset === "string" ? { extends: ruleset } : { ...ruleset };
  if (base && JSON.stringify(base.parameters[name]) === JSON.stringify(value)) delete next[name];
  else next[name] = value;
  return base && Object.keys(next).length === 1 ? base.name : next;
}

function control(name, kind, value, set, titles) {
  const pointer = `/ruleset/${name}`;
  const label = worded(name);
  if (kind.type === "boolean") return check(label, pointer, value, set);
  if (kind.enum)
    return choice(
      label,
      pointer,
      value,
      kind.enum.map((word) => ({ value: word, label: worded(word) })),
      set,
    );
  if (kind.type === "integer") {
    const hint = t("{least} to {most}", { least: kind.minimum, most: kind.maximum });
    return field(label, pointer, value, (typed) => set(amount(typed) ?? null), { kind: "number", hint });
  }
  if (kind.items?.enum) return order(label, pointer, kind.items.enum, value ?? [], set, titles);
  return steps(label, pointer, kind, value ?? [], set);
}

/** Words in an order, some of them left out. */
function order(label, pointer, all, value, set, titles) {
  const rest = all.filter((word) => !value.includes(word));
  const swap = (index, other) => {
    if (!(other in value)) return;
    const next = [...value];
    [next[index], next[other]] = [next[other], next[index]];
    set(next);
  };
  const titled = (word) => titles.get(word) ?? worded(word);
  return h(
    "fieldset",
    { class: "order", id: idOf(pointer), tabindex: "-1", key: pointer },
    h("legend", {}, label),
    h(
      "ol",
      {},
      value.map((word, index) =>
        h(
          "li",
          { key: word },
          h("span", {}, titled(word)),
          h(
            "span",
            { class: "buttons" },
            button("↑", () => swap(index, index - 1), {
              class: "icon",
              "aria-label": t("{name}: higher", { name: titled(word) }),
              "aria-disabled": index === 0 ? "true" : null,
            }),
            button("↓", () => swap(index, index + 1), {
              class: "icon",
              "aria-label": t("{name}: lower", { name: titled(word) }),
              "aria-disabled": index === value.length - 1 ? "true" : null,
            }),
            button("×", () => set(value.filter((other) => other !== word)), {
              class: "icon",
              "aria-label": t("{name}: does not count", { name: titled(word) }),
            }),
          ),
        ),
      ),
    ),
    rest.length
      ? h(
          "p",
          { class: "left-out" },
          t("Does not count:"),
          " ",
          rest.map((word) =>
            button([titled(word), " +"], () => set([word, ...value]), {
              class: "chip",
              key: word,
              "aria-label": t("{name}: count it", { name: titled(word) }),
            }),
          ),
        )
      : null,
    faultTexts(pointer, faultsAt(pointer, true)),
  );
}

/** Steps of a deal: each some pieces and perhaps betting. */
function steps(label, pointer, kind, value, set) {
  const { tiles } = kind.items.properties;
  const edit = (index, more) =>
    set(value.map((step, other) => (other === index ? { ...step, ...more } : step)));
  return h(
    "fieldset",
    { class: "steps", id: idOf(pointer), tabindex: "-1", key: pointer },
    h("legend", {}, label),
    value.map((step, index) =>
      h(
        "div",
        { class: "step", key: `step${index}` },
        choice(
          t("Tiles of step {number}", { number: index + 1 }),
          `${pointer}/${index}/tiles`,
          step.tiles,
          Array.from({ length: tiles.maximum - tiles.minimum + 1 }, (_, more) => ({
            value: tiles.minimum + more,
            label: String(tiles.minimum + more),
          })),
          (typed) => edit(index, { tiles: Number(typed) }),
          { unlabelled: true },
        ),
        check(worded("bet"), `${pointer}/${index}/bet`, step.bet, (bet) => edit(index, { bet })),
        button("×", () => set(value.filter((_, other) => other !== index)), {
          class: "icon",
          "aria-label": t("Remove step {number}", { number: index + 1 }),
          disabled: value.length === 1,
        }),
      ),
    ),
    value.length < kind.maxItems
      ? button(t("Add a step"), () => set([...value, { tiles: 1, bet: true }]), { class: "quiet" })
      : null,
    faultTexts(pointer, faultsAt(pointer, true)),
  );
}

/** The digest of what an answer was made under. */
export const stamp = (ruleset) =>
  h(
    "p",
    { class: "stamp" },
    t("Rules:"),
    " ",
    bdi(ruleset.name ?? t("your own")),
    " · ",
    bdi(ruleset.digest, { dir: "ltr" }),
  );
