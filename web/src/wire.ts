// What the page and the server say to each other; docs/protocol.md explains it.
// Made from the types in crates/server/src/wire: to change it, change those and run
//     cargo xtask wire

/**
 * A seat, counted from 0 in the order of play.
 */
export type Seat = number;

export type OptionValue = boolean | number | string;

export type Options = Record<string, OptionValue>;

export type Game = { id: string, seats: Array<number>, presets: Array<Preset>, options: Array<Option>, stake: Stake | null, cardSets: Array<CardSet>, bots: Array<string> };

export type Preset = { id: string, source: Source, tables: Array<SideTable> };

export type Source = { title: string, at: string };

export type SideTable = { seats: number, options: Options };

export type Option = { key: string, rule: string, display: boolean, values: Values };

export type Values = { "oneOf": Array<OptionValue> }
  | { "range": [number, number] };

/**
 * What is agreed where people play for stakes.
 */
export type Stake = "point" | "pot";

export type CardSet = { id: string, cards: Array<CardKind> };

/**
 * One kind of card: what it is called by language, how many there are, and what is printed on it.
 */
export type CardKind = { id: string, part: string, names: Record<string, string>, copies: number, value: number | null, cost: number | null, kind: string | null, effects: Array<Effect> };

export type Effect = { effect: string, number: number | null };

/**
 * A table somebody wants to open.
 */
export type NewTable = { game: string, options: Options, seats: number, chairs: Array<NewChair>, name: string, 
/**
 * What is played for, in hundredths: for a point, or from each into the pot. Not every game has it.
 */
stake?: number | null };

/**
 * Who is to sit there.
 */
export type NewChair = "me" | "open" | { "bot": string };

/**
 * A new table, and the seat of whoever opened it.
 */
export type Opened = { table: string, seat: Seat };

/**
 * What options come to.
 */
export type Resolved = { options: Options, differs: Options };

/**
 * Everything about a table but the match.
 */
export type TableInfo = { table: string, game: string, preset: string, options: Options, seats: number, chairs: Array<Chair>, ready: Seat[], you: Seat | null, commitment: string, 
/**
 * How long sealed answers are waited for, in milliseconds.
 */
window: number, 
/**
 * What is played for, in hundredths.
 */
stake: number | null, 
/**
 * What each seat is paid, or pays, in hundredths; once the match is over, if it was played for something.
 */
payments: number[] | null, 
/**
 * How many milliseconds the table still counts before what everybody has agreed to, if it counts.
 */
counting: number | null };

/**
 * Who sits there.
 */
export type Chair = { "kind": "open" }
  | { "kind": "person", name: string, here: boolean }
  | { "kind": "bot", bot: string };

export type Frame = { version: number, phase: Phase, deal: number, dealer: Seat, actors: Array<Seat>, legal: Array<string>, view: View | null, totals: Array<number>, sides: Array<number>, counted: Counted | null, bonuses: Array<CountLine>, winners: Array<Seat> };

export type Phase = "waiting" | "playing" | "counted" | "over";

export type Counted = { deal: number, thrownIn: boolean, points: Array<number>, lines: Array<CountLine> };

/**
 * One category; the lists are per side.
 */
export type CountLine = { category: string, amounts: Array<number | null>, points: Array<number>, cards?: Array<Array<string>> };

/**
 * What one viewer knows: each family of games has its own, and the game of the table says which it is.
 */
export type View = FishingView | BridgeView | CassinoView | GinView | ThirtyOneView | SpeedView | SharksView;

/**
 * What somebody saw happen, in the order it happened.
 */
export type Event = FishingEvent | BridgeEvent | CassinoEvent | GinEvent | ThirtyOneEvent | SpeedEvent | SharksEvent;

export type Holding = { "open": Array<string> }
  | { "closed": number };

export type FishingView = { hands: Array<Holding>, table: Array<string>, stock: number, turn: Seat | null, dealer: Seat, playing: Array<Seat>, piles: Array<Array<string>>, sweeps: Array<Array<string>>, lastCapture: Capture | null, lastCapturer: Seat | null, thrownIn?: boolean };

export type Capture = { seat: Seat, card: string, taken: Array<string> };

export type FishingEvent = { "event": "dealt", seat: Seat, hand: Holding }
  | { "event": "laidOut", cards: Array<string> }
  | { "event": "thrownIn", rank: string }
  | { "event": "laid", seat: Seat, card: string }
  | { "event": "captured", seat: Seat, card: string, taken: Array<string>, sweep: boolean }
  | { "event": "claimed", seat: Seat, right: boolean }
  | { "event": "restTaken", side: number | null, cards: Array<string> };

export type BridgeView = { mode: BridgeMode, hands: Array<Holding>, dealer: Seat, vulnerable: [boolean, boolean], auction: Array<string>, said: Array<Said>, turn: Seat | null, contract: string | null, declarer: Seat | null, dummy: Seat | null, needed: number | null, tricks: [number, number], trick: Trick, lastTrick: Trick | null, claim: Claim | null, passedOut: boolean, over: boolean, sheet: Sheet };

export type BridgeMode = "rubber" | "chicago" | "duplicate";

/**
 * What a call says: points, and cards of each suit, clubs first.
 */
export type Said = { kind: string, forcing: Forcing, points: Span, lengths: [Span, Span, Span, Span] };

export type Forcing = "no" | "invites" | "round" | "game";

export type Span = { least: number, most: number };

export type Trick = { leader: Seat | null, cards: Array<string>, winner: Seat | null };

/**
 * A claim that waits for answers.
 */
export type Claim = { by: Seat, tricks: number, unanswered: Array<Seat> };

/**
 * The score sheet; the lists of two are per side.
 */
export type Sheet = { games: [number, number], partScores: [number, number], totals: [number, number], deals: Array<SheetDeal>, rubber: RubberBonus | null };

export type SheetDeal = { game: number, vulnerable: [boolean, boolean], contract: string | null, declarer: Seat | null, tricks: number | null, entries: Array<SheetEntry> };

export type SheetEntry = { category: string, side: number, below: boolean, amount: number, points: number };

export type RubberBonus = { side: number, points: number };

export type BridgeEvent = { "event": "dealt", seat: Seat, hand: Holding }
  | { "event": "called", seat: Seat, call: string }
  | { "event": "contracted", contract: string, declarer: Seat }
  | { "event": "passedOut" }
  | { "event": "played", seat: Seat, card: string }
  | { "event": "faced", seat: Seat, cards: Array<string> }
  | { "event": "trickWon", seat: Seat, cards: Array<string> }
  | { "event": "claimed", seat: Seat, tricks: number }
  | { "event": "answered", seat: Seat, accepts: boolean };

export type CassinoView = { hands: Array<Holding>, loose: Array<string>, builds: Array<Build>, stock: number, turn: Seat | null, dealer: Seat, piles: Array<Array<string>>, sweeps: Array<Array<string>>, lastCapture: Capture | null, lastCapturer: Seat | null, values: Array<number | null> };

/**
 * Cards that are taken together, by a card of this value.
 */
export type Build = { cards: Array<string>, value: number, multiple: boolean, controller: Seat };

export type CassinoEvent = { "event": "dealt", seat: Seat, hand: Holding }
  | { "event": "laidOut", cards: Array<string> }
  | { "event": "trailed", seat: Seat, card: string }
  | { "event": "captured", seat: Seat, card: string, taken: Array<string>, sweep: boolean }
  | { "event": "built", seat: Seat, card: string, joined: Array<string>, build: Build }
  | { "event": "restTaken", side: number | null, cards: Array<string> };

export type GinView = { hands: Array<Holding>, melds: Array<Array<Array<string>>>, stock: number, discards: number, upcard: string | null, firstUpcard: string, phase: GinPhase, turn: Seat | null, dealer: Seat, limit: number, justTaken: string | null, knock: GinKnock | null, faceDown: Holding | null, arrangement: GinArrangement | null, answer: GinAnswer | null };

export type GinPhase = "offer" | "stockOnly" | "draw" | "discard" | "lastDiscard" | "goOut" | "layOff" | "over";

export type GinKnock = { seat: Seat, going: GinGoing };

export type GinGoing = "knock" | "gin" | "bigGin";

export type GinArrangement = { melds: Array<Array<string>>, unmelded: Array<string>, deadwood: number };

export type GinAnswer = { cards: Array<string>, deadwood: number };

export type GinEvent = { "event": "dealt", seat: Seat, hand: Holding }
  | { "event": "turnedUp", card: string }
  | { "event": "passed", seat: Seat }
  | { "event": "drew", seat: Seat, card: Holding }
  | { "event": "took", seat: Seat, card: string }
  | { "event": "discarded", seat: Seat, card: string }
  | { "event": "wentOut", seat: Seat, going: GinGoing, melds: Array<Array<string>>, unmelded: Array<string>, discard: Holding | null }
  | { "event": "laidOff", seat: Seat, cards: Array<string>, meld: Array<string>, grown: Array<string> }
  | { "event": "shown", seat: Seat, melds: Array<Array<string>>, unmelded: Array<string> }
  | { "event": "turnedOver", card: string }
  | { "event": "stockEnded" };

export type ThirtyOneView = { hands: Array<Holding>, values: Array<number | null>, stock: number, reshuffles: number, upcard: string | null, discards: number, taken: string | null, turn: Seat | null, dealer: Seat, playing: Array<Seat>, startLives: number, lives: Array<number>, freeRide: Array<Seat>, knocker: Seat | null, lastTurns: Array<Seat>, ending: Ending | null, blitz: Array<Seat>, lost: Array<number> };

export type Ending = "knock" | "blitz" | "showdown";

export type ThirtyOneEvent = { "event": "dealt", seat: Seat, hand: Holding }
  | { "event": "turnedUp", card: string }
  | { "event": "drew", seat: Seat, card: string | null }
  | { "event": "tookUpcard", seat: Seat, card: string }
  | { "event": "discarded", seat: Seat, card: string }
  | { "event": "knocked", seat: Seat, lastTurns: Array<Seat> }
  | { "event": "reshuffled", cards: number }
  | { "event": "shown", ending: Ending, blitz: Array<Seat>, hands: Array<Array<string>>, values: Array<number | null>, lost: Array<number> }
  | { "event": "out", seat: Seat };

export type SpeedView = { hands: Array<Holding>, stocks: Array<number>, talons: [number, number], discards: [number, number], tops: [string | null, string | null], starting: boolean, blocked: boolean, agreed: Array<Seat>, needed: number, ending: SpeedEnding | null };

export type SpeedEnding = "out" | "stalemate";

export type Place = "left" | "right";

export type SpeedEvent = { "event": "dealt", seat: Seat, hand: Holding }
  | { "event": "agreed", seat: Seat }
  | { "event": "flipped", cards: [string, string] }
  | { "event": "played", seat: Seat, card: string, place: Place }
  | { "event": "refilled", seat: Seat, card: string | null }
  | { "event": "blocked" }
  | { "event": "recycled", place: Place, cards: number }
  | { "event": "ended", ending: SpeedEnding, hands: Array<Array<string>>, left: Array<number> };

export type SharksView = { set: string, round: number, auction: number, starter: Seat, stage: SharksStage, turn: Seat | null, give: number | null, hands: Array<CapitalHand>, shown: Array<Array<number>>, tools: Array<ToolHand>, traced: Array<HeldTool>, row: Array<Share | null>, portfolios: Array<Array<Share>>, values: Array<number>, discarded: Array<Share>, bids: Array<Array<number>>, highest: Seat | null, passed: Array<Seat>, acted: Array<Seat>, played: PlayedTool | null, answered: Array<Seat>, answer: string | null, capitalStock: number, capitalDiscards: Array<number>, toolStock: number, toolDiscards: Array<string>, investmentStock: number };

export type SharksStage = "bid" | "flip" | "tool" | "react" | "give" | "shuffle" | "over";

export type CapitalHand = { "open": Array<number> }
  | { "closed": number };

export type ToolHand = { "open": Array<string> }
  | { "closed": number };

/**
 * An Investment; null if this viewer does not know which. `seen`: who has looked at it while it lay face down.
 */
export type Share = { investment: string | null, up: boolean, seen: Array<Seat> };

export type HeldTool = { seat: Seat, tool: string };

/**
 * A Tool that was played. `chain`: the reactions, each to the one before it.
 */
export type PlayedTool = { seat: Seat, tool: string, choice: Choice | null, targets: Array<string>, paid: Array<number>, chain: Array<HeldTool> };

export type Choice = "first" | "second";

/**
 * Where an Investment lies: in the portfolio of a seat, or in the row (null). Places count from 1.
 */
export type SharePlace = { seat: Seat | null, place: number };

export type SharksEvent = { "event": "dealt", seat: Seat, capital: CapitalHand, tools: ToolHand }
  | { "event": "roundBegan", round: number }
  | { "event": "rowLaid", row: Array<Share | null> }
  | { "event": "auctionBegan", auction: number, starter: Seat }
  | { "event": "bid", seat: Seat, cards: Array<number>, total: number }
  | { "event": "passed", seat: Seat }
  | { "event": "won", seat: Seat, paid: Array<number>, lot: [Share | null, Share | null] }
  | { "event": "tookBack", seat: Seat, cards: Array<number> }
  | { "event": "unsold", lot: [Share | null, Share | null] }
  | { "event": "turnedUp", place: SharePlace, investment: string }
  | { "event": "turnedDown", place: SharePlace, investment: string }
  | { "event": "bonus", seat: Seat, investment: string }
  | { "event": "drewCapital", seat: Seat, value: number | null }
  | { "event": "drewTool", seat: Seat, tool: string | null }
  | { "event": "gave", seat: Seat, cards: Array<number> }
  | { "event": "playedTool", seat: Seat, tool: string, choice: Choice | null, targets: Array<string>, paid: Array<number> }
  | { "event": "answered", seat: Seat }
  | { "event": "reacted", seat: Seat, tool: string }
  | { "event": "settled", seat: Seat, tool: string, cancelled: boolean, reactions: number }
  | { "event": "discardedInvestment", seat: Seat, place: SharePlace, share: Share }
  | { "event": "tookInvestment", seat: Seat, place: SharePlace, share: Share }
  | { "event": "exchanged", seat: Seat, places: [SharePlace, SharePlace], shares: [Share, Share] }
  | { "event": "looked", seat: Seat, place: SharePlace, share: Share }
  | { "event": "tookTool", seat: Seat, from: Seat, tool: string | null }
  | { "event": "reshuffled", part: string, cards: number }
  | { "event": "ended", detail: SharksDetail, capital: Array<Array<number>>, tools: Array<Array<string>> };

export type SharksDetail = { investments: Array<number>, value: Array<number>, capitalLeft: Array<number> };

/**
 * A finished deal, step by step with every hand open.
 */
export type Replay = { info: TableInfo, sides: number[], 
/**
 * The totals before the first deal.
 */
opening: number[], 
/**
 * The points of every deal of the match, by seat.
 */
points: number[][], start: Step, steps: Array<Step>, 
/**
 * What the totals hold beyond the points of the deals.
 */
bonuses: CountLine[], totals: number[], winners: Seat[] };

/**
 * One step of a replay.
 */
export type Step = { seat: Seat | null, action: string | null, events: Event[], view: View, counted: Counted | null };

/**
 * A score pad that is shared.
 */
export type SharedPad = { 
/**
 * Its name in addresses.
 */
id: string, 
/**
 * Another one after every change.
 */
tag: string, pad: unknown };

/**
 * What the solver is asked. The hands are North's, East's, South's and West's.
 */
export type Question = { "ask": "tricks", hands: string[][], dealer: Seat, vulnerable: [boolean, boolean] }
  | { "ask": "costs" } & CardsQuestion | { "ask": "cards" } & CardsQuestion;

/**
 * A deal, and what was played of it.
 */
export type CardsQuestion = { hands: string[][], 
/**
 * C, D, H, S or N.
 */
strain: string, leader: Seat, play: string[] };

/**
 * The tricks of every declarer, North first, in every strain, clubs first; and par, for a whole deal.
 */
export type Tricks = { tricks: number[][], par: ParScore | null };

/**
 * What North and South score when both sides bid as well as the open cards allow; no contract when all pass.
 */
export type ParScore = { score: number, contracts: Array<ParContract> };

/**
 * A contract that scores par.
 */
export type ParContract = { contract: string, declarer: Seat, tricks: number };

/**
 * A card that was played: the tricks of the whole play its side could reach before it, and after it.
 */
export type PlayCost = { seat: Seat, card: string, before: number, after: number };

/**
 * A position in a play, and what each card that may be played leads to, best first.
 */
export type Position = { hands: string[][], 
/**
 * Whose hand is to play; nobody's at the end.
 */
turn: Seat | null, trick: Trick, lastTrick: Trick | null, 
/**
 * What each side has taken.
 */
tricks: [number, number], cards: Array<CardTricks> };

/**
 * A card, and the tricks its side takes in all once it is played.
 */
export type CardTricks = { card: string, tricks: number };

/**
 * The boards of a file, in its order.
 */
export type BoardFile = { boards: Array<BoardListed> };

/**
 * A board of a file.
 */
export type BoardListed = { number: number | null, room: string | null, 
/**
 * 4SX
 */
contract: string | null, passedOut: boolean, declarer: Seat | null, 
/**
 * The tricks of declarer's side.
 */
tricks: number | null, 
/**
 * What North and South scored.
 */
points: number | null, steps: number, 
/**
 * Why not everything the file tells of it can be watched, if it cannot.
 */
missing: string | null, 
/**
 * Whether all its cards are known.
 */
watchable: boolean };

/**
 * What a client says on the socket.
 */
export type Command = { "do": "hello", token: string, protocol: 1 }
  | { "do": "watch", table: string }
  | { "do": "unwatch", table: string }
  | { "do": "sit", table: string, seat: Seat, name: string }
  | { "do": "play", table: string, version: number, action: string, id: string }
  | { "do": "continue", table: string }
  | { "do": "ping" };

/**
 * What the server says on the socket.
 */
export type Notice = { "tell": "hello", protocol: number, server: string }
  | { "tell": "table", info: TableInfo, frame: Frame }
  | { "tell": "played", table: string, seat: Seat, action: string, events: Event[], frame: Frame, id?: string | null }
  | { "tell": "sealed", table: string, action: string, id: string }
  | { "tell": "dealt", table: string, events: Event[], frame: Frame }
  | { "tell": "counting", table: string, seat: Seat, millis: number }
  | { "tell": "voided", table: string, again: boolean }
  | { "tell": "chairs", table: string, chairs: Array<Chair>, ready: Seat[] }
  | { "tell": "refused", table?: string | null, id?: string | null, code: string, reason?: string | null, rule?: string | null, message: string, facts?: Record<string, string> }
  | { "tell": "pong" };

/**
 * Why something changed nothing: the body of every HTTP error, and part of the notice `refused`.
 */
export type Refused = { code: string, reason?: string | null, rule?: string | null, message: string, facts?: Record<string, string> };
