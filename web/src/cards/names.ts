// Cards as on the wire ("7d"), and their names by face style.
import { settings } from "../kit/settings.svelte";
import { listed, rulesWord, say } from "../words/words";

/** Face style. "italian40" are Italian cards of a deck of forty: the figures have the index 8, 9 and 10. */
export type Style = "french" | "italian" | "italian40";

export const rank = (card: string) => card[0]!;
export const suit = (card: string) => card[1]!;

export const SYMBOLS: Readonly<Record<string, string>> = { c: "♣", d: "♦", h: "♥", s: "♠" };

/** Returns the symbol of a suit or of notrump. Contracts write them "C" to "S" and "N", in every language. */
export const strainSign = (strain: string): string => (strain === "N" ? say("bridge.notrump.sign") : (SYMBOLS[strain.toLowerCase()] ?? strain));

/** Returns a name such as "seven of coins". */
export function cardName(card: string, style: Style): string {
  const words = { rank: word("rank", rank(card), style), suit: word("suit", suit(card), style) };
  return rulesWord("card.of", words) ?? `${words.rank} ${words.suit}`;
}

/** Returns a list such as "seven of coins, ace of cups and king of swords". */
export function cardList(cards: readonly string[], style: Style): string {
  return listed(cards.map((card) => cardName(card, style)));
}

/** Returns the params of a refusal, with card codes replaced by names. */
export function namedFacts(params: Readonly<Record<string, unknown>> | null | undefined, style: Style): Record<string, string> {
  const cards = (text: string) => text.split(" ").every((card) => /^[A2-9TJQK][cdhs]$/.test(card));
  const named = (value: unknown) => (typeof value === "string" && cards(value) ? cardList(value.split(" "), style) : String(value));
  return Object.fromEntries(Object.entries(params ?? {}).map(([key, value]) => [key, named(value)]));
}

// The Italian styles use Latin names. If there is none, the common name is used.
const word = (kind: "rank" | "suit", letter: string, style: Style) =>
  (style === "french" ? null : rulesWord(`${kind}.latin.${letter}`)) ?? rulesWord(`${kind}.${letter}`) ?? letter;

/** Returns the index in a card's corner: "10", "K". */
export function rankIndex(card: string, style: Style): string {
  return rulesWord(`index.${style}.${rank(card)}`) ?? (rank(card) === "T" ? "10" : rank(card));
}

/** Parses a typed card: "7d", "10h", "KC", "7♦". */
export function readCard(text: string): string | null {
  const found = /^(10|[a2-9tjqk])([cdhs♣♦♥♠])$/i.exec(text.trim());
  if (found === null) return null;
  const [, rankText, suitText] = found as unknown as [string, string, string];
  const suitLetter = Object.keys(SYMBOLS).find((letter) => SYMBOLS[letter] === suitText) ?? suitText.toLowerCase();
  return (rankText === "10" ? "T" : rankText.toUpperCase()) + suitLetter;
}

/** Returns the player's face style, or the usual one of the game. Italian cards have the index of the game's deck. */
export function facesFor(usual: Style): Style {
  if (settings.faces === "game" || (settings.faces === "italian" && usual !== "french")) return usual;
  return settings.faces;
}

/** Returns the style for a full pack, in which 8, 9 and 10 are other cards. */
export const inFullPack = (style: Style): Style => (style === "italian40" ? "italian" : style);
