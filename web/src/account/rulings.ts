// Rulings of the operator on the player's account: their texts, and the dialog that opens when there is a new one.
import { mount, unmount } from "svelte";
import en from "../../../text/en/rulings-page.json";
import it from "../../../text/it/rulings-page.json";
import { request } from "../backend/request";
import type { Notice, RulingInfo } from "../backend/wire";
import { partWords } from "../words/part";
import RulingsDialog from "./RulingsDialog.svelte";
import { day } from "./words";

const words = partWords({ en, it });
export const { say, find } = words;

/** Key of the newest ruling that the player has read, in the browser's storage. */
const READ = "parlour.ruling";

export const reply = (id: number, reply: string) => request<void>("POST", `/api/rulings/${id}/reply`, { reply });

/** Returns since when a ruling lasts, and its end. */
export function timeWords({ kind, at, until }: RulingInfo, now = Date.now() / 1000): string {
  if (until !== null && until <= now) return say("rulings.ended", { date: day(until) });
  if (until !== null) return say("rulings.until", { from: day(at), date: day(until) });
  return say(kind === "warn" ? "rulings.at" : "rulings.open", { date: day(at) });
}

let isOpen = false;
/** Whether a ban was shown since the page was loaded. A banned page connects again and again. */
let hasShownBan = false;

/** Shows the rulings, unless the player has read the newest. */
export function showRulings(notice: Notice): void {
  const newest = notice.type === "ruled" ? notice.id : null;
  if (isOpen || (newest === null ? hasShownBan : newest <= Number(localStorage.getItem(READ)))) return;
  isOpen = true;
  hasShownBan ||= newest === null;
  const dialog = mount(RulingsDialog, {
    target: document.body,
    props: {
      onClose() {
        isOpen = false;
        if (newest !== null) localStorage.setItem(READ, String(newest));
        void unmount(dialog);
      },
    },
  });
}
