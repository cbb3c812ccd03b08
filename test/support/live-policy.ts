import {
  createPracticeBroker,
  FaultDice,
  PracticeAccount,
  type PracticeBroker,
  practicePrices,
} from '../../core/brokers/practice/index.ts';
import type { PlanView, PolicyView } from '../../core/policies/index.ts';
import type { HeldClock, TestCore } from './core.ts';
import { market } from './market.ts';
import { seedRun } from './policies.ts';

/** Twelve shares of an index with closes until the last session before trading begins. */
export const SYMBOLS = Array.from({ length: 12 }, (_, nr) => `SH${String(nr).padStart(2, '0')}`);
const [BEGINNING, END] = ['2023-01-02', '2024-04-30'];
/** A Thursday with a session, at 11:30 in India: the market is open. 1 May is a holiday, so the last close is of 30 April. */
export const TRADING_BEGINS = '2024-05-02T06:00:00.000Z';
export const LAST_CLOSE = END;

export const LIVE_CONFIG = {
  strategy: 'momentum_6_1',
  universe: 'NIFTY500',
  top_n: 4,
  rebalance: 'weekly',
  weighting: 'equal',
} as const;

/** Closes that a seed decides: the last ones are what the plan's orders refer to. */
export async function liveMarket({ core }: TestCore, until = END): Promise<void> {
  const built = market();
  for (const [nr, symbol] of SYMBOLS.entries()) {
    built.share(symbol, { sector: nr % 2 === 0 ? 'Banks' : 'IT' });
    built.walk(symbol, {
      from: BEGINNING,
      to: until,
      seed: nr + 1,
      start: 50 + nr * 130,
      drift: (nr % 4) * 0.1,
      step: 3,
    });
    built.member('NIFTY500', symbol, '2020-01-01');
  }
  await built.write(core);
}

export const BY = { actor: 'api:owner' } as const;
/** Who taps Approve in a test. */
export const ANSWERER = { actor: 'api:owner', via: 'DASHBOARD' } as const;

/** A broker without a market, whose record of requests is the judge of what was sent. */
export function practiceBroker(clock: HeldClock, cash = '10000000'): PracticeBroker {
  const account = new PracticeAccount({ clock, prices: practicePrices('symbol,price\n'), cash });
  return createPracticeBroker({ account, clock, dice: new FaultDice() });
}

const CREDENTIALS = {
  zerodha: { client_id: 'AB1234', api_key: 'practicekey', api_secret: 'practicesecret' },
  dhan: { client_id: '1100000001', access_token: 'practice-access-token' },
} as const;

/** A connection that may trade and is logged in. @returns its id. */
export async function tradingConnection(
  { core, owner }: TestCore,
  broker: 'zerodha' | 'dhan' = 'zerodha',
): Promise<string> {
  const { id } = await core.connections.create(
    owner,
    { broker, label: `Trading ${broker}`, role: 'TRADING', credentials: CREDENTIALS[broker] },
    BY,
  );
  await core.connections.login(owner, id, 'practice-access-token', BY);
  return id;
}

/** A policy from a validated backtest that trades over a connection. */
export async function livePolicy(
  world: TestCore,
  of: {
    connection: string;
    capital?: number;
    tag_code?: string;
    config?: object;
    order_kind?: 'LIMIT' | 'MARKET';
  },
): Promise<PolicyView> {
  const { core, owner } = world;
  const { connection, capital = 1_000_000, tag_code = 'LIVEMOMO', config = {} } = of;
  const run = await seedRun(core, owner, {
    config: JSON.stringify({ ...LIVE_CONFIG, max_order_value: 1_000_000, ...config }),
  });
  const { policy } = await core.policies.promotions.promote(
    owner,
    run,
    { key: `promotion-of-${tag_code}`, body: { name: `Momentum ${tag_code}`, tag_code } },
    BY,
  );
  const body = {
    broker_connection_id: connection,
    capital,
    ...(of.order_kind === undefined ? {} : { order_kind: of.order_kind }),
  };
  return await core.policies.live.goLive(owner, policy.id, body, BY);
}

/** Its first plan, made at the last close. */
export async function firstPlan({ core, owner }: TestCore, policyId: string): Promise<PlanView> {
  await core.policies.requests.run(owner, policyId, BY);
  const { items } = await core.policies.plans.pending(owner, {});
  const plan = items.find(({ policy_id }) => policy_id === policyId);
  if (plan === undefined) throw new Error('there is no plan');
  return plan;
}
