import {
  createPracticeBroker,
  FaultDice,
  PracticeAccount,
  type PracticeBroker,
  type PracticeState,
  practicePrices,
} from '../../core/brokers/practice/index.ts';
import { limitPrice } from '../../core/brokers/orders/index.ts';
import type { DbTransaction } from '../../core/platform/index.ts';
import { orderTag } from '../../core/policies/cycle/index.ts';
import { type HeldClock, heldClock, testCore, type TestCore } from '../support/core.ts';
import {
  ANSWERER,
  BY,
  firstPlan,
  liveMarket,
  livePolicy,
  tradingConnection,
} from '../support/live-policy.ts';
import { openTradingSide, type TradingPlace, type TradingSide } from './trading-side.ts';

/** The market is open: a Thursday, 11:30 in India. */
export const BEGINNING = new Date('2024-05-02T06:00:00.000Z');
const BEFORE = '2024-03-28T06:00:00.000Z';
const LAST_CLOSE = '2024-04-30T14:30:00.000Z';
const EXPIRES = '2024-05-02T09:30:00.000Z';

/** What happens at the broker, for whoever stops a process right then. */
export type AtBroker = (step: string) => void;

/** Faults as they are told, which say when something arrives. */
class ToldDice extends FaultDice {
  tell: AtBroker | null = null;
  #orders = 0;

  override forOrder(): ReturnType<FaultDice['forOrder']> {
    this.#orders += 1;
    this.tell?.(`the broker: order (${this.#orders}) arrives`);
    return super.forOrder();
  }

  override forRead(path: string): ReturnType<FaultDice['forRead']> {
    if (path === '/orders') this.tell?.('the broker: its orderbook is asked for');
    return super.forRead(path);
  }

  /** It was made, or not, and is not answered yet. */
  noted(): void {
    const nr = this.#orders;
    this.tell?.(`the broker: order (${nr}) is decided`);
    setImmediate(() => this.tell?.(`the broker: order (${nr}) was answered`));
  }

  override forget(): void {
    super.forget();
    this.#orders = 0;
    this.tell = null;
  }
}

/** A plan as it waits for an approval. */
export interface WaitingPlan {
  id: string;
  policyId: string;
}

export interface TradingWorld {
  owner: string;
  place: TradingPlace;
  clock: HeldClock;
  broker: PracticeBroker;
  dice: ToldDice;
  /** Munim in this process, which takes up what a killed one left. */
  side: TradingSide;
  plans: readonly WaitingPlan[];
  query<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Puts books, plans, broker and clocks back to where nobody answered yet. */
  reset(): Promise<void>;
  /** A new session with the broker, as after a person's login. */
  login(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Two policies that hold shares and trade over one account, each with a plan of several orders that waits for an approval;
 * and the broker, in this process.
 */
export async function tradingWorld(): Promise<TradingWorld> {
  const clock = heldClock(BEFORE);
  const dice = new ToldDice();
  const account = new PracticeAccount({ clock, prices: practicePrices(), cash: '10000000' });
  const broker = createPracticeBroker({ account, clock, dice, note: () => dice.noted() });
  await broker.listen(0);
  const world = await testCore({ at: BEFORE, environment: { ZERODHA_BASE_URL: broker.url } });
  const { core, owner } = world;
  const { connection, plans } = await plannedPolicies(world, clock);
  const query = async <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await core.database.systemPool.query(sql, values)).rows as Row[];
  await query(COPY);
  const state = structuredClone(account.state);
  const place = {
    databaseUrl: core.config.DATABASE_URL ?? '',
    appUrl: core.config.DATABASE_APP_URL ?? '',
    brokerUrl: broker.url,
  };
  const side = await openTradingSide(place, clock);
  let logins = 0;
  let resets = 0;
  return {
    owner,
    place,
    clock,
    broker,
    dice,
    side,
    plans,
    query,
    async reset() {
      dice.forget();
      clock.at = new Date(BEGINNING);
      world.clock.at = new Date(BEGINNING);
      const fresh: PracticeState = structuredClone(state);
      Object.assign(account.state, fresh);
      await query(RESET);
      resets += 1;
      // What was deleted a hundred times slows every read.
      if (resets % 50 === 0) await query('vacuum');
    },
    async login() {
      logins += 1;
      world.clock.at = new Date(clock.at);
      await core.connections.login(owner, connection, `practice-access-token-${logins}`, BY);
    },
    async close() {
      await side.close();
      await world.close();
      await broker.close();
    },
  };
}

async function plannedPolicies(
  world: TestCore,
  brokerClock: HeldClock,
): Promise<{ connection: string; plans: WaitingPlan[] }> {
  const { core, owner, clock } = world;
  await liveMarket(world);
  const connection = await tradingConnection(world);
  const policies = [
    { tag_code: 'CRASHONE', config: { rebalance: 'monthly', top_n: 4 } },
    { tag_code: 'CRASHTWO', config: { rebalance: 'monthly', top_n: 3, strategy: 'momentum_12_1' } },
  ];
  const ids: string[] = [];
  for (const of of policies) {
    const policy = await livePolicy(world, { connection, ...of });
    const plan = await firstPlan(world, policy.id);
    await core.policies.live.approvals.approve(owner, plan.plan_id, {}, ANSWERER);
    await core.policies.live.settled();
    ids.push(policy.id);
  }
  // A month of sessions later each has planned again.
  clock.at = new Date(LAST_CLOSE);
  for (const id of ids)
    await core.policies.cycles.advance(id, {
      requestedBy: 'scheduler',
      signal: new AbortController().signal,
    });
  clock.at = new Date(BEGINNING);
  brokerClock.at = new Date(BEGINNING);
  await core.connections.login(owner, connection, 'practice-access-token', BY);
  const pending = (await core.policies.plans.pending(owner, {})).items;
  const plans: WaitingPlan[] = [];
  for (const [at, id] of ids.entries()) {
    const plan = pending.find(({ policy_id }) => policy_id === id);
    if (plan === undefined) throw new Error(`policy ${id} planned nothing`);
    await core.database.asSystem('orders of a test', async (trx) => {
      await planLegs(trx, plan.plan_id, WANTED[at] ?? []);
    });
    plans.push({ id: plan.plan_id, policyId: id });
  }
  return { connection, plans };
}

/** In the place of what was planned, so that each plan has sales and purchases. */
const WANTED: readonly (readonly [side: 'BUY' | 'SELL', symbol: string, quantity: number])[][] = [
  [
    ['SELL', 'SH03', 41],
    ['SELL', 'SH02', 2],
    ['BUY', 'SH07', 9],
    ['BUY', 'SH05', 14],
  ],
  [
    ['SELL', 'SH03', 94],
    ['BUY', 'SH06', 21],
    ['BUY', 'SH08', 7],
  ],
];

/** Orders like the first one that was planned, of other shares. */
async function planLegs(trx: DbTransaction, planId: string, wanted: (typeof WANTED)[number]): Promise<void> {
  const { rows } = await trx.raw<{
    rows: (Record<string, unknown> & { cycle_date: string; tag_code: string })[];
  }>(
    `select o.*, c.cycle_date, p.tag_code from policy.policy_orders o join policy.policy_cycles c on c.id = o.cycle_id
       join policy.policies p on p.id = o.policy_id
     where o.plan_id = ? and o.tag is not null order by o.nr limit 1`,
    [planId],
  );
  const [template] = rows;
  if (template === undefined) throw new Error('a plan has no orders');
  const { cycle_date, tag_code, id: _, ...like } = template;
  await trx('policy.policy_orders').where({ cycle_id: like['cycle_id'] }).delete();
  await trx('policy.policy_order_plans')
    .where({ id: planId })
    .update({ expires_at: new Date(EXPIRES) });
  for (const [at, [side, symbol, quantity]] of wanted.entries()) {
    const { rows: shares } = await trx.raw<{ rows: { id: string; close: { toFixed(): string } }[] }>(
      `select i.id, h.close from market.instruments i join portfolio.price_history h on h.instrument_id = i.id
       where i.symbol = ? and h.day <= '2024-04-30' order by h.day desc limit 1`,
      [symbol],
    );
    const [share] = shares;
    if (share === undefined) throw new Error(`${symbol} has no close`);
    const reference = share.close.toFixed();
    const nr = at + 1;
    const policy_id = String(like['policy_id']);
    await trx('policy.policy_orders').insert({
      ...like,
      nr,
      side,
      symbol,
      instrument_id: share.id,
      rule: side === 'SELL' ? 'RANK_EXIT' : 'ENTRY',
      wanted_quantity: quantity,
      quantity,
      reference_price: reference,
      limit_price: limitPrice(side, reference, '1'),
      value: Number(reference) * quantity,
      tag: orderTag(tag_code, { policy_id, cycle_date, mode: 'LIVE', plan_id: planId, nr }),
    });
  }
}

/** What a trial writes. Sessions with the broker stay, since a broker ends them for good. */
const SCHEMAS = `('policy', 'notifications')`;
const TABLES = `from pg_class c where c.relkind = 'r' and c.relnamespace::regnamespace::text in ${SCHEMAS}`;

const COPY = `do $copy$
  declare t text;
  begin
    create schema crash;
    for t in select c.oid::regclass::text ${TABLES} loop
      execute format('create table crash.%I as table %s', replace(t, '.', '__'), t);
    end loop;
  end $copy$`;

const RESET = `do $reset$
  declare t text; c text; kept boolean; filled boolean;
  begin
    set local session_replication_role = replica;
    for t in select c.oid::regclass::text ${TABLES} loop
      c := format('crash.%I', replace(t, '.', '__'));
      execute format('select exists (select from %s), exists (select from %s)', c, t) into kept, filled;
      if filled then execute 'delete from ' || t; end if;
      if kept then execute format('insert into %s overriding system value table %s', t, c); end if;
    end loop;
  end $reset$`;
