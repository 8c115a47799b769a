// Push notices to this device while no page is open, if the server sends any (docs/protocol.md, /api/push). A
// notice has no text. The page stores one for the service worker, in the player's language.
import { base } from "../kit/base";
import { request } from "./request";
import type { PushKey } from "./wire";

/** Text of a push notice. */
export interface NoticeWords { title: string; body: string }

/** Cache and path at which the service worker finds the text. */
const WORDS = { cache: "notice", path: `${base}notice` };

/**
 * Subscribes this device, or renews the subscription, and stores a new text if there is one. Returns whether
 * push is on.
 */
export async function subscribe(words: NoticeWords | null): Promise<boolean> {
  try {
    const worker = await navigator.serviceWorker.ready;
    // Without a subscription there is nothing to renew, so the server is not asked at every visit.
    if (words === null && (await worker.pushManager.getSubscription()) === null) return false;
    const { key } = await request<PushKey>("GET", "/api/push");
    const { endpoint } = await subscribed(worker.pushManager, bytes(key));
    await request("POST", "/api/push", { endpoint });
    if (words !== null) await (await caches.open(WORDS.cache)).put(WORDS.path, Response.json(words));
    return true;
  } catch {
    // The server sends no notices, or the browser does not support push.
    return false;
  }
}

/** Subscribes again if the server has another key. */
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

/** Unsubscribes this device at the browser and at the server. */
export async function unsubscribe(): Promise<void> {
  try {
    const worker = await navigator.serviceWorker.getRegistration();
    const subscription = await worker?.pushManager.getSubscription();
    if (!subscription) return;
    await subscription.unsubscribe();
    await request("DELETE", "/api/push", { endpoint: subscription.endpoint });
  } catch {
    // The server notices when it next sends to this device.
  }
}

const bytes = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
