// Records the moments of matches for fits.spec.ts: RECORD=1 npx playwright test fits-record, with ONLY="scopa 2"
// for those whose names begin so. A moment is a snapshot that one player received. The moments are listed below.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Snapshot, Game, Notice, Replay, TableInfo } from "../src/backend/wire";
import { test } from "./server";

test.use({ serverOptions: { standingClock: true } });
import type { PlayedMoment, ReplayMoment } from "./fits/moments";

type Moment = Omit<PlayedMoment, "id"> | Omit<ReplayMoment, "id">;

const FILE = fileURLToPath(new URL("fits/moments.json", import.meta.url));
const GAMES = JSON.parse(readFileSync(fileURLToPath(new URL("../src/book/games.json", import.meta.url)), "utf8")) as Game[];

interface Wanted {
  game: string;
  seats: number;
  options?: Record<string, unknown>;
  /**
   * The moments, each with its condition: an expression of `view`, `legal`, `mine` (whether it is the
   * player's turn), `snapshot` and `log`.
   */
  moments: Record<string, string>;
  /** Preference among the snapshots of a moment: the largest value wins. */
  most?: string;
  deals?: number;
  /** How often bids and claims are left out. */
  pass?: number;
  /** Preferred action, for moments that are rare by chance: an expression of the same. */
  rather?: string;
}

/** Moments of every game. */
const counted = { counting: "snapshot.phase === 'scored'", over: "snapshot.phase === 'over'" };
const WANTED: Wanted[] = [
  { game: "scopa", seats: 2, options: { target: 3 }, moments: { play: "mine && view.table.length >= 7", choice: "mine && legal.some((one) => legal.filter((other) => other.split(' ')[0] === one.split(' ')[0]).length >= 3)", ...counted } },
  { game: "scopa", seats: 4, options: { target: 2 }, moments: { play: "mine && view.table.length >= 6" } },
  { game: "scopa", seats: 6, options: { target: 2 }, moments: { play: "mine && view.table.length >= 6", counting: counted.counting } },
  { game: "wall-street", seats: 2, options: { target: 3 }, moments: { play: "mine && view.table.length >= 6", counting: counted.counting } },
  { game: "wall-street", seats: 4, options: { target: 3 }, moments: { play: "mine && view.table.length >= 4" } },
  { game: "cassino", seats: 2, options: { target: 3 }, moments: { play: "mine && view.loose.length >= 5", build: "mine && view.builds.length >= 1" } },
  { game: "cassino", seats: 2, options: { target: 11 }, moments: counted },
  { game: "cassino", seats: 4, options: { target: 5 }, moments: { play: "mine && view.loose.length >= 4", build: "mine && view.builds.length >= 1" } },
  {
    game: "bridge", seats: 4, options: { mode: "duplicate", boards: 16 }, pass: 0.8, deals: 16,
    moments: {
      auction: "mine && view.contract === null && view.auction.length < 4",
      long: "mine && view.contract === null && view.auction.length >= 9",
      declarer: "mine && view.declarer === 0 && view.turn === 0 && view.hands[2].open.length >= 11",
      dummy: "mine && view.declarer === 0 && view.turn === 2 && view.trick.cards.length >= 1 && view.hands[2].open.length >= 11",
      left: "mine && view.dummy === 1 && view.hands[1].open && view.trick.cards.length >= 1",
      right: "mine && view.dummy === 3 && view.hands[3].open && view.trick.cards.length >= 1",
      watching: "!snapshot.dealScore && view.dummy === 0 && view.trick.cards.length >= 2",
      late: "mine && view.turn === 0 && view.hands[0].open.length === 6",
    },
  },
  { game: "bridge", seats: 4, options: { mode: "duplicate", boards: 1 }, pass: 0.8, moments: counted },
  {
    game: "gin-rummy", seats: 2, options: { target: 100 }, deals: 12,
    moments: {
      offer: "mine && view.phase === 'offer'", draw: "mine && view.phase === 'draw' && view.discards > 3", discard: "mine && view.phase === 'discard'",
      knock: "mine && legal.some((one) => one.startsWith('knock'))", layOff: "mine && view.phase === 'layOff'", ...counted,
    },
  },
  { game: "thirty-one", seats: 2, moments: { draw: "mine && legal.includes('stock')", discard: "mine && legal.some((one) => one.startsWith('discard'))", counting: counted.counting } },
  { game: "thirty-one", seats: 5, moments: { draw: "mine && legal.includes('stock')" } },
  { game: "thirty-one", seats: 9, moments: { draw: "mine && legal.includes('stock')", discard: "mine && legal.some((one) => one.startsWith('discard'))", knocked: "mine && view.knocker !== null && view.ending === null", counting: counted.counting, over: counted.over } },
  { game: "speed", seats: 2, moments: { flip: "snapshot.phase === 'playing' && view.starting && legal.includes('flip')", play: "snapshot.phase === 'playing' && !view.starting && !view.blocked && view.hands[0].open.length === 5" } },
  {
    game: "sharks", seats: 2,
    moments: { bid: "mine && view.stage === 'bid' && view.bids[1].length > 0", tool: "mine && view.stage === 'tool'" },
  },
  {
    game: "sharks", seats: 5, pass: 0.6,
    // The winner of the second auction turns a card up.
    rather: "view.stage === 'bid' && view.auction === 2 ? legal.filter((one) => one.startsWith('bid ')).map((one) => [one, one.split(' ').slice(1).reduce((sum, card) => sum + Number(card), 0)]).sort((a, b) => b[1] - a[1])[0]?.[0] : undefined",
    moments: {
      bid: "mine && view.stage === 'bid' && view.bids[1].length > 0", tool: "mine && view.stage === 'tool' && legal.length > 3", react: "mine && view.stage === 'react'",
      give: "mine && view.stage === 'give'", flip: "mine && view.stage === 'flip'", counting: counted.over, over: counted.over,
    },
  },
];

/** Returns the moments of a game: those above, or a turn, the scoring and the end. */
const wantedOf = ({ id, presets }: Game): Wanted[] => {
  const own = WANTED.filter(({ game }) => game === id);
  return own.length > 0 ? own : [{ game: id, seats: presets[0]!.tables[0]!.seats, moments: { play: "mine", ...counted } }];
};

declare global {
  /** Advances the clock of the tables. */
  var letTimePass: () => Promise<void>;
}

/** Plays in the page, which has sockets, until every moment has been found. */
async function play({ game, seats, options = {}, moments, deals = 8, pass = 0, rather = "undefined" }: Wanted): Promise<{ found: Record<string, { info: TableInfo; snapshot: Snapshot; events: unknown[] }>; tables: string[] }> {
  const token = "A".repeat(42) + "E";
  const tests = Object.entries(moments).map(([name, text]) => [name, new Function("view", "legal", "mine", "snapshot", `return ${text}`)] as const);
  const preferred = new Function("view", "legal", `return ${rather}`) as (view: unknown, legal: readonly string[]) => string | undefined;
  const found: Record<string, { info: TableInfo; snapshot: Snapshot; events: unknown[] }> = {};
  const tables: string[] = [];
  const end = Date.now() + 240_000;
  for (let match = 0; Date.now() < end && Object.keys(found).length < tests.length; match += 1) {
    const opened = await fetch("/api/tables", {
      method: "POST", headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ game, options, seats, chairs: ["me", ...Array.from({ length: seats - 1 }, () => ({ bot: game === "speed" ? "waiter" : "greedy" }))], name: "Anna" }),
    });
    if (opened.status === 429) {
      await new Promise((done) => setTimeout(done, 5000));
      continue;
    }
    const { table } = (await opened.json()) as { table: string };
    if (table === undefined) throw new Error(`${game}: ${opened.status}`);
    tables.push(table);
    const socket = new WebSocket(`ws://${location.host}/ws`);
    const send = (command: object) => socket.send(JSON.stringify(command));
    let info: TableInfo | null = null;
    let log: unknown[] = [];
    let last: Snapshot | null = null;
    await new Promise<void>((done) => {
      const late = setTimeout(done, 120_000);
      const finish = () => {
        clearTimeout(late);
        done();
      };
      const look = (snapshot: Snapshot) => {
        if (snapshot.view === null || info === null) return;
        last = snapshot;
        const mine = snapshot.phase === "playing" && snapshot.actors.includes(0);
        for (const [name, is] of tests) {
          let so = false;
          try {
            so = Boolean(is(snapshot.view, snapshot.legal, mine, snapshot));
          } catch {
            // A condition on a missing field is false.
          }
          if (so && found[name] === undefined) found[name] = { info, snapshot, events: log.slice(-4) };
        }
        if (snapshot.phase === "over" || snapshot.deal >= deals || Object.keys(found).length === tests.length) return finish();
        if (snapshot.phase === "scored") return send({ type: "continue", table: info.table });
        if (!mine) return;
        const usual = snapshot.legal.filter((one) => one === "P" || one === "pass" || one === "noreact");
        const others = snapshot.legal.filter((one) => !one.startsWith("claim") && !(one === "X" || one === "XX" || /^[3-7][CDHSN]$/.test(one)) && (one !== "knock" || snapshot.deal > 0));
        const choice = usual.length > 0 && Math.random() < pass ? usual : others.length > 0 ? others : snapshot.legal;
        const action = preferred(snapshot.view, snapshot.legal) ?? choice[Math.floor(Math.random() * choice.length)];
        if (action !== undefined) setTimeout(() => send({ type: "play", table: info!.table, version: snapshot.version, action, id: crypto.randomUUID() }), 40);
      };
      socket.onopen = () => send({ type: "hello", token, protocol: 3 });
      socket.onmessage = ({ data }) => {
        const notice = JSON.parse(data as string) as Notice;
        // Waits and countdowns end at once.
        if (notice.type !== "hello") void letTimePass();
        if (notice.type === "hello") send({ type: "watch", table });
        // The rate limit refused it; try again later.
        if (notice.type === "refused") setTimeout(() => last !== null && look(last), 1500);
        if (notice.type === "table") {
          info = notice.info;
          look(notice.snapshot);
        }
        if (notice.type === "played" || notice.type === "dealt") {
          if (notice.type === "dealt") log = [];
          log.push(...notice.events);
          look(notice.snapshot);
        }
      };
    });
    socket.close();
  }
  return { found, tables };
}

test("the moments of every game", async ({ ownServer: server, browser }) => {
  test.skip(process.env.RECORD === undefined, "only when the moments are to be recorded anew");
  test.setTimeout(1_800_000);
  const page = await browser.newPage({ baseURL: server.address });
  await page.exposeFunction("letTimePass", () => server.advance(3000));
  await page.goto("/");
  const isWanted = (name: string) => `${name} `.startsWith(process.env.ONLY === undefined ? "" : `${process.env.ONLY} `);
  const kept = JSON.parse(readFileSync(FILE, "utf8")) as Moment[];
  const moments = kept.filter(({ name }) => !isWanted(name));
  for (const all of GAMES.flatMap(wantedOf)) {
    const wanted = { ...all, moments: Object.fromEntries(Object.entries(all.moments).filter(([name]) => isWanted(`${all.game} ${all.seats} ${name}`))) };
    if (Object.keys(wanted.moments).length === 0) continue;
    const { found, tables } = await page.evaluate(play, wanted);
    for (const name of Object.keys(wanted.moments)) if (found[name] === undefined) console.log(`not found: ${wanted.game} ${wanted.seats} ${name}`);
    for (const [name, moment] of Object.entries(found)) moments.push({ name: `${wanted.game} ${wanted.seats} ${name}`, ...moment } as Moment);
    // Steps of a deal of a finished match: the beginning, the middle and the end.
    for (const table of tables.filter(() => isWanted(`${wanted.game} ${wanted.seats} replay`))) {
      const answer = await page.request.get(`/api/tables/${table}/replay?deal=0`);
      if (!answer.ok()) continue;
      const replay = (await answer.json()) as Replay;
      const middle = Math.floor(replay.steps.length * 0.6);
      const early = Math.min(replay.steps.length - 1, replay.steps.findIndex(({ view }) => "contract" in view && view.contract !== null));
      const steps = [early > 0 ? early + 2 : -1, middle, replay.steps.length - 1].filter((at) => at >= 0).map((at) => replay.steps[at]!);
      moments.push({ name: `${wanted.game} ${wanted.seats} replay`, replay: { ...replay, points: [replay.points[0]!], steps } });
      break;
    }
    console.log(wanted.game, wanted.seats, Object.keys(found).join(" "));
    writeFileSync(FILE, `[\n${moments.map((moment) => JSON.stringify(moment)).join(",\n")}\n]\n`);
  }
});
