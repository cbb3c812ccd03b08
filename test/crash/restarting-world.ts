import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres } from '../../core/platform/embedded-postgres/embedded-postgres.ts';
import { ensureAppRole, migrateDatabase } from '../../core/platform/index.ts';
import type { PlanView } from '../../core/policies/index.ts';
import { testCore, type TestCore } from '../support/core.ts';
import { endServer } from '../support/embedded-postgres-users.ts';
import { leapingTimers } from '../support/leaping-timers.ts';
import {
  BY,
  firstPlan,
  liveMarket,
  livePolicy,
  TRADING_BEGINS,
  tradingConnection,
} from '../support/live-policy.ts';
import { meanwhile } from '../support/meanwhile.ts';
import { fastestPlace } from '../support/postgres.ts';
import { type ToldBrokers, toldBrokers, type TradingBroker } from './told-brokers.ts';
import { openTradingSide, type TradingSide } from './trading-side.ts';

/** Closes of the days that it goes on; nobody looks at them before their evening. */
const UNTIL = '2024-05-31';

/** A plan, and its first order. */
export type States = readonly [plan: PlanView['state'], order: PlanView['orders'][number]['state']];

export interface RestartingWorld extends TestCore {
  side: TradingSide;
  brokers: ToldBrokers;
  /** A person logs in with a new token, as where the session ended. */
  login(): Promise<void>;
  /** States in which one and the same plan had the server restarted twice, as `plan X` and `order Y`. */
  seen: Set<string>;
  /** The first plan of a new policy. */
  planned(): Promise<PlanView>;
  planOf(plan: PlanView): Promise<PlanView>;
  query<Row>(sql: string, values: unknown[]): Promise<Row[]>;
  /** Turns a minute apart. */
  rounds(count: number): Promise<void>;
  /** Ends the server twice while turns go on: it is asked to stop, which breaks off what is under way, and then killed. */
  twice(plan: PlanView, states: States): Promise<void>;
  /** The same at the next step of this kind, within it. */
  twiceAt(step: RegExp, plan: PlanView, states: States): void;
  /** Throws unless the step came, and what was wrong at it. */
  assertStruck(): void;
}

/** A Postgres of its own that ends and starts again on the same data, with what of Munim trades, and one broker. */
export async function restartingWorld(
  at: TradingBroker,
): Promise<RestartingWorld & { close(): Promise<void> }> {
  const dir = await mkdtemp(path.join(await fastestPlace(), 'munim-restarted-'));
  await chmod(dir, 0o755);
  const dataDir = path.join(dir, 'data');
  // By them one that ends often is not waited for longer each time.
  const postgres = await startEmbeddedPostgres({ dataDir, timers: leapingTimers() });
  const { url } = postgres;
  await migrateDatabase(url);
  const { appUrl } = await ensureAppRole(url, null);
  const clock = { now: (): Date => core.clock.now() };
  const brokers = await toldBrokers(clock);
  const [zerodhaUrl, dhanUrl] = [brokers.of.zerodha.url, brokers.of.dhan.url];
  const core = await testCore({
    at: TRADING_BEGINS,
    environment: { ZERODHA_BASE_URL: zerodhaUrl, DHAN_BASE_URL: dhanUrl },
    database: { url, appUrl, drop: () => Promise.resolve() },
  });
  await liveMarket(core, UNTIL);
  const connection = await tradingConnection(core, at);
  const seen = new Set<string>();
  let [policies, logins] = [0, 0];
  let aim: { step: RegExp; plan: PlanView; states: States } | null = null;
  let wrong: unknown = null;

  const place = { databaseUrl: url, dataDir: path.join(dir, 'mark'), appUrl, zerodhaUrl, dhanUrl };
  const side = await openTradingSide(place, clock, async (step) => {
    if (aim?.step.test(step) !== true) return;
    const { plan, states } = aim;
    aim = null;
    await meanwhile(() => restartTwice(plan, states)).catch((error: unknown) => (wrong = error));
  });
  const query = async <Row>(sql: string, values: unknown[]): Promise<Row[]> =>
    (await core.core.database.systemPool.query(sql, values)).rows as Row[];
  /** One in which the server goes away fails, and the next takes everything up. */
  const round = async () => {
    await side.live.round(new AbortController().signal).catch(() => undefined);
    await side.live.settled();
  };

  async function restart(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    const started = `select pg_postmaster_start_time()::text as at`;
    const [before] = await query<{ at: string }>(started, []);
    await endServer(dataDir, signal);
    for (;;) {
      const [now] = await query<{ at: string }>(started, []).catch(() => []);
      if (now !== undefined && now.at !== before?.at) return;
      await sleep(10);
    }
  }

  async function restartTwice(
    { plan_id }: PlanView,
    states: States,
    beside: () => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    for (const signal of ['SIGINT', 'SIGKILL'] as const) {
      const [row] = await query<{ plan: string; order: string }>(
        `select l.state as plan, o.state as order from policy.policy_order_plans l
         join policy.policy_orders o on o.plan_id = l.id where l.id = $1 order by o.nr limit 1`,
        [plan_id],
      );
      assert.deepEqual([row?.plan, row?.order], states, `before a ${signal}`);
      await Promise.all([beside(), restart(signal)]);
    }
    seen.add(`plan ${states[0]}`).add(`order ${states[1]}`);
  }

  return {
    ...core,
    side,
    brokers,
    seen,
    query,
    async login() {
      logins += 1;
      await core.core.connections.login(core.owner, connection, `practice-access-token-${logins}`, BY);
    },
    async planned() {
      policies += 1;
      const config = { top_n: 3 };
      const policy = await livePolicy(core, {
        connection,
        capital: 300_000,
        tag_code: `RESTAR${10 + policies}`,
        config,
      });
      return await firstPlan(core, policy.id);
    },
    planOf: async ({ plan_id }) => await core.core.policies.plans.get(core.owner, plan_id),
    async rounds(count) {
      for (let nr = 0; nr < count; nr += 1) {
        core.clock.pass(1);
        await round();
      }
    },
    twice: async (plan, states) => await restartTwice(plan, states, round),
    twiceAt(step, plan, states) {
      aim = { step, plan, states };
      wrong = null;
    },
    assertStruck() {
      assert.equal(aim, null, 'the step came');
      if (wrong !== null) throw wrong;
    },
    async close() {
      await side.close();
      await core.close();
      await brokers.close();
      await postgres.leave();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
