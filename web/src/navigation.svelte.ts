// Where we are: the path in the address bar, as state. The places: "/", "/table/ID", "/replay/ID", "/boards", "/pads", "/pad/NAME".

export type Place =
  | { page: "home" }
  | { page: "table"; table: string }
  | { page: "replay"; table: string }
  | { page: "pads"; pad: string | null }
  | { page: "boards" }
  | { page: "nowhere" };

export function placeAt(path: string): Place {
  if (path === "/" || path === "/index.html") return { page: "home" };
  const pad = /^\/(?:pads|pad\/([\w-]{1,64}))\/?$/.exec(path);
  if (pad !== null) return { page: "pads", pad: pad[1] ?? null };
  if (path === "/boards") return { page: "boards" };
  const found = /^\/(table|replay)\/([\w-]{1,64})\/?$/.exec(path);
  if (found === null) return { page: "nowhere" };
  return { page: found[1] as "table" | "replay", table: found[2]! };
}

class Navigation {
  path = $state(location.pathname);
  readonly place = $derived(placeAt(this.path));
  constructor() {
    addEventListener("popstate", () => (this.path = location.pathname));
  }
}

export const navigation = new Navigation();

export function go(path: string, how: "push" | "replace" = "push"): void {
  if (how === "push") history.pushState(null, "", path);
  else history.replaceState(null, "", path);
  navigation.path = location.pathname;
  scrollTo(0, 0);
}

/** For `<a href>`: stays inside the page unless the reader asks for a new tab. */
export function follow(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  const link = event.currentTarget as HTMLAnchorElement;
  event.preventDefault();
  go(link.pathname + link.hash);
}
