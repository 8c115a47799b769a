// Messages between the page and the server. docs/protocol.md explains them.
// Generated from the types in crates/protocol and of the games. Change those, then run
//     cargo xtask wire

/**
 * Description of a game for players.
 */
export type Game = { id: string, seats: Array<number>, presets: Array<Preset>, options: Array<Option>, stake: Stake | null, cardSets: Array<CardSet>, bots: Array<string>, turns: Turns, day: DayInfo };

/**
 * Preset: the rules of one source.
 */
export type Preset = { id: string, source: Source, tables: Array<SideTable> };

/**
 * Source of the rules of a preset.
 */
export type Source = { title: string, at: string };

/**
 * A preset for one number of seats.
 */
export type SideTable = { seats: number, options: Options };

/**
 * Options by key.
 */
export type Options = Record<string, OptionValue>;

/**
 * Value of an option.
 */
export type OptionValue = boolean | number | string;

/**
 * Option with its allowed values.
 */
export type Option = { key: string, rule: string, display: boolean, values: Values, needs?: NeededOption };

/**
 * Allowed values of an option.
 */
export type Values = { "oneOf": Array<OptionValue> }
  | { "range": [number, number] };

/**
 * Option that must have certain values, so that another option has an effect.
 */
export type NeededOption = { key: string, values: Values };

/**
 * Unit of the stakes.
 */
export type Stake = "point" | "pot";

/**
 * Description of a card set for players.
 */
export type CardSet = { id: string, cards: Array<CardKind> };

/**
 * Description of one kind of card.
 */
export type CardKind = { id: string, part: string, names: Record<string, string>, copies: number, value: number | null, cost: number | null, kind: string | null, effects: Array<Effect> };

/**
 * One effect of a card.
 */
export type Effect = { effect: string, number: number | null };

/**
 * Order of play in a game.
 */
export type Turns = "taken" | "sealed" | "race";

/**
 * Rules of a game's deal of the day.
 */
export type DayInfo = { preset: string, seats: number, deals: number };

/**
 * A request to create a table.
 */
export type NewTable = { game: string, options: Options, seats: number, chairs: Array<NewChair>, name: string, stake?: number | null, timeControl?: TimeControl | null, day?: string | null, begun?: BegunElsewhere | null, audience?: Audience };

/**
 * The occupant that a new table has for a chair.
 */
export type NewChair = "me" | "open" | { "bot": string }
  | { "openBot": string };

/**
 * A time control.
 *
 * Each action has a delay, which cannot be saved up. Time beyond it is taken from the player's bank. An action in
 * time adds the increment to the bank, up to its initial value.
 */
export type TimeControl = { delay: number, bank: number, increment: number };

/**
 * A match that began in a browser. Only that browser knows how it was dealt.
 */
export type BegunElsewhere = { dealer: Seat, deals: Array<BegunDeal> };

/**
 * Place at the table, numbered from 0 in the order of play. The rules do not know whether a
 * person or a bot sits there.
 */
export type Seat = number;

/**
 * A deal of a match that began in a browser. Voided deals and undone actions are left out.
 */
export type BegunDeal = { deck: string, entries: Array<string> };

/**
 * The players who may watch a match, and see its record and replay.
 */
export type Audience = "everybody" | "link" | "players";

/**
 * A new table, and the seat of its host.
 */
export type Opened = { table: string, seat: Seat, commitment?: string | null };

/**
 * The options of a table that can be created.
 */
export type Resolved = { options: Options, overrides: Options };

/**
 * Everything about a table except the match. All times are in milliseconds.
 */
export type TableInfo = { table: string, game: string, preset: string, options: Options, seats: number, chairs: Array<Chair>, ready: Array<Seat>, you: Seat | null, commitment: string, restarts: number, window: number, stake: number | null, payments: number[] | null, countdown: number | null, absence: number, ending: Array<Seat>, ended: Ended | null, next: string | null, diverged: number | null, timeControl: TimeControl | null, clocks: Array<PlayerClock>, host: Seat | null, day: string | null, unverifiedDeals: number, rated?: boolean, audience?: Audience };

/**
 * A chair and its occupant.
 */
export type Chair = { "kind": "open" }
  | { "kind": "person", name: string, connected: boolean, away: number | null, substitute: string | null, left: boolean }
  | { "kind": "bot", bot: string, name: string, open?: boolean };

/**
 * The way a match ended before it was played to its end.
 */
export type Ended = { "by": "agreement" }
  | { "by": "resignation", seat: Seat }
  | { "by": "absence", seat: Seat };

/**
 * The clock of a seat. All times are in milliseconds.
 */
export type PlayerClock = { bank: number, delay: number, elapsed: number | null, runs: boolean, flagged: boolean, decided: number | null };

/**
 * A snapshot of a match for one viewer: everything the viewer may know and do.
 */
export type Snapshot = { version: number, phase: Phase, deal: number, dealer: Seat, actors: Array<Seat>, legal: Array<string>, view: View | null, totals: Array<number>, sides: Array<number>, dealScore: DealScore | null, bonuses: Array<ScoreLine>, winners: Array<Seat>, undo?: boolean };

/**
 * The phase of a match.
 */
export type Phase = "waiting" | "playing" | "scored" | "over";

/**
 * View of any game. The table's game decides which.
 */
export type View = FishingView | BridgeView | CassinoView | GinView | ThirtyOneView | SpeedView | SharksView;

/**
 * Part of a view sent to clients: without the rules and the score, which are sent with the
 * table.
 */
export type FishingView = { hands: Array<Holding>, table: Array<string>, stock: number, turn: Seat | null, dealer: Seat, playing: Array<Seat>, piles: Array<Array<string>>, sweeps: Array<Array<string>>, lastCapture: Capture | null, lastCapturer: Seat | null, thrownIn?: boolean };

/**
 * Hand as one viewer sees it.
 */
export type Holding = { "open": Array<string> }
  | { "closed": number };

/**
 * Capture of the last play.
 */
export type Capture = { seat: Seat, card: string, taken: Array<string> };

/**
 * Wire view of a deal, including the score sheet, so that clients need no rules.
 */
export type BridgeView = { mode: BridgeMode, hands: Array<Holding>, dealer: Seat, vulnerable: [boolean, boolean], auction: Array<string>, meanings: Array<Said>, turn: Seat | null, contract: string | null, declarer: Seat | null, dummy: Seat | null, needed: number | null, tricks: [number, number], trick: Trick, lastTrick: Trick | null, claim: Claim | null, passedOut: boolean, over: boolean, sheet: Sheet };

/**
 * Form of a match. (BR-O7)
 */
export type BridgeMode = "rubber" | "chicago" | "duplicate";

/**
 * Meaning of a call.
 */
export type Said = { kind: string, forcing: Forcing, points: Span, lengths: [Span, Span, Span, Span] };

/**
 * Degree to which a call forces partner.
 */
export type Forcing = "no" | "invites" | "round" | "game";

/**
 * Range of numbers, both ends included.
 */
export type Span = { least: number, most: number };

/**
 * Cards of a trick.
 */
export type Trick = { leader: Seat | null, cards: Array<string>, winner: Seat | null };

/**
 * Claim that waits for answers.
 */
export type Claim = { by: Seat, tricks: number, unanswered: Array<Seat> };

/**
 * Score sheet: every entry, with its explanation. Arrays of two have one element per side.
 */
export type Sheet = { games: [number, number], partScores: [number, number], totals: [number, number], deals: Array<SheetDeal>, rubber: RubberBonus | null };

/**
 * Deal on the sheet.
 */
export type SheetDeal = { game: number, vulnerable: [boolean, boolean], contract: string | null, declarer: Seat | null, tricks: number | null, entries: Array<SheetEntry> };

/**
 * Entry on the sheet.
 */
export type SheetEntry = { category: string, side: number, below: boolean, amount: number, points: number };

/**
 * Bonus for the rubber.
 */
export type RubberBonus = { side: number, points: number };

/**
 * Part of a view sent to clients: without the rules and the score, which are sent with the
 * table.
 */
export type CassinoView = { hands: Array<Holding>, loose: Array<string>, builds: Array<Build>, stock: number, turn: Seat | null, dealer: Seat, piles: Array<Array<string>>, sweeps: Array<Array<string>>, lastCapture: Capture | null, lastCapturer: Seat | null, values: Array<number | null> };

/**
 * Cards captured together, only by a card of the build's value. (CA-R11)
 */
export type Build = { cards: Array<string>, value: number, multiple: boolean, controller: Seat };

/**
 * Part of a view sent to clients: without the rules and the score, which are sent with the
 * table.
 */
export type GinView = { hands: Array<Holding>, melds: Array<Array<Array<string>>>, stock: number, discards: number, upcard: string | null, firstUpcard: string, phase: GinPhase, turn: Seat | null, dealer: Seat, limit: number, justTaken: string | null, knock: GinKnock | null, faceDown: Holding | null, arrangement: GinArrangement | null, answer: GinAnswer | null };

/**
 * Phase of a deal.
 */
export type GinPhase = "offer" | "stockOnly" | "draw" | "discard" | "lastDiscard" | "goOut" | "layOff" | "over";

/**
 * Way in which a seat went out.
 */
export type GinKnock = { seat: Seat, going: GinGoing };

/**
 * Kind of going out.
 */
export type GinGoing = "knock" | "gin" | "bigGin";

/**
 * Default arrangement of the viewer's own hand. (GR-S4)
 */
export type GinArrangement = { melds: Array<Array<string>>, unmelded: Array<string>, deadwood: number };

/**
 * Best lay-offs of the viewer. (GR-S4)
 */
export type GinAnswer = { cards: Array<string>, deadwood: number };

/**
 * Part of a view sent to clients: without the rules and the score, which are sent with the
 * table.
 */
export type ThirtyOneView = { reshuffles: number, hands: Array<Holding>, values: Array<number | null>, stock: number, upcard: string | null, discards: number, taken: string | null, turn: Seat | null, dealer: Seat, playing: Array<Seat>, startLives: number, lives: Array<number>, freeRide: Array<Seat>, knocker: Seat | null, lastTurns: Array<Seat>, ending: ThirtyOneEnding | null, blitz: Array<Seat>, lost: Array<number> };

/**
 * Way in which a deal ended.
 */
export type ThirtyOneEnding = "knock" | "blitz" | "showdown";

/**
 * Part of a view sent to clients: without the rules and the score, which are sent with the
 * table.
 */
export type SpeedView = { hands: Array<Holding>, stocks: Array<number>, talons: [number, number], discards: [number, number], tops: [string | null, string | null], starting: boolean, blocked: boolean, agreed: Array<Seat>, needed: number, ending: SpeedEnding | null };

/**
 * Ending of a game.
 */
export type SpeedEnding = "out" | "stalemate";

/**
 * Part of a view sent to clients: without the rules and the score, which are sent with the
 * table.
 */
export type SharksView = { set: string, round: number, auction: number, starter: Seat, stage: SharksStage, turn: Seat | null, give: number | null, hands: Array<{ "open": Array<number> } | { "closed": number }>, shown: Array<Array<number>>, tools: Array<{ "open": Array<string> } | { "closed": number }>, traced: Array<HeldTool>, row: Array<Share | null>, portfolios: Array<Array<Share>>, values: Array<number>, discarded: Array<Share>, bids: Array<Array<number>>, highest: Seat | null, passed: Array<Seat>, acted: Array<Seat>, played: PlayedTool | null, answered: Array<Seat>, answer: string | null, capitalStock: number, capitalDiscards: Array<number>, toolStock: number, toolDiscards: Array<string>, investmentStock: number };

/**
 * Phase of the game.
 */
export type SharksStage = "bid" | "flip" | "tool" | "react" | "give" | "shuffle" | "over";

/**
 * Tool known to be in another hand.
 */
export type HeldTool = { seat: Seat, tool: string };

/**
 * An Investment; null if this viewer does not know it. `seen` lists the seats that looked at it
 * while it was face down.
 */
export type Share = { investment: string | null, up: boolean, seen: Array<Seat> };

/**
 * Tool in progress.
 */
export type PlayedTool = { seat: Seat, tool: string, choice: Choice | null, targets: Array<string>, paid: Array<number>, chain: Array<HeldTool> };

/**
 * Choice between the two effects of a Tool.
 */
export type Choice = "first" | "second";

/**
 * The score of a finished deal.
 */
export type DealScore = { deal: number, thrownIn: boolean, points: Array<number>, lines: Array<ScoreLine> };

/**
 * One category of a deal's score.
 */
export type ScoreLine = { category: string, rules: Array<string>, amounts: Array<number | null>, points: Array<number>, cards?: Array<Array<string>> };

/**
 * Event of any game, in the order of play.
 */
export type Event = ScopaEvent | FishingEvent | BridgeEvent | CassinoEvent | GinEvent | ThirtyOneEvent | SpeedEvent | SharksEvent;

/**
 * Event of a deal.
 */
export type ScopaEvent = FishingEvent | { "event": "claimed", seat: Seat, right: boolean };

/**
 * Event of a deal.
 */
export type FishingEvent = { "event": "dealt", seat: Seat, hand: Holding }
  | { "event": "laidOut", cards: Array<string> }
  | { "event": "thrownIn", rank: string }
  | { "event": "laid", seat: Seat, card: string }
  | { "event": "captured", seat: Seat, card: string, taken: Array<string>, sweep: boolean }
  | { "event": "restTaken", side: number | null, cards: Array<string> };

/**
 * Event of a deal.
 */
export type BridgeEvent = { "event": "dealt", seat: Seat, hand: Holding }
  | { "event": "called", seat: Seat, call: string }
  | { "event": "contracted", contract: string, declarer: Seat }
  | { "event": "passedOut" }
  | { "event": "played", seat: Seat, card: string }
  | { "event": "faced", seat: Seat, cards: Array<string> }
  | { "event": "trickWon", seat: Seat, cards: Array<string> }
  | { "event": "claimed", seat: Seat, tricks: number }
  | { "event": "answered", seat: Seat, accepts: boolean };

/**
 * Event of a deal.
 */
export type CassinoEvent = { "event": "dealt", seat: Seat, hand: Holding }
  | { "event": "laidOut", cards: Array<string> }
  | { "event": "trailed", seat: Seat, card: string }
  | { "event": "captured", seat: Seat, card: string, taken: Array<string>, sweep: boolean }
  | { "event": "built", seat: Seat, card: string, joined: Array<string>, build: Build }
  | { "event": "restTaken", side: number | null, cards: Array<string> };

/**
 * Event of a deal.
 */
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

/**
 * Event of a deal.
 */
export type ThirtyOneEvent = { "event": "dealt", seat: Seat, hand: Holding }
  | { "event": "turnedUp", card: string }
  | { "event": "drew", seat: Seat, card: string | null }
  | { "event": "tookUpcard", seat: Seat, card: string }
  | { "event": "discarded", seat: Seat, card: string }
  | { "event": "knocked", seat: Seat, lastTurns: Array<Seat> }
  | { "event": "reshuffled", cards: number }
  | { "event": "shown", ending: ThirtyOneEnding, blitz: Array<Seat>, hands: Array<Array<string>>, values: Array<number | null>, lost: Array<number> }
  | { "event": "out", seat: Seat };

/**
 * Event of a game.
 */
export type SpeedEvent = { "event": "dealt", seat: Seat, hand: Holding }
  | { "event": "agreed", seat: Seat }
  | { "event": "flipped", cards: [string, string] }
  | { "event": "played", seat: Seat, card: string, pile: DiscardPile }
  | { "event": "refilled", seat: Seat, card: string | null }
  | { "event": "blocked" }
  | { "event": "recycled", pile: DiscardPile, cards: number }
  | { "event": "ended", ending: SpeedEnding, hands: Array<Array<string>>, left: Array<number> };

/**
 * Discard pile in the centre. Both players play on both piles. (SP-R3)
 */
export type DiscardPile = "left" | "right";

/**
 * Event of a game.
 */
export type SharksEvent = { "event": "dealt", seat: Seat, capital: { "open": Array<number> } | { "closed": number }, tools: { "open": Array<string> } | { "closed": number } }
  | { "event": "roundBegan", round: number }
  | { "event": "rowLaid", row: Array<Share | null> }
  | { "event": "auctionBegan", auction: number, starter: Seat }
  | { "event": "bid", seat: Seat, cards: Array<number>, total: number }
  | { "event": "passed", seat: Seat }
  | { "event": "won", seat: Seat, paid: Array<number>, lot: [Share | null, Share | null] }
  | { "event": "tookBack", seat: Seat, cards: Array<number> }
  | { "event": "unsold", lot: [Share | null, Share | null] }
  | { "event": "turnedUp", location: Location, investment: string }
  | { "event": "turnedDown", location: Location, investment: string }
  | { "event": "bonus", seat: Seat, investment: string }
  | { "event": "drewCapital", seat: Seat, value: number | null }
  | { "event": "drewTool", seat: Seat, tool: string | null }
  | { "event": "gave", seat: Seat, cards: Array<number> }
  | { "event": "playedTool", seat: Seat, tool: string, choice: Choice | null, targets: Array<string>, paid: Array<number> }
  | { "event": "answered", seat: Seat }
  | { "event": "reacted", seat: Seat, tool: string }
  | { "event": "settled", seat: Seat, tool: string, cancelled: boolean, reactions: number }
  | { "event": "discardedInvestment", seat: Seat, location: Location, share: Share }
  | { "event": "tookInvestment", seat: Seat, location: Location, share: Share }
  | { "event": "exchanged", seat: Seat, locations: [Location, Location], shares: [Share, Share] }
  | { "event": "looked", seat: Seat, location: Location, share: Share }
  | { "event": "tookTool", seat: Seat, from: Seat, tool: string | null }
  | { "event": "reshuffled", part: string, cards: number }
  | { "event": "ended", detail: SharksDetail, capital: Array<Array<number>>, tools: Array<Array<string>> };

/**
 * Location of an Investment: the row, or the portfolio of a seat.
 */
export type Location = { seat: Seat | null, index: number };

/**
 * Figures of a finished game in a record.
 *
 * They determine the winner, whether the rules or the players at a real table established them.
 */
export type SharksDetail = { investments: Array<number>, value: Array<number>, capitalLeft: Array<number> };

/**
 * A deal of a finished match, step by step with open hands.
 */
export type Replay = { info: TableInfo, sides: Array<number>, opening: Array<number>, points: Array<Array<number>>, start: Step, steps: Array<Step>, bonuses: Array<ScoreLine>, totals: Array<number>, winners: Array<Seat> };

/**
 * A step of a replay.
 */
export type Step = { seat: Seat | null, action: string | null, events: Array<Event>, view: View, dealScore: DealScore | null };

/**
 * A shared score pad.
 */
export type SharedPad = { id: string, tag: string, pad: unknown };

/**
 * The server's address in the local network.
 */
export type LanAddress = { address: string | null };

/**
 * The server's key for push notices, which a browser needs to subscribe: an uncompressed P-256 point in base64url.
 */
export type PushKey = { key: string };

/**
 * A device that subscribes to push notices, or unsubscribes.
 */
export type Subscription = { endpoint: string };

/**
 * A claim of a name by the guest with the request's token.
 */
export type NewAccount = { name: string, password: string, device?: string };

/**
 * The answer to a claim, and to a request for new recovery codes. The server doesn't show them again.
 */
export type RecoveryCodes = { name: string, codes: Array<string> };

/**
 * A request to add a device to an account.
 */
export type SignIn = { name: string, proof: AccountProof, device?: string };

/**
 * A proof that an account is the player's own.
 */
export type AccountProof = { "kind": "password", password: string }
  | { "kind": "code", code: string }
  | { "kind": "passkey", credential: unknown };

/**
 * The answer to a sign-in.
 */
export type SignedIn = { token: string, name: string, codesLeft: number };

/**
 * The first part of a new passkey: a guest claims a name with it, and an account gets another one.
 */
export type BeginPasskey = { name?: string | null };

/**
 * The options of a ceremony, which the browser's `PublicKeyCredential` parses. They can be used once, within five minutes.
 */
export type PasskeyOptions = { options: unknown };

/**
 * The second part of a new passkey.
 */
export type FinishPasskey = { credential: unknown, device?: string, proof?: AccountProof | null };

/**
 * A sign-in with a passkey, which says whose account it is.
 */
export type PasskeySignIn = { credential: unknown, device?: string };

/**
 * A passkey of an account.
 */
export type AccountPasskey = { id: string, label: string, since: number };

/**
 * The player with the request's token.
 */
export type Me = { account: AccountInfo | null, passkeys?: string | null };

/**
 * An account as its player sees it.
 */
export type AccountInfo = { name: string, since: number, renameFrom: number | null, codesLeft: number, password: boolean, leavePause: number | null, visible: boolean, rulings: Array<RulingInfo> };

/**
 * A ruling of the operator on an account, as its player sees it.
 */
export type RulingInfo = { id: number, kind: string, reason: string, at: number, until: number | null, reply: string | null };

/**
 * The profile of a player.
 */
export type Profile = { name: string, since: number, ratings: Array<FamilyRating>, finished: number | null, matches: Array<PlayerMatch> };

/**
 * A player's rating in a family: a game with two players, with more, or with partners.
 */
export type FamilyRating = { family: string, rating: number, provisional: boolean, matches: number };

/**
 * A match of a player from the lobby.
 */
export type PlayerMatch = { id: string, replay: boolean, family: string, finished: number, place: number, outcome: string, rating: number | null, change: number | null, partners: Array<string>, opponents: Array<string> };

/**
 * The ranking of the players of a family.
 */
export type Leaderboard = { family: string, pool: string, listed: number, needed: number, top: Array<RankedPlayer>, around: Array<RankedPlayer>, own: number | null };

/**
 * A player with a place in a ranking.
 */
export type RankedPlayer = { place: number, name: string, rating: number, deviation: number, matches: number };

/**
 * A report about another player with an account.
 */
export type NewReport = { player: string, table?: string, reason: ReportReason };

/**
 * A reason for a report.
 */
export type ReportReason = "stalled" | "threw" | "colluded" | "name" | "phrases";

/**
 * A reply to a ruling. There is one for each ruling.
 */
export type RulingReply = { reply: string };

/**
 * The ties of an account. Names are in alphabetical order.
 */
export type Ties = { friends: Array<Friend>, requests: Array<string>, asked: Array<string>, muted: Array<string>, blocked: Array<string> };

/**
 * A friend.
 */
export type Friend = { name: string, online: boolean };

/**
 * A request to challenge a player, or each player with the link.
 */
export type NewChallenge = { pool?: string | null, table?: NewTable | null, rated: boolean, name?: string | null };

/**
 * A request to accept a challenge.
 */
export type AcceptChallenge = { name: string };

/**
 * The possible setups, and the open challenges by and for an account.
 */
export type Challenges = { setups: Array<ChallengeSetup>, challenges: Array<Challenge> };

/**
 * The setup of a challenge: a pool of the lobby for two players, or other rules.
 */
export type ChallengeSetup = { pool: string | null, game: string, preset: string, options?: Options, timeControl: TimeControl | null, audience?: Audience };

/**
 * A challenge.
 */
export type Challenge = { code: string, setup: ChallengeSetup, rated: boolean, from: string, to: string | null, mine: boolean, expires: number, table: string | null };

/**
 * The bells of an account.
 */
export type Bells = { offered: Array<string>, families: Array<string> };

/**
 * A request to replace the bells of an account.
 */
export type NewBells = { families: Array<string>, clock: number };

/**
 * Matches that everybody may watch: first those of friends, then by the mean rating of their players.
 */
export type WatchList = { tables: Array<WatchedTable>, more: number };

/**
 * A match that everybody may watch.
 */
export type WatchedTable = { table: string, game: string, preset: string, players: Array<WatchedPlayer>, rating: number | null, rated: boolean, deal: number };

/**
 * A player at a match that everybody may watch.
 */
export type WatchedPlayer = { name: string, friend: boolean };

/**
 * A change of an account: a new name, a new password with a proof, or whether other players see the player.
 */
export type AccountChange = { name: string }
  | { visible: boolean }
  | { password: string, proof: AccountProof };

/**
 * A request that needs a proof: new recovery codes, or the end of the account.
 */
export type Proven = { proof: AccountProof };

/**
 * A device of an account.
 */
export type AccountDevice = { id: string, label: string, since: number, seen: number, current: boolean };

/**
 * A question to the double-dummy solver. Hands are in the order North, East, South, West.
 */
export type Question = { "ask": "tricks", hands: Array<Array<string>>, dealer: Seat, vulnerable: [boolean, boolean] }
  | { "ask": "costs" } & CardsQuestion | { "ask": "cards" } & CardsQuestion;

/**
 * A deal and the cards played so far.
 */
export type CardsQuestion = { hands: Array<Array<string>>, strain: string, leader: Seat, play: Array<string> };

/**
 * The tricks of every declarer in every strain, and par.
 */
export type Tricks = { tricks: Array<Array<number>>, par: ParScore | null };

/**
 * The par score: the score if both sides bid as well as open cards allow.
 */
export type ParScore = { score: number, contracts: Array<ParContract> };

/**
 * A contract that scores par.
 */
export type ParContract = { contract: string, declarer: Seat, tricks: number };

/**
 * The cost of a card that was played.
 */
export type PlayCost = { seat: Seat, card: string, before: number, after: number };

/**
 * A position in a play.
 */
export type Position = { hands: Array<Array<string>>, turn: Seat | null, trick: Trick, lastTrick: Trick | null, tricks: [number, number], cards: Array<CardTricks> };

/**
 * A legal card and its result.
 */
export type CardTricks = { card: string, tricks: number };

/**
 * The boards of a file.
 */
export type BoardFile = { boards: Array<BoardListed> };

/**
 * A board of a file.
 */
export type BoardListed = { number: number | null, room: string | null, contract: string | null, passedOut: boolean, declarer: Seat | null, tricks: number | null, points: number | null, steps: number, missing: string | null, watchable: boolean };

/**
 * A message from a client to a table or the lobby. `docs/protocol.md` describes each.
 *
 * The answer to a command with an `id` contains the `id`. The table performs such a command once, even if it arrives
 * again after a reconnect.
 */
export type Command = { "type": "hello", token: string, protocol: 3 }
  | { "type": "watch", table: string, receipt?: string | null, nonce?: string | null }
  | { "type": "reveal", table: string, nonce: string, commitment: string, next?: string | null }
  | { "type": "unwatch", table: string }
  | { "type": "sit", table: string, seat: Seat, name: string }
  | { "type": "play", table: string, version: number, action: string, id: string }
  | { "type": "textAction", table: string, version: number, line: string, id: string }
  | { "type": "continue", table: string }
  | { "type": "rematch", table: string }
  | { "type": "substitute", table: string, seat: Seat }
  | { "type": "end", table: string, agree: boolean }
  | { "type": "resign", table: string }
  | { "type": "stand", table: string, seat: Seat }
  | { "type": "claim", table: string }
  | { "type": "hint", table: string, version: number, id: string }
  | { "type": "undo", table: string, version: number, id: string }
  | { "type": "wait", table: string, seat: Seat }
  | { "type": "say", table: string, phrase: Phrase }
  | { "type": "lobby", on: boolean }
  | { "type": "seek", id: string, pool: string, name: string }
  | { "type": "unseek", id: string }
  | { "type": "fill", id: string }
  | { "type": "ping" };

/**
 * A ready-made chat phrase. Each player reads it in their own language.
 */
export type Phrase = "hello" | "good-luck" | "well-played" | "good-game" | "thank-you" | "sorry" | "one-moment" | "back" | "play-again" | "goodbye";

/**
 * A message from a table or the lobby to a client. `docs/protocol.md` describes each.
 *
 * Clients skip unknown fields and notices of an unknown type, because a newer server may send them.
 */
export type Notice = { "type": "hello", protocol: number, server: string, features?: Array<string> }
  | { "type": "table", info: TableInfo, snapshot: Snapshot, log: Array<Happened>, receipt?: string }
  | { "type": "played", table: string, seat: Seat, action: string, events: Array<Event>, snapshot: Snapshot, receipt?: string, id?: string | null }
  | { "type": "accepted", table: string, id: string, version: number }
  | { "type": "sealed", table: string, action: string, id: string }
  | { "type": "dealt", table: string, events: Array<Event>, snapshot: Snapshot, receipt?: string }
  | { "type": "countdown", table: string, seat: Seat, millis: number }
  | { "type": "voided", table: string, again: boolean }
  | { "type": "opening", table: string, commitment: string, nonces: Array<string | null> }
  | { "type": "chairs", table: string, chairs: Array<Chair>, ready: Array<Seat>, ending: Array<Seat> }
  | { "type": "clocks", table: string, clocks: Array<PlayerClock> }
  | { "type": "hint", table: string, id: string, version: number, choices: Array<Appraised>, why: Array<LineWorth> }
  | { "type": "rematch", table: string, next: string, seat: Seat }
  | { "type": "said", table: string, seat: Seat, phrase: Phrase }
  | { "type": "rated", table: string, changes: Array<RatingChange> }
  | { "type": "lobby", online: number, pools: Array<LobbyPool>, seeks: Array<LobbySeek>, tables: Array<LobbyTable>, friends?: Array<string> }
  | { "type": "seeking", id: string, waited: number, waiting: number, bots: boolean }
  | { "type": "paired", id: string, table: string, seat: Seat }
  | { "type": "ruled", id: number }
  | { "type": "challenged", code: string, name: string, game: string }
  | { "type": "refused", table?: string | null, id?: string | null, code: string, reason?: string | null, rule?: string | null, message: string, params?: Params }
  | { "type": "pong" };

/**
 * The events of an earlier version.
 */
export type Happened = { version: number, deal: number, events: Array<Event> };

/**
 * An action and its worth.
 */
export type Appraised = { action: string, events: Array<Event>, worth: AppraisedWorth | null, meaning: Said | null };

/**
 * The worth of an action to the player.
 */
export type AppraisedWorth = { lead: number, error: number, lines: Array<LineWorth> };

/**
 * One category's part of a lead.
 */
export type LineWorth = { category: string, lead: number };

/**
 * The change of a player's rating by a match.
 */
export type RatingChange = { seat: Seat, rating: number, change: number, provisional: boolean };

/**
 * A pool: the table that its players look for, and their number.
 */
export type LobbyPool = { id: string, game: string, preset: string, least: number, most: number, partners: boolean, timeControl: TimeControl | null, waiting: number };

/**
 * A player who waits in a pool.
 */
export type LobbySeek = { pool: string, name: string };

/**
 * A match in which a player can take the chair of a bot.
 */
export type LobbyTable = { table: string, game: string, preset: string, name: string, seats: number, people: number };

/**
 * The values in a sentence, by the names of their placeholders in the translation.
 */
export type Params = Record<string, string>;

/**
 * Error sent to a client: the body of an HTTP error, and part of the notice `refused`.
 */
export type ApiError = { code: string, reason?: string | null, rule?: string | null, message: string, params?: Params };

/**
 * Notes that a client took during the match, to compare with the record.
 */
export type Seen = { commitment?: string | null, nonces?: Array<string | null> | null, own?: OwnNonce | null, restarts?: number | null };

/**
 * Nonce that the client revealed.
 */
export type OwnNonce = { seat: Seat, nonce: string };

/**
 * Result of a successful verification.
 */
export type Verified = { committed: boolean, together: boolean, nonces: Array<Seat>, dealer: DealerNote | null, decks: number, reshuffles: number, restarts: number, voided: number, passedOver: number, commitmentSeen: boolean, nonceSeen: boolean };

/**
 * Choice of the first dealer.
 */
export type DealerNote = "drawn" | "kept";

/**
 * Decision of a player with its review.
 */
export type Decision = { place: Place, seat: Seat, played: Appraised, choices: Array<Appraised>, cost: number, why: Array<LineWorth> };

/**
 * Position in a record, before an entry.
 */
export type Place = { deal: number, entry: number };

/**
 * Action of the learner.
 */
export type Learn = { "do": "begin" }
  | { "do": "goOn" }
  | { "do": "try", action: string }
  | { "do": "type", line: string }
  | { "do": "hint" };

/**
 * State of an exercise.
 */
export type Coached = { at: Place, remarks: Array<Remark>, waits: boolean, over: boolean, snapshot: Snapshot, happened: ExerciseStep | null, right: boolean | null, told: Record<string, string> | null, hint: Hint | null, exercise: ExerciseInfo };

/**
 * Remark before an entry, or at the end of the record.
 */
export type Remark = { at: Place, text: Record<string, string>, show?: Array<string> | null };

/**
 * Step of an exercise (an action, a deal or a reshuffle), as the learner saw it.
 */
export type ExerciseStep = { seat: Seat | null, action: string | null, events: Array<Event> };

/**
 * Hint for a player.
 */
export type Hint = { choices: Array<Appraised>, why: Array<LineWorth> };

/**
 * Fixed properties of an exercise.
 */
export type ExerciseInfo = { kind: ExerciseKind, title: Record<string, string>, game: string, preset: string | null, options: Options, seats: number, seat: Seat, names: Array<string> };

/**
 * Kind of exercise.
 */
export type ExerciseKind = "lesson" | "puzzle";

/**
 * Result of a bot with the deal of a day.
 */
export type DayResult = { bot: string, points: Array<number> };
