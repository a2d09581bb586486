// Asks the service. Faults come back as a Problem, whose `errors` name their places in the body.

import { language, t } from "./text.js";

/** What keeps an answer from being given: the service's problem document, or that it could not be reached. */
class Problem extends Error {
  constructor(document) {
    super(document.detail ?? document.title);
    this.status = document.status ?? 0;
    this.code = document.code ?? "unreachable";
    this.errors = document.errors ?? [];
  }
}

// Only here, never in storage: it goes with the page.
let token = null;
let askForToken = null;
let asking = null;

/** Who is asked for a token where the service wants one: a function that gives a promise of it, or of null. */
export function onTokenWanted(ask) {
  askForToken = ask;
}

/** Forgets the token, so that the next refusal asks again. */
export function forgetToken() {
  token = asking = null;
}

/** What the service gives at a path. */
export function get(path, signal) {
  return ask(path, { signal });
}

/** What the service answers to a body. */
export function post(path, body, signal) {
  const headers = { "Content-Type": "application/json" };
  return ask(path, { method: "POST", body: JSON.stringify(body), headers, signal });
}

/** A schema of the specification, with what it refers to in the place of each reference. */
export function schemaOf(specification, name) {
  const within = (node) => {
    if (Array.isArray(node)) return node.map(within);
    if (typeof node !== "object" || node === null) return node;
    if (node.$ref) return schemaOf(specification, node.$ref.split("/").at(-1));
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, within(value)]));
  };
  return within(specification.components.schemas[name]);
}

async function ask(path, options, again = true) {
  const headers = { Accept: "application/json", "Accept-Language": language(), ...options.headers };
  if (token) headers.Authorization = `Bearer ${token}`;
  let response;
  try {
    response = await fetch(path.replace(/^\//, ""), { ...options, headers });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem({
      detail: t("The service cannot be reached. Your work is kept on this page; try again in a moment."),
    });
  }
  if (response.status === 401 && again && askForToken) {
    // Several requests may be refused at once; the reader is asked once, and not again once he has declined.
    asking ??= askForToken().then((given) => {
      token = given;
    });
    await asking;
    if (token) return ask(path, options, false);
  }
  const document = await response.json().catch(() => ({}));
  if (response.ok) return document;
  throw new Problem({
    status: response.status,
    detail: t("The service answered {status}.", { status: response.status }),
    ...document,
  });
}

/** Asks once typing rests, and drops what is under way when something newer is asked. */
export class Asker {
  constructor(delay = 150) {
    this.delay = delay;
    this.running = null;
    this.timer = 0;
  }

  /** `work` gets a signal and gives a promise; `done` gets (answer, problem) unless it was overtaken. */
  ask(work, done) {
    this.stop();
    const controller = new AbortController();
    this.running = controller;
    this.timer = setTimeout(async () => {
      try {
        const answer = await work(controller.signal);
        if (!controller.signal.aborted) done(answer, null);
      } catch (error) {
        if (error.name === "AbortError" || controller.signal.aborted) return;
        if (!(error instanceof Problem)) throw error;
        done(null, error);
      }
    }, this.delay);
  }

  stop() {
    clearTimeout(this.timer);
    this.running?.abort();
  }
}
