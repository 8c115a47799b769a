// The source of a replay's deals, and a position in it as the fragment of an address: "#deal=2&step=14".
// Deals count from 1.
import type { Backend } from "../backend/backend";
import type { Replay } from "../backend/wire";
import { base } from "../kit/base";

export interface ReplaySource {
  /** A backend that knows the game. */
  backend: Backend;
  /** Address of the page, without the position. */
  address: string;
  /** Id of the match's table, if the match was played in this browser. */
  table: string | null;
  load: (deal: number) => Promise<Replay>;
  /** Names of the deals if each is a match of its own; null for the deals of one match. */
  names: readonly string[] | null;
}

export const tableSource = (backend: Backend, table: string): ReplaySource => ({
  backend,
  address: `${base}replay/${table}`,
  table,
  load: (deal) => backend.replay(table, deal),
  names: null,
});

export function readPosition(hash: string): { deal: number; step: number } {
  const values = new URLSearchParams(hash.replace(/^#/, ""));
  const number = (name: string) => {
    const value = Number(values.get(name));
    return Number.isInteger(value) && value > 0 ? value : 0;
  };
  return { deal: Math.max(0, number("deal") - 1), step: number("step") };
}

export const writePosition = (deal: number, step: number): string => `#deal=${deal + 1}&step=${step}`;
