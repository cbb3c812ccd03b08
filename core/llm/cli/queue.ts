import { onAbort } from '../../platform/index.ts';

/** Lets in a few at once, the others in the order they came. */
interface Queue {
  /**
   * Resolves when it is one's turn, with what ends it; null where too many wait.
   * @throws the signal's reason where it is aborted first
   */
  enter(this: void, signal: AbortSignal): Promise<(() => void) | null>;
}

export function createQueue({ atOnce, waiting }: { atOnce: number; waiting: number }): Queue {
  let inside = 0;
  const line: (() => void)[] = [];
  const leaving = (): (() => void) => {
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      inside -= 1;
      line.shift()?.();
    };
  };
  return {
    async enter(signal) {
      signal.throwIfAborted();
      if (inside >= atOnce) {
        if (line.length >= waiting) return null;
        await new Promise<void>((resolve, reject) => {
          const turn = (): void => {
            forget();
            // Its place is taken at once: who comes in the meantime waits.
            inside += 1;
            resolve();
          };
          const forget = onAbort(signal, () => {
            line.splice(line.indexOf(turn), 1);
            reject(signal.reason as Error);
          });
          line.push(turn);
        });
        return leaving();
      }
      inside += 1;
      return leaving();
    },
  };
}
