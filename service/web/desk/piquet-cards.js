// Laying out a deal of Piquet: the hands and the talon, the exchange, and the play card by card.

import { announce, bdi, h } from "./dom.js";
import { CARDS, RANKS, SUITS, cardName, cardPicture } from "./pieces.js";
import { pool } from "./pool.js";
import { rove, stopAt, tabIndex } from "./roving.js";
import { change, setter, state } from "./state.js";
import { number, t } from "./text.js";
import { check, choice, escaped, faultTexts, faultsAt, idOf, isUnfinished } from "./ui.js";

const bySuit = (cards) => [...cards].sort((a, b) => CARDS.indexOf(a) - CARDS.indexOf(b));

/** The places of a deal that take cards: [{cards, size, label, pointer}]; the talon only in a recorded deal. */
export function places(draft, deal, sizes, labels, pointers) {
  const found = deal.hands.map((cards, index) => ({
    cards,
    size: sizes.hand,
    label: labels[index],
    pointer: pointers[index],
    sorted: true,
  }));
  if (draft.mode === "showdown")
    found.push({
      cards: deal.talon,
      size: sizes.talon,
      label: t("Talon, from the top"),
      pointer: pointers[2],
      sorted: false,
    });
  return draft.mode === "arrange" ? [found[draft.role === "elder" ? 0 : 1]] : found;
}

/** All cards, and the places they go to. */
export function dealPanel(entries) {
  const at = Math.min(state.at.piquet.place, entries.length - 1);
  const holders = new Map(entries.flatMap((entry) => entry.cards.map((card) => [card, entry.label])));
  return h(
    "section",
    { class: "tiles", "aria-label": t("Cards") },
    entries.length > 1
      ? choice(
          t("The next card goes to"),
          "/at",
          at,
          entries.map((entry, value) => ({
            value,
            label: `${entry.label} (${number(entry.cards.length)}/${number(entry.size)})`,
          })),
          (value) =>
            change((all) => {
              all.at.piquet.place = Number(value);
            }),
        )
      : null,
    pool({
      id: "cards",
      name: "card",
      label: t("Cards: choose with the arrows and Enter, or type a card such as ah"),
      pieces: CARDS,
      picture: cardPicture,
      titleOf: cardName,
      holders,
      read: readCard,
      take: (card) => take(entries, at, card),
    }),
    entries.map((entry, index) => placePanel(entry, index)),
  );
}

function take(entries, at, card) {
  const open = [at, ...entries.keys()].find((index) => entries[index].cards.length < entries[index].size);
  if (open === undefined) {
    announce(t("All places are full."));
    return;
  }
  change((all) => {
    entries[open].cards.push(card);
    const next = entries.findIndex((entry) => entry.cards.length < entry.size);
    all.at.piquet.place = entries[open].cards.length === entries[open].size && next >= 0 ? next : open;
  });
  announce(t("{piece} to {player}", { piece: cardName(card), player: entries[open].label }));
}

function readCard(typed) {
  const [rank, suit] = [typed[0]?.toUpperCase().replace("1", "T").replace("0", "T"), typed[1]?.toLowerCase()];
  return RANKS.includes(rank) && SUITS.includes(suit) ? rank + suit : null;
}

function placePanel(entry, index) {
  const wrong = faultsAt(entry.pointer, true).filter((fault) => !isUnfinished(fault));
  const cards = entry.sorted ? bySuit(entry.cards) : entry.cards;
  return h(
    "div",
    { class: "place", key: `place${index}` },
    h(
      "h2",
      {},
      h("span", { dir: "auto" }, entry.label),
      h(
        "span",
        { class: "hint" },
        " ",
        t("{count} of {size}", { count: entry.cards.length, size: entry.size }),
      ),
    ),
    row({
      cards,
      name: `place ${index}`,
      id: idOf(entry.pointer),
      label: entry.label,
      spoken: (card) => t("{piece}: take back", { piece: cardName(card) }),
      press: (card) =>
        change((all) => {
          entry.cards.splice(entry.cards.indexOf(card), 1);
          all.at.piquet.place = index;
        }),
    }),
    faultTexts(entry.pointer, wrong),
  );
}

/** A row of cards that can be pressed, or of pictures where there is no `press`. */
export function row({
  cards,
  name,
  id,
  label,
  spoken = cardName,
  press,
  pressed = () => null,
  dimmed = () => false,
}) {
  return h(
    "div",
    { class: "card-row", id, tabindex: "-1", role: "group", "aria-label": label, onkeydown: rove },
    cards.length
      ? cards.map((card) => {
          if (!press)
            return h(
              "span",
              { class: "small-card", key: card, role: "img", "aria-label": cardName(card) },
              cardPicture(card),
            );
          return h(
            "button",
            {
              type: "button",
              key: card,
              class: `slot piece${pressed(card) ? " marked" : ""}${dimmed(card) ? " dimmed" : ""}`,
              "data-rove": true,
              tabindex: tabIndex(name, card, cards),
              "aria-label": spoken(card),
              "aria-pressed": pressed(card) === null ? null : String(pressed(card)),
              "aria-disabled": dimmed(card) ? "true" : null,
              title: cardName(card),
              onfocus: () => stopAt(name, card),
              onclick: () => dimmed(card) || press(card),
            },
            cardPicture(card),
          );
        })
      : h("span", { class: "hint" }, t("No cards yet")),
  );
}

/** All of a recorded deal, for paper only: the screen shows it part by part. */
export function dealOnPaper(draft, deal) {
  const line = (label, cards) =>
    cards.length ? h("div", { class: "place" }, h("h2", {}, label), row({ cards, label })) : null;
  return h(
    "section",
    { class: "on-paper" },
    draft.names.map((name, index) => [
      line(t("Hand of {player}", { player: name }), bySuit(deal.hands[index])),
      deal.exchanged ? line(t("{player} puts away", { player: name }), bySuit(deal.discards[index])) : null,
    ]),
    line(t("Talon, from the top"), deal.talon),
    line(t("Played"), deal.plays),
  );
}

/** The exchange: which cards each player put away. */
export function exchangePanel(draft, deal, base) {
  return h(
    "section",
    { class: "tiles", "aria-label": t("Exchange") },
    check(t("The exchange was written down"), `${base}/exchanged`, deal.exchanged, setter(deal, "exchanged")),
    deal.exchanged
      ? draft.names.map((name, index) => {
          const pointer = `${base}/discards/${escaped(name)}`;
          const toggle = (card) =>
            change(() => {
              const at = deal.discards[index].indexOf(card);
              if (at < 0) deal.discards[index].push(card);
              else deal.discards[index].splice(at, 1);
            });
          return h(
            "div",
            { class: "place", key: name },
            h("h2", {}, t("{player} puts away", { player: name })),
            row({
              cards: bySuit(deal.hands[index]),
              name: `discard ${index}`,
              id: idOf(pointer),
              label: t("{player} puts away", { player: name }),
              press: toggle,
              pressed: (card) => deal.discards[index].includes(card),
            }),
            faultTexts(pointer, faultsAt(pointer, true)),
          );
        })
      : h("p", { class: "hint" }, t("Without it the hands are played as they were dealt.")),
  );
}

/** The play: cards in the order in which they were played; `hands` are those after the exchange, by name. */
export function playPanel(draft, deal, base, hands) {
  const pointer = `${base}/plays`;
  const found = faultsAt(pointer, true);
  const wrong = found.map((fault) => Number(fault.pointer.split("/").at(-1)));
  return h(
    "section",
    { class: "tiles", "aria-label": t("Play") },
    hands
      ? draft.names.map((name, index) =>
          h(
            "div",
            { class: "place", key: name },
            h("h2", {}, bdi(name)),
            row({
              cards: bySuit(hands[name] ?? []),
              name: `play ${index}`,
              label: t("Hand of {player}", { player: name }),
              dimmed: (card) => deal.plays.includes(card),
              press: (card) => change(() => deal.plays.push(card)),
              spoken: (card) => t("Play {piece}", { piece: cardName(card) }),
            }),
          ),
        )
      : h(
          "p",
          { class: "hint" },
          t("Lay both hands first; then press the cards in the order in which they were played."),
        ),
    h(
      "h2",
      {},
      t("Played"),
      h("span", { class: "hint" }, " ", t("{count} of {size}", { count: deal.plays.length, size: 24 })),
    ),
    h(
      "div",
      { class: "card-row plays", id: idOf(pointer), tabindex: "-1" },
      deal.plays.map((card, index) =>
        h(
          "span",
          {
            key: card,
            class: `small-card${wrong.includes(index) ? " wrong" : ""}`,
            id: idOf(`${pointer}/${index}`),
            tabindex: "-1",
            role: "img",
            "aria-label": cardName(card),
          },
          cardPicture(card),
        ),
      ),
    ),
    faultTexts(pointer, found),
    deal.plays.length
      ? h(
          "button",
          { type: "button", class: "quiet", onclick: () => change(() => deal.plays.pop()) },
          t("Take back the last card"),
        )
      : null,
  );
}
