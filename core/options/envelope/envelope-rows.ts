import { istDate, istInstant } from '../../platform/index.ts';
import type { Workspace } from '../store/index.ts';
import type { EnvelopeState } from './envelope-shape.ts';

/** A row of the one statement by which everything is read at one moment; `what` says which of its columns mean what. */
export interface SnapshotRow {
  what: string;
  name: string | null;
  t1: string | null;
  t2: string | null;
  t3: string | null;
  n1: number | null;
  n2: number | null;
  n3: number | null;
  n4: number | null;
}

/** What the limits are held against. Amounts are in units. */
export interface EnvelopeRows {
  settings: string | null;
  persisted: Persisted | null;
  /** LIVE trades closed today: their net result since a person last resumed, and how many have none that is known. */
  realised: { net: number; unknown: number };
  /** LIVE trades since the last one that did not lose. */
  streak: { lost: number; unknown: number };
  /** Open LIVE trades. `resumedNet` is what one stood at when a person resumed; 0 where nobody did meanwhile. */
  open: readonly OpenTrade[];
  /** The newest sample of each broker. */
  margins: readonly MarginSample[];
}

interface Persisted {
  state: EnvelopeState;
  since: string;
  resumedAt: string | null;
  reasons: { code: string; message: string }[];
}

interface OpenTrade {
  tag: string;
  gross: number | null;
  exitCosts: number | null;
  maxLoss: number | null;
  resumedNet: number;
  /** Its report, by which its price may no longer be one of now. */
  report?: { at: string; legs_json: string };
}

export interface MarginSample {
  broker: string;
  at: string;
  used: number;
  available: number;
}

const LIVE_CLOSED = `owner_user_id = :owner and is_counted = 1 and mode = 'LIVE'`;

/** The brokers of a table, each found by one look into its index, however many rows it has. */
export const brokersOf = (name: string, table: string): string => `${name}(broker) as (
  select min(broker) from ${table} where owner_user_id = :owner
  union all
  select (select min(t.broker) from ${table} t where t.owner_user_id = :owner and t.broker > b.broker)
  from ${name} b where b.broker is not null)`;

export const ENVELOPE_BROKERS = brokersOf('margin_brokers', 'margin_samples');

/**
 * The branches of the statement, in words that SQLite and Postgres share. Sums go by the index of results alone; what a
 * person has resumed after is few rows, found by their tags. Trades of today have no upper end: where the clock steps back,
 * those that seem to lie ahead still count.
 */
export const ENVELOPE_BRANCHES = `
  select cast('settings' as text) as what, cast(null as text) as name, settings_json as t1, cast(null as text) as t2,
    cast(null as text) as t3, cast(null as bigint) as n1, cast(null as bigint) as n2, cast(null as bigint) as n3,
    cast(null as bigint) as n4
  from workspace_settings where owner_user_id = :owner
  union all
  select 'envelope', state, since, resumed_at, reasons_json, null, null, null, null
  from envelope where owner_user_id = :owner
  union all
  select 'realised', null, null, null, null, sum(realised_net_e4), count(*) - count(realised_net_e4), null, null
  from closed_trades where ${LIVE_CLOSED} and at >= :today
  union all
  select 'resumed', null, null, null, null, sum(r.net_e4), null, null, null
  from envelope_resumed_trades r join closed_trades t on t.owner_user_id = r.owner_user_id and t.tag = r.tag
  where r.owner_user_id = :owner and t.is_counted = 1 and t.mode = 'LIVE' and t.at >= :today
    and t.realised_net_e4 is not null
  union all
  select 'streak', null, null, null, null, count(case when t.realised_net_e4 < coalesce(r.net_e4, 0) then 1 end),
    count(case when t.realised_net_e4 is null then 1 end), null, null
  from closed_trades t
    left join envelope_resumed_trades r on r.owner_user_id = t.owner_user_id and r.tag = t.tag
  where t.owner_user_id = :owner and t.is_counted = 1 and t.mode = 'LIVE'
    and t.at >= coalesce((select at from closed_trades where ${LIVE_CLOSED} and realised_net_e4 >= 0
      order by at desc limit 1), '')
    and (t.realised_net_e4 is null or t.realised_net_e4 < 0)
  union all
  select 'open', p.tag, p.at, p.legs_json, null, p.unrealised_gross_e4, p.estimated_exit_costs_e4, p.max_loss_e4, r.net_e4
  from positions p
    left join envelope_resumed_trades r on r.owner_user_id = p.owner_user_id and r.tag = p.tag
  where p.owner_user_id = :owner and p.is_open = 1 and p.mode = 'LIVE'
  union all
  select 'margin', m.broker, m.at, null, null, m.used_e4, m.available_e4, null, null
  from margin_brokers b join margin_samples m on m.owner_user_id = :owner and m.broker = b.broker
    and m.record_id = (select n.record_id from margin_samples n where n.owner_user_id = :owner and n.broker = b.broker
      order by n.at desc, n.record_id desc limit 1)`;

/** When today began in India. */
export const todayOf = (now: Date): string => istInstant(istDate(now), '00:00').toISOString();

const ENVELOPE_SQL = `with recursive ${ENVELOPE_BROKERS} ${ENVELOPE_BRANCHES}`;

/** Everything that the limits are held against, at one moment. */
export async function readEnvelopeRows(workspace: Workspace, now: Date): Promise<EnvelopeRows> {
  return envelopeRowsOf(await workspace.select<SnapshotRow>(ENVELOPE_SQL, { today: todayOf(now) }));
}

export function envelopeRowsOf(rows: readonly SnapshotRow[]): EnvelopeRows {
  const all = (what: string) => rows.filter((row) => row.what === what);
  const first = (what: string) => rows.find((row) => row.what === what);
  const persisted = first('envelope');
  const realised = first('realised');
  const streak = first('streak');
  return {
    settings: first('settings')?.t1 ?? null,
    persisted:
      persisted === undefined
        ? null
        : {
            state: persisted.name as EnvelopeState,
            since: persisted.t1 ?? '',
            resumedAt: persisted.t2,
            reasons: JSON.parse(persisted.t3 ?? '[]') as Persisted['reasons'],
          },
    realised: {
      net: (realised?.n1 ?? 0) - (first('resumed')?.n1 ?? 0),
      unknown: realised?.n2 ?? 0,
    },
    streak: { lost: streak?.n1 ?? 0, unknown: streak?.n2 ?? 0 },
    open: all('open').map(({ name, t1, t2, n1, n2, n3, n4 }) => ({
      tag: name ?? '',
      gross: n1,
      exitCosts: n2,
      maxLoss: n3,
      resumedNet: n4 ?? 0,
      report: { at: t1 ?? '', legs_json: t2 ?? '[]' },
    })),
    margins: all('margin').map(({ name, t1, n1, n2 }) => ({
      broker: name ?? '',
      at: t1 ?? '',
      used: n1 ?? 0,
      available: n2 ?? 0,
    })),
  };
}
