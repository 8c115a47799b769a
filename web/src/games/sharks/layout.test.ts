// Layouts of the game on every screen size.
import { keepsItsPromises } from "../../layout/promises";
import { arrangements } from "./layout";

keepsItsPromises("sharks", (next) => {
  const upTo = (most: number) => Math.floor(next() * (most + 1));
  return arrangements({ seats: 2 + upTo(4), bottom: 0, shares: 2 + upTo(3), notes: upTo(10), tools: upTo(4), over: next() < 0.2, buttons: next() < 0.7 ? [[9, 4], [7]] : null });
});
