// A rematch is requested from the backend that stores the table.
import { beforeEach, expect, test, vi } from "vitest";
import { LOCAL, type Backend } from "../backend/backend";
import type { TableInfo } from "../backend/wire";
import { playAgain } from "./rematch";

const { asked, backendNamed } = vi.hoisted(() => {
  const asked: string[] = [];
  /** Fake backend in which every match is over. The next table has the backend's name. */
  const backendNamed = (name: string): Pick<Backend, "join"> => ({
    join(table, on) {
      queueMicrotask(() => on.notice({ type: "table", info: { table, next: null as string | null } as TableInfo, snapshot: null as never, log: [] }));
      return {
        send({ type }) {
          asked.push(`${name}: ${type}`);
          queueMicrotask(() => on.notice({ type: "rematch", table, next: `next-${name}`, seat: 0 }));
          return true;
        },
        reconnectNow() {},
        close() {},
      };
    },
  });
  return { asked, backendNamed };
});
vi.mock("../backend/server-backend", () => ({ serverBackend: backendNamed("server") }));
vi.mock("../backend/local/local-backend", () => ({ localBackend: backendNamed("browser") }));

beforeEach(() => void asked.splice(0));

test.each([["server", "T1"], ["browser", `${LOCAL}T1`]])("a rematch is requested from the %s that stores the table", async (name, table) => {
  expect(await playAgain(table)).toBe(`next-${name}`);
  expect(asked).toEqual([`${name}: rematch`]);
});
