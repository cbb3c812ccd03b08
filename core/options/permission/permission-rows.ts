import {
  brokersOf,
  ENVELOPE_BRANCHES,
  ENVELOPE_BROKERS,
  type EnvelopeRows,
  envelopeRowsOf,
  type SnapshotRow,
  todayOf,
} from '../envelope/index.ts';
import type { Level } from '../broker-health/index.ts';
import type { Mode } from '../records/index.ts';
import { LONGEST_COOLDOWN_MINUTES } from '../settings/index.ts';
import type { Workspace } from '../store/index.ts';

interface BrokerRow {
  broker: string;
  /** The last level that was worked out; null where none was. */
  level: Level | null;
  lastSampleAt: string | null;
}

export interface EventRow {
  name: string;
  severity: 'BLOCK' | 'WARNING';
  endsAt: string;
  underlying: string | null;
}

/** All that a permission depends on, as of one moment. */
export interface PermissionRows {
  envelope: EnvelopeRows;
  /** Null for a strategy that was never promoted. */
  mode: Mode | null;
  /** Guards of the calendar that are on now. */
  events: EventRow[];
  brokers: BrokerRow[];
  mismatches: { count: number; broker: string; at: string } | null;
  /** The last entry of the strategy. */
  lastEntryAt: string | null;
}

/** Entries of a rehearsal beside the market count for a strategy that is in it, and for no other. */
const COUNTS = `(mode <> 'SHADOW' or exists (select 1 from go_live g where g.owner_user_id = :owner
  and g.strategy = :strategy and g.mode = 'SHADOW'))`;

/**
 * An entry is the opening of a trade, or a fill that makes one larger: a fill after another of the other side, of the same
 * contract in the same trade, closes it.
 */
const SQL = `with recursive ${ENVELOPE_BROKERS}, ${brokersOf('health_brokers', 'broker_health_samples')}
  ${ENVELOPE_BRANCHES}
  union all
  select 'mode', mode, since, null, null, null, null, null, null
  from go_live where owner_user_id = :owner and strategy = :strategy
  union all
  select 'event', name, severity, ends_at, underlying, null, null, null, null
  from market_events where owner_user_id = :owner and starts_at <= :now and ends_at >= :now
    and is_cancelled = 0 and severity in ('BLOCK', 'WARNING')
  union all
  select 'mismatch', min(broker), min(at), null, null, count(*), null, null, null
  from reconciliation_audit where owner_user_id = :owner and status = 'MISMATCH' and confirmed_at is null
  union all
  select 'broker', b.broker,
    (select l.level from broker_health_levels l where l.owner_user_id = :owner and l.broker = b.broker
      order by l.since desc limit 1),
    (select max(s.at) from broker_health_samples s where s.owner_user_id = :owner and s.broker = b.broker),
    null, null, null, null, null
  from health_brokers b where b.broker is not null
  union all
  select * from (select 'entry', cast(null as text), e.at, cast(null as text), cast(null as text), cast(null as bigint),
      cast(null as bigint), cast(null as bigint), cast(null as bigint)
    from executions e
    where e.owner_user_id = :owner and e.strategy = :strategy and e.at > :earliest and ${COUNTS}
      and not exists (select 1 from executions f where f.owner_user_id = e.owner_user_id and f.mode = e.mode
        and f.tag = e.tag and f.symbol = e.symbol and f.side <> e.side and (f.at < e.at or f.at = e.at and f.record_id < e.record_id))
    order by e.at desc limit 1) fills
  union all
  select * from (select 'entry', cast(null as text), opened_at, cast(null as text), cast(null as text),
      cast(null as bigint), cast(null as bigint), cast(null as bigint), cast(null as bigint)
    from positions
    where owner_user_id = :owner and strategy = :strategy and opened_at > :earliest and ${COUNTS}
    order by opened_at desc limit 1) openings
  union all
  select * from (select 'entry', cast(null as text), opened_at, cast(null as text), cast(null as text),
      cast(null as bigint), cast(null as bigint), cast(null as bigint), cast(null as bigint)
    from closed_trades
    where owner_user_id = :owner and strategy = :strategy and opened_at > :earliest and ${COUNTS}
    order by opened_at desc limit 1) closings`;

/** Reads it in one statement: what is reported meanwhile is in all of it, or in none. */
export async function readPermissionRows(
  workspace: Workspace,
  strategy: string,
  now: Date,
): Promise<PermissionRows> {
  const rows = await workspace.select<SnapshotRow>(SQL, {
    strategy,
    now: now.toISOString(),
    today: todayOf(now),
    earliest: new Date(now.getTime() - LONGEST_COOLDOWN_MINUTES * 60_000).toISOString(),
  });
  return permissionRowsOf(rows);
}

function permissionRowsOf(rows: readonly SnapshotRow[]): PermissionRows {
  const all = (what: string) => rows.filter((row) => row.what === what);
  const [mismatch] = all('mismatch');
  const entries = all('entry').flatMap(({ t1 }) => (t1 === null ? [] : [t1]));
  return {
    envelope: envelopeRowsOf(rows),
    mode: (all('mode')[0]?.name ?? null) as Mode | null,
    events: all('event').map(({ name, t1, t2, t3 }) => ({
      name: name ?? '',
      severity: t1 as EventRow['severity'],
      endsAt: t2 ?? '',
      underlying: t3,
    })),
    brokers: all('broker').map(({ name, t1, t2 }) => ({
      broker: name ?? '',
      level: t1 as Level | null,
      lastSampleAt: t2,
    })),
    mismatches:
      mismatch === undefined || (mismatch.n1 ?? 0) === 0
        ? null
        : { count: mismatch.n1 ?? 0, broker: mismatch.name ?? '', at: mismatch.t1 ?? '' },
    lastEntryAt: entries.toSorted((a, b) => (a < b ? -1 : 1)).at(-1) ?? null,
  };
}
