import { type Decimal, type DbTransaction, keptCounts } from '../../platform/index.ts';
import { countRecorded, IS_NOT_MERGED } from '../../portfolio/index.ts';
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
  owner: string;
  type: ActivityType | null;
  /** Null for all. */
  portfolio: { id: string; name: string } | null;
  from: Date | null;
  /** The first instant that is too late. */
  before: Date | null;
}

/** A place that rows come from. */
interface Place {
  kind: ActivityKind;
  /** SQL of its `type`, `id`, `at` and `portfolio_id`; those of the index that has its rows in their order. */
  type: string;
  id: string;
  at: string;
  portfolio_id: string;
  from: string;
  /** Conditions; false is none. */
  where: readonly (string | false)[];
  /** Number of its rows at all times, from kept counts; null if the filter needs a count of the rows. */
  kept: ((trx: DbTransaction) => Promise<number>) | null;
}

const SYNCS = 'jsonb_to_recordset(:syncs::jsonb) as s (connection_id bigint, portfolio text, at timestamptz)';
const SYNC_KINDS = ['CONNECTION_SYNCED', 'CONNECTION_LOGGED_IN'];
const UNSHOWN_KIND = 'TRANSACTION_CREATED';
const EVENT_TYPE = `case when v.kind in ('${SYNC_KINDS.join("', '")}') then 'sync'
  when v.kind like 'INCOME\\_%' then 'income' else 'edit' end`;
const typeOfEvent = (kind: string): ActivityType =>
  SYNC_KINDS.includes(kind) ? 'sync' : kind.startsWith('INCOME_') ? 'income' : 'edit';
/** Portfolio of an event `v`, with the sync `s` of its connection. */
const EVENT_PORTFOLIO = `coalesce(v.data->>'portfolio', v.data->'after'->>'portfolio', s.portfolio,
  case when v.kind like 'PORTFOLIO\\_%' then v.data->>'name' end)`;
const OF_CONNECTION = `v.kind like 'CONNECTION\\_%' and s.connection_id::text = v.subject`;

/**
 * Everything there is. Payments of income are in the ledger as dividends, so events on record as paid would be the same a
 * second time; so would be the record of a transaction's creation, and of a sync that came through.
 */
function placesOf({ owner, type, portfolio }: ActivityFilter): Place[] {
  const portfolio_id = portfolio?.id ?? null;
  const is = (...types: ActivityType[]) => type === null || types.includes(type);
  const named = (name: string) => portfolio !== null && `lower(${name}) = lower(:portfolio)`;
  const places: (Place | false)[] = [
    is('trade', 'income') && {
      kind: 'transaction',
      type: `case when t.type = 'DIVIDEND' then 'income' else 'trade' end`,
      id: 't.id',
      at: 't.created_at',
      portfolio_id: 't.portfolio_id',
      from: 'portfolio.transactions t',
      where: [
        't.owner_user_id = :owner',
        // The decision about a corporate action shows its consequences.
        't.action_id is null',
        IS_NOT_MERGED,
        type !== null && `t.type ${type === 'income' ? '=' : '<>'} 'DIVIDEND'`,
        portfolio !== null && 't.portfolio_id = :portfolio_id',
      ],
      kept: async (trx) =>
        await countRecorded(trx, owner, {
          portfolio_id,
          isDividend: type === null ? null : type === 'income',
        }),
    },
    is('income') && {
      kind: 'income_event',
      type: `'income'`,
      id: 'e.id',
      at: 'e.updated_at',
      portfolio_id: 'e.portfolio_id',
      from: 'portfolio.income_events e',
      where: [
        'e.owner_user_id = :owner',
        `e.status <> 'PAID'`,
        portfolio !== null && 'e.portfolio_id = :portfolio_id',
      ],
      kept: async (trx) => {
        const all = await keptCounts(trx, 'portfolio.income_events', { portfolio_id });
        return sumOf(all.filter(({ key }) => key['status'] !== 'PAID'));
      },
    },
    is('sync', 'income', 'edit') && {
      kind: 'event',
      type: EVENT_TYPE,
      id: 'v.id',
      at: 'v.at',
      portfolio_id: 'null::bigint',
      from:
        portfolio === null ? 'evidence.events v' : `evidence.events v left join ${SYNCS} on ${OF_CONNECTION}`,
      where: [
        'v.owner_user_id = :owner',
        `v.kind <> '${UNSHOWN_KIND}'`,
        type !== null && `${EVENT_TYPE} = :type`,
        named(EVENT_PORTFOLIO),
      ],
      // Portfolios of events are in their data, which no count is kept by.
      kept:
        portfolio !== null
          ? null
          : async (trx) => {
              const all = await keptCounts(trx, 'evidence.events');
              const isShown = (kind: string) =>
                kind !== UNSHOWN_KIND && (type === null || typeOfEvent(kind) === type);
              return sumOf(all.filter(({ key }) => isShown(String(key['kind']))));
            },
    },
    is('sync') && {
      kind: 'sync',
      type: `'sync'`,
      id: 's.connection_id',
      at: 's.at',
      portfolio_id: 'null::bigint',
      from: SYNCS,
      where: [
        `s.at is not null and not exists (select from evidence.events v where v.owner_user_id = :owner
           and v.kind = 'CONNECTION_SYNCED' and v.subject = s.connection_id::text and v.at = s.at)`,
        named('s.portfolio'),
      ],
      kept: null,
    },
  ];
  return places.filter((place) => place !== false);
}

const sumOf = (counts: readonly { rows: number }[]): number =>
  counts.reduce((sum, { rows }) => sum + rows, 0);

/**
 * One page of keys, the newest first, and how many there are. Of each place, no more than the newest rows up to the end of the
 * page are read; they are joined when the page is known. Totals by day are counted, and of events those by portfolio.
 */
export async function pageOfKeys(
  trx: DbTransaction,
  filter: ActivityFilter,
  syncs: readonly SyncAttempt[],
  { page_size, offset }: { page_size: number; offset: number },
): Promise<{ keys: ActivityKey[]; total: number }> {
  const { portfolio, ...fields } = filter;
  const values = {
    ...fields,
    portfolio: portfolio?.name ?? null,
    portfolio_id: portfolio?.id ?? null,
    syncs: JSON.stringify(syncs),
    page_size,
    offset,
    until: offset + page_size,
  } as unknown as Record<string, string>;
  const places = placesOf(filter);
  const conditions = ({ where, at }: Place): string =>
    [...where, filter.from !== null && `${at} >= :from`, filter.before !== null && `${at} < :before`]
      .filter((one) => one !== false)
      .join(' and ');
  let total = 0;
  for (const place of places) {
    if (place.kept !== null && filter.from === null && filter.before === null) {
      total += await place.kept(trx);
      continue;
    }
    const { rows } = await trx.raw<{ rows: { total: number }[] }>(
      `select count(*)::int as total from ${place.from} where ${conditions(place)}`,
      values,
    );
    total += rows[0]?.total ?? 0;
  }
  const newest = places.map(
    (place) => `(select ${place.type} as type, '${place.kind}' as kind, ${place.id} as id, ${place.at} as at,
         ${place.portfolio_id} as portfolio_id
       from ${place.from} where ${conditions(place)}
       order by ${place.at} desc, ${place.id} desc limit :until)`,
  );
  const { rows } = await trx.raw<{ rows: ActivityKey[] }>(
    `select f.type, f.kind, f.id, f.at, coalesce(p.name, ${EVENT_PORTFOLIO}) as portfolio
     from (select * from (${newest.join(' union all ')}) found
       order by at desc, kind, id desc limit :page_size offset :offset) f
     left join portfolio.portfolios p on p.id = f.portfolio_id
     left join lateral (
       select * from evidence.events where f.kind = 'event' and id = f.id and owner_user_id = :owner limit 1) v on true
     left join ${SYNCS} on f.kind = 'sync' and s.connection_id = f.id or ${OF_CONNECTION}
     order by f.at desc, f.kind, f.id desc`,
    values,
  );
  return { keys: rows, total };
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
