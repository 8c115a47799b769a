// Modules of texts: `texts:en/rules` contains text/en/rules.json and the games' additions in text/en/games.
// Each part has a module of its own, so that online play does not load the texts of the arbiter.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const TEXT = fileURLToPath(new URL("../text/", import.meta.url));
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
      const common = `${TEXT}${language}/${part}.json`;
      const games = `${TEXT}${language}/games/`;
      const all: Texts = existsSync(common) ? (read(common) as Texts) : {};
      for (const file of readdirSync(games)) Object.assign(all, (read(games + file) as Record<string, Texts>)[part]);
      return { code: `export default ${JSON.stringify(all)};`, moduleType: "js" };
    },
  };
}
