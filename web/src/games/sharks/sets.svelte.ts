// The card sets, requested once: the names, values and effects of the cards.
import type { Backend } from "../../backend/backend";
import { settings } from "../../kit/settings.svelte";
import type { CardKind, CardSet, TableInfo } from "../../backend/wire";
import type { Motions } from "../../table/session.svelte";
import { fill, rulesWord, say } from "../../words/words";

const known: { sets: readonly CardSet[]; asked: boolean } = $state({ sets: [], asked: false });

/** Requests the sets, unless they were requested already. */
export function askForSets(backend: Backend): void {
  if (known.asked) return;
  known.asked = true;
  backend.games().then(
    (all) => (known.sets = all.find(({ id }) => id === "sharks")?.cardSets ?? []),
    () => (known.asked = false),
  );
}

/** Returns a card of a set, or of any set if none is given. */
export function kindOf(id: string, set: string | null = null): CardKind | null {
  for (const { id: name, cards } of known.sets) {
    const found = set === null || name === set ? cards.find((card) => card.id === id) : undefined;
    if (found !== undefined) return found;
  }
  return null;
}

export function cardNamed(id: string, set: string | null = null): string {
  const names = kindOf(id, set)?.names;
  return names?.[settings.language] ?? names?.en ?? id;
}

const setOf = ({ options }: TableInfo) => (typeof options.set === "string" ? options.set : null);

/** The names of Tools in commands. A name is read in each language of the set. */
export const cardNames: NonNullable<Motions["cardNames"]> = {
  show: (line, info) => line.replace(/\bT\d\d\b/g, (id) => cardNamed(id, setOf(info))),
  read: (line, info) =>
    known.sets.filter(({ id }) => id === (setOf(info) ?? id)).flatMap(({ cards }) => cards)
      .flatMap(({ id, part, names }) => (part === "tool" ? Object.values(names).map((name) => [name, id] as const) : []))
      // A name may contain a shorter one.
      .sort(([one], [other]) => other.length - one.length)
      .reduce((text, [name, id]) => text.replace(new RegExp(`(^|\\s)${name.replace(/\W/g, "\\$&")}(?=\\s|$)`, "i"), `$1${id}`), line),
};

/** Describes the effects of a Tool or an Investment, one text for each. */
export const effectsOf = ({ effects }: CardKind): string[] =>
  effects.map(({ effect, number }) => {
    const key = `sharks.effect.${effect}`;
    return (number === 1 ? rulesWord(`${key}.one`) : null) ?? rulesWord(key, { n: number ?? 0 }) ?? effect;
  });

/** Describes the effects in one sentence. */
export function effectWords(card: CardKind): string {
  const between = card.kind === "chooseOne" ? say("sharks.or") : card.part === "tool" ? say("sharks.then") : say("sharks.and");
  return effectsOf(card).join(between);
}

export const costWords = (cost: number) => (cost === 0 ? say("sharks.free") : cost === 1 ? say("sharks.cost.one") : say("sharks.cost.many", { n: cost }));

/** Formats a value with its sign, as printed: "+12", "−8". */
export const signedValue = (value: number) => (value < 0 ? `−${-value}` : `+${value}`);

/** Describes everything printed on a card, in one sentence. */
export function explained(id: string, set: string | null = null): string {
  const card = kindOf(id, set);
  if (card === null) return id;
  const effects = effectWords(card);
  const printed = card.part === "tool" ? costWords(card.cost ?? 0) : signedValue(card.value ?? 0);
  return fill(effects === "" ? "{name}, {printed}." : "{name}, {printed}: {effects}.", { name: cardNamed(id, set), printed, effects });
}
