// The build of the page: Svelte, into web/dist, with the texts from ../text. The tests: vitest over src.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import type { Plugin, Rolldown } from "vite";
import { defineConfig } from "vitest/config";
import { texts } from "./texts-plugin";

const server = process.env.PARLOUR_ADDRESS ?? "http://127.0.0.1:4880";

/** Maximum compressed bytes before Home is usable, and before a card of any game is playable. */
const MOST = { home: 75_000, table: 125_000 };

/** Letters of the titles on Home, which count. */
const TITLES = /vollkorn-home.*\.woff2$/;

/**
 * Modules loaded together share a file: Home, then a table, which contains what Home does not. Code shared by
 * several games is in the table's file, or in Home's if another page needs it too. A browser requests only
 * six files at once from an old server.
 */
const PARTS = [["home", "/src/main.ts"], ["table", "/src/pages/TablePage.svelte"]] as const;

/** The languages of the page. Each has a document, and other languages get one more. */
const LANGUAGES = readdirSync(new URL("../text/", import.meta.url));
const FOR_OTHERS = "en";

/** The pages other than Home and a table. */
const OTHERS = ["/src/matches/MatchesPage.svelte", "/src/lessons/LearnPage.svelte", "/src/daily/DailyPage.svelte", "/src/book/BookPage.svelte", "/src/boards/BoardsPage.svelte", "/src/real-cards/pads/Pads.svelte", "/src/real-cards/decks/DecksPage.svelte", "/src/real-cards/arbiter/ArbiterPage.svelte"];

function reachable(first: string, imports: (id: string) => readonly string[]): Set<string> {
  const found = new Set([first]);
  for (const id of found) for (const next of imports(id)) found.add(next);
  return found;
}

/** Fills the document for a language: `{language}`, and texts of the page. */
function inLanguage(html: string, language: string): string {
  const page = JSON.parse(readFileSync(new URL(`../text/${language}/page.json`, import.meta.url), "utf8")) as Record<string, string>;
  return html.replaceAll("{language}", language).replace(/\{(document\.\w+)\}/g, (place, key: string) => page[key] ?? place);
}

/**
 * Bundles modules that are loaded together. Preloads the texts beside the first script, which would otherwise
 * request them only when it runs. Fails the build if a first load exceeds its limit.
 */
function firstLoad(): Plugin {
  const root = fileURLToPath(new URL(".", import.meta.url)).replaceAll("\\", "/").replace(/\/$/, "");
  const parts = new Map<string, string>();
  /** Returns the chunk that contains a module, and the chunk that loads it, if that is another. */
  const chunksOf = (bundle: Rolldown.OutputBundle, module: string): Rolldown.OutputChunk[] => {
    const found = Object.values(bundle).flatMap((part) => (part.type === "chunk" && (part.moduleIds.includes(root + module) || part.facadeModuleId === root + module) ? [part] : []));
    if (found.length === 0) throw new Error(`there is no chunk of ${module}`);
    return found;
  };
  /** Returns the scripts and styles that come with these modules. */
  function needed(bundle: Rolldown.OutputBundle, modules: string[], known = new Set<string>()): Set<string> {
    const waiting = modules.flatMap((module) => chunksOf(bundle, module));
    for (let chunk = waiting.pop(); chunk !== undefined; chunk = waiting.pop()) {
      if (known.has(chunk.fileName)) continue;
      known.add(chunk.fileName);
      chunk.viteMetadata?.importedCss.forEach((file) => known.add(file));
      waiting.push(...chunk.imports.flatMap((file) => (bundle[file]?.type === "chunk" ? [bundle[file]] : [])));
    }
    return known;
  }
  const weights = new Map<string, number>();
  const weight = (bundle: Rolldown.OutputBundle, files: Set<string>): number =>
    [...files].reduce((sum, file) => {
      const part = bundle[file];
      if (part !== undefined && !weights.has(file)) weights.set(file, brotliCompressSync(part.type === "chunk" ? part.code : part.source).length);
      return sum + (weights.get(file) ?? 0);
    }, 0);
  return {
    name: "first-load",
    apply: "build",
    config: () => ({ build: { rolldownOptions: { output: { codeSplitting: { groups: PARTS.map(([name], place) => ({ name, priority: PARTS.length - place, test: (id: string) => (parts.get(id) ?? (id.startsWith("\0rolldown/") ? "start" : undefined)) === name })) } } } } }),
    buildEnd() {
      const users = new Map<string, number>();
      const games = [...this.getModuleIds()].filter((id) => /\/src\/games\/[^/]+\/module\.ts$/.test(id));
      for (const game of games) for (const id of reachable(game, (one) => this.getModuleInfo(one)?.importedIds ?? [])) users.set(id, (users.get(id) ?? 0) + 1);
      // Modules that other pages need too stay outside.
      const elsewhere = new Set(OTHERS.flatMap((module) => [...reachable(root + module, (one) => this.getModuleInfo(one)?.importedIds ?? [])]));
      for (const [part, module] of PARTS) {
        const all = reachable(root + module, (id) => this.getModuleInfo(id)?.importedIds ?? []);
        for (const id of all) if (!parts.has(id)) parts.set(id, part);
      }
      for (const [id, count] of users) if (count > 1 && !parts.has(id)) parts.set(id, elsewhere.has(id) ? "home" : "table");
    },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const document = bundle["index.html"];
        if (document?.type !== "asset") throw new Error("there is no document");
        // The document is shown for every path of the page, at any depth. `parlour export` writes another
        // folder here.
        const html = document.source.toString().replaceAll('="./', '="/');
        for (const language of LANGUAGES) {
          const words = chunksOf(bundle, `/src/words/${language}.ts`).map(({ fileName }) => `<link rel="modulepreload" crossorigin href="/${fileName}">`);
          const source = inLanguage(html, language).replace("</head>", `${words.join("")}</head>`);
          this.emitFile({ type: "asset", fileName: `index.${language}.html`, source });
          if (language === FOR_OTHERS) document.source = source;
        }
        // This comment tells Chromium to compile all functions while the file loads, and not one by one on the page's
        // thread when they first run. Nearly all of them run before the first card. Other browsers ignore it.
        for (const file of needed(bundle, [...PARTS.map(([, module]) => module), ...LANGUAGES.map((language) => `/src/words/${language}.ts`)])) {
          const part = bundle[file];
          if (part?.type === "chunk") part.code = `//# allFunctionsCalledOnLoad\n${part.code}`;
        }
        // The service worker caches these first.
        const offline = process.env.VITE_OFFLINE === "no" ? [] : ["/src/backend/local/local-backend.ts", "/src/book/games.json"];
        const scripts = needed(bundle, ["/src/main.ts", ...LANGUAGES.map((language) => `/src/words/${language}.ts`), ...offline]);
        const home = Object.keys(bundle).filter((file) => file.endsWith(".html") || TITLES.test(file) || scripts.has(file));
        this.emitFile({ type: "asset", fileName: "home-files.txt", source: home.join("\n") });
      },
    },
    writeBundle(_, bundle) {
      const games = readdirSync(`${root}/src/games`).filter((game) => existsSync(`${root}/src/games/${game}/module.ts`));
      const most = { home: 0, table: 0 };
      for (const language of LANGUAGES) {
        const home = needed(bundle, ["/src/main.ts", `/src/words/${language}.ts`], new Set(["index.html", ...Object.keys(bundle).filter((file) => TITLES.test(file))]));
        most.home = Math.max(most.home, weight(bundle, home));
        for (const game of games) most.table = Math.max(most.table, weight(bundle, needed(bundle, ["/src/pages/TablePage.svelte", `/src/games/${game}/module.ts`], new Set(home))));
      }
      for (const place of ["home", "table"] as const) {
        if (process.env.WEIGHTS !== undefined) console.log(`${place}: ${most[place]} bytes of ${MOST[place]}`);
        if (most[place] > MOST[place]) this.error(`${place} takes ${most[place]} bytes to load, and ${MOST[place]} have been agreed`);
      }
    },
  };
}

export default defineConfig({
  plugins: [svelte(), texts(), firstLoad()],
  // Scripts load each other by relative paths, so that the page works in any folder of a host.
  base: "./",
  build: {
    outDir: "dist",
    target: "es2022",
    // Inlined assets would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    fs: { allow: ["..", "../../text"] },
    proxy: { "/api": server, "/ws": { target: server, ws: true } },
  },
  resolve: process.env.VITEST ? { conditions: ["browser"] } : {},
  // The timeout is no promise of speed: on a busy machine the first test of a file waits until half the page
  // is compiled. With `isolate: false` a worker reuses loaded modules, which takes a quarter of the time.
  test: { pool: "threads", isolate: false, include: ["src/**/*.test.ts"], environment: "node", setupFiles: ["src/kit/browser.test-setup.ts"], testTimeout: 60_000 },
});
