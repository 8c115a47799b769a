// The tables of the game, tried on every screen.
import { keepsItsPromises } from "../../layout/promises";
import { arrangements, replayed } from "./layout";

keepsItsPromises("speed", (next) => [...(next() < 0.7 ? arrangements : replayed)]);
