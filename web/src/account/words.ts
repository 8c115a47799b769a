// The texts of the account, loaded with it.
import en from "../../../text/en/account-page.json";
import it from "../../../text/it/account-page.json";
import type { ApiError } from "../backend/wire";
import { settings } from "../kit/settings.svelte";
import { partWords } from "../words/part";
import { refusalWords } from "../words/words";

const words = partWords({ en, it });
export const { say } = words;

/** Returns the sentence of a refusal. */
export const refused = (error: ApiError): string => words.find(`refusal.${error.reason ?? error.code}`, error.params ?? {}) ?? words.find(`refusal.${error.code}`) ?? refusalWords(error);

/** Formats a time in seconds since 1970 as a date. */
export const day = (seconds: number): string => new Date(seconds * 1000).toLocaleDateString(settings.language, { day: "numeric", month: "long", year: "numeric" });
