import {
  createPracticeBroker,
  FaultDice,
  PracticeAccount,
  practicePrices,
  type PracticeBroker,
} from '../../core/brokers/practice/index.ts';
import type { PlanView } from '../../core/policies/index.ts';
import { chatFixture, type ChatFixture } from './chat-fixture.ts';
import { type HeldClock, heldClock } from './core.ts';
import type { Timers } from '../../core/platform/index.ts';
import { leapingTimers } from './leaping-timers.ts';
import { market } from './market.ts';
import { TEST_KEY } from './outside.ts';
import { seedRun } from './policies.ts';
import { strategyConfigOf } from './strategy-config.ts';

const BY = { actor: 'test' };
const SYMBOLS = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF'];
/** Thursday, 1 February 2024, in the evening in India: a session, and the first of its month. */
export const EVENING = '2024-02-01T14:30:00.000Z';
/** The next morning at 10:00 in India: the market is open. */
export const MORNING = '2024-02-02T04:30:00.000Z';

/** A chat, a broker to practise with, and policies that trade there. */
export interface LiveWorld extends ChatFixture {
  clock: HeldClock;
  broker: PracticeBroker;
  connectionId: string;
  /** Called whenever something near orders waits, with how long. */
  onWait: (ms: number) => Promise<void>;
  /** A policy on paper that came from a backtest. @returns its id. */
  promoted(name: string, tag_code: string, validation?: 'VALIDATED' | 'REJECTED'): Promise<string>;
  /** A policy that trades, with the plan of its first evening. It leaves the clock at the next morning. */
  planned(name: string, tag_code: string): Promise<PlanView>;
  /** The plan as it is by now. */
  plan(id: string): Promise<PlanView>;
  /** How many orders the broker was sent with a plan's tags. */
  sent(plan: PlanView): number;
}

/** Six shares of which AAA rises fastest, and a practice broker that trades them at their closes. */
export async function liveWorld(): Promise<LiveWorld> {
  const clock = heldClock(EVENING);
  const prices = [...SYMBOLS, 'LIQUIDCASE']
    .map((symbol, nr) => `${symbol},${100 + nr * 10},INE00000000${nr}`)
    .join('\n');
  const account = new PracticeAccount({
    clock,
    prices: practicePrices(`symbol,price,isin\n${prices}\n`),
    cash: '10000000',
  });
  const broker = createPracticeBroker({ account, clock, dice: new FaultDice() });
  await broker.listen(0);
  const leaping = leapingTimers();
  const timers: Timers = {
    now: () => leaping.now(),
    async sleep(ms, signal) {
      await world?.onWait(ms);
      await leaping.sleep(ms, signal);
    },
  };
  let world: LiveWorld | null = null;
  const fixture = await chatFixture({
    clock,
    environment: {
      POLICY_WORKER_ENABLED: 'false',
      BROKER_SECRET_KEY: TEST_KEY,
      ZERODHA_BASE_URL: broker.url,
    },
    trading: { timers, readAfterMs: [0, 0] },
  });
  const { core, ownerId } = fixture;
  const built = market()
    .share('LIQUIDCASE', { asset_class: 'ETF', name: 'Zerodha Nifty 1D Rate Liquid ETF' })
    .closes('LIQUIDCASE', '2024-01-01', () => 100, '2024-02-06');
  for (const [nr, symbol] of SYMBOLS.entries())
    built
      .share(symbol, { sector: 'Banks' })
      .closes(symbol, '2024-01-01', (at) => 100 + nr * 10 + at * (6 - nr), '2024-02-06')
      .member('NIFTY500', symbol, '2020-01-01');
  await built.levels('NIFTY500', '2024-01-01', (at) => 20_000 + at * 10, '2024-02-06').write(core);
  const credentials = { client_id: 'AB1234', api_key: 'practicekey', api_secret: 'practicesecret' };
  const { id: connectionId } = await core.connections.create(
    ownerId,
    { broker: 'zerodha', label: 'My Zerodha', role: 'TRADING', credentials },
    BY,
  );

  const made: LiveWorld = {
    ...fixture,
    onWait: () => Promise.resolve(),
    clock,
    broker,
    connectionId,
    async promoted(name, tag_code, validation = 'VALIDATED') {
      const run = await seedRun(core, ownerId, {
        config: JSON.stringify(strategyConfigOf({ top_n: 6 })),
        initial_capital: '100000',
        validation,
      });
      const rejected_confirmation = {
        acknowledged: true,
        reason: 'I know what I do here, so let me try it.',
      };
      const body = { name, tag_code, ...(validation === 'REJECTED' ? { rejected_confirmation } : {}) };
      const promotion = await core.policies.promotions.promote(
        ownerId,
        run,
        { key: `promotion of ${tag_code}`, body },
        BY,
      );
      return promotion.policy.id;
    },
    async planned(name, tag_code) {
      clock.at = new Date(EVENING);
      const id = await made.promoted(name, tag_code);
      const body = { broker_connection_id: connectionId, capital: 100_000 };
      await core.policies.live.goLive(ownerId, id, body, BY);
      await core.policies.cycles.advance(id, { requestedBy: 'scheduler' });
      const { items } = await core.policies.plans.pending(ownerId, {});
      const plan = items.find(({ policy_id }) => policy_id === id);
      if (plan === undefined)
        throw new Error(`no plan was made: ${JSON.stringify(await core.policies.get(ownerId, id))}`);
      clock.at = new Date(MORNING);
      // A session of the broker lasts until the next morning.
      await core.connections.login(ownerId, connectionId, 'practice-access-token', BY);
      return plan;
    },
    plan: async (id) => await core.policies.plans.get(ownerId, id),
    sent: (plan) =>
      account.state.requests.filter(({ tag }) => plan.orders.some((order) => order.tag === tag)).length,
    async close() {
      await fixture.close();
      await broker.close();
    },
  };
  world = made;
  return made;
}
