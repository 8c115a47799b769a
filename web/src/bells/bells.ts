// Requests of bells. docs/protocol.md describes each.
import { request } from "../backend/request";
import type { Bells } from "../backend/wire";

/** Returns the offset of this device's clock from UTC, in minutes. The server is quiet at night by it. */
export const clock = (now: Date = new Date()): number => 0 - now.getTimezoneOffset();

export const bells = () => request<Bells>("GET", "/api/bells");
export const setBells = (families: readonly string[]) => request<Bells>("PUT", "/api/bells", { families, clock: clock() });
