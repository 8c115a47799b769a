// Layouts of the game on every screen size.
import { fitsBesideReview, keepsItsPromises } from "../../layout/promises";
import { arrangements, replayed } from "./layout";

keepsItsPromises("speed", (next) => [...(next() < 0.7 ? arrangements : replayed)]);

fitsBesideReview("speed", [replayed]);
