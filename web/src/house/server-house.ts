// The house on a server: questions over HTTP, tables over a WebSocket.
import type { House } from "./house";
import { token } from "./identity";
import { request } from "./request";
import { connect, type Wire } from "./socket";
import type { Opened } from "./wire";

function newWire(): Wire {
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
  return Object.defineProperty(socket, "isOpen", { get: () => socket.readyState === WebSocket.OPEN }) as unknown as Wire;
}

/** A wire that was laid while a table was being opened, so that nobody waits for it twice. */
let ready: Wire | null = null;
function dialAhead(): void {
  if (ready !== null) return;
  ready = newWire();
  ready.onclose = () => (ready = null);
}
function dial(): Wire {
  const wire = ready ?? newWire();
  ready = null;
  return wire;
}

export const serverHouse: House = {
  kind: "server",
  games: () => request("GET", "/api/games"),
  check: (table) => request("POST", "/api/check", table),
  open(table) {
    dialAhead();
    return request<Opened>("POST", "/api/tables", table).catch((error: unknown) => {
      ready?.close();
      throw error;
    });
  },
  replay: (table, deal) => request("GET", `/api/tables/${encodeURIComponent(table)}/replay?deal=${deal}`),
  reach: () => request("GET", "/api/reach"),
  join(table, on) {
    const socket = connect({ dial, token, onNotice: on.notice, onConnection: on.link });
    socket.watch(table);
    return {
      send: (command) => socket.send({ ...command, table }),
      reconnectNow: socket.reconnectNow,
      close: socket.close,
    };
  },
};
