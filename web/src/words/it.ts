// Everything the page says in Italian, loaded when somebody reads Italian.
import rules from "texts:it/rules";
import common from "../../../text/it/common.json";
import page from "../../../text/it/page.json";

export const texts = { ...common, ...page };
export { rules };
