// A rematch of a finished match, from any page, on the server or in this browser.
import { RefusedError, type Backend } from "../backend/backend";
import { backendOf } from "../backend/backends";

/** Asks the table's backend for a rematch, and returns the id of the next table. */
export async function playAgain(table: string): Promise<string> {
  const backend = await backendOf(table);
  return new Promise((found, failed) => {
    let link: ReturnType<Backend["join"]> | null = null;
    let asked = false;
    // If it ends while the link is being opened, the link is closed afterwards.
    let done = false;
    const end = (settle: () => void) => {
      if (done) return;
      done = true;
      clearTimeout(late);
      link?.close();
      settle();
    };
    const late = setTimeout(() => end(() => failed(new RefusedError({ code: "unreachable", message: "the server cannot be reached" }, 0))), 15_000);
    const wait = backend.join(table, {
      link: () => undefined,
      notice: (notice) => {
        const next = notice.type === "table" ? notice.info.next : notice.type === "rematch" ? notice.next : null;
        if (notice.type === "refused") end(() => failed(new RefusedError(notice, 400)));
        else if (next !== null) end(() => found(next));
        else if (notice.type === "table" && !asked) asked = link?.send({ type: "rematch" }) ?? false;
      },
    });
    link = wait;
    if (done) wait.close();
  });
}
