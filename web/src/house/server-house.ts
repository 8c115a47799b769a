// The house on a server: questions over HTTP, tables over a WebSocket.
import type { House } from "./house";
import { token } from "./identity";
import { request } from "./request";
import { connect, type Wire } from "./socket";

const dial = () => new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`) as Wire;

export const serverHouse: House = {
  kind: "server",
  games: () => request("GET", "/api/games"),
  check: (table) => request("POST", "/api/check", table),
  open: (table) => request("POST", "/api/tables", table),
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
