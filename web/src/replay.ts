// A position in a replay as the end of an address, "#deal=2&step=14" (deals from 1, as people count).

export function readPosition(hash: string): { deal: number; step: number } {
  const values = new URLSearchParams(hash.replace(/^#/, ""));
  const number = (name: string) => {
    const value = Number(values.get(name));
    return Number.isInteger(value) && value > 0 ? value : 0;
  };
  return { deal: Math.max(0, number("deal") - 1), step: number("step") };
}

export const writePosition = (deal: number, step: number): string => `#deal=${deal + 1}&step=${step}`;
