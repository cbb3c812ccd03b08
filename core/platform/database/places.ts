import type { WorkKind } from '../time-limits.ts';
import { NoAnswer, Overloaded } from './unavailable.ts';

/** The most urgent first. */
const RANKS: Readonly<Record<WorkKind, number>> = { request: 0, report: 1, long: 1, job: 2 };
/** Longest queue of each rank for one pool. More is refused at once: it would not be served in time anyway. */
const MOST_WAITING: readonly number[] = [1000, 200, 200];

/** Work with a connection gives up on a silent database first, so that the queue learns of it before its own limit. */
const GRACE_MS = 20;

interface Waiter {
  enter: () => void;
}

/** The places of a pool, one for each connection that it may have. */
export interface Places {
  /**
   * Waits for a place. A quick answer never waits behind slow ones: each rank leaves one place to the rank above it, and the
   * most urgent waiter enters first.
   * @param isHolding the work has a connection already: it waits as the most urgent does, whatever its kind
   * @returns a function that releases the place
   * @throws Overloaded when too many wait already, or after `withinMs`; NoAnswer after `withinMs` with a silent database
   */
  enter(kind: WorkKind, withinMs: number, isHolding?: boolean): Promise<() => void>;
  /** Marks the present waiters: they wait for a silent database, not for each other. */
  noteSilence(): void;
  readonly waiting: number;
}

export function createPlaces(most: number, mostWaiting = MOST_WAITING): Places {
  /** Places taken, and waiters, by rank. */
  const inside = MOST_WAITING.map(() => 0);
  const queues = MOST_WAITING.map((): Set<Waiter> => new Set());
  let silences = 0;

  /** Most places for this rank and the less urgent ones together. */
  const isFree = (rank: number): boolean =>
    inside.slice(0, rank + 1).every((_, from) => {
      const taken = inside.slice(from).reduce((sum, count) => sum + count, 0);
      return taken < Math.max(1, most - from);
    });

  function give(rank: number): () => void {
    inside[rank] = (inside[rank] ?? 0) + 1;
    return () => {
      inside[rank] = (inside[rank] ?? 0) - 1;
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
      if (queue === undefined || queue.size >= (mostWaiting[rank] ?? 0)) throw new Overloaded(kind);
      const silencesBefore = silences;
      return await new Promise((resolve, reject) => {
        const waiter: Waiter = {
          enter() {
            clearTimeout(timer);
            resolve(give(rank));
          },
        };
        const timer = setTimeout(() => {
          queue.delete(waiter);
          const isSilent = silences > silencesBefore;
          reject(isSilent ? new NoAnswer('the database does not answer') : new Overloaded(kind));
        }, withinMs + GRACE_MS);
        queue.add(waiter);
      });
    },
    noteSilence() {
      silences += 1;
    },
    get waiting() {
      return queues.reduce((sum, { size }) => sum + size, 0);
    },
  };
}
