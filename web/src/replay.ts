// A position in a replay as the end of an address, "#deal=2&step=14" (deals from 1, as people count), and who partners whom.
import type { Replay } from "./wire";

export function readPosition(hash: string): { deal: number; step: number } {
  const values = new URLSearchParams(hash.replace(/^#/, ""));
  const number = (name: string) => {
    const value = Number(values.get(name));
    return Number.isInteger(value) && value > 0 ? value : 0;
  };
  return { deal: Math.max(0, number("deal") - 1), step: number("step") };
}

export const writePosition = (deal: number, step: number): string => `#deal=${deal + 1}&step=${step}`;

/** The side of each seat: with fewer totals than seats, seats of equal parity are partners. */
export function sidesOf({ info, totals }: Replay): number[] {
  return Array.from({ length: info.seats }, (_, seat) => (totals.length < info.seats ? seat % totals.length : seat));
}
