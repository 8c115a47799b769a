// Requests to the module of the pads, which contains the rules.
import { opened } from "../../backend/offline";
import type { OptionValue, ApiError } from "../../backend/wire";
import { decks, gamesWithPad, type Deck } from "../decks/client";
import type { Change, Description, Found, Operation, Ruling, View, Written } from "./wire";

export type { ApiError };
export type { Change, Description, Evening, Field, Found, Incident, Opening, Operation, Piece, Row, RubberEntry, Ruling, Sheet, Stakes, View, Watch, Written } from "./wire";

/** A pad as stored and sent: a list of operations that only grows. */
export interface Pad { format: string; operations: Operation[] }
export type Entry = Written["entry"];

export const RULINGS = ["void", "stands", "playOn", "restore"] as const satisfies Ruling[];
export const FOUND = ["beforePlay", "duringPlay", "afterPlay", "afterScore"] as const satisfies Found[];
export interface Shown { pad: Pad; view: View; wrote?: string }

/** An answer, or a refusal. */
export type Answered<What> = What | { refused: ApiError };
export const isRefused = <What>(answer: Answered<What>): answer is { refused: ApiError } =>
  typeof answer === "object" && answer !== null && "refused" in answer;

export interface PadsClient {
  games(): string[];
  describe(game: string, preset?: string, seats?: number, options?: Record<string, OptionValue>): Answered<Description>;
  view(pad: Pad | null): Answered<Shown>;
  merge(pad: Pad | null, other: Pad): Answered<Shown>;
  write(pad: Pad | null, device: string, change: Change): Answered<Shown>;
  text(pad: Pad, texts: Record<string, string>): string;
  deck(id: string): Deck | null;
}

/** Loads the module. After that its answers are synchronous. */
export async function openClient(): Promise<PadsClient> {
  const ask = await opened("pads");
  return {
    games: () => gamesWithPad(ask),
    describe(game, preset, seats, options) {
      const answer = ask<Answered<{ game: Description }>>({ ask: "describe", game, preset, seats, options: options ?? {} });
      return isRefused(answer) ? answer : answer.game;
    },
    view: (pad) => ask({ ask: "view", pad }),
    merge: (pad, other) => ask({ ask: "merge", pad, other }),
    write: (pad, device, change) => ask({ ask: "write", pad, device, at: new Date().toISOString(), change }),
    text: (pad, texts) => ask<{ text?: string }>({ ask: "text", pad, texts }).text ?? "",
    deck: (id) => decks(ask).find((deck) => deck.id === id) ?? null,
  };
}
