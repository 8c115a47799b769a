// The texts of the matches to watch, loaded with them.
import en from "../../../text/en/watch-page.json";
import it from "../../../text/it/watch-page.json";
import { partWords } from "../words/part";

export const { say } = partWords({ en, it });
