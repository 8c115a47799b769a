// The texts of friends, mutes and blocks, loaded with them.
import en from "../../../text/en/ties-page.json";
import it from "../../../text/it/ties-page.json";
import type { ApiError } from "../backend/wire";
import { partWords } from "../words/part";
import { refusalWords } from "../words/words";

const words = partWords({ en, it });
export const { say } = words;

/** Returns the sentence of a refusal. */
export const refused = (error: ApiError): string => words.find(`ties.refusal.${error.reason ?? error.code}`) ?? refusalWords(error);
