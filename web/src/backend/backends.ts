// The backend in use. The server comes first. Games against bots fall back to this browser if the server
// cannot be reached. An exported page has no server and runs every table in this browser. The id of a table
// tells where it is.
import { hasServer } from "./alone";
import { isLocal, RefusedError, type Backend } from "./backend";
import { compiled, isBuiltIn } from "./offline";
import { request } from "./request";
import { serverBackend } from "./server-backend";
import type { Question } from "./wire";

const local = async (): Promise<Backend> => (await import("./local/local-backend")).localBackend;
/** Returns the backend of a card table. */
export const backendOf = async (table: string): Promise<Backend> => (!hasServer || isLocal(table) ? local() : serverBackend);

/** Preloads the modules for a table of this game, if its tables run in this browser. */
export function prepare(game: string): void {
  if (hasServer || !isBuiltIn) return;
  void compiled(`play-${game}`).catch(() => undefined);
  void local().catch(() => undefined);
}

/** Asks the server. Falls back to this browser if the server cannot be reached and the module is built in. */
async function orHere<Answer>(asks: (backend: Backend) => Promise<Answer>): Promise<Answer> {
  if (!hasServer && isBuiltIn) return asks(await local());
  try {
    return await asks(serverBackend);
  } catch (error) {
    if (!isBuiltIn || !(error instanceof RefusedError) || error.refused.code !== "unreachable") throw error;
    return local().then(asks).catch(() => Promise.reject(error));
  }
}

/**
 * Backend for requests without a known table, and for finished matches of either backend. To join a table
 * use `backendOf`.
 */
export const backend: Backend = {
  notesHints: true,
  games: () => orHere((backend) => backend.games()),
  check: (table) => orHere((backend) => backend.check(table)),
  open: (table) => orHere((backend) => backend.open(table)),
  replay: async (table, deal) => (await backendOf(table)).replay(table, deal),
  record: async (table) => (await backendOf(table)).record(table),
  reach: () => serverBackend.reach(),
  join: serverBackend.join,
};

/**
 * Returns the server's answer about deals and boards of bridge, or computes it in this browser if there is
 * none.
 */
export const studied = <Answer extends object>(path: string, asked: Question | Uint8Array): Promise<Answer> =>
  request<Answer>("POST", path, asked).catch(async (error: unknown) => (await import("./study-here")).studyHere<Answer>(error, path, asked));
