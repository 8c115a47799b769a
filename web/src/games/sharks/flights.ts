// Sharks has no flights, because its cards are not those of a pack. They appear at their places.
import type { Flight } from "../../motion/flights";

export const flights = (): Flight[] => [];
export const asDealt = (): Flight[] => [];
