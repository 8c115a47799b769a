// The words of looking at a match once more, which come with it: who plays never loads these.
import en from "../../../text/en/review-page.json";
import it from "../../../text/it/review-page.json";
import { partWords } from "../words/part";

export const { say } = partWords({ en, it });
