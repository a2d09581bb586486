// All that is laid out, as one JSON document: the bodies that the API takes, by their addresses, and what was open.

import * as piquet from "./piquet.js";
import * as qiuqiu from "./qiuqiu.js";
import * as cards from "./piquet-bodies.js";
import { ARBITRATE, SHOWDOWN, fromBodies } from "./qiuqiu-bodies.js";
import { FORMAT } from "./share.js";
import { start, state } from "./state.js";

/** The document of the page. */
export function written() {
  return {
    desk: FORMAT,
    view: state.view,
    modes: { qiuqiu: state.qiuqiu.mode, piquet: state.piquet.mode },
    requests: { ...qiuqiu.bodies(), ...piquet.bodies() },
  };
}

/** Lays out a document of the desk, a bare body of a request, or a verdict; throws where it is none of these. */
export function read(document) {
  const requests = document.requests ?? guessed(document.record ?? document);
  const [showdown, arbitrate] = [requests[SHOWDOWN], requests[ARBITRATE]];
  const found = [cards.COMPARE, cards.ARRANGE, cards.SHOWDOWN].some((path) => requests[path]);
  if (!showdown && !arbitrate && !found) throw new TypeError("no body of a request");
  if (showdown || arbitrate) {
    state.qiuqiu = fromBodies(showdown, arbitrate);
    state.view = "qiuqiu";
  }
  if (found) {
    state.piquet = cards.fromBodies(requests);
    if (!showdown && !arbitrate) state.view = "piquet";
  }
  state.view = document.view in { qiuqiu: 1, piquet: 1 } ? document.view : state.view;
  for (const [game, mode] of Object.entries(document.modes ?? {})) if (state[game]) state[game].mode = mode;
  state.at = start();
}

/** Which operation a bare body is for, by its members. */
function guessed(body) {
  if (body.actions && body.players) return { [ARBITRATE]: body };
  if (body.deals) return { [cards.SHOWDOWN]: body };
  if (body.elder) return { [cards.COMPARE]: body };
  if (body.role) return { [cards.ARRANGE]: body };
  if (body.hands) return { [SHOWDOWN]: { ...body, players: body.hands } };
  return body.players ? { [SHOWDOWN]: body } : {};
}
