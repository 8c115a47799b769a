// The backend in this browser: tables for one player and bots, while offline or without any server.
import { RefusedError, type Backend, type Listener } from "../backend";
import { compiled } from "../offline";
import { serverBackend } from "../server-backend";
import type { Game, NewTable, Opened, Replay, Resolved } from "../wire";
import type { Told, Wanted } from "./worker";

type Asked = Extract<Wanted, { do: "check" | "open" | "record" | "replay" | "carry" | "forget" }>;
type WithoutNumber<W> = W extends unknown ? Omit<W, "number"> : never;

let worker: Worker | null = null;
let numbered = 0;
/** The games whose module the worker has received. */
const given = new Map<string, Promise<void>>();
const waiting = new Map<number, { answer: (answer: unknown) => void; fail: (why: Error) => void }>();
const listening = new Map<number, Listener>();

function theWorker(): Worker {
  if (worker !== null) return worker;
  worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data }: MessageEvent<Told>) => {
    if ("notice" in data) return listening.get(data.number)?.notice(data.notice);
    const asked = waiting.get(data.number);
    waiting.delete(data.number);
    if ("refused" in data) asked?.fail(new RefusedError(data.refused, 422));
    else if ("failed" in data) asked?.fail(new Error(data.failed));
    else asked?.answer(data.answer);
  });
  // The worker failed to load, or crashed. The next request starts another one.
  worker.addEventListener("error", () => {
    worker = null;
    given.clear();
    for (const { fail } of waiting.values()) fail(new RefusedError({ code: "not-started", message: "this browser could not start its own tables" }, 0));
    for (const on of listening.values()) on.link("lost");
    waiting.clear();
    listening.clear();
  });
  return worker;
}

function ask<Answer>(asked: WithoutNumber<Asked>): Promise<Answer> {
  const number = (numbered += 1);
  const answered = new Promise<unknown>((answer, fail) => waiting.set(number, { answer, fail }));
  theWorker().postMessage({ ...asked, number } satisfies Wanted);
  return answered as Promise<Answer>;
}

/** Sends the worker the module of a game. The module and the worker load at the same time. */
function give(game: string): Promise<void> {
  const part = `play-${game}` as const;
  const there = theWorker();
  const giving = given.get(game) ?? compiled(part).then((module) => there.postMessage({ number: 0, do: "take", part, module } satisfies Wanted));
  given.set(game, giving);
  giving.catch(() => given.delete(game));
  return giving;
}

/**
 * Moves a match to a table of the server, where a player can take the chair of the bot in `seat`. The local
 * table is deleted.
 */
export async function carry(table: string, seat: number): Promise<Opened> {
  const opened = await serverBackend.open(await ask<NewTable>({ do: "carry", table, seat }));
  await ask({ do: "forget", table }).catch(() => undefined);
  return opened;
}

export const localBackend: Backend = {
  notesHints: true,
  games: async () => (await import("../../book/games.json")).default as unknown as Game[],
  async check(table) {
    await give(table.game);
    return ask<Resolved>({ do: "check", table });
  },
  async open(table) {
    // Asks the browser not to evict the tables when storage runs low. The browser may refuse.
    void navigator.storage?.persist?.().catch(() => false);
    await give(table.game);
    return ask<Opened>({ do: "open", table });
  },
  replay: (table, deal) => ask<Replay>({ do: "replay", table, deal }),
  record: (table) => ask<string>({ do: "record", table }),
  reach: () => Promise.resolve({ address: null }),
  join(table, on) {
    const number = (numbered += 1);
    const post = (wanted: WithoutNumber<Wanted>) => theWorker().postMessage({ ...wanted, number } as Wanted);
    listening.set(number, on);
    post({ do: "join", table });
    // Deferred until the caller holds the link.
    queueMicrotask(() => listening.has(number) && on.link("open"));
    return {
      send(command) {
        if (!listening.has(number)) return false;
        post({ do: "send", command });
        return true;
      },
      reconnectNow() {
        if (listening.has(number)) return;
        listening.set(number, on);
        post({ do: "join", table });
        on.link("open");
      },
      close() {
        if (listening.delete(number)) post({ do: "leave" });
      },
    };
  },
};
