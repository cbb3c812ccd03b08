import { type MarkMoment, markOf, type Mode } from '../records/index.ts';
import type { Workspace } from '../store/index.ts';

/** Closed trades of one strategy: how many, in how many of them each amount is known, and the sums in units. */
export interface StrategySums {
  strategy: string;
  closed: number;
  gross_known: number;
  costs_known: number;
  net_known: number;
  gross: number | null;
  costs: number | null;
  net: number | null;
  won: number;
  lost: number;
}

/** The trades that count: one report of each tag (portfolio/Measurement rules 4). */
export const COUNTED = 'from closed_trades where owner_user_id = :owner and mode = :mode and is_counted = 1';

export async function readStrategySums(workspace: Workspace, mode: Mode): Promise<StrategySums[]> {
  return await workspace.select<StrategySums>(
    `select strategy, count(*) as closed,
       count(realised_gross_e4) as gross_known, count(realised_costs_e4) as costs_known, count(realised_net_e4) as net_known,
       sum(realised_gross_e4) as gross, sum(realised_costs_e4) as costs, sum(realised_net_e4) as net,
       count(case when realised_net_e4 > 0 then 1 end) as won, count(case when realised_net_e4 < 0 then 1 end) as lost
     ${COUNTED} group by strategy order by strategy`,
    { mode },
  );
}

/** Why amounts of closed trades are unknown. @returns the reasons of each such trade */
export async function readClosedReasons(
  workspace: Workspace,
  mode: Mode,
): Promise<{ strategy: string; reasons_json: string }[]> {
  return await workspace.select(
    `select strategy, reasons_json ${COUNTED} and (realised_net_e4 is null or realised_costs_e4 is null)`,
    { mode },
  );
}

/** The deepest fall of the realised net result, in units, with the moments of its peak and its trough. */
export interface Fall {
  depth: number;
  /** The realised result at the peak, in units; 0 where nothing was won before. */
  peak: number;
  /** Null where the fall begins before the first trade. */
  peak_at: string | null;
  trough_at: string;
}

/** @returns null without a trade whose net result is known. Trades of one moment go by their ids. */
export async function readFall(workspace: Workspace, mode: Mode): Promise<Fall | null> {
  const [deepest] = await workspace.select<{ depth: number; peak: number; at: string; record_id: string }>(
    `with results as (
       select at, record_id, sum(realised_net_e4) over (order by at, record_id) as result
       ${COUNTED} and realised_net_e4 is not null),
     peaks as (select at, record_id, result, max(result) over (order by at, record_id) as highest from results),
     falls as (select at, record_id, case when highest > 0 then highest else 0 end as peak, result from peaks)
     select peak - result as depth, peak, at, record_id from falls order by depth desc, at, record_id limit 1`,
    { mode },
  );
  if (deepest === undefined) return null;
  const { depth, peak, at } = deepest;
  if (peak === 0) return { depth, peak, peak_at: null, trough_at: at };
  const [top] = await workspace.select<{ at: string }>(
    `with results as (
       select at, record_id, sum(realised_net_e4) over (order by at, record_id) as result
       ${COUNTED} and realised_net_e4 is not null)
     select at from results where result = :peak and (at < :at or at = :at and record_id <= :id)
     order by at desc, record_id desc limit 1`,
    { mode, peak, at, id: deepest.record_id },
  );
  return { depth, peak, peak_at: top?.at ?? null, trough_at: at };
}

/** Realised net results by IST day, in units, oldest first. */
export async function readDailyNet(
  workspace: Workspace,
  mode: Mode,
): Promise<{ day: string; net: number }[]> {
  return await workspace.select(
    `select day, sum(realised_net_e4) as net ${COUNTED} and realised_net_e4 is not null group by day order by day`,
    { mode },
  );
}

/** Open trades: how many, in how many each amount is known, and the sums in units. */
export interface OpenSums {
  open: number;
  gross_known: number;
  costs_known: number;
  net_known: number;
  gross: number;
  costs: number;
  net: number;
}

/** What open trades are worth now, and why of some it is not known. */
export async function readOpen(
  workspace: Workspace,
  mode: Mode,
  moment: MarkMoment,
): Promise<{ sums: OpenSums; unknown: { reasons_json: string }[] }> {
  const rows = await workspace.select<{ at: string; legs_json: string; costs: number | null }>(
    `select at, legs_json, estimated_exit_costs_e4 as costs
     from positions where owner_user_id = :owner and mode = :mode and is_open = 1`,
    { mode },
  );
  const sums: OpenSums = {
    open: rows.length,
    gross_known: 0,
    costs_known: 0,
    net_known: 0,
    gross: 0,
    costs: 0,
    net: 0,
  };
  const unknown: { reasons_json: string }[] = [];
  for (const row of rows) {
    const { gross, reasons } = markOf(row, moment);
    const { costs } = row;
    if (gross !== null) [sums.gross_known, sums.gross] = [sums.gross_known + 1, sums.gross + gross];
    if (costs !== null) [sums.costs_known, sums.costs] = [sums.costs_known + 1, sums.costs + costs];
    if (gross !== null && costs !== null)
      [sums.net_known, sums.net] = [sums.net_known + 1, sums.net + gross - costs];
    const why = costs === null ? [...reasons, 'EXIT_COSTS_MISSING'] : reasons;
    if (why.length > 0) unknown.push({ reasons_json: JSON.stringify(why) });
  }
  return { sums, unknown };
}

/** Everything of whatever mode but SHADOW, as the first version of the summary took it. */
export async function readLegacySums(workspace: Workspace): Promise<{
  total: number;
  won: number;
  lost: number;
  actual_profit: number | null;
  net: number | null;
  net_known: number;
}> {
  const [sums] = await workspace.select<{
    total: number;
    won: number;
    lost: number;
    actual_profit: number | null;
    net: number | null;
    net_known: number;
  }>(
    `select count(*) as total, count(case when realised_net_e4 > 0 then 1 end) as won,
       count(case when realised_net_e4 < 0 then 1 end) as lost, sum(actual_profit_e4) as actual_profit,
       sum(realised_net_e4) as net, count(realised_net_e4) as net_known
     from closed_trades where owner_user_id = :owner and is_counted = 1 and shadow = 0`,
  );
  return sums ?? { total: 0, won: 0, lost: 0, actual_profit: null, net: null, net_known: 0 };
}
