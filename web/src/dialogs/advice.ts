// A hint in words and on the table: what to do, and which cards and buttons it concerns.
import { cardList, cardName, type Style } from "../cards/names";
import { callName, meaning } from "../games/bridge/calls";
import { openCards } from "../table/holding";
import type { Appraised, BridgeEvent, BridgeView, CassinoEvent, GinEvent, ScopaEvent, SharksEvent, ThirtyOneEvent, View } from "../backend/wire";
import { listed } from "../words/words";
import { say } from "./hint-words";

type Played = BridgeEvent | CassinoEvent | GinEvent | ScopaEvent | SharksEvent | ThirtyOneEvent;

/** Returns the action of a choice as a request: "Discard the two of clubs." Returns null if there is no text. */
export function advice({ events }: Pick<Appraised, "events">, style: Style): string | null {
  const event = events[0] as Played | undefined;
  const named = (card: string) => cardName(card, style);
  switch (event?.event) {
    case "laid": return say("hint.do.lay", { card: named(event.card) });
    case "trailed": return say("hint.do.trail", { card: named(event.card) });
    case "captured": return event.taken.length === 0 ? null : say("hint.do.capture", { card: named(event.card), taken: cardList(event.taken, style) });
    case "built": return say("hint.do.build", { card: named(event.card), joined: cardList(event.joined, style), value: event.build.value });
    case "drew": return say("hint.do.draw");
    case "took":
    case "tookUpcard": return say("hint.do.takeCard", { card: named(event.card) });
    case "discarded": return say("hint.do.discard", { card: named(event.card) });
    case "passed": return say("hint.do.pass");
    case "knocked": return say("hint.do.knock");
    case "wentOut": return say(event.going === "knock" ? "hint.do.knockWith" : event.going === "gin" ? "hint.do.gin" : "hint.do.bigGin", { cards: cardList(event.unmelded, style) });
    case "laidOff": return say("hint.do.layOff", { cards: cardList(event.cards, style), meld: cardList(event.meld, style) });
    case "called": return event.call === "P" ? say("hint.do.pass") : event.call === "X" ? say("hint.do.double") : event.call === "XX" ? say("hint.do.redouble") : say("hint.do.call", { call: callName(event.call) });
    case "played": return say("hint.do.play", { card: named(event.card) });
    case "answered": return "accepts" in event ? say(event.accepts ? "hint.do.accept" : "hint.do.reject") : null;
    case "bid": return say("hint.do.offer", { total: event.total, cards: listed(event.cards.map(String)) });
    default: return null;
  }
}

const HONORS = ["J", "Q", "K", "A"];

/** Explains a call: its contract, and the points and suits of the player's hand. Empty for other actions. */
export function callNotes({ action, events }: Pick<Appraised, "action" | "events">, view: View, seat: number): string[] {
  if (events[0]?.event !== "called") return [];
  const { auction, hands } = view as BridgeView;
  const hand = openCards(hands[seat]);
  const points = hand.reduce((sum, card) => sum + HONORS.indexOf(card[0]!) + 1, 0);
  const suits = ([["s", "♠"], ["h", "♥"], ["d", "♦"], ["c", "♣"]] as const).map(([suit, sign]) => `${hand.filter((card) => card[1] === suit).length}${sign}`).join(" ");
  return [...(action === "P" ? [] : [meaning(action, auction)]), say("hint.hand", { points, suits })];
}

const within = (selectors: readonly string[]) => selectors.map((selector) => `.play ${selector}`).join(", ");

/** Returns the style sheet that lifts the card of a choice in the hand and rings all it concerns. */
export function drawn({ action, events }: Pick<Appraised, "action" | "events">): string {
  const event = events[0];
  const cards = new Set(action.match(/\b[2-9AJQKT][cdhs]\b/g) ?? []);
  if (event?.event === "took" || event?.event === "tookUpcard") cards.add((event as { card: string }).card);
  const others = [
    ...(event?.event === "drew" ? ['[data-location="stock"]'] : []),
    ...(event?.event === "called" ? [`[data-call="${action}"]`] : []),
    ...(action.match(/\bT\d\d\b/g) ?? []).map((tool) => `[data-tool="${tool}"]`),
  ];
  const ringed = [...[...cards].map((card) => `[data-card="${card}"]`), ...others];
  if (ringed.length === 0) return "";
  const lifted = [...cards].map((card) => `[data-hand-card="${card}"]`);
  return `${within(ringed)} { outline: 4px solid var(--gold); outline-offset: 1px; } ${lifted.length === 0 ? "" : `${within(lifted)} { translate: 0 -12px; }`}`;
}
