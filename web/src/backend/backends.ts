// The backend in use. The server comes first. Games against bots fall back to this browser if the server
// cannot be reached. An exported page has no server and runs every table in this browser. The id of a table
// tells where it is.
import { hasServer } from "./alone";
import { isLocal, RefusedError, type House } from "./house";
import { compiled, isBuiltIn } from "./offline";
import { request } from "./request";
import { serverHouse } from "./server-house";
import type { Question } from "./wire";

const local = async (): Promise<House> => (await import("./local/local-house")).localHouse;
/** Returns the backend of a card table. */
export const houseOf = async (table: string): Promise<House> => (!hasServer || isLocal(table) ? local() : serverHouse);

/** Preloads the modules for a table of this game, if its tables run in this browser. */
export function prepare(game: string): void {
  if (hasServer || !isBuiltIn) return;
  void compiled(`play-${game}`).catch(() => undefined);
  void local().catch(() => undefined);
}

/** Asks the server. Falls back to this browser if the server cannot be reached and the module is built in. */
async function orHere<Answer>(asks: (house: House) => Promise<Answer>): Promise<Answer> {
  if (!hasServer && isBuiltIn) return asks(await local());
  try {
    return await asks(serverHouse);
  } catch (error) {
    if (!isBuiltIn || !(error instanceof RefusedError) || error.refused.code !== "unreachable") throw error;
    return local().then(asks).catch(() => Promise.reject(error));
  }
}

/**
 * Backend for requests without a known table, and for finished matches of either backend. To join a table
 * use `houseOf`.
 */
export const house: House = {
  notesHints: true,
  games: () => orHere((house) => house.games()),
  check: (table) => orHere((house) => house.check(table)),
  open: (table) => orHere((house) => house.open(table)),
  replay: async (table, deal) => (await houseOf(table)).replay(table, deal),
  record: async (table) => (await houseOf(table)).record(table),
  reach: () => serverHouse.reach(),
  join: serverHouse.join,
};

/**
 * Returns the server's answer about deals and boards of bridge, or computes it in this browser if there is
 * none.
 */
export const studied = <Answer extends object>(path: string, asked: Question | Uint8Array): Promise<Answer> =>
  request<Answer>("POST", path, asked).catch(async (error: unknown) => (await import("./study-here")).studyHere<Answer>(error, path, asked));
