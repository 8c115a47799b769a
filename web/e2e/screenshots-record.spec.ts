// Takes the pictures of the manifest, which a browser shows when the page is installed, and the picture of the
// README: RECORD=1 npx playwright test screenshots-record.
import { fileURLToPath } from "node:url";
import { goToMoment, momentOf, serveMoments } from "./fits/moments";
import { test, visitor } from "./server";
import { awaitState, playOne } from "./table";

const FOLDER = fileURLToPath(new URL("../public/screenshots/", import.meta.url));
const README = fileURLToPath(new URL("../../docs/table.png", import.meta.url));

test.skip(process.env.RECORD === undefined, "only when the pictures are to be drawn anew");

for (const [form, viewport, deviceScaleFactor] of [["narrow", { width: 360, height: 640 }, 2], ["wide", { width: 1280, height: 720 }, 1]] as const) {
  test(form, async ({ browser, server }) => {
    const { page, context } = await visitor(browser, server, {}, { viewport, deviceScaleFactor });
    const draw = (name: string) => page.screenshot({ path: `${FOLDER}${name}-${form}.jpg`, type: "jpeg", quality: 75 });
    await page.goto("/");
    await page.locator(".tile button.now:not(:disabled)").first().waitFor();
    await page.waitForTimeout(1000);
    await draw("home");
    await page.getByRole("button", { name: "Play now Scopa" }).click();
    for (let turn = 0; turn < 2; turn += 1) {
      await awaitState(page, ["turn"]);
      await playOne(page, (target) => target.click());
    }
    await awaitState(page, ["turn"]);
    await draw("table");
    await context.close();
  });
}

test("picture of the README", async ({ browser, server }) => {
  const { page, context } = await visitor(browser, server, {}, { viewport: { width: 1280, height: 800 } });
  const moment = momentOf("scopa 2 choice");
  await serveMoments(page, [moment]);
  await page.goto("/nowhere");
  await goToMoment(page, moment, null);
  await page.locator("[data-hand-card]").first().waitFor();
  for (const card of await page.locator("[data-hand-card]").all()) if ((await page.locator(".choices .choice").count()) < 2) await card.click();
  await page.evaluate(() => Promise.all([document.fonts.ready, ...document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity).map(({ finished }) => finished.catch(() => null))]));
  await page.screenshot({ path: README });
  await context.close();
});
