// What fits.spec.ts is fed: moments of matches, as the house told them to one player, and finished deals.
import type { Event, Frame, Replay, TableInfo } from "../../src/house/wire";

export interface PlayedMoment { name: string; info: TableInfo; frame: Frame; events: Event[] }
export interface ReplayMoment { name: string; replay: Replay }
export type Moment = PlayedMoment | ReplayMoment;
