// Requests of challenges. docs/protocol.md describes each.
import { request } from "../backend/request";
import type { Challenge, Challenges, Opened } from "../backend/wire";
import { base } from "../kit/base";
import { settings } from "../kit/settings.svelte";

export const challenges = () => request<Challenges>("GET", "/api/challenges");
export const challenge = (pool: string, rated: boolean, name: string | null) => request<Challenge>("POST", "/api/challenges", { pool, rated, name });
export const seen = (code: string) => request<Challenge>("GET", `/api/challenges/${encodeURIComponent(code)}`);
export const remove = (code: string) => request<void>("DELETE", `/api/challenges/${encodeURIComponent(code)}`);
export const accept = (code: string) => request<Opened>("POST", `/api/challenges/${encodeURIComponent(code)}/accept`, { name: settings.name.trim() });

/** Returns the address of a challenge in this page. The code stands after the number sign, so that no log of a proxy has it. */
export const addressOf = (code: string): string => `${base}#/c/${code}`;
