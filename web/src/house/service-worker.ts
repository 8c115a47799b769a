// The page on this device: the service worker that opens it with the network gone.

/** Asks the browser to keep the page, once it has nothing better to do. What cannot be kept still works online. */
export function keepPage(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  addEventListener("load", () => void navigator.serviceWorker.register("/service-worker.js").catch(() => undefined));
}
