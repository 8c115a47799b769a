// Layouts of the game on every screen size.
import { fitsBesideReview, keepsItsPromises } from "../../layout/promises";
import { arrangements } from "./layout";

keepsItsPromises("thirty-one", (next) => {
  const open = next() < 0.4;
  return arrangements(2 + Math.floor(next() * 8), 0, open, open ? [] : [[6, 6, 4]], "hand", next() < 0.3);
});

fitsBesideReview("thirty-one", [arrangements(2, 0, true, [], "hand", true)]);
