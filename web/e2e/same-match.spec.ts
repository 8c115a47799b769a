// The same match in the browser and on a server: with the same seed, actions and bots, the records are equal.
// SAME_GAMES selects the games. crates/server/tests/server/same_match.rs plays a thousand matches of each in
// native code. It writes its questions with SAME_MATCHES_TO=FOLDER, and the modules answer them here with
// SAME_MATCHES_FROM=FOLDER.
import { createHash } from "node:crypto";
import { createReadStream, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Page } from "@playwright/test";
import { exchange, type Module } from "../src/backend/exchange";
import type { Snapshot, Game, NewTable, Notice } from "../src/backend/wire";
import { expect, test, visitor, type Server } from "./server";
import { FULL } from "./tiers";

test.use({ serverOptions: { standingClock: true } });

/** Maximum number of actions in a match. A whole rubber would take too long for a test that always runs. */
const MOST = 25;
const FROM = process.env.SAME_MATCHES_FROM;
/**
 * Returns an action that depends only on the state of the match. With a time limit it waits for the others,
 * unless they do nothing, because reaction times are not tested here.
 */
function action(snapshot: Snapshot, you: number, hurried: boolean, quiet: boolean): string | null {
  const { actors, legal, version } = snapshot;
  if (!actors.includes(you) || ((hurried || actors.length > 1) && !quiet) || legal.length === 0) return null;
  return legal[(Math.imul(version + 1, 2654435761) >>> 8) % legal.length]!;
}

/**
 * Plays a match on the server, in its page, and returns the record. It gets everything as arguments, since it
 * is sent as text.
 */
async function playThere(act: typeof action, most: number, hurried: boolean, table: NewTable, token: string): Promise<string> {
  const ask = async (method: string, path: string, body?: string): Promise<string> => {
    const text = await (await fetch(path, { method, headers: { authorization: `Bearer ${token}`, "content-type": "application/json" }, ...(body === undefined ? {} : { body }) })).text();
    if (!text.startsWith('{"code":"too-many"')) return text;
    await new Promise((over) => setTimeout(over, 500));
    return ask(method, path, body);
  };
  const opened = await ask("POST", "/api/tables", JSON.stringify(table));
  const id = (JSON.parse(opened) as { table?: string }).table;
  if (id === undefined) throw new Error(opened);
  await new Promise<void>((over, failed) => {
    let acted = -1;
    let actions = 0;
    let silence: ReturnType<typeof setTimeout> | undefined;
    const join = () => {
      const socket = new WebSocket(`ws://${location.host}/ws`);
      // The server accepts ten commands a second, and a few at once.
      let free = 0;
      const say = (command: object) => {
        free = Math.max(free, Date.now() - 1400) + 102;
        setTimeout(() => socket.send(JSON.stringify(command)), free - Date.now());
      };
      const answer = (snapshot: Snapshot, quiet: boolean) => {
        if (snapshot.version === acted) return;
        const chosen = act(snapshot, 0, hurried, quiet);
        if (snapshot.phase === "scored") say({ type: "continue", table: id });
        else if (chosen === null) return;
        else if ((actions += 1) > most) say({ type: "end", table: id, agree: true });
        else say({ type: "play", table: id, version: snapshot.version, action: chosen, id: String(snapshot.version) });
        acted = snapshot.version;
      };
      socket.onopen = () => {
        say({ type: "hello", token, protocol: 3 });
        say({ type: "watch", table: id });
      };
      // The server limits new sockets per minute. Unheard commands are sent again.
      socket.onclose = () => {
        acted = -1;
        clearTimeout(silence);
        setTimeout(join, 2000);
      };
      socket.onmessage = ({ data }: MessageEvent<string>) => {
        const notice = JSON.parse(data) as Notice;
        if (notice.type === "refused") return failed(new Error(data));
        if (!("snapshot" in notice)) return;
        const { snapshot } = notice;
        clearTimeout(silence);
        if (snapshot.phase === "over" || (notice.type === "table" && notice.info.ended !== null)) {
          socket.onclose = null;
          socket.close();
          return over();
        }
        answer(snapshot, false);
        // Longer than any bot takes to react, by this server's clock.
        silence = setTimeout(() => answer(snapshot, true), 4800);
      };
    };
    join();
  });
  return ask("GET", `/api/tables/${id}/record`);
}

const onServer = (page: Page, hurried: boolean, table: NewTable, token: string): Promise<string> => page.evaluate<string>(`(${playThere})(${action}, ${MOST}, ${hurried}, ${JSON.stringify(table)}, ${JSON.stringify(token)})`);

interface Kept { id: string }
interface Went { keep: Kept[]; lines: string[]; notices: Notice[]; wake: number | null }

/** Plays a match in the module, as the page's worker does, and returns the record. */
async function inModule(compiled: WebAssembly.Module, hurried: boolean, table: NewTable, seed: string): Promise<string> {
  const module = (await WebAssembly.instantiate(compiled)).exports as unknown as Module;
  let now = Date.now();
  const ask = <Answer>(what: unknown) => JSON.parse(exchange(module, JSON.stringify({ about: "table", now, what }))) as Answer;
  const { kept } = ask<{ kept: Kept }>({ do: "open", table, fresh: { id: "local-same", seed } });
  let keeping = kept;
  const lines: string[] = [];
  let snapshot: Snapshot | null = null;
  let wake: number | null = null;
  const go = (what: unknown) => {
    const went = ask<Went>(what);
    lines.push(...went.lines);
    keeping = went.keep[0] ?? keeping;
    wake = went.wake;
    for (const notice of went.notices) {
      if (notice.type === "refused") throw new Error(JSON.stringify(notice));
      if ("snapshot" in notice) snapshot = notice.snapshot;
    }
  };
  const command = (command: object) => go({ do: "command", command: { ...command, table: kept.id }, fresh: null });
  go({ do: "revive", kept, lines: [], broken: false });
  command({ type: "watch" });
  let acted = -1;
  let actions = 0;
  for (;;) {
    const { phase, version } = snapshot! as Snapshot;
    if (phase === "over") break;
    const chosen = action(snapshot!, 0, hurried, wake === null);
    if (acted !== version && phase === "scored") command({ type: "continue" });
    else if (acted !== version && chosen !== null) {
      if ((actions += 1) > MOST) {
        command({ type: "end", agree: true });
        break;
      }
      command({ type: "play", version, action: chosen, id: String(version) });
    } else {
      now = Math.max(now, wake!);
      go({ do: "time" });
      continue;
    }
    acted = version;
  }
  return ask<{ record: string }>({ do: "record", kept: keeping, lines }).record;
}

/** Returns the default bot. */
const usual = ({ bots }: Game) => bots[Math.floor((bots.length - 1) / 2)]!;

const moduleOf = async (server: Server, game: string) => WebAssembly.compile(await (await fetch(`${server.address}/play-${game}.wasm`)).arrayBuffer());

test("every game plays the same match in the browser and on the server", FULL, async ({ ownServer: server, browser }) => {
  test.skip(FROM !== undefined, "other matches are asked for");
  const { page } = await visitor(browser, server);
  await page.goto("/rules");
  const only = process.env.SAME_GAMES?.split(" ");
  const games = ((await (await fetch(`${server.address}/api/games`)).json()) as Game[]).filter(({ id }) => only?.includes(id) ?? true);
  // All matches run on the server first, then in the module: silence is measured by the server's clock, which
  // this process advances.
  const play = async (game: Game) => {
    const seats = game.seats[0]!;
    const preset = game.presets.find(({ tables }) => tables.some((table) => table.seats === seats))!;
    const chairs: NewTable["chairs"] = ["me", ...Array.from({ length: seats - 1 }, () => ({ bot: usual(game) }))];
    const table: NewTable = { game: game.id, options: { preset: preset.id }, seats, chairs, name: "Anna" };
    const token = Buffer.from(game.id.padEnd(32, ".")).toString("base64url");
    return { game, table, record: await onServer(page, game.turns !== "taken", table, token) };
  };
  // Fetched first, while the connection is fresh.
  const modules = await Promise.all(games.map(({ id }) => moduleOf(server, id)));
  // No faster: a bot thinks in real time, and after two seconds of this clock others would play for it.
  const clock = setInterval(() => server.advance(12), 4);
  const played = await Promise.all(games.map(play)).finally(() => clearInterval(clock));
  for (const [index, { game, table, record }] of played.entries()) {
    const kept = JSON.parse(record) as { seed: string };
    expect(JSON.parse(await inModule(modules[index]!, game.turns !== "taken", table, kept.seed)), game.id).toEqual(kept);
  }
});

test("the WebAssembly module answers like native code", FULL, async ({ ownServer: server }) => {
  test.skip(FROM === undefined, "only with recorded questions");
  test.setTimeout(0);
  for (const file of readdirSync(FROM!)) {
    const game = file.replace(".jsonl", "");
    const compiled = await moduleOf(server, game);
    let matches = 0;
    for await (const line of createInterface({ input: createReadStream(join(FROM!, file)) })) {
      const { questions, answers } = JSON.parse(line) as { questions: string[]; answers: string };
      const module = (await WebAssembly.instantiate(compiled)).exports as unknown as Module;
      const given = createHash("sha256");
      for (const question of questions) given.update(exchange(module, question));
      expect(given.digest("hex"), `${game} ${matches}`).toBe(answers);
      matches += 1;
    }
    console.log(`${game}: ${matches} matches`);
  }
});
