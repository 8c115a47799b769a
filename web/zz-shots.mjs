import { chromium } from "@playwright/test";
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
const child = spawn("../target/debug/parlour", ["serve", "--port", "0", "--data", mkdtempSync("/tmp/shots-")], { stdio: ["ignore", "pipe", "pipe"] });
const address = await new Promise((found) => { let s = ""; child.stdout.on("data", (c) => { s += c; const m = /(http:\/\/\S+)/.exec(s); if (m) found(m[1].replace(/\/$/, "")); }); });
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"] });
try {
  for (const [w, h] of [[360, 640], [768, 1024], [1440, 900]]) {
    const context = await browser.newContext({ baseURL: address, viewport: { width: w, height: h }, hasTouch: w < 700, isMobile: w < 700 });
    await context.addInitScript(() => localStorage.setItem("parlour.settings", JSON.stringify({ language: "en", motion: "none", timers: false, name: "Anna" })));
    const page = await context.newPage();
    page.on("console", (m) => m.type() === "error" && console.log("console", m.text()));
    await page.goto("/");
    if (w === 1440) await page.screenshot({ path: `/tmp/speed-home-${w}.png` });
    await page.getByRole("button", { name: "Players and rules Speed" }).click();
    await page.locator('select:has(option[value="bot:uncle"])').selectOption("bot:uncle");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForURL(/\/table\//);
    await page.locator("button.flip").waitFor();
    await page.screenshot({ path: `/tmp/speed-start-${w}.png` });
    await page.locator("button.flip").click();
    await page.locator(".beat").waitFor({ timeout: 15000 });
    await page.screenshot({ path: `/tmp/speed-count-${w}.png` });
    await page.waitForFunction(() => document.querySelector("[data-table-card=left]").dataset.top !== "");
    await page.locator("[data-hand-card]").nth(1).click();
    await page.screenshot({ path: `/tmp/speed-play-${w}.png` });
    for (let n = 0; n < 400; n += 1) {
      if (await page.locator("button.flip:not(:disabled)").count()) break;
      await page.waitForTimeout(60);
      if (n % 6 === 0) await page.locator("[data-hand-card]").nth(n % 5).click({ timeout: 500 }).catch(() => 0);
      else if (n % 6 === 3) await page.locator("[data-table-card=left]").click({ timeout: 500 }).catch(() => 0);
    }
    await page.screenshot({ path: `/tmp/speed-block-${w}.png` });
    await context.close();
  }
} finally { await browser.close(); child.kill(); }
