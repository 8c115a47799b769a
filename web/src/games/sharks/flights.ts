// What flies on the table of Sharks: nothing flies, since its cards are not those of the pack; they appear where they lie.
import type { Flight } from "../../motion/flights";

export const flights = (): Flight[] => [];
export const asDealt = (): Flight[] => [];
