import { FAULT_NAMES, type FaultName } from '../../core/brokers/practice/index.ts';
import { READ_FAULTS } from '../../core/brokers/practice/faults.ts';
import { ACCOUNTS, type Accounts } from './trading-world.ts';

/** What goes wrong at the broker in a trial, with one of its orders or with looks into its book. */
export const TRIAL_FAULTS = [
  'none',
  ...FAULT_NAMES,
  /** The answer is lost, and the book shows the order ten minutes later: a person was told by then that it is absent. */
  'seen_after_ten_minutes',
  ...READ_FAULTS.map((name) => `book_${name}` as const),
  /** The trades of the day cannot be read for a while: fills are provisional. */
  'trades_server_error',
] as const;
export type TrialFault = (typeof TRIAL_FAULTS)[number];

/** When a process is killed. */
export type Kill =
  /** By itself, the given time that it comes by a step. */
  | { at: 'step'; step: string; time: number }
  /** When something happens at the broker. */
  | { at: 'broker'; step: string }
  /** So many milliseconds after its first task. */
  | { at: 'moment'; ms: number };

/**
 * One attack on two approved plans. Its text repeats it, wherever it is tried: that is why the accounts are of a trial, and
 * no place has its own.
 */
export interface Trial {
  /** A third of all each: two policies compete for one account, of either broker, or have two brokers that know nothing of each other. */
  accounts: Accounts;
  fault: TrialFault;
  /** Orders that come before the one that meets the fault. */
  after: number;
  /** One process after the other; each takes up what the one before left. */
  kills: readonly Kill[];
  /** A second worker beside the first: by the same clock, or by one that runs twenty seconds ahead and takes its accounts. */
  rival?: 'beside' | 'ahead';
  /** What another process answers at the same time. */
  tap?: 'approve' | 'reject';
  /** When a person settles what is absent: at once, or only after the book had time to show it. */
  settles: 'early' | 'late';
  /** The person has what is absent sent again, rather than to mark it so: in a process that is killed like this. */
  again?: Kill;
}

/** Whether a step is one of the broker, not of the process. */
export const atBroker = (step: string): boolean => step.startsWith('the broker');

export const killAt = (step: string, time: number): Kill =>
  atBroker(step) ? { at: 'broker', step } : { at: 'step', step, time };

/** Numbers from 0 to below 1 that a seed decides (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** How often processes came by each step while nothing was killed. */
export type Course = ReadonlyMap<string, number>;

/** Orders of the two plans of a trial. */
export const ORDERS = 7;
/** Processes killed one after the other in one attack. */
export const MOST_KILLS = 3;
/** A process is over after about so long; kills at random moments are spread over it. */
const LONGEST_MS = 900;

/**
 * Trials without end, by a seed: every step is aimed at before any comes twice, each with another fault; and in between,
 * kills at random moments, second workers, and answers of two people at once.
 */
export function* trials(seed: number, course: Course): Generator<Trial, never> {
  const next = randomNumbers(seed);
  const below = (count: number) => Math.floor(next() * count);
  const pick = <T>(of: readonly T[]): T => of[below(of.length)] as T;
  const shuffled = <T>(of: readonly T[]): T[] =>
    of
      .map((one) => ({ one, at: next() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ one }) => one);
  // A plan of one order comes by the first of each.
  const ofOne = [...course.keys()].filter((name) => !/\([2-9]\)/.test(name));
  let steps: string[] = [];
  let faults: TrialFault[] = [];
  const step = (): Kill => {
    if (steps.length === 0) steps = shuffled([...course.keys()]);
    const name = steps.pop() ?? '';
    return killAt(name, 1 + below(course.get(name) ?? 1));
  };
  const moment = (): Kill => ({ at: 'moment', ms: below(LONGEST_MS) });
  for (;;) {
    if (faults.length === 0) faults = shuffled(TRIAL_FAULTS);
    const fault = faults.pop() ?? 'none';
    const kind = next();
    const first = kind < 0.75 ? step() : moment();
    const more = Array.from({ length: Math.floor(next() * MOST_KILLS) }, () =>
      next() < 0.6 ? step() : moment(),
    );
    const beside = next();
    const tap = next();
    const again = next();
    yield {
      accounts: pick(ACCOUNTS),
      fault,
      after: below(ORDERS),
      kills: [first, ...more],
      ...(beside < 0.15 ? { rival: 'beside' } : beside < 0.3 ? { rival: 'ahead' } : {}),
      ...(tap < 0.06 ? { tap: 'approve' } : tap < 0.12 ? { tap: 'reject' } : {}),
      settles: pick(['early', 'late']),
      ...(again < 0.5 ? { again: again < 0.35 ? killAt(pick(ofOne), 1) : moment() } : {}),
    };
  }
}

export const isFault = (name: string): name is FaultName => (FAULT_NAMES as readonly string[]).includes(name);
