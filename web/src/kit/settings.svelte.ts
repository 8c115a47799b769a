// The player's settings in this browser, stored in localStorage.

/** The values of each setting, in the order of the dialog. */
export const CHOICES = {
  language: ["en", "it"],
  faces: ["game", "italian", "french"],
  back: ["game", "blue", "red", "green", "black"],
  cardSize: ["small", "normal", "large", "huge"],
  handOrder: ["game", "suits", "ranks"],
  cloth: ["green", "blue", "red", "dark"],
  paper: ["system", "light", "dark"],
  motion: ["none", "fast", "normal", "slow"],
  counting: ["once", "normal", "slow"],
  sound: ["off", "quiet", "full"],
} as const;
type Chosen = { -readonly [Key in keyof typeof CHOICES]: (typeof CHOICES)[Key][number] };

/** Default values of the settings. */
const USUAL: Omit<Chosen, "language"> = { faces: "game", back: "game", cardSize: "normal", handOrder: "game", cloth: "green", paper: "system", motion: "normal", counting: "normal", sound: "quiet" };

/** Settings that are on or off, with their defaults. */
const SWITCHES = {
  fourColours: true,
  /** Whether the page goes on by itself after a while. */
  timers: true,
  /**
   * Whether an action that cannot be undone needs a confirmation with a mouse or a key too, not only by
   * touch.
   */
  confirm: false,
  /** Whether the device vibrates on the player's turn. */
  vibration: true,
  /** Whether the device notifies on the player's turn while the page is hidden. */
  notify: false,
  /** Whether the phrases of other players are shown. */
  phrases: true,
};

export type Settings = Chosen & typeof SWITCHES & { name: string };
export type Language = Settings["language"];
export type CardSize = Settings["cardSize"];
export type HandOrder = Settings["handOrder"];
export type Motion = Settings["motion"];

export const SETTINGS = "parlour.settings";
/** Maximum length of a name. */
export const LONGEST_NAME = 40;

/** Whether a setting allows this value. */
export function isSetting(key: string, value: unknown): boolean {
  if (key === "name") return typeof value === "string";
  if (Object.hasOwn(SWITCHES, key)) return typeof value === "boolean";
  return Object.hasOwn(CHOICES, key) && (CHOICES[key as keyof typeof CHOICES] as readonly unknown[]).includes(value);
}

export function readSettings(kept: string | null, languages: readonly string[]): Settings {
  const language = languages.find((tag) => /^(en|it)\b/.test(tag))?.startsWith("it") ? "it" : "en";
  let found: object = {};
  try {
    found = Object(JSON.parse(kept ?? "{}")) as object;
  } catch {
    // Invalid data counts as none.
  }
  return taken({ ...USUAL, ...SWITCHES, language, name: "" }, found);
}

/** Returns the settings, changed by the valid ones of `found`. */
function taken(settings: Settings, found: object): Settings {
  for (const [key, value] of Object.entries(found)) if (isSetting(key, value)) Object.assign(settings, { [key]: value });
  settings.name = settings.name.slice(0, LONGEST_NAME);
  return settings;
}

export const settings: Settings = $state(readSettings(localStorage.getItem(SETTINGS), navigator.languages));

export function keepSettings(): void {
  localStorage.setItem(SETTINGS, JSON.stringify(settings));
}

/** Changes settings and stores them. */
export function changeSettings(chosen: object): void {
  taken(settings, chosen);
  keepSettings();
}
