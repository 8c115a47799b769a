// Settings in the file for another device. An invalid value is refused: the file was edited, or a later
// Parlour wrote it.
import type { Part } from "./carried";
import { isObject } from "./is-object";
import { changeSettings, isSetting, settings, type Settings } from "./settings.svelte";

export const settingsPart: Part<Partial<Settings>> = {
  name: "settings",
  carry: () => ({ ...settings }),
  read(found) {
    if (!isObject(found)) return { wrong: "settings" };
    const wrong = Object.entries(found).find(([key, value]) => !isSetting(key, value));
    return wrong === undefined ? { value: found } : { wrong: wrong[0] };
  },
  take: changeSettings,
};
