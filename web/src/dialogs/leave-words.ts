// The texts of the dialog to leave a match, loaded with it.
import en from "../../../text/en/leave-page.json";
import it from "../../../text/it/leave-page.json";
import { partWords } from "../words/part";

export const { say } = partWords({ en, it });
