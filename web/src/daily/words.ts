// The texts of the deal of the day, loaded with its page.
import en from "../../../text/en/daily-page.json";
import it from "../../../text/it/daily-page.json";
import { settings } from "../kit/settings.svelte";
import { partWords } from "../words/part";
import { total } from "../words/words";
import { dateOf } from "./days";

export const { say } = partWords({ en, it });
export const dayWords = (day: string, dateStyle: "long" | "medium" = "long"): string => new Intl.DateTimeFormat(settings.language, { dateStyle }).format(dateOf(day));
export const resultWords = ([own, others]: readonly [number, number]): string => `${total(own)} : ${total(others)}`;
