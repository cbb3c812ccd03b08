import type { ClosedTrade, Mode } from '../records/index.ts';
import { DAY_MS, istDate } from '../../platform/index.ts';
import type { Workspace } from '../store/index.ts';
import type { SignalView } from './journal-view.ts';

/** A signal without a tag belongs to the trade of its strategy and underlying that was entered within so long after it. */
const LEADS_MS = 30 * 60_000;
/** The last signal is looked for so far back. */
export const SIGNAL_DAYS = 30;

interface SignalRow {
  record_id: string;
  at: string;
  payload_json: string;
}
interface Reported {
  strategy: string;
  mode: Mode;
  underlying?: string | null;
  outcome: string;
  reason?: string | null;
  detail?: string | null;
  tag?: string | null;
  score?: number | null;
  regime?: { name: string } | null;
  rejected_strategies?: { strategy: string; reason: string; score?: number | null }[] | null;
}

function viewOf({ record_id, at, payload_json }: SignalRow): SignalView {
  const record = JSON.parse(payload_json) as Reported;
  return {
    id: record_id,
    at,
    strategy: record.strategy,
    mode: record.mode,
    underlying: record.underlying ?? null,
    outcome: record.outcome,
    reason: record.reason ?? null,
    detail: record.detail ?? null,
    tag: record.tag ?? null,
    score: record.score ?? null,
    regime: record.regime?.name ?? null,
    rejected_strategies: (record.rejected_strategies ?? []).map(({ strategy, reason, score }) => ({
      strategy,
      reason,
      score: score ?? null,
    })),
  };
}

const COLUMNS = 'record_id, at, payload_json';

/** The signal that led to a trade: the one that names its tag, else the last that was executed shortly before the entry. */
export async function signalOf(workspace: Workspace, trade: ClosedTrade): Promise<SignalView | null> {
  const [named] = await workspace.select<SignalRow>(
    `select ${COLUMNS} from signals where owner_user_id = :owner and mode = :mode and tag = :tag
     order by case outcome when 'EXECUTED' then 0 else 1 end, at desc, record_id desc limit 1`,
    { mode: trade.mode, tag: trade.tag },
  );
  if (named !== undefined) return viewOf(named);
  const opened = new Date(trade.opened_at);
  const from = new Date(opened.getTime() - LEADS_MS);
  const days = [...new Set([istDate(from), istDate(opened)])];
  const [before] = await workspace
    .rows<SignalRow & Record<string, unknown>>('signals')
    .whereIn('day', days)
    .where('at', '>=', from.toISOString())
    .where('at', '<=', opened.toISOString())
    .where({ outcome: 'EXECUTED', strategy: trade.strategy, mode: trade.mode, underlying: trade.underlying })
    .whereNull('tag')
    .orderBy([
      { column: 'at', order: 'desc' },
      { column: 'record_id', order: 'desc' },
    ])
    .limit(1)
    .select('record_id', 'at', 'payload_json');
  return before === undefined ? null : viewOf(before);
}

/** The last signal of the latest 30 days, of one strategy where it is named. */
export async function lastSignal(
  workspace: Workspace,
  strategy: string | null,
  now: Date,
): Promise<SignalView | null> {
  const [last] = await workspace.select<SignalRow>(
    `select ${COLUMNS} from signals where owner_user_id = :owner and day >= :from
       ${strategy === null ? '' : 'and strategy = :strategy'}
     order by day desc, at desc, record_id desc limit 1`,
    {
      from: istDate(new Date(now.getTime() - SIGNAL_DAYS * DAY_MS)),
      ...(strategy === null ? {} : { strategy }),
    },
  );
  return last === undefined ? null : viewOf(last);
}

/** Strategies that had a signal in the latest 30 days, by name. */
export async function signallingStrategies(workspace: Workspace, now: Date): Promise<string[]> {
  const rows = await workspace.select<{ strategy: string }>(
    `select distinct strategy from signals where owner_user_id = :owner and day >= :from order by strategy limit 100`,
    { from: istDate(new Date(now.getTime() - SIGNAL_DAYS * DAY_MS)) },
  );
  return rows.map((row) => row.strategy);
}
