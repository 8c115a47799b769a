// Shows notices one after the other, each for as long as its motion takes; any input shows the rest at once.

export interface Presenter<Item> {
  push(item: Item): void;
  /** Everything that waits is shown now, without motion. */
  flush(): void;
  stop(): void;
}

/**
 * `show` shows one item, with motion or at once, and says for how long the next has to wait; `rest` is told
 * when something begins to move and when all is shown.
 */
export function present<Item>(
  show: (item: Item, atOnce: boolean) => Promise<number>,
  rest: (resting: boolean) => void = () => {},
): Presenter<Item> {
  const waiting: Item[] = [];
  let busy = false;
  let stopped = false;
  let finish: (() => void) | null = null;
  let hurried = false;
  // Long after a pause of the page nobody wants to see every card again.
  const LONGEST_QUEUE = 8;

  async function run() {
    if (busy) return;
    busy = true;
    rest(false);
    while (waiting.length > 0 && !stopped) {
      if (waiting.length > LONGEST_QUEUE) hurried = true;
      const time = await show(waiting.shift()!, hurried && waiting.length > 0);
      if (time > 0 && !hurried && !stopped) {
        await new Promise<void>((resolve) => {
          const clock = setTimeout(resolve, time);
          finish = () => {
            clearTimeout(clock);
            resolve();
          };
        });
        finish = null;
      }
    }
    hurried = false;
    busy = false;
    rest(true);
  }

  return {
    push(item) {
      waiting.push(item);
      void run();
    },
    flush() {
      if (!busy) return;
      hurried = true;
      finish?.();
    },
    stop() {
      stopped = true;
      waiting.length = 0;
      finish?.();
    },
  };
}
