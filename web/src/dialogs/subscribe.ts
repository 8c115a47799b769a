// The subscription of this device to push notices, with the text that a notice shows.
import { say } from "./settings-words";

/** Subscribes this device, or renews the subscription. Returns whether push is on. */
export async function subscribeDevice(): Promise<boolean> {
  const { subscribe } = await import("../backend/push");
  return subscribe({ title: "Parlour", body: say("settings.notify.waiting") });
}
