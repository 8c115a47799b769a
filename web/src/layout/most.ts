// Running maximum. A zone keeps the space of its maximum, so that nothing moves when it shrinks.

export class Most {
  readonly #known = new Map<string, number>();

  of(name: string, count: number): number {
    const most = Math.max(count, this.#known.get(name) ?? 0);
    this.#known.set(name, most);
    return most;
  }
}
