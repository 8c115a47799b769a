// SHA-256 of 32 bytes (FIPS 180-4). Browsers offer their own only over TLS, and a server in a local network
// has none. A library would be three times as long, for the one block hashed here.

/**
 * Returns the first bits of the fractional parts of the square or cube roots of the first primes. The
 * standard defines its constants so.
 */
function roots(exponent: number, count: number): number[] {
  const found: number[] = [];
  const primes: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) {
    if (primes.some((prime) => candidate % prime === 0)) continue;
    primes.push(candidate);
    found.push(((candidate ** exponent % 1) * 2 ** 32) | 0);
  }
  return found;
}

const START = roots(1 / 2, 8);
const ROUNDS = roots(1 / 3, 64);
const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** Returns the hash of 32 bytes. Both are hexadecimal. */
export function sha256(digits: string): string {
  const words = Array.from({ length: 8 }, (_, index) => Number.parseInt(digits.slice(8 * index, 8 * index + 8), 16) | 0);
  // Padding, and the length in bits.
  words.push(1 << 31, 0, 0, 0, 0, 0, 0, 256);
  for (let n = 16; n < 64; n += 1) {
    const [early, late] = [words[n - 15]!, words[n - 2]!];
    const small = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const large = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words.push((words[n - 16]! + small + words[n - 7]! + large) | 0);
  }
  let [a, b, c, d, e, f, g, h] = START as [number, number, number, number, number, number, number, number];
  for (let n = 0; n < 64; n += 1) {
    const first = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + ROUNDS[n]! + words[n]!) | 0;
    const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h].map((word, index) => ((word + START[index]!) >>> 0).toString(16).padStart(8, "0")).join("");
}
