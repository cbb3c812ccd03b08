import { type Attack, attack, type Hunt } from './attack.ts';
import type { Verdict } from './judge.ts';
import { testProcess } from '../support/test-processes.ts';
import { TradingProcesses } from './trading-processes.ts';
import { BEGINNING } from './planned-policies.ts';
import { ORDERBOOK } from './told-brokers.ts';
import { ACCOUNTS, type TradingWorld, tradingWorld } from './trading-world.ts';
import { Pairs } from './pairs.ts';
import { type Course, type Trial, trials } from './trial.ts';
import { type Sleep, type Woken, zombie } from './zombie.ts';

/** What a run of the matrix came to; the fields of the line that it prints. */
export interface MatrixResult {
  steps: number;
  faults: number;
  kills: number;
  orders: number;
  duplicates: number;
  silent: number;
  lost_approvals: number;
  absent: number;
  sent_again: number;
  /** Pairs of a step and a fault, where a run tries them all. */
  pairs?: number;
  /** Of those a process was killed at the step, under the fault and beside a second worker; */
  pairs_beside?: number;
  /** or without one, since beside one no process came by. */
  pairs_alone?: number;
}

export interface Arena {
  world: TradingWorld;
  pool: TradingProcesses;
  close(): Promise<void>;
}

/**
 * Places to attack, each with a database, a broker and processes of its own.
 * @param ahead processes of each that are started before they are needed; the last of them in vain
 */
export async function openArenas(
  count: number,
  ahead = 1,
): Promise<{ arenas: Arena[]; close: () => Promise<void> }> {
  const program = await testProcess('trading');
  const arenas: Arena[] = [];
  for (let nr = 0; nr < count; nr += 1) {
    const world = await tradingWorld();
    const pool = new TradingProcesses(program, world.place, ahead);
    arenas.push({
      world,
      pool,
      async close() {
        await pool.close();
        await world.close();
      },
    });
  }
  return {
    arenas,
    async close() {
      for (const arena of arenas) await arena.close();
    },
  };
}

/** The steps that processes come by under every fault, while none is killed; with those of the broker. */
export async function courseOf({ world, pool }: Arena): Promise<Course> {
  const course = new Map<string, number>();
  const note = (steps: readonly string[]) => {
    const counts = new Map<string, number>();
    for (const step of steps) counts.set(step, (counts.get(step) ?? 0) + 1);
    for (const [step, count] of counts) course.set(step, Math.max(course.get(step) ?? 0, count));
  };
  const { dice } = world.brokers;
  for (const [nr, fault] of (
    ['none', 'answer_lost', 'dropped', 'cancelled', 'book_server_error'] as const
  ).entries()) {
    await world.reset(ACCOUNTS[nr % ACCOUNTS.length] ?? 'one at each');
    const atBroker: string[] = [];
    if (fault === 'book_server_error') dice.planReads('server_error', { times: 8, path: ORDERBOOK });
    else if (fault !== 'none') dice.plan({ name: fault, times: 1, after: 1 });
    dice.tell = (step) => atBroker.push(step);
    const process = await pool.take();
    for (const { id } of world.plans)
      await process.ask({ kind: 'approve', userId: world.owner, planId: id }, BEGINNING);
    for (const minutes of [0, 1, 3, 6]) {
      world.clock.at = new Date(BEGINNING.getTime() + minutes * 60_000);
      await process.ask({ kind: 'round' }, world.clock.at);
    }
    note([...(await process.steps()), ...atBroker]);
    process.kill();
    await process.ended;
  }
  return course;
}

/** Processes that are put to sleep in a run, beside those that are killed: longer than an order may take to the broker, or not. */
const SLEEPS: readonly Sleep[] = [
  { accounts: 'one at Zerodha', step: 'claim an order (1): after', sleepsMs: 5_200 },
  { accounts: 'one at Dhan', step: 'claim an order (4): after', sleepsMs: 5_200 },
  { accounts: 'one at each', step: 'send an order (2): before', sleepsMs: 5_200 },
  ...[
    'claim an order (2): after',
    'send an order (1): before',
    'send an order (3): answered',
    'begin to place a plan: after',
    'write what a broker answered (2): after',
    'read the orderbook: after',
    'conclude plans: after',
    'claim a policy: after',
  ].map((step, nr) => ({ accounts: ACCOUNTS[nr % ACCOUNTS.length] ?? 'one at each', step, sleepsMs: 0 })),
];

/** What a process that slept may not do. */
export const zombieFaults = ({ sleepsMs }: Sleep, woken: Woken): string[] => [
  ...woken.wrote.map((row) => `it wrote ${row}`),
  ...(sleepsMs >= 5_000 && woken.sent > 0 ? ['it sent an order though it had slept'] : []),
];

/** Attacks one after the other; null at their end. */
interface Attacks {
  next(): { trial: Trial; hunt?: Hunt } | null;
  /** Told what each came to. */
  done(attack: Attack): void;
  counts(): Partial<MatrixResult>;
}

/** Trials by a seed, until so many processes were killed. */
function atRandom(seed: number, course: Course, kills: number): Attacks {
  const random = trials(seed, course);
  let killed = 0;
  return {
    next: () => (killed < kills ? { trial: random.next().value } : null),
    done(attacked) {
      killed += attacked.kills.length;
    },
    counts: () => ({}),
  };
}

/** Every step with every fault. */
function allPairs(seed: number, course: Course): Attacks {
  const pairs = new Pairs(seed, course);
  return {
    next: () => pairs.next(),
    done: (attacked) => pairs.done(attacked),
    counts: () => ({
      pairs: pairs.counts.pairs,
      pairs_beside: pairs.counts.beside,
      pairs_alone: pairs.counts.alone,
    }),
  };
}

/**
 * Attacks until so many processes were killed, or every step was tried with every fault.
 * @param found is told of every attack that broke a promise
 */
export async function runMatrix(
  arenas: readonly Arena[],
  {
    kills,
    seed,
    found,
    progress,
  }: {
    kills: number | 'all pairs';
    seed: number;
    progress?: (result: MatrixResult) => void;
    found: (verdict: Verdict, of: Trial | Sleep) => void;
  },
): Promise<MatrixResult> {
  const [first] = arenas;
  if (first === undefined) throw new RangeError('a matrix needs a place');
  const course = await courseOf(first);
  const attacks = kills === 'all pairs' ? allPairs(seed, course) : atRandom(seed, course, kills);
  const result: MatrixResult = {
    steps: 0,
    faults: 0,
    kills: 0,
    orders: 0,
    duplicates: 0,
    silent: 0,
    lost_approvals: 0,
    absent: 0,
    sent_again: 0,
  };
  const steps = new Set<string>();
  const faults = new Set<string>();
  const sleeps = [...SLEEPS];
  let isBroken = false;
  const work = async ({ world, pool }: Arena) => {
    for (let one = sleeps.pop(); one !== undefined && !isBroken; one = sleeps.pop()) {
      const woken = await zombie(world, pool, one);
      woken.silent.push(...zombieFaults(one, woken));
      count(result, woken);
      if (isWrong(woken)) found(woken, one);
    }
    for (let next = attacks.next(); next !== null && !isBroken; next = attacks.next()) {
      const done = await attack(world, pool, next.trial, next.hunt);
      attacks.done(done);
      Object.assign(result, attacks.counts());
      add(result, done, { steps, faults });
      if (isWrong(done)) found(done, done.trial);
      progress?.(result);
    }
  };
  // A place that cannot go on ends the others first: what they work with is closed after that.
  const ended = await Promise.allSettled(
    arenas.map(async (arena) => {
      try {
        await work(arena);
      } catch (error) {
        isBroken = true;
        throw error;
      }
    }),
  );
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  return result;
}

/** Whether an attack broke a promise. */
export const isWrong = ({ duplicates, silent, lost }: Verdict): boolean =>
  duplicates > 0 || silent.length > 0 || lost.length > 0;

function add(
  result: MatrixResult,
  done: Attack,
  { steps, faults }: { steps: Set<string>; faults: Set<string> },
): void {
  for (const kill of done.kills) if (kill.at !== 'moment') steps.add(kill.step);
  if (done.kills.length > 0 && done.trial.fault !== 'none') faults.add(done.trial.fault);
  result.steps = steps.size;
  result.faults = faults.size;
  result.kills += done.kills.length;
  count(result, done);
}

function count(result: MatrixResult, done: Verdict): void {
  result.orders += done.orders;
  result.duplicates += done.duplicates;
  result.silent += done.silent.length;
  result.lost_approvals += done.lost.length;
  result.absent += done.absent;
  result.sent_again += done.again;
}
