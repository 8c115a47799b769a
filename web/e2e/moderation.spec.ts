// Reports and rulings: one player reports another, the operator rules, and the other sees the ruling and replies. A ban while
// playing ends the socket (PE-T20).
import { execFileSync } from "node:child_process";
import { accountHolder, DESKTOP, lookOf, PHONE } from "./accounts";
import { expect, PROGRAM, test } from "./server";
import { atTurn } from "./table";
import { FULL } from "./tiers";

const WORDS = {
  en: { area: "Play with people", play: /^Play Scopa · 2 players/, say: "Say something", menu: "Menu", report: "Report a player", reason: "Left or stalled", send: "Send", sent: "Thank you. The operator has your report.", title: "From the operator", warn: "Warning", ban: "This account is banned", reply: "Your reply", reply_send: "Send the reply", replied: "You replied: I lost my connection.", read: "I have read it" },
  it: { area: "Gioca con altre persone", play: /^Gioca Scopa · 2 giocatori/, say: "Di’ qualcosa", menu: "Menu", report: "Segnala un giocatore", reason: "Ha lasciato la partita o ha perso tempo", send: "Invia", sent: "Grazie. Il gestore ha ricevuto la segnalazione.", title: "Dal gestore", warn: "Avvertimento", ban: "Questo account è escluso", reply: "La tua risposta", reply_send: "Invia la risposta", replied: "Hai risposto: I lost my connection.", read: "Ho letto" },
} as const;
for (const [language, other, screen, otherScreen, tier] of [["en", "it", PHONE, DESKTOP, {}], ["it", "en", DESKTOP, PHONE, FULL]] as const) {
  test(`a report, a warning with a reply, and a ban, ${screen.viewport.width}, ${language}`, tier, async ({ browser, ownServer }, info) => {
    const admin = (...order: string[]) => execFileSync(PROGRAM, ["admin", "--data", ownServer.data, ...order], { encoding: "utf8" });
    const look = lookOf(info);
    const [words, theirs] = [WORDS[language], WORDS[other]];
    const anna = await accountHolder(browser, ownServer, "Anna", "203.0.113.1", language, screen);
    const mallory = await accountHolder(browser, ownServer, "Mallory", "203.0.113.2", other, otherScreen);
    await anna.getByRole("region", { name: words.area }).getByRole("button", { name: words.play }).click();
    await mallory.getByRole("region", { name: theirs.area }).getByRole("button", { name: theirs.play }).click();
    for (const page of [anna, mallory]) await page.waitForURL(/\/table\//);
    await atTurn(anna, mallory);

    // A report from the table.
    await anna.getByRole("button", { name: words.say }).click();
    await anna.getByRole("button", { name: words.report }).click();
    const dialog = anna.getByRole("dialog");
    await dialog.getByLabel(words.reason).check();
    await look(anna, `report-${language}`);
    await dialog.getByRole("button", { name: words.send, exact: true }).click();
    await expect(dialog).toContainText(words.sent);
    await look(anna, `report-sent-${language}`);
    await anna.keyboard.press("Escape");
    expect(admin("reports", "--open")).toContain("Mallory: stalled, by Anna, open");

    // The warning is shown on Home, once, and takes one reply.
    expect(admin("rule", "Mallory", "warn", "--reason", "You left three matches this week.")).toContain("The ruling has the number 1.");
    expect(admin("reports", "--open")).toBe("No reports.\n");
    const table = mallory.url();
    await mallory.goto("/");
    const ruling = mallory.getByRole("dialog", { name: theirs.title });
    await expect(ruling).toContainText(theirs.warn);
    await expect(ruling).toContainText("You left three matches this week.");
    await look(mallory, `warning-${other}`);
    await ruling.getByLabel(theirs.reply).fill("I lost my connection.");
    await ruling.getByRole("button", { name: theirs.reply_send }).click();
    await expect(ruling).toContainText(theirs.replied);
    await ruling.getByRole("button", { name: theirs.read }).click();
    expect(admin("player", "Mallory")).toContain("reply   I lost my connection.");
    await mallory.reload();
    await expect(mallory.getByRole("region", { name: theirs.area })).toBeVisible();
    await expect(ruling).toHaveCount(0);

    // A ban ends the socket at the table, and the other player learns that the seat was left.
    await mallory.goto(table);
    await expect(mallory.locator("[data-hand-card]").first()).toBeVisible();
    const ends = mallory.waitForEvent("websocket");
    admin("rule", "Mallory", "ban", "--until", "2099-01-31", "--reason", "Still leaving matches.");
    // The client dials again, which it does only after the socket has ended.
    await ends;
    await expect(anna.getByText(language === "en" ? /Mallory (has )?left/ : /Mallory ha lasciato/).first()).toBeVisible();
    await mallory.goto("/");
    await expect(ruling).toContainText(theirs.ban);
    await expect(ruling).toContainText("Still leaving matches.");
    await look(mallory, `ban-${other}`);
    await expect(mallory.getByRole("region", { name: theirs.area })).toHaveCount(0);
  });
}
