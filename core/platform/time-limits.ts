import { AsyncLocalStorage } from 'node:async_hooks';
import { systemTimers } from './clock.ts';

/** How long the database is waited for. All in milliseconds. */
export interface TimeLimits {
  /** For a connection and its first answer together, the queue of a pool included. */
  waitMs: number;
  /** For each answer from then on. What is flowing, such as the rows of a long list, begins it anew. */
  answerMs: number;
  /*
   * The same told to the server, a little shorter: then it is the server that says no, its locks are free at once and the
   * connection stays good. What is waited for above is for a server that says nothing any more.
   */
  lockMs: number;
  statementMs: number;
  /** Of a transaction between two statements. Only a process that hangs is so slow: its locks must not outlast that. */
  idleInTransactionMs: number;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;

/**
 * Every limit there is. A person hears within five seconds that the database does not answer, whatever part of them was
 * gone when it fell silent.
 */
export const TIME_LIMITS = {
  /**
   * What a person waits for, and all that does not say otherwise. A statement whose rows keep flowing, such as the closes of
   * twelve years on a slow machine, may take longer than any of its answers.
   */
  request: {
    ...limits({ wait: 3.5 * SECOND, answer: 3.5 * SECOND, lock: 2.5 * SECOND, idle: MINUTE }),
    statementMs: 30 * SECOND,
  },
  /** Imports, syncs, corporate actions: the queue and locks as above, but their statements may be large. */
  long: limits({ wait: 3.5 * SECOND, answer: 2 * MINUTE, lock: 2.5 * SECOND, idle: 5 * MINUTE }),
  /** Scheduled work, for which nobody waits: it lets an import go first. */
  job: limits({ wait: 30 * SECOND, answer: 5 * MINUTE, lock: MINUTE, idle: 5 * MINUTE }),
  /** Health and figures of the server. */
  check: limits({ wait: 1.5 * SECOND, answer: 1.5 * SECOND, lock: SECOND, idle: 10 * SECOND }),
  /** Connections that listen or hold locks: they are asked for a sign of life, and found dead after that long. */
  held: limits({ wait: 4 * SECOND, answer: 4 * SECOND, lock: 2.5 * SECOND, idle: MINUTE }),
  /** Migrations, backup, restore, another key: on the command line, or before anything else runs. */
  maintenance: limits({ wait: 10 * SECOND, answer: 60 * MINUTE, lock: 5 * MINUTE, idle: 60 * MINUTE }),
} satisfies Record<string, TimeLimits>;

/** Connections that are held are asked for a sign of life this often. */
export const SIGN_OF_LIFE_MS = 5 * SECOND;

export type TimeLimitTable = Record<keyof typeof TIME_LIMITS, TimeLimits>;
/** For pools whose every use is maintenance. */
export const MAINTENANCE_LIMITS: TimeLimitTable = {
  ...TIME_LIMITS,
  request: TIME_LIMITS.maintenance,
  long: TIME_LIMITS.maintenance,
  job: TIME_LIMITS.maintenance,
};

/**
 * Kinds of work that share the pools. A report has the wait of a request, and leaves a connection to quick requests
 * (`places.ts`).
 */
export type WorkKind = 'request' | 'report' | 'long' | 'job';

function limits(of: { wait: number; answer: number; lock: number; idle: number }): TimeLimits {
  return {
    waitMs: of.wait,
    answerMs: of.answer,
    lockMs: of.lock,
    statementMs: of.answer * 0.9,
    idleInTransactionMs: of.idle,
  };
}

/** What the work behind one answer has waited without hearing from the database since that last answered it. */
interface WaitBudget {
  kind: WorkKind;
  spent: { ms: number };
}

const budgets = new AsyncLocalStorage<WaitBudget>();

/**
 * Runs the work behind one answer, of a request or of a message to the bot, with one budget for waiting. Where it tries the
 * database once more after a wait without an answer, it does not wait as long again.
 */
export function withWaitBudget<T>(work: () => T): T {
  return budgets.run({ kind: 'request', spent: { ms: 0 } }, work);
}

/** Runs work that may take longer than a quick answer: a report, or `long` or `job` of `TIME_LIMITS`. */
export function withTimeOf<T>(kind: Exclude<WorkKind, 'request'>, work: () => T): T {
  const around = budgets.getStore();
  if (kind === 'report' && around?.kind === 'long') return work();
  if (kind === 'job' || around?.kind === 'job') return budgets.run({ kind: 'job', spent: { ms: 0 } }, work);
  return budgets.run({ kind, spent: around?.spent ?? { ms: 0 } }, work);
}

/** The kind of the slow work that runs here; a report where a person waits for a quick answer. */
export function kindOfSlowWork(): Exclude<WorkKind, 'request'> {
  const kind = budgets.getStore()?.kind ?? 'request';
  return kind === 'request' ? 'report' : kind;
}

/** However long was waited before, so much is left for an answer. */
const LEAST_PART = 0.05;

/** One use of a connection, from the place in the queue to the last statement. */
export interface Use {
  readonly kind: WorkKind;
  readonly limits: TimeLimits;
  /** Milliseconds since the connection was asked for. */
  waitedMs(): number;
  /** What is left for the connection and its first answer. */
  leftMs(): number;
  /** The database answered. */
  heard(): void;
  /** Waiting ended without an answer. */
  gaveUp(): void;
}

/** Begins one use of a connection, for the work that is under way here. */
export function beginUse(table: Pick<TimeLimitTable, 'request' | 'long' | 'job'>): Use {
  const budget = budgets.getStore();
  const kind = budget?.kind ?? 'request';
  const own = table[kind === 'report' ? 'request' : kind];
  const began = systemTimers.now();
  const least = own.waitMs * LEAST_PART;
  const patience = Math.max(least, own.waitMs - (budget?.spent.ms ?? 0));
  const waitedMs = () => systemTimers.now() - began;
  return {
    kind,
    limits: own,
    waitedMs,
    leftMs: () => Math.max(least, patience - waitedMs()),
    heard() {
      if (budget !== undefined) budget.spent.ms = 0;
    },
    gaveUp() {
      // A job is much work in one: what failed of it says nothing about the next.
      if (budget !== undefined && budget.kind !== 'job') budget.spent.ms += patience;
    },
  };
}

/** What the server is told of limits, by the names of its settings. */
export function serverLimits({ lockMs, statementMs, idleInTransactionMs }: TimeLimits): Map<string, number> {
  return new Map([
    ['lock_timeout', Math.ceil(lockMs)],
    ['statement_timeout', Math.ceil(statementMs)],
    ['idle_in_transaction_session_timeout', Math.ceil(idleInTransactionMs)],
  ]);
}
