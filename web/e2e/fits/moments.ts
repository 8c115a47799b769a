// Recorded moments of matches, as a player received them, and finished deals. A page shows them without a
// match.
import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import type { Event, PlayerClock, Snapshot, Replay, TableInfo, View } from "../../src/backend/wire";

/** `clocks`, and the seat whose player is `away`, are for tests of plates. */
export interface PlayedMoment { name: string; id: string; info: TableInfo; snapshot: Snapshot; events: Event[]; clocks?: PlayerClock[]; away?: number }
export interface ReplayMoment { name: string; id: string; replay: Replay }
export type Moment = PlayedMoment | ReplayMoment;

/** The moments recorded by fits-record.spec.ts. */
export const MOMENTS: readonly Moment[] = (JSON.parse(readFileSync(new URL("moments.json", import.meta.url), "utf8")) as Moment[]).map((moment, index) => ({ ...moment, id: `moment-${index}` }));

export function momentOf(name: string): Moment {
  const moment = MOMENTS.find((one) => one.name === name);
  if (moment === undefined) throw new Error(`no recorded moment ${name}`);
  return moment;
}

const NAMES = ["Anna", "Massimiliano", "Bartolomeo", "Ida", "Giuseppina", "Costantino", "Maddalena", "Teodoro", "Ludovica"];
const withNames = (info: TableInfo, table: string): TableInfo => ({ ...info, table, absence: 60_000, ending: [], ended: null, next: null, diverged: null, timeControl: null, clocks: [], host: null, day: null, chairs: info.chairs.map((_, seat) => ({ kind: "person", name: NAMES[seat]!, connected: true, away: null, substitute: null, left: false })) });

/**
 * Answers the page's requests from the moments: each is a table by its id, or a replay. Returns a function that
 * shows the next view of a table.
 */
export async function serveMoments(page: Page, moments: readonly Moment[]): Promise<(moment: PlayedMoment, view: View) => void> {
  let socketOfPage: { send: (message: string) => void } | null = null;
  // The version of the table shown last. A page follows consecutive versions only.
  let version = 0;
  await page.route("**/api/tables/*/replay*", (route) => {
    const moment = moments.find(({ id }) => route.request().url().includes(`/${id}/`));
    return moment !== undefined && "replay" in moment ? route.fulfill({ json: { ...moment.replay, info: withNames(moment.replay.info, moment.id) } }) : route.fulfill({ status: 404, json: { code: "no-table", message: "" } });
  });
  await page.routeWebSocket(/\/ws$/, (socket) => {
    socketOfPage = socket;
    socket.onMessage((message) => {
      const command = JSON.parse(String(message)) as { type: string; table?: string };
      const send = (notice: object) => socket.send(JSON.stringify(notice));
      if (command.type === "hello") send({ type: "hello", protocol: 3, server: "moments" });
      const moment = moments.find(({ id }) => id === command.table);
      if (command.type !== "watch" || moment === undefined || "replay" in moment) return;
      const { snapshot, events } = moment;
      const info = withNames(moment.info, moment.id);
      info.clocks = moment.clocks ?? [];
      if (moment.away !== undefined) info.chairs[moment.away] = { ...info.chairs[moment.away]!, connected: false } as TableInfo["chairs"][number];
      version = snapshot.version;
      // A scoring is shown only after play. The last one comes when the match is already over.
      const phase = moment.name.endsWith("counting") ? "playing" : snapshot.phase;
      send({ type: "table", info, snapshot: { ...snapshot, phase, version: snapshot.version - 1 }, log: [] });
      send({ type: "played", table: moment.id, seat: 0, action: "", events, snapshot });
    });
  });
  return ({ id, snapshot }, view) => {
    version += 1;
    socketOfPage?.send(JSON.stringify({ type: "played", table: id, seat: 0, action: "", events: [], snapshot: { ...snapshot, version, view } }));
  };
}

/** Goes to a moment, or to a step of a replay, without reloading the page. */
export async function goToMoment(page: Page, moment: Moment, step: number | null = null): Promise<void> {
  await page.evaluate(([id, at]) => {
    history.pushState(null, "", at === null ? `/table/${id}` : `/replay/${id}#deal=1&step=${at}`);
    dispatchEvent(new PopStateEvent("popstate"));
    dispatchEvent(new HashChangeEvent("hashchange"));
  }, [moment.id, step] as const);
}
