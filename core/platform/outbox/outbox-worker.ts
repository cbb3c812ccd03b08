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
  /** Where a message goes: those with the same lane wait for each other; null waits for none. */
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
/** Claimed at most: those of one lane wait for each other. */
const MOST_OPEN = 50;
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
  let tell: () => void = () => undefined;

  /** Claimed messages that are not settled, the last one of each lane, and how many lanes and lone messages are being sent. */
  const open = new Set<Promise<void>>();
  const lanes = new Map<string, Promise<void>>();
  let busy = 0;
  let failure: { reason: unknown } | null = null;

  /** One that waits for its turn is kept up too, or a slow one would lose it to another process. */
  function begin(one: C): void {
    const lane = laneOf(one);
    const before = lane === null ? undefined : lanes.get(lane);
    if (before === undefined) busy += 1;
    const own: Promise<void> = withLease(one, async (signal) => {
      await before;
      if (stopping) await release(one);
      else if (!signal.aborted) await deliver(one, signal);
    })
      .catch((reason: unknown) => {
        if (!(reason instanceof LeaseLost)) failure ??= { reason };
      })
      .then(() => {
        open.delete(own);
        if (lane === null) busy -= 1;
        else if (lanes.get(lane) === own) {
          lanes.delete(lane);
          busy -= 1;
        }
      });
    open.add(own);
    if (lane !== null) lanes.set(lane, own);
  }

  /** Claims as long as anything is due and not too much is under way; a lane that is not answered holds up no other. */
  async function drain(): Promise<void> {
    try {
      for (;;) {
        again = false;
        const claims = stopping || failure !== null ? [] : await claim(AT_ONCE);
        for (const one of claims) begin(one);
        if (claims.length === 0 && open.size === 0 && !(again && !stopping)) break;
        while (busy >= AT_ONCE || open.size >= MOST_OPEN) await Promise.race(open);
        if (claims.length > 0 || open.size === 0) continue;
        await Promise.race(stopping || failure !== null ? open : [...open, news()]);
      }
    } finally {
      await Promise.all(open);
    }
    if (failure !== null) {
      const { reason } = failure;
      failure = null;
      throw reason;
    }
  }

  /** Ends with the next announcement. */
  async function news(): Promise<void> {
    if (again) return;
    await new Promise<void>((resolve) => {
      tell = resolve;
    });
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
    tell();
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
