// What this browser adds to the shuffle of a match, and what it was told of the rest: kept, so that the record of the match can be held
// against it. (docs/fairness.md)
import { sha256 } from "./sha256";
import type { Command, Notice, Seen } from "./wire";

const KEY = "parlour.shuffles";
/** More matches than anybody's list of tables has; what is kept must not grow for ever. */
const MOST = 40;

/** What was told of the opening of a match, in the form in which its record is held against it, and what else is to be known. */
interface Kept extends Seen {
  table: string;
  commitment: string;
  /** How often the opening had begun again. */
  restarts: number;
  /** Whether the first deal was seen to begin: after that nothing of this changes any more. */
  begun: boolean;
  /** What was committed to and not revealed yet. */
  pending?: string | undefined;
}

type Told = Extract<Notice, { type: "table" | "opening" | "dealt" }>;
export type Answer = Extract<Command, { type: "reveal" | "watch" }>;

export interface Additions {
  /** What the house is told with `watch`: the hash of a nonce; nothing, once the match has begun. */
  commitment(table: string): string | null;
  /** Notes what was told, and says what is to be answered. */
  hear(notice: Told): Answer | null;
}

const random = () => Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export function additions(newNonce: () => string = random, store: Storage = localStorage): Additions {
  function commit(table: string): string | null {
    const kept = find(table, store);
    if (kept?.begun === true) return null;
    const pending = kept?.pending ?? newNonce();
    // Before the house has told its own there is nothing to hold it to.
    keep({ ...(kept ?? { table, commitment: "", restarts: 0, begun: false }), pending }, store);
    // What cannot be kept is not revealed either, and would only be waited for.
    return find(table, store)?.pending === pending ? sha256(pending) : null;
  }

  return {
    commitment: commit,

    hear(notice) {
      if (notice.type === "table") {
        const { table, commitment, restarts } = notice.info;
        const begun = notice.frame.phase !== "waiting";
        const kept = find(table, store);
        // Another seed is told with the count; what changes without is kept as it was told first, and so is all once the match has begun.
        const isNext = kept !== null && !kept.begun && restarts > kept.restarts && commitment !== kept.commitment;
        if (isNext || !kept?.commitment) keep({ table, commitment, restarts, begun, pending: kept?.pending }, store);
        else if (begun) keep({ ...kept, begun }, store);
        return isNext && !begun && kept.pending === undefined ? { type: "watch", table, nonce: commit(table) } : null;
      }
      const kept = find(notice.table, store);
      if (kept === null) return null;
      if (notice.type === "dealt") {
        keep({ ...kept, begun: true }, store);
        return null;
      }
      const { table, commitment, nonces } = notice;
      // To a house that has changed its mind nothing is revealed.
      if (kept.begun || kept.commitment !== commitment) return null;
      if (!kept.nonces) {
        const seat = kept.pending === undefined ? -1 : nonces.indexOf(sha256(kept.pending));
        if (seat < 0) keep({ ...kept, nonces }, store);
        else keep({ ...kept, nonces, own: { seat, nonce: kept.pending! }, pending: newNonce() }, store);
      }
      // For one seed only what was asked first is answered, and always alike: otherwise the house could choose among what it is told.
      const { own, nonces: first } = find(table, store) ?? kept;
      if (!own || JSON.stringify(first) !== JSON.stringify(nonces)) return null;
      return { type: "reveal", table, nonce: own.nonce, commitment, next: commit(table)! };
    },
  };
}

/** What was told of the opening of this match, if this browser saw it begin. */
export function seenOf(table: string, store: Storage = localStorage): Seen | null {
  const kept = find(table, store);
  if (kept === null || !kept.begun || kept.commitment === "") return null;
  const { commitment, restarts, nonces, own } = kept;
  return { commitment, restarts, nonces: nonces ?? null, own: own ?? null };
}

function all(store: Storage): Kept[] {
  try {
    const kept: unknown = JSON.parse(store.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isKept) : [];
  } catch {
    return [];
  }
}

function isKept(entry: Partial<Kept> | null): entry is Kept {
  return typeof entry?.table === "string" && typeof entry.commitment === "string";
}

const find = (table: string, store: Storage): Kept | null => all(store).find((kept) => kept.table === table) ?? null;

function keep(kept: Kept, store: Storage): void {
  const { pending, ...rest } = kept;
  try {
    store.setItem(KEY, JSON.stringify([kept.begun ? rest : { ...rest, pending }, ...all(store).filter(({ table }) => table !== kept.table)].slice(0, MOST)));
  } catch {
    // A full store, or none: then the record is checked without it.
  }
}
