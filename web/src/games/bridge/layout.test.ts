// Layouts of the game on every screen size.
import { fitsBesideReview, keepsItsPromises } from "../../layout/promises";
import { auctionArrangements, playArrangements, replayArrangements } from "./layout";

function groupsOf(next: () => number): number[] {
  const groups = [0, 0, 0, 0];
  for (let card = 0; card < 13; card += 1) groups[Math.floor(next() * 4)]! += 1;
  return groups.filter((one) => one > 0);
}

keepsItsPromises("bridge auction", (next) => auctionArrangements(groupsOf(next), [[16]]));
keepsItsPromises("bridge watched", () => auctionArrangements(null, [[16]]));
keepsItsPromises("bridge play", (next) => {
  const place = Math.floor(next() * 4);
  const longest = 3 + Math.floor(next() * 6);
  return playArrangements(groupsOf(next), { left: place === 0 ? longest : null, top: place === 1 ? longest : null, right: place === 2 ? longest : null }, [[13, 4]]);
});
keepsItsPromises("bridge replay", (next) => {
  const longest = () => 4 + Math.floor(next() * 5);
  return replayArrangements({ left: longest(), top: longest(), right: longest(), bottom: longest() }, next() < 0.3, next() < 0.5 ? "top" : null);
});

fitsBesideReview("bridge", [false, true].map((auction) => replayArrangements({ left: 5, top: 5, right: 5, bottom: 5 }, auction, null)));
