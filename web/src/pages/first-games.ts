// The games of Home when it is drawn first: they may have arrived before it.
import type { Game } from "../backend/wire";

/** Longest time that the first drawing of Home waits for the games, in milliseconds. */
const MOMENT = 100;

export interface FirstGames {
  /** Resolves when the games are here. Home is then drawn once, and not a second time with them. Waits only a moment. */
  soon(): Promise<void>;
  /** Returns the games if they are here, or else the request for them. A second call returns null. */
  take(): Game[] | Promise<Game[]> | null;
}

export function firstGames(request: Promise<Game[]> | null): FirstGames {
  let games: Game[] | Promise<Game[]> | null = request;
  // A failure shows on Home.
  const arrived = Promise.resolve(request).then((answer) => void (games &&= answer), () => undefined);
  return {
    soon: () => Promise.race([arrived, new Promise<void>((resolve) => setTimeout(resolve, MOMENT))]),
    take() {
      const taken = games;
      games = null;
      return taken;
    },
  };
}
