// How a tab asks the service: one question at a time, again only once what is laid out has changed.

import { Asker, post } from "./api.js";
import { announce } from "./dom.js";
import { change } from "./state.js";
import { lacking } from "./ui.js";

/**
 * What a tab asks and is told. `said` is what was asked last, and the answer or problem; `put` asks. An answer is
 * told aloud as `spoken(kind, answer)` puts it, once typing has rested for `delay` milliseconds.
 */
export function conversation(spoken, delay) {
  const asker = new Asker(delay);
  const said = { asked: "", kind: "", answer: null, problem: null, waiting: false };

  /** `place` turns a fault's pointer into the page's; `told(answer, errors)` is called before the page is. */
  function put(kind, body, { place = (pointer) => pointer, told = () => {} } = {}) {
    const asked = JSON.stringify([kind, body]);
    if (asked === said.asked) return;
    Object.assign(said, { asked, waiting: true });
    asker.ask(
      (signal) => post(kind, body, signal),
      (answer, problem) => {
        const errors = problem?.errors.map((fault) => ({ ...fault, pointer: place(fault.pointer) })) ?? [];
        Object.assign(said, {
          kind,
          answer,
          problem: problem && { ...problem, message: problem.message, errors },
          waiting: false,
        });
        told(answer, errors);
        change();
        announce(answer ? spoken(kind, answer) : lacking(errors.length || 1));
      },
    );
  }

  return { said, put };
}
