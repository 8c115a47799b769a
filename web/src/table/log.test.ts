import { expect, test } from "vitest";
import type { Event, Snapshot, TableInfo } from "../backend/wire";
import { logLines } from "./log";

const line = (serial: number, version: number, event: string) => ({ serial, version, deal: 0, event: { event } as Event });

test("equal lines of one action in a row are one line", () => {
  const log = [line(1, 1, "draws"), line(2, 1, "draws"), line(3, 2, "draws"), line(4, 2, ""), line(5, 2, "draws"), line(6, 2, "plays"), line(7, 2, "draws")];
  const lines = logLines({ log, info: {} as TableInfo, snapshot: { sides: [] } as unknown as Snapshot }, ({ event }) => event || null, "french");
  expect(lines.map(({ serial, text }) => `${serial} ${text}`)).toEqual(["1 draws ×2", "3 draws ×2", "6 plays", "7 draws"]);
});
