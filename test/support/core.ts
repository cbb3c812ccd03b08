import { existsSync } from 'node:fs';
import type { AdapterEntry } from '../../core/brokers/index.ts';
import { type Core, createCore } from '../../core/assembly/index.ts';
import type { Llm, LlmParts } from '../../core/llm/index.ts';
import type { ResearchParts } from '../../core/research/index.ts';
import type { TradingOptions } from '../../core/policies/index.ts';
import { type Clock, createLog, parseConfig, type Timers } from '../../core/platform/index.ts';
import { dataFolder } from './data-folder.ts';
import { emptyTables } from './database-reset.ts';
import { leapingTimers } from './leaping-timers.ts';
import { isWorker } from './kept-open.ts';
import { MANY_CONNECTIONS, NOBODY_OUTSIDE, TEST_KEY } from './outside.ts';
import { hasTemplateSchema, type TestDatabase, testDatabase } from './postgres.ts';
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

export interface TestCoreOptions {
  at?: string;
  /** Settings beyond the defaults, by the names of `.env.example`. */
  environment?: Record<string, string>;
  timers?: Pick<Timers, 'sleep'>;
  adapters?: readonly AdapterEntry[];
  trading?: TradingOptions;
  /** Providers of models in the place of the real ones. */
  llmParts?: Partial<LlmParts>;
  /** Models in the place of the real ones. */
  llm?: Pick<Llm, 'chainFor'> & Partial<Llm>;
  /** Sources of evidence and what reads them, in the place of the real ones. */
  research?: Partial<ResearchParts>;
  /** One with all migrations, of a server of its own; else one of the run's. */
  database?: TestDatabase;
}

/** Where the clock stands unless a test says otherwise. */
export const BEGINNING = '2026-03-02T06:00:00.000Z';

/**
 * Without options other than the time, the core of an earlier file of this process may serve again: the clock is put back,
 * the database is emptied, and the two people have ids that no earlier person had, so that nothing that is remembered of
 * those fits them. A core whose tables were changed, or that wrote files, is closed.
 */
export async function testCore(options: TestCoreOptions = {}): Promise<TestCore> {
  const { at = BEGINNING, ...others } = options;
  if (Object.keys(others).length > 0) return await newCore(options);
  const own = (await keptCore(at)) ?? (await newCore(options));
  // A function that a test replaces would be missed by later files.
  for (const area of [own.core, ...Object.values(own.core)]) if (area !== own.clock) Object.freeze(area);
  return { ...own, close: () => keepCore(own) };
}

let kept: TestCore | null = null;

async function keepCore(own: TestCore): Promise<void> {
  const { config, database } = own.core;
  const isAsNew = isWorker && !existsSync(config.DATA_DIR) && (await hasTemplateSchema(database.systemPool));
  if (isAsNew && kept === null) kept = own;
  else await own.close();
}

async function keptCore(at: string): Promise<TestCore | null> {
  const own = kept;
  kept = null;
  // Rows cannot be deleted while the core is still at work on them.
  return own && (await renewed(own, at).catch(async () => await own.close().then(() => null)));
}

/** The same core, emptied, with two new people, whose ids were nobody's before. */
export async function renewed(own: TestCore, at: string = BEGINNING): Promise<TestCore> {
  own.clock.at = new Date(at);
  await emptyTables(own.core.database.systemPool, 'continue');
  return Object.assign(own, await twoPeople(own.core));
}

async function newCore(options: TestCoreOptions): Promise<TestCore> {
  const database = options.database ?? (await testDatabase());
  const folder = dataFolder();
  const clock = heldClock(options.at ?? BEGINNING);
  const config = parseConfig({
    DATABASE_URL: database.url,
    DATABASE_APP_URL: database.appUrl,
    LOG_LEVEL: 'silent',
    BROKER_SECRET_KEY: TEST_KEY,
    DATA_DIR: folder.path,
    DATABASE_CONNECTIONS: MANY_CONNECTIONS,
    ...NOBODY_OUTSIDE,
    ...options.environment,
  });
  const core = await createCore({
    config,
    ownerUrl: database.url,
    isSeparationTried: true,
    clock,
    log: createLog(config.LOG_LEVEL),
    timers: options.timers ?? PATIENT,
    outsideTimers: leapingTimers(),
    timeLimits: PATIENT_LIMITS,
    ...(options.adapters === undefined ? {} : { adapters: options.adapters }),
    ...(options.llmParts === undefined ? {} : { llmParts: options.llmParts }),
    ...(options.llm === undefined ? {} : { llm: options.llm }),
    ...(options.research === undefined ? {} : { research: options.research }),
    // Nobody waits between orders, and the book is read once after them.
    trading: options.trading ?? { timers: leapingTimers(), readAfterMs: [1] },
  });
  return {
    core,
    clock,
    ...(await twoPeople(core)),
    async close() {
      await core.close();
      await database.drop();
      await folder.remove();
    },
  };
}

/** The owner as a start makes them, where there is none, and the stranger. */
async function twoPeople({ config, database }: Core): Promise<Pick<TestCore, 'owner' | 'stranger'>> {
  const { rows } = await database.systemPool.query<{ id: string; login: string }>(
    `with made as (
       insert into identity.users (login, name)
       select login, upper(left(login, 1)) || substr(login, 2) from unnest($1::text[]) login
       where login not in (select login from identity.users)
       returning id, login)
     select id::text, login from made union all select id::text, login from identity.users`,
    [[config.OWNER_LOGIN, 'stranger']],
  );
  const idOf = (wanted: string) => rows.find(({ login }) => login === wanted)?.id ?? '';
  return { owner: idOf(config.OWNER_LOGIN), stranger: idOf('stranger') };
}

/**
 * A core that the cases of a `describe` share, in a quarter of the time that a new one takes. Each call puts the clock back,
 * empties the database, and makes two people whose ids were nobody's before, so that nothing that is remembered of earlier
 * ones fits them. Options that are known once a server runs are given as a function. Not for cases that change tables or
 * count on an id. What is answered needs no `close`.
 */
export function sharedCore(given: TestCoreOptions | (() => TestCoreOptions) = {}): () => Promise<TestCore> {
  let shared: TestCore | null = null;
  after(async () => {
    await shared?.close();
    shared = null;
  });
  return async () => {
    const options = typeof given === 'function' ? given() : given;
    if (shared === null) shared = await testCore(options);
    else await renewed(shared, options.at ?? BEGINNING);
    return { ...shared, close: () => Promise.resolve() };
  };
}
