// The house the page speaks to: the one on the server, and for whoever plays against bots alone while it cannot be reached
// the one in this browser, which has every table where there is no server at all. A table is found by its name, wherever it
// is kept.
import { hasServer } from "./alone";
import { isLocal, RefusedError, type House } from "./house";
import { compiled, isBuiltIn } from "./offline";
import { request } from "./request";
import { serverHouse } from "./server-house";
import type { Question } from "./wire";

const local = async (): Promise<House> => (await import("./local/local-house")).localHouse;
/** The house that keeps this table. */
export const houseOf = async (table: string): Promise<House> => (!hasServer || isLocal(table) ? local() : serverHouse);

/** Somebody is about to open a table of this game: where this browser keeps it, what it needs is on its way before it is asked for. */
export function prepare(game: string): void {
  if (hasServer || !isBuiltIn) return;
  void compiled(`play-${game}`).catch(() => undefined);
  void local().catch(() => undefined);
}

/** What the server answers; what this browser does, if the server cannot be reached and this browser can do it. */
async function orHere<Answer>(asks: (house: House) => Promise<Answer>): Promise<Answer> {
  if (!hasServer && isBuiltIn) return asks(await local());
  try {
    return await asks(serverHouse);
  } catch (error) {
    if (!isBuiltIn || !(error instanceof RefusedError) || error.refused.code !== "unreachable") throw error;
    return local().then(asks).catch(() => Promise.reject(error));
  }
}

/** For whoever knows no table yet, and for what is over, wherever it was played. Who joins a table asks `houseOf`. */
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

/** What the server answers about deals and boards of bridge; where there is none, what this browser does. */
export const studied = <Answer extends object>(path: string, asked: Question | Uint8Array): Promise<Answer> =>
  request<Answer>("POST", path, asked).catch(async (error: unknown) => (await import("./study-here")).studyHere<Answer>(error, path, asked));
