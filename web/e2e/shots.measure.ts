import { test, visitor } from "./house";
const SIZES = [[360, 640], [640, 360], [768, 1024], [1366, 768], [1440, 900], [2560, 1440]] as const;
test("shots", async ({ browser, house }) => {
  for (const language of ["en", "it"]) {
    const { page, context } = await visitor(browser, house, { language });
    const shoot = async (name: string) => {
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await page.screenshot({ path: `/tmp/matches-shots/${name}-${language}-${width}.png`, fullPage: height > width || name.startsWith("three") });
      }
    };
    await page.goto("/");
    await page.waitForSelector(".tile");
    await shoot("home");
    await page.goto("/matches");
    await page.waitForSelector(".finished");
    await shoot("empty");
    for (const many of [3, 300]) {
      const matches = Array.from({ length: many }, (_, place) => {
        const won = (place * 7) % 3 !== 0;
        const game = ["scopa", "gin-rummy", "bridge", "sharks"][place % 4]!;
        const bridge = game === "bridge", sharks = game === "sharks";
        return {
          table: `M${place}`, game, preset: "classic", over: Date.UTC(2026, 0, 1) + place * 3_600_000, seat: 0,
          players: [{ name: "Anna", bot: null }, place % 2 === 0 ? { name: "Bert", bot: null } : { name: "Massimiliano", bot: "strong" }, ...(bridge || sharks ? [{ name: "Carla", bot: "casual" }, { name: "Giuseppina", bot: null }] : [])],
          sides: bridge ? [0, 1, 0, 1] : sharks ? [0, 1, 2, 3] : [0, 1], totals: sharks ? (won ? [31, 8, 22, 17] : [4, 11, 23, 9]) : won ? [bridge ? 1280 : 11, 8] : [4, bridge ? 930 : 11], winners: [won ? 0 : 1], ended: null, series: `M${place}`, next: null,
          deals: sharks ? [] : [{ points: [3, 1], lines: game === "scopa" ? [["cards", 21, 1], ["coins", 6, 1], ["settebello", 1, 1], ["primiera", 78, 1], ["sweeps", 2, 2]].map(([category, amount, points]) => ({ category, amounts: [amount, 1], points: [points, 0] })) : [{ category: bridge ? "slam" : "gin", amounts: [12, null], points: [500, 0] }] }], bonuses: [],
        };
      });
      await page.setViewportSize({ width: 1366, height: 768 });
      if (many === 3) await page.evaluate(() => localStorage.setItem("parlour.tables", JSON.stringify([{ table: "going", game: "scopa", opened: Date.now(), seen: { others: ["Bert"], score: [5, 3], turn: "yours", actor: null } }, { table: "going2", game: "sharks", opened: Date.now(), seen: { others: ["Bert", "Carla", "Giuseppina"], score: [5, 3, 8, 1], turn: "theirs", actor: "Giuseppina" } }])));
      await page.reload();
      await page.locator("header button").click();
      await page.waitForSelector("dialog");
      if (many === 3) { await page.locator("dialog input[type=checkbox]").nth(1).check(); await page.locator("dialog section").nth(1).locator("button").click(); await page.waitForSelector("dialog svg[role=img]"); await shoot("carry"); await page.setViewportSize({ width: 1366, height: 768 }); }
      await page.locator("input[type=file]").setInputFiles({ name: "many.json", mimeType: "application/json", buffer: Buffer.from(JSON.stringify({ format: "parlour-browser/1", matches })) });
      await page.keyboard.press("Escape");
      await page.waitForSelector("[data-match]");
      await shoot(many === 3 ? "three" : "many");
      if (many === 300) { await page.locator("select").selectOption("scopa"); await shoot("scopa"); }
    }
    await page.goto(`/matches#guest=${"g".repeat(43)}`);
    await page.waitForSelector(".become");
    await shoot("become");
    await context.close();
  }
});
