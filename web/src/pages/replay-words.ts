// The texts of the replay, loaded with its page.
import en from "../../../text/en/replay-page.json";
import it from "../../../text/it/replay-page.json";
import { partWords } from "../words/part";

export const { say } = partWords({ en, it });
