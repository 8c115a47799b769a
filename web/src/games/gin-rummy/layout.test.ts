// Layouts of the game on every screen size.
import { fitsBesideReview, keepsItsPromises } from "../../layout/promises";
import { arrangements } from "./layout";

keepsItsPromises("gin rummy", (next) => {
  const shapes = [[10], [3, 3, 5, 2], [5, 4, 2], [4, 4, 4, 3]];
  const replay = next() < 0.3;
  const open = (replay ? [1, 0] : [[], [1], [0], [1, 0]][Math.floor(next() * 4)]!).map((seat) => ({ seat, sets: replay ? shapes : [shapes[Math.floor(next() * 4)]!] }));
  return arrangements({ bottom: 0, open, own: open.some(({ seat }) => seat === 0) ? "nothing" : "hand", acts: replay ? null : { buttons: [[10, 5], [5, 4], [7, 8]], counted: 12, task: 14 + next() * 16 } });
});

fitsBesideReview("gin rummy", [arrangements({ bottom: 0, open: [1, 0].map((seat) => ({ seat, sets: [[3, 3, 5]] })), own: "nothing", acts: null })]);
