// The texts of a finished match, loaded with its result.
import en from "../../../text/en/over-page.json";
import it from "../../../text/it/over-page.json";
import { partWords } from "../words/part";

export const { say } = partWords({ en, it });
