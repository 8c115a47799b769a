// A table between a tap and its answer. The moments never answer, and the page's clock stands still.
import { goToMoment, momentOf, MOMENTS, serveMoments } from "./fits/moments";
import { expect, test, visitor } from "./server";

for (const [name, target] of [["bridge 4 long", "[data-call='4S']"], ["thirty-one 2 discard", "[data-hand-card][aria-disabled=false]"], ["sharks 2 bid", ".choices .button"]] as const) {
  test(`the question stays while an action is sent: ${name}`, async ({ server, browser }) => {
    const { page } = await visitor(browser, server, {}, { baseURL: process.env.PAGE ?? server.address, viewport: { width: 1440, height: 900 } });
    await serveMoments(page, MOMENTS);
    await page.goto("/nowhere");
    await goToMoment(page, momentOf(name), null);
    const question = page.locator("[data-turn]");
    await expect(question).toHaveAttribute("data-turn", "true");
    const words = await question.innerText();
    // Without time, the answer is never late, which would be said.
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1000);
    // A card of Thirty-One is chosen first.
    if (name.startsWith("thirty-one")) await page.locator(target).last().dispatchEvent("click");
    await page.locator(target).last().dispatchEvent("click");
    await expect(question).toHaveAttribute("data-turn", "false");
    await expect(question).toHaveText(words);
    if (name.startsWith("bridge")) await expect(page.locator(target)).toHaveClass(/chosen/);
  });
}

test("a Tool is explained as soon as its words have come", async ({ server, browser }) => {
  const { page } = await visitor(browser, server, {}, { baseURL: process.env.PAGE ?? server.address, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await serveMoments(page, MOMENTS);
  let come = () => {};
  const waits = new Promise<void>((done) => (come = done));
  await page.route("**/api/games", async (route) => {
    await waits;
    await route.continue({ url: `${server.address}/api/games` });
  });
  await page.goto("/nowhere");
  await goToMoment(page, momentOf("sharks 5 tool"), null);
  await page.locator("[data-tool='T16']").dispatchEvent("click");
  await expect(page.locator(".told", { hasText: "T16" })).toBeVisible();
  come();
  await expect(page.locator(".told", { hasText: "Poached Analyst, costs 1 card: take a random Tool from another player." })).toBeVisible();
});
