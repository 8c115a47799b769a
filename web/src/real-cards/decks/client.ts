// Requests of the deck checker to the module of the pads.
import type { Ask } from "../../backend/offline";
import type { Description } from "../pads/wire";

/** A deck: its cards, and the cards to remove from a full pack, if it can be made from one. */
export interface Deck { id: string; size: number; cards: { card: string; count: number; group: string }[]; strip: string[] | null }
export interface Different { card: string; found: number; of: number }
export interface Check { right: boolean; missing: Different[]; extra: Different[]; advice: Advice[] }
export type Advice =
  | { key: "putAside" | "putBack"; cards: string[] }
  | { key: "remove" | "putInBox" | "lookFor"; card: string; times: number }
  | { key: "anotherDeck" };
const asking = <Answer>(ask: Ask, request: Record<string, unknown>) => ask<Answer>(request);

/** Returns the games with a score pad, which also names their decks. */
export const gamesWithPad = (ask: Ask): string[] => asking<{ games: string[] }>(ask, { ask: "games" }).games;

/** Returns every deck; none if the page was built without the pads. */
export const decks = (ask: Ask): Deck[] => asking<{ decks?: Deck[] }>(ask, { ask: "decks" }).decks ?? [];
export const check = (ask: Ask, deck: string, found: Record<string, number>): Check => asking<{ check: Check }>(ask, { ask: "check", deck, found }).check;
export const counts = (ask: Ask, deck: string, cards: number): boolean => asking<{ count: { right: boolean } }>(ask, { ask: "count", deck, cards }).count.right;

/** Returns the description of a game under its first preset. */
export const described = (ask: Ask, game: string): Description => asking<{ game: Description }>(ask, { ask: "describe", game }).game;
