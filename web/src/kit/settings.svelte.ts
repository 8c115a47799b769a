// What the player has chosen for this browser, kept in localStorage.

export type Language = "en" | "it";
export type Faces = "game" | "french" | "italian";
export type CardSize = "small" | "normal" | "large";
export type Motion = "none" | "fast" | "normal" | "slow";

export interface Settings {
  language: Language;
  faces: Faces;
  fourColours: boolean;
  cardSize: CardSize;
  motion: Motion;
  /** Whether anything goes on by itself after a while. */
  timers: boolean;
  /** Whether what cannot be taken back is asked for twice with a mouse too, not only by touch. */
  confirm: boolean;
  name: string;
}

const KEY = "parlour.settings";

export const CHOICES = {
  language: ["en", "it"],
  faces: ["game", "italian", "french"],
  cardSize: ["small", "normal", "large"],
  motion: ["none", "fast", "normal", "slow"],
} as const;

export function readSettings(kept: string | null, languages: readonly string[]): Settings {
  const settings: Settings = {
    language: languages.find((tag) => /^(en|it)\b/.test(tag))?.startsWith("it") ? "it" : "en",
    faces: "game",
    fourColours: true,
    cardSize: "normal",
    motion: "normal",
    timers: true,
    confirm: false,
    name: "",
  };
  let found: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(kept ?? "{}");
    if (typeof parsed === "object" && parsed !== null) found = parsed as Record<string, unknown>;
  } catch {
    // Broken storage is the same as none.
  }
  for (const [key, values] of Object.entries(CHOICES)) {
    if ((values as readonly unknown[]).includes(found[key])) Object.assign(settings, { [key]: found[key] });
  }
  if (typeof found.fourColours === "boolean") settings.fourColours = found.fourColours;
  if (typeof found.timers === "boolean") settings.timers = found.timers;
  if (typeof found.confirm === "boolean") settings.confirm = found.confirm;
  if (typeof found.name === "string") settings.name = found.name.slice(0, 40);
  return settings;
}

export const settings: Settings = $state(readSettings(localStorage.getItem(KEY), navigator.languages));

export function keepSettings(): void {
  localStorage.setItem(KEY, JSON.stringify(settings));
}
