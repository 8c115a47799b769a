// A hint of a game: what to do, why, and which cards and buttons it concerns.
import { cardList, cardName, type Style } from "../cards/names";
import type { Appraised, Seat, View } from "../backend/wire";
import { say } from "./hint-words";

/** The position that a hint is for. */
export interface Position { view: View; seat: Seat; style: Style }

export interface Advice {
  /** The action as a request: "Discard the two of clubs." Null if the game has no text for it. */
  request: string | null;
  /** Sentences that explain the action. */
  notes?: readonly string[];
  /** The cards that the action concerns. In the hand they are lifted, and everywhere they are ringed. */
  cards: readonly string[];
  /** Selectors of everything else that is ringed, within the table. */
  others?: readonly string[];
}

/** Returns the advice of a choice. */
export type Advise = (choice: Pick<Appraised, "action" | "events"> & Partial<Appraised>, position: Position) => Advice;

/** Returns the cards that an action names. */
export const cardsIn = (action: string): string[] => [...new Set(action.match(/\b[2-9AJQKT][cdhs]\b/g) ?? [])];

/** Returns the request to capture. Null if nothing is captured. */
export const captureRequest = ({ card, taken }: { card: string; taken: readonly string[] }, style: Style): string | null =>
  taken.length === 0 ? null : say("hint.do.capture", { card: cardName(card, style), taken: cardList(taken, style) });

/** Returns the request to discard a card. */
export const discardRequest = (card: string, style: Style): string => say("hint.do.discard", { card: cardName(card, style) });

/** The stock, as a selector. */
export const STOCK = '[data-location="stock"]';
