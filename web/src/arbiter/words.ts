// The words of the arbiter and the deck checker, loaded with them.
import { cardList, cardName, type Style } from "../cards";
import { settings, type Language } from "../settings.svelte";
import { fill, listed, rulesWord } from "../words";
import en from "../../../text/en/real-cards.json";
import it from "../../../text/it/real-cards.json";

export type RealKey = keyof typeof en;
const words: Record<Language, Record<string, string>> = { en, it };

export const tell = (key: RealKey, facts: Record<string, unknown> = {}): string => fill(words[settings.language][key] ?? key, facts);

/** A word under a name that is only known while running. */
export function word(key: string, facts: Record<string, unknown> = {}): string | null {
  const found = words[settings.language][key];
  return found === undefined ? null : fill(found, facts);
}

/** What a game calls something: its own word, or the common one. */
export const gameWord = (game: string, key: string, facts: Record<string, unknown> = {}): string =>
  word(`${key}.${game}`, facts) ?? word(key, facts) ?? key;

/** Numbered fields are called by what they are and their number. */
export function fieldName(game: string, key: string): string {
  const numbered = /^([a-z]+)(\d)$/i.exec(key);
  if (numbered === null) return gameWord(game, `field.${key}`);
  return gameWord(game, `field.${numbered[1]}.n`, { n: Number(numbered[2]) + 1 });
}

const CARDS = /^(10|[A2-9TJQK])[cdhs]( (10|[A2-9TJQK])[cdhs])*$/;

/** The facts of a sentence, with the cards among them called by their names. */
export function named(facts: Record<string, string>, style: Style): Record<string, string> {
  const name = (key: string, value: string) => {
    if (key === "call" || key === "contract") return callName(value);
    if (key === "ranks") return listed(value.split(" ").map((rank) => tell(`ranks.${rank}` as RealKey)));
    if (!CARDS.test(value)) return value;
    const cards = value.split(" ");
    return cards.length === 1 ? cardName(value, style) : cardList(cards, style);
  };
  return Object.fromEntries(Object.entries(facts).map(([key, value]) => [key, name(key, value)]));
}

/** "3N" → "3NT", "4HX" → "4♥×", "P" → "pass". */
export function callName(call: string): string {
  if (call === "P") return tell("call.pass");
  const signs: Record<string, string> = { C: "♣", D: "♦", H: "♥", S: "♠", N: rulesWord("bridge.notrump") ?? "NT" };
  return call.replace(/^(\d)([CDHSN])/, (_, level: string, strain: string) => level + signs[strain]).replace(/X/g, "×");
}
