// A WebSocket that reconnects. It sends hello first, and with it every watched table again.
import type { Additions } from "./additions";
import type { LinkState, TableNotice } from "./backend";
import type { Command, Notice } from "./wire";

/** The part of a browser's WebSocket that is used, so that a test can pass a fake. */
export interface Wire {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((message: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
}

export interface Setting {
  dial: () => Wire;
  token: () => string;
  /** Called if the token is that of a device that was signed out. The next connection asks for another token. */
  onSignedOut?: () => void;
  /** Nonces for the shuffle at each card table. A socket that watches no table has none. */
  additions?: Additions;
  /** Called with every notice except `hello`, `opening` and `pong`. A socket that asks the lobby gets its notices too. */
  onNotice: (notice: TableNotice) => void;
  /** Called with the features of the server, once it has answered. */
  onConnection: (connection: LinkState, features?: readonly string[]) => void;
  /** Jitter from 0 to 1, which spreads the clients of a restarted server over time. */
  chance?: () => number;
}

export interface Socket {
  send(command: Command): boolean;
  watch(table: string): void;
  unwatch(table: string): void;
  /** Reconnects at once instead of waiting, because the browser is back online. */
  reconnectNow(): void;
  close(): void;
}

const PING = 15_000;
const PATIENCE = 8_000;
const FIRST_WAIT = 250;
const LONGEST_WAIT = 8_000;

/** Returns the delay before attempt number `failures` + 1. */
export function wait(failures: number, chance: number): number {
  const full = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.max(0, failures - 1));
  return full * (0.5 + chance / 2);
}

/** Opens a WebSocket to the server of the page. */
export const dial = (): Wire => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`) as unknown as Wire;

export function connect({ dial, token, onSignedOut, additions, onNotice, onConnection, chance = Math.random }: Setting): Socket {
  /**
   * Watched card tables, each with its last receipt. A server that has lost a part of a match is told by
   * the receipt.
   */
  const watchedTables = new Map<string, string | null>();
  let wire: Wire | null = null;
  /** Whether hello was sent over this connection, and whether it was answered. */
  let greeted = false;
  let welcome = false;
  let closed = false;
  let failures = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let ping: ReturnType<typeof setTimeout> | undefined;
  let hangUp: ReturnType<typeof setTimeout> | undefined;

  function start() {
    clearTimeout(retry);
    greeted = false;
    welcome = false;
    const mine = dial();
    wire = mine;
    expectSomething(mine);
    // Watching need not wait for the answer, because the server reads commands in order.
    mine.onopen = () => {
      greeted = true;
      write({ type: "hello", token: token(), protocol: 3 });
      for (const table of watchedTables.keys()) ask(table);
    };
    mine.onmessage = ({ data }) => {
      if (wire === mine && typeof data === "string") receive(JSON.parse(data) as Notice);
    };
    mine.onclose = () => {
      if (wire === mine) lose();
    };
  }

  function receive(notice: Notice) {
    expectPing();
    if (notice.type === "pong") return;
    if (notice.type === "hello") {
      welcome = true;
      failures = 0;
      onConnection("open", notice.features);
      return;
    }
    if (notice.type === "refused" && notice.code === "signed-out") {
      onSignedOut?.();
      wire?.close();
      return;
    }
    if ("receipt" in notice && notice.receipt !== undefined) {
      const table = notice.type === "table" ? notice.info.table : notice.table;
      if (watchedTables.has(table)) watchedTables.set(table, notice.receipt);
    }
    if (notice.type === "table" || notice.type === "opening" || notice.type === "dealt") {
      answer(additions?.hear(notice));
    }
    if (notice.type !== "opening") onNotice(notice as TableNotice);
  }

  function lose() {
    wire = null;
    greeted = false;
    welcome = false;
    stopClocks();
    if (closed) return;
    failures += 1;
    onConnection("lost");
    retry = setTimeout(start, wait(failures, chance()));
  }

  /** Closes a connection that stays silent too long, even if the browser reports it as open. */
  function expectSomething(mine: Wire) {
    clearTimeout(hangUp);
    hangUp = setTimeout(() => {
      if (wire !== mine) return;
      mine.onclose = null;
      mine.close();
      lose();
    }, PATIENCE);
  }

  function expectPing() {
    clearTimeout(hangUp);
    clearTimeout(ping);
    ping = setTimeout(() => {
      if (wire === null) return;
      write({ type: "ping" });
      expectSomething(wire);
    }, PING);
  }

  function stopClocks() {
    clearTimeout(retry);
    clearTimeout(ping);
    clearTimeout(hangUp);
  }

  function write(command: Command) {
    wire?.send(JSON.stringify(command));
  }

  const answer = (command: Command | null | undefined) => void (command && write(command));

  /** Watches a table, and sends its last receipt and the nonce's commitment. */
  function ask(table: string) {
    write({ type: "watch", table, receipt: watchedTables.get(table) ?? null, nonce: additions?.commitment(table) ?? null });
    answer(additions?.afterWatch(table));
  }

  onConnection("connecting");
  start();
  return {
    send(command) {
      if (!welcome) return false;
      write(command);
      return true;
    },
    watch(table) {
      watchedTables.set(table, null);
      if (greeted) ask(table);
    },
    unwatch(table) {
      watchedTables.delete(table);
      if (greeted) write({ type: "unwatch", table });
    },
    reconnectNow() {
      if (!closed && wire === null) start();
    },
    close() {
      closed = true;
      stopClocks();
      const last = wire;
      wire = null;
      if (last !== null) {
        last.onclose = null;
        last.close();
      }
    },
  };
}
