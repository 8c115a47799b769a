// Everything the page says in English, loaded when somebody reads English.
import common from "../../../text/en/common.json";
import page from "../../../text/en/page.json";
import rules from "../../../text/en/rules.json";

export const texts = { ...common, ...page };
export { rules };
