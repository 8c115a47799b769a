// The texts of a hint, loaded with its dialog.
import en from "../../../text/en/hint-page.json";
import it from "../../../text/it/hint-page.json";
import { partWords } from "../words/part";

export const { say } = partWords({ en, it });
