// The texts of the arbiter and the deck checker, loaded with them.
import { cardList, cardName, strainSign, type Style } from "../../cards/names";
import { effectsOf } from "../../games/sharks/sets.svelte";
import { settings, type Language } from "../../kit/settings.svelte";
import type { CardKind } from "../../backend/wire";
import { fill, listed, pageWord } from "../../words/words";
import en from "texts:en/real-cards";
import it from "texts:it/real-cards";
import type common from "../../../../text/en/real-cards.json";

export type RealKey = keyof typeof common;
const words: Record<Language, Record<string, string>> = { en, it };

export const translate = (key: RealKey, params: Record<string, unknown> = {}): string => fill(words[settings.language][key] ?? key, params);

/** Returns a text by a key that is known only at run time. */
export function word(key: string, params: Record<string, unknown> = {}): string | null {
  const found = words[settings.language][key];
  return found === undefined ? null : fill(found, params);
}

/** Returns the game's own text for a key, with the text common to all games as the fallback. */
export const gameWord = (game: string, key: string, params: Record<string, unknown> = {}): string =>
  word(`${key}.${game}`, params) ?? word(key, params) ?? key;

/** Returns the name of a field. A numbered field has a name with its number. */
export function fieldName(game: string, key: string): string {
  const numbered = /^([a-z]+)(\d)$/i.exec(key);
  if (numbered === null) return gameWord(game, `field.${key}`);
  return gameWord(game, `field.${numbered[1]}.n`, { n: Number(numbered[2]) + 1 });
}

const CARDS = /^(10|[A2-9TJQK])[cdhs]( (10|[A2-9TJQK])[cdhs])*$/;

/** The cards of a card set, by id. */
export type Kinds = ReadonlyMap<string, CardKind>;

/** Returns the name of a card of a card set; Capital is named by its value. */
export function kindName(id: string, kinds: Kinds): string {
  const names = kinds.get(id)?.names;
  return names?.[settings.language] ?? names?.en ?? word(`card.${id}`) ?? id;
}

/** Names a target: "1.2:I05" → "Halcyon Grid of player 2". */
function target(text: string, game: string, kinds: Kinds): string {
  const [where = "", card = ""] = text.split(":");
  const [whose = "", place = ""] = where.split(".");
  if (whose === "seat") return fieldName(game, `hand${place}`);
  const named = whose === "own" || whose === "row";
  const key = `target.${named ? whose : "other"}${card === "down" ? ".down" : ""}`;
  return translate(key as RealKey, { card: kindName(card, kinds), n: place, seat: named ? "" : fieldName(game, `hand${whose}`) });
}

/** Returns the params of a sentence, with names instead of the codes of cards, players and other things. */
export function named(params: Record<string, string>, game: string, style: Style, kinds: Kinds): Record<string, string> {
  const name = (key: string, value: string): string => {
    const words = value.split(" ");
    switch (key) {
      case "call":
      case "contract":
        return callName(value);
      case "ranks":
        return listed(words.map((rank) => pageWord(`ranks.${rank}`) ?? rank));
      case "seat":
      case "other":
        return fieldName(game, `hand${value}`);
      case "players":
        return listed(words.map((seat) => fieldName(game, `hand${seat}`)));
      case "field":
        return fieldName(game, value);
      case "targets":
        return value === "" ? "" : listed(words.map((one) => target(one, game, kinds)));
      case "bid":
        return words.join(" + ");
      case "effect": {
        const [card = "", at = ""] = value.split(":");
        const effects = kinds.get(card);
        return effects === undefined ? value : (effectsOf(effects)[Number(at)] ?? value);
      }
    }
    if (kinds.has(value)) return kindName(value, kinds);
    if (!CARDS.test(value)) return value;
    return words.length === 1 ? cardName(value, style) : cardList(words, style);
  };
  return Object.fromEntries(Object.entries(params).map(([key, value]) => [key, name(key, value)]));
}

/** Names a call: "3N" → "3NT", "4HX" → "4♥×", "P" → "pass". */
export function callName(call: string): string {
  if (call === "P") return translate("call.pass");
  return call.replace(/^(\d)([CDHSN])/, (_, level: string, strain: string) => level + strainSign(strain)).replace(/X/g, "×");
}
