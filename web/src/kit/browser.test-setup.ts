// The browser globals that modules read while they load.

class MemoryStorage implements Storage {
  readonly #kept = new Map<string, string>();
  get length() { return this.#kept.size; }
  clear() { this.#kept.clear(); }
  getItem(key: string) { return this.#kept.get(key) ?? null; }
  key(index: number) { return [...this.#kept.keys()][index] ?? null; }
  removeItem(key: string) { this.#kept.delete(key); }
  setItem(key: string, value: string) { this.#kept.set(key, value); }
}

Object.defineProperty(globalThis, "localStorage", { value: new MemoryStorage(), configurable: true });
Object.defineProperty(globalThis, "navigator", { value: { languages: ["en-GB"] }, configurable: true });

// Tests may read both languages.
const { loadWords } = await import("../words/words");
await Promise.all([loadWords("en"), loadWords("it")]);

export {};
