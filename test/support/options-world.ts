import path from 'node:path';
import { renewed, testCore, type TestCore, type TestCoreOptions } from './core.ts';
import { closeAtEnd } from './kept-open.ts';
import { runDir, testDatabase } from './postgres.ts';

/** Where the options workspace can be: every rule of it holds in both. */
export const STORES = ['sqlite', 'postgres'] as const;
export type StoreKind = (typeof STORES)[number];

export interface OptionsWorld extends TestCore {
  /** Takes records for the owner, and fails where one is refused. */
  take(...records: object[]): Promise<void>;
  /** Gives the world a new owner, whose workspace is empty. */
  anew(): Promise<void>;
}

const shared = new Map<StoreKind, Promise<OptionsWorld>>();

/**
 * A core whose options workspace is in a file, or in a database beside that of the portfolio. The files of a process share
 * it: each has an owner of its own, whose workspace is empty.
 */
export async function optionsWorld(store: StoreKind = 'sqlite', at?: string): Promise<OptionsWorld> {
  // Within the folder of the run, which goes with it.
  const folder = path.join(runDir(), `options-${process.pid}`);
  let world = shared.get(store);
  if (world === undefined) {
    const opened = newOptionsWorld(store, { environment: { DATA_DIR: folder } });
    closeAtEnd(async () => await (await opened).close());
    shared.set(store, (world = opened));
  }
  return worldOf(await renewed(await world, at), () => Promise.resolve());
}

/** The same with nobody else's rows. */
export async function newOptionsWorld(
  store: StoreKind,
  { environment, ...options }: Pick<TestCoreOptions, 'at' | 'environment'> = {},
): Promise<OptionsWorld> {
  const database = store === 'postgres' ? await testDatabase() : null;
  const world = await testCore({
    ...options,
    environment: { OPTIONS_DATABASE_URL: database?.url ?? '', ...environment },
  });
  return worldOf(world, async () => {
    await world.close();
    await database?.drop();
  });
}

function worldOf(world: TestCore, close: () => Promise<void>): OptionsWorld {
  let people = 0;
  const own: OptionsWorld = {
    ...world,
    async anew() {
      people += 1;
      own.owner = (await world.core.identity.users.create(`person-${people}`, 'Somebody')).id;
    },
    async take(...records) {
      const { accepted, duplicates, rejected } = await world.core.options.ingest(own.owner, records);
      if (accepted + duplicates !== records.length) throw new Error(JSON.stringify(rejected));
    },
    close,
  };
  return own;
}

let lastId = 0;
/** An id that no other record of this process has. */
export const freshId = (kind: string): string => {
  lastId += 1;
  return `${kind}-${lastId}`;
};

/** A trade of one short put of 75 units that was sold at 100 and bought back, with costs of 50 rupees. */
export function closedTrade(
  tag: string,
  closedAt: string,
  given: { exit?: number | null; mode?: string; costs?: object | null } & Record<string, unknown> = {},
): Record<string, unknown> {
  const { exit = 90, costs = { brokerage: 50 }, ...more } = given;
  return {
    id: freshId('closed'),
    kind: 'closed_trade',
    at: closedAt,
    mode: 'LIVE',
    strategy: 'short_put',
    tag,
    underlying: 'NIFTY',
    opened_at: closedAt,
    exit_reason: 'PROFIT_TARGET',
    legs: [{ ...PUT, entry_price: 100, exit_price: exit }],
    costs,
    ...more,
  };
}

export const PUT = {
  symbol: 'NIFTY26JUN24000PE',
  instrument: 'PE',
  strike: 24_000,
  expiry: '2026-06-25',
  side: 'SELL',
  quantity: 75,
} as const;
