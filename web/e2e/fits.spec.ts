// Layout of every table on many screens: everything lies inside the window, nothing overlaps, everything can
// be tapped, and the cards are as large as the screen allows. The page is shown moments of recorded matches
// (fits/), so no match has to be played. Known faults are listed in fits/known.json, which may only shrink.
// The quick tier checks a turn and a scoring of each game on four screens in English. The full tier checks
// every moment on fourteen screens, in both languages, and with very large cards.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { accessibilityFaults } from "./accessibility";
import { goToMoment, momentOf, MOMENTS, serveMoments, type Moment } from "./fits/moments";
import { expect, test, visitor } from "./server";
import { drawn } from "./table";
import { FULL, isFull } from "./tiers";

const read = <Value>(name: string): Value => JSON.parse(readFileSync(fileURLToPath(new URL(`fits/${name}.json`, import.meta.url)), "utf8")) as Value;
const KNOWN = read<Record<string, string[]>>("known");

type Size = readonly [number, number];
/** Screens for touch and mouse, each with the minimum width of a card in hand. */
const SCREENS: Record<"finger" | "mouse", readonly (readonly [...Size, number])[]> = {
  finger: [[320, 568, 36], [360, 640, 52], [390, 844, 57], [640, 360, 40], [844, 390, 44], [768, 1024, 88]],
  mouse: [[720, 450, 48], [1024, 768, 78], [1280, 720, 78], [1366, 768, 84], [1440, 900, 96], [1920, 1080, 125], [2560, 1440, 166], [3840, 2160, 208]],
};

/** The screens of the quick tier. The cards of Sharks have words, which small phones cut first. */
const QUICK_SCREENS = ["390x844", "768x1024", "1366x768", "2560x1440"];
const isQuick = (moment: string, screen: string) => QUICK_SCREENS.includes(screen) || (screen === "360x640" && moment.startsWith("sharks"));
const QUICK_MOMENTS = [
  "scopa 2 choice", "scopa 6 counting", "wall-street 2 play", "cassino 2 replay", "cassino 4 build", "bridge 4 auction", "bridge 4 declarer", "gin-rummy 2 discard", "gin-rummy 2 counting",
  "thirty-one 9 discard", "speed 2 play", "sharks 2 bid", "sharks 5 bid", "sharks 5 over",
];

/** Prepares a moment: selects a card, or begins a claim. */
async function prepare(page: Page, name: string): Promise<void> {
  if (name.endsWith("choice")) {
    // The card with the most ways to play it.
    await page.evaluate(() => {
      for (const card of document.querySelectorAll<HTMLElement>("[data-hand-card]")) {
        if (document.querySelectorAll(".choices .choice").length >= 3) break;
        card.click();
      }
    });
  }
  if (name === "bridge 4 late") await page.evaluate(() => [...document.querySelectorAll<HTMLElement>(".choices .button")].at(-1)?.click());
}

/** Returns the faults of the current page. */
function faults([finger, least]: [boolean, number]): string[] {
  const found = new Set<string>();
  const seen = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: false }) && element.closest(".unseen, .sky") === null;
  const cover = document.querySelector(".cover");
  const within = (box: DOMRect, slack = 1) => box.left >= -slack && box.top >= -slack && box.right <= innerWidth + slack && box.bottom <= innerHeight + slack;
  const main = document.querySelector("main.stage");
  if (main === null) return ["nothing is shown"];
  if (document.documentElement.scrollWidth > innerWidth + 1) found.add("the page scrolls sideways");
  const meet = (a: DOMRect, b: DOMRect) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const textBox = (element: Element) => {
    const text = document.createRange();
    text.selectNodeContents(element);
    return text.getBoundingClientRect();
  };
  // In a list meant to scroll, only the visible part is checked.
  const scrolls = (element: Element) => element.closest(".scroll, .diagram-scroll, aside, .panel, [data-scrolls]") !== null;

  // Elements below a scoring are neither read nor tapped.
  if (cover === null) for (const card of main.querySelectorAll<HTMLElement>(".card[data-card], .card")) {
    if (!seen(card) || scrolls(card)) continue;
    if (!within(card.getBoundingClientRect())) found.add(`a card outside: ${card.closest("[data-zone]")?.getAttribute("data-zone") ?? card.dataset.card ?? "back"}`);
  }

  const zones = (cover === null ? [...main.querySelectorAll<HTMLElement>("[data-zone]")] : []).filter(seen).map((zone) => ({ id: zone.dataset.zone!, box: zone.getBoundingClientRect() }));
  zones.forEach(({ id, box }, index) => {
    if (!within(box)) found.add(`a zone outside: ${id}`);
    for (const other of zones.slice(index + 1)) if (meet(box, other.box)) found.add(`zones overlap: ${id}, ${other.id}`);
  });

  // Texts stay within their zone and the gap around it. Only names are cut, with an ellipsis.
  const BETWEEN = 6;
  if (cover === null) for (const zone of main.querySelectorAll<HTMLElement>("[data-zone]")) {
    const room = zone.getBoundingClientRect();
    for (const one of zone.querySelectorAll<HTMLElement>("p, span, b, button")) {
      if (!seen(one) || scrolls(one) || one.closest(".card, .investment, .count, [data-keeps-choice], .told") !== null || ![...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== "")) continue;
      const box = textBox(one);
      let kept = one as HTMLElement | null;
      while (kept !== null && kept !== zone && getComputedStyle(kept).textOverflow !== "ellipsis") kept = kept.parentElement;
      const shortened = kept !== null && kept !== zone;
      if (box.top < room.top - BETWEEN || box.bottom > room.bottom + BETWEEN || (!shortened && (box.left < room.left - BETWEEN || box.right > room.right + BETWEEN))) found.add(`words outside: ${zone.dataset.zone}`);
      const cut = one.closest<HTMLElement>("p, div, button");
      if (!shortened && cut !== null && getComputedStyle(cut).overflowX === "hidden" && cut.scrollWidth > cut.clientWidth + 2) found.add(`words cut: ${zone.dataset.zone}`);
      if (shortened && kept!.clientWidth < 1.5 * parseFloat(getComputedStyle(kept!).fontSize) && kept!.scrollWidth > kept!.clientWidth + 1) found.add(`a name cut to nothing: ${zone.dataset.zone}`);
    }
  }

  // On the cards of Sharks words are whole and beside the signs. An Investment for sale has its name, except on
  // the smallest phones and in a replay, where no lot is large.
  const named = innerWidth >= 360 && innerHeight >= 390 && main.querySelector("[data-zone=actions]") !== null;
  if (cover === null) for (const card of main.querySelectorAll<HTMLElement>(".investment, .toolcard")) {
    if (!seen(card)) continue;
    if (named && card.matches(".lot.now .investment.up:not(:has(.name))")) found.add("an Investment for sale without a name");
    const box = card.getBoundingClientRect();
    for (const words of card.querySelectorAll(".name, .cost")) {
      const text = textBox(words);
      if (text.width === 0) continue;
      if (text.left < box.left - 1 || text.right > box.right + 1 || text.top < box.top - 1 || text.bottom > box.bottom + 1) found.add(`words cut: ${card.classList[0]}`);
      for (const sign of card.querySelectorAll(".icon, .emblem, .value")) if (meet(text, sign.getBoundingClientRect())) found.add(`words on a sign: ${card.classList[0]}`);
    }
  }

  // The title is whole. The font is higher than its lines, by less than a quarter of its size. The number of the
  // deal and its points must be visible.
  const title = document.querySelector<HTMLElement>("header h1")!;
  if (title.scrollHeight > title.clientHeight + parseFloat(getComputedStyle(title).fontSize) / 4) found.add("words cut: title");
  const deal = document.querySelector<HTMLElement>("header h1 .deal");
  if (deal !== null && seen(deal) && (deal.scrollWidth > deal.clientWidth + 1 && deal.clientWidth > 0 || deal.getBoundingClientRect().right > deal.parentElement!.getBoundingClientRect().right + 1)) found.add("words cut: which deal");
  for (const table of document.querySelectorAll<HTMLElement>(".counting .scroll")) if (table.scrollWidth > table.clientWidth + 1) found.add("the counting is wider than its paper");

  const root = cover ?? document;
  for (const control of root.querySelectorAll<HTMLElement>("button, a[href], input, select")) {
    if (!seen(control) || scrolls(control) || control.closest("[inert]") !== null || (control as HTMLButtonElement).disabled && cover !== null) continue;
    const box = control.getBoundingClientRect();
    const name = control.dataset.handCard !== undefined ? "hand card" : control.dataset.dummyCard !== undefined ? "dummy card" : control.dataset.tableCard !== undefined ? "table card" : control.className.split(" ").filter((one) => !one.startsWith("svelte-")).slice(0, 2).join(".") || control.tagName.toLowerCase();
    if (!within(box)) {
      found.add(`a control outside: ${name}`);
      continue;
    }
    // Overlapping cards are tapped at their visible part. The number of a rule within a sentence is text.
    const overlapped = control.matches("[data-hand-card], [data-dummy-card], [data-note]");
    const text = control.matches("a") && control.closest("p, span, td, th") !== null;
    const middle: (readonly [number, number])[] = overlapped ? [0.1, 0.3, 0.5].flatMap((x) => [0.08, 0.3, 0.5, 0.9].map((y) => [x, y] as const)) : [[0.5, 0.5]];
    const hit = middle.some(([x, y]) => {
      const at = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
      return at !== null && (control.contains(at) || at.contains(control) && at.tagName === "LABEL");
    });
    if (!hit) found.add(`a control is covered: ${name}`);
    if (finger && !overlapped && !text && control.matches("button, a, input, select") && (box.width < 39.5 || box.height < 39.5) && !control.matches("[type=range], .made, .rank, .card")) found.add(`a small target: ${name}`);
  }

  const own = [...main.querySelectorAll<HTMLElement>("[data-hand-card]")].filter(seen)[0];
  if (cover === null && own !== undefined && own.getBoundingClientRect().width < least) found.add(`small cards: ${Math.round(own.getBoundingClientRect().width)} of ${least}`.replace(/\d+ of/, "less than"));
  return [...found];
}

/** The full tier has a test for each game, so that the tests share the cores. */
const PARTS = isFull ? [...new Set(MOMENTS.map(({ name }) => `${name.split(" ")[0]} `))] : [""];
const VARIANTS = isFull ? ([["en", "normal"], ["it", "normal"], ["en", "huge"]] as const) : ([["en", "normal"]] as const);
for (const [language, cardSize] of VARIANTS) {
  for (const [part, pointer] of PARTS.flatMap((part) => [[part, "finger"], [part, "mouse"]] as const)) {
    test(`tables fit their screens, ${part}by ${pointer}, ${language}${cardSize === "huge" ? ", with very large cards" : ""}`, async ({ server, browser }) => {
      const more = pointer === "finger" ? { hasTouch: true, isMobile: true } : {};
      const { page } = await visitor(browser, server, { language, cardSize }, { baseURL: process.env.PAGE ?? server.address, ...more });
      const complaints: string[] = [];
      page.on("pageerror", (error) => complaints.push(String(error)));
      await serveMoments(page, MOMENTS);
      // The names of the cards of Sharks.
      await page.route("**/api/games", (route) => route.continue({ url: `${server.address}/api/games` }));

      const wrong: string[] = [];
      const passed: string[] = [];
      const only = process.env.ONLY;
      await page.goto("/nowhere");
      // Measuring needs no painting, which takes a fifth of the time.
      const paint = (visible: boolean) => page.evaluate((visible) => { document.documentElement.style.opacity = visible ? "" : "0"; }, visible);
      await paint(false);
      for (const moment of MOMENTS) {
        if (!moment.name.startsWith(part) || (only !== undefined ? !moment.name.startsWith(only) : !isFull && !QUICK_MOMENTS.includes(moment.name))) continue;
        const places = "replay" in moment ? [0, ...moment.replay.steps.map((_, index) => index + 1)] : [null];
        for (const place of places) {
          const name = place === null ? moment.name : `${moment.name} ${place}`;
          await page.setViewportSize({ width: 1280, height: 800 });
          await goToMoment(page, moment, place);
          await shown(page, moment, place);
          await prepare(page, moment.name);
          if (isFull && language === "en" && cardSize === "normal" && (place ?? 0) === 0 && INSPECTED[pointer].test(moment.name)) {
            await page.setViewportSize(pointer === "finger" ? { width: 360, height: 640 } : { width: 1440, height: 900 });
            await drawn(page);
            await paint(true);
            wrong.push(...(await accessibilityFaults(page)).map((found) => `${name} · axe: ${found}`));
            await paint(false);
          }
          for (const [width, height, least] of SCREENS[pointer]) {
            if (!isFull && !isQuick(moment.name, `${width}x${height}`)) continue;
            await page.setViewportSize({ width, height });
            await drawn(page);
            const found = await page.evaluate(faults, [pointer === "finger", least] as [boolean, number]);
            if (asksUs(moment)) {
              const said = await page.evaluate(sentence);
              if (said === null) found.push("no sentence says what to do");
              else if (!(SAID[language][moment.name] ?? /\S/).test(said)) found.push(`says “${said}”`);
            }
            if (process.env.PICTURES !== undefined) await paint(true);
            if (process.env.PICTURES !== undefined) await page.screenshot({ path: `${process.env.PICTURES}/${name.replaceAll(" ", "-")}-${language}-${cardSize}-${width}x${height}.png` });
            const key = `${language}${cardSize === "huge" ? " huge" : ""} ${name} ${width}x${height}`;
            const known = new Set(KNOWN[key] ?? []);
            for (const fault of found) if (!known.delete(fault)) wrong.push(`${key} · ${fault}`);
            for (const fault of known) passed.push(`${key} · ${fault}`);
          }
        }
      }
      if (process.env.WRONG !== undefined) writeFileSync(`${process.env.WRONG}/${part.trim()}-${language}-${cardSize}-${pointer}.json`, JSON.stringify(wrong));
      expect(complaints).toEqual([]);
      expect(wrong, "new faults").toEqual([]);
      expect(passed, "known faults that are mended: take them out of fits/known.json").toEqual([]);
    });
  }
}

test("the last counting of a replay includes the bonuses of the match", FULL, async ({ server, browser }) => {
  const { page } = await visitor(browser, server, {}, { baseURL: process.env.PAGE ?? server.address });
  await serveMoments(page, MOMENTS);
  await page.goto("/nowhere");
  await goToMoment(page, momentOf("gin-rummy 2 replay"), 2);
  const foot = page.locator(".counting tfoot");
  await expect(foot.locator("tr", { hasText: "Game" })).toContainText("+100");
  const column = (await foot.locator("tr td:nth-child(3)").allTextContents()).map((text) => Number(text.replace("−", "-")));
  expect(column.slice(0, -1).reduce((sum, one) => sum + one)).toBe(column.at(-1));
});

test("on a phone a name keeps eight letters beside a long score", async ({ server, browser }) => {
  const { page } = await visitor(browser, server, {}, { baseURL: process.env.PAGE ?? server.address, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const long = ["scopa 2 play", "scopa 4 play", "scopa 6 play", "cassino 2 play", "cassino 4 play"].map((name): Moment => {
    const moment = momentOf(name);
    return "snapshot" in moment ? { ...moment, snapshot: { ...moment.snapshot, totals: moment.snapshot.totals.map((_, side) => 1234 - side) } } : moment;
  });
  await serveMoments(page, long);
  await page.goto("/nowhere");
  for (const moment of long) {
    await goToMoment(page, moment);
    await expect(page.locator(".plate .points", { hasText: "1234" }).first()).toBeVisible();
    await drawn(page);
    const cut = await page.locator(".plate .name").evaluateAll((names) => names.filter((name) => {
      if (name.scrollWidth <= name.clientWidth + 1) return false;
      const eight = document.createRange();
      eight.setStart(name.firstChild!, 0);
      eight.setEnd(name.firstChild!, Math.min(8, name.textContent!.length));
      return eight.getBoundingClientRect().width > name.clientWidth;
    }).map((name) => name.textContent));
    expect(cut, moment.name).toEqual([]);
  }
});

test("a phone tells the game of a match of Speed, the round of Sharks, and where its question is answered", async ({ server, browser }) => {
  const { page } = await visitor(browser, server, {}, { baseURL: process.env.PAGE ?? server.address, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await serveMoments(page, MOMENTS);
  await page.route("**/api/games", (route) => route.continue({ url: `${server.address}/api/games` }));
  await page.goto("/nowhere");
  await goToMoment(page, momentOf("speed 2 play"));
  await expect(page.locator("header .deal")).toHaveText("Game 1 · best of 3");
  // Only an empty place has an outline. The number of the stock stands beside the card.
  const places = page.locator(".under, .talon, .stock");
  await expect(places).toHaveCount(6);
  for (const place of await places.all()) await expect(place).toHaveCSS("border-top-style", "none");
  const [stock, left] = [await page.locator("[data-zone=own] .stock").boundingBox(), await page.locator("[data-zone=own] .left").boundingBox()];
  expect(left!.x).toBeGreaterThanOrEqual(stock!.x + stock!.width);
  await goToMoment(page, momentOf("sharks 5 tool"));
  await expect(page.locator("header .deal")).toHaveText("Round 1 of 4");
  await expect(page.locator(".where")).toHaveText(/^Tool Phase 1 of 3\s*\d+ Capital\s*\d+ Tools left$/);
  await page.locator(".toolcard.usable").last().click();
  await expect(page.locator("[data-zone=actions] .tap")).toHaveText("Choose a player above");
  const signs = page.locator(".lot .gains i");
  await expect(signs).not.toHaveCount(0);
  for (const gain of await signs.all()) expect((await gain.boundingBox())!.width).toBeGreaterThanOrEqual(16);
});

/** The moments checked with axe, by device: those with different elements, each on one screen. */
const INSPECTED = {
  finger: /^(scopa 2 choice|scopa 6 (play|replay)|cassino 2 (play|replay)|bridge 4 (auction|declarer|replay)|gin-rummy 2 (offer|layOff|over)|thirty-one (5|9 discard)|speed 2 play|sharks 2 tool|sharks 5 (bid|give))/,
  mouse: /^(scopa 6 counting|wall-street 4|cassino 2 build|bridge 4 (dummy|late|over)|gin-rummy 2 (discard|draw|counting|knock|replay)|thirty-one 9 (draw|knocked|counting)|speed 2 flip|sharks 2 bid|sharks 5 (react|tool))/,
};
/**
 * Whether it is the player's turn. In a race it always is, and after a tap or a claim, buttons ask instead.
 */
const asksUs = (moment: Moment): boolean =>
  "snapshot" in moment && !/choice$|^bridge 4 late$/.test(moment.name) && moment.snapshot.phase === "playing" && moment.info.game !== "speed" && moment.info.you !== null && moment.snapshot.actors.includes(moment.info.you);
/** Returns the instruction to the player if all of it is visible. Buttons do not count as one. */
function sentence(): string | null {
  for (const one of document.querySelectorAll("[data-turn=true]")) {
    const box = one.getBoundingClientRect();
    const zone = one.closest("[data-zone]")?.getBoundingClientRect() ?? box;
    const whole = one.scrollWidth <= one.clientWidth + 1 && box.left >= zone.left - 6 && box.right <= zone.right + 6 && box.top >= zone.top - 6 && box.bottom <= zone.bottom + 6;
    const at = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2);
    if (one.checkVisibility() && whole && at !== null && one.contains(at) && one.textContent.trim() !== "") return one.textContent.trim();
  }
  return null;
}
/** Moments in which buttons alone would not be an instruction. */
const SAID: Record<"en" | "it", Record<string, RegExp>> = {
  en: { "gin-rummy 2 offer": /^Take the first upcard, or pass$/, "gin-rummy 2 draw": /^Draw a card$/, "thirty-one 2 draw": /^Your turn/, "thirty-one 9 draw": /^Your turn/ },
  it: { "gin-rummy 2 offer": /^Prendi la prima carta, o passa$/, "gin-rummy 2 draw": /^Pesca una carta$/, "thirty-one 2 draw": /^Tocca a te/, "thirty-one 9 draw": /^Tocca a te/ },
};

async function shown(page: Page, moment: Moment, place: number | null): Promise<void> {
  if (place !== null) await page.waitForFunction((at) => document.querySelector(".controls .count")?.textContent?.startsWith(`${at} /`), place);
  else if ("snapshot" in moment && moment.snapshot.phase !== "playing") await page.waitForSelector(".cover");
  else await page.waitForSelector(".play .card, .play [data-zone], .play [data-target]");
  if (moment.name.startsWith("sharks")) await page.waitForFunction(() => [...document.querySelectorAll(".toolcard")].every((card) => !/^T\d/.test(card.ariaLabel!)));
}
