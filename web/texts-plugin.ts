// Modules of texts: `texts:en/rules` contains text/en/rules.json and the games' additions in text/en/games.
// Each part has a module of its own, so that online play does not load the texts of the arbiter.
// `texts:en/rules` lacks the explanations of presets and options, because only forms and the rule book show them;
// they are `texts:en/option-help`.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const TEXT = fileURLToPath(new URL("../text/", import.meta.url));
const OPTION_HELP = /^(option|preset)\..*\.help$/;
type Texts = Record<string, string>;

export function texts(): Plugin {
  return {
    name: "texts",
    resolveId: (id) => (id.startsWith("texts:") ? `\0${id}` : undefined),
    load(id) {
      const [, language, part] = /^\0texts:(\w+)\/([\w-]+)$/.exec(id) ?? [];
      if (language === undefined || part === undefined) return undefined;
      const read = (file: string): unknown => {
        this.addWatchFile(file);
        return JSON.parse(readFileSync(file, "utf8"));
      };
      const helps = part === "option-help";
      const file = helps ? "rules" : part;
      const common = `${TEXT}${language}/${file}.json`;
      const games = `${TEXT}${language}/games/`;
      const all: Texts = existsSync(common) ? (read(common) as Texts) : {};
      for (const game of readdirSync(games)) Object.assign(all, (read(games + game) as Record<string, Texts>)[file]);
      const texts = file === "rules" ? Object.fromEntries(Object.entries(all).filter(([key]) => OPTION_HELP.test(key) === helps)) : all;
      return { code: `export default ${JSON.stringify(texts)};`, moduleType: "js" };
    },
  };
}
