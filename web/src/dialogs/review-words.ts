// The texts of the review, loaded with its dialog.
import en from "../../../text/en/review-page.json";
import it from "../../../text/it/review-page.json";
import { partWords } from "../words/part";

export const { say } = partWords({ en, it });
