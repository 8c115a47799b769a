// The texts of the settings, loaded with their dialog.
import en from "../../../text/en/settings-page.json";
import it from "../../../text/it/settings-page.json";
import { partWords } from "../words/part";

export type SettingsKey = keyof typeof en;

export const { say } = partWords({ en, it });
