// Explanations of presets and options, loaded with the forms and the rule book.
import en from "texts:en/option-help";
import it from "texts:it/option-help";
import { partWords } from "./part";

const { find } = partWords({ en, it });

export const presetHelp = (game: string, preset: string) => find(`preset.${game}.${preset}.help`) ?? find(`preset.${preset}.help`);
export const optionHelp = (game: string, key: string) => find(`option.${game}.${key}.help`);
