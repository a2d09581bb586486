// The desk's texts. The English is the name of a message; a catalogue from the service translates it.

const [ISOLATE, ISOLATED] = ["\u2068", "\u2069"];

let catalogue = { language: "en", direction: "ltr", languages: ["en"], messages: {} };
let plurals = new Intl.PluralRules("en");
let numbers = new Intl.NumberFormat("en");

/** Loads the texts of a language, or those that the browser asks for; the page turns with them. */
export async function load(language) {
  const query = language ? `?lang=${encodeURIComponent(language)}` : "";
  try {
    const answer = await fetch(`desk/messages.json${query}`);
    if (answer.ok) catalogue = { ...catalogue, ...(await answer.json()) };
  } catch {
    // Without texts the desk speaks English; that the service is gone is told by what asks it next.
  }
  plurals = new Intl.PluralRules(catalogue.language);
  numbers = new Intl.NumberFormat(catalogue.language);
  document.documentElement.lang = catalogue.language;
  document.documentElement.dir = catalogue.direction;
}

export const language = () => catalogue.language;
export const languages = () => catalogue.languages;

/** A number as the language writes it. */
export const number = (value) => numbers.format(value);

/** A gain or a loss, with its sign where the language has it. */
export const signed = (value) =>
  new Intl.NumberFormat(catalogue.language, { signDisplay: "exceptZero" }).format(value);

/** A text, its {fields} filled in; numbers are written as the language does. */
export function t(english, facts = {}) {
  const found = catalogue.messages[english];
  return fill(typeof found === "string" && found ? found : english, facts);
}

/** A text whose form depends on `count`: tn("{count} chip", "{count} chips", 3). */
export function tn(one, many, count, facts = {}) {
  const found = catalogue.messages[one];
  const forms = found && typeof found === "object" ? found : { one, other: many };
  const category = plurals.select(count);
  return fill(forms[category] ?? forms.other ?? forms.many, { count, ...facts });
}

function fill(template, facts) {
  return template.replace(/{(\w+)}/g, (field, name) => {
    const fact = facts[name];
    if (fact === undefined) return field;
    if (typeof fact === "number") return number(fact);
    // A name or a notation must not turn the sentence around it.
    return catalogue.direction === "rtl" ? `${ISOLATE}${fact}${ISOLATED}` : String(fact);
  });
}

/** Names as a list in the language: "ani, budi and citra". */
export function list(names) {
  return new Intl.ListFormat(catalogue.language).format(names);
}
