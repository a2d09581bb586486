// The page: loads texts and specification, keeps what is laid out in the address, and shows the open tab.

import { get, onTokenWanted } from "./api.js";
import { askForToken, forgetRules, tell } from "./dialog.js";
import { bdi, h, show } from "./dom.js";
import { read, written } from "./document.js";
import * as piquet from "./piquet.js";
import * as qiuqiu from "./qiuqiu.js";
import { fitToPaper } from "./print.js";
import { decode, encode, save } from "./share.js";
import { change, piquetDraft, qiuqiuDraft, start as begin, state, watch } from "./state.js";
import { language, languages, load, t } from "./text.js";
import { button, choice } from "./ui.js";

const GAMES = { qiuqiu, piquet };
const page = document.getElementById("desk");
const now = { ready: false, problem: null, fragment: "" };

const titleOf = { qiuqiu: () => t("QiuQiu"), piquet: () => t("Piquet") };

async function start() {
  onTokenWanted(askForToken);
  fitToPaper();
  await load(new URLSearchParams(location.search).get("lang") ?? "");
  state.qiuqiu = qiuqiuDraft();
  state.piquet = piquetDraft();
  await prepare();
  await openLink();
  watch(render);
  watch(ask);
  watch(remember);
  change();
  addEventListener("hashchange", async () => {
    if (location.hash.slice(1) === now.fragment) return;
    clearTimeout(remembering);
    await openLink();
    change();
  });
}

async function prepare() {
  document.title = t("The desk · QiuQiu and Piquet");
  now.problem = null;
  render();
  try {
    const specification = await get("/openapi.json");
    await Promise.all(Object.values(GAMES).map((game) => game.prepare(specification)));
    now.ready = true;
  } catch (problem) {
    now.problem = problem;
  }
}

function ask() {
  if (now.ready) GAMES[state.view].ask();
}

async function openLink() {
  const fragment = location.hash.slice(1);
  if (!fragment) return;
  try {
    read(await decode(fragment));
    now.fragment = fragment;
  } catch {
    tell(t("This link cannot be read"), t("It may have been cut short. Ask for it again, or for the file."));
  }
}

let remembering = 0;

/** Keeps what is laid out in the address, so that a reload or a bookmark brings it back. */
function remember() {
  clearTimeout(remembering);
  remembering = setTimeout(async () => {
    now.fragment = await encode(written());
    history.replaceState(null, "", `#${now.fragment}`);
  }, 300);
}

async function copyLink() {
  now.fragment = await encode(written());
  history.replaceState(null, "", `#${now.fragment}`);
  try {
    await navigator.clipboard.writeText(location.href);
    tell(
      t("The link is copied"),
      t("Whoever opens it sees what you see. It holds all that is laid out; no server keeps it."),
    );
  } catch {
    tell(
      t("Copy the address"),
      t("The address of this page is the link. It holds all that is laid out; no server keeps it."),
    );
  }
}

function openFile(file) {
  file
    .text()
    .then((text) => {
      change(() => read(JSON.parse(text)));
    })
    .catch(() =>
      tell(
        t("This file cannot be read"),
        t("It should be a file that the desk saved, or the JSON body of a request."),
      ),
    );
}

function clear() {
  // The browser's Back brings back what is cleared.
  history.pushState(null, "", location.href);
  change(() => {
    state[state.view] =
      state.view === "qiuqiu"
        ? { ...qiuqiuDraft(), ruleset: state.qiuqiu.ruleset, mode: state.qiuqiu.mode }
        : { ...piquetDraft(), ruleset: state.piquet.ruleset, mode: state.piquet.mode };
    state.at = begin();
  });
}

async function speak(wanted) {
  const address = new URL(location.href);
  address.searchParams.set("lang", wanted);
  history.replaceState(null, "", address);
  await load(wanted);
  forgetRules();
  await prepare();
  change();
}

function header() {
  return h(
    "header",
    { class: "top" },
    h(
      "a",
      {
        class: "skip",
        href: "#main",
        onclick: (event) => {
          event.preventDefault();
          document.getElementById("main").focus();
        },
      },
      t("Skip to the desk"),
    ),
    h(
      "div",
      { class: "brand" },
      h("h1", {}, t("The desk")),
      h("p", {}, t("Lay out a deal, and see who is right.")),
    ),
    h(
      "nav",
      { class: "tabs", "aria-label": t("Games") },
      Object.keys(GAMES).map((game) =>
        button(
          bdi(titleOf[game]()),
          () =>
            change(() => {
              state.view = game;
            }),
          { key: game, "aria-current": state.view === game ? "page" : null },
        ),
      ),
    ),
    h(
      "div",
      { class: "tools" },
      // i18n: a button that clears the desk
      button(t("New"), clear),
      h(
        "label",
        { class: "file" },
        h("input", {
          type: "file",
          accept: "application/json,.json",
          class: "unseen",
          onchange: (event) => {
            if (event.target.files[0]) openFile(event.target.files[0]);
            event.target.value = "";
          },
        }),
        h("span", {}, t("Open")),
      ),
      button(t("Save"), () => save(`${state.view}.json`, written())),
      button(t("Copy link"), copyLink),
      button(t("Print"), () => print()),
      languages().length > 1
        ? choice(
            t("Language"),
            "/language",
            language(),
            languages().map((value) => ({ value, label: nameOf(value) })),
            speak,
            { unlabelled: true },
          )
        : null,
    ),
  );
}

const nameOf = (tag) => new Intl.DisplayNames([tag], { type: "language" }).of(tag);

function body() {
  if (now.problem)
    return h(
      "div",
      { class: "notice fault-notice alone" },
      h("h2", {}, t("The desk is not ready")),
      h("p", { dir: "auto" }, now.problem.message),
      button(t("Try again"), async () => {
        await prepare();
        change();
      }),
    );
  if (!now.ready) return h("p", { class: "alone hint" }, t("Setting the table …"));
  return h("div", { class: `columns ${state.view}`, key: state.view }, GAMES[state.view].view());
}

function render() {
  const focused = document.activeElement;
  show(page, [
    header(),
    h("main", { id: "main", tabindex: "-1" }, body()),
    h(
      "footer",
      {},
      h(
        "p",
        {},
        t(
          "The desk asks this service and computes no rule itself. What you lay out stays on this page and in its address.",
        ),
        " ",
        h("a", { href: "openapi.yaml" }, t("The API")),
      ),
    ),
  ]);
  // What was moved to another place has lost the focus on the way.
  if (focused !== document.activeElement && page.contains(focused)) focused.focus();
}

start();
