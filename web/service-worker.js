// Caches the page on the device, so that it opens offline. The build fills in the list of files and their
// version below. Requests to the server (/api, /ws) are not handled and never cached.

/** The folder of the page, with a slash at the end. Caches belong to the host, whose other folders may have pages too. */
const BASE = new URL(".", location).pathname;

const VERSION = "@version";
const FILES = ["@files"];
/** The files without which Home does not open. */
const HOME = ["@home"];
const KEPT = `parlour-${BASE.slice(1)}`;
const CACHE = KEPT + VERSION;

addEventListener("install", (event) => {
  event.waitUntil(install().then(() => skipWaiting()));
});

/** A first visitor can reload the page once Home is cached. An update replaces whole pages, so it needs all files. */
async function install() {
  await fill((await older()).length === 0 ? HOME : FILES);
}

// The page asks for the other files when a visitor no longer waits for its own. If the browser stops this worker in between,
// the next visit continues.
addEventListener("message", (event) => {
  if (event.data === "cache-all") event.waitUntil(fill(FILES).then(() => clients.claim()));
});

/** Caches one file after another, so that the open page has the other connections to itself. */
async function fill(files) {
  const cache = await caches.open(CACHE);
  const cached = new Set((await cache.keys()).map(({ url }) => new URL(url).pathname));
  for (const file of files) {
    const path = BASE + file;
    if (cached.has(path)) continue;
    // A file with a hash in its name has the same content in every version.
    const isHashed = file.startsWith("assets/");
    const known = isHashed ? await caches.match(path) : undefined;
    if (known !== undefined) await cache.put(path, known);
    else await cache.add(new Request(path, { cache: isHashed ? "default" : "no-cache", priority: "low" }));
  }
}

// The page of a first visitor loads its next files without the worker, which is faster.
addEventListener("activate", (event) => {
  event.waitUntil(older().then((names) => (names.length === 0 ? undefined : tidy(names).then(() => clients.claim()))));
});

/** Returns the caches of other versions. */
const older = async () => (await caches.keys()).filter((name) => name.startsWith(KEPT) && !name.slice(KEPT.length).includes("/") && name !== CACHE);

/** Deletes old caches except the last one, because an open page may still request files of that version. */
const tidy = (names) => Promise.all(names.slice(0, -1).map((name) => caches.delete(name)));

// A push notice has no text. The page has stored one in the player's language; Home shows the rest: tables, challenges and
// players who wait.
addEventListener("push", (event) => {
  event.waitUntil(tell());
});

async function tell() {
  const kept = await caches.match(`${BASE}notice`, { cacheName: "notice" });
  const { title, body } = kept === undefined ? { title: "Parlour", body: "" } : await kept.json();
  await registration.showNotification(title, { body, tag: "turn", icon: `${BASE}icon-192.png`, data: BASE });
}

// A notification opens its path: in the page that shows it, in another open page, or in a new one.
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
  // Other paths are routes of the page. The document comes from the network if possible, so that updates appear.
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
  // A proxy that cannot reach the server sends an error page, and a static host does not know the page's routes.
  const isNone = (answer.status >= 502 && answer.status <= 504) || (answer.status === 404 && request.mode === "navigate");
  return isNone ? ((await kept()) ?? answer) : answer;
}
