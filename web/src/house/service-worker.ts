// The page on this device: the service worker that opens it with the network gone.
import { mount } from "svelte";
import { base } from "../kit/base";
import { settings } from "../kit/settings.svelte";

/** So long after the page has come whoever visits it first has mostly sat down: until then no file that is to be kept comes between. */
const LATER = 5000;

/** Asks the browser to keep the page, once it has nothing better to do. What cannot be kept still works online. */
export function keepPage(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  // The first worker is no news.
  if (navigator.serviceWorker.controller !== null) navigator.serviceWorker.addEventListener("controllerchange", () => void announce(), { once: true });
  addEventListener("load", () => setTimeout(() => void keep().catch(() => undefined), LATER));
}

async function keep(): Promise<void> {
  await navigator.serviceWorker.register(`${base}service-worker.js`);
  // The house forgets a device that is not heard of for long, and a browser may be given another address.
  if (settings.notify) await (await import("./push")).subscribe(null);
}

/** Says that a newer page lies ready. */
async function announce(): Promise<void> {
  const { default: NewVersion } = await import("../kit/NewVersion.svelte");
  mount(NewVersion, { target: document.body });
}
