// Sounds, vibrations and notices when it is a player's turn.
import type { Page } from "@playwright/test";
import { WHOLE } from "./browsers";
import { expect, test, visitor } from "./server";
import { atTurn, awaitState, keptSettings, openSettings, openTable, playOne } from "./table";
import { FULL } from "./tiers";

test.use(WHOLE);

const tap = (target: ReturnType<Page["locator"]>) => target.click();

/** Records sounds, vibrations and notifications. document.hidden follows `window.away`. */
function noteSignals() {
  const noted = { sources: 0, contexts: 0, shakes: 0, shown: 0 };
  const node = (): object => {
    const parameter = { value: 0, setValueAtTime: () => 0, linearRampToValueAtTime: () => 0, exponentialRampToValueAtTime: () => 0 };
    return { gain: parameter, frequency: parameter, Q: parameter, connect: (to: object) => to, start: () => void (noted.sources += 1), stop: () => 0 };
  };
  class FakeAudio {
    state = "running";
    currentTime = 0;
    sampleRate = 8000;
    destination = {};
    constructor() { noted.contexts += 1; }
    createGain = node;
    createOscillator = node;
    createBufferSource = node;
    createBiquadFilter = node;
    createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
  }
  Object.assign(window, { noted, away: false, AudioContext: FakeAudio });
  Object.defineProperty(navigator, "vibrate", { value: () => (noted.shakes += 1) });
  const show = ServiceWorkerRegistration.prototype.showNotification;
  ServiceWorkerRegistration.prototype.showNotification = async function (...what) {
    await show.apply(this, what);
    noted.shown += 1;
  };
  Object.defineProperty(document, "hidden", { get: () => (window as unknown as { away: boolean }).away });
}
interface Noted { sources: number; contexts: number; shakes: number; shown: number }
const noted = (page: Page): Promise<Noted> => page.evaluate(() => (window as unknown as { noted: Noted }).noted);

test("cards make sounds unless sounds are off", FULL, async ({ browser, server }) => {
  for (const [sound, heard] of [["quiet", true], ["off", false]] as const) {
    const { page, context } = await visitor(browser, server, { sound });
    await page.addInitScript(noteSignals);
    await openTable(page, { target: 3 });
    await awaitState(page, ["turn"]);
    await playOne(page, tap);
    await awaitState(page, ["turn", "counting"]);
    await (heard ? expect.poll(async () => (await noted(page)).sources).toBeGreaterThan(0) : expect(await noted(page)).toMatchObject({ sources: 0, contexts: 0 }));
    await context.close();
  }
});

test("a player who waited hears that it is their turn, and a hidden page shows a notice", async ({ browser, server }) => {
  const anna = await visitor(browser, server, { sound: "quiet" }, { serviceWorkers: "allow", permissions: ["notifications"] });
  const bert = await visitor(browser, server, { name: "Bert", sound: "quiet", vibration: false });
  for (const { page } of [anna, bert]) await page.addInitScript(noteSignals);
  await bert.page.clock.install();
  const table = await openTable(anna.page, { invite: true });
  await bert.page.goto(`/table/${table}`);
  await bert.page.getByRole("button", { name: "Sit down and play" }).click();
  const first = await atTurn(anna.page, bert.page);
  // Permission is requested only on the player's wish.
  expect((await keptSettings(anna.page)).notify ?? false).toBe(false);
  await openSettings(anna.page, "Sound");
  await anna.page.getByRole("checkbox", { name: "Notify me when it’s my turn" }).check();
  await anna.page.keyboard.press("Escape");
  // The browser asks for permission asynchronously.
  await expect.poll(() => keptSettings(anna.page)).toMatchObject({ notify: true });
  await anna.page.evaluate(() => navigator.serviceWorker.ready.then(() => 0));

  if (first === anna.page) await playOne(anna.page, tap);
  await awaitState(bert.page, ["turn"]);
  const before = await noted(anna.page);
  await anna.page.evaluate(() => void ((window as unknown as { away: boolean }).away = true));
  await playOne(bert.page, tap);
  await awaitState(anna.page, ["turn"]);
  const notices = () => anna.page.evaluate(async () => ((await (await navigator.serviceWorker.getRegistration())?.getNotifications()) ?? []).map(({ title, body, tag }) => ({ title, body, tag })));
  // Chromium can lose a notification that is shown while the list is read.
  await expect.poll(async () => (await noted(anna.page)).shown).toBe(1);
  expect(await notices()).toEqual([{ title: "Scopa", body: "Your turn", tag: table }]);
  const after = await noted(anna.page);
  expect(after.shakes).toBe(before.shakes + 1);
  expect(after.sources).toBeGreaterThan(before.sources);
  await anna.page.evaluate(() => {
    (window as unknown as { away: boolean }).away = false;
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await expect.poll(notices).toEqual([]);

  // Bert waits, and has turned vibration off, so there is only a sound.
  const his = await noted(bert.page);
  await bert.page.clock.fastForward(3_000);
  await playOne(anna.page, tap);
  await awaitState(bert.page, ["turn"]);
  await expect.poll(async () => (await noted(bert.page)).sources).toBeGreaterThan(his.sources + 2);
  expect((await noted(bert.page)).shakes).toBe(0);
  await anna.context.close();
  await bert.context.close();
});
