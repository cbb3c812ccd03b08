import type { Clock } from '../clock.ts';
import { LeaseLost } from '../locks/index.ts';
import type { Listener } from '../database/index.ts';
import type { Log } from '../log.ts';

interface OutboxWorkerParts<C> {
  /** Claims up to so many due messages. */
  claim: (limit: number) => Promise<C[]>;
  nextDueAt: () => Promise<Date | null>;
  release: (claim: C) => Promise<void>;
  /** `withLease` of the outbox. */
  withLease: (claim: C, work: (signal: AbortSignal) => Promise<void>) => Promise<void>;
  /** Sends and settles one. What it throws leaves the message to its lease. @param signal aborted when that is lost. */
  deliver: (claim: C, signal: AbortSignal) => Promise<void>;
  /** Where a message goes: those of one claim with the same lane wait for each other; null waits for none. */
  laneOf: (claim: C) => string | null;
  /** The channel on which it is told that something is due. */
  dueChannel: string;
  listener: Pick<Listener, 'on' | 'onGap'>;
  clock: Clock;
  log: Log;
}

/** Sends what is due of an outbox. */
export interface OutboxWorker {
  start(): void;
  /** Gives back what has not been sent and waits for what is being sent. */
  stop(): Promise<void>;
}

const AT_ONCE = 5;
/** Looked for at least this often, should an announcement have been missed. */
const LONGEST_WAIT_MS = 30_000;
const LEAST_WAIT_MS = 50;

/** Wakes when something is announced, when the next message is due, and now and then in any case. */
export function createOutboxWorker<C>(parts: OutboxWorkerParts<C>): OutboxWorker {
  const { claim, clock, deliver, dueChannel, laneOf, listener, log, nextDueAt, release, withLease } = parts;
  const unsubscribe: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | null = null;
  let again = false;
  let stopping = false;

  /** Those that wait for their turn are kept up too, or a slow one would lose them to another process. */
  async function deliverAll(claims: readonly C[]): Promise<void> {
    const lanes = new Map<string, Promise<unknown>>();
    const all = claims.map((one) => {
      const lane = laneOf(one);
      const before = lane === null ? undefined : lanes.get(lane);
      const own = withLease(one, async (signal) => {
        await before;
        if (stopping) await release(one);
        else if (!signal.aborted) await deliver(one, signal);
      });
      if (lane !== null)
        lanes.set(
          lane,
          own.catch(() => undefined),
        );
      return own;
    });
    for (const result of await Promise.allSettled(all))
      if (result.status === 'rejected' && !(result.reason instanceof LeaseLost)) throw result.reason;
  }

  async function drain(): Promise<void> {
    do {
      again = false;
      for (;;) {
        const claims = stopping ? [] : await claim(AT_ONCE);
        if (claims.length === 0) break;
        await deliverAll(claims);
      }
    } while (again && !stopping);
  }

  function wakeIn(ms: number): void {
    timer = setTimeout(wake, ms);
    timer.unref();
  }

  async function rest(): Promise<void> {
    const due = await nextDueAt();
    const wait = due === null ? LONGEST_WAIT_MS : due.getTime() - clock.now().getTime();
    wakeIn(Math.min(Math.max(wait, LEAST_WAIT_MS), LONGEST_WAIT_MS));
  }

  function wake(): void {
    if (stopping) return;
    again = true;
    if (running !== null) return;
    clearTimeout(timer);
    running = drain()
      .then(() => (stopping ? undefined : rest()))
      .catch((error: unknown) => {
        log.warn({ err: error, channel: dueChannel }, 'the outbox could not be read; trying again');
        wakeIn(LONGEST_WAIT_MS / 10);
      })
      .finally(() => {
        running = null;
        if (again && !stopping) wake();
      });
  }

  return {
    start() {
      stopping = false;
      unsubscribe.push(listener.on(dueChannel, wake), listener.onGap(wake));
      wake();
    },
    async stop() {
      stopping = true;
      clearTimeout(timer);
      for (const off of unsubscribe.splice(0)) off();
      await running;
    },
  };
}
