import {
  createPracticeBroker,
  FaultDice,
  PracticeAccount,
  type PracticeBroker,
  practicePrices,
} from '../../core/brokers/practice/index.ts';
import type { PlanView, PolicyView } from '../../core/policies/index.ts';
import type { Clock } from '../../core/platform/index.ts';
import { type HeldClock, heldClock, testCore, type TestCore } from './core.ts';
import { closeAtEnd } from './kept-open.ts';
import { market } from './market.ts';
import { savedRows, type SavedRows } from './saved-rows.ts';
import { seedRun } from './policies.ts';

/** Twelve shares of an index with closes until the last session before trading begins. */
export const SYMBOLS = Array.from({ length: 12 }, (_, nr) => `SH${String(nr).padStart(2, '0')}`);
const [BEGINNING, END] = ['2023-01-02', '2024-04-30'];
/** A Thursday with a session, at 11:30 in India: the market is open. 1 May is a holiday, so the last close is of 30 April. */
export const TRADING_BEGINS = '2024-05-02T06:00:00.000Z';
export const LAST_CLOSE = END;
/** The fund that spare cash goes into grows by two paise a session from 100 rupees on. */
export const FUND = 'LIQUIDCASE';
export const fundClose = (session: number): number => Math.round(10_000 + session * 2) / 100;

export const LIVE_CONFIG = {
  strategy: 'momentum_6_1',
  universe: 'NIFTY500',
  top_n: 12,
  rebalance: 'weekly',
  weighting: 'equal',
} as const;

/** Closes that a seed decides: the last ones are what the plan's orders refer to. */
export async function liveMarket({ core }: TestCore, until = END): Promise<void> {
  const built = market()
    .share(FUND, { asset_class: 'ETF', name: 'Zerodha Nifty 1D Rate Liquid ETF' })
    .closes(FUND, BEGINNING, fundClose, until);
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
export function practiceBroker(clock: Clock, cash = '10000000'): PracticeBroker {
  const account = new PracticeAccount({
    clock,
    prices: practicePrices(
      `symbol,price\n${[...SYMBOLS, FUND].map((symbol) => `${symbol},100`).join('\n')}\n`,
    ),
    cash,
  });
  return createPracticeBroker({ account, clock, dice: new FaultDice() });
}

const CREDENTIALS = {
  zerodha: { client_id: 'AB1234', api_key: 'practicekey', api_secret: 'practicesecret' },
  dhan: { client_id: '1100000001', access_token: 'practice-access-token' },
} as const;

/** A connection that may trade and is logged in. @returns its id. */
export async function tradingConnection(
  { core, owner }: Pick<TestCore, 'core' | 'owner'>,
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

let logins = 0;
/** What a person does every morning, with a new token: Kite's sessions end with the night, and no token serves twice. */
export async function loginAgain({ core, owner }: TestCore, connection: string): Promise<void> {
  logins += 1;
  await core.connections.login(owner, connection, `practice-access-token-${logins}`, BY);
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

export interface Planned {
  connection: string;
  policy: PolicyView;
  plan: PlanView;
}

/** A policy that trades over a broker, with its first plan: of two orders, unless its settings make it larger. */
export async function plannedAt(
  world: TestCore,
  broker: 'zerodha' | 'dhan',
  config: object = { top_n: 6 },
): Promise<Planned> {
  const connection = await tradingConnection(world, broker);
  const policy = await livePolicy(world, { connection, config });
  return { connection, policy, plan: await firstPlan(world, policy.id) };
}

/** What the cases of a `describe` about live policies share. */
export interface LiveWorld extends TestCore {
  broker: PracticeBroker;
  /** Puts the clocks of both to a moment. */
  at(moment: string): void;
  /** Turns at the accounts, so many minutes apart, by the clocks of both. */
  rounds(count: number, minutesApart?: number): Promise<void>;
  /** Approves a plan and waits for the turn that follows. */
  approve(plan: PlanView, excluded?: readonly string[]): Promise<PlanView>;
  /** States of a plan's orders, in their order. */
  states(planId: string): Promise<string[]>;
  /** Remembers the rows, the clocks and the account at the broker. @returns what puts them back, as often as it is called. */
  save(): Promise<() => Promise<void>>;
}

/** The core and the broker that the files of a process share, and what puts its rows back to those without a market. */
interface Trading {
  test: TestCore;
  broker: PracticeBroker;
  brokerClock: HeldClock;
  rows: SavedRows;
  putBack: () => Promise<void>;
}
let shared: Promise<Trading> | null = null;

async function openTrading(): Promise<Trading> {
  const brokerClock = heldClock(TRADING_BEGINS);
  const broker = practiceBroker(brokerClock);
  await broker.listen(0);
  const test = await testCore({
    environment: { ZERODHA_BASE_URL: broker.url, DHAN_BASE_URL: broker.url },
  });
  const rows = await savedRows(test.core);
  closeAtEnd(async () => {
    // Before the core is closed: its database waits for all sessions to leave.
    await rows.close();
    await test.close();
    await broker.close();
  });
  return { test, broker, brokerClock, rows, putBack: await rows.save() };
}

/** By the last close. */
const markets = new Map<string, () => Promise<{ world: LiveWorld }>>();

/**
 * A core beside a practice broker, with the small market, put back for every case. The files of a process share it: a case
 * that replaces a function of the core puts it back.
 * @param until the last close, YYYY-MM-DD.
 */
export function liveWorlds(cash = '10000000', until = END): () => Promise<LiveWorld> {
  return async () => {
    const market =
      markets.get(until) ?? preparedWorlds(newLiveWorld, async (world) => await liveMarket(world, until));
    markets.set(until, market);
    const { world } = await market();
    world.broker.account.state.cash = cash;
    return world;
  };
}

async function newLiveWorld(): Promise<LiveWorld> {
  shared ??= openTrading();
  const { test, broker, brokerClock, rows, putBack } = await shared;
  await putBack();
  broker.dice.forget();
  Object.assign(broker.account.state, { orders: [], fills: [], requests: [] });
  const { core, owner, clock } = test;
  const { live, plans } = core.policies;
  const at = (moment: string | Date) => {
    clock.at = new Date(moment);
    brokerClock.at = new Date(moment);
  };
  at(TRADING_BEGINS);
  return {
    ...test,
    broker,
    at,
    async save() {
      const moment = clock.at;
      const account = structuredClone(broker.account.state);
      const putRowsBack = await rows.save();
      return async () => {
        await putRowsBack();
        at(moment);
        broker.dice.forget();
        Object.assign(broker.account.state, structuredClone(account));
      };
    },
    async rounds(count, minutesApart = 1) {
      for (let round = 0; round < count; round += 1) {
        clock.pass(minutesApart);
        brokerClock.at = new Date(clock.at);
        await live.round(new AbortController().signal);
      }
    },
    async approve(plan, excluded = []) {
      const body = { digest: plan.digest, excluded_order_ids: [...excluded] };
      await live.approvals.approve(owner, plan.plan_id, body, ANSWERER);
      await live.settled();
      return await plans.get(owner, plan.plan_id);
    },
    states: async (planId) => (await plans.get(owner, planId)).orders.map(({ state }) => state),
  };
}

/**
 * Live worlds that begin with the same work: it is done once, and its rows are put back for every later case. Several of them
 * may begin with the same new worlds.
 * @param prepare the work, from a new world on. @returns what it gave, with the world.
 */
export function preparedWorlds<T>(
  worldAnew: () => Promise<LiveWorld>,
  prepare: (world: LiveWorld) => Promise<T>,
): () => Promise<{ world: LiveWorld; prepared: T }> {
  let first: { world: LiveWorld; prepared: T; putBack: () => Promise<void> } | null = null;
  return async () => {
    if (first === null) {
      const world = await worldAnew();
      const prepared = await prepare(world);
      first = { world, prepared, putBack: await world.save() };
    } else await first.putBack();
    return { world: first.world, prepared: first.prepared };
  };
}
