// The part of the house that runs in the page: a question in JSON, an answer in JSON, with or without a network.

interface Module {
  add_to_question(bytes: number, count: number): void;
  answer(): number;
  answer_at(offset: number): number;
}

/** Whether this copy of the page was built with the module: if not, nothing that needs it is offered. */
export const isBuiltIn = import.meta.env.VITE_OFFLINE !== "no";

let loading: Promise<Module> | undefined;

/** There is no module, and somebody came by an address of their own to what needs it. */
export class NotBuiltIn extends Error {}

async function load(): Promise<Module> {
  const response = await fetch("/offline.wasm");
  if (response.status === 404) throw new NotBuiltIn();
  if (!response.ok) throw new Error(`offline.wasm: ${response.status}`);
  const { instance } = await WebAssembly.instantiate(await response.arrayBuffer());
  return instance.exports as unknown as Module;
}

/** Loads the module, once; a failure is forgotten, so that the next attempt is one. */
function module(): Promise<Module> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

/** What the house answers. */
export async function ask<Answer>(question: unknown): Promise<Answer> {
  return (await opened())(question);
}

/** The asking itself, once the module is there: from then on every answer comes at once. */
export async function opened(): Promise<<Answer>(question: unknown) => Answer> {
  const instance = await module();
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
