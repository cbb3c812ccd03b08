import type { StrategyConfig } from '../../core/strategies/index.ts';
import { market } from './market.ts';
import { seedLive } from './policies.ts';
import type { TestCore } from './core.ts';
import { strategyConfigOf } from './strategy-config.ts';

/** Shares of the small market, in which policies of these tests live. */
export const SHARES = Array.from({ length: 8 }, (_, nr) => `CO${nr}`);
export const [FIRST_CLOSE, LAST_CLOSE] = ['2023-11-01', '2024-04-30'] as const;
/** A Monday and a session; policies begin here. */
export const START = '2024-01-01';

/** Eight shares, with a split and a dividend while they may be held, and an index. */
export async function contributionMarket({ core }: Pick<TestCore, 'core'>): Promise<Map<string, string>> {
  const built = market();
  for (const [nr, symbol] of SHARES.entries()) {
    built.share(symbol, { sector: nr % 2 === 0 ? 'Banks' : 'IT' });
    built.walk(symbol, {
      from: FIRST_CLOSE,
      to: LAST_CLOSE,
      seed: nr + 5,
      start: 60 + nr * 45,
      drift: (nr % 3) * 0.12,
      step: 3,
    });
    built.member('NIFTY500', symbol, '2020-01-01', nr === 6 ? '2024-03-12' : null);
    built.dividend(symbol, `2024-0${2 + (nr % 2)}-09`, 2.5);
  }
  built.split('CO1', '2024-02-14', 2, 1);
  built.levels('NIFTY500', FIRST_CLOSE, (session) => 20_000 + session * 10, LAST_CLOSE);
  return await built.write(core);
}

export const contributionConfig = (more: Partial<StrategyConfig> = {}): StrategyConfig =>
  strategyConfigOf({ top_n: 3, max_stock_pct: 60, ...more });

/** Goes through the evenings of a span, one by one. */
export async function evenings(test: TestCore, policyId: string, from: string, to: string): Promise<void> {
  for (const day of test.core.calendar.sessionsBetween('NSE', from, to)) {
    test.clock.at = new Date(`${day}T14:00:00.000Z`);
    await test.core.policies.cycles.advance(policyId, { requestedBy: 'scheduler' });
  }
}

/** Goes through all sessions until an evening at once, as after an absence. */
export async function caughtUp(test: TestCore, policyId: string, to: string): Promise<void> {
  test.clock.at = new Date(`${to}T14:00:00.000Z`);
  await test.core.policies.cycles.advance(policyId, { requestedBy: 'scheduler' });
}

/** Rows of a test, by SQL. */
export async function rowsOf<T>(
  { core }: Pick<TestCore, 'core'>,
  text: string,
  values: readonly (string | number)[] = [],
): Promise<T[]> {
  return await core.database.asSystem('rows of a test', async (trx) => {
    const { rows } = await trx.raw<{ rows: T[] }>(text, values);
    return rows;
  });
}

/** Positions and money of live books, as the broker's fills would have left them. */
export interface LiveBooks {
  cash: number;
  units: number;
  positions?: readonly {
    instrument_id: string;
    symbol: string;
    quantity: number;
    cost: number;
    price: number;
    priced_on: string;
    missed?: number;
  }[];
  /** The last session that the books went through. */
  day?: string;
}

/** Makes a policy trade since a day, with books of its own. @returns the id of its connection. */
export async function tradesLive(
  test: Pick<TestCore, 'core' | 'owner'>,
  policyId: string,
  since: string,
  { cash, units, positions = [], day = since }: LiveBooks,
): Promise<string> {
  const connection = await seedLive(test.core, test.owner, policyId);
  const key = { policy_id: policyId, owner_user_id: test.owner, mode: 'LIVE' };
  await test.core.database.asSystem('live books of a test', async (trx) => {
    await trx('policy.policies')
      .where({ id: policyId })
      .update({ live_started_at: new Date(`${since}T05:00:00Z`), live_starts_on: since });
    const paper = (await trx('policy.policy_state').where({ policy_id: policyId }).first()) as object;
    await trx('policy.policy_state').insert({
      ...paper,
      ...key,
      day,
      cash,
      deposits: cash,
      units_outstanding: units,
    });
    for (const { missed = 0, ...position } of positions)
      await trx('policy.policy_positions').insert({
        ...key,
        ...position,
        charges: 0,
        missed_sessions: missed,
        held_since: since,
      });
  });
  return connection;
}
