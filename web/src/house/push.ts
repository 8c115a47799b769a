// Notices of the house to this device while no page is open, where the house sends any (docs/protocol.md, /api/push). They come
// without a word: what the service worker is to say of them is laid ready here, in the reader's language.
import { base } from "../kit/base";
import { request } from "./request";
import type { PushKey } from "./wire";

/** What a notice says. */
export interface NoticeWords { title: string; body: string }

/** Where the service worker looks for them. */
const WORDS = { cache: "notice", path: `${base}notice` };

/** Subscribes this device, or says again that it is, with other words if there are any; whether it hears of its turn from now on. */
export async function subscribe(words: NoticeWords | null): Promise<boolean> {
  try {
    const worker = await navigator.serviceWorker.ready;
    // A house that sends none is not asked at every visit.
    if (words === null && (await worker.pushManager.getSubscription()) === null) return false;
    const { key } = await request<PushKey>("GET", "/api/push");
    const { endpoint } = await subscribed(worker.pushManager, bytes(key));
    await request("POST", "/api/push", { endpoint });
    if (words !== null) await (await caches.open(WORDS.cache)).put(WORDS.path, Response.json(words));
    return true;
  } catch {
    // The house sends none, or the browser has no service for them.
    return false;
  }
}

/** Whoever moved to a house with another key is subscribed anew. */
async function subscribed(push: PushManager, applicationServerKey: Uint8Array<ArrayBuffer>): Promise<PushSubscription> {
  const asked = { userVisibleOnly: true, applicationServerKey };
  try {
    return await push.subscribe(asked);
  } catch (error) {
    const old = await push.getSubscription();
    if (old === null) throw error;
    await old.unsubscribe();
    return push.subscribe(asked);
  }
}

/** Tells browser and house that this device wants to hear no more. */
export async function unsubscribe(): Promise<void> {
  try {
    const worker = await navigator.serviceWorker.getRegistration();
    const subscription = await worker?.pushManager.getSubscription();
    if (!subscription) return;
    await subscription.unsubscribe();
    await request("DELETE", "/api/push", { endpoint: subscription.endpoint });
  } catch {
    // The house finds out by itself when it next sends something.
  }
}

const bytes = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
