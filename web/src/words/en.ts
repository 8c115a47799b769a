// Everything the page says in English, loaded when somebody reads English.
import rules from "texts:en/rules";
import common from "../../../text/en/common.json";
import page from "../../../text/en/page.json";

export const texts = { ...common, ...page };
export { rules };
