// What the deck checker asks of the pads' room for decks, and what it is told.
import type { Ask } from "../../house/offline";
import type { Description } from "../pads/wire";

/** A deck: its cards, and what to take out of a full pack to have them, where they can be made of one. */
export interface Deck { id: string; size: number; cards: { card: string; count: number; group: string }[]; strip: string[] | null }
export interface Different { card: string; found: number; of: number }
export interface Check { right: boolean; missing: Different[]; extra: Different[]; advice: Advice[] }
export type Advice =
  | { key: "putAside" | "putBack"; cards: string[] }
  | { key: "remove" | "putInBox" | "lookFor"; card: string; times: number }
  | { key: "anotherDeck" };
const asking = <Answer>(ask: Ask, request: Record<string, unknown>) => ask<Answer>(request);

/** Every deck; none where the page was built without the pads. */
export const decks = (ask: Ask): Deck[] => asking<{ decks?: Deck[] }>(ask, { ask: "decks" }).decks ?? [];
export const check = (ask: Ask, deck: string, found: Record<string, number>): Check => asking<{ check: Check }>(ask, { ask: "check", deck, found }).check;
export const counts = (ask: Ask, deck: string, cards: number): boolean => asking<{ count: { right: boolean } }>(ask, { ask: "count", deck, cards }).count.right;

/** What a game is played with, and how, by the rules that are offered first. */
export const described = (ask: Ask, game: string): Description => asking<{ game: Description }>(ask, { ask: "describe", game }).game;
