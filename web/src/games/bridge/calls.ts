// Calls and contracts in words.
import { pageWord, rulesWord, say } from "../../words/words";
import type { Suit } from "./order";

export const STRAINS = ["C", "D", "H", "S", "N"] as const;
export type Strain = (typeof STRAINS)[number];

export interface Contract { level: number; strain: Strain; doubled: "" | "X" | "XX" }

/** Parses a contract such as "4SX". Returns null if the text is not a contract. */
export function readContract(text: string | null): Contract | null {
  const parts = /^([1-7])([CDHSN])(X{0,2})$/.exec(text ?? "");
  return parts === null ? null : { level: Number(parts[1]), strain: parts[2] as Strain, doubled: parts[3] as Contract["doubled"] };
}

export const trumpsOf = (contract: Contract | null): Suit | null =>
  contract === null || contract.strain === "N" ? null : (contract.strain.toLowerCase() as Suit);

export const strainName = (strain: Strain): string =>
  strain === "N" ? say("bridge.notrump") : (rulesWord(`suit.${strain.toLowerCase()}`) ?? strain);

/** Describes a contract: "10 tricks in spades, doubled". */
export function explained({ level, strain, doubled }: Contract): string {
  const tricks = say(strain === "N" ? "bridge.promise.notrump" : "bridge.promise", { n: level + 6, strain: strainName(strain) });
  return doubled === "" ? tricks : say(doubled === "X" ? "bridge.promise.doubled" : "bridge.promise.redoubled", { contract: tricks });
}

// Names a bid: "1 heart", "2 hearts".
const bidName = (level: number, strain: Strain): string =>
  `${level} ${(level === 1 ? pageWord(`bridge.one.${strain}`) : null) ?? strainName(strain)}`;

/** Names a contract: "4 spades, doubled". */
export function contractName({ level, strain, doubled }: Contract): string {
  const bid = bidName(level, strain);
  return doubled === "" ? bid : say(doubled === "X" ? "bridge.promise.doubled" : "bridge.promise.redoubled", { contract: bid });
}

/** Names a call: "pass", "double", "1 heart". */
export function callName(call: string): string {
  const bid = readContract(call);
  return bid === null ? (pageWord(`bridge.call.${call}`) ?? call) : bidName(bid.level, bid.strain);
}

/** Returns the last bid of an auction, with its double or redouble. */
export function standing(auction: readonly string[]): Contract | null {
  const index = auction.findLastIndex((call) => readContract(call) !== null);
  const bid = readContract(auction[index] ?? null);
  const said = auction.slice(index + 1).findLast((call) => call === "X" || call === "XX");
  return bid === null ? null : { ...bid, doubled: said === "X" || said === "XX" ? said : "" };
}

/** Describes the contract after a call. */
export function meaning(call: string, auction: readonly string[]): string {
  const last = standing(auction);
  if (call === "P") {
    const closes = auction.length >= 3 && auction.slice(-2).every((before) => before === "P");
    if (closes && last !== null) return say("bridge.closes", { contract: explained(last) });
    return say("bridge.call.P.help");
  }
  if (call === "X" || call === "XX") return last === null ? callName(call) : explained({ ...last, doubled: call });
  const bid = readContract(call);
  return bid === null ? call : explained(bid);
}

export const SEAT_LETTERS = ["N", "E", "S", "W"] as const;
export const seatLetter = (seat: number): string => pageWord(`bridge.seat.${SEAT_LETTERS[seat] ?? "N"}`) ?? SEAT_LETTERS[seat] ?? "";
