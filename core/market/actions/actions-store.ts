import type pg from 'pg';
import type { RegistryExchange } from '../instruments/index.ts';
import type { DbTransaction } from '../../platform/index.ts';
import { type ActionKind, type ReadAction, WITHOUT_RATIO } from './action-text.ts';
import type { ActionStatus, ActionView } from './view.ts';

/** An announcement as an exchange or a provider made it, read. */
export interface Announcement {
  exchange: string;
  symbol: string;
  /** Null while the registry does not know the symbol. */
  instrument_id: string | null;
  ex_date: string;
  record_date: string | null;
  raw: string;
  source: string;
  actions: readonly ReadAction[];
}

/**
 * Keeps announcements, each of its actions once, however often a list repeats it; what the operator decided stands.
 * What is there already and says the same is not written again.
 * @returns how many actions were new, and how many of these nobody could read.
 */
export async function keepActions(
  client: pg.ClientBase,
  announcements: readonly Announcement[],
): Promise<{ added: number; unreadable: number }> {
  const distinct = new Map(announcements.map((one) => [keyOf(one), one]));
  const rows = [...distinct.values()].flatMap(({ actions, ...said }) =>
    actions.map((action, at) => ({ ...said, ...action, part: at + 1 })),
  );
  type Row = (typeof rows)[number];
  const column = <K extends keyof Row>(key: K) => rows.map((row) => row[key]);
  const { rows: kept } = await client.query<{ is_new: boolean; status: ActionStatus }>(
    `insert into market.corporate_actions as a (exchange, symbol, instrument_id, ex_date, record_date, raw, part, kind,
       new_shares, old_shares, amount, status, source)
     select * from unnest($1::text[], $2::text[], $3::bigint[], $4::date[], $5::date[], $6::text[], $7::smallint[],
       $8::text[], $9::numeric[], $10::numeric[], $11::numeric[], $12::text[], $13::text[])
     on conflict (exchange, symbol, ex_date, raw, part) do update
       set instrument_id = coalesce(a.instrument_id, excluded.instrument_id),
         record_date = coalesce(excluded.record_date, a.record_date),
         withdrawn_at = null,
         -- read again by a newer Munim, unless a person decided
         kind = case when a.status = 'UNREADABLE' then excluded.kind else a.kind end,
         new_shares = case when a.status = 'UNREADABLE' then excluded.new_shares else a.new_shares end,
         old_shares = case when a.status = 'UNREADABLE' then excluded.old_shares else a.old_shares end,
         amount = case when a.status = 'UNREADABLE' then excluded.amount else a.amount end,
         status = case when a.status = 'UNREADABLE' then excluded.status else a.status end
       where a.withdrawn_at is not null or (a.instrument_id is null and excluded.instrument_id is not null)
         or (excluded.record_date is not null and a.record_date is distinct from excluded.record_date)
         or (a.status = 'UNREADABLE' and excluded.status <> 'UNREADABLE')
     returning xmax = 0 as is_new, status`,
    [
      column('exchange'),
      column('symbol'),
      column('instrument_id'),
      column('ex_date'),
      column('record_date'),
      column('raw'),
      column('part'),
      column('kind'),
      column('new_shares'),
      column('old_shares'),
      column('amount'),
      column('status'),
      column('source'),
    ],
  );
  const fresh = kept.filter(({ is_new }) => is_new);
  return {
    added: fresh.length,
    unreadable: fresh.filter(({ status }) => status === 'UNREADABLE').length,
  };
}

const keyOf = ({ exchange, symbol, ex_date, raw }: Announcement) => `${exchange} ${symbol} ${ex_date} ${raw}`;

/**
 * Marks what an exchange's list no longer holds: an announcement of days to come that was called off, or moved and
 * stands there anew. @param listed everything that the list has of these days.
 * @returns how many actions were marked.
 */
export async function withdrawActions(
  client: pg.ClientBase,
  { exchange, from, to }: { exchange: string; from: string; to: string },
  listed: readonly Pick<Announcement, 'symbol' | 'ex_date' | 'raw'>[],
): Promise<number> {
  const { rowCount } = await client.query(
    `update market.corporate_actions a set withdrawn_at = now()
     where a.exchange = $1 and a.ex_date between $2::date and $3::date and a.withdrawn_at is null
       and not exists (select from unnest($4::text[], $5::date[], $6::text[]) l (symbol, ex_date, raw)
         where l.symbol = a.symbol and l.ex_date = a.ex_date and l.raw = a.raw)`,
    [
      exchange,
      from,
      to,
      listed.map(({ symbol }) => symbol),
      listed.map(({ ex_date }) => ex_date),
      listed.map(({ raw }) => raw),
    ],
  );
  return rowCount ?? 0;
}

/** Announcements whose symbol the registry did not know when they came. */
export async function readUnlinkedActions(
  client: pg.ClientBase,
): Promise<{ id: string; exchange: RegistryExchange; symbol: string; ex_date: string }[]> {
  const { rows } = await client.query<{
    id: string;
    exchange: RegistryExchange;
    symbol: string;
    ex_date: string;
  }>(
    'select id::text, exchange, symbol, ex_date::text from market.corporate_actions where instrument_id is null',
  );
  return rows;
}

/** Ties announcements to their instruments. */
export async function linkActions(
  client: pg.ClientBase,
  links: readonly { id: string; instrument_id: string }[],
): Promise<void> {
  if (links.length === 0) return;
  await client.query(
    `update market.corporate_actions a set instrument_id = l.instrument_id
     from unnest($1::bigint[], $2::bigint[]) l (id, instrument_id) where a.id = l.id and a.instrument_id is null`,
    [links.map(({ id }) => id), links.map(({ instrument_id }) => instrument_id)],
  );
}

const COLUMNS = `id, exchange, symbol, instrument_id, ex_date, record_date, kind, new_shares::float8, old_shares::float8,
  (new_shares / old_shares)::float8 as ratio, amount::float8, status, source, raw, decided_at, decided_by`;
type Stored = Omit<ActionView, 'decided_at'> & { decided_at: Date | null };

const toActionView = ({ decided_at, ...rest }: Stored): ActionView => ({
  ...rest,
  decided_at: decided_at?.toISOString() ?? null,
});

/** A page of what could not be read, or of what was recognised and moves a price without a ratio; the newest first. */
export async function readOpenActions(
  trx: DbTransaction,
  which: 'UNREADABLE' | 'WITHOUT_RATIO',
  offset: number,
  limit: number,
): Promise<{ items: ActionView[]; total: number }> {
  const isWanted =
    which === 'UNREADABLE'
      ? `status = 'UNREADABLE' and withdrawn_at is null`
      : `status = 'READ' and withdrawn_at is null and new_shares is null and kind = any(?::text[])`;
  const values: (string | string[])[] = which === 'UNREADABLE' ? [] : [[...WITHOUT_RATIO]];
  const { rows: counted } = await trx.raw<{ rows: { total: string }[] }>(
    `select count(*) as total from market.corporate_actions where ${isWanted}`,
    values as string[],
  );
  const { rows } = await trx.raw<{ rows: Stored[] }>(
    `select ${COLUMNS} from market.corporate_actions where ${isWanted} order by ex_date desc, id desc offset ?::int limit ?::int`,
    [...values, String(offset), String(limit)] as string[],
  );
  return { items: rows.map(toActionView), total: Number(counted[0]?.total ?? 0) };
}

/** Whether any announcement of an exchange is known, read or not. */
export async function hasAnnouncements(trx: DbTransaction): Promise<boolean> {
  return (await trx('market.corporate_actions').first('id')) !== undefined;
}

/** Every action known of an instrument, by ex-date. */
export async function readActions(trx: DbTransaction, instrumentId: string): Promise<ActionView[]> {
  const { rows } = await trx.raw<{ rows: Stored[] }>(
    `select ${COLUMNS} from market.corporate_actions where instrument_id = ? order by ex_date, id`,
    [instrumentId],
  );
  return rows.map(toActionView);
}

/** An action that changes the shares that somebody holds: with a ratio, or one whose terms its announcement does not state. */
export interface ShareAction {
  id: string;
  instrument_id: string | null;
  exchange: string;
  symbol: string;
  ex_date: string;
  kind: ActionKind;
  /** Exact text: `old_shares` become `new_shares`; null without a ratio. */
  new_shares: string | null;
  old_shares: string | null;
  source: string;
  raw: string;
}

/** What is known of the shares of instruments, and of symbols that the registry does not know, by ex-date. */
export async function readShareActions(
  trx: DbTransaction,
  instrumentIds: readonly string[],
  symbols: readonly string[],
): Promise<ShareAction[]> {
  const { rows } = await trx.raw<{ rows: ShareAction[] }>(
    `select id::text, instrument_id::text, exchange, symbol, ex_date::text, kind, new_shares::text, old_shares::text, source, raw
     from market.corporate_actions
     where (instrument_id = any(?::bigint[]) or (instrument_id is null and symbol = any(?::text[])))
       and status in ('READ', 'MANUAL') and withdrawn_at is null
       and (new_shares is not null or kind in ('DEMERGER', 'SCHEME'))
     order by ex_date, id`,
    [[...instrumentIds], [...symbols]],
  );
  return rows;
}

/** Anything that changed a price or paid money for a share; numbers are exact text. */
export interface DatedAction {
  instrument_id: string;
  ex_date: string;
  kind: ActionKind;
  /** `old_shares` become `new_shares`; null without a ratio. */
  new_shares: string | null;
  old_shares: string | null;
  /** Money for one share; null where none is said. */
  amount: string | null;
  exchange: string;
  source: string;
}

/** The actions of some kinds on instruments, by ex-date, as often as they were announced. */
export async function readDatedActions(
  trx: DbTransaction,
  instrumentIds: readonly string[],
  kinds: readonly ActionKind[],
  { from, to }: { from: string; to: string },
): Promise<DatedAction[]> {
  const { rows } = await trx.raw<{ rows: DatedAction[] }>(
    `select instrument_id::text, ex_date::text, kind, new_shares::text, old_shares::text, amount::text, exchange, source
     from market.corporate_actions
     where instrument_id = any(?::bigint[]) and kind = any(?::text[]) and status in ('READ', 'MANUAL')
       and withdrawn_at is null and ex_date between ? and ?
     order by ex_date, id`,
    [[...instrumentIds], [...kinds], from, to],
  );
  return rows;
}

/** Actions that change a price by an amount that no ratio tells, and announcements nobody could read, by ex-date. */
export async function readUnquantifiedActions(
  trx: DbTransaction,
  instrumentIds: readonly string[],
): Promise<Map<string, { ex_date: string; kind: ActionKind }[]>> {
  const { rows } = await trx.raw<{ rows: { id: string; ex_date: string; kind: ActionKind }[] }>(
    `select instrument_id::text as id, ex_date::text, kind from market.corporate_actions
     where instrument_id = any(?::bigint[]) and withdrawn_at is null and new_shares is null
       and (status = 'UNREADABLE' or (status in ('READ', 'MANUAL') and kind = any(?::text[])))
     order by ex_date, id`,
    [[...instrumentIds], [...WITHOUT_RATIO]],
  );
  const actions = new Map<string, { ex_date: string; kind: ActionKind }[]>();
  for (const { id, ...action } of rows) actions.set(id, [...(actions.get(id) ?? []), action]);
  return actions;
}

interface Decision {
  kind: ActionKind;
  new_shares: string | null;
  old_shares: string | null;
}

/**
 * Writes what a person decided of an action: what it is, or (null) that it is of no account.
 * @returns the action, or null where there is none that waits for a decision.
 */
export async function decideAction(
  client: pg.ClientBase,
  id: string,
  decision: Decision | null,
  actor: string,
): Promise<ActionView | null> {
  const { rows } = await client.query<Stored>(
    `update market.corporate_actions
     set status = case when $2::text is null then 'DISMISSED' else 'MANUAL' end, kind = coalesce($2, kind),
       new_shares = $3, old_shares = $4, decided_at = now(), decided_by = $5
     where id = $1 and (status in ('UNREADABLE', 'MANUAL', 'DISMISSED') or new_shares is null)
     returning id, exchange, symbol, instrument_id, ex_date::text, record_date::text, kind, new_shares::float8,
       old_shares::float8, (new_shares / old_shares)::float8 as ratio, amount::float8, status, source, raw, decided_at,
       decided_by`,
    [id, decision?.kind ?? null, decision?.new_shares ?? null, decision?.old_shares ?? null, actor],
  );
  const [row] = rows;
  return row === undefined ? null : toActionView(row);
}
