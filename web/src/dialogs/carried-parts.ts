// The parts of the file for another device. A new part is a line here.
import type { Carried, Part } from "../kit/carried";
import { settingsPart } from "../kit/carried-settings";
import { settings } from "../kit/settings.svelte";
import { daysPart } from "../daily/days";
import { exercisesPart } from "../lessons/progress";
import { identityPart, matchesPart } from "../matches/carried";
import { loadWords } from "../words/words";

export const CARRIED = [settingsPart, matchesPart, exercisesPart, daysPart, identityPart] as readonly Part[];
/** A secret part, written only if the player asks for it. */
export const SECRET = identityPart.name;

/** Takes a file over, without some of its parts. If the language changes, its texts are loaded first. */
export async function takeOver(carried: Carried, without: readonly string[]): Promise<void> {
  const before = settings.language;
  await carried.take(without);
  const { language } = settings;
  if (language === before) return;
  settings.language = before;
  await loadWords(language);
  settings.language = language;
}
