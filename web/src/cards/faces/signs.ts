// The four Italian suit signs: coins, cups, swords and batons.
import type { Suit } from "./card";
import { darkGold, gold, ink, paleGold } from "./colours";
import { beads, circle, filled, line, outlined, petals, placed } from "./svg";

// Every sign is upright around the origin and 100 units high.
function coin(): string {
  return (
    circle(0, 0, 48, gold, { stroke: darkGold, "stroke-width": 3 }) +
    circle(0, 0, 41.5, "none", { stroke: darkGold, "stroke-width": 4, "stroke-dasharray": "0 8.15", "stroke-linecap": "round" }) +
    circle(0, 0, 35, paleGold, { stroke: darkGold, "stroke-width": 2 }) +
    filled(petals(8, 4, 34, 11), "#c0392b") +
    circle(0, 0, 9, gold, { stroke: darkGold, "stroke-width": 2.5 })
  );
}

function cup(): string {
  return (
    outlined("M-4 12H4L5 22C11 24 11 30 5 32L7 38C14 42 25 42 28 49H-28C-25 42 -14 42 -7 38L-5 32C-11 30 -11 24 -5 22Z", gold, darkGold, 2.2) +
    outlined("M-36 -42C-37 -6 -22 14 0 15C22 14 37 -6 36 -42Z", "#c4262e", "#6d1218", 2.4) +
    outlined("M-35.5 -26C-14 -18 14 -18 35.5 -26C35 -19 33 -13 31 -8C12 -1 -12 -1 -31 -8C-33 -13 -35 -19 -35.5 -26Z", gold, darkGold, 1.8) +
    filled(beads([[-22, -14], [-8, -11], [8, -11], [22, -14]], 3.2), "#1d4c94") +
    outlined("M-36 -42C-36 -51 36 -51 36 -42C36 -33 -36 -33 -36 -42Z", paleGold, darkGold, 2.2)
  );
}

function sword(): string {
  return (
    outlined("M0 -51L6 -39L5 20H-5L-6 -39Z", "#cfe0ef", "#173a66", 1.8) +
    filled("M0 -49L5.2 -39L4.2 20H0Z", "#6d9bcb") +
    outlined("M-4 24H4V42H-4Z", "#b3202a", ink, 1.4) +
    outlined(`M-19 17C-12 22 12 22 19 17C22 20 21 25 18 26C10 29 -10 29 -18 26C-21 25 -22 20 -19 17Z${beads([[0, 45]], 5.5)}`, gold, darkGold, 1.8)
  );
}

function baton(): string {
  return (
    outlined("M-5 47L-6.5 24L-14 15L-8.5 9L-7 12L-8.5 -18L-16 -27L-10 -33L-9 -30L-9.5 -42C-9 -52 9 -52 9.5 -42L8.5 -12L15 -19L20 -13L8 0L7 22L5 47C3 51 -3 51 -5 47Z", "#4c9444", "#1d4420", 1.9) +
    line("M-4.5 -34L-3 16M4 -6L3 20", "#a4d07c", 2.2) +
    line("M4.5 -36C2 -28 5.5 -22 3 -14M-2 26V40", "#2b6430", 1.6) +
    outlined("M-9.5 -43C-9 -51 9 -51 9.5 -43C7 -38 -7 -38 -9.5 -43ZM-14 15L-8.5 9C-7.5 12 -11 16 -14 15ZM-16 -27L-10 -33C-9 -30 -13 -26 -16 -27ZM15 -19L20 -13C17 -12 14 -16 15 -19Z", "#ecc274", "#7b4f0c", 1.2) +
    filled("M-8 32.500H8V38H-8ZM-10 -36.500H10V-31H-10Z", "#b5342f")
  );
}

const drawings: Readonly<Record<Suit, string>> = { d: coin(), h: cup(), s: sword(), c: baton() };

/** Returns a suit sign, upright around the origin, 100 units high. */
export function sign(suit: Suit): string {
  return drawings[suit];
}

/**
 * Returns a sign that fills a square. Long signs are slanted and thicker, so that they are legible on a
 * narrow card.
 */
export function emblem(suit: Suit, x: number, y: number, scale: number): string {
  if (suit === "s") return placed(drawings.s, x, y, { scale: [scale * 1.6, scale * 1.2], turn: 36 });
  if (suit === "c") return placed(drawings.c, x, y, { scale: [scale * 1.75, scale * 1.18], turn: -36 });
  return placed(drawings[suit], x, y, { scale });
}

function sun(): string {
  return outlined(petals(16, 40, 98, 13), gold, darkGold, 2) + filled(petals(16, 48, 90, 9, Math.PI / 16), "#c0392b") +
    placed(drawings.d, 0, 0, { scale: 1.28 });
}

function goblet(): string {
  const handles = "M-32 -30C-70 -52 -66 14 -20 8M32 -30C70 -52 66 14 20 8";
  return (
    line(handles, darkGold, 9) + line(handles, gold, 5.5) + drawings.h +
    outlined("M-38 -41C-36 -60 -14 -64 0 -68C14 -64 36 -60 38 -41C20 -33 -20 -33 -38 -41Z", "#c4262e", "#6d1218", 2.2) +
    outlined(`M-38 -41C-38 -43 -37.5 -46 -36.5 -49C-16 -41 16 -41 36.5 -49C37.5 -46 38 -43 38 -41C20 -32 -20 -32 -38 -41Z${beads([[0, -72]], 6)}`, gold, darkGold, 1.8)
  );
}

const leaf = "M0 0C3 -13 14 -19 25 -18C25 -7 14 3 0 0Z";

function crownedSword(): string {
  const laurel = [[-9, 8], [-14, 0], [-17, -8], [-19, -17]] as const;
  const branch = (side: 1 | -1): string =>
    laurel.map(([x, y], step) => placed(filled(leaf, "#4c9444", { stroke: "#1d4420", "stroke-width": 2 }), side * x, y, { scale: [-0.5 * side, 0.5], turn: side * (step * 14 - 4) })).join("");
  return branch(1) + branch(-1) + drawings.s +
    placed(outlined("M-22 12L-30 -14L-15 -3L0 -20L15 -3L30 -14L22 12C8 18 -8 18 -22 12Z", gold, darkGold, 3) + filled(beads([[-14, 8], [0, 10], [14, 8]], 3), "#b3202a") + outlined(beads([[-30, -16], [0, -22], [30, -16]], 4), paleGold, darkGold, 2.2), 0, -27, { scale: 0.5 });
}

function banner(): string {
  return outlined("M-26 0L-40 2L-36 9L-42 17L-22 14ZM26 0L40 2L36 9L42 17L22 14Z", "#8f1b22", ink, 1.2) +
    outlined("M-29 -5Q0 7 29 -5V9Q0 21 -29 9Z", "#c4262e", ink, 1.2) + line("M-25 0Q0 11 25 0M-25 6Q0 17 25 6", gold, 1);
}

function sproutingBaton(): string {
  const sprays = [[8, -24, 0], [8, 8, 10], [-8, 2, -92], [-8, -36, -84], [9, -40, -4], [-9, 28, -80]] as const;
  return sprays.map(([x, y, turn]) => placed(outlined(leaf, "#86ba5e", "#1d4420", 1.7), x, y, { turn, scale: 0.85 })).join("") +
    placed(drawings.c, 0, 0, { scale: [1.2, 1] }) + placed(banner(), 0, 15, { scale: 0.78 });
}

/** Returns the ornate sign of an ace, around the origin. */
export function aceSign(suit: Suit): string {
  return {
    d: sun(),
    h: placed(goblet(), 0, 20, { scale: 1.62 }),
    s: placed(crownedSword(), 0, 0, { scale: 2.55 }),
    c: placed(sproutingBaton(), 0, 0, { scale: 2.4 }),
  }[suit];
}
