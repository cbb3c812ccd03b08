import type { TradingBroker } from '../crash/told-brokers.ts';
import assert from 'node:assert/strict';
import { type PlanView, RESUME_WORDS } from '../../core/policies/index.ts';
import { Decimal } from '../../core/platform/index.ts';
import { rowsOf } from './contribution-world.ts';
import {
  ANSWERER,
  BY,
  firstPlan,
  LAST_CLOSE,
  livePolicy,
  type LiveWorld,
  liveWorlds,
  preparedWorlds,
  tradingConnection,
} from './live-policy.ts';

export const SIGNAL = new AbortController().signal;
/** The day on which money comes in, a session whose closes are not there yet. */
export const TODAY = '2024-05-02';

/** Money of a policy that trades, after it was credited. */
export interface BatchRow {
  id: string;
  status: string;
  effective_date: string;
  fallback_code: string | null;
  plan_id: string | null;
  /** The state of what was reserved for it, and what showed that it was spent. */
  reservation: string;
  evidence: string | null;
}

export type AllocationWorld = Awaited<ReturnType<ReturnType<typeof allocationWorlds>>>;

/** Where cases begin, each with the policy that it has. */
interface Beginnings {
  connected: () => Promise<{ world: LiveWorld; prepared: string }>;
  /** The policy with the usual settings after its first plan was filled, which most cases begin with. */
  usual: () => Promise<{ prepared: { policy: string; first: PlanView } }>;
  /** The same, and 50,000 rupees that were credited since and have a plan. */
  funded: () => Promise<{ prepared: string }>;
}

/**
 * A policy that trades, and money that is to buy its current targets at once. A case begins with `traded`, `funded` or
 * `idle`, which put back what the case before it changed.
 */
export function allocationWorlds(at: TradingBroker = 'zerodha') {
  const connected = preparedWorlds(liveWorlds(), (world) => tradingConnection(world, at));
  const usual = preparedWorlds(
    async () => (await connected()).world,
    async (world) => {
      const { prepared: connection } = await connected();
      const { id: policy } = await livePolicy(world, { connection });
      const first = await firstPlan(world, policy);
      await approved(world, first);
      return { policy, first };
    },
  );
  const funded = preparedWorlds(
    async () => (await usual()).world,
    async (world) => {
      const money = moneyOf(world, (await connected()).prepared, beginnings);
      await money.traded();
      await money.credited(50_000);
      return money.policy();
    },
  );
  const beginnings: Beginnings = { connected, usual, funded };
  let made: Awaited<ReturnType<typeof connected>> | null = null;
  return async () => {
    made ??= await connected();
    return { ...made.world, ...moneyOf(made.world, made.prepared, beginnings) };
  };
}

async function approved(world: LiveWorld, plan: PlanView): Promise<void> {
  assert.equal((await world.approve(plan)).state, 'EXECUTED');
}

let transfers = 0;

function moneyOf(world: LiveWorld, connection: string, { connected, usual, funded }: Beginnings) {
  let policy = '';

  /** A policy whose first plan was approved and filled at the broker, unless it is left as it is. Comes first in a case. */
  async function traded(
    config: object = {},
    answer: 'approve' | 'leave' | 'reject' = 'approve',
  ): Promise<PlanView> {
    if (answer === 'approve' && Object.keys(config).length === 0) {
      const { prepared } = await usual();
      ({ policy } = prepared);
      return prepared.first;
    }
    await connected();
    ({ id: policy } = await livePolicy(world, { connection, config }));
    const first = await firstPlan(world, policy);
    const { approvals } = world.core.policies.live;
    if (answer === 'approve') await approved(world, first);
    if (answer === 'reject') await approvals.reject(world.owner, first.plan_id, {}, ANSWERER);
    return first;
  }

  /** Such a policy, with 50,000 rupees that were credited and have a plan. Comes first in a case. */
  async function fundedAnew(): Promise<void> {
    ({ prepared: policy } = await funded());
  }

  /** An instalment that is due and confirmed. @returns its id. */
  async function confirmed(amount: number): Promise<string> {
    const { core, owner } = world;
    const { contributions } = core.policies;
    const { schedule_id } = await contributions.schedule(
      owner,
      policy,
      { amount, frequency: 'once', start_date: TODAY, allocation_mode: 'buy_only_current_targets' },
      BY,
    );
    await contributions.round(SIGNAL);
    const { items } = await contributions.list(owner, policy);
    const id = items.find((one) => one.schedule_id === schedule_id)?.contribution_id ?? '';
    transfers += 1;
    await contributions.confirm(
      owner,
      id,
      { confirmed_amount: amount, external_reference: `UTR${transfers}` },
      BY,
    );
    return id;
  }
  const apply = async (id: string) => await world.core.policies.contributions.apply(world.owner, id, BY);
  const credited = async (amount: number) => await apply(await confirmed(amount));

  const batches = async () =>
    await rowsOf<BatchRow>(
      world,
      `select b.id::text, b.status, b.effective_date, b.fallback_code, b.plan_id::text, a.state as reservation, a.evidence_type as evidence
       from policy.policy_contribution_application_batch b
       join policy.policy_contribution_batch_items i on i.batch_id = b.id
       join policy.policy_funding_allocations a on a.contribution_id = i.contribution_id
       where b.policy_id = ? order by b.id, i.nr`,
      [policy],
    );
  const statuses = async () => (await batches()).map(({ status }) => status);
  const cycles = async () =>
    await rowsOf<{ status: string; batch: string | null; ranked: number | null }>(
      world,
      `select status, contribution_batch_id::text as batch, ranked from policy.policy_cycles
       where policy_id = ? and mode = 'LIVE' and cycle_type = 'CONTRIBUTION_ALLOCATION' order by id`,
      [policy],
    );
  const pending = async () =>
    (await world.core.policies.plans.pending(world.owner, {})).items.filter(
      (one) => one.policy_id === policy,
    );
  const allocation = async (): Promise<PlanView> => {
    const [plan] = (await pending()).filter(({ cycle_type }) => cycle_type === 'CONTRIBUTION_ALLOCATION');
    return plan ?? assert.fail('there is no plan for the money');
  };
  const notices = async (kind: 'policy_plan' | 'policy_funding') =>
    (await world.core.notifications.list(world.owner, { kind })).items;
  const cash = async () =>
    new Decimal(
      (
        await rowsOf<{ cash: string }>(
          world,
          `select cash::text from policy.policy_state where policy_id = ? and mode = 'LIVE'`,
          [policy],
        )
      )[0]?.cash ?? Number.NaN,
    );

  /** A policy too small to buy a single share: its rebalances find nothing to trade. */
  async function idle(): Promise<void> {
    await connected();
    ({ id: policy } = await livePolicy(world, { connection, capital: 30 }));
    await world.core.policies.requests.run(world.owner, policy, BY);
  }

  return {
    connection,
    policy: () => policy,
    traded,
    funded: fundedAnew,
    idle,
    confirmed,
    apply,
    credited,
    batches,
    statuses,
    cycles,
    pending,
    allocation,
    notices,
    cash,
    sql: async <T = unknown>(text: string, values: readonly (string | number)[] = []) =>
      await rowsOf<T>(world, text, values),
  };
}

/** Symbols of the newest rebalance of a policy, by rank. */
export const ranked = async (world: LiveWorld, policy: string): Promise<string[]> =>
  (
    await rowsOf<{ symbol: string }>(
      world,
      `select symbol from policy.policy_signals where policy_id = ? and mode = 'LIVE' and rank is not null order by rank`,
      [policy],
    )
  ).map(({ symbol }) => symbol);

export const forget = async (world: LiveWorld, symbol: string, day: string): Promise<unknown> =>
  await rowsOf(
    world,
    `delete from portfolio.price_history h using market.instruments i
     where i.id = h.instrument_id and i.symbol = ? and h.day = ?`,
    [symbol, day],
  );

/** Credits money and leaves it at that, as a process does that is killed right after the crediting. */
export async function leftPending({ core, owner }: LiveWorld, credit: () => Promise<unknown>): Promise<void> {
  const { pause } = core.policies.live;
  await pause.pauseAll(owner, BY);
  await credit();
  await pause.resumeAll(owner, { confirmation: RESUME_WORDS }, BY);
}

/** Closes of a session come: the last ones a little higher. */
export const closesOf = async (world: LiveWorld, day: string): Promise<unknown> =>
  await rowsOf(
    world,
    `insert into portfolio.price_history (instrument_id, day, close, source)
     select instrument_id, ?::date, round(close * 1.01, 2), 'FILE' from portfolio.price_history where day = ?`,
    [day, LAST_CLOSE],
  );

/** The closes of the week's last session come, and with them the next rebalance. */
export async function nextRebalance(world: LiveWorld): Promise<void> {
  for (const day of [TODAY, '2024-05-03']) await closesOf(world, day);
  world.at('2024-05-03T14:00:00.000Z');
  await world.core.policies.cycles.advanceAll(SIGNAL);
}

/** Announces that a share becomes two on the day on which money comes in. */
export const splitOf = async (world: LiveWorld, symbol: string): Promise<unknown> =>
  await rowsOf(
    world,
    `insert into market.corporate_actions (exchange, symbol, instrument_id, raw, status, source, ex_date, kind, new_shares,
       old_shares)
     select 'NSE', symbol, id, 'split', 'READ', 'test', ?, 'SPLIT', 2, 1 from market.instruments where symbol = ?`,
    [TODAY, symbol],
  );
