import type { Decimal, DbTransaction } from '../../platform/index.ts';
import { IS_NOT_MERGED } from '../../portfolio/index.ts';
import type { SyncAttempt } from './sync-states.ts';
import type { ActivityType } from './view.ts';

/** What is listed: a row of one of four places. */
type ActivityKind = 'transaction' | 'income_event' | 'event' | 'sync';

export interface ActivityKey {
  type: ActivityType;
  kind: ActivityKind;
  id: string;
  at: Date;
  portfolio: string | null;
}

interface ActivityFilter {
  type: ActivityType | null;
  /** Name of a portfolio; null for all. */
  portfolio: string | null;
  from: Date | null;
  /** The first instant that is too late. */
  before: Date | null;
}

/**
 * Everything there is, as keys. Payments of income are in the ledger as dividends, so events on record as paid would be
 * the same a second time; so would be the record of a transaction's creation, and of a sync that came through.
 */
const KEYS = `
  select case when t.type = 'DIVIDEND' then 'income' else 'trade' end as type, 'transaction' as kind, t.id,
    t.created_at as at, p.name as portfolio
  from portfolio.transactions t join portfolio.portfolios p on p.id = t.portfolio_id
  -- What follows from a corporate action is shown by the decision about it.
  where t.action_id is null and ${IS_NOT_MERGED}
  union all
  select 'income', 'income_event', e.id, e.updated_at, p.name
  from portfolio.income_events e join portfolio.portfolios p on p.id = e.portfolio_id where e.status <> 'PAID'
  union all
  select case when v.kind in ('CONNECTION_SYNCED', 'CONNECTION_LOGGED_IN') then 'sync'
      when v.kind like 'INCOME\\_%' then 'income' else 'edit' end,
    'event', v.id, v.at,
    coalesce(v.data->>'portfolio', v.data->'after'->>'portfolio', s.portfolio,
      case when v.kind like 'PORTFOLIO\\_%' then v.data->>'name' end)
  from evidence.events v
  left join jsonb_to_recordset(:syncs::jsonb) as s (connection_id text, portfolio text)
    on v.kind like 'CONNECTION\\_%' and s.connection_id = v.subject
  where v.kind <> 'TRANSACTION_CREATED'
  union all
  select 'sync', 'sync', s.connection_id, s.at, s.portfolio
  from jsonb_to_recordset(:syncs::jsonb) as s (connection_id bigint, portfolio text, at timestamptz)
  where s.at is not null and not exists (
    select from evidence.events v
    where v.kind = 'CONNECTION_SYNCED' and v.subject = s.connection_id::text and v.at = s.at)`;

const FOUND = `from (${KEYS}) found
  where (:type::text is null or type = :type) and (:portfolio::text is null or lower(portfolio) = lower(:portfolio))
    and (:from::timestamptz is null or at >= :from) and (:before::timestamptz is null or at < :before)`;

/** One page of keys, the newest first, and how many there are. */
export async function pageOfKeys(
  trx: DbTransaction,
  filter: ActivityFilter,
  syncs: readonly SyncAttempt[],
  window: { page_size: number; offset: number },
): Promise<{ keys: ActivityKey[]; total: number }> {
  const values = { ...filter, ...window, syncs: JSON.stringify(syncs) } as unknown as Record<string, string>;
  const counted = await trx.raw<{ rows: { total: number }[] }>(
    `select count(*)::int as total ${FOUND}`,
    values,
  );
  const { rows } = await trx.raw<{ rows: ActivityKey[] }>(
    `select type, kind, id, at, portfolio ${FOUND} order by at desc, kind, id desc limit :page_size offset :offset`,
    values,
  );
  return { keys: rows, total: counted.rows[0]?.total ?? 0 };
}

export interface TransactionFacts {
  id: string;
  symbol: string;
  trade_date: string;
  type: string;
  quantity: Decimal;
  price: Decimal;
  currency: string;
  source: string;
  import_file: string | null;
}

export interface IncomeFacts {
  id: string;
  symbol: string;
  kind: string;
  day: string;
  gross_amount: Decimal | null;
  currency: string;
  status: string;
  source: string;
  note: string;
}

export interface EventFacts {
  id: string;
  actor: string;
  kind: string;
  subject: string;
  data: Record<string, unknown>;
}

/** What the rows of a page say of themselves. */
export interface ActivityFacts {
  transactions: Map<string, TransactionFacts>;
  income: Map<string, IncomeFacts>;
  events: Map<string, EventFacts>;
}

export async function readFacts(trx: DbTransaction, keys: readonly ActivityKey[]): Promise<ActivityFacts> {
  const read = async <T extends { id: string }>(kind: ActivityKind, sql: string): Promise<Map<string, T>> => {
    const ids = keys.filter((key) => key.kind === kind).map(({ id }) => id);
    if (ids.length === 0) return new Map();
    const { rows } = await trx.raw<{ rows: T[] }>(sql, [ids]);
    return new Map(rows.map((row) => [row.id, row]));
  };
  return {
    transactions: await read<TransactionFacts>(
      'transaction',
      `select t.id, t.symbol, t.trade_date, t.type, t.quantity, t.price, t.currency, t.source,
         i.file_name as import_file
       from portfolio.transactions t left join portfolio.imports i on i.id = t.import_id
       where t.id = any(?::bigint[])`,
    ),
    income: await read<IncomeFacts>(
      'income_event',
      `select id, symbol, kind, day, gross_amount, currency, status, source, note from portfolio.income_events
       where id = any(?::bigint[])`,
    ),
    events: await read<EventFacts>(
      'event',
      'select id, actor, kind, subject, data from evidence.events where id = any(?::bigint[])',
    ),
  };
}
