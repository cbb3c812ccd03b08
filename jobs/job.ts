import type { Clock, Database, Log } from '../core/platform/index.ts';
import type { When } from './due-times.ts';
import type { PeoplePart, PeopleWork } from './people-part.ts';

/** What the scheduler itself needs of the core; the jobs may need more. */
export interface SchedulerContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
}

/** One row of the schedule. */
export interface Job<Context> {
  /** Unique; also the key of its runs in the database, so it is never renamed. */
  readonly name: string;
  /** What it does, in one sentence. */
  readonly summary: string;
  readonly when: When;
  readonly lateness: Lateness;
  /** Each run does all there is to do: of several due times that were missed only the newest is written down. */
  readonly coalesceMissed?: boolean;
  /** How long a run may take before it counts as hung; ten minutes unless told. */
  readonly longestMinutes?: number;
  /**
   * Does the work of one due time. It may be run again after a crash or a failure, so everything it writes has a natural
   * key. It looks at `signal` between units of work. Answers one line for the record.
   */
  readonly run: (context: Context, run: Run) => Promise<string>;
  /** Called once when the run was given up after its last attempt. */
  readonly givenUp?: (context: Context, run: Run, reason: string) => Promise<void>;
}

/** How late a job may still be done. */
export interface Lateness {
  /** From so many minutes on, the run is marked late. */
  readonly markAfterMinutes: number;
  /** After so many minutes it is not done any more, and recorded as skipped. */
  readonly skipAfterMinutes: number;
  /** Completes the sentence "Not done later than …: ". */
  readonly why: string;
}

/** One due time being worked on. */
export interface Run {
  readonly dueAt: Date;
  readonly isLate: boolean;
  /** 1 the first time. */
  readonly attempt: number;
  /** Aborted when the process stops, the lease was lost, or the run takes too long. */
  readonly signal: AbortSignal;
  /** The people of the run, for `forEachUser`; missing if the run is not recorded. */
  readonly people?: SharedPeople;
}

/** The part of a run that work for each person uses. */
export type PersonalRun = Pick<Run, 'signal' | 'people'>;

/** The people of a run, which any number of processes share. */
export interface SharedPeople {
  /** True in a process that helps the holder of the run: steps for all people together are already done. */
  readonly isHelp: boolean;
  /**
   * Works for all people left, here or in other processes.
   * @param who ids of all people of the run; called at its first attempt only.
   * @param most people to work for at once.
   * @returns results of all people over all attempts; in a helping process, of the people done so far.
   */
  each(
    who: () => Promise<readonly string[]>,
    work: PeopleWork,
    most: number,
  ): Promise<Omit<PeoplePart, 'people'>>;
}
