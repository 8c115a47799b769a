// What moves on the table of Sharks: nothing flies, since its cards are not those of the pack; they appear where they lie.
import type { Move } from "../../motion";

export const moves = (): Move[] => [];
export const asDealt = (): Move[] => [];
