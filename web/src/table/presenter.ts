// Shows notices one after another, each for the length of its motion. Any input shows the rest at once.

export interface Presenter<Item> {
  push(item: Item): void;
  /** Shows all waiting items now, without motion. */
  flush(): void;
  stop(): void;
}

/**
 * Creates a presenter. `show` shows one item, with motion or at once, and returns the delay before the next.
 * `rest` is called with false when a motion begins, and with true when all items are shown.
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
  // Above this length the queue is shown without motion, for example after the page was suspended.
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
