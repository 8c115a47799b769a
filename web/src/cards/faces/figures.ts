// The Italian court figures at full length: the knave on foot, the knight on a horse, the king in a robe.
import type { Suit } from "./card";
import { darkGold, gold, ink, italianRobes, paleGold, skin, white, type Robes } from "./colours";
import { king, youth } from "./heads";
import { sign } from "./signs";
import { beads, circle, filled, group, line, outlined, placed, placement, type Placing } from "./svg";

export type Figure = "J" | "Q" | "K";

const thin = 1.7;

function limb(data: string, colour: string, width: number): string {
  return line(data, ink, width + 3.4) + line(data, colour, width);
}

function hand(x: number, y: number): string {
  return circle(x, y, 8.5, skin, { stroke: ink, "stroke-width": thin }) + line(`M${x - 5} ${y - 2.5}h10M${x - 5} ${y + 2}h10`, ink, 1);
}

// Round signs rest on the hand, long ones are gripped: swords at the hilt, batons at the thin end.
function held(suit: Suit, x: number, y: number): string {
  const long: Placing = { scale: [1.25, 1.2], turn: 6 };
  if (suit === "s") return placed(sign("s"), x + 4, y - 40, { ...long }) + hand(x, y);
  if (suit === "c") return placed(sign("c"), x + 4, y - 34, { ...long }) + hand(x, y);
  return placed(sign(suit), x + 2, y - (suit === "d" ? 30 : 29), { scale: suit === "d" ? 0.56 : 0.6 }) + hand(x, y);
}

const ground = line("M48 314C90 309 160 309 202 314M64 319C100 316 150 316 186 319", "#6b8a4e", 3);

function page(robes: Robes, suit: Suit): string {
  const { main, second } = robes;
  return (
    ground +
    outlined("M98 114C76 150 62 210 66 258C92 268 150 268 172 256C172 210 158 150 142 114Z", second, ink, thin) +
    outlined("M92 212L98 296H114L120 226L126 296H142L150 212Z", white, ink, thin) +
    filled("M121 214L126 296H142L150 212Z", main) +
    outlined("M97 286H115L116 312H82C80 305 92 303 97 298ZM125 286H143V298C148 303 160 305 158 312H124Z", darkGold, ink, thin) +
    outlined("M98 112C112 108 128 108 142 112C152 126 149 150 147 166L164 216C140 228 100 228 76 216L93 166C91 150 88 126 98 112Z", main, ink, thin) +
    line("M106 176L96 220M120 176V224M134 176L144 220", gold, 2.4) +
    outlined("M92 162C110 168 130 168 148 162L150 174C130 180 110 180 90 174Z", gold, ink, thin) +
    filled(beads([[120, 128], [120, 140], [120, 152]], 3), gold) +
    limb("M100 122L72 150L92 168", second, 17) + hand(93, 168) +
    limb("M140 122L170 156L184 132", second, 17) +
    outlined("M100 108C104 118 136 118 140 108L144 118C136 130 104 130 96 118Z", paleGold, ink, thin) +
    placed(youth(robes), 120, 86, { scale: 0.86 }) +
    held(suit, 186, 124)
  );
}

function monarch(robes: Robes, suit: Suit): string {
  const { main, second } = robes;
  return (
    ground +
    outlined("M94 114C66 170 46 250 46 306C90 318 160 318 204 306C202 250 178 170 150 114Z", second, ink, thin) +
    line("M60 304C62 254 76 190 98 146M190 304C186 254 170 190 148 146", gold, 3) +
    outlined("M100 118C92 180 82 250 80 310C104 316 146 316 170 310C168 250 156 180 146 118Z", main, ink, thin) +
    outlined("M113 130L106 313C118 315 132 315 144 313L135 130Z", white, ink, thin) +
    line("M119 190v7M129 206v7M118 222v7M130 238v7M117 254v7M131 270v7M117 286v7M126 298v6", ink, 2.6) +
    outlined("M91 208C110 215 138 215 156 208L158 220C138 227 108 227 89 220Z", gold, ink, thin) +
    limb("M104 130L74 170L98 190", main, 19) + hand(102, 191) +
    limb("M142 130L172 162L184 138", main, 19) +
    outlined("M96 112C84 120 78 132 78 144C100 162 148 162 170 144C170 132 164 120 152 112C140 124 108 124 96 112Z", white, ink, thin) +
    line("M90 136v7M102 144v7M146 144v7M158 136v7M114 148v7M134 148v7", ink, 2.4) +
    placed(king(robes), 124, 88, { scale: 0.9 }) +
    held(suit, 186, 130)
  );
}

const horseBody =
  "M70 134L74 146C92 156 106 172 114 194C132 202 164 196 186 196C206 196 219 206 220 224C221 238 213 248 210 258C208 270 215 280 212 292L209 306L216 316H194L196 294C196 284 190 276 184 268C178 264 174 260 172 256" +
  "C150 266 126 266 108 258L104 286L103 306L109 316H88L91 286C90 272 84 260 80 250C68 240 62 226 67 208C70 198 72 192 68 186C60 186 54 190 49 194C43 200 35 202 30 197C24 192 25 184 31 176C39 164 45 154 55 146L57 130C61 132 64 138 64 140Z";

function horse({ main, second }: Robes): string {
  return (
    outlined("M212 204C228 210 233 240 222 276C218 262 218 250 206 240Z", "#6b4a2f", ink, thin) +
    outlined("M82 236C64 246 50 250 42 262L46 288L42 298H60L57 286L56 268C70 264 86 262 96 250ZM160 250C170 266 178 272 176 286L170 304L174 314H156L160 286C158 276 146 266 140 256Z", "#a89a86", ink, thin) +
    outlined(horseBody, "#e9e2d3", ink, thin) +
    outlined("M70 134C92 140 112 160 122 194L110 190C108 184 104 184 100 182C102 174 94 172 91 168C92 162 84 160 82 156C80 150 74 150 70 146Z", "#6b4a2f", ink, thin) +
    filled(beads([[49, 164]], 2.8), ink) +
    line("M31 184C34 186 34 188 33 190", ink, thin) +
    line("M36 172L50 188M57 148L66 184M43 180C64 196 92 200 116 192", second, 3.2) +
    outlined("M64 216C78 222 92 220 104 210L108 216C96 230 78 234 64 228Z", gold, ink, 1.3) +
    outlined("M112 190C132 199 162 195 186 193L190 246C164 256 130 256 108 244Z", main, ink, thin) +
    line("M112 236C132 247 162 247 187 238", gold, 4)
  );
}

function rider(robes: Robes, suit: Suit): string {
  const { main, second } = robes;
  // The horse is the widest drawing. It is smaller, so that it stays clear of the corner index.
  return group({ transform: placement(-1, 20, { scale: 0.92 }) },
    ground +
    outlined("M146 106C176 120 206 150 214 190C196 186 170 192 156 198L128 190C132 160 134 130 146 106Z", second, ink, thin) +
    horse(robes) +
    limb("M142 196C128 206 118 218 120 232L124 262", white, 17) +
    outlined("M113 254H134L135 280C128 286 112 286 100 284C100 276 110 274 114 270Z", darkGold, ink, thin) +
    line("M102 288H132L128 250", gold, 3) +
    outlined("M122 106C134 102 146 102 156 106C166 124 164 150 162 166L172 206C154 216 128 214 112 204L120 166C114 150 114 124 122 106Z", main, ink, thin) +
    outlined("M118 162C132 168 150 168 163 162L165 173C150 179 132 179 116 173Z", gold, ink, thin) +
    filled(beads([[139, 122], [139, 136], [139, 150]], 3), gold) +
    limb("M124 116L106 150L92 178", second, 15) + hand(92, 180) +
    limb("M154 116L180 146L194 122", second, 16) +
    outlined("M122 102C126 112 152 112 156 102L160 112C152 122 126 122 118 112Z", paleGold, ink, thin) +
    placed(youth(robes), 138, 80, { scale: 0.8 }) +
    held(suit, 196, 114),
  );
}

/** Returns the picture of an Italian court card, without its corner indices. */
export function figure(rank: Figure, suit: Suit): string {
  return { J: page, Q: rider, K: monarch }[rank](italianRobes[suit], suit);
}
