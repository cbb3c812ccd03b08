import type { Core } from '../../core/assembly/index.ts';
import type { Mode } from '../../core/policies/states.ts';
import type { DbTransaction } from '../../core/platform/index.ts';
import { equityRow, storeResult } from './backtest-rows.ts';

/** What a policy of the tests follows. */
export const POLICY_CONFIG = {
  strategy: 'momentum_12_1',
  universe: 'NIFTY500',
  top_n: 20,
  rebalance: 'monthly',
  weighting: 'equal',
} as const;

/** Body of a policy on paper. */
export function policyBody(change: Record<string, unknown> = {}, config: Record<string, unknown> = {}) {
  return {
    name: 'Momentum',
    tag_code: 'MOMTOP20',
    initial_capital: 1_000_000,
    config: { ...POLICY_CONFIG, ...config },
    ...change,
  };
}

export interface SeededRun {
  status?: string;
  validation?: 'VALIDATED' | 'NOT_VALIDATED' | 'UNKNOWN' | 'REJECTED';
  initial_capital?: string;
  /** JSON, stored as it is. */
  config?: string;
  /** Days of its curve with the index net of tax. */
  curve?: readonly (readonly [day: string, index: number])[];
}

const seed = async <T>(core: Core, work: (trx: DbTransaction) => Promise<T>): Promise<T> =>
  await core.database.asSystem('rows of a test', work);

const idOf = ({ rows }: { rows: { id: string }[] }): string => rows[0]?.id ?? '';

/** A backtest as the worker leaves it, without having been run. */
export async function seedRun(core: Core, userId: string, run: SeededRun = {}): Promise<string> {
  const { status = 'COMPLETED', validation = 'VALIDATED', initial_capital = '250000', curve = [] } = run;
  const isDone = status === 'COMPLETED';
  const isEnded = !['QUEUED', 'RUNNING'].includes(status);
  return await seed(core, async (trx) => {
    const id = idOf(
      await trx.raw(
        `insert into strategy.research_runs (owner_user_id, name, status, config, from_day, to_day, initial_capital, failure,
           data_revision, metrics, validation, findings, finished_at)
         values (?, 'Source', ?, ?, '2020-01-01', '2025-12-31', ?, ?, 'rev-1', ?, ?, ?, ?) returning id`,
        [
          userId,
          status,
          run.config ?? JSON.stringify(POLICY_CONFIG),
          initial_capital,
          status === 'FAILED' ? 'It failed.' : (null as never),
          isDone ? '{}' : (null as never),
          isDone
            ? JSON.stringify({
                status: validation,
                promotion_allowed: validation === 'VALIDATED',
                reasons:
                  validation === 'VALIDATED'
                    ? [{ code: 'COVERED', message: '500 of 500 members priced.' }]
                    : [],
              })
            : (null as never),
          isDone ? '[]' : (null as never),
          isEnded ? new Date('2026-01-01T00:00:00Z') : (null as never),
        ],
      ),
    );
    const equity = curve.map(([date, index]) =>
      equityRow({
        date,
        performance_index_gross: index,
        performance_index_net_of_costs: index,
        performance_index_net_of_tax: index,
      }),
    );
    await storeResult(trx, { id, owner_user_id: userId }, { equity });
    return id;
  });
}

/** Whose books rows are written into. */
export interface SeededBooks {
  userId: string;
  policyId: string;
  mode?: Mode;
}

/** A session of the books: two shares, unless something else is held. */
export interface SeededDay {
  day: string;
  cash?: number;
  index?: number;
  benchmark?: number | null;
  held?: readonly {
    instrument_id: string;
    symbol: string;
    quantity: number;
    cost: number;
    close: number | null;
    note?: string;
  }[];
}

/** The close of a session in the books of a policy, as a cycle writes it. */
export async function seedDay(core: Core, books: SeededBooks, session: SeededDay): Promise<void> {
  const { userId, policyId, mode = 'PAPER' } = books;
  const { day, cash = 1000, index = 10, benchmark = null, held = [] } = session;
  const value = held.reduce((sum, { quantity, close }) => sum + quantity * (close ?? 0), 0);
  await seed(core, async (trx) => {
    await trx.raw(
      `insert into policy.policy_equity (policy_id, owner_user_id, mode, day, cash, positions_value, stale_value, total_value,
         nav_gross, nav_net_of_costs, nav_net_of_tax, performance_index_gross, performance_index_net_of_costs,
         performance_index_net_of_tax, drawdown_net_of_tax_pct, cumulative_costs, tax_accrued, tax_paid, turnover_pct,
         benchmark_index, notes)
       values (?, ?, ?, ?, ?, ?, 0, ?, 10, 10, 10, ?, ?, ?, 0, 0, 0, 0, 0, ?, 'all priced')`,
      [policyId, userId, mode, day, cash, value, cash + value, index, index, index, benchmark as number],
    );
    for (const [at, one] of held.entries())
      await trx.raw(
        `insert into policy.policy_holdings (policy_id, owner_user_id, mode, day, nr, instrument_id, symbol, name, sector,
           quantity, cost, close, close_day, market_value, held_since, note)
         values (?, ?, ?, ?, ?, ?, ?, ?, 'Banks', ?, ?, ?, ?, ?, '2026-01-05', ?)`,
        [
          policyId,
          userId,
          mode,
          day,
          at + 1,
          one.instrument_id,
          one.symbol,
          `${one.symbol} Ltd`,
          one.quantity,
          one.cost,
          one.close as number,
          one.close === null ? (null as never) : day,
          one.quantity * (one.close ?? 0),
          one.note ?? (null as never),
        ],
      );
  });
}

export interface SeededCycle {
  day: string;
  status?: string;
  planState?: string;
  signals?: readonly { symbol: string; rank: number | null }[];
  orders?: readonly {
    symbol: string;
    side: 'BUY' | 'SELL';
    state?: 'FILLED' | 'REDUCED' | 'NOT_MADE';
    quantity: number;
    reference: number;
    fill: number | null;
  }[];
}

/** A cycle with its plan, signals, orders and trades. @returns its id. */
export async function seedCycle(core: Core, books: SeededBooks, cycle: SeededCycle): Promise<string> {
  const { userId, policyId, mode = 'PAPER' } = books;
  const { day, status = 'EXECUTED', orders = [], signals = [] } = cycle;
  const key = [policyId, userId, mode];
  return await seed(core, async (trx) => {
    const id = idOf(
      await trx.raw(
        `insert into policy.policy_cycles (policy_id, owner_user_id, mode, cycle_date, status, requested_by, failure, ranked,
           unrankable, data_revision, survivorship, finished_at)
         values (?, ?, ?, ?, ?, 'job:policies', ?, 2, 1, 'rev', 'MEMBERSHIP_BY_DATE', now()) returning id`,
        [...key, day, status, status === 'FAILED' ? 'No prices.' : (null as never)],
      ),
    );
    const plan = idOf(
      await trx.raw(
        `insert into policy.policy_order_plans (policy_id, owner_user_id, mode, cycle_id, state, digest, cash_before, cash_after,
           buy_value, sell_value, estimated_costs, expires_at, connection_id)
         values (?, ?, ?, ?, ?, 'abc', 100, 50, 60, 10, 1.5, now() + interval '1 year', ?) returning id`,
        [...key, id, cycle.planState ?? 'EXECUTED', mode === 'LIVE' ? 1 : (null as never)],
      ),
    );
    for (const [at, { symbol, rank }] of signals.entries())
      await trx.raw(
        `insert into policy.policy_signals (policy_id, owner_user_id, mode, cycle_id, cycle_date, nr, symbol, rank, score,
           unrankable)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        [
          ...key,
          id,
          day,
          at + 1,
          symbol,
          rank as number,
          rank === null ? (null as never) : 1 / rank,
          rank === null ? 'Too few closes.' : (null as never),
        ],
      );
    for (const [at, order] of orders.entries()) {
      const { symbol, side, quantity, reference, fill, state = 'FILLED' } = order;
      const value = quantity * (fill ?? reference);
      const orderId = idOf(
        await trx.raw(
          `insert into policy.policy_orders (policy_id, owner_user_id, mode, cycle_id, plan_id, nr, side, instrument_id, symbol,
             state, rule, reason, rank, wanted_quantity, quantity, reference_price, reference_source, fill_price, fill_source,
             value, charges, tag, epoch, submitted_at, order_kind, limit_price)
           values (?, ?, ?, ?, ?, ?, ?, 1, ?, ?, 'ENTRY', 'Ranked first.', 1, 10, ?, ?, 'CLOSE', ?, ?, ?, ?, ?, ?, ?, ?, ?) returning id`,
          [
            ...key,
            id,
            plan,
            at + 1,
            side,
            symbol,
            state,
            quantity,
            reference,
            fill as number,
            fill === null ? (null as never) : 'QUOTE',
            value,
            quantity === 0
              ? (null as never)
              : '{"brokerage":"0","stt":"1","exchange":"0","sebi":"0","stamp_duty":"0","gst":"0","dp":"0","total":"1.25"}',
            ...(mode === 'LIVE'
              ? [`SEEDED${plan}N${at + 1}`, 1, new Date('2026-01-01T00:00:00Z'), 'LIMIT', reference]
              : ([null, null, null, null, null] as never[])),
          ],
        ),
      );
      if (quantity > 0)
        await trx.raw(
          `insert into policy.policy_trades (policy_id, owner_user_id, mode, order_id, day, side, instrument_id, symbol, quantity,
             price, price_source, value, costs)
           values (?, ?, ?, ?, ?, ?, 1, ?, ?, ?, 'QUOTE', ?, 1.25)`,
          [...key, orderId, day, side, symbol, quantity, fill ?? reference, value],
        );
    }
    return id;
  });
}

/** Makes a policy trade over a connection without any of what going live asks for. @returns the connection's id. */
export async function seedLive(core: Core, userId: string, policyId: string): Promise<string> {
  return await seed(core, async (trx) => {
    const id = idOf(
      await trx.raw(
        `insert into broker.connections (owner_user_id, broker, label, role, portfolio_name, credential_names)
         values (?, 'zerodha', 'Trading', 'TRADING', 'Trading', '{}') returning id`,
        [userId],
      ),
    );
    await trx.raw(
      `update policy.policies set mode = 'LIVE', broker_connection_id = ?, live_started_at = now(),
         live_capital = initial_capital, live_starts_on = starts_on where id = ?`,
      [id, policyId],
    );
    return id;
  });
}

/** A row in every table of trading that is no book: the account, a pause, what happened to an order, a difference. */
export async function seedTrading(
  core: Core,
  { userId, policyId, connectionId }: { userId: string; policyId: string; connectionId: string },
): Promise<{ plan: string; order: string; difference: string }> {
  const cycleId = await seedCycle(
    core,
    { userId, policyId, mode: 'LIVE' },
    {
      day: '2026-03-02',
      status: 'PENDING_APPROVAL',
      planState: 'PENDING_APPROVAL',
      orders: [{ symbol: 'TCS', side: 'BUY', quantity: 1, reference: 100, fill: null }],
    },
  );
  return await seed(core, async (trx) => {
    const now = new Date('2026-03-02T10:00:00Z');
    await trx('policy.trading_accounts').insert({ connection_id: connectionId, owner_user_id: userId });
    await trx('policy.trading_pauses').insert({ owner_user_id: userId, paused_at: now, paused_by: 'owner' });
    await trx('policy.approval_limits').insert({
      owner_user_id: userId,
      confirm_above: '500000',
      updated_at: now,
    });
    await trx('policy.policy_order_events').insert({
      owner_user_id: userId,
      policy_id: policyId,
      plan_id: 1,
      at: now,
      event: 'approve',
      actor: 'owner',
      via: 'DASHBOARD',
      evidence: {},
    });
    await trx('policy.account_differences').insert({
      owner_user_id: userId,
      connection_id: connectionId,
      kind: 'SHORTFALL',
      code: 'SHORTFALL',
      subject: 'TCS',
      expected: '2',
      found: '1',
      message: 'One share is missing.',
      first_seen_at: now,
      last_seen_at: now,
    });
    const idIn = async (table: string, where: object) =>
      ((await trx(table).where(where).first('id')) as { id: string }).id;
    return {
      plan: await idIn('policy.policy_order_plans', { cycle_id: cycleId }),
      order: await idIn('policy.policy_orders', { cycle_id: cycleId }),
      difference: await idIn('policy.account_differences', { owner_user_id: userId }),
    };
  });
}

/** A schedule with an instalment that was credited, its funding, batch and valuation, and one that is to come. */
export async function seedContributions(
  core: Core,
  { userId, policyId, mode = 'LIVE' }: SeededBooks,
): Promise<{ contribution: string; contributionSchedule: string }> {
  return await seed(core, async (trx) => {
    const at = new Date('2026-03-02T10:00:00Z');
    const key = { policy_id: policyId, owner_user_id: userId };
    const insert = async (table: string, row: object): Promise<string> => {
      const [made] = (await trx(`policy.${table}`)
        .insert({ ...key, ...row })
        .returning('*')) as { id?: string }[];
      return made?.id ?? '';
    };
    const made = { created_at: at, updated_at: at };
    const schedule = await insert('policy_contribution_schedules', {
      amount: 100,
      frequency: 'monthly',
      start_date: '2099-01-01',
      allocation_mode: 'next_rebalance',
      source: 'PERSON',
      counts_from: '2026-03-02',
      ...made,
    });
    const valuation_id = await insert('policy_valuation_records', {
      mode,
      effective_date: '2026-03-02',
      valued_at: at,
      kind: 'SESSION_CLOSE',
      cash: 0,
      positions_value: 100,
      tax_outstanding: 0,
      units_outstanding: 10,
      nav_gross: 10,
      nav_net_of_costs: 10,
      nav_net_of_tax: 10,
      prices: '[]',
    });
    const instalment = (nr: number) => ({
      mode,
      schedule_id: schedule,
      nr,
      scheduled_date: `2099-0${nr}-01`,
      due_date: `2099-0${nr}-01`,
      amount: 100,
      allocation_mode: 'next_rebalance',
      ...made,
    });
    const applied = await insert('policy_contributions', {
      ...instalment(1),
      state: 'APPLIED',
      applied_at: at,
      applied_on: '2026-03-02',
      units_issued: 10,
      nav: 10,
      valuation_id,
      cash_before: 0,
      cash_after: 100,
    });
    await insert('policy_funding_allocations', {
      mode,
      contribution_id: applied,
      amount: 100,
      external_reference: `UTR${applied}`,
      operator_attested: false,
      operator: 'api:owner',
      state: 'APPLIED_TO_POLICY',
      reserved_at: at,
      applied_at: at,
    });
    const batch_id = await insert('policy_contribution_application_batch', {
      mode,
      effective_date: '2026-03-02',
      requested_allocation_mode: 'next_rebalance',
      status: 'WAITING_FOR_REBALANCE',
      valuation_id,
      ...made,
    });
    await insert('policy_contribution_batch_items', {
      batch_id,
      contribution_id: applied,
      nr: 1,
      amount: 100,
      units_issued: 10,
      created_at: at,
    });
    const contribution = await insert('policy_contributions', instalment(2));
    return { contribution, contributionSchedule: schedule };
  });
}

/** A row of a policy in every table that a cycle writes. */
export async function seedEverything(core: Core, books: SeededBooks): Promise<void> {
  const { userId, policyId, mode = 'PAPER' } = books;
  const held = [{ instrument_id: '1', symbol: 'TCS', quantity: 2, cost: 90, close: 50 }];
  await seedDay(core, books, { day: '2026-03-02', held });
  await seedCycle(core, books, {
    day: '2026-03-02',
    signals: [{ symbol: 'TCS', rank: 1 }],
    orders: [{ symbol: 'TCS', side: 'BUY', quantity: 2, reference: 45, fill: 45 }],
  });
  await seed(core, async (trx) => {
    await trx.raw(
      `insert into policy.policy_positions (policy_id, owner_user_id, mode, instrument_id, symbol, quantity, cost, charges, price,
         priced_on, missed_sessions, held_since)
       values (?, ?, ?, 1, 'TCS', 2, 90, 1, 50, '2026-03-02', 0, '2026-03-02')`,
      [policyId, userId, mode],
    );
    await trx.raw(
      `insert into policy.policy_tax_lots (policy_id, owner_user_id, mode, instrument_id, nr, bought_on, units, value, charges,
         deductible, units_left, cost_left)
       values (?, ?, ?, 1, 1, '2026-03-02', 2, 90, 1, 1, 2, 90)`,
      [policyId, userId, mode],
    );
    await trx.raw(
      `insert into policy.policy_universe_events (policy_id, owner_user_id, mode, day, instrument_id, symbol, kind, message, amount)
       values (?, ?, ?, '2026-03-02', 1, 'TCS', 'DIVIDEND', 'Dividend of 5.', 10)`,
      [policyId, userId, mode],
    );
  });
}

/** How many rows of a person are in each table of the schema, the empty ones left out. */
export async function policyRows(core: Core, userId: string): Promise<Record<string, number>> {
  const pool = core.database.systemPool;
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables where table_schema = 'policy'`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from ${name} where owner_user_id = $1`,
      [userId],
    );
    const count = rows[0]?.count ?? 0;
    if (count > 0) counts[name] = count;
  }
  return counts;
}
