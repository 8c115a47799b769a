// The house the page speaks to: the one on the server, and for whoever plays against bots alone while it cannot be reached
// the one in this browser. A table is found by its name, wherever it is kept.
import { LOCAL, RefusedError, type House, type Link } from "./house";
import { isBuiltIn } from "./offline";
import { serverHouse } from "./server-house";

const local = async (): Promise<House> => (await import("./local/local-house")).localHouse;
const isLocal = (table: string) => table.startsWith(LOCAL);
const of = async (table: string) => (isLocal(table) ? local() : serverHouse);

/** What the server answers; what this browser does, if the server cannot be reached and this browser can do it. */
async function orHere<Answer>(asks: (house: House) => Promise<Answer>): Promise<Answer> {
  try {
    return await asks(serverHouse);
  } catch (error) {
    if (!isBuiltIn || !(error instanceof RefusedError) || !["unreachable", "no-server"].includes(error.refused.code)) throw error;
    return local().then(asks).catch(() => Promise.reject(error));
  }
}

export const house: House = {
  notesHints: true,
  games: () => orHere((house) => house.games()),
  check: (table) => orHere((house) => house.check(table)),
  open: (table) => orHere((house) => house.open(table)),
  replay: async (table, deal) => (await of(table)).replay(table, deal),
  record: async (table) => (await of(table)).record(table),
  reach: () => serverHouse.reach(),
  join(table, on) {
    if (!isLocal(table)) return serverHouse.join(table, on);
    let link: Link | null = null;
    let closed = false;
    let coming = false;
    const come = () => {
      if (coming) return;
      coming = true;
      void local().then((house) => closed || (link = house.join(table, on)), () => {
        coming = false;
        if (!closed) on.link("lost");
      });
    };
    come();
    return {
      send: (command) => link?.send(command) ?? false,
      reconnectNow: () => (link === null ? come() : link.reconnectNow()),
      close() {
        closed = true;
        link?.close();
      },
    };
  },
};
