// Speed of the module's playouts in a browser, compared with native code. Measured, never asserted:
// docs/performance.md has the command and the results. Build the example `playouts` of the crate `wasm`
// first.
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import { exchange, type Module } from "../src/backend/exchange";
import { test, visitor } from "./server";

const EXAMPLE = resolve(import.meta.dirname, "..", process.env.PLAYOUTS ?? "../target/release/examples/playouts");
const listed = (more: string[]) => new Map(execFileSync(EXAMPLE, more, { encoding: "utf8" }).trim().split("\n").map((line) => line.split("\t") as [string, string]));

/**
 * Runs in the page: returns the fastest of five answers, in ms. It gets everything as arguments, since it is
 * sent as text.
 */
async function fastest(ask: typeof exchange, path: string, question: string): Promise<number> {
  const { instance } = await WebAssembly.instantiate(await (await fetch(path)).arrayBuffer());
  const times: number[] = [];
  for (let again = 0; again < 5; again++) {
    const begun = performance.now();
    if (!ask(instance.exports as unknown as Module, question).includes("found")) throw new Error("it did not answer");
    times.push(performance.now() - begun);
  }
  return Math.min(...times);
}

test("the best bot's look at one decision, in the browser and on this machine", async ({ browser, server }) => {
  const { page, context } = await visitor(browser, server);
  await page.goto("/rules");
  const questions = listed(["--questions"]);
  const native = listed([]);
  for (const [game, question] of questions) {
    const there = await page.evaluate<number>(`(${fastest})(${exchange}, "/play-${game}.wasm", ${JSON.stringify(question)})`);
    const here = Number(native.get(game));
    console.log(`${game}: ${there.toFixed(1)} ms in the browser, ${here.toFixed(1)} ms here: ${(here / there).toFixed(2)} as fast`);
  }
  await context.close();
});
