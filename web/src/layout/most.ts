// The most there has been of something: what only becomes less keeps its room, so that nothing moves.

export class Most {
  readonly #known = new Map<string, number>();

  of(name: string, count: number): number {
    const most = Math.max(count, this.#known.get(name) ?? 0);
    this.#known.set(name, most);
    return most;
  }
}
