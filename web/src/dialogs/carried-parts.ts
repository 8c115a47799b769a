// What is carried to another device in one file, by the names the parts have there. A new one is a line here.
import type { Carried, Part } from "../kit/carried";
import { settingsPart } from "../kit/carried-settings";
import { settings } from "../kit/settings.svelte";
import { daysPart } from "../daily/days";
import { exercisesPart } from "../lessons/progress";
import { identityPart, matchesPart } from "../matches/carried";
import { loadWords } from "../words/words";

export const CARRIED = [settingsPart, matchesPart, exercisesPart, daysPart, identityPart] as readonly Part[];
/** What is as secret as a key: it is carried only where somebody has said so. */
export const SECRET = identityPart.name;

/** Takes a file over, without some of its parts. Nothing is said in a language whose words are not here yet. */
export async function takeOver(carried: Carried, without: readonly string[]): Promise<void> {
  const before = settings.language;
  await carried.take(without);
  const { language } = settings;
  if (language === before) return;
  settings.language = before;
  await loadWords(language);
  settings.language = language;
}
