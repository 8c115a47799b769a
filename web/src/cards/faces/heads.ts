// The heads of the court figures, shared by both packs: a youth in a cap, a lady and a king in their crowns.
import { darkGold, gold, ink, lipRed, paleGold, skin, type Robes } from "./colours";
import { beads, filled, line, outlined } from "./svg";

// A head is drawn around the origin: the eyes at -2, the chin at 26.
const thin = 1.7;

function face(): string {
  return (
    outlined("M-18 -16C-19 4 -14 25 0 27C14 25 19 4 18 -16Z", skin, ink, thin) +
    line("M-14 -6C-11 -9 -7 -9 -4 -7C-2 -3 -3 4 -5 9C-3 11 0 11 2 10M5 -7C8 -9 11 -9 14 -6M-13 0C-10 -3 -7 -3 -4 0M5 0C7 -3 11 -3 13 0", ink, thin) +
    filled(beads([[-8.5, 0.3], [9, 0.3]], 1.9), ink) +
    filled("M-5 16C-3 14 -1 14 0 15C1 14 3 14 5 16C2 20 -2 20 -5 16Z", lipRed)
  );
}

export function youth({ main, second, hair }: Robes): string {
  return (
    outlined("M-20 -18C-26 0 -24 14 -32 24C-24 33 -13 28 -12 18H12C13 28 24 33 32 24C24 14 26 0 20 -18Z", hair, ink, thin) +
    line("M-24 26C-19 22 -19 8 -20 -4M24 26C19 22 19 8 20 -4", ink, 1) +
    face() +
    outlined("M-17 -24C-20 -38 -34 -46 -47 -34C-42 -33 -43 -28 -45 -22C-40 -25 -38 -22 -38 -16C-30 -14 -22 -17 -17 -24Z", paleGold, ink, thin) +
    line("M-20 -24C-26 -30 -34 -33 -42 -31", ink, 1) +
    outlined("M-22 -20C-30 -42 2 -52 26 -44C36 -40 30 -26 22 -20Z", main, ink, thin) +
    line("M0 -47C8 -42 12 -34 12 -26", ink, 1) +
    outlined("M-24 -14C-10 -20 10 -20 24 -14L23 -25C9 -31 -9 -31 -23 -25Z", second, ink, thin) +
    outlined(beads([[-17, -23]], 4.5), gold, ink, thin)
  );
}

export function lady({ second, hair }: Robes): string {
  return (
    outlined("M0 -32C-36 -32 -36 6 -40 44C-24 52 24 52 40 44C36 6 36 -32 0 -32Z", second, ink, thin) +
    outlined("M0 -24C-28 -26 -28 6 -29 22C-30 34 -22 42 -15 36C-11 30 -14 20 -16 8L16 8C14 20 11 30 15 36C22 42 30 34 29 22C28 6 28 -26 0 -24Z", hair, ink, thin) +
    line("M-23 32C-17 26 -24 14 -21 0M23 32C17 26 24 14 21 0", ink, 1) +
    face() +
    outlined("M0 -24C-16 -24 -20 -14 -20 2C-16 -4 -14 -12 0 -20C14 -12 16 -4 20 2C20 -14 16 -24 0 -24Z", hair, ink, thin) +
    outlined("M-21 -20L-27 -42L-13 -31L0 -48L13 -31L27 -42L21 -20C8 -25 -8 -25 -21 -20Z", gold, ink, thin) +
    outlined(beads([[-27, -44], [0, -50], [27, -44]], 3.6), paleGold, ink, 1.3) +
    line("M-18 -25C-7 -29 7 -29 18 -25", darkGold, 1.6)
  );
}

export function king({ main, beard }: Robes): string {
  return (
    outlined("M-20 -18C-26 -4 -22 8 -31 18C-26 30 -14 26 -13 14H13C14 26 26 30 31 18C22 8 26 -4 20 -18Z", beard, ink, thin) +
    face() +
    outlined("M-19 0C-25 22 -19 44 0 54C19 44 25 22 19 0C16 10 9 12 0 12C-9 12 -16 10 -19 0Z", beard, ink, thin) +
    line("M-13 22C-14 32 -9 40 -4 45M13 22C14 32 9 40 4 45M0 28V48", ink, 1) +
    filled("M-4 19C-1 18 1 18 4 19C2 22 -2 22 -4 19Z", lipRed) +
    outlined("M0 12C-6 10 -12 14 -19 11C-15 20 -5 20 0 15C5 20 15 20 19 11C12 14 6 10 0 12Z", beard, ink, 1.3) +
    filled("M-22 -24L-18 -46C-8 -52 8 -52 18 -46L22 -24Z", main) +
    outlined("M-23 -16L-31 -46C-24 -46 -20 -42 -19 -36C-17 -44 -12 -44 -10 -38L0 -54L10 -38C12 -44 17 -44 19 -36C20 -42 24 -46 31 -46L23 -16C9 -22 -9 -22 -23 -16Z", gold, ink, thin) +
    line("M0 -54V-66M-5 -61H5", gold, 4) +
    line("M-21 -23C-8 -29 8 -29 21 -23", darkGold, 1.6) +
    filled(beads([[-13, -27], [0, -29], [13, -27]], 2.6), lipRed)
  );
}
