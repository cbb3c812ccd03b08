import { FAULT_NAMES, type FaultName } from '../../core/brokers/practice/index.ts';
import { FAULTS, isLie, READ_FAULTS } from '../../core/brokers/practice/faults.ts';
import type { PolicyView } from '../../core/policies/index.ts';
import { chatFixture, type ChatFixture } from '../support/chat-fixture.ts';
import type { ChatDriver } from '../support/chat-driver.ts';
import { eventually } from '../support/chat-driver.ts';
import { type HeldClock, heldClock, type TestCore } from '../support/core.ts';
import { leapingTimers } from '../support/leaping-timers.ts';
import {
  ANSWERER,
  BY,
  liveMarket,
  livePolicy,
  TRADING_BEGINS,
  tradingConnection,
} from '../support/live-policy.ts';
import { TEST_KEY } from '../support/outside.ts';
import { answerTo } from '../support/talking.ts';
import { aimAt } from './aiming.ts';
import { testProcess } from '../support/test-processes.ts';
import { BROKERS, ToldDice, type ToldBrokers, toldBrokers } from './told-brokers.ts';
import { TradingProcesses } from './trading-processes.ts';
import { openTradingSide } from './trading-side.ts';
import { type Kill, randomNumbers } from './trial.ts';

/**
 * What does not come by chance: what stays open needs a market that goes on, and a broker that lies makes a difference that
 * blocks its policy. The matrix tries them.
 */
const LEFT_OUT: readonly FaultName[] = [
  'resting',
  'partial_fill',
  'overfilled',
  'price_zero',
  'cancelled_then_filled',
  'stranger_fill',
];
const BY_CHANCE = FAULT_NAMES.filter((name) => !LEFT_OUT.includes(name) && !isLie(FAULTS[name].course));

/** One in ten orders meets a fault, and one look into a book in fifty. */
class QuarterDice extends ToldDice {
  met = 0;
  /** Each of its own: how often books are read depends on how fast processes are, and orders do not. */
  readonly #order: () => number;
  readonly #look: () => number;

  constructor(seed: number) {
    super();
    this.#order = randomNumbers(seed);
    this.#look = randomNumbers(seed + 2);
  }

  override forOrder(): ReturnType<ToldDice['forOrder']> {
    super.forOrder();
    const [chance, which] = [this.#order(), this.#order()];
    if (chance >= 0.1) return null;
    this.met += 1;
    return { name: BY_CHANCE[Math.floor(which * BY_CHANCE.length)] ?? 'answer_lost' };
  }

  override forRead(path: string): ReturnType<ToldDice['forRead']> {
    super.forRead(path);
    // Whose login fails logs in again: that tries nothing here.
    if (/token|profile/i.test(path)) return null;
    return this.#look() < 0.02 ? (READ_FAULTS[Math.floor(this.#look() * 3)] ?? null) : null;
  }
}

/** Where processes are killed in the morning, while they send what was approved in the evening. */
const KILLED_AT: readonly string[] = [
  'claim an account: after',
  'begin to place a plan: during the commit',
  'claim an order (1): during the commit',
  'claim an order (2): after',
  'send an order (1): on its way',
  'send an order (2): answered',
  'send an order (3): before',
  'the broker: order (1) is decided',
  'the broker: order (2) arrives',
  'the broker: order (3) was answered',
  'write what a broker answered (1): before the commit',
  'write what a broker answered (2): after',
  'write what an orderbook shows: during the commit',
  'conclude plans: after',
  'book what a broker filled: before the commit',
  'book what a broker filled: during the commit',
  'give an account back: during the commit',
];
const LONGEST_MS = 400;
/** Minutes between turns of a morning until nothing is under way any more. */
const TURNS = [1, 1, 1, 1, 10, 10, 1, 1, 1, 10, 10, 1, 1, 1, 10, 10, 10];
export const CAPITAL = 2_000_000;

export interface QuarterWorld extends Pick<ChatFixture, 'core' | 'ownerId'> {
  clock: HeldClock;
  brokers: ToldBrokers;
  dice: QuarterDice;
  /** The first over Zerodha, the second over Dhan. */
  policies: readonly PolicyView[];
  /** Telegram on this machine. */
  chat: ChatDriver;
  kills: number;
  /** A person logs in to both brokers, whose tokens may have ended. */
  login(): Promise<void>;
  /** Has processes send what was approved, and kills each of them. */
  killSome(count: number): Promise<void>;
  /** Healthy turns until all is done; a person marks what is absent. */
  calmDown(): Promise<void>;
  /** Waits until every message has arrived: to a clock that leaps, one on its way looks lost and is sent again. */
  delivered(): Promise<void>;
  /** A person approves a plan in the chat. */
  approve(planId: string): Promise<void>;
  close(): Promise<void>;
}

/** Two policies over two brokers, a chat to answer in, and processes that trade and die. */
export async function quarterWorld(seed: number, until: string): Promise<QuarterWorld> {
  const next = randomNumbers(seed + 1);
  const clock = heldClock(TRADING_BEGINS);
  const dice = new QuarterDice(seed);
  const brokers = await toldBrokers(clock, dice);
  const [zerodhaUrl, dhanUrl] = [brokers.of.zerodha.url, brokers.of.dhan.url];
  const fixture = await chatFixture({
    clock,
    environment: {
      POLICY_WORKER_ENABLED: 'false',
      BROKER_SECRET_KEY: TEST_KEY,
      ZERODHA_BASE_URL: zerodhaUrl,
      DHAN_BASE_URL: dhanUrl,
    },
    trading: { timers: leapingTimers(), readAfterMs: [1] },
  });
  const { core, database, ownerId } = fixture;
  const world: TestCore = { core, clock, owner: ownerId, stranger: '', close: () => Promise.resolve() };
  await liveMarket(world, until);
  const place = {
    databaseUrl: database.url,
    dataDir: core.config.DATA_DIR,
    appUrl: database.appUrl,
    zerodhaUrl,
    dhanUrl,
    // What they have to tell goes to the chat, which this process owns.
    chats: {
      PORTFOLIO_CHAT_ENABLED: '1',
      PORTFOLIO_CHAT_BOT_TOKEN: fixture.api.token,
      TELEGRAM_API_ROOT: core.config.TELEGRAM_API_ROOT ?? '',
    },
  };
  const pool = new TradingProcesses(await testProcess('trading'), place, 1);
  const side = await openTradingSide(place, clock);
  const connections: string[] = [];
  const policies: PolicyView[] = [];
  for (const [nr, broker] of BROKERS.entries()) {
    const connection = await tradingConnection(world, broker);
    connections.push(connection);
    const strategy = nr === 0 ? 'momentum_6_1' : 'low_volatility';
    const config = { top_n: 6 + nr, strategy, plan_expiry_hours: 100 };
    policies.push(
      await livePolicy(world, { connection, capital: CAPITAL, tag_code: `WEEKLY0${nr}`, config }),
    );
  }
  const chat = await fixture.person('telegram');
  const query = async <Row>(sql: string): Promise<Row[]> =>
    (await core.database.systemPool.query(sql)).rows as Row[];
  let logins = 0;

  const quarter: QuarterWorld = {
    core,
    ownerId,
    clock,
    brokers,
    dice,
    policies,
    chat,
    kills: 0,
    async login() {
      logins += 1;
      for (const connection of connections)
        await core.connections.login(ownerId, connection, `practice-access-token-${logins}`, BY);
    },
    async killSome(count) {
      for (let nr = 0; nr < count; nr += 1) {
        const process = await pool.take();
        dice.countAnew();
        aimAt(quarter, process, killBy(next));
        await process.ask({ kind: 'round' }, clock.at);
        if (process.wasKilled) quarter.kills += 1;
        process.kill();
        await process.ended;
        dice.tell = null;
        await quarter.delivered();
        // Its lease is over.
        clock.pass(1);
      }
    },
    async calmDown() {
      for (const minutes of TURNS) {
        await side.live.round(new AbortController().signal);
        await side.live.settled();
        const absent = await query<{ id: string }>(
          `select id::text from policy.policy_orders where state = 'ABSENT' and settlement is null order by id`,
        );
        for (const { id } of absent)
          await side.live.settlements.settleOrder(
            ownerId,
            id,
            { settlement: 'MARKED_ABSENT', reason: 'It is not in the app of the broker.' },
            ANSWERER,
          );
        await side.live.settled();
        if (absent.length === 0 && !(await isUnderWay())) return;
        await quarter.delivered();
        clock.pass(minutes);
        await quarter.login();
      }
    },
    async delivered() {
      await eventually('messages to arrive', async () => {
        const open = await query(
          `select id from notifications.deliveries where state = 'SENDING' or (state = 'PENDING' and next_attempt_at <= '${clock.at.toISOString()}')`,
        );
        return open.length === 0 ? true : null;
      });
    },
    async approve(planId) {
      await answerTo(chat, `/approve_plan ${planId}`);
      await chat.presses('✓ Approve');
      await eventually('the approval', async () => {
        const { state } = await core.policies.plans.get(ownerId, planId);
        return state !== 'PENDING_APPROVAL';
      });
      await core.policies.live.settled();
    },
    async close() {
      await side.close();
      await pool.close();
      await fixture.close();
      await brokers.close();
    },
  };

  async function isUnderWay(): Promise<boolean> {
    const rows = await query(
      `select from policy.policy_orders where mode = 'LIVE' and (
         state in ('APPROVED', 'SUBMITTING', 'PLACED', 'PLACEMENT_UNKNOWN') or state = 'ABSENT' and settlement is null
         or state in ('FILLED', 'PARTIAL') and booked_at is null)
       union all select from policy.policy_order_plans where mode = 'LIVE'
         and state in ('APPROVED', 'EXECUTING', 'PARTIAL_PLACEMENT', 'PLACEMENT_UNKNOWN') limit 1`,
    );
    return rows.length > 0;
  }
  return quarter;
}

function killBy(next: () => number): Kill {
  if (next() < 0.25) return { at: 'moment', ms: Math.floor(next() * LONGEST_MS) };
  const step = KILLED_AT[Math.floor(next() * KILLED_AT.length)] ?? '';
  return step.startsWith('the broker') ? { at: 'broker', step } : { at: 'step', step, time: 1 };
}
