import type { AnyOf } from './aiming.ts';
import type { Attack, Hunt } from './attack.ts';
import { ACCOUNTS } from './trading-world.ts';
import { type Course, type Kill, ORDERS, randomNumbers, type Trial, TRIAL_FAULTS } from './trial.ts';

/** What became of the pairs of a step and a fault. Steps that differ by their order alone are one. */
export interface PairCounts {
  pairs: number;
  /** A process was killed there while a second worker was beside. */
  beside: number;
  /** Killed there alone: beside a second worker none came by. */
  alone: number;
}

/** Trials in a row that find nothing new under a fault: beside a second worker, and then alone, before the rest is given up. */
const FRUITLESS = 4;
const PROCESSES = 6;
/** Steps that are left and passed all the same, so that those which come first are not the only ones to be found. */
const MOST_SKIPPED = { ofOrder: 3, first: 7, further: 2 } as const;

interface Left {
  /** Steps without the order that they are about. */
  kinds: Set<string>;
  /** Trials since one came by a step that was left. */
  fruitless: number;
  /** Trials under way, which will take some. */
  tried: number;
}

/** The order that a step is about, counted in its process; 0 where it is about none. */
const orderOf = (step: string): number => Number(/\((\d)\)/.exec(step)?.[1] ?? 0);

/** A step of whichever order. */
export const kindOf = (step: string): string => step.replace(/ \(\d\)/, '');
const kindsOf = (steps: Iterable<string>): Set<string> => new Set([...steps].map(kindOf));

const ofOrder = (steps: readonly string[], nr: number): string[] =>
  steps.filter((step) => orderOf(step) === nr);

/**
 * Every step with every fault, beside a second worker; which order a step is about is left to chance. A process dies at the first step that it comes by and that is left
 * under the fault of its trial, so that each finds one as long as there is any.
 */
export class Pairs {
  readonly #left = new Map<Trial['fault'], Left>();
  readonly #next: () => number;
  readonly #steps: readonly string[];
  readonly counts: PairCounts = { pairs: 0, beside: 0, alone: 0 };

  constructor(seed: number, course: Course) {
    this.#next = randomNumbers(seed);
    this.#steps = [...course.keys()];
    const kinds = kindsOf(this.#steps);
    for (const fault of TRIAL_FAULTS) {
      if (fault === 'none') continue;
      this.#left.set(fault, { kinds: new Set(kinds), fruitless: 0, tried: 0 });
      this.counts.pairs += kinds.size;
    }
  }

  #below(count: number): number {
    return Math.floor(this.#next() * count);
  }

  /** The next trial, with what kills its processes; null where nothing is left to find. */
  next(): { trial: Trial; hunt: Hunt } | null {
    const open = [...this.#left].filter(
      ([, { kinds, fruitless }]) => kinds.size > 0 && fruitless < 2 * FRUITLESS,
    );
    // The fault with the most left, so that all end together.
    const rest = ({ kinds, tried }: Left) => kinds.size - tried * PROCESSES;
    const [most] = open.toSorted(([, a], [, b]) => rest(b) - rest(a));
    if (most === undefined) return null;
    const [fault, left] = most;
    left.tried += 1;
    return {
      trial: {
        accounts: ACCOUNTS[this.#below(ACCOUNTS.length)] ?? 'one at each',
        fault,
        after: this.#below(ORDERS),
        kills: [],
        ...(left.fruitless < FRUITLESS ? { rival: this.#next() < 0.5 ? 'beside' : 'ahead' } : {}),
        settles: this.#next() < 0.5 ? 'early' : 'late',
      },
      hunt: this.#hunt(left),
    };
  }

  #hunt(left: Left): Hunt {
    const open = (killed: readonly Kill[]): string[] => {
      const gone = killed.flatMap((kill) => (kill.at === 'moment' ? [] : [kindOf(kill.step)]));
      return this.#steps.filter((step) => left.kinds.has(kindOf(step)) && !gone.includes(kindOf(step)));
    };
    const any = (steps: readonly string[], skips: number): AnyOf => ({
      at: 'any',
      steps: new Set(steps),
      skip: left.fruitless > 0 ? 0 : this.#below(skips + 1),
    });
    return {
      processes: PROCESSES,
      // A step of some order that this process can come to, if one is left: one that is killed leaves fewer to the next.
      aim: (killed) => {
        const sent = killed.reduce((sum, kill) => sum + (kill.at === 'moment' ? 0 : orderOf(kill.step)), 0);
        const within = open(killed).filter((step) => orderOf(step) <= ORDERS - sent);
        if (within.length === 0) return null;
        const orders = [...new Set(within.map(orderOf))].filter((nr) => nr > 0);
        const nr = orders[this.#below(orders.length)];
        return nr === undefined || left.fruitless > 0
          ? any(within, MOST_SKIPPED.first)
          : any(ofOrder(within, nr), MOST_SKIPPED.ofOrder);
      },
      further: (killed) => any(open(killed), MOST_SKIPPED.further),
    };
  }

  /** Takes what a trial killed from what is left. */
  done({ trial, kills }: Attack): void {
    const left = this.#left.get(trial.fault);
    if (left === undefined) return;
    left.tried -= 1;
    left.fruitless += 1;
    for (const kill of kills)
      if (kill.at !== 'moment' && left.kinds.delete(kindOf(kill.step))) {
        this.counts[trial.rival === undefined ? 'alone' : 'beside'] += 1;
        left.fruitless = 0;
      }
  }
}
