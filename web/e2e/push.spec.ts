// Push notices: a player with a closed page is notified of their turn.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { WHOLE } from "./browsers";
import { expect, headersOf, Server, test, visitor } from "./server";
import { awaitState, firstTurn, openSettings, openTable, playOne } from "./table";
import { FULL } from "./tiers";

test.use(WHOLE);

/** Fake push service that records what it was sent. */
async function pushService() {
  const sent: { path: string; length: string | undefined }[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    sent.push({ path: request.url ?? "", length: request.headers["content-length"] });
    response.writeHead(201).end();
  });
  await new Promise<void>((open) => server.listen(0, "127.0.0.1", open));
  return { sent, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

test("a player with the page closed gets a push notice when it is their turn", FULL, async ({ browser }) => {
  const service = await pushService();
  const server = new Server({ standingClock: true, flags: ["--push-contact", "mailto:host@cards.example", "--push-service", service.address] });
  await server.start();
  const anna = await visitor(browser, server, {}, { serviceWorkers: "allow", permissions: ["notifications"] });
  // The test's browser has no push service, so it gets the address of the fake one.
  await anna.context.addInitScript((endpoint) => {
    let subscribed = false;
    const subscription = { endpoint, unsubscribe: () => Promise.resolve(!(subscribed = false)) };
    PushManager.prototype.subscribe = () => Promise.resolve(((subscribed = true), subscription) as unknown as PushSubscription);
    PushManager.prototype.getSubscription = () => Promise.resolve((subscribed ? subscription : null) as unknown as PushSubscription);
  }, `${service.address}/send/anna`);
  const bert = await visitor(browser, server, { name: "Bert" });
  const table = await openTable(anna.page, { invite: true });
  await bert.page.goto(`/table/${table}`);
  await bert.page.getByRole("button", { name: "Sit down and play" }).click();
  const first = await firstTurn(server, anna.page, bert.page);
  await openSettings(anna.page, "Sound");
  await anna.page.getByRole("checkbox", { name: "Notify me when it’s my turn" }).check();
  await expect(anna.page.getByText("It works with the page closed, too.")).toBeVisible();
  await anna.page.keyboard.press("Escape");
  // Carla's page is closed too. Her notice shows that the time has passed.
  const carla = await visitor(browser, server, { name: "Carla" });
  await openTable(carla.page);
  await firstTurn(server, carla.page);
  const answer = await carla.page.request.post("/api/push", { headers: headersOf(carla.page), data: { endpoint: `${service.address}/send/carla` } });
  expect(answer.ok()).toBe(true);
  await carla.context.close();
  // Anna's page is open, so no notice is sent to her.
  if (first === bert.page) await playOne(bert.page, (target) => target.click());
  await awaitState(anna.page, ["turn"]);
  const advanceUntilSent = (...names: string[]) => expect.poll(() => {
    server.advance(25_000);
    return service.sent;
  }).toEqual(names.map((name) => ({ path: `/send/${name}`, length: "0" })));
  await advanceUntilSent("carla");

  await anna.page.close();
  await expect(bert.page.getByText("not here").or(bert.page.getByText("away")).first()).toBeVisible();
  await advanceUntilSent("carla", "anna");
  service.close();

  // Delivers what the push service would hand to the browser.
  const page = await anna.context.newPage();
  await page.goto(`${server.address}/rules`);
  const browserSide = await anna.context.newCDPSession(page);
  const registration = new Promise<string>((found) =>
    browserSide.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(server.address));
      if (ours) found(ours.registrationId);
    }));
  await browserSide.send("ServiceWorker.enable");
  // Chromium can lose a notification that is shown while the list is read, so the worker says when it is shown.
  const worker = anna.context.serviceWorkers()[0]!;
  await worker.evaluate(() => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const show = registration.showNotification.bind(registration);
    const shown = new Promise<void>((done) => (registration.showNotification = (...what) => show(...what).then(done)));
    Object.assign(globalThis, { shown });
  });
  await browserSide.send("ServiceWorker.deliverPushMessage", { origin: server.address, registrationId: await registration, data: "" });
  await worker.evaluate(() => (globalThis as unknown as { shown: Promise<void> }).shown);
  const notices = () => page.evaluate(async () => ((await (await navigator.serviceWorker.getRegistration())?.getNotifications()) ?? []).map(({ title, body, data }) => ({ title, body, data: data as unknown })));
  expect(await notices()).toEqual([{ title: "Parlour", body: "Players are waiting for you.", data: "/" }]);
});
