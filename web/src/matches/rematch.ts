// Playing again with the people of a match that is over, from wherever one is.
import { RefusedError, type House } from "../house/house";

/** Asks the house for the next table, and answers where it is. */
export function playAgain(house: House, table: string): Promise<string> {
  return new Promise((found, failed) => {
    let link: ReturnType<House["join"]> | null = null;
    let asked = false;
    // What is closed while it is being opened is closed when it is.
    let done = false;
    const end = (settle: () => void) => {
      if (done) return;
      done = true;
      clearTimeout(late);
      link?.close();
      settle();
    };
    const late = setTimeout(() => end(() => failed(new RefusedError({ code: "unreachable", message: "the server cannot be reached" }, 0))), 15_000);
    const wait = house.join(table, {
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
