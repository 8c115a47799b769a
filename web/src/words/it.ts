// The texts of the page in Italian, loaded when they are needed.
import rules from "texts:it/rules";
import common from "../../../text/it/common.json";
import page from "../../../text/it/page.json";

export const texts = { ...common, ...page };
export { rules };
