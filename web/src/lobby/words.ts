// The texts of the lobby, loaded with it.
import en from "../../../text/en/lobby-page.json";
import it from "../../../text/it/lobby-page.json";
import { partWords } from "../words/part";
import type { Kind } from "./pools";

const words = partWords({ en, it });
export const { say, find } = words;

/** Returns the singular or plural sentence of a number. */
export const count = (key: "lobby.here" | "lobby.join" | "lobby.players" | "lobby.waiting" | "lobby.inPool", n: number): string => say(`${key}.${n === 1 ? "one" : "many"}`, { n });

/** Describes the players of a kind of table: "2 players", "2 against 2", "3 to 5 players". */
export function playersWords({ least, most, partners }: Kind): string {
  if (partners) return say("lobby.players.partners");
  return least === most ? count("lobby.players", most) : say("lobby.players.range", { least, most });
}
