// The addresses of the pages of players: a profile, a leaderboard, the list of friends, the matches to watch, and a challenge.

export type Place = { show: "profile" | "ratings" | "challenge"; name: string } | { show: "friends" | "watch" } | { show: "nowhere" };

/** Returns the page at an address. */
export function placeOf(at: string): Place {
  const challenge = /^\/#\/c\/([\w-]{1,20})$/.exec(at);
  if (challenge !== null) return { show: "challenge", name: challenge[1]! };
  const path = at.replace(/#.*/, "");
  const alone = /^\/(friends|watch)\/?$/.exec(path);
  if (alone !== null) return { show: alone[1] as "friends" | "watch" };
  const named = /^\/(player|ratings)\/([^/]{1,180})\/?$/.exec(path);
  return named === null ? { show: "nowhere" } : { show: named[1] === "player" ? "profile" : "ratings", name: decoded(named[2]!) };
}

/** Returns the text of a part of an address. A broken one is an unknown name. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
