// The part of the house that runs in the page: a question in JSON, an answer in JSON, with or without a network.
import { base } from "../kit/base";

interface Module {
  add_to_question(bytes: number, count: number): void;
  answer(): number;
  answer_at(offset: number): number;
}

/** Whether this copy of the page was built with the modules: if not, nothing that needs it is offered. */
export const isBuiltIn = import.meta.env.VITE_OFFLINE !== "no";

/** Each is a module of its own: who keeps score needs no rules of play. */
export type Part = "pads" | "arbiter" | "records" | "play";
const loading: Partial<Record<Part, Promise<Module>>> = {};

/** There is no such module, and somebody came by an address of their own to what needs it. */
export class NotBuiltIn extends Error {}

async function load(part: Part): Promise<Module> {
  const response = await fetch(`${base}${part}.wasm`);
  if (response.status === 404) throw new NotBuiltIn();
  if (!response.ok) throw new Error(`${part}.wasm: ${response.status}`);
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer());
  return instance.exports as unknown as Module;
}

/** Loads a module, once; a failure is forgotten, so that the next attempt is one. */
function module(part: Part): Promise<Module> {
  return (loading[part] ??= load(part).catch((error: unknown) => {
    delete loading[part];
    throw error;
  }));
}

/** Asks a part of the house. */
export type Ask = <Answer>(question: unknown) => Answer;

/** The asking itself, once the module is there: from then on every answer comes at once. */
export async function opened(part: Part): Promise<Ask> {
  const instance = await module(part);
  return <Answer>(question: unknown) => JSON.parse(exchange(instance, JSON.stringify(question))) as Answer;
}

/** Text in, text out, four bytes at a time. */
export function exchange(module: Module, question: string): string {
  const bytes = new TextEncoder().encode(question);
  for (let offset = 0; offset < bytes.length; offset += 4) {
    const four = bytes.subarray(offset, offset + 4);
    module.add_to_question(
      (four[0] ?? 0) | ((four[1] ?? 0) << 8) | ((four[2] ?? 0) << 16) | ((four[3] ?? 0) << 24),
      four.length,
    );
  }
  const answer = new Uint8Array(module.answer());
  for (let offset = 0; offset < answer.length; offset += 4) {
    const four = module.answer_at(offset);
    for (let byte = 0; byte < 4 && offset + byte < answer.length; byte++) answer[offset + byte] = (four >>> (8 * byte)) & 255;
  }
  return new TextDecoder().decode(answer);
}
