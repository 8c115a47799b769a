// The pads on this device. They are stored in localStorage because it writes synchronously: a tap survives if
// the phone turns off in the next moment, and tabs never differ for long.
import type { Entry, Operation, Pad } from "./client";

/** Description of a pad in the list. */
export interface OnShelf { key: string; games: string[]; players: string[]; begun: string | null; touched: number; shared: string | null }

/** Data about a pad apart from its content. */
export interface Card { shared: string | null; touched: number; /** Ids of the operations that the server does not have yet. */ unheard: string[] }

const PAD = "parlour.pad.";
const CARD = "parlour.pad-card.";
const DRAFT = "parlour.pad-draft.";

/** The device has no space left, or does not store data. */
export class NotKept extends Error {}

function keep(store: Storage, key: string, text: string): void {
  try {
    store.setItem(key, text);
  } catch (error) {
    throw new NotKept(String(error));
  }
}

function parsed<What>(text: string | null): What | null {
  try {
    return text === null ? null : (JSON.parse(text) as What);
  } catch {
    return null;
  }
}

export const newKey = (): string => random(12);

/** The device name of this visit. It differs for every visit, so that no two tabs create the same id. */
export const device = random(10);

function random(letters: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(letters));
  return Array.from(bytes, (byte) => "abcdefghijkmnpqrstuvwxyz23456789"[byte & 31]).join("");
}

export const padText = (key: string, store: Storage = localStorage): string | null => store.getItem(PAD + key);
export const keepPad = (key: string, text: string, store: Storage = localStorage): void => keep(store, PAD + key, text);
/** Whether a storage event of another tab is about this pad. */
export const isOfPad = (event: StorageEvent, key: string): boolean => event.key === PAD + key;

export function card(key: string, store: Storage = localStorage): Card {
  const kept = parsed<Partial<Card>>(store.getItem(CARD + key));
  return { shared: typeof kept?.shared === "string" ? kept.shared : null, touched: typeof kept?.touched === "number" ? kept.touched : 0, unheard: Array.isArray(kept?.unheard) ? kept.unheard.map(String) : [] };
}
export const keepCard = (key: string, kept: Card, store: Storage = localStorage): void => keep(store, CARD + key, JSON.stringify(kept));

/** Returns the draft of a match. */
export function draft(key: string, match: string, store: Storage = localStorage): Entry {
  const kept = parsed<Record<string, Entry>>(store.getItem(DRAFT + key))?.[match];
  return typeof kept === "object" && kept !== null ? kept : {};
}
export function keepDraft(key: string, match: string, entry: Entry, store: Storage = localStorage): void {
  const drafts = parsed<Record<string, Entry>>(store.getItem(DRAFT + key)) ?? {};
  keep(store, DRAFT + key, JSON.stringify({ ...drafts, [match]: entry }));
}

/** Returns all pads on this device, the last written first. */
export function shelf(store: Storage = localStorage): OnShelf[] {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index)).filter((key) => key?.startsWith(PAD));
  const found = keys.flatMap((name) => {
    const key = name!.slice(PAD.length);
    const pad = parsed<Pad>(store.getItem(name!));
    if (pad === null || !Array.isArray(pad.operations)) return [];
    const openings = pad.operations.filter((operation) => operation.do === "open");
    const words = (operation: Operation) => ("players" in operation && Array.isArray(operation.players) ? operation.players.map(String) : []);
    return [{
      key,
      shared: card(key, store).shared,
      touched: card(key, store).touched,
      games: [...new Set(openings.map((opening) => String(opening.game)))],
      players: [...new Set(openings.flatMap(words))],
      begun: openings[0]?.at ?? null,
    }];
  });
  return found.toSorted((one, other) => other.touched - one.touched);
}

/** Returns the key of the pad on this device that a link names: by its key, or by its shared name. */
export const keyOf = (name: string, store: Storage = localStorage): string | null =>
  padText(name, store) !== null ? name : (shelf(store).find(({ shared }) => shared === name)?.key ?? null);

export function remove(key: string, store: Storage = localStorage): void {
  for (const kind of [PAD, CARD, DRAFT]) store.removeItem(kind + key);
}
