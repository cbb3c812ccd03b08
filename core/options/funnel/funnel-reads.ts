import type { Mode } from '../records/index.ts';
import type { Workspace } from '../store/index.ts';

/** What became of the opportunities of one strategy in one mode on one IST day. */
export interface FunnelDay {
  day: string;
  strategy: string;
  mode: Mode;
  seen: number;
  executed: number;
  /** Counts by reason. */
  filtered: Record<string, number>;
}

/** The days that a statement is about, both included. */
interface Span {
  from: string;
  to: string;
}

interface CountRow {
  day: string;
  strategy: string;
  mode: Mode;
  /** Of signals; null where the row is a sum that is kept. */
  outcome: string | null;
  reason: string | null;
  signals: number;
  executed: number;
  by_reason_json: string | null;
}

/*
 * One statement, so that it sees one moment: days that are counted come from metrics_days, and those with signals since then
 * are counted here and now. Signals of one tag, strategy, mode and day are one opportunity, of which the furthest outcome
 * counts: EXECUTED before FILTERED before SEEN, and of several reasons the last. A signal without a tag is one by itself.
 */
const COUNTS = `
  with fresh as (
    select day from funnel_days
    where owner_user_id = :owner and is_counted = 0 and day >= :from and day <= :to),
  tagged as (
    select day, strategy, mode, outcome, reason, row_number() over (
        partition by day, strategy, mode, tag
        order by case outcome when 'EXECUTED' then 2 when 'FILTERED' then 1 else 0 end desc, at desc, record_id desc) as nr
    from signals where owner_user_id = :owner and day in (select day from fresh) and tag is not null),
  decided as (
    select day, strategy, mode, outcome, reason from tagged where nr = 1
    union all
    select day, strategy, mode, outcome, reason from signals
    where owner_user_id = :owner and day in (select day from fresh) and tag is null)
  select day, strategy, mode, outcome, case outcome when 'FILTERED' then reason end as reason,
    count(*) as signals, 0 as executed, cast(null as text) as by_reason_json
  from decided group by day, strategy, mode, outcome, case outcome when 'FILTERED' then reason end
  union all
  select day, strategy, mode, null, null, pruned_seen, pruned_executed, pruned_by_reason_json
  from metrics_days
  where owner_user_id = :owner and pruned_by_reason_json is not null and day in (select day from fresh)
  union all
  select day, strategy, mode, null, null, seen, executed, filtered_by_reason_json
  from metrics_days
  where owner_user_id = :owner and day >= :from and day <= :to and day not in (select day from fresh)`;

/** Counts of each day, strategy and mode, in that order. All of them rest on every signal that was ever taken. */
export async function readFunnel(workspace: Workspace, { from, to }: Span): Promise<FunnelDay[]> {
  const found = new Map<string, FunnelDay>();
  for (const row of await workspace.select<CountRow>(COUNTS, { from, to })) {
    const { day, strategy, mode } = row;
    const key = JSON.stringify([day, strategy, mode]);
    const sums = found.get(key) ?? { day, strategy, mode, seen: 0, executed: 0, filtered: {} };
    found.set(key, sums);
    sums.seen += row.signals;
    if (row.outcome === 'EXECUTED') sums.executed += row.signals;
    if (row.outcome === 'FILTERED') addTo(sums.filtered, row.reason ?? UNKNOWN_REASON, row.signals);
    if (row.outcome !== null) continue;
    sums.executed += row.executed;
    const kept = JSON.parse(row.by_reason_json ?? '{}') as Record<string, number>;
    for (const [reason, count] of Object.entries(kept)) addTo(sums.filtered, reason, count);
  }
  const keyOf = ({ day, strategy, mode }: FunnelDay) => `${day} ${strategy} ${mode}`;
  return [...found.values()].toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
}

/** A record of FILTERED always has a reason; this stands for one that was written by other means. */
const UNKNOWN_REASON = 'REASON_UNKNOWN';

export function addTo(counts: Record<string, number>, reason: string, count: number): void {
  counts[reason] = (counts[reason] ?? 0) + count;
}

export const sumOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, one) => sum + one, 0);

/** The latest filtered signal of a strategy, a mode and a reason, whose words are an example of it. */
export interface Example {
  strategy: string;
  mode: Mode;
  reason: string;
  at: string;
  underlying: string | null;
  detail: string | null;
}

/** Reasons of so many kinds have an example; a process that makes up more codes than that says nothing by them. */
const MOST_EXAMPLES = 100;

/** One example of each reason by which a strategy was filtered, as far as its signals are still there. */
export async function readExamples(workspace: Workspace, { from, to }: Span): Promise<Example[]> {
  const latest = await workspace.select<{ strategy: string; mode: Mode; reason: string; at: string }>(
    `select strategy, mode, reason, max(at) as at from signals
     where owner_user_id = :owner and day >= :from and day <= :to and outcome = 'FILTERED' and reason is not null
     group by strategy, mode, reason order by strategy, mode, reason limit ${MOST_EXAMPLES}`,
    { from, to },
  );
  const examples: Example[] = [];
  for (const one of latest) {
    const [row] = await workspace.select<{ underlying: string | null; payload_json: string }>(
      `select underlying, payload_json from signals
       where owner_user_id = :owner and day >= :from and day <= :to and at = :at and outcome = 'FILTERED'
         and strategy = :strategy and mode = :mode and reason = :reason
       order by record_id desc limit 1`,
      { from, to, ...one },
    );
    if (row === undefined) continue;
    const { detail } = JSON.parse(row.payload_json) as { detail?: string | null };
    examples.push({ ...one, underlying: row.underlying, detail: detail ?? null });
  }
  return examples;
}

/** When the last signal was: its moment is null once it was deleted, and its day stays. */
interface LastSignal {
  day: string;
  at: string | null;
}

export async function readLastSignal(
  workspace: Workspace,
  modes: readonly Mode[],
): Promise<LastSignal | null> {
  const signal = await workspace
    .rows<LastSignal>('signals')
    .whereIn('mode', [...modes])
    .orderBy([
      { column: 'day', order: 'desc' },
      { column: 'at', order: 'desc' },
    ])
    .first('day', 'at');
  if (signal !== undefined) return { day: signal.day, at: signal.at };
  const kept = await workspace
    .rows<{ day: string }>('metrics_days')
    .whereIn('mode', [...modes])
    .orderBy('day', 'desc')
    .first('day');
  return kept === undefined ? null : { day: kept.day, at: null };
}
