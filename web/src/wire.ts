// What the page and the server say to each other, type by type as in docs/protocol.md.

export type Seat = number;
export type OptionValue = boolean | number | string;
export type Options = Record<string, OptionValue>;

export interface Game { id: string; seats: number[]; presets: Preset[]; options: Option[]; bots: string[] }
export interface Preset {
  id: string;
  source: { title: string; at: string };
  tables: { seats: number; options: Options }[];
}
export interface Option {
  key: string;
  rule: string;
  display: boolean;
  values: { oneOf: OptionValue[] } | { range: [number, number] };
}

export interface NewTable { game: string; options: Options; seats: number; chairs: NewChair[]; name: string }
export type NewChair = "me" | "open" | { bot: string };
export interface Opened { table: string; seat: Seat }
export interface Resolved { options: Options; differs: Options }

export interface TableInfo {
  table: string;
  game: string;
  preset: string;
  options: Options;
  seats: number;
  chairs: Chair[];
  ready: Seat[];
  you: Seat | null;
  commitment: string;
}
export type Chair =
  | { kind: "open" }
  | { kind: "person"; name: string; here: boolean }
  | { kind: "bot"; bot: string };

export interface Frame {
  version: number;
  phase: "waiting" | "playing" | "counted" | "over";
  deal: number;
  dealer: Seat;
  actors: Seat[];
  legal: string[];
  view: View | null;
  totals: number[];
  sides: number[];
  counted: Counted | null;
  winners: Seat[];
}
export interface Counted { deal: number; thrownIn: boolean; points: number[]; lines: CountLine[] }
export interface CountLine { category: string; amounts: (number | null)[]; points: number[]; cards?: string[][] }

export interface View {
  hands: Holding[];
  table: string[];
  stock: number;
  turn: Seat | null;
  dealer: Seat;
  playing: Seat[];
  piles: string[][];
  sweeps: string[][];
  lastCapture: { seat: Seat; card: string; taken: string[] } | null;
  lastCapturer: Seat | null;
}
export type Holding = { open: string[] } | { closed: number };

export type Event =
  | { event: "dealt"; seat: Seat; hand: Holding }
  | { event: "laidOut"; cards: string[] }
  | { event: "thrownIn"; rank: string }
  | { event: "laid"; seat: Seat; card: string }
  | { event: "captured"; seat: Seat; card: string; taken: string[]; sweep: boolean }
  | { event: "claimed"; seat: Seat; right: boolean }
  | { event: "restTaken"; side: number | null; cards: string[] };

export interface Replay {
  deals: number;
  info: TableInfo;
  start: Step;
  steps: Step[];
  totals: number[];
  winners: Seat[];
}
export interface Step {
  seat: Seat | null;
  action: string | null;
  events: Event[];
  view: View;
  counted: Counted | null;
}

export type Command =
  | { do: "hello"; token: string; protocol: 1 }
  | { do: "watch"; table: string }
  | { do: "unwatch"; table: string }
  | { do: "sit"; table: string; seat: Seat; name: string }
  | { do: "play"; table: string; version: number; action: string; id: string }
  | { do: "continue"; table: string }
  | { do: "ping" };

export type Notice =
  | { tell: "hello"; protocol: number; server: string }
  | { tell: "table"; info: TableInfo; frame: Frame }
  | { tell: "played"; table: string; seat: Seat; action: string; events: Event[]; frame: Frame; id?: string | null }
  | { tell: "dealt"; table: string; events: Event[]; frame: Frame }
  | { tell: "chairs"; table: string; chairs: Chair[]; ready: Seat[] }
  | ({ tell: "refused"; table?: string | null; id?: string | null } & Refused)
  | { tell: "pong" };

export interface Refused {
  code: string;
  reason?: string | null;
  rule?: string | null;
  message: string;
  facts?: Record<string, unknown> | null;
}
