// The texts of the pads: fields, figures, refusals and notes.
import en from "texts:en/pads";
import it from "texts:it/pads";
import { strainSign, SYMBOLS } from "../../cards/names";
import { settings, type Language } from "../../kit/settings.svelte";
import { capital, fill, halves, money, rulesWord, signed, texts } from "../../words/words";
import type { Entry, Field, Incident, ApiError, Row, Sheet, Stakes } from "./client";
import { say } from "./say";

// Texts shared by the page and the terminal.
const pads: Record<Language, Record<string, string>> = { en, it };

function word(key: string, params: Record<string, unknown> = {}): string | null {
  const found = pads[settings.language][key];
  return found === undefined ? rulesWord(key, params) : fill(found, params);
}

export const fieldName = (game: string, name: string): string => word(`pad.field.${game}.${name}`) ?? word(`pad.field.${name}`) ?? name;
export const choiceName = (game: string, field: string, choice: string): string =>
  word(`pad.field.${game}.${field}.${choice}`) ?? word(`pad.field.${field}.${choice}`) ?? choice;

/** Replaces the numbers of fields, sides and seats in params by their names. */
function named(sheet: Sheet, params: Record<string, string>): Record<string, string> {
  const said = { ...params };
  for (const fact of ["what", "other"]) if (said[fact] !== undefined) said[fact] = fieldName(sheet.game, said[fact]);
  if (said.side !== undefined) said.name = said.side = sheet.columns[Number(said.side)]?.name ?? said.side;
  if (said.seat !== undefined) said.name = said.seat = sheet.players[Number(said.seat)] ?? said.seat;
  if (said.losers !== undefined) said.losers = said.losers.split(", ").map((seat) => sheet.players[Number(seat)] ?? seat).join(", ");
  return said;
}

/** Returns a refusal as a sentence in the player's language. */
export function refusalText(refused: ApiError, sheet: Sheet | null): string {
  const given = refused.params ?? {};
  const params = sheet === null ? given : named(sheet, given);
  const sentence = word(`refusal.pad-${refused.code}`, params);
  return capital(sentence === null || /\{\w+\}/.test(sentence) ? refused.message : sentence);
}

export const noteText = (sheet: Sheet, note: Row["notes"][number]): string => {
  const sentence = word(`pad.note.${note.key}`, named(sheet, note.params));
  return sentence === null ? note.key : capital(sentence);
};

/** Returns all texts that the pads may use. */
export const allTexts = (): Record<string, string> => ({ ...texts(settings.language), ...pads[settings.language] });

// The variation selector makes suits render as text, not as emoji.
const asText = (sign: string) => sign.replace(/[♣♦♥♠]/, "$&\uFE0E");
export const strainText = (strain: string): string => asText(strainSign(strain));

export function contractText(contract: string): string {
  const parts = /^([1-7])(NT?|[CDHS])(X{0,2})$/i.exec(contract);
  if (parts === null) return contract;
  return `${parts[1]}${strainText(parts[2]![0]!.toUpperCase())}${parts[3]!.replaceAll(/x/gi, "×")}`;
}
/** Returns a card in short form. A card of another deck stays as written. */
export const cardText = (written: string): string => !/^[A2-9TJQK]?[cdhs]$/.test(written) ? written : `${written.slice(0, -1).replace("T", "10")}${asText(SYMBOLS[written.slice(-1)] ?? written.slice(-1))}`;

function valueText(sheet: Sheet, field: Field, value: unknown): string {
  const nobody = say("pads.nobody");
  const seat = (one: unknown) => sheet.players[Number(one)] ?? String(one);
  const side = (one: unknown) => sheet.columns[Number(one)]?.name ?? String(one);
  const figure = (one: unknown) => (typeof one === "number" ? halves(one) : one === null ? "·" : String(one));
  switch (field.kind) {
    case "side": return value == null ? nobody : side(value);
    case "seat": return value == null ? nobody : seat(value);
    case "someSeats": return Array.isArray(value) && value.length > 0 ? value.map(seat).join(", ") : nobody;
    case "order": return Array.isArray(value) ? value.map(side).join(", ") : "";
    case "choice": return choiceName(sheet.game, field.name, String(value));
    case "flag": return say(value === true ? "pads.yes" : "pads.no");
    case "contract": return contractText(String(value));
    case "card": return cardText(String(value));
    case "values": return Array.isArray(value) ? value.map((list) => (Array.isArray(list) ? list.map(figure).join(" ") : "") || "·").join(" / ") : "";
    default: return Array.isArray(value) ? value.map(figure).join(" – ") : figure(value);
  }
}

/** Describes an entry in one line: “Cards 21 – 19 · Coins 6 – 4”. */
export function entryText(sheet: Sheet, form: readonly Field[], entry: Entry): string {
  // A field may be listed in several forms.
  const known = form.filter(({ name }, at) => entry[name] != null && form.findIndex((field) => field.name === name) === at);
  return known.map((field) => {
    const value = valueText(sheet, field, entry[field.name]);
    return field.kind === "choice" || field.kind === "contract" ? value : `${fieldName(sheet.game, field.name)} ${value}`;
  }).join(" · ");
}

/** Returns the name of a scoring category. */
export const countedAs = (game: string, category: string): string => word(`count.${game}.${category}`) ?? word(`count.${category}`) ?? category;

/** Formats an amount of the stake: money in hundredths, or another unit. */
export function sum(amount: number, unit: string, withSign = false): string {
  if (unit === "cent") return money(amount, withSign);
  return `${withSign ? signed(amount) : amount} ${unitName(unit)}`;
}
const unitName = (unit: string): string => (unit === "beans" || unit === "points" ? say(`pads.unit.${unit}`).toLowerCase() : unit);
export const stakeText = (stake: Stakes): string => sum(stake.amount, stake.unit);

export function incidentText(sheet: Sheet, incident: Incident): string {
  switch (incident.what) {
    case "incorrect": return say("pads.cards.log.incorrect", { when: say(`pads.cards.found.${incident.found}`) });
    case "answer": return say(incident.agrees ? "pads.cards.log.agrees" : "pads.cards.log.objects", { name: sheet.players[incident.seat] ?? incident.seat });
    case "ruling": return say("pads.cards.log.ruling", { ruling: say(`pads.cards.ruling.${incident.ruling}`) });
    case "imperfect": return say("pads.cards.log.imperfect", { card: cardText(incident.card), mark: incident.mark });
    case "counted": return say("pads.cards.log.counted", { n: incident.cards });
    case "verified": return say("pads.cards.log.verified");
    case "fault": return say("pads.cards.log.fault", { detail: incident.detail });
  }
}

/** Formats a side's total; an eliminated player has no figure. */
export function standingText(sheet: Sheet, total: number): string {
  const lives = sheet.pieces.find((piece) => piece.piece === "lives");
  const isOut = lives !== undefined && (lives.free ? total < 0 : total <= 0);
  return isOut ? say("pads.lives.out") : halves(total);
}
/** Whether two sides play for points, so that there is a difference. */
export const isForPoints = ({ columns, pieces }: Sheet): boolean => columns.length === 2 && !pieces.some(({ piece }) => piece === "lives");

/** Describes the leader and the lead, if two sides play for points. */
export function ahead(sheet: Sheet): string {
  const { columns, totals } = sheet;
  const [one = 0, other = 0] = totals;
  if (!isForPoints(sheet) || one === other) return "";
  return say("pads.lead", { name: columns[one > other ? 0 : 1]!.name, n: halves(Math.abs(one - other)) });
}

export const time = (at: string | null): string =>
  at === null || Number.isNaN(Date.parse(at)) ? "" : new Intl.DateTimeFormat(settings.language, { timeStyle: "short" }).format(Date.parse(at));
export const day = (at: string | null): string =>
  at === null || Number.isNaN(Date.parse(at)) ? "" : new Intl.DateTimeFormat(settings.language, { dateStyle: "medium" }).format(Date.parse(at));
