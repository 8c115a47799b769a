// Notices with the page closed: where a house sends them, whoever is away and waited for is told, in their language.
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test, visitor } from "./house";
import { awaitState, firstTurn, openSettings, openTable, playOne } from "./table";

/** A push service: what devices were sent. */
async function pushService() {
  const sent: { path: string; length: string | undefined }[] = [];
  const server = createServer((request: IncomingMessage, response) => {
    sent.push({ path: request.url ?? "", length: request.headers["content-length"] });
    response.writeHead(201).end();
  });
  await new Promise<void>((open) => server.listen(0, "127.0.0.1", open));
  return { sent, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

test("whoever closed the page is told that somebody waits for them, and finds their matches by it", async ({ browser, house }) => {
  const service = await pushService();
  await house.kill();
  house.tellsTime = true;
  house.more = ["--push-contact", "mailto:host@cards.example", "--push-service", service.address];
  await house.open();
  const anna = await visitor(browser, house, {}, { serviceWorkers: "allow", permissions: ["notifications"] });
  // The browser of this test has no push service behind it: the address it would be given is ours.
  await anna.context.addInitScript((endpoint) => {
    let subscribed = false;
    const subscription = { endpoint, unsubscribe: () => Promise.resolve(!(subscribed = false)) };
    PushManager.prototype.subscribe = () => Promise.resolve(((subscribed = true), subscription) as unknown as PushSubscription);
    PushManager.prototype.getSubscription = () => Promise.resolve((subscribed ? subscription : null) as unknown as PushSubscription);
  }, `${service.address}/send/anna`);
  const bert = await visitor(browser, house, { name: "Bert" });
  const table = await openTable(anna.page, { invite: true });
  await bert.page.goto(`/table/${table}`);
  await bert.page.getByRole("button", { name: "Sit down and play" }).click();
  const first = await firstTurn(house, anna.page, bert.page);
  await openSettings(anna.page, "Sound");
  await anna.page.getByRole("checkbox", { name: "Tell me that it is my turn" }).check();
  await expect(anna.page.getByText("It works with the page closed, too.")).toBeVisible();
  await anna.page.keyboard.press("Escape");
  // Whoever has the page open is told by the page.
  if (first === bert.page) await playOne(bert.page, (target) => target.click());
  await awaitState(anna.page, ["turn"]);
  house.pass(25_000);
  await anna.page.waitForTimeout(2_500);
  expect(service.sent).toEqual([]);

  await anna.page.close();
  await expect(bert.page.getByText("not here").or(bert.page.getByText("away")).first()).toBeVisible();
  house.pass(25_000);
  await expect.poll(() => service.sent).toEqual([{ path: "/send/anna", length: "0" }]);
  service.close();

  // What the push service would now hand to the browser.
  const page = await anna.context.newPage();
  await page.goto(`${house.address}/rules`);
  const browserSide = await anna.context.newCDPSession(page);
  const registration = new Promise<string>((found) =>
    browserSide.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(house.address));
      if (ours) found(ours.registrationId);
    }));
  await browserSide.send("ServiceWorker.enable");
  await browserSide.send("ServiceWorker.deliverPushMessage", { origin: house.address, registrationId: await registration, data: "" });
  const notices = () => page.evaluate(async () => ((await (await navigator.serviceWorker.getRegistration())?.getNotifications()) ?? []).map(({ title, body, data }) => ({ title, body, data: data as unknown })));
  await expect.poll(notices).toEqual([{ title: "Parlour", body: "Somebody waits for you at a table.", data: "/matches" }]);
});
