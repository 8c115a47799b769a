// The meaning of a call in the bidding system, in words.
import type { Said, Span } from "../../backend/wire";
import { pageWord, rulesWord, say } from "../../words/words";

// The most a hand can have.
const MAX_POINTS = 40;
const MAX_CARDS = 13;

/** Describes a meaning: "invites · 10–12 points · 4 or more spades". Empty if there is nothing to say. */
export function saidInWords({ kind, forcing, points, lengths }: Said): string {
  const suits = ["c", "d", "h", "s"].map((suit, index) => inSuit(lengths[index]!, rulesWord(`suit.${suit}`) ?? suit));
  const parts = [pageWord(`bidding.kind.${kind}`), inPoints(points), ...suits, pageWord(`bidding.forcing.${forcing}`)];
  return parts.filter((part) => part !== null && part !== "").join(" · ");
}

function inPoints({ least, most }: Span): string {
  if (most >= MAX_POINTS) return least === 0 ? "" : say("bidding.points.from", { least });
  return least === 0 ? say("bidding.points.to", { most }) : say("bidding.points", { least, most });
}

// Lengths below three are not mentioned, nor the suits of a balanced hand.
function inSuit({ least, most }: Span, suit: string): string {
  if (least === most) return say("bidding.suit.exactly", { least, suit });
  if (least >= 3) return most >= 9 || most >= MAX_CARDS - least ? say("bidding.suit.from", { least, suit }) : say("bidding.suit", { least, most, suit });
  return most <= 1 ? say("bidding.suit.to", { most, suit }) : "";
}
