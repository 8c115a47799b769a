// PE-T17: the screens of people on every size of screen, with 0, 1, 3 and 40 people.
import { writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { atFullHeight, expectNoFaults, expectNoSidewaysScroll } from "./accessibility";
import { lobbyOf } from "./accounts";
import { HOST } from "./browsers";
import { expect, headersOf, test, visitor } from "./server";
import { FULL, isFull } from "./tiers";

const SIZES = [[390, 844], [640, 360], [768, 1024], [1366, 768], [1440, 900], [2560, 1440]] as const;
/** Widths that the quick tier checks too: a phone, and a desktop. */
const QUICK: readonly number[] = [390, 1440];
/** The quick tier checks the empty and the full screens only. */
const PEOPLE = isFull ? [0, 1, 3, 40] : [0, 40];

const FAMILIES = ["scopa-two", "bridge-partners", "cassino-two", "gin-rummy-two", "wall-street-two", "scopa-partners", "thirty-one-many", "sharks-many"];

const span = <Item>(count: number, item: (n: number) => Item): Item[] => Array.from({ length: count }, (_, n) => item(n));
/** Names of several lengths, the longest that an account can have among them. */
const nameOf = (n: number): string => (n % 5 === 2 ? `Maximiliane${String(n).padStart(9, "0")}` : `Player${n}`);

const watched = (n: number) => ({ table: `T${n}`, game: ["scopa", "bridge", "gin-rummy"][n % 3], preset: "classic", rating: n % 4 === 0 ? null : 1800 - n, rated: n % 4 !== 0, deal: 1 + (n % 5), players: span(n % 3 === 1 ? 4 : 2, (seat) => ({ name: nameOf(n + seat), friend: n === 0 && seat === 1 })) });
const ranked = (n: number) => ({ place: n + 1, name: nameOf(n), rating: 1900 - 9 * n, deviation: 45 + (n * 13) % 60, matches: 10 + n });
const played = (n: number) => ({ id: `M${n}`, replay: n % 5 !== 4, family: ["scopa-two", "bridge-partners", "thirty-one-many"][n % 3], finished: 1_790_000_000 - 4000 * n, place: 1 + (n % 2), outcome: n % 7 === 3 ? "left" : "played", rating: n % 2 === 0 ? 1543 + n : null, change: n % 2 === 0 ? 12 - n : null, partners: n % 3 === 1 ? [nameOf(n)] : [], opponents: span(n % 3 === 0 ? 1 : 2, (other) => nameOf(n + 1 + other)) });

/** Gives a page the answers of a server with as many other people as asked for at the time of each answer. */
async function withPeople(page: Page, count: () => number): Promise<void> {
  const answer = (path: string, body: (people: number) => object) => page.route(path, (route) => route.fulfill({ json: body(count()) }));
  await answer("**/api/watch", (people) => ({ tables: span(people, watched), more: people > 3 ? 7 : 0 }));
  await answer("**/api/ties", (people) => ({ friends: span(people, (n) => ({ name: nameOf(n), online: n % 2 === 0 })), requests: [], asked: span(people > 3 ? 2 : 0, (n) => nameOf(n + 50)), muted: [], blocked: span(people > 3 ? 3 : 0, (n) => nameOf(n + 60)) }));
  await answer("**/api/ratings/scopa-two", (people) => ({ family: "scopa-two", pool: "scopa-2-quick", listed: people, needed: 5, top: people < 5 ? [] : span(people, ranked), around: [], own: null }));
  await answer("**/api/players/Other", (people) => ({ name: "Other", since: 1_750_000_000, ratings: FAMILIES.slice(0, people).map((family, n) => ({ family, rating: 1500 + n, provisional: n % 2 === 0, matches: n + 1 })), finished: people > 3 ? 85 : null, matches: span(Math.min(people, 20), played) }));
  await page.routeWebSocket(/\/ws$/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      const people = count();
      const notice = JSON.parse(String(message)) as { type: string; pools?: object[] };
      if (notice.type !== "lobby") return socket.send(message);
      const pools = notice.pools!.map((pool, n) => ({ ...pool, waiting: people >= 3 && n % 4 === 0 ? Math.min(people, 12) : 0 }));
      const tables = span(people > 3 ? 5 : 0, (n) => ({ table: `T${n}`, game: "scopa", preset: "classic", name: nameOf(n), seats: 2, people: 1 }));
      socket.send(JSON.stringify({ ...notice, online: people + 1, pools, tables, friends: span(Math.min(people, 12), nameOf) }));
    });
  });
}

/** Returns the links and buttons that cover another one. What sticks to the bottom of a screen may cover others while it scrolls. */
const covered = (page: Page): Promise<string[]> => page.evaluate(() => {
  const sticks = (one: Element): boolean => {
    for (let at: Element | null = one; at !== null; at = at.parentElement) if (["fixed", "sticky"].includes(getComputedStyle(at).position)) return true;
    return false;
  };
  const all = [...document.querySelectorAll("main a, main button, main label")].filter((one) => one.checkVisibility() && one.closest(".unseen") === null && !sticks(one));
  return all.flatMap((one, n) => all.slice(n + 1).flatMap((other) => {
    if (one.contains(other) || other.contains(one)) return [];
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    const apart = Math.min(a.right, b.right) - Math.max(a.left, b.left) <= 2 || Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) <= 2;
    return apart ? [] : [`${one.textContent.trim()} / ${other.textContent.trim()}`];
  }));
});

interface Screen {
  name: string;
  path: string;
  /** Waits until the screen shows its people. */
  shown: (page: Page, people: number) => Promise<void>;
  /** Part of the screen with the main action, if it has one with so many people. */
  main: (page: Page, people: number) => ReturnType<Page["locator"]> | null;
}

const SCREENS: Screen[] = [
  { name: "home", path: "/", shown: (page, people) => expect(lobbyOf(page)).toContainText(`${people + 1} here`), main: lobbyOf },
  { name: "people", path: "/friends", shown: (page, people) => expect(page.getByRole("button", { name: people === 0 ? "Challenge somebody" : `Challenge ${nameOf(0)}`, exact: people !== 0 })).toBeVisible(), main: (page, people) => (people === 0 ? page.locator("main") : null) },
  { name: "watch", path: "/watch", shown: (page, people) => (people === 0 ? expect(page.getByRole("heading", { name: "There is no match to watch now" })).toBeVisible() : expect(page.getByRole("listitem")).toHaveCount(people)), main: (page, people) => (people === 0 ? page.locator("main") : null) },
  { name: "profile", path: "/player/Other", shown: (page) => expect(page.getByRole("heading", { name: "Other" })).toBeVisible(), main: () => null },
  { name: "leaderboard", path: "/ratings/scopa-two", shown: (page, people) => (people < 5 ? expect(page.getByRole("heading", { name: `${people} of 5` })).toBeVisible() : expect(page.getByRole("row")).toHaveCount(1 + people)), main: (page, people) => (people < 5 ? page.locator("main") : null) },
];

for (const [width, height] of SIZES) {
  test(`PE-T17: the screens of people at ${width}×${height}`, QUICK.includes(width) ? {} : FULL, async ({ browser, ownServer }, info) => {
    const { page } = await visitor(browser, ownServer, {}, { viewport: { width, height }, baseURL: ownServer.address.replace("127.0.0.1", HOST) });
    const headers = headersOf(page);
    const claimed = await page.request.post(`${ownServer.address}/api/account`, { headers, data: { name: "Anna", password: "three blind mice", device: "Browser" } });
    expect(claimed.status()).toBe(201);
    let people = 0;
    await withPeople(page, () => people);
    for (people of PEOPLE) {
      for (const { name, path, shown, main } of SCREENS) {
        const what = `${name} with ${people} at ${width}×${height}`;
        await page.goto(path);
        await shown(page, people);
        await expectNoSidewaysScroll(page, what);
        expect(await covered(page), what).toEqual([]);
        // A bar at the bottom covers a part of a small screen.
        await atFullHeight(page, () => expectNoFaults(page, what));
        const first = (main(page, people) ?? page.locator("main")).locator(".button.first:visible");
        // A list of equal rows has no main action, or one for all of them.
        if (main(page, people) === null) expect(await first.count(), what).toBeLessThanOrEqual(1);
        else await expect(first, what).toHaveCount(1);
        if (isFull) writeFileSync(info.outputPath(`${name}-${people}-${width}.png`), await page.screenshot());
      }
    }
  });
}
