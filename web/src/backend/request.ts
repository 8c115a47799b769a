// One HTTP request of docs/protocol.md. Throws a `RefusedError` if the server refuses.
import { hasServer } from "./alone";
import { RefusedError } from "./backend";
import { leaveAccount, token } from "./identity";
import type { ApiError } from "./wire";

/** Sends the body as JSON, or a file as it is. */
export async function request<Answer>(method: string, path: string, body?: unknown, signal: AbortSignal | null = null): Promise<Answer> {
  if (!hasServer) throw new RefusedError({ code: "no-server", message: "this page has no server" }, 501);
  const headers: Record<string, string> = { authorization: `Bearer ${token()}` };
  const file = body instanceof Uint8Array;
  if (body !== undefined) headers["content-type"] = file ? "application/octet-stream" : "application/json";
  let response: Response;
  try {
    response = await fetch(path, { method, headers, signal, ...(body === undefined ? {} : { body: file ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) }) });
  } catch {
    throw new RefusedError({ code: "unreachable", message: "the server cannot be reached" }, 0);
  }
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok && (answer !== null || response.status === 204)) return answer as Answer;
  const refused = refusedIn(answer, response.status);
  if (refused.code === "signed-out") leaveAccount();
  throw new RefusedError(refused, response.status);
}

function refusedIn(answer: unknown, status: number): ApiError {
  if (typeof answer === "object" && answer !== null && "code" in answer && "message" in answer) return answer as ApiError;
  return { code: status === 404 ? "no-table" : "unreachable", message: `the server answered ${status}` };
}
