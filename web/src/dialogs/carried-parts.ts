// What is carried to another device in one file, by the names the parts have there. A new one is a line here.
import type { Part } from "../kit/carried";
import { settingsPart } from "../kit/carried-settings";

export const CARRIED = [settingsPart] as readonly Part[];
