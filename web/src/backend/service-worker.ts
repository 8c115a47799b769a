// Registers the service worker, which opens the page offline.
import { mount } from "svelte";
import { base } from "../kit/base";
import { settings } from "../kit/settings.svelte";

/**
 * Delay before all files are cached, in milliseconds. After it most first visitors have sat down, so that
 * caching delays no file they wait for.
 */
const LATER = 5000;

const register = () => navigator.serviceWorker.register(`${base}service-worker.js`);

/**
 * Registers the service worker. It caches Home at once, so that a first visitor can reload the page, and later
 * all files. If that fails, the page still works online.
 */
export function keepPage(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  // The first worker is not an update.
  if (navigator.serviceWorker.controller !== null) navigator.serviceWorker.addEventListener("controllerchange", () => void announce(), { once: true });
  else addEventListener("load", () => void register().catch(() => undefined));
  addEventListener("load", () => setTimeout(() => void keepAll().catch(() => undefined), LATER));
}

async function keepAll(): Promise<void> {
  await register();
  (await navigator.serviceWorker.ready).active?.postMessage("cache-all");
  // Renews the subscription: the server drops silent devices, and a browser's push address may change.
  if (settings.notify) await (await import("./push")).subscribe(null);
}

/** Announces a newer version of the page. */
async function announce(): Promise<void> {
  const { default: NewVersion } = await import("../kit/NewVersion.svelte");
  mount(NewVersion, { target: document.body });
}
