// The texts of bells, loaded with them.
import en from "../../../text/en/bell-page.json";
import it from "../../../text/it/bell-page.json";
import { partWords } from "../words/part";

export const { say } = partWords({ en, it });
