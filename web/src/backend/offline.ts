// The WebAssembly modules in the page. They answer questions in JSON with JSON, online or offline.
import { base } from "../kit/base";
import { exchange, type Module } from "./exchange";

/** Whether the page was built with the modules. Without them the page does not offer what needs them. */
export const isBuiltIn = import.meta.env.VITE_OFFLINE !== "no";

/** One module for each part, so that the score pads load no rules, and a game loads only its own. */
export type Part = "pads" | "arbiter" | "records" | "study" | `play-${string}`;
const compiling: Partial<Record<Part, Promise<WebAssembly.Module>>> = {};
const loading: Partial<Record<Part, Promise<Module>>> = {};

/** The module does not exist, and the player opened an address that needs it. */
export class NotBuiltIn extends Error {}

async function load(part: Part): Promise<WebAssembly.Module> {
  const response = await fetch(`${base}${part}.wasm`);
  if (response.status === 404) throw new NotBuiltIn();
  if (!response.ok) throw new Error(`cannot load ${part}.wasm: status ${response.status}`);
  // Streaming compilation works only if the host sends the right content type.
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Loads a module once. A failure is not cached, so that the next call tries again. */
export function compiled(part: Part): Promise<WebAssembly.Module> {
  return (compiling[part] ??= load(part).catch((error: unknown) => {
    delete compiling[part];
    throw error;
  }));
}

/** Adds a module that is already compiled, so that a worker need not load it. */
export function take(part: Part, module: WebAssembly.Module): void {
  compiling[part] ??= Promise.resolve(module);
}

const instance = async (part: Part) => (await WebAssembly.instantiate(await compiled(part))).exports as unknown as Module;

function module(part: Part): Promise<Module> {
  return (loading[part] ??= instance(part).catch((error: unknown) => {
    delete loading[part];
    throw error;
  }));
}

const asking = (module: Module): Ask => <Answer>(question: unknown) => JSON.parse(exchange(module, JSON.stringify(question))) as Answer;

/** Asks a module a question. */
export type Ask = <Answer>(question: unknown) => Answer;

/** Loads a module. After that its answers are synchronous. */
export async function opened(part: Part): Promise<Ask> {
  return asking(await module(part));
}

/** Loads a separate instance, whose state is not shared with other callers. */
export async function openedAlone(part: Part): Promise<Ask> {
  return asking(await instance(part));
}
