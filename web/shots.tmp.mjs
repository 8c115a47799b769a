import { chromium } from "@playwright/test";
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
const data = mkdtempSync("/tmp/shots-");
const child = spawn("../target/debug/parlour", ["serve", "--port", "0", "--data", data], { stdio: ["ignore", "pipe", "pipe"] });
const address = await new Promise((go) => { let said = ""; const hear = (c) => { said += c; const m = /Parlour is open at (http:\/\/\S+)/.exec(said); if (m) go(m[1].replace(/\/$/, "")); }; child.stdout.on("data", hear); child.stderr.on("data", hear); });
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
const out = "/work/scratch/padspage/";
const open = (id, more) => ({ id, do: "open", at: "2026-11-21T20:00:00Z", ...more });
const enter = (n, m, line, entry) => ({ id: `${n}@a`, at: "2026-11-21T20:10:00Z", do: "enter", match: m, line, entry });
const pads = {
  scopa: [open("1@a", { game: "scopa", players: ["Anna", "Bruno"], dealer: 0, stake: { amount: 10, unit: "cent" } }), ...[22, 18, 20].map((c, l) => enter(l + 2, "1@a", l, { cards: [c, 40 - c], coins: [6, 4], settebello: 0, primiera: 1, sweeps: [l, 1] })), { id: "5@a", do: "correct", of: "3@a", line: 1, entry: { cards: [19, 21], coins: [6, 4], settebello: 0, primiera: 1, sweeps: [1, 1] } }],
  bridge: [open("1@a", { game: "bridge", players: ["Ada", "Bob", "Cleo", "Dan"], dealer: 0 }), enter(2, "1@a", 0, { kind: "played", contract: "3N", declarer: 0, tricks: 10 }), enter(3, "1@a", 1, { kind: "played", contract: "4SX", declarer: 1, tricks: 9 }), enter(4, "1@a", 2, { kind: "played", contract: "2H", declarer: 2, tricks: 8 })],
  gin: [open("1@a", { game: "gin-rummy", players: ["Ada", "Bob"], dealer: 0, options: { hollywood: true } }), enter(2, "1@a", 0, { going: "knock", by: 0, deadwood: [4, 20] }), enter(3, "1@a", 1, { going: "gin", by: 1, deadwood: [18, 0] }), enter(4, "1@a", 2, { going: "gin", by: 0, deadwood: [0, 30] })],
  "thirty-one": [open("1@a", { game: "thirty-one", players: ["Ada", "Bob", "Cleo", "Dan", "Eva"], dealer: 0 }), enter(2, "1@a", 0, { ended: "knock", knocker: 0, losers: [1] }), enter(3, "1@a", 1, { ended: "knock", knocker: 1, losers: [1] })],
};
const sizes = { phone: { width: 360, height: 640 }, tablet: { width: 768, height: 1024 }, wide: { width: 1440, height: 900 } };
for (const [size, viewport] of Object.entries(sizes)) {
  const context = await browser.newContext({ viewport, locale: size === "tablet" ? "it-IT" : "en-GB", baseURL: address });
  const page = await context.newPage();
  page.on("pageerror", (e) => console.log(size, String(e)));
  page.on("console", (m) => m.type() === "error" && console.log(size, m.text()));
  await page.goto("/");
  await page.evaluate((pads) => { for (const [k, operations] of Object.entries(pads)) localStorage.setItem("parlour.pad." + k, JSON.stringify({ format: "parlour-pad/1", operations })); }, pads);
  await page.waitForTimeout(500);
  if (size === "phone") await page.screenshot({ path: out + "home.png", fullPage: true });
  await page.goto("/pads"); await page.waitForTimeout(700);
  await page.screenshot({ path: `${out}list-${size}.png` });
  await page.goto("/pad/newnewnewnew"); await page.waitForTimeout(500);
  await page.screenshot({ path: `${out}new-${size}.png`, fullPage: size === "phone" });
  for (const game of Object.keys(pads)) {
    await page.goto("/pad/" + game); await page.waitForTimeout(500);
    await page.screenshot({ path: `${out}${game}-${size}.png`, fullPage: size === "phone" });
    if (game === "bridge" && size === "phone") { await page.locator(".chips button").first().click(); await page.screenshot({ path: `${out}bridge-form.png`, fullPage: true }); }
    if (game === "scopa" && size === "phone") {
      await page.screenshot({ path: `${out}scopa-top.png` });
      await page.locator("input").first().fill("41"); await page.locator(".entry .first").click(); await page.waitForTimeout(200); await page.screenshot({ path: `${out}scopa-refused.png` });
      await page.locator(".sheet th button").nth(1).click(); await page.waitForTimeout(200); await page.screenshot({ path: `${out}scopa-row.png` }); await page.keyboard.press("Escape");
      await page.locator(".after button").nth(1).click(); await page.waitForTimeout(200); await page.screenshot({ path: `${out}cards.png` }); await page.keyboard.press("Escape");
      await page.pdf({ path: out + "scopa.pdf", format: "A4" });
      await page.emulateMedia({ media: "print" }); await page.screenshot({ path: out + "print.png", fullPage: true }); await page.emulateMedia({ media: "screen" });
    }
  }
  await context.close();
}
await browser.close(); child.kill();
