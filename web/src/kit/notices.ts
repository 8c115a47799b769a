// Notices of the device that it is our turn, for somebody who looks elsewhere. They come through the service worker, which alone
// may show them on phones; so there are none where there is no service worker, as over plain http.
import { base } from "./base";

/** Whether this browser could show any. */
export const mayNotify = (): boolean => "Notification" in globalThis && "serviceWorker" in navigator;

/** What the browser was told about it. */
export const notified = (): NotificationPermission => (mayNotify() ? Notification.permission : "denied");

/** Asks whether the page may; only ever in answer to a tap. */
export const wantNotices = async (): Promise<boolean> => mayNotify() && (await Notification.requestPermission()) === "granted";

/** Shows a notice of a table in place of an earlier one. A tap on it leads to the table. */
export async function showNotice(table: string, title: string, body: string): Promise<void> {
  if (notified() !== "granted") return;
  const worker = await navigator.serviceWorker.getRegistration();
  await worker?.showNotification(title, { body, tag: table, icon: `${base}icon-192.png`, data: `${base}table/${table}` });
}

/** Takes it away: they have seen the table. */
export async function clearNotice(table: string): Promise<void> {
  if (notified() !== "granted") return;
  const worker = await navigator.serviceWorker.getRegistration();
  for (const notice of (await worker?.getNotifications({ tag: table })) ?? []) notice.close();
}
