import { PostgresBackend } from '@agendajs/postgres-backend';
import { Agenda } from 'agenda';
import type pg from 'pg';
import type { Log } from '../core/platform/index.ts';

/** A name to be called at the times of a cron line. */
interface Alarm {
  name: string;
  cron: string;
}

/** Wakes one of the processes at each due time. */
export interface AgendaClock {
  /** Sets the alarms; repeated calls set them once. Fails when the database cannot be reached, and may be called again then. */
  start(): Promise<void>;
  /** Waits at most `graceMs` for alarms being handled, and for a start under way. */
  stop(graceMs: number): Promise<void>;
}

const TIME_ZONE = 'Asia/Kolkata';
/** Agenda quotes the name and adds no schema. */
const TABLE = 'jobs"."agenda_jobs';
const LOOK_AHEAD_MS = 10_000;
/** Longer than the look ahead. Agenda keeps a timer of half of it after each alarm, stopped or not: so not much longer. */
const LOCK_MS = 20_000;

/**
 * Agenda on Postgres, used as a clock only: what is due and done stands in our own record, so a wake-up that is doubled,
 * late or missing does no harm. It runs without Agenda's notifications, since every alarm is known in advance.
 */
export function createAgendaClock(parts: {
  /** Pool of a role with access to the table. It stays open. */
  pool: pg.Pool;
  /** Unique among the processes. */
  name: string;
  log: Log;
  alarms: readonly Alarm[];
  /** How far ahead it looks for due alarms; at the exact time a timer wakes it. */
  lookAheadMs?: number;
  onAlarm(name: string): Promise<void>;
}): AgendaClock {
  const { pool, name, log, alarms } = parts;
  let running: Promise<Agenda> | null = null;

  const open = async (): Promise<Agenda> => {
    // Agenda connects in its constructor and its promise cannot be caught, so the database must answer first.
    await pool.query('select from jobs.agenda_jobs limit 0');
    const agenda = new Agenda({
      backend: new TolerantBackend(pool, log),
      name,
      processEvery: parts.lookAheadMs ?? LOOK_AHEAD_MS,
      defaultConcurrency: 1,
      defaultLockLimit: 1,
      defaultLockLifetime: LOCK_MS,
    });
    agenda.on('error', (error) => log.warn({ err: error }, 'Agenda failed; the sweep goes on without it'));
    for (const { name: alarm } of alarms) {
      agenda.define(alarm, (job, done) => {
        const alive = setInterval(() => {
          job
            .touch()
            .catch((error: unknown) => log.warn({ err: error }, 'an Agenda lock could not be renewed'));
        }, LOCK_MS / 3);
        alive.unref();
        parts
          .onAlarm(alarm)
          .finally(() => clearInterval(alive))
          .then(() => done(), done);
      });
    }
    // The alarms are set first: one set after the first look is found only by the second.
    await agenda.ready;
    for (const alarm of alarms) {
      await agenda.every(alarm.cron, alarm.name, undefined, { timezone: TIME_ZONE, skipImmediate: true });
    }
    await agenda.start();
    return agenda;
  };

  const close = async (agenda: Agenda, graceMs: number): Promise<void> => {
    await agenda
      .drain({ timeout: graceMs, closeConnection: false })
      .catch((error: unknown) => log.warn({ err: error }, 'Agenda did not stop cleanly'));
  };

  return {
    async start() {
      if (running === null) {
        const opening = open();
        running = opening;
        opening.catch(() => {
          if (running === opening) running = null;
        });
      }
      await running;
    },
    async stop(graceMs) {
      const last = running;
      running = null;
      await last?.then(
        (opened) => close(opened, graceMs),
        () => undefined,
      );
    },
  };
}

/** The Postgres backend, without promises that reject where nobody can catch them. */
class TolerantBackend extends PostgresBackend {
  readonly #log: Log;

  constructor(pool: pg.Pool, log: Log) {
    super({ pool, tableName: TABLE, ensureSchema: false, disableNotifications: true });
    this.#log = log;
    const { repository } = this;
    const unlock = repository.unlockJob.bind(repository);
    // Agenda calls it without awaiting. A lock that stays ends with its lifetime.
    repository.unlockJob = (job) =>
      unlock(job).catch((error: unknown) =>
        log.warn({ err: error }, 'an Agenda lock could not be given back'),
      );
  }

  override async connect(): Promise<void> {
    for (;;) {
      try {
        await super.connect();
        return;
      } catch (error) {
        this.#log.warn({ err: error }, 'Agenda cannot reach the database; trying again');
        await new Promise((resolve) => setTimeout(resolve, 1000).unref());
      }
    }
  }
}
