// The texts of the page for files of boards, loaded with it.
import en from "../../../text/en/boards-page.json";
import it from "../../../text/it/boards-page.json";
import { partWords } from "../words/part";

export const { say } = partWords({ en, it });
export const count = (key: "boards.count", n: number): string => say(`${key}.${n === 1 ? "one" : "many"}`, { n });
