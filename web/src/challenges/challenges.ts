// Requests of challenges. docs/protocol.md describes each.
import { request } from "../backend/request";
import type { Challenge, Challenges, Game, NewChallenge, NewTable, Opened, Resolved } from "../backend/wire";
import { base } from "../kit/base";
import { settings } from "../kit/settings.svelte";

export const challenges = () => request<Challenges>("GET", "/api/challenges");
/** `setup`: a pool, or a table with other rules. */
export const challenge = (setup: Pick<NewChallenge, "pool" | "table">, rated: boolean, name: string | null) => request<Challenge>("POST", "/api/challenges", { ...setup, rated, name });
export const games = () => request<Game[]>("GET", "/api/games");
/** Checks a table with other rules, like the form of a table does. */
export const check = (table: NewTable) => request<Resolved>("POST", "/api/tables/validate", table);
export const seen = (code: string) => request<Challenge>("GET", `/api/challenges/${encodeURIComponent(code)}`);
export const remove = (code: string) => request<void>("DELETE", `/api/challenges/${encodeURIComponent(code)}`);
export const accept = (code: string) => request<Opened>("POST", `/api/challenges/${encodeURIComponent(code)}/accept`, { name: settings.name.trim() });

/** Returns the address of a challenge in this page. The code stands after the number sign, so that no log of a proxy has it. */
export const addressOf = (code: string): string => `${base}#/c/${code}`;
