// What the player has chosen for this browser, kept in localStorage.

/** What can be chosen, by the setting; the first is what nobody had to choose, but for the language. */
export const CHOICES = {
  language: ["en", "it"],
  faces: ["game", "italian", "french"],
  back: ["game", "blue", "red", "green", "black"],
  cardSize: ["normal", "small", "large", "huge"],
  handOrder: ["game", "suits", "ranks"],
  cloth: ["green", "blue", "red", "dark"],
  paper: ["system", "light", "dark"],
  motion: ["normal", "none", "fast", "slow"],
  counting: ["normal", "slow", "once"],
  sound: ["quiet", "off", "full"],
} as const;

/** What is on or off, and which it is as long as nobody has said. */
const SWITCHES = {
  fourColours: true,
  /** Whether anything goes on by itself after a while. */
  timers: true,
  /** Whether what cannot be taken back is asked for twice with a mouse or a key too, not only by touch. */
  confirm: false,
  /** Whether the device shakes when it is our turn. */
  vibration: true,
  /** Whether the device says that it is our turn while the page is not looked at. */
  notify: false,
  /** Whether what others say at the table is shown. */
  phrases: true,
};

type Chosen = { -readonly [Key in keyof typeof CHOICES]: (typeof CHOICES)[Key][number] };
export type Settings = Chosen & typeof SWITCHES & { name: string };
export type Language = Settings["language"];
export type CardSize = Settings["cardSize"];
export type HandOrder = Settings["handOrder"];
export type Motion = Settings["motion"];

export const SETTINGS = "parlour.settings";
/** More than anybody is called. */
export const LONGEST_NAME = 40;

/** Whether a setting can have this value. */
export function isSetting(key: string, value: unknown): boolean {
  if (key === "name") return typeof value === "string";
  if (Object.hasOwn(SWITCHES, key)) return typeof value === "boolean";
  return Object.hasOwn(CHOICES, key) && (CHOICES[key as keyof typeof CHOICES] as readonly unknown[]).includes(value);
}

export function readSettings(kept: string | null, languages: readonly string[]): Settings {
  const usual = Object.fromEntries(Object.entries(CHOICES).map(([key, values]) => [key, values[0]])) as Chosen;
  const language = languages.find((tag) => /^(en|it)\b/.test(tag))?.startsWith("it") ? "it" : "en";
  let found: object = {};
  try {
    found = Object(JSON.parse(kept ?? "{}")) as object;
  } catch {
    // Broken storage is the same as none.
  }
  return taken({ ...usual, ...SWITCHES, language, name: "" }, found);
}

/** The settings with what of these makes sense. */
function taken(settings: Settings, found: object): Settings {
  for (const [key, value] of Object.entries(found)) if (isSetting(key, value)) Object.assign(settings, { [key]: value });
  settings.name = settings.name.slice(0, LONGEST_NAME);
  return settings;
}

export const settings: Settings = $state(readSettings(localStorage.getItem(SETTINGS), navigator.languages));

export function keepSettings(): void {
  localStorage.setItem(SETTINGS, JSON.stringify(settings));
}

/** Chooses these, and keeps them. */
export function changeSettings(chosen: object): void {
  taken(settings, chosen);
  keepSettings();
}
