// A server is restored from an earlier backup. Players who have seen more of the match are told, and decide
// when it goes on.
import { spawnSync } from "node:child_process";
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, PROGRAM, test, visitor } from "./server";
import { awaitState, finishMatch, openTable, playOne } from "./table";
import { FULL } from "./tiers";

test("a match waits for its players after the server lost part of it", FULL, async ({ ownServer: server, browser }) => {
  const { page } = await visitor(browser, server, {}, { viewport: { width: 360, height: 640 } });
  await openTable(page, { target: 2 });
  const turns = async (count: number) => {
    for (let turn = 0; turn < count; turn += 1) {
      await awaitState(page, ["turn"]);
      await playOne(page, (target) => target.click());
    }
    await awaitState(page, ["turn"]);
  };
  await turns(2);
  const backup = join(server.data, "backup.sqlite");
  expect(spawnSync(PROGRAM, ["backup", backup, "--data", server.data]).status).toBe(0);
  await turns(3);
  const { port } = server;
  await server.kill();
  for (const ending of ["-wal", "-shm"]) rmSync(join(server.data, `parlour.sqlite${ending}`), { force: true });
  copyFileSync(backup, join(server.data, "parlour.sqlite"));
  await server.start(port);
  const told = page.locator(".company");
  await expect(told).toContainText("has lost the latest moves of this match");
  const box = (await told.boundingBox())!;
  expect(box.x).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width).toBeLessThanOrEqual(360);
  await told.getByRole("button", { name: "Play on from here" }).click();
  await expect(told).toHaveCount(0);
  await finishMatch(page);
  await expect(page.locator(".over h2")).toHaveText(/won/);
});
