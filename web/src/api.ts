// The HTTP requests of docs/protocol.md, one function each. A refusal is thrown as `RefusedError`.
import { token } from "./identity";
import type { Game, NewTable, Opened, Refused, Replay, Resolved } from "./wire";

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

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const headers: Record<string, string> = { authorization: `Bearer ${token()}` };
  if (body !== undefined) headers["content-type"] = "application/json";
  let response: Response;
  try {
    response = await fetch(path, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
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
