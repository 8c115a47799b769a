// The words of a hint, which come with it.
import en from "../../../text/en/hint-page.json";
import it from "../../../text/it/hint-page.json";
import { partWords } from "../words/part";

export const { say } = partWords({ en, it });
