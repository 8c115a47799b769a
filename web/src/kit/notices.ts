// Notifications of the device when it is the player's turn and the page is hidden. They need a service
// worker, since phones allow no others, and therefore TLS.
import { base } from "./base";

/** Whether this browser supports notifications. */
export const mayNotify = (): boolean => "Notification" in globalThis && "serviceWorker" in navigator;

/** The browser's permission for notifications. */
export const notified = (): NotificationPermission => (mayNotify() ? Notification.permission : "denied");

/** Requests permission. Call it only in answer to a tap. */
export const wantNotices = async (): Promise<boolean> => mayNotify() && (await Notification.requestPermission()) === "granted";

let last = Promise.resolve();

/** Does `work` after all earlier work. Chromium can lose a notification that is shown while a list is read. */
function inOrder(work: (worker: ServiceWorkerRegistration) => Promise<void>): Promise<void> {
  if (notified() !== "granted") return Promise.resolve();
  const done = last.then(async () => {
    const worker = await navigator.serviceWorker.getRegistration();
    if (worker !== undefined) await work(worker);
  });
  last = done.catch(() => undefined);
  return done;
}

/** Shows a notification for a table and replaces an earlier one. A tap opens the table. */
export const showNotice = (table: string, title: string, body: string): Promise<void> =>
  inOrder((worker) => worker.showNotification(title, { body, tag: table, icon: `${base}icon-192.png`, data: `${base}table/${table}` }));

/** Removes the notification, because the player has seen the table. */
export const clearNotice = (table: string): Promise<void> =>
  inOrder(async (worker) => {
    for (const notice of await worker.getNotifications({ tag: table })) notice.close();
  });
