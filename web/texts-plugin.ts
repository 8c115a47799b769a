// Modules of texts: `texts:en/rules` is text/en/rules.json and what each game adds to it in text/en/games. A module of each
// part, so that who plays online does not load what the arbiter says of the same game.
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
