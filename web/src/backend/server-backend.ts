// The backend on a server: requests over HTTP, tables over a WebSocket.
import { additions, type Additions } from "./additions";
import type { Backend, Listener } from "./backend";
import { leaveAccount, token } from "./identity";
import { request } from "./request";
import { connect, dial, type Socket } from "./socket";
import type { Opened } from "./wire";

/** A socket that buffers notices until a listener is attached. */
interface Line {
  socket: Socket;
  nonces: Additions;
  listen(on: Listener): void;
  close(): void;
}

function newLine(): Line {
  let listener: Listener | null = null;
  const missed: ((on: Listener) => void)[] = [];
  const tell = (told: (on: Listener) => void) => (listener === null ? void missed.push(told) : told(listener));
  const nonces = additions();
  const socket = connect({ dial, token, onSignedOut: leaveAccount, additions: nonces, onNotice: (notice) => tell((on) => on.notice(notice)), onConnection: (connection) => tell((on) => on.link(connection)) });
  let closed = false;
  return {
    socket,
    nonces,
    // Deferred until the caller holds the link.
    listen: (on) => queueMicrotask(() => {
      if (closed) return;
      listener = on;
      for (const told of missed.splice(0)) told(on);
    }),
    close() {
      closed = true;
      socket.close();
    },
  };
}

/** The last opened table that is not joined yet. Its socket connects while the page of the table loads. */
let opened: { table: string; line: Line } | null = null;

export const serverBackend: Backend = {
  notesHints: true,
  games: () => request("GET", "/api/games"),
  check: (table) => request("POST", "/api/tables/validate", table),
  async open(table) {
    const line = newLine();
    try {
      const found = await request<Opened>("POST", "/api/tables", table);
      if (table.chairs.every((chair) => chair === "me" || (typeof chair === "object" && "bot" in chair))) line.nonces.playAlone(found, table.seats);
      line.socket.watch(found.table);
      opened?.line.close();
      opened = { table: found.table, line };
      return found;
    } catch (error) {
      line.close();
      throw error;
    }
  },
  replay: (table, deal) => request("GET", `/api/tables/${encodeURIComponent(table)}/replay?deal=${deal}`),
  record: async (table) => JSON.stringify(await request("GET", `/api/tables/${encodeURIComponent(table)}/record`)),
  reach: () => request("GET", "/api/lan-address"),
  join(table, on) {
    const line = opened?.table === table ? opened.line : newLine();
    if (line === opened?.line) opened = null;
    else line.socket.watch(table);
    line.listen(on);
    return {
      send: (command) => line.socket.send({ ...command, table }),
      reconnectNow: line.socket.reconnectNow,
      close: line.close,
    };
  },
};
