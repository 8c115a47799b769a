// The texts of the dialog for playing with a friend, loaded with it.
import en from "../../../text/en/friend-page.json";
import it from "../../../text/it/friend-page.json";
import { partWords } from "../words/part";

export const { say } = partWords({ en, it });
