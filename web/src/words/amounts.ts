// Amounts of money as people type them, in hundredths.
import { settings } from "../kit/settings.svelte";

/**
 * Parses an amount, "0.05" or "0,05", in hundredths. Returns null for an empty text, undefined for an invalid
 * one.
 */
export function readSum(text: string): number | null | undefined {
  if (text.trim() === "") return null;
  const parts = /^(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(text.trim());
  if (parts === null) return undefined;
  const sum = Number(parts[1]) * 100 + Number((parts[2] ?? "").padEnd(2, "0"));
  return sum === 0 ? null : sum;
}

/** Formats an amount so that `readSum` parses it again, without thousands separators. */
export const writtenSum = (sum: number | null): string =>
  sum === null ? "" : new Intl.NumberFormat(settings.language, { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false }).format(sum / 100);

/** The typed text of an amount, and its value. */
export interface TypedSum { text: string; sum: number | null }

/**
 * Returns the text of an amount's field. While the value is unchanged, it is the typed text: formatted after
 * every key, the "1" of "15" would become "1.00" before the "5" comes. Other values are formatted.
 */
export const sumText = (typed: TypedSum | null, sum: number | null): string => (typed?.sum === sum ? typed.text : writtenSum(sum));
