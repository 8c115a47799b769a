// Names of the players and bots at a table.
import { listed, pageWord, say } from "../words/words";
import type { Seat, TableInfo } from "../backend/wire";

export function playerName(info: TableInfo, seat: Seat): string {
  if (seat === info.you) return say("player.you");
  return nameOf(info, seat);
}

/** Returns the name, even of this player. Use it where "You" would be wrong after sharing. */
export function nameOf(info: TableInfo, seat: Seat): string {
  const chair = info.chairs[seat];
  if (chair === undefined || chair.kind === "open") return say("player.open");
  if (chair.kind === "bot" || chair.name !== "") return chair.name;
  // Guests without a name are numbered if there are several.
  const nameless = info.chairs.filter((other) => other.kind === "person" && other.name === "").length;
  return nameless > 1 ? `${say("player.guest")} ${seat + 1}` : say("player.guest");
}

/** Whether a seat is ready to play. A bot always is. */
export function isHere(info: TableInfo, seat: Seat): boolean {
  const chair = info.chairs[seat];
  return chair?.kind !== "person" || chair.connected || chair.substitute !== null;
}

/** Returns the names of a side, such as "You and Carla". */
export function sideName(info: TableInfo, sides: readonly number[], side: number): string {
  const names = sides.flatMap((of, seat) => (of === side ? [playerName(info, seat)] : []));
  const mine = names.indexOf(say("player.you"));
  if (mine > 0) names.unshift(...names.splice(mine, 1));
  return listed(names);
}

/** Returns the strength of a bot in words. */
export function botStrength(bot: string): string {
  const known = pageWord(`bot.${bot}`);
  if (known !== null) return known;
  const [kind, number] = bot.split(":");
  if (number === undefined) return bot;
  if (kind === "noisy" || kind === "careless") return say("bot.overlooks", { n: number });
  if (kind !== "ismcts") return bot;
  return number.endsWith("ms") ? say("bot.thinks", { n: number.slice(0, -2) }) : say("bot.trials", { n: number });
}
