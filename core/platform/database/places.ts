import { systemTimers } from '../clock.ts';
import type { WorkKind } from '../time-limits.ts';
import { NoAnswer, Overloaded } from './unavailable.ts';

/** The most urgent first. */
const RANKS: Readonly<Record<WorkKind, number>> = { request: 0, report: 1, long: 1, job: 2 };
const URGENCIES = 3;
/**
 * The newest uses, by whose median a wait is estimated: one long import says nothing about the reports after it. A kind of
 * work with fewer uses yet, which make connections and load code, has no estimate.
 */
const USES = 15;

/** Work with a connection gives up on a silent database first, so that the queue learns of it before its own limit. */
const GRACE_MS = 20;

interface Waiter {
  enter: () => void;
  refuse: (error: Error) => void;
}

/** The places of a pool, one for each connection that it may have. */
export interface Places {
  /**
   * Waits for a place. A quick answer never waits behind slow ones: each rank leaves one place to the rank above it, and the
   * most urgent waiter enters first.
   * @param isHolding the work has a connection already: it waits as the most urgent does, whatever its kind
   * @returns a function that releases the place
   * @throws Overloaded at once if the queue will take longer than `withinMs`, else after it; NoAnswer after `withinMs` with
   *   a silent database
   */
  enter(kind: WorkKind, withinMs: number, isHolding?: boolean): Promise<() => void>;
  /** Marks the present waiters: they wait for a silent database, not for each other. */
  noteSilence(): void;
  /** Ends the wait of all present waiters with this error. */
  refuseAll(error: Error): void;
  readonly waiting: number;
}

/** @param now in milliseconds, for tests. */
export function createPlaces(most: number, now: () => number = () => systemTimers.now()): Places {
  /** Uses of places, waiters, and milliseconds for which a place was held lately, by rank. */
  const inside = Array.from({ length: URGENCIES }, (): Set<object> => new Set());
  const queues = Array.from({ length: URGENCIES }, (): Set<Waiter> => new Set());
  const heldMs = Array.from({ length: URGENCIES }, (): number[] => []);
  let silences = 0;

  /** Most places for this rank and the less urgent ones together. */
  const isFree = (rank: number): boolean =>
    inside.slice(0, rank + 1).every((_, from) => {
      const taken = inside.slice(from).reduce((sum, { size }) => sum + size, 0);
      return taken < Math.max(1, most - from);
    });

  /**
   * Milliseconds until one more waiter of this rank would enter, by recent uses. The age of the present ones says nothing: a
   * database that has fallen silent has only old ones.
   */
  function expectedWait(rank: number): number {
    const before = queues.slice(0, rank + 1).reduce((ms, { size }, at) => {
      const uses = heldMs[at] ?? [];
      return ms + (size === 0 || uses.length < USES ? 0 : size * median(uses));
    }, 0);
    const slower = inside.slice(rank + 1).reduce((sum, { size }) => sum + size, 0);
    return before / Math.max(1, most - rank - slower);
  }

  function give(rank: number): () => void {
    const use = {};
    const since = now();
    const silencesBefore = silences;
    inside[rank]?.add(use);
    return () => {
      inside[rank]?.delete(use);
      if (silences === silencesBefore) heldMs[rank]?.push(now() - since);
      if ((heldMs[rank]?.length ?? 0) > USES) heldMs[rank]?.shift();
      for (const [next, queue] of queues.entries())
        for (const waiter of queue) {
          if (!isFree(next)) break;
          queue.delete(waiter);
          waiter.enter();
        }
    };
  }

  return {
    async enter(kind, withinMs, isHolding = false) {
      const rank = isHolding ? 0 : RANKS[kind];
      if (isFree(rank)) return give(rank);
      const queue = queues[rank];
      if (queue === undefined || expectedWait(rank) > withinMs) throw new Overloaded(kind);
      const silencesBefore = silences;
      return await new Promise((resolve, reject) => {
        const waiter: Waiter = {
          enter() {
            clearTimeout(timer);
            resolve(give(rank));
          },
          refuse(error) {
            clearTimeout(timer);
            queue.delete(waiter);
            reject(error);
          },
        };
        const timeOut = () => {
          if (!queue.has(waiter)) return;
          const isSilent = silences > silencesBefore;
          waiter.refuse(isSilent ? new NoAnswer('the database does not answer') : new Overloaded(kind));
        };
        // Answers that have come are read first: a process that was busy has not looked at them yet.
        const timer = setTimeout(() => setImmediate(timeOut), withinMs + GRACE_MS);
        queue.add(waiter);
      });
    },
    noteSilence() {
      silences += 1;
    },
    refuseAll(error) {
      for (const queue of queues) for (const waiter of queue) waiter.refuse(error);
    },
    get waiting() {
      return queues.reduce((sum, { size }) => sum + size, 0);
    },
  };
}

/** 0 of none. */
function median(of: readonly number[]): number {
  return of.toSorted((a, b) => a - b)[of.length >> 1] ?? 0;
}
