// The colours of both packs. The page may set the French suit colours, for example a blue diamond.
import type { Suit } from "./card";

export const ink = "#22202e";
export const gold = "#e2aa34";
export const paleGold = "#f8e3a6";
export const darkGold = "#7b4f0c";
export const skin = "#f7dcc0";
export const white = "#fffdf7";
export const lipRed = "#b5342f";

export const suitColour: Readonly<Record<Suit, string>> = {
  s: "var(--suit-spade, #111)",
  h: "var(--suit-heart, #c81e1e)",
  d: "var(--suit-diamond, #b45309)",
  c: "var(--suit-club, #166534)",
};

export type Robes = { readonly main: string; readonly second: string; readonly hair: string; readonly beard: string };

export const frenchRobes: Readonly<Record<Suit, Robes>> = {
  s: { main: "#26324f", second: "#9c2a35", hair: "#5a3a22", beard: "#7d7468" },
  h: { main: "var(--suit-heart, #c81e1e)", second: "#26406e", hair: "#d9a441", beard: "#c98f3a" },
  d: { main: "var(--suit-diamond, #b45309)", second: "#2c5160", hair: "#8a4b22", beard: "#8a4b22" },
  c: { main: "var(--suit-club, #166534)", second: "#8c2f3c", hair: "#4a2e1d", beard: "#4a2e1d" },
};

export const signColour: Readonly<Record<Suit, string>> = { d: "#94620a", h: "#b3202a", s: "#1d4c94", c: "#1c6631" };

export const italianRobes: Readonly<Record<Suit, Robes>> = {
  d: { main: "#d18f1c", second: "#29508f", hair: "#6b4423", beard: "#6b4423" },
  h: { main: "#bb2630", second: "#2d7a45", hair: "#c98f3a", beard: "#c98f3a" },
  s: { main: "#2a5ca8", second: "#bb2630", hair: "#4a2e1d", beard: "#7d7468" },
  c: { main: "#26783c", second: "#c23a26", hair: "#8a4b22", beard: "#4a2e1d" },
};
