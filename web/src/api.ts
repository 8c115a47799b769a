// The HTTP requests of docs/protocol.md, one function each. A refusal is thrown as `RefusedError`.
import { token } from "./identity";
import type { BoardFile, Game, NewTable, Opened, Question, Refused, Replay, Resolved } from "./wire";

export class RefusedError extends Error {
  constructor(readonly refused: Refused, readonly status: number) {
    super(refused.message);
  }
}

export const games = () => ask<Game[]>("GET", "/api/games");
export const check = (table: NewTable) => ask<Resolved>("POST", "/api/check", table);
export const open = (table: NewTable) => ask<Opened>("POST", "/api/tables", table);
export const replay = (table: string, deal: number) =>
  ask<Replay>("GET", `/api/tables/${encodeURIComponent(table)}/replay?deal=${deal}`);

/** What the double-dummy solver says: `Answer` is what belongs to the question. */
export const solve = <Answer>(question: Question) => ask<Answer>("POST", "/api/double-dummy", question);
export const boards = (file: Uint8Array<ArrayBuffer>) => ask<BoardFile>("POST", "/api/boards", file);
export const board = (file: Uint8Array<ArrayBuffer>, number: number) => ask<Replay>("POST", `/api/boards/${number}`, file);

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const headers: Record<string, string> = { authorization: `Bearer ${token()}` };
  // A file is sent as it is.
  const file = body instanceof Uint8Array;
  if (body !== undefined) headers["content-type"] = file ? "application/octet-stream" : "application/json";
  let response: Response;
  try {
    response = await fetch(path, { method, headers, ...(body === undefined ? {} : { body: file ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) }) });
  } catch {
    throw new RefusedError({ code: "unreachable", message: "the server cannot be reached" }, 0);
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && answer !== null) return answer as Answer;
  throw new RefusedError(refusedIn(answer, response.status), response.status);
}

export function refusedIn(answer: unknown, status: number): Refused {
  if (typeof answer === "object" && answer !== null && "code" in answer && "message" in answer) return answer as Refused;
  return { code: status === 404 ? "no-table" : "unreachable", message: `the server answered ${status}` };
}
