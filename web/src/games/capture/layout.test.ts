// The tables of the game, tried on every screen.
import { keepsItsPromises } from "../../layout/promises";
import { arrangements } from "./layout";

keepsItsPromises("capture", (next) => {
  const open = next() < 0.3;
  const held = [3, 4, 9, 10][Math.floor(next() * 4)]!;
  return arrangements({ seats: 2 + Math.floor(next() * 5), bottom: 0, counterClockwise: true, held: open ? Math.min(held, 4) : held, lying: Math.floor(next() * 12), builds: next() < 0.4, open, acts: !open, watches: next() < 0.1 });
});
