// Nonces that this browser adds to the shuffles of its matches, and the opening notices of each match. Both
// are stored, so that the page can verify the record of the match later. (docs/fairness.md)
import { sha256 } from "./sha256";
import type { Command, Notice, Opened, Seen } from "./wire";

const KEY = "parlour.shuffles";
/** Maximum number of stored matches. It exceeds the tables in a browser's list and bounds the storage. */
const MOST = 40;

/** Stored opening of a match, in the form in which its record is verified, plus the state of the exchange. */
interface Kept extends Seen {
  table: string;
  commitment: string;
  /** Number of restarts of the opening. */
  restarts: number;
  /** Whether the first deal has begun. After that the entry no longer changes. */
  begun: boolean;
  /** Nonce that is committed to and not revealed yet. */
  pending?: string | undefined;
}

type Told = Extract<Notice, { type: "table" | "opening" | "dealt" }>;
export type Answer = Extract<Command, { type: "reveal" | "watch" }>;

export interface Additions {
  /**
   * Notes that a new match has no other players. Its nonce is revealed with `watch`, because only this browser
   * adds one, and the server has committed to its seed.
   */
  playAlone(opened: Opened, seats: number): void;
  /**
   * Returns the commitment to send with `watch`: the hash of a nonce. Returns null once the match has begun.
   */
  commitment(table: string): string | null;
  /** Returns the command to send after `watch`. */
  afterWatch(table: string): Answer | null;
  /** Stores a notice, and returns the command that answers it. */
  hear(notice: Told): Answer | null;
}

const random = () => Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");

export function additions(newNonce: () => string = random, store: Storage = localStorage): Additions {
  function commit(table: string): string | null {
    const kept = find(table, store);
    if (kept?.begun === true) return null;
    const pending = kept?.pending ?? newNonce();
    // Before the server has sent its commitment, there is none to store.
    keep({ ...(kept ?? { table, commitment: "", restarts: 0, begun: false }), pending }, store);
    // If the nonce could not be stored, it could not be revealed later, and the server would wait for it in
    // vain.
    return find(table, store)?.pending === pending ? sha256(pending) : null;
  }

  /** Reveals the nonce for a seed of the server, and stores all commitments. */
  function reveal(table: string, commitment: string, nonces: (string | null)[]): Answer | null {
    const kept = find(table, store);
    // If the server has changed its commitment, nothing is revealed.
    if (kept === null || kept.begun || kept.commitment !== commitment) return null;
    if (!kept.nonces) {
      const seat = kept.pending === undefined ? -1 : nonces.indexOf(sha256(kept.pending));
      if (seat < 0) keep({ ...kept, nonces }, store);
      else keep({ ...kept, nonces, own: { seat, nonce: kept.pending! }, pending: newNonce() }, store);
    }
    // Only the first request for a seed is answered, always in the same way. Otherwise the server could
    // choose among several nonces.
    const { own, nonces: first } = find(table, store) ?? kept;
    if (!own || JSON.stringify(first) !== JSON.stringify(nonces)) return null;
    return { type: "reveal", table, nonce: own.nonce, commitment, next: commit(table)! };
  }

  /** Seats of new matches without other players, until the first `watch`. */
  const alone = new Map<string, { seat: number; seats: number }>();
  /** Tables whose `opening` was answered before it arrived. */
  const answered = new Set<string>();

  return {
    playAlone({ table, seat, commitment }, seats) {
      // Without a commitment of the server a nonce would let it choose the cards.
      if (commitment == null) return;
      keep({ table, commitment, restarts: 0, begun: false }, store);
      alone.set(table, { seat, seats });
    },

    commitment: commit,

    afterWatch(table) {
      answered.delete(table);
      const [place, kept] = [alone.get(table), find(table, store)];
      if (place === undefined || kept?.pending === undefined) return null;
      alone.delete(table);
      const own = sha256(kept.pending);
      const told = reveal(table, kept.commitment, Array.from({ length: place.seats }, (_, seat) => (seat === place.seat ? own : null)));
      if (told !== null) answered.add(table);
      return told;
    },

    hear(notice) {
      if (notice.type === "table") {
        const { table, commitment, restarts } = notice.info;
        const begun = notice.snapshot.phase !== "waiting";
        const kept = find(table, store);
        // A new seed comes with a higher restart count. Otherwise the first commitment stays; nothing changes
        // once the match has begun.
        const isNext = kept !== null && !kept.begun && restarts > kept.restarts && commitment !== kept.commitment;
        if (isNext || !kept?.commitment) keep({ table, commitment, restarts, begun, pending: kept?.pending }, store);
        else if (begun) keep({ ...kept, begun }, store);
        return isNext && !begun && kept.pending === undefined ? { type: "watch", table, nonce: commit(table) } : null;
      }
      if (notice.type === "dealt") {
        const kept = find(notice.table, store);
        if (kept !== null) keep({ ...kept, begun: true }, store);
        return null;
      }
      const told = reveal(notice.table, notice.commitment, notice.nonces);
      return answered.delete(notice.table) ? null : told;
    },
  };
}

/** Returns the opening of a match, or null if this browser did not see it begin. */
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
    // Storage is full or unavailable; the record is verified without it.
  }
}
