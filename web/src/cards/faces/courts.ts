// The French court cards: double-headed half figures, distinguished by headdress and by the object they hold.
import type { Suit } from "./card";
import { darkGold, frenchRobes, gold, ink, paleGold, skin, suitColour, white, type Robes } from "./colours";
import { king, lady, youth } from "./heads";
import { suitPath } from "./pips";
import { beads, bothEnds, circle, filled, line, outlined, petals, placed, placement, rectangle } from "./svg";

export type Court = "J" | "Q" | "K";

const thin = 1.7;
const holdingX = 178;

// The two halves meet on a slanting line through the middle of the card; the sash lies over it.
const leftEdge = 48;
const rightEdge = 202;
const slope = 0.32;
const seam = (x: number): number => 175 + (x - 125) * slope;

function robe({ main, second }: Robes, suit: Suit, court: Court): string {
  const cape = `M104 116C80 120 60 126 ${leftEdge} 142V${seam(leftEdge)}L${rightEdge} ${seam(rightEdge)}V140C190 126 170 120 146 116Z`;
  const coat = `M104 118C92 124 84 138 80 ${seam(80)}L168 ${seam(168)}C166 140 158 124 146 118Z`;
  const panel = `M111 116L108 ${seam(108)}L142 ${seam(142)}L139 116C130 124 120 124 111 116Z`;
  const ticks = court === "K" ? line("M92 133v6M103 141v6M115 145v6M125 146v6M135 145v6M147 141v6M158 133v6", ink, 2.2) : "";
  const collars: Record<Court, string> = {
    J: outlined("M106 114C100 120 96 128 100 134L125 142L150 134C154 128 150 120 144 114C136 124 114 124 106 114Z", gold, ink, thin),
    Q: line("M108 118C110 142 140 142 142 118", gold, 5) + line("M108 118C110 142 140 142 142 118", darkGold, 1.2),
    K: outlined("M100 114C88 120 82 130 82 140C100 156 150 156 168 140C168 130 162 120 150 114C140 126 110 126 100 114Z", white, ink, thin),
  };
  return (
    outlined(cape, second, ink, thin) +
    line(`M60 136V${seam(60)}M71 131V${seam(71)}`, gold, 2.4) +
    outlined(coat, main, ink, thin) +
    outlined(panel, court === "Q" ? white : paleGold, ink, thin) +
    (court === "K" ? "" : filled(suitPath[suit], suitColour[suit], { transform: placement(125, 155, { scale: 0.16 }) })) +
    collars[court] + ticks
  );
}

function arm({ main, second }: Robes): string {
  return (
    outlined(`M150 ${seam(150)}C152 168 158 160 164 158L194 160C199 168 201 184 ${rightEdge} ${seam(rightEdge)}Z`, main, ink, thin) +
    line("M161 184C163 176 166 172 168 168M192 192C192 182 191 176 190 170", second, 3) +
    outlined("M163 162L165 151H191L194 163C184 168 172 168 163 162Z", gold, ink, thin)
  );
}

function hand(): string {
  return outlined("M167 137C165 143 166 150 169 152H187C191 149 192 143 189 137C184 133 172 133 167 137Z", skin, ink, thin) +
    line("M172 140H187M172 144.500H188M172 149H187", ink, 1);
}

function halberd({ second }: Robes): string {
  return (
    outlined(`M175.5 60H180.500V${seam(180)}H175.500Z`, darkGold, ink, 1.2) +
    outlined("M178 32L183 50V62C190 60 196 54 199 46C202 62 199 78 192 88C190 82 186 78 183 77V84H173V77L161 72L173 66V50Z", "#c9d3dd", ink, thin) +
    line("M178 40V80M189 66C193 64 196 60 198 55", ink, 1) +
    outlined("M172 84H184V92L187 104L181 99L178 107L175 99L169 104L172 92Z", second, ink, 1.2)
  );
}

function flower({ second }: Robes, suit: Suit): string {
  return (
    line(`M${holdingX} 136C180 122 177 112 176 100`, "#2f6b3c", 3.2) +
    outlined("M178 122C186 114 194 114 199 118C194 126 186 128 178 122ZM177 114C171 106 164 106 159 109C163 116 170 118 177 114Z", "#4b8a4f", ink, 1.2) +
    placed(outlined(petals(6, 0, 24, 17), suit === "s" || suit === "c" ? second : suitColour[suit], ink, 1.4) + filled(petals(6, 4, 15, 5), paleGold) + circle(0, 0, 5.5, gold, { stroke: ink, "stroke-width": 1.4 }), 175, 86)
  );
}

function sword({ main }: Robes): string {
  return (
    outlined("M178 32L184 44V124H172V44Z", "#dbe4ec", ink, thin) +
    filled("M178 34L183 44.500V124H178Z", "#a9b8c8") +
    outlined("M158 121C164 126 192 126 198 121L200 128C192 136 164 136 156 128Z", gold, ink, thin) +
    circle(178, 128, 3.4, main)
  );
}

function sash({ main }: Robes): string {
  const band = (from: number, to: number): string =>
    `M${leftEdge} ${seam(leftEdge) + from}L${rightEdge} ${seam(rightEdge) + from}V${seam(rightEdge) + to}L${leftEdge} ${seam(leftEdge) + to}Z`;
  const middle = [60, 73, 86, 99, 112, 125, 138, 151, 164, 177, 190].map((x) => [x, seam(x)] as const);
  return outlined(band(-8, 8), gold, ink, thin) + line(`M${leftEdge} ${seam(leftEdge)}L${rightEdge} ${seam(rightEdge)}`, paleGold, 8, { "stroke-linecap": "butt" }) + filled(beads(middle, 2.7), main);
}

/** Returns the picture of a French court card, without its corner indices. */
export function court(rank: Court, suit: Suit): string {
  const robes = frenchRobes[suit];
  const held = { J: halberd(robes), Q: flower(robes, suit), K: sword(robes) }[rank];
  const head = { J: youth(robes), Q: lady(robes), K: king(robes) }[rank];
  // The king's tall crown needs a lower head. The jack's feather needs more distance from the suit sign.
  const [headX, headY] = { J: [128, 90], Q: [123, 89], K: [122, 97] }[rank] as [number, number];
  const figure =
    (rank === "Q" ? "" : filled("M114 100H136V124C130 130 120 130 114 124Z", skin)) +
    (rank === "Q" ? placed(head, headX, headY) : "") +
    robe(robes, suit, rank) +
    (rank === "Q" ? filled("M113 110H131V118C132 130 112 130 112 118Z", skin) : placed(head, headX, headY)) +
    held + arm(robes) + hand() +
    filled(suitPath[suit], suitColour[suit], { transform: placement(64, 48, { scale: 0.25 }) });
  return (
    rectangle(leftEdge, 30, rightEdge - leftEdge, 290, { fill: "#fdf3dc" }) +
    bothEnds(figure) +
    sash(robes) +
    rectangle(leftEdge, 30, rightEdge - leftEdge, 290, { fill: "none", stroke: suitColour[suit], "stroke-width": 2 })
  );
}
