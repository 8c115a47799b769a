// The names of Tools in commands.
import { expect, onTestFinished, test } from "vitest";
import type { Backend } from "../../backend/backend";
import type { TableInfo } from "../../backend/wire";
import { settings } from "../../kit/settings.svelte";
import { askForSets, cardNames } from "./sets.svelte";

const tool = (id: string, en: string, it: string) => ({ id, part: "tool", names: { en, it } });
const cardSets = [
  { id: "house", cards: [tool("T08", "Line", "Linea a leva"), tool("T09", "Long Line", "Vendita (all’asta)")] },
  { id: "mine", cards: [tool("T10", "Line", "Altro")] },
];
const info = (set: string) => ({ options: { set } }) as unknown as TableInfo;

test("the id of a Tool is shown as its name, and each name is read", async () => {
  askForSets({ games: () => Promise.resolve([{ id: "sharks", cardSets }]) } as unknown as Backend);
  await Promise.resolve();
  // The test files share the settings.
  onTestFinished(() => void (settings.language = "en"));
  settings.language = "it";
  expect(cardNames.show("offri 5 · T08 paga 3 · T99", info("house"))).toBe("offri 5 · Linea a leva paga 3 · T99");
  const read = (line: string, set = "house") => cardNames.read(line, info(set));
  expect(read("linea A LEVA paga 3")).toBe("T08 paga 3");
  expect(read("tool long line 2.1")).toBe("tool T09 2.1");
  expect(read("vendita (all’asta)")).toBe("T09");
  expect(read("line pay 3", "mine")).toBe("T10 pay 3");
  expect(read("lines")).toBe("lines");
  expect(read("t08 pay 3")).toBe("t08 pay 3");
});
