// The part of the house that runs in the page: a question in JSON, an answer in JSON, with or without a network.
import { base } from "../kit/base";
import { exchange, type Module } from "./exchange";

/** Whether this copy of the page was built with the modules: if not, nothing that needs it is offered. */
export const isBuiltIn = import.meta.env.VITE_OFFLINE !== "no";

/** Each is a module of its own: who keeps score needs no rules of play, and who plays one game none of another. */
export type Part = "pads" | "arbiter" | "records" | "study" | `play-${string}`;
const compiling: Partial<Record<Part, Promise<WebAssembly.Module>>> = {};
const loading: Partial<Record<Part, Promise<Module>>> = {};

/** There is no such module, and somebody came by an address of their own to what needs it. */
export class NotBuiltIn extends Error {}

async function load(part: Part): Promise<WebAssembly.Module> {
  const response = await fetch(`${base}${part}.wasm`);
  if (response.status === 404) throw new NotBuiltIn();
  if (!response.ok) throw new Error(`${part}.wasm: ${response.status}`);
  // While it comes, where the host says what it is; browsers take no other word for it.
  if (response.headers.get("content-type") === "application/wasm") return WebAssembly.compileStreaming(response);
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Loads a module, once; a failure is forgotten, so that the next attempt is one. */
export function compiled(part: Part): Promise<WebAssembly.Module> {
  return (compiling[part] ??= load(part).catch((error: unknown) => {
    delete compiling[part];
    throw error;
  }));
}

/** A module that somebody else has loaded: a worker need not ask for it once more. */
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

/** Asks a part of the house. */
export type Ask = <Answer>(question: unknown) => Answer;

/** The asking itself, once the module is there: from then on every answer comes at once. */
export async function opened(part: Part): Promise<Ask> {
  return asking(await module(part));
}

/** The same of an instance that nobody else asks: what it remembers is of whoever opened it. */
export async function openedAlone(part: Part): Promise<Ask> {
  return asking(await instance(part));
}
