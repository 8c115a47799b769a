// Keeps the page on the device, so that it opens with the network gone. The build writes the list of files and their
// version below; everything of the server's own (/api, /ws) goes past it, and is never kept.

/** Where the page lies on its host, with a slash at the end. What is kept is kept for all of the host: other folders have pages, too. */
const BASE = new URL(".", location).pathname;

const VERSION = "@version";
const FILES = ["@files"];
const KEPT = `parlour-${BASE.slice(1)}`;
const CACHE = KEPT + VERSION;

addEventListener("install", (event) => {
  event.waitUntil(fill().then(() => skipWaiting()));
});

/** One file after the other: the page that is open has the other connections to itself. */
async function fill() {
  const cache = await caches.open(CACHE);
  for (const file of FILES) {
    const path = BASE + file;
    // A name with a hash in it means the same bytes in every version.
    const known = file.startsWith("assets/") ? await caches.match(path) : undefined;
    if (known !== undefined) await cache.put(path, known);
    else await cache.add(new Request(path, { cache: "no-cache", priority: "low" }));
  }
}

addEventListener("activate", (event) => {
  event.waitUntil(tidy().then(() => clients.claim()));
});

/** A page that is open may still ask for files of the version before. */
async function tidy() {
  const names = (await caches.keys()).filter((name) => name.startsWith(KEPT) && !name.slice(KEPT.length).includes("/") && name !== CACHE);
  await Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));
}

// A notice of the house has no words: those of the reader's language lie ready, and what is new their matches tell.
addEventListener("push", (event) => {
  event.waitUntil(tell());
});

async function tell() {
  const kept = await caches.match(`${BASE}notice`, { cacheName: "notice" });
  const { title, body } = kept === undefined ? { title: "Parlour", body: "" } : await kept.json();
  await registration.showNotification(title, { body, tag: "turn", icon: `${BASE}icon-192.png`, data: `${BASE}matches` });
}

// A notice that it is somebody's turn leads to their table: to the page that shows it, to another one, or to a new one.
addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data));
});

async function show(path) {
  const pages = await clients.matchAll({ type: "window" });
  const page = pages.find(({ url }) => new URL(url).pathname === path) ?? pages[0];
  if (page === undefined) return clients.openWindow(path);
  await page.focus();
  return new URL(page.url).pathname === path ? undefined : page.navigate(path);
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin || !pathname.startsWith(BASE)) return;
  const file = pathname.slice(BASE.length);
  if (file.startsWith("api/") || file === "ws") return;
  if (file.startsWith("assets/")) event.respondWith(keptFirst(request));
  // Whatever is no file is a place in the page: a new version of the document is seen as soon as there is a network.
  else if (request.mode === "navigate") event.respondWith(networkFirst(request, `${BASE}index.html`));
  else if (FILES.includes(file)) event.respondWith(networkFirst(request, pathname));
});

async function keptFirst(request) {
  return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

async function networkFirst(request, path) {
  const kept = async () => (await (await caches.open(CACHE)).match(path, { ignoreVary: true })) ?? caches.match(path, { ignoreVary: true });
  let answer;
  try {
    answer = await fetch(request);
  } catch (error) {
    const found = await kept();
    if (found === undefined) throw error;
    return found;
  }
  // A machine in between that cannot reach the server says so in its own words, and a host of files knows no places of the page.
  const isNone = (answer.status >= 502 && answer.status <= 504) || (answer.status === 404 && request.mode === "navigate");
  return isNone ? ((await kept()) ?? answer) : answer;
}
