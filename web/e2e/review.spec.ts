// Review of a finished match in the page: it finds the costliest decision, which the record contains on
// purpose.
import { expectAccessible, expectNoSidewaysScroll } from "./accessibility";
import { expect, test, visitor } from "./server";
import { awaitState, continueByMouse, finishMatch, openTable, playOne } from "./table";
import { FULL } from "./tiers";

const REST = "Ac 2c 3c 4c 5c 6c 8c 9c Tc Jc Qc Ad 2d 3d 4d 5d 6d Jd Qd Ah 3h 5h 6h Jh Qh Kh As 2s 3s 5s 6s 7s Js Qs Ks".split(" ");
const FIRST = "7c 7h Kc 6s 2h Jd 7d Kd 4s 4h".split(" ");
/** The first player captures a king and leaves the seven of coins. */
const BLUNDER = {
  format: "parlour-record/1", game: "scopa", options: { preset: "classic" }, seats: 2, dealer: 1,
  deals: [{ deck: [...FIRST, ...REST.filter((card) => !FIRST.includes(card) && !/^[89T]/.test(card))].join(" "), actions: ["0 Kc x Kd", "1 7h x 7d", "0 7c"] }],
};

test("a review finds a planted blunder, explains it and shows it", async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await openTable(page, { target: 1 });
  await finishMatch(page);
  await page.getByRole("link", { name: "Watch the replay" }).click();
  await expect(page.locator(".controls .count")).toBeVisible();
  expect(asked).not.toContain("/play-scopa.wasm");
  await page.route("**/record", (route) => route.fulfill({ json: BLUNDER }));
  await page.getByRole("button", { name: "Review the match" }).click();
  const dialog = page.getByRole("dialog", { name: "Review of the match" });
  await expect(dialog.getByText("3 decisions reviewed.")).toBeVisible();
  const worst = dialog.getByRole("listitem").first();
  await expect(worst).toContainText("Deal 1, play 1");
  await expect(worst).toContainText("You: costs");
  await expect(worst).toContainText(/costs 0\.[5-9]|costs 1/);
  await expect(worst).toContainText("Played: With the king of");
  await expect(worst).toContainText("Better: With the seven of batons you take: seven of coins.");
  await expect(worst).toContainText("Settebello +");
  const scale = await dialog.locator(".scale span").allTextContents();
  expect(scale).toEqual([expect.stringMatching(/^\+\d/), "0", scale[0]!.replace("+", "−")]);
  await expectAccessible(page, "review");
  // The replay shows the table before the play, and beneath it what was played beside what was better.
  await worst.getByRole("button").click();
  await expect(dialog).toBeHidden();
  await expect(page.locator(".controls .count")).toHaveText(/^0 \//);
  const compared = page.getByRole("region", { name: "Review of the match" });
  await expect(compared.getByRole("heading")).toBeFocused();
  await expect(compared.getByRole("heading")).toHaveText(/^Deal 1, play 1 · You: costs /);
  await expect(compared.locator(".was")).toContainText("Played With the king of");
  await expect(compared.locator(".best")).toContainText("Better With the seven of batons you take: seven of coins.");
  const rings = () => page.evaluate(() => document.adoptedStyleSheets.flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText).join("\n"));
  expect(await rings()).toMatch(/\.replay \[data-card="Kc"\], \.replay \[data-card="Kd"\] \{ outline: (4px )?dashed/);
  expect(await rings()).toMatch(/\.replay \[data-card="7c"\], \.replay \[data-card="7d"\] \{ outline: (4px )?solid/);
  await expectAccessible(page, "a decision of a review");
  // Another step has other cards: no ring, and the comparison stays.
  await page.keyboard.press("ArrowRight");
  await expect(page.locator(".controls .count")).toHaveText(/^1 \//);
  await expect.poll(rings).not.toContain(".replay");
  await compared.getByRole("button", { name: "All costly decisions" }).click();
  await expect(worst).toBeVisible();
});

test("a review is interrupted and then runs to its end", FULL, async ({ server, browser }) => {
  const { page } = await visitor(browser, server);
  await openTable(page, { target: 1 });
  await finishMatch(page);
  await page.getByRole("link", { name: "Watch the replay" }).click();
  const open = page.getByRole("button", { name: "Review the match" });
  await open.click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await open.click();
  await expect(page.getByText(/\d+ decisions reviewed/)).toBeVisible();
  await expect(page.getByRole("dialog").locator("path.line")).toHaveAttribute("d", /^M0/);
});

test.describe("at a table that is told the time, so that a counting waits", () => {
  test.use({ serverOptions: { standingClock: true } });

  test("a deal is reviewed from its counting, and the match goes on", FULL, async ({ ownServer: server, browser }, info) => {
    const { page } = await visitor(browser, server, {}, { viewport: { width: 360, height: 640 } });
    await openTable(page, { target: 21 });
    const review = page.getByRole("button", { name: "Review this deal" });
    for (;;) {
      if ((await awaitState(page, ["turn", "counting"])) === "turn") await playOne(page, (target) => target.click());
      else if (await review.isVisible()) break;
      else {
        // A deal that was thrown in cannot be reviewed.
        await continueByMouse(page);
        await expect(page.locator(".counting")).toHaveCount(0);
      }
    }
    await page.screenshot({ path: info.outputPath("counting.png") });
    await expectNoSidewaysScroll(page, "counting with a review");
    await review.click();
    const dialog = page.getByRole("dialog", { name: /^Review of deal \d+$/ });
    await expect(dialog.getByText(/\d+ decisions reviewed/)).toBeVisible();
    await expectAccessible(page, "review of a deal");
    await page.screenshot({ path: info.outputPath("review.png") });
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Next deal" }).click();
    await awaitState(page, ["turn"]);
  });
});
