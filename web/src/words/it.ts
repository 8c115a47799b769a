// Everything the page says in Italian, loaded when somebody reads Italian.
import common from "../../../text/it/common.json";
import page from "../../../text/it/page.json";
import rules from "../../../text/it/rules.json";

export const texts = { ...common, ...page };
export { rules };
