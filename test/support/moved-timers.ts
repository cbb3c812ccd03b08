import { onAbort, type Timers } from '../../core/platform/index.ts';

/** Time that passes when the test says so, and not by itself. */
export class MovedTimers implements Timers {
  #at = 0;
  #sleeping: { until: number; wake: () => void }[] = [];

  now(): number {
    return this.#at;
  }

  /** How many wait. */
  get sleepers(): number {
    return this.#sleeping.length;
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const sleeper = { until: this.#at + ms, wake: () => (forget(), resolve()) };
      this.#sleeping.push(sleeper);
      const forget = onAbort(signal, () => {
        this.#sleeping = this.#sleeping.filter((one) => one !== sleeper);
        reject(signal?.reason as Error);
      });
    });
  }

  pass(ms: number): void {
    this.#at += ms;
    const due = this.#sleeping.filter(({ until }) => until <= this.#at);
    this.#sleeping = this.#sleeping.filter(({ until }) => until > this.#at);
    for (const { wake } of due.toSorted((a, b) => a.until - b.until)) wake();
  }
}
