import type { AdapterEntry } from '../../core/brokers/index.ts';
import { type Core, createCore } from '../../core/core.ts';
import { type Clock, createLog, parseConfig, type Timers } from '../../core/platform/index.ts';
import { leapingTimers } from './leaping-timers.ts';
import { NOBODY_OUTSIDE, TEST_KEY } from './outside.ts';
import { testDatabase } from './postgres.ts';
import { PATIENT_LIMITS } from './time-limits.ts';

/** A clock that stands where it is put. */
export interface HeldClock extends Clock {
  at: Date;
  /** Moves on by minutes. */
  pass(minutes: number): void;
}

export function heldClock(at: string | Date): HeldClock {
  return {
    at: new Date(at),
    now() {
      return new Date(this.at);
    },
    pass(minutes) {
      this.at = new Date(this.at.getTime() + minutes * 60_000);
    },
  };
}

/** A core on a database of its own with an owner and a stranger, who must never see each other's rows. */
export interface TestCore {
  core: Core;
  clock: HeldClock;
  owner: string;
  stranger: string;
  close(): Promise<void>;
}

/** What is not waited for long is waited for as long as it takes: a busy machine makes no difference. */
const PATIENT: Pick<Timers, 'sleep'> = { sleep: () => new Promise(() => undefined) };

/** @param environment settings beyond the defaults, by the names of `.env.example`. */
export async function testCore(
  options: {
    at?: string;
    environment?: Record<string, string>;
    timers?: Pick<Timers, 'sleep'>;
    adapters?: readonly AdapterEntry[];
  } = {},
): Promise<TestCore> {
  const database = await testDatabase();
  const clock = heldClock(options.at ?? '2026-03-02T06:00:00.000Z');
  const config = parseConfig({
    DATABASE_URL: database.url,
    DATABASE_APP_URL: database.appUrl,
    LOG_LEVEL: 'silent',
    BROKER_SECRET_KEY: TEST_KEY,
    ...NOBODY_OUTSIDE,
    ...options.environment,
  });
  const core = await createCore({
    config,
    ownerUrl: database.url,
    clock,
    log: createLog(config.LOG_LEVEL),
    timers: options.timers ?? PATIENT,
    outsideTimers: leapingTimers(),
    timeLimits: PATIENT_LIMITS,
    ...(options.adapters === undefined ? {} : { adapters: options.adapters }),
  });
  const { id: owner } = await core.identity.users.ensureOwner();
  const stranger = await core.database.asSystem('a second user for a test', async (trx) => {
    const [row] = (await trx('identity.users')
      .insert({ login: 'stranger', name: 'Stranger' })
      .returning('id')) as { id: string }[];
    return row?.id ?? '';
  });
  return {
    core,
    clock,
    owner,
    stranger,
    async close() {
      await core.close();
      await database.drop();
    },
  };
}
