// The composition of every table, measured: one axis, short ways for the eye, no empty halves, gold only for
// the move. docs/design.md has the rules and the reasons for their bounds. home.spec.ts tests how many games
// a phone shows, tokens.test.ts the contrast, and fits.spec.ts that no text is cut.
// The quick tier measures one turn of each game on two screens, the full tier every moment of play on six.
// ONLY=name measures the moments of that name, and MEASURED=file writes all measures to a file.
import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { BridgeView, CassinoView, FishingView, View } from "../src/backend/wire";
import { headerHeight } from "../src/layout/header";
import { goToMoment, momentOf, MOMENTS, serveMoments, type Moment, type PlayedMoment } from "./fits/moments";
import { expect, test, visitor } from "./server";
import { drawn } from "./table";
import { isFull } from "./tiers";

type Size = readonly [number, number];
const SCREENS: readonly Size[] = isFull ? [[360, 640], [390, 844], [768, 1024], [1366, 768], [1440, 900], [2560, 1440]] : [[390, 844], [1440, 900]];
const TURNS = ["scopa 2 play", "wall-street 2 play", "cassino 2 play", "bridge 4 declarer", "gin-rummy 2 discard", "thirty-one 2 draw", "speed 2 play", "sharks 2 bid"];
const ONLY = process.env.ONLY;

/** The moments in which a player plays, and nothing covers the table. */
const isPlayed = (moment: Moment): moment is PlayedMoment => "snapshot" in moment && moment.snapshot.phase === "playing" && moment.info.you !== null && !moment.name.endsWith("counting");

interface Measures {
  /** Distances of the middles from the axis, as shares of the table's width. */
  axis: Record<string, number>;
  /** Height between the prompt with its buttons and the rail, or the plate on the rail, in px. */
  prompt: number | null;
  /** Distances, in px: from our plate to the hand, and from the opponent's last play to their plate. */
  plate: number | null;
  last: number | null;
  /** Height between the middles of the stock and of the plates in its row, in px. */
  stock: number | null;
  /** Largest empty rectangle, and all cards, as shares of the table; and the number of cards on the stage. */
  empty: number;
  cards: number;
  staged: number;
  /** Way of the eye from the plate to the hand, the prompt and the stage, as a share of the diagonal. */
  path: number | null;
  /** Width of the table by its height, and difference of its margins in px. */
  ratio: number;
  margins: number;
  /** Cards of the trick by the cards of the hand; the lot for sale by the next one. */
  trick: number | null;
  /** A card of the trick by the table's width. */
  trickWidth: number | null;
  lot: number | null;
  gold: string[];
  targets: string[];
  text: string[];
  header: number;
  /** Text size of the table by the usual one. Distances on large tables are larger. */
  scale: number;
}

/** Returns the measures of the table shown. Runs in the page. */
function measure(finger: boolean): Measures {
  interface Area { left: number; top: number; right: number; bottom: number }
  const seen = (element: Element) => element.checkVisibility({ visibilityProperty: true }) && element.closest(".unseen, .sky") === null && element.getBoundingClientRect().width > 0;
  const all = (selector: string) => [...document.querySelectorAll<HTMLElement>(selector)].filter(seen);
  const around = (elements: readonly Element[]): Area | null =>
    elements.length === 0 ? null : elements.map((one): Area => one.getBoundingClientRect()).reduce((a, b) => ({ left: Math.min(a.left, b.left), top: Math.min(a.top, b.top), right: Math.max(a.right, b.right), bottom: Math.max(a.bottom, b.bottom) }));
  const middle = (area: Area) => ({ x: (area.left + area.right) / 2, y: (area.top + area.bottom) / 2 });
  const apart = (a: Area, b: Area) => Math.round(Math.hypot(Math.max(0, a.left - b.right, b.left - a.right), Math.max(0, a.top - b.bottom, b.top - a.bottom)));
  const round = (value: number) => Math.round(value * 1000) / 1000;

  const felt = (document.querySelector(".felt") ?? document.querySelector(".play .table"))!.getBoundingClientRect();
  const room = document.querySelector("main.stage")!.getBoundingClientRect();
  const scale = parseFloat(document.querySelector<HTMLElement>(".play .table")!.style.getPropertyValue("--letter")) / 16;
  const rail = document.querySelector(".rail")?.getBoundingClientRect().top;
  const hand = around(all("[data-zone=hand], [data-zone=capital], [data-zone=tools]"));
  const held = around(all("[data-zone=hand] :is(.held, .gap), [data-zone=capital], [data-zone=tools]"));
  const pill = around(all("[data-turn=true]"));
  // Buttons on the line of the prompt are measured together with it.
  const inLine = (one: Element) => pill !== null && Math.abs(middle(one.getBoundingClientRect()).y - middle(pill).y) < 12;
  const buttons = all("[data-zone=actions] button");
  const prompt = pill === null ? null : around([...all("[data-turn=true]"), ...[...buttons, ...all("[data-zone=status], [data-zone=actions]")].filter(inLine)]);
  const asks = pill === null ? null : around([...all("[data-turn=true]"), ...buttons]);
  // After a knock in gin no player draws: the melds are the stage, and the piles are not.
  const staged = all(`[data-zone=table] .place, [data-zone=builds] .place, ${document.querySelector("[data-zone^=melds-]") === null ? "[data-zone=piles] > *, " : ""}[data-zone=centre] > *, [data-zone^=lot-] .investment, [data-zone=box] .bid, [data-zone^=hand-] .lies, [data-zone^=melds-] .card, [data-zone=trick] .slot`);
  const stage = around([...staged, ...all("[data-zone=trick], [data-zone=auction], [data-zone=box], [data-zone^=lot-], [data-zone^=name-l], [data-zone^=name-r]")]);
  const me = around(all("[data-zone=me] > *, [data-zone=own] > *, [data-zone=name-me] > *"));
  const far = around(all("[data-zone=far] .event"));
  const opponent = around(all("[data-zone^=seat-] > *"));
  const deck = around(all("[data-zone=stock] .deck"));
  // On some tables the stock stands beside the cards, between plates of several rows.
  const besideStock = deck === null || deck.bottom > (around(all("[data-zone=table]"))?.top ?? 0) ? null : around(all("[data-zone^=seat-] > *").filter((one) => { const { top, bottom } = one.getBoundingClientRect(); return top < deck.bottom && deck.top < bottom; }));

  const axis: Record<string, number> = {};
  for (const [name, area] of Object.entries({ stage, prompt, hand: held })) if (area !== null) axis[name] = round((middle(area).x - (felt.left + felt.right) / 2) / felt.width);

  // The largest rectangle in which nothing is drawn, in cells.
  const CELL = 6;
  const [columns, lines] = [Math.floor(felt.width / CELL), Math.floor(felt.height / CELL)];
  const cells = (elements: readonly Element[]): Uint8Array => {
    const full = new Uint8Array(columns * lines);
    for (const one of elements) {
      const box = one.getBoundingClientRect();
      for (let y = Math.max(0, Math.floor((box.top - felt.top) / CELL)); y < Math.min(lines, Math.ceil((box.bottom - felt.top) / CELL)); y += 1) {
        for (let x = Math.max(0, Math.floor((box.left - felt.left) / CELL)); x < Math.min(columns, Math.ceil((box.right - felt.left) / CELL)); x += 1) full[y * columns + x] = 1;
      }
    }
    return full;
  };
  const CARDS = ".play .card, .play .investment, .play .toolcard, .play .note, .play [data-zone=box] button, .play .calls td";
  const full = cells(all(`${CARDS}, .play .pill, .play .button, .play .plate, .play .lot, .play button, .play p, .play td, .play th, .play .deck, .play .pile, .play .slot, .play .hole, .play .gap, .play .talon`));
  let largest = 0;
  const heights = new Array<number>(columns).fill(0);
  for (let y = 0; y < lines; y += 1) {
    for (let x = 0; x < columns; x += 1) heights[x] = full[y * columns + x] === 1 ? 0 : heights[x]! + 1;
    const stack: number[] = [];
    for (let x = 0; x <= columns; x += 1) {
      const height = x === columns ? 0 : heights[x]!;
      while (stack.length > 0 && heights[stack.at(-1)!]! >= height) {
        const top = heights[stack.pop()!]!;
        largest = Math.max(largest, top * (stack.length === 0 ? x : x - stack.at(-1)! - 1));
      }
      stack.push(x);
    }
  }

  const way = [me, hand, prompt, stage].flatMap((area) => (area === null ? [] : [middle(area)]));
  const length = way.slice(1).reduce((sum, point, index) => sum + Math.hypot(point.x - way[index]!.x, point.y - way[index]!.y), 0);
  const widthOf = (selector: string) => all(selector).reduce<number | null>((most, one) => Math.max(most ?? 0, one.getBoundingClientRect().width), null);
  const by = (a: number | null, b: number | null) => (a === null || b === null ? null : round(a / b));
  const probe = document.createElement("i");
  probe.style.color = "var(--gold)";
  document.body.append(probe);
  const gold = getComputedStyle(probe).color;
  probe.remove();
  const name = (one: Element) => [...one.classList].filter((part) => !part.startsWith("svelte-")).slice(0, 2).join(".") || one.tagName.toLowerCase();
  // Words on cards are pictures, as are the letters of signs.
  const words = all(".play p, .play span, .play b, .play button, .play small, header *").filter((one) => one.closest(".card, .investment, .toolcard, .note, kbd, svg, .disc, .mark, [aria-hidden=true]:not(p, p *)") === null && [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent!.trim() !== ""));
  return {
    axis,
    prompt: asks === null || rail === undefined ? null : Math.round(Math.min(rail, me !== null && me.top > asks.top ? me.top : rail) - asks.bottom),
    plate: me === null || hand === null ? null : apart(me, hand),
    last: far === null || opponent === null ? null : apart(far, opponent),
    stock: deck === null || besideStock === null ? null : Math.round(Math.abs(middle(besideStock).y - middle(deck).y)),
    empty: round((largest * CELL * CELL) / (felt.width * felt.height)),
    cards: round(cells(all(CARDS)).reduce((sum, cell) => sum + cell, 0) / (columns * lines)),
    staged: staged.length,
    path: me === null || hand === null || stage === null ? null : round(length / Math.hypot(felt.width, felt.height)),
    ratio: round(felt.width / felt.height),
    margins: Math.round(Math.abs(felt.left - room.left - (room.right - felt.right))),
    trick: by(widthOf("[data-zone=trick] .slot"), widthOf("[data-hand-card]")),
    trickWidth: by(widthOf("[data-zone=trick] .slot"), felt.width),
    lot: by(widthOf(".lot.now :is(.investment, .hole)"), widthOf(".lot:not(.now, .gone) :is(.investment, .hole)")),
    gold: all(".play *").filter((one) => getComputedStyle(one).backgroundColor === gold && one.getBoundingClientRect().height >= 24 * scale).map(name),
    targets: [...new Set(all(".play button:not([data-hand-card], [data-dummy-card], [disabled], [inert] *), header :is(a, button)").filter((one) => { const { width, height } = one.getBoundingClientRect(); return Math.min(width, height) < (finger ? 43.5 : 24); }).map((one) => `${name(one)} ${Math.round(one.getBoundingClientRect().width)}×${Math.round(one.getBoundingClientRect().height)}`))],
    text: [...new Set(words.filter((one) => parseFloat(getComputedStyle(one).fontSize) < 12.99).map((one) => `${name(one)} ${parseFloat(getComputedStyle(one).fontSize)}`))],
    scale,
    header: document.querySelector("header.top")!.getBoundingClientRect().height,
  };
}
/** Returns the broken rules, with their measures. */
function judge(name: string, [width, height]: Size, found: Measures): string[] {
  const wide = width >= 1000;
  const phone = width < 700;
  const auction = /auction|long$/.test(name);
  const wrong: string[] = [];
  const most = (rule: string, value: number | null, bound: number) => value !== null && value > bound && wrong.push(`${rule}: ${value}, at most ${bound}`);
  const least = (rule: string, value: number | null, bound: number) => value !== null && value < bound && wrong.push(`${rule}: ${value}, at least ${bound}`);
  for (const [part, off] of Object.entries(found.axis)) most(`1 ${part} off the axis`, Math.abs(off), 0.01);
  if (!(auction && height < 700)) most("2 prompt above the rail", found.prompt, (wide ? 28 : 42) * found.scale);
  if (height > 700 && !name.startsWith("bridge")) least("2 prompt above the rail", found.prompt, 8);
  most("3 plate beside the hand", found.plate, 34 * found.scale);
  most("3 last play beside the plate", found.last, 48 * found.scale);
  most("3 stock off its row", found.stock, 2);
  if (found.staged > 3) {
    most("4 empty rectangle", found.empty, wide ? 0.225 : phone ? 0.2 : 0.212);
    least("5 cards", found.cards, auction ? 0.15 : 0.17);
  }
  most("6 way of the eye", found.path, wide ? (name.startsWith("bridge") ? 0.66 : 0.65) : name.startsWith("sharks") ? 0.74 : 0.68);
  most("7 width by height", found.ratio, name.startsWith("bridge") ? 1.552 : 1.502);
  most("7 margins", found.margins, 8);
  least("9 trick by hand", found.trick, phone && height > 800 ? 1.18 : 0.83);
  if (phone && height > 800) least("9 trick by the table", found.trickWidth, 0.24);
  least("9 lot for sale by the next", found.lot, phone ? 1.28 : 1.95);
  most("10 filled with gold", found.gold.length, 2);
  for (const target of found.targets) if (!/^(made|bid\S*(?= \d+×4))/.test(target)) wrong.push(`11 small target: ${target}`);
  for (const text of found.text) wrong.push(`11 small text: ${text}`);
  if (found.header !== headerHeight(height)) wrong.push(`header: ${found.header}`);
  return wrong;
}

for (const finger of [true, false]) {
  test(`tables are composed as the design says, by ${finger ? "finger" : "mouse"}`, async ({ server, browser }) => {
    const { page } = await visitor(browser, server, {}, { baseURL: process.env.PAGE ?? server.address, ...(finger ? { hasTouch: true, isMobile: true } : {}) });
    await serveMoments(page, MOMENTS);
    await page.goto("/nowhere");
    const wrong: string[] = [];
    const measured: Record<string, Measures> = {};
    for (const moment of MOMENTS.filter(isPlayed)) {
      if (ONLY !== undefined ? !moment.name.startsWith(ONLY) : !isFull && !TURNS.includes(moment.name)) continue;
      await goToMoment(page, moment);
      await page.waitForSelector(".play .table [data-zone]");
      for (const [width, height] of SCREENS.filter(([width]) => width < 1000 === finger)) {
        await page.setViewportSize({ width, height });
        await drawn(page);
        const found = await page.evaluate(measure, finger);
        measured[`${moment.name} ${width}x${height}`] = found;
        wrong.push(...judge(moment.name, [width, height], found).map((fault) => `${moment.name} ${width}x${height} · ${fault}`));
        if (process.env.PICTURES !== undefined) await page.screenshot({ path: `${process.env.PICTURES}/${moment.name.replaceAll(" ", "-")}-${width}x${height}.png` });
      }
    }
    if (process.env.MEASURED !== undefined) writeFileSync(`${process.env.MEASURED}-${finger ? "finger" : "mouse"}.json`, JSON.stringify({ wrong, measured }, null, 1));
    expect(wrong).toEqual([]);
  });
}

function grouped<Item>(items: readonly Item[], key: (item: Item) => number): Map<number, Item[]> {
  const groups = new Map<number, Item[]>();
  for (const item of items) groups.set(key(item), [...(groups.get(key(item)) ?? []), item]);
  return groups;
}
const placesOf = (page: Page, selector: string) => page.locator(selector).evaluateAll((cards) => cards.map((card) => {
  const { x, y, width, height } = card.getBoundingClientRect();
  return [(card as HTMLElement).dataset.handCard ?? card.querySelector<HTMLElement>("[data-card]")?.dataset.card ?? "", Math.round(x), Math.round(y), width, height] as const;
}));

test("after captures the cards on the table are still on the axis", async ({ server, browser }) => {
  const { page } = await visitor(browser, server, {}, { baseURL: process.env.PAGE ?? server.address, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const play = await serveMoments(page, MOMENTS);
  await page.goto("/nowhere");
  for (const name of ["scopa 2 play", "wall-street 2 play", "cassino 2 play"]) {
    const moment = momentOf(name) as PlayedMoment;
    const view = moment.snapshot.view as FishingView & CassinoView;
    const key = view.loose === undefined ? "table" : "loose";
    const laid = ["2h", "3h", "4h", "5h", "6h", "7h", "2c"];
    await goToMoment(page, moment);
    await expect(page.locator("[data-zone=table] .card")).toHaveCount(view[key].length);
    for (const cards of [laid, laid.filter((card) => card !== "2h"), ["4h", "5h", "2c"], ["2c"], ["2c", "7h"]]) {
      play(moment, { ...view, [key]: cards } as View);
      await expect(page.locator("[data-zone=table] .card")).toHaveCount(cards.length);
      await drawn(page);
      const rows = grouped(await placesOf(page, "[data-zone=table] .place"), ([, , y]) => y);
      for (const [y, row] of rows) {
        const [left, right] = [Math.min(...row.map(([, x]) => x)), Math.max(...row.map(([, x, , width]) => x + width))];
        expect(Math.abs((left + right) / 2 - 195), `${name}, ${cards.length} cards, row at ${y}`).toBeLessThanOrEqual(4);
      }
      expect(rows.size).toBe(Math.ceil(cards.length / 4));
    }
  }
});

test("in bridge no card of the hand or of dummy moves while others are played", async ({ server, browser }) => {
  const { page } = await visitor(browser, server, {}, { baseURL: process.env.PAGE ?? server.address, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const play = await serveMoments(page, MOMENTS);
  await page.goto("/nowhere");
  const moment = momentOf("bridge 4 declarer") as PlayedMoment;
  const view = moment.snapshot.view as BridgeView;
  await goToMoment(page, moment);
  const HANDS = "[data-hand-card], [data-zone^=hand-] .lies";
  await page.waitForSelector("[data-hand-card]");
  await drawn(page);
  // A phone shows the player's own plate too.
  const own = page.locator(`[data-seat="${moment.info.you}"]`);
  await expect(own).toBeInViewport({ ratio: 1 });
  await expect(own).toContainText("You");
  const before = new Map((await placesOf(page, HANDS)).map((place) => [place[0], place]));
  // Each card of a hand shows 42 px of its width, and each of dummy 24 of its height: a tap on another card
  // only selects it.
  for (const [hand, along, shown] of [["[data-hand-card]", 1, 42], ["[data-zone^=hand-] .lies", 2, 24]] as const) {
    const rows = grouped(await placesOf(page, hand), (place) => place[3 - along] as number);
    for (const row of rows.values()) {
      const at = row.map((place) => place[along] as number).toSorted((a, b) => a - b);
      for (const [index, place] of at.entries()) if (index > 0) expect(place - at[index - 1]!, hand).toBeGreaterThanOrEqual(shown);
    }
  }
  let hands = view.hands;
  for (let played = 0; played < 6; played += 1) {
    // From each open hand every second card, so that suits end and middles open.
    hands = hands.map((held) => ("open" in held ? { open: held.open.filter((_, index) => index !== (2 * played) % Math.max(1, held.open.length)) } : held));
    play(moment, { ...view, hands });
    await expect(page.locator("[data-hand-card]")).toHaveCount((hands[moment.info.you!] as { open: string[] }).open.length);
    await drawn(page);
    for (const place of await placesOf(page, HANDS)) expect(place).toEqual(before.get(place[0]));
  }
});

test("the clocks stand on the plates, large and inside them; who is away or asleep is told in words", async ({ server, browser }) => {
  const { page } = await visitor(browser, server, {}, { baseURL: process.env.PAGE ?? server.address });
  const running = (moment: PlayedMoment) => moment.snapshot.actors[0]!;
  const timed = ["scopa 2 play", "bridge 4 declarer", "gin-rummy 2 discard", "thirty-one 9 draw", "sharks 5 bid"].map((name): PlayedMoment => {
    const moment = momentOf(name) as PlayedMoment;
    const away = moment.info.chairs.findIndex((_, seat) => seat !== moment.info.you);
    const clocks = moment.info.chairs.map((_, seat) => ({ bank: 125_000, delay: 20_000, elapsed: seat === running(moment) ? 0 : null, runs: seat === running(moment), flagged: seat === away, decided: null }));
    return { ...moment, clocks, away };
  });
  await serveMoments(page, timed);
  await page.goto("/nowhere");
  for (const moment of timed) {
    await goToMoment(page, moment);
    await page.waitForSelector(".play .table [data-zone]");
    for (const [width, height] of [[390, 844], [1440, 900], [2560, 1440]] as const) {
      await page.setViewportSize({ width, height });
      await drawn(page);
      const seen = await page.evaluate(() => {
        const clocks = [...document.querySelectorAll<HTMLElement>("[data-clock]")].filter((one) => one.checkVisibility());
        return {
          clocks: clocks.map((one) => Number(one.dataset.clock)).toSorted((a, b) => a - b),
          running: clocks.filter((one) => one.classList.contains("runs")).map((one) => Number(one.dataset.clock)),
          least: Math.min(...clocks.map((one) => parseFloat(getComputedStyle(one.querySelector("b")!).fontSize))),
          outside: clocks.filter((one) => {
            const [clock, zone] = [one.getBoundingClientRect(), one.closest("[data-zone]")!.getBoundingClientRect()];
            return clock.left < zone.left - 1 || clock.right > zone.right + 1 || clock.top < zone.top - 1 || clock.bottom > zone.bottom + 1;
          }).map((one) => one.dataset.clock),
          cut: clocks.filter((one) => one.querySelector(".time")!.scrollWidth > one.querySelector(".time")!.clientWidth + 1).map((one) => one.dataset.clock),
        };
      });
      const key = `${moment.name} ${width}x${height}`;
      expect(seen, key).toMatchObject({ clocks: moment.info.chairs.map((_, seat) => seat), running: [running(moment)], outside: [], cut: [] });
      expect(seen.least, key).toBeGreaterThanOrEqual(20);
      const plate = page.locator(`[data-seat="${moment.away}"]`);
      await expect(plate.locator(".asleep")).toHaveText("bot plays");
      await expect(plate.getByText("away", { exact: true })).toBeVisible();
    }
  }
});

test("in an auction the meaning of the last bid is read without a tap", async ({ server, browser }) => {
  const { page } = await visitor(browser, server, {}, { baseURL: process.env.PAGE ?? server.address });
  const play = await serveMoments(page, MOMENTS);
  await page.goto("/nowhere");
  const moment = momentOf("bridge 4 long") as PlayedMoment;
  const view = moment.snapshot.view as BridgeView;
  await goToMoment(page, moment);
  const meaning = page.locator("[data-zone=auction] [data-told]");
  for (const [width, height] of [[390, 844], [768, 1024], [1440, 900]] as const) {
    await page.setViewportSize({ width, height });
    await drawn(page);
    await expect(meaning).toHaveText(/^Massimiliano:\s+3\s*NT\s+13 points or more$/);
    await expect(meaning).toBeInViewport({ ratio: 1 });
  }
  // A bid says more than the pass after it, and each call can be asked for.
  play(moment, { ...view, auction: view.auction.slice(0, 5), meanings: view.meanings.slice(0, 5) } as View);
  await expect(meaning).toHaveText(/^Massimiliano:\s+X\s+the suits not bid · 8 points or more · asks for an answer$/);
  await page.locator("[data-zone=auction] .made").nth(1).click();
  await expect(meaning).toContainText("11–23 points · 3 or more diamonds");
});

test("in an auction every row is shown, or a button scrolls to it", async ({ server, browser }) => {
  const { page } = await visitor(browser, server, {}, { baseURL: process.env.PAGE ?? server.address });
  const play = await serveMoments(page, MOMENTS);
  await page.goto("/nowhere");
  const moment = momentOf("bridge 4 long") as PlayedMoment;
  const view = moment.snapshot.view as BridgeView;
  await goToMoment(page, moment);
  const rows = page.locator("[data-zone=auction] tbody tr");
  /** Returns the numbers of the rows between the head and the meaning. */
  const whole = () => page.evaluate(() => {
    const box = document.querySelector(".auction")!.getBoundingClientRect();
    const top = document.querySelector(".auction thead")!.getBoundingClientRect().bottom;
    const bottom = document.querySelector(".auction .help")?.getBoundingClientRect().top ?? box.bottom;
    return [...document.querySelectorAll(".auction tbody tr")].flatMap((row, index) => (row.getBoundingClientRect().top >= top - 2 && row.getBoundingClientRect().bottom <= bottom + 2 ? [index] : []));
  });
  await expect(rows).toHaveCount(4);
  const earlier = page.getByRole("button", { name: "Show the earlier calls" });
  for (const [width, height] of [[390, 844], [768, 1024], [1366, 768], [1440, 900]] as const) {
    await page.setViewportSize({ width, height });
    await drawn(page);
    expect(await whole(), `${width}x${height}`).toEqual([0, 1, 2, 3]);
    await expect(earlier).toHaveCount(0);
  }
  play(moment, { ...view, auction: [...view.auction.slice(0, 9), ..."4C P 4D P 4H P 4S P 5C P 5D P 5H P 5S P P".split(" ")] } as View);
  await expect(rows).toHaveCount(8);
  for (const [width, height] of [[390, 844], [640, 360]] as const) {
    await page.setViewportSize({ width, height });
    await drawn(page);
    expect(await whole(), `${width}x${height}`).toContain(7);
    await earlier.click();
    await expect.poll(whole).toContain(0);
    await page.getByRole("button", { name: "Show the latest calls" }).click();
    await expect.poll(whole).toContain(7);
  }
});

test("while a play is being sent, the prompt does not name us like another player", async ({ server, browser }) => {
  const { page } = await visitor(browser, server, {}, { baseURL: process.env.PAGE ?? server.address });
  // The moments answer no play.
  await serveMoments(page, MOMENTS);
  await page.goto("/nowhere");
  await goToMoment(page, momentOf("thirty-one 2 discard"));
  // A card that may not be thrown is sent at once, so that the server says why.
  await page.locator("[data-hand-card]").last().dispatchEvent("click");
  await expect(page.locator("[data-turn=true]")).toHaveCount(0);
  await expect(page.locator(".play .pill")).toHaveText(/^(Your turn|Sending …)$/);
});
