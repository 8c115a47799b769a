// Text in and out of a WebAssembly module, four bytes a call, by value.

export interface Module {
  add_to_question(bytes: number, count: number): void;
  answer(): number;
  answer_at(offset: number): number;
}

/** Sends a question to the module and returns its answer. */
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
