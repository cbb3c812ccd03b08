import { type HeldClock, heldClock, testCore } from '../support/core.ts';
import { BY } from '../support/live-policy.ts';
import { BEGINNING, CODES, plannedPolicies, type WaitingPlan } from './planned-policies.ts';
import { BROKERS, stateOf, type ToldBrokers, toldBrokers, type TradingBroker } from './told-brokers.ts';
import { COPY, resetOf } from './trial-tables.ts';
import { openTradingSide, type TradingPlace, type TradingSide } from './trading-side.ts';

const BEFORE = '2024-03-28T06:00:00.000Z';

/**
 * Where the two policies trade: over one account, for which their processes compete, or each over an account of its own at
 * another broker.
 */
export const ACCOUNTS = ['one at Zerodha', 'one at each', 'one at Dhan'] as const;
export type Accounts = (typeof ACCOUNTS)[number];
/** In the order of the policies. */
const PLACES: Readonly<Record<Accounts, readonly [TradingBroker, TradingBroker]>> = {
  'one at Zerodha': ['zerodha', 'zerodha'],
  'one at each': ['zerodha', 'dhan'],
  'one at Dhan': ['dhan', 'dhan'],
};

export interface TradingWorld {
  owner: string;
  place: TradingPlace;
  clock: HeldClock;
  brokers: ToldBrokers;
  /** Munim in this process, which takes up what a killed one left. */
  side: TradingSide;
  plans: readonly WaitingPlan[];
  /** Over which broker a policy trades by now. */
  brokerOf(policyId: string): TradingBroker;
  query<Row>(sql: string, values?: unknown[]): Promise<Row[]>;
  /** Puts books, plans, brokers and clocks back to where nobody answered yet. */
  reset(accounts: Accounts): Promise<void>;
  /** New sessions with the brokers, as after a person's logins. */
  login(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Two policies that hold shares, each with a plan of several orders that waits for an approval; and the brokers, in this
 * process.
 */
export async function tradingWorld(): Promise<TradingWorld> {
  const clock = heldClock(BEFORE);
  const brokers = await toldBrokers(clock);
  const { zerodha, dhan } = brokers.of;
  const environment = { ZERODHA_BASE_URL: zerodha.url, DHAN_BASE_URL: dhan.url };
  const world = await testCore({ at: BEFORE, environment });
  const { core, owner } = world;
  const { connections, plans } = await plannedPolicies(world, clock);
  const query = async <Row>(sql: string, values: unknown[] = []): Promise<Row[]> =>
    (await core.database.systemPool.query(sql, values)).rows as Row[];
  await query(COPY);
  const state = structuredClone(zerodha.account.state);
  const place = {
    databaseUrl: core.config.DATABASE_URL ?? '',
    dataDir: core.config.DATA_DIR,
    appUrl: core.config.DATABASE_APP_URL ?? '',
    zerodhaUrl: zerodha.url,
    dhanUrl: dhan.url,
  };
  const side = await openTradingSide(place, clock);
  let logins = 0;
  let resets = 0;
  let places = PLACES['one at Zerodha'];
  return {
    owner,
    place,
    clock,
    brokers,
    side,
    plans,
    brokerOf: (policyId) => places[plans.findIndex((plan) => plan.policyId === policyId)] ?? 'zerodha',
    query,
    async reset(accounts) {
      places = PLACES[accounts];
      brokers.dice.forget();
      clock.at = new Date(BEGINNING);
      world.clock.at = new Date(BEGINNING);
      for (const broker of BROKERS) {
        const codes = CODES.filter((_, nr) => places[nr] === broker);
        Object.assign(brokers.of[broker].account.state, stateOf(state, codes));
      }
      const moves = plans.map(({ policyId }, nr) => ({
        policyId,
        connection: connections[places[nr] ?? 'zerodha'],
      }));
      await query(resetOf(moves));
      resets += 1;
      // What was deleted a hundred times slows every read.
      if (resets % 50 === 0) await query('vacuum');
    },
    async login() {
      logins += 1;
      world.clock.at = new Date(clock.at);
      for (const connection of Object.values(connections))
        await core.connections.login(owner, connection, `practice-access-token-${logins}`, BY);
    },
    async close() {
      await side.close();
      await world.close();
      await brokers.close();
    },
  };
}
