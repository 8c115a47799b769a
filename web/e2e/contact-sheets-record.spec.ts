// Contact sheets: every game at a turn, a choice, a scoring and the end on five screens, to be looked at.
// RECORD=1 npx playwright test contact-sheets writes them to SHEETS, or to test-results/sheets.
import { mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Phase } from "../src/backend/wire";
import { goToMoment, momentOf, MOMENTS, serveMoments, type Moment, type PlayedMoment } from "./fits/moments";
import { test, visitor } from "./server";

const FOLDER = process.env.SHEETS ?? fileURLToPath(new URL("../test-results/sheets/", import.meta.url));
const SCREENS = [[390, 844], [768, 1024], [1366, 768], [1440, 900], [2560, 1440]] as const;
/** Moments, each with what is tapped first: a choice that buttons ask about. */
const SHOWN: Record<string, string> = {
  "scopa 2 play": "", "scopa 2 choice": "cards", "scopa 2 counting": "", "scopa 2 over": "",
  "wall-street 2 play": "", "wall-street 2 counting": "",
  "cassino 2 play": "[data-hand-card='3c']", "cassino 2 build": "cards", "cassino 2 counting": "", "cassino 2 over": "",
  "bridge 4 auction": "", "bridge 4 long": "[data-call='4S']", "bridge 4 declarer": "", "bridge 4 over": "",
  "gin-rummy 2 draw": "", "gin-rummy 2 knock": "[data-hand-card]", "gin-rummy 2 layOff": "", "gin-rummy 2 counting": "", "gin-rummy 2 over": "",
  "thirty-one 5 draw": "", "thirty-one 2 discard": "[data-hand-card][aria-disabled=false]", "thirty-one 2 counting": "", "thirty-one 9 knocked": "",
  "speed 2 play": "", "speed 2 flip": "",
  "sharks 2 bid": "", "sharks 5 tool": ".toolcard.usable", "sharks 5 counting": "", "sharks 5 over": "",
};
/** Moments that are not recorded, made from others: their names, with the moment and its phase. */
const MADE: Record<string, readonly [of: string, phase: Phase]> = {
  "bridge 4 counting": ["bridge 4 over", "scored"],
  ...Object.fromEntries((["wall-street 2", "thirty-one 2", "speed 2"] as const).map((table) => [`${table} over`, [`${table} ${table.startsWith("thirty") ? "draw" : "play"}`, "over"] as const])),
};
const ALL: readonly Moment[] = [...MOMENTS, ...Object.entries(MADE).map(([name, [of, phase]]): PlayedMoment => {
  const { info, snapshot, events } = momentOf(of) as PlayedMoment;
  return { name, id: name.replaceAll(" ", "-"), info, snapshot: { ...snapshot, phase }, events };
})];
/** The height of every picture on a sheet. */
const HEIGHT = 760;

test.skip(process.env.RECORD === undefined, "only when the sheets are to be drawn");

for (const [name, tapped] of Object.entries({ ...SHOWN, ...Object.fromEntries(Object.keys(MADE).map((name) => [name, ""])) }).filter(([name]) => name.startsWith(process.env.ONLY ?? ""))) {
  test(name, async ({ browser, server }) => {
    mkdirSync(FOLDER, { recursive: true });
    const pictures: string[] = [];
    for (const [width, height] of SCREENS) {
      const finger = width < 1000;
      const { page, context } = await visitor(browser, server, {}, { baseURL: process.env.PAGE ?? server.address, viewport: { width, height }, hasTouch: finger, isMobile: finger });
      await serveMoments(page, ALL);
      // Tools have their words from the list of games.
      await page.route("**/api/games", (route) => route.continue({ url: `${server.address}/api/games` }));
      await page.goto("/nowhere");
      await goToMoment(page, ALL.find((one) => one.name === name)!, null);
      await page.waitForSelector(name.endsWith("counting") ? ".cover .counting" : name.endsWith("over") ? ".cover .over" : ".play .card, .play [data-zone]");
      if (tapped === "cards") {
        for (const card of await page.locator("[data-hand-card]").all()) if ((await page.locator(".choices .choice").count()) < 2) await card.click();
      } else if (tapped !== "") await page.locator(tapped).last().dispatchEvent("click");
      await page.evaluate(() => Promise.all([document.fonts.ready, ...document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity).map(({ finished }) => finished.catch(() => null))]));
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
