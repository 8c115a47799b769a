// The texts of the help, loaded with its dialog.
import en from "../../../text/en/help-page.json";
import it from "../../../text/it/help-page.json";
import { partWords } from "../words/part";

export type HelpKey = keyof typeof en;
export const { find, say } = partWords({ en, it });
