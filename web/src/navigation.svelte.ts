// The route: the path in the address bar, as state. The paths are "/", "/table/ID", "/replay/ID", "/boards",
// "/rules", "/rules/GAME", "/arbiter/GAME", "/decks/GAME", "/pads", "/pads/people", "/pad/NAME",
// "/pad/NAME/screen", "/matches", "/friends", "/watch", "/#/c/CODE", "/player/NAME", "/ratings/FAMILY", "/learn", "/learn/GAME",
// "/learn/GAME/EXERCISE", "/daily". In an address
// they follow `base`. A static host may add a slash.
import { base } from "./kit/base";

export type Route =
  | { page: "home" }
  | { page: "table"; table: string }
  | { page: "replay"; table: string }
  | { page: "rules"; game: string | null }
  | { page: "arbiter" | "decks"; game: string | null }
  | { page: "learn"; game: string | null; exercise: string | null }
  | { page: "pads"; pad: string | null; show: "pad" | "people" | "screen" }
  | { page: "boards" | "matches" | "daily" }
  | { page: "player"; at: string }
  | { page: "nowhere" };

export function routeOf(path: string, hash = ""): Route {
  // Read by the pages of players, which are loaded later.
  if (/^\/(?:player\/|ratings\/|friends|watch|#\/c\/)/.test(path + hash)) return { page: "player", at: path + hash };
  if (path === "/" || path === "/index.html") return { page: "home" };
  const rules = /^\/rules(?:\/([a-z-]{1,40}))?\/?$/.exec(path);
  if (rules !== null) return { page: "rules", game: rules[1] ?? null };
  const real = /^\/(arbiter|decks)(?:\/([a-z-]{1,40}))?\/?$/.exec(path);
  if (real !== null) return { page: real[1] as "arbiter" | "decks", game: real[2] ?? null };
  const learn = /^\/learn(?:\/([a-z-]{1,40})(?:\/([\w-]{1,40}))?)?\/?$/.exec(path);
  if (learn !== null) return { page: "learn", game: learn[1] ?? null, exercise: learn[2] ?? null };
  const pad = /^\/(?:pads(?:\/(people))?|pad\/([\w-]{1,64})(?:\/(screen))?)\/?$/.exec(path);
  if (pad !== null) return { page: "pads", pad: pad[2] ?? null, show: (pad[1] ?? pad[3] ?? "pad") as "pad" | "people" | "screen" };
  const alone = /^\/(boards|matches|daily)\/?$/.exec(path);
  if (alone !== null) return { page: alone[1] as "boards" | "matches" | "daily" };
  const found = /^\/(table|replay)\/([\w-]{1,64})\/?$/.exec(path);
  if (found === null) return { page: "nowhere" };
  return { page: found[1] as "table" | "replay", table: found[2]! };
}

class Navigation {
  path = $state(location.pathname);
  search = $state(location.search);
  hash = $state(location.hash);
  readonly route = $derived(routeOf(`/${this.path.slice(base.length)}`, this.hash));
  constructor() {
    addEventListener("popstate", () => this.look());
  }
  /** Reads the address bar again. */
  look(): void {
    this.path = location.pathname;
    this.search = location.search;
    this.hash = location.hash;
  }
}

export const navigation = new Navigation();

/** Goes to an address, which begins with `base`. */
export function go(path: string, how: "push" | "replace" = "push", toTop = true): void {
  if (how === "push") history.pushState(null, "", path);
  else history.replaceState(null, "", path);
  navigation.look();
  if (toTop) scrollTo(0, 0);
}

/** Click handler of `<a href>`: stays in the page unless the click asks for a new tab. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.currentTarget as HTMLAnchorElement;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
}
