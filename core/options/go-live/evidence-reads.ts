import type { Mode } from '../records/index.ts';
import type { Workspace } from '../store/index.ts';

/** A closed trade that counts; `net` in units, null where it is unknown. */
export interface GateTrade {
  day: string;
  net: number | null;
}

/**
 * The trades that a strategy is judged by: all that it closed in dry run and in shadow, in the order of time, one report of
 * each trade (portfolio/Measurement rules 4). A trade that was rehearsed in both modes under one tag is one chance that was
 * taken, so it proves something once: by its worse result. Trades with money prove nothing that the gate asks for.
 */
export async function readGateTrades(workspace: Workspace, strategy: string): Promise<GateTrade[]> {
  return await workspace.select<GateTrade>(
    `select day, net from (
       select at, record_id, day, realised_net_e4 as net, row_number() over (partition by tag
         order by case when realised_net_e4 is null then 0 else 1 end, realised_net_e4, at, record_id) as nr
       from closed_trades
       where owner_user_id = :owner and is_counted = 1 and mode in ('DRY_RUN', 'SHADOW') and strategy = :strategy) trades
     where nr = 1 order by at, record_id`,
    { strategy },
  );
}

/** Fills in shadow and with money: how many, how many with the expected price, and what they cost against it, in units. */
export interface Fills {
  fills: number;
  known: number;
  /** Above 0 is worse than expected. */
  worse: number | null;
  expected: number | null;
}

/** @param from the first IST day */
export async function readFills(workspace: Workspace, strategy: string, from: string): Promise<Fills> {
  // In doubles: a sum of whole numbers may be too large for either database.
  const [sums] = await workspace.select<{
    fills: number;
    known: number;
    worse: number | null;
    expected: number | null;
  }>(
    `select count(*) as fills, count(reference_price_e4) as known,
       sum(cast(case side when 'BUY' then price_e4 - reference_price_e4 else reference_price_e4 - price_e4 end
         as double precision) * quantity) as worse,
       sum(cast(reference_price_e4 as double precision) * quantity) as expected
     from executions
     where owner_user_id = :owner and day >= :from and strategy = :strategy and mode in ('LIVE', 'SHADOW')`,
    { strategy, from },
  );
  return sums ?? { fills: 0, known: 0, worse: null, expected: null };
}

/** Comparisons with brokers: whether there was one, and how many differences nobody has confirmed. */
export async function readReconciliation(
  workspace: Workspace,
): Promise<{ reported: boolean; open: { broker: string; at: string }[] }> {
  const [last] = await workspace
    .rows<{ record_id: string }>('reconciliation_audit')
    .limit(1)
    .select('record_id');
  const open = await workspace
    .rows<{ broker: string; at: string; status: string }>('reconciliation_audit')
    .where({ status: 'MISMATCH' })
    .whereNull('confirmed_at')
    .orderBy('at')
    .select('broker', 'at');
  return { reported: last !== undefined, open };
}

/** Signals and closed trades of a strategy, of whatever mode; counting ends at `enough`. */
export async function readReports(workspace: Workspace, strategy: string, enough: number): Promise<number> {
  const [signals, trades] = await Promise.all(
    (['signals', 'closed_trades'] as const).map(
      async (table) =>
        await workspace
          .rows<{ strategy: string }>(table)
          .where({ strategy })
          .limit(enough)
          .select('strategy'),
    ),
  );
  return Math.min(enough, (signals?.length ?? 0) + (trades?.length ?? 0));
}

/** What the table says of a strategy. */
export interface Standing {
  strategy: string;
  mode: Mode;
  /** Null where it was never changed. */
  since: string | null;
  changed_by: string | null;
}

/**
 * Every strategy that was ever heard of, by its name. One without a row is in dry run: nothing else is needed for a strategy
 * to begin there.
 */
export async function readStandings(workspace: Workspace): Promise<Standing[]> {
  const kept = await workspace.rows<Standing>('go_live').select('strategy', 'mode', 'since', 'changed_by');
  const known = new Map(kept.map((row) => [row.strategy, row]));
  const names = new Set([
    ...known.keys(),
    ...(await readNames(workspace, 'signals')),
    ...(await readNames(workspace, 'closed_trades')),
    ...(await readNames(workspace, 'positions')),
  ]);
  return [...names]
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((strategy) => known.get(strategy) ?? beginning(strategy));
}

/** @returns null for a strategy that nobody has heard of */
export async function readStanding(workspace: Workspace, strategy: string): Promise<Standing | null> {
  const [kept] = await workspace
    .rows<Standing>('go_live')
    .where({ strategy })
    .select('strategy', 'mode', 'since', 'changed_by');
  if (kept !== undefined) return kept;
  for (const table of ['signals', 'closed_trades', 'positions'] as const) {
    const [found] = await workspace
      .rows<{ strategy: string }>(table)
      .where({ strategy })
      .limit(1)
      .select('strategy');
    if (found !== undefined) return beginning(strategy);
  }
  return null;
}

const beginning = (strategy: string): Standing => ({
  strategy,
  mode: 'DRY_RUN',
  since: null,
  changed_by: null,
});

/** Names one after the other by an index: a table of a million rows has a handful of them. */
async function readNames(
  workspace: Workspace,
  table: 'signals' | 'closed_trades' | 'positions',
): Promise<string[]> {
  const rows = await workspace.select<{ strategy: string }>(
    `with recursive names(strategy) as (
       select min(strategy) from ${table} where owner_user_id = :owner
       union all
       select (select min(next.strategy) from ${table} next
               where next.owner_user_id = :owner and next.strategy > names.strategy)
       from names where names.strategy is not null)
     select strategy from names where strategy is not null`,
  );
  return rows.map(({ strategy }) => strategy);
}
