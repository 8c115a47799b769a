// The addresses of the pages of players: "/player/NAME", "/friends" and "/#/c/CODE".

export type Place = { show: "profile" | "challenge"; name: string } | { show: "friends" } | { show: "nowhere" };

/** Returns the page at an address. */
export function placeOf(at: string): Place {
  const challenge = /^\/#\/c\/([\w-]{1,20})$/.exec(at);
  if (challenge !== null) return { show: "challenge", name: challenge[1]! };
  const path = at.replace(/#.*/, "");
  if (/^\/friends\/?$/.test(path)) return { show: "friends" };
  const player = /^\/player\/([^/]{1,180})\/?$/.exec(path);
  return player === null ? { show: "nowhere" } : { show: "profile", name: decoded(player[1]!) };
}

/** Returns the text of a part of an address. A broken one is an unknown name. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
