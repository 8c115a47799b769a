// What a call says of the hand behind it, in words: what the house's bidding system takes it for.
import type { Said, Span } from "../../house/wire";
import { pageWord, rulesWord, say } from "../../words/words";

// No hand has more.
const MAX_POINTS = 40;
const MAX_CARDS = 13;

/** "invites · 10–12 points · 4 or more spades"; empty when it says nothing. */
export function saidInWords({ kind, forcing, points, lengths }: Said): string {
  const suits = ["c", "d", "h", "s"].map((suit, index) => inSuit(lengths[index]!, rulesWord(`suit.${suit}`) ?? suit));
  const parts = [pageWord(`bidding.kind.${kind}`), inPoints(points), ...suits, pageWord(`bidding.forcing.${forcing}`)];
  return parts.filter((part) => part !== null && part !== "").join(" · ");
}

function inPoints({ least, most }: Span): string {
  if (most >= MAX_POINTS) return least === 0 ? "" : say("bidding.points.from", { least });
  return least === 0 ? say("bidding.points.to", { most }) : say("bidding.points", { least, most });
}

// Fewer than three of a suit are not worth a word, nor is a balanced hand's every suit.
function inSuit({ least, most }: Span, suit: string): string {
  if (least === most) return say("bidding.suit.exactly", { least, suit });
  if (least >= 3) return most >= 9 || most >= MAX_CARDS - least ? say("bidding.suit.from", { least, suit }) : say("bidding.suit", { least, most, suit });
  return most <= 1 ? say("bidding.suit.to", { most, suit }) : "";
}
