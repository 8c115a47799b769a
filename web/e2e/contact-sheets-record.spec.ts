// Contact sheets: every game at the player's turn on five screens, to be looked at. RECORD=1 npx playwright test contact-sheets
// writes them to SHEETS, or to test-results/sheets.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { goToMoment, momentOf, MOMENTS, serveMoments } from "./fits/moments";
import { test, visitor } from "./server";

const FOLDER = process.env.SHEETS ?? fileURLToPath(new URL("../test-results/sheets/", import.meta.url));
const SCREENS = [[390, 844], [768, 1024], [1366, 768], [1440, 900], [2560, 1440]] as const;
const TURNS = ["scopa 2 play", "scopa 2 choice", "wall-street 2 play", "cassino 2 build", "bridge 4 auction", "bridge 4 declarer", "gin-rummy 2 discard", "thirty-one 5 draw", "speed 2 play", "sharks 2 bid", "sharks 5 tool"];
/** The height of every picture on a sheet. */
const HEIGHT = 760;

test.skip(process.env.RECORD === undefined, "only when the sheets are to be drawn");

for (const name of TURNS.filter((name) => name.startsWith(process.env.ONLY ?? ""))) {
  test(name, async ({ browser, server }) => {
    mkdirSync(FOLDER, { recursive: true });
    const pictures: string[] = [];
    for (const [width, height] of SCREENS) {
      const finger = width < 1000;
      const { page, context } = await visitor(browser, server, {}, { baseURL: process.env.PAGE ?? server.address, viewport: { width, height }, hasTouch: finger, isMobile: finger });
      await serveMoments(page, MOMENTS);
      await page.goto("/nowhere");
      await goToMoment(page, momentOf(name), null);
      await page.waitForSelector(".play .card, .play [data-zone]");
      if (name.endsWith("choice")) {
        for (const card of await page.locator("[data-hand-card]").all()) if ((await page.locator(".choices .choice").count()) < 2) await card.click();
      }
      await page.evaluate(() => document.fonts.ready);
      pictures.push((await page.screenshot()).toString("base64"));
      await context.close();
    }
    const { page, context } = await visitor(browser, server, {}, { viewport: { width: 1900, height: HEIGHT } });
    await page.setContent(`<body style="margin:0;display:flex;flex-wrap:wrap;gap:8px;background:#888">${pictures.map((data) => `<img style="height:${HEIGHT}px;max-width:1200px;object-fit:contain" src="data:image/png;base64,${data}">`).join("")}</body>`);
    await page.locator("img").last().evaluate((image: HTMLImageElement) => image.decode());
    await page.screenshot({ path: `${FOLDER}/${name.replaceAll(" ", "-")}.png`, fullPage: true });
    await context.close();
  });
}
