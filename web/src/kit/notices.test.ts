import { expect, test, vi } from "vitest";

test("a notice is shown only after the list of an earlier removal was read", async () => {
  const calls: string[] = [];
  let answer = (_: Notification[]) => {};
  const worker = {
    getNotifications: () => {
      calls.push("list");
      return new Promise<Notification[]>((done) => (answer = done));
    },
    showNotification: async () => void calls.push("show"),
  };
  vi.stubGlobal("Notification", { permission: "granted" });
  vi.stubGlobal("navigator", { serviceWorker: { getRegistration: async () => worker } });
  const { clearNotice, showNotice } = await import("./notices");

  const cleared = clearNotice("t");
  const shown = showNotice("t", "Scopa", "Your turn");
  await vi.waitUntil(() => calls.length > 0);
  await new Promise((later) => setTimeout(later));
  expect(calls).toEqual(["list"]);
  answer([{ close: () => calls.push("close") } as unknown as Notification]);
  await Promise.all([cleared, shown]);
  expect(calls).toEqual(["list", "close", "show"]);
});
