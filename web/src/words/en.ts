// The texts of the page in English, loaded when they are needed.
import rules from "texts:en/rules";
import common from "../../../text/en/common.json";
import page from "../../../text/en/page.json";

export const texts = { ...common, ...page };
export { rules };
