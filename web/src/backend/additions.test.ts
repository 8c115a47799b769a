// Nonces of the shuffle: committed first, revealed once, only for the seed they were committed to, and
// stored.
import { beforeEach, expect, test } from "vitest";
import { additions, seenOf, type Additions } from "./additions";
import { sha256 } from "./sha256";
import type { Notice } from "./wire";

const nonce = (number: number) => number.toString(16).padStart(64, "0");
const C = "c".repeat(64);
const D = "d".repeat(64);
let kept: Map<string, string>;
let store: Storage;
let number: number;
let mine: Additions;

const start = () => additions(() => nonce((number += 1)), store);
const table = (commitment: string, restarts: number, phase = "waiting") => ({ type: "table", info: { table: "T", commitment, restarts }, snapshot: { phase } }) as unknown as Extract<Notice, { type: "table" }>;
const opening = (commitment: string, nonces: (string | null)[]) => ({ type: "opening" as const, table: "T", commitment, nonces });
const dealt = { type: "dealt", table: "T" } as Extract<Notice, { type: "dealt" }>;

beforeEach(() => {
  kept = new Map();
  store = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, value: string) => void kept.set(key, value) } as unknown as Storage;
  number = 0;
  mine = start();
});

test("a nonce is hashed as in docs/fairness.md", () => {
  expect(sha256("01".repeat(32))).toBe("72cd6e8422c407fb6d098690f1130b7ded7ec2f7f5e1d30bd9d521f015363793");
});

test("a committed nonce is revealed with the next commitment, and stored", () => {
  const own = mine.commitment("T")!;
  expect(own).toBe(sha256(nonce(1)));
  mine.hear(table(C, 0));
  expect(mine.commitment("T"), "the same after a lost connection").toBe(own);
  const nonces = ["e".repeat(64), own, null];
  expect(mine.hear(opening(C, nonces))).toEqual({ type: "reveal", table: "T", nonce: nonce(1), commitment: C, next: sha256(nonce(2)) });
  expect(seenOf("T", store), "not before the match has begun").toBeNull();
  mine.hear(dealt);
  expect(seenOf("T", store)).toEqual({ commitment: C, restarts: 0, nonces, own: { seat: 1, nonce: nonce(1) } });
  expect(mine.commitment("T"), "no nonce is added later").toBeNull();
  expect(mine.hear(opening(C, nonces))).toBeNull();
});

test("alone against bots the nonce is revealed with the first watch, once", () => {
  mine.playAlone({ table: "T", seat: 1, commitment: C }, 3);
  const own = mine.commitment("T")!;
  const told = { type: "reveal", table: "T", nonce: nonce(1), commitment: C, next: sha256(nonce(2)) };
  expect(mine.afterWatch("T")).toEqual(told);
  expect(mine.hear(table(C, 0))).toBeNull();
  expect(mine.hear(opening(C, [null, own, null])), "it was answered").toBeNull();
  mine.hear(dealt);
  expect(seenOf("T", store)).toEqual({ commitment: C, restarts: 0, nonces: [null, own, null], own: { seat: 1, nonce: nonce(1) } });
  expect(mine.afterWatch("T")).toBeNull();
});

test("a nonce that was revealed early and is asked for again after a lost connection is repeated", () => {
  mine.playAlone({ table: "T", seat: 0, commitment: C }, 2);
  const own = mine.commitment("T")!;
  const told = mine.afterWatch("T");
  expect(mine.afterWatch("T"), "the second watch").toBeNull();
  expect(mine.hear(opening(C, [own, null]))).toEqual(told);
});

test("a player who was not there when the nonce was revealed is seen later", () => {
  mine.playAlone({ table: "T", seat: 0, commitment: C }, 2);
  const own = mine.commitment("T")!;
  mine.afterWatch("T");
  mine.hear(table(C, 0));
  expect(mine.hear(opening(C, [own, "e".repeat(64)]))).toBeNull();
  mine.hear(dealt);
  expect(seenOf("T", store)?.nonces, "the record has others").toEqual([own, null]);
});

test("without the server's commitment nothing is revealed early, and another commitment gets no nonce", () => {
  mine.playAlone({ table: "T", seat: 0, commitment: null }, 2);
  mine.commitment("T");
  expect(mine.afterWatch("T")).toBeNull();
  mine.playAlone({ table: "U", seat: 0, commitment: C }, 2);
  const own = mine.commitment("U")!;
  mine.afterWatch("U");
  expect(mine.hear({ ...opening(D, [own, null]), table: "U" })).toBeNull();
});

test("a restarted opening gets a new nonce", () => {
  const own = mine.commitment("T")!;
  mine.hear(table(C, 0));
  mine.hear(opening(C, [own, null]));
  mine.hear(table(D, 1));
  expect(mine.commitment("T")).toBe(sha256(nonce(2)));
  expect(mine.hear(opening(D, [sha256(nonce(2)), null]))).toMatchObject({ nonce: nonce(2), commitment: D, next: sha256(nonce(3)) });
  mine.hear(table(D, 1, "playing"));
  expect(seenOf("T", store)).toEqual({ commitment: D, restarts: 1, nonces: [sha256(nonce(2)), null], own: { seat: 0, nonce: nonce(2) } });
});

test("only the first request for a seed is answered", () => {
  const own = mine.commitment("T")!;
  const next = sha256(nonce(2));
  mine.hear(table(C, 0));
  const told = mine.hear(opening(C, [own, "e".repeat(64)]));
  expect(told).toMatchObject({ nonce: nonce(1), next });
  for (const asking of [mine, start()]) {
    for (const nonces of [[own, "f".repeat(64)], [next, "e".repeat(64)], [null, next], [own, null], [own]]) expect(asking.hear(opening(C, nonces))).toBeNull();
    // Not with a new restart count and the same seed, nor with a new seed and the same count.
    asking.hear(table(C, 1));
    expect(asking.hear(opening(C, [next, null]))).toBeNull();
    asking.hear(table(D, 0));
    expect(asking.hear(opening(D, [next, null]))).toBeNull();
    expect(asking.hear(opening(C, [own, "e".repeat(64)])), "the same again is answered as before").toEqual(told);
  }
  mine.hear(dealt);
  expect(seenOf("T", store)).toEqual({ commitment: C, restarts: 0, nonces: [own, "e".repeat(64)], own: { seat: 0, nonce: nonce(1) } });
});

test("a nonce left out of the first request is not revealed for that seed, and a revealed one for no other seed", () => {
  const own = mine.commitment("T")!;
  mine.hear(table(C, 0));
  expect(mine.hear(opening(C, ["e".repeat(64), null]))).toBeNull();
  expect(mine.hear(opening(C, [own, null]))).toBeNull();
  mine.hear(table(D, 1));
  expect(mine.hear(opening(D, [own, null]))).toMatchObject({ nonce: nonce(1), commitment: D });
  mine.hear(table(C, 2));
  expect(mine.hear(opening(C, [own, null])), "the server knows it").toBeNull();
  mine.hear(dealt);
  expect(seenOf("T", store)).toEqual({ commitment: C, restarts: 2, nonces: [own, null], own: null });
});

test("a restart makes an uncommitted browser commit", () => {
  mine.hear(table(C, 0));
  expect(mine.hear(table(C, 0))).toBeNull();
  expect(mine.hear(table(D, 1))).toEqual({ type: "watch", table: "T", nonce: sha256(nonce(1)) });
  expect(mine.hear(table(D, 1)), "once").toBeNull();
  expect(mine.hear(opening(D, [null, sha256(nonce(1))]))).toMatchObject({ nonce: nonce(1), commitment: D });
  expect(mine.hear(table(C, 2)), "it has told what comes next").toBeNull();
});

test("a server that changes its seed without a new count gets no nonce", () => {
  const own = mine.commitment("T")!;
  mine.hear(table(C, 0));
  mine.hear(table(D, 0));
  expect(mine.hear(opening(D, [own, null]))).toBeNull();
  mine.hear(dealt);
  expect(seenOf("T", store)).toEqual({ commitment: C, restarts: 0, nonces: null, own: null });
});

test("a server that changes its seed after the start is held to the first one", () => {
  mine.hear(table(C, 0, "playing"));
  mine.hear(table(D, 1, "playing"));
  expect(seenOf("T", store)).toEqual({ commitment: C, restarts: 0, nonces: null, own: null });
});

test("a reload and another tab reveal the same nonce", () => {
  const own = mine.commitment("T")!;
  mine.hear(table(C, 0));
  const reloaded = start();
  expect(reloaded.commitment("T")).toBe(own);
  expect(reloaded.hear(opening(C, [own, null]))).toMatchObject({ nonce: nonce(1) });
  // The reloaded page has stored the next commitment.
  expect(mine.hear(opening(C, [own, null]))).toMatchObject({ nonce: nonce(1) });
});

test("a browser without storage commits to nothing", () => {
  store.setItem = () => {
    throw new Error("full");
  };
  expect(mine.commitment("T")).toBeNull();
  expect(mine.hear(table(C, 1))).toBeNull();
  expect(mine.hear(opening(C, [sha256(nonce(1)), null]))).toBeNull();
});

test("a spectator reveals nothing, and storage is limited", () => {
  mine.commitment("T");
  mine.hear(table(C, 0));
  expect(mine.hear(opening(C, ["e".repeat(64), null]))).toBeNull();
  mine.hear(dealt);
  expect(seenOf("T", store)).toEqual({ commitment: C, restarts: 0, nonces: ["e".repeat(64), null], own: null });
  for (let other = 0; other < 60; other += 1) mine.commitment(`table ${other}`);
  expect(seenOf("T", store)).toBeNull();
  expect([...kept.values()].join("").length).toBeLessThan(20_000);
  kept.set("parlour.shuffles", "broken");
  expect(mine.commitment("T")).toHaveLength(64);
});
