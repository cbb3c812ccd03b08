import { setTimeout as sleep } from 'node:timers/promises';

/** The clock that several processes of a test are started with; it goes on while none of them runs. */
export class SharedClock {
  #offset = 0;

  constructor(at: Date) {
    this.set(at);
  }

  /** Moves it: whoever is started from now on lives at that time; those that run already stay where they are. */
  set(at: Date): void {
    this.#offset = at.getTime() - Date.now();
  }

  get now(): Date {
    return new Date(Date.now() + this.#offset);
  }

  async until(at: Date): Promise<void> {
    await sleep(Math.max(0, at.getTime() - this.now.getTime()));
  }
}
