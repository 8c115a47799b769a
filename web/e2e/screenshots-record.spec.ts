// Takes the pictures of the manifest, which a browser shows when the page is installed: RECORD=1 npx
// playwright test screenshots-record.
import { fileURLToPath } from "node:url";
import { test, visitor } from "./server";
import { awaitState, playOne } from "./table";

const FOLDER = fileURLToPath(new URL("../public/screenshots/", import.meta.url));

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
