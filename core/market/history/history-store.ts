import { once } from 'node:events';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Exchange } from '../calendar/index.ts';
import type { DbTransaction } from '../../platform/index.ts';
import type { ShareRatio } from './adjust.ts';
import type { IndexSeries } from './series.ts';
import { addTurnovers } from './turnovers.ts';

/** Where a close came from. The exchange's own word stands above a file's, and that above a provider's. */
export type PriceSource = 'NSE' | 'FILE' | 'YAHOO' | 'MFAPI' | 'MANUAL';

/** Sources that correct what they said: of two of their closes for one day the later word counts. */
const RESTATING: ReadonlySet<PriceSource> = new Set(['MFAPI']);

/** One instrument's days, ascending, and the close of each. */
interface SeriesRows {
  days: string[];
  closes: Float64Array;
}

/** A day that is stored with another close than the one that came. */
export interface Conflict {
  instrument_id: string;
  day: string;
  /** Exact text of numbers. */
  stored: string;
  came: string;
  /** Whether the one that came now stands. */
  isReplaced: boolean;
  /** Whether both are of one source. */
  isRestated: boolean;
}

interface Written {
  /** Rows handed over. */
  rows: number;
  added: number;
  changed: number;
  conflicts: Conflict[];
}

/** The series of many instruments at once, by instrument id; one without any day is not there. */
export async function readSeries(
  trx: DbTransaction,
  ids: readonly string[],
  from: string | null,
  to: string | null,
): Promise<Map<string, SeriesRows>> {
  // One row an instrument: a million rows one by one would take longer to unpack than to read.
  const { rows } = await trx.raw<{ rows: { id: string; days: string; closes: string }[] }>(
    `select instrument_id as id, string_agg(day::text, ',' order by day) as days,
       string_agg(close::text, ',' order by day) as closes
     from portfolio.price_history
     where instrument_id = any(?::bigint[]) and day >= coalesce(?::date, '-infinity') and day <= coalesce(?::date, 'infinity')
     group by instrument_id`,
    [ids as string[], from as string, to as string],
  );
  return new Map(
    rows.map(({ id, days, closes }) => [
      id,
      { days: days.split(','), closes: Float64Array.from(closes.split(','), Number) },
    ]),
  );
}

/** The actions with a ratio, by instrument id. */
export async function readRatios(
  trx: DbTransaction,
  ids: readonly string[],
): Promise<Map<string, ShareRatio[]>> {
  const { rows } = await trx.raw<{ rows: (ShareRatio & { id: string })[] }>(
    `select instrument_id as id, ex_date, kind, new_shares::float8, old_shares::float8, source
     from market.corporate_actions
     where instrument_id = any(?::bigint[]) and new_shares is not null and status in ('READ', 'MANUAL')
       and withdrawn_at is null
     order by ex_date, id`,
    [ids as string[]],
  );
  const ratios = new Map<string, ShareRatio[]>();
  for (const { id, ...ratio } of rows) ratios.set(id, [...(ratios.get(id) ?? []), ratio]);
  return ratios;
}

/** The id of an index's series; null before anything of it was stored. */
export async function findIndexSeries(trx: DbTransaction, series: IndexSeries): Promise<string | null> {
  const row = (await trx('market.instruments')
    .where({ exchange: series.exchange, symbol: series.code, asset_class: 'Index' })
    .first('id')) as { id: string } | undefined;
  return row?.id ?? null;
}

/** The id of an index's series, which is entered in the registry when it is not there yet. */
export async function ensureIndexSeries(trx: DbTransaction, series: IndexSeries): Promise<string> {
  const known = await findIndexSeries(trx, series);
  if (known !== null) return known;
  await trx.raw('lock table market.instruments in share row exclusive mode');
  const { exchange, code: symbol, name } = series;
  const entered = await findIndexSeries(trx, series);
  if (entered !== null) return entered;
  const [row] = (await trx('market.instruments')
    .insert({ exchange, symbol, name, asset_class: 'Index' })
    .returning('id')) as { id: string }[];
  return row?.id ?? '';
}

/** The last stored close before or on a day; null where there is none. */
export async function readLastClose(
  trx: DbTransaction,
  id: string,
  onOrBefore: string,
): Promise<{ day: string; close: number; source: PriceSource } | null> {
  const { rows } = await trx.raw<{ rows: { day: string; close: number; source: PriceSource }[] }>(
    `select day, close::float8, source from portfolio.price_history
     where instrument_id = ? and day <= ? order by day desc limit 1`,
    [id, onOrBefore],
  );
  return rows[0] ?? null;
}

/** A close as it is stored, as exact text. */
export interface StoredClose {
  day: string;
  close: string;
  source: PriceSource;
}

/** The newest two closes of instruments up to a day, newest first, by instrument id; one without any is not there. */
export async function readNewestCloses(
  trx: DbTransaction,
  ids: readonly string[],
  onOrBefore: string,
): Promise<Map<string, StoredClose[]>> {
  const { rows } = await trx.raw<{ rows: (StoredClose & { id: string })[] }>(
    `select w.id::text, h.day::text, h.close::text, h.source from unnest(?::bigint[]) w (id)
     cross join lateral (select day, close, source from portfolio.price_history p
       where p.instrument_id = w.id and p.day <= ?::date order by day desc limit 2) h
     order by w.id, h.day desc`,
    [ids as string[], onOrBefore],
  );
  const closes = new Map<string, StoredClose[]>();
  for (const { id, ...close } of rows) closes.set(id, [...(closes.get(id) ?? []), close]);
  return closes;
}

/** The exchanges of some instruments, by id; null where none lists it. */
export async function readExchangesOf(
  trx: DbTransaction,
  ids: readonly string[],
): Promise<Map<string, { exchange: Exchange | null; isFund: boolean }>> {
  const rows = (await trx('market.instruments')
    .whereIn('id', [...ids])
    .select('id', 'exchange', 'asset_class')) as {
    id: string;
    exchange: Exchange | null;
    asset_class: string;
  }[];
  return new Map(
    rows.map(({ id, exchange, asset_class }) => [id, { exchange, isFund: asset_class === 'Mutual Fund' }]),
  );
}

/** One line of COPY: an instrument, a day, its close as exact text, and the rupees traded. */
export function copyLine(
  instrumentId: string,
  day: string,
  close: string,
  turnover: number | null = null,
): string {
  return `${instrumentId}\t${day}\t${close}\t${turnover ?? '\\N'}\n`;
}

/** Rows of a temporary table lie in the order in which they came: `ctid` tells it. */
const STAGE = `create temp table staged_closes (instrument_id bigint not null, day date not null, close numeric(30,10) not null,
  turnover double precision) on commit drop`;
const RANK = (column: string) =>
  `array_position(array['YAHOO', 'MFAPI', 'FILE', 'NSE', 'MANUAL'], ${column})`;

/**
 * Takes lines of `copyLine` into the history, within the client's transaction. A day that is there already keeps its
 * close, unless the one that came is of a better source, corrects one of its own, or `replace` says so; either way the two
 * are told apart in `conflicts`. The same rows again change nothing.
 */
export async function writeCloses(
  client: pg.ClientBase,
  chunks: AsyncIterable<string> | Iterable<string>,
  { source, replace = false }: { source: PriceSource; replace?: boolean },
): Promise<Written> {
  await client.query(STAGE);
  const rows = await copyChunks(client, chunks);
  await client.query('analyze staged_closes');
  // Writers queue up; readers are not held up.
  await client.query('lock table portfolio.price_history in share row exclusive mode');
  const added = await addNew(client, source);
  const conflicts = added === rows ? [] : await settleConflicts(client, source, replace);
  await client.query('drop table staged_closes');
  return { rows, added, changed: conflicts.filter(({ isReplaced }) => isReplaced).length, conflicts };
}

async function copyChunks(
  client: pg.ClientBase,
  chunks: AsyncIterable<string> | Iterable<string>,
): Promise<number> {
  const stream = client.query(
    copyFrom('copy staged_closes (instrument_id, day, close, turnover) from stdin'),
  );
  const done = once(stream, 'finish');
  const failed = new Promise<never>((_, reject) => stream.once('error', reject));
  // Both fail with the stream, whichever of them is waited for below.
  for (const one of [done, failed]) one.catch(() => undefined);
  try {
    for await (const chunk of chunks) {
      if (!stream.write(chunk)) await Promise.race([once(stream, 'drain'), failed]);
    }
  } catch (error) {
    stream.destroy(error as Error);
    throw error;
  }
  stream.end();
  await Promise.race([done, failed]);
  return stream.rowCount;
}

/** An anti-join is half as dear as `on conflict`; only a file that holds one day twice needs that. */
async function addNew(client: pg.ClientBase, source: PriceSource): Promise<number> {
  const insert = `insert into portfolio.price_history (instrument_id, day, close, source, turnover)
    select instrument_id, day, close, $1, turnover from staged_closes s
    where not exists (select from portfolio.price_history p where p.instrument_id = s.instrument_id and p.day = s.day)`;
  await client.query('savepoint adding');
  try {
    return (await client.query(insert, [source])).rowCount ?? 0;
  } catch (error) {
    if ((error as { code?: unknown }).code !== '23505') throw error;
    await client.query('rollback to savepoint adding');
    return (await client.query(`${insert} order by ctid on conflict do nothing`, [source])).rowCount ?? 0;
  }
}

async function settleConflicts(
  client: pg.ClientBase,
  source: PriceSource,
  replace: boolean,
): Promise<Conflict[]> {
  const restates = RESTATING.has(source);
  const wins = `($2 or ${RANK('$1')} > ${RANK('p.source')} or ($3 and p.source = $1))`;
  const { rows } = await client.query<Omit<Conflict, 'isReplaced'> & { wins: boolean }>(
    `select s.instrument_id::text, s.day::text, trim_scale(p.close)::text as stored, trim_scale(s.close)::text as came,
       ${wins} as wins, p.source = $1 as "isRestated"
     from staged_closes s join portfolio.price_history p using (instrument_id, day)
     where s.close <> p.close order by s.ctid`,
    [source, replace, restates],
  );
  await addTurnovers(client);
  if (rows.length === 0) return [];
  await client.query(
    `update portfolio.price_history p set close = s.close, source = $1, recorded_at = now()
     from (select distinct on (instrument_id, day) instrument_id, day, close from staged_closes
           order by instrument_id, day, ctid desc) s
     where p.instrument_id = s.instrument_id and p.day = s.day and p.close <> s.close
       and ${wins}`,
    [source, replace, restates],
  );
  return rows.map(({ wins, ...conflict }) => ({ ...conflict, isReplaced: wins }));
}

/** The first and the last stored day of every instrument that has any, and the last close as exact text. */
export async function readExtents(
  client: pg.ClientBase,
): Promise<Map<string, { first: string; last: string; close: string }>> {
  const { rows } = await client.query<{ id: string; first: string; last: string; close: string }>(
    `select i.id::text, f.day::text as first, l.day::text as last, trim_scale(l.close)::text as close
     from market.instruments i
     cross join lateral (select day from portfolio.price_history h where h.instrument_id = i.id order by day limit 1) f
     cross join lateral (select day, close from portfolio.price_history h where h.instrument_id = i.id
       order by day desc limit 1) l`,
  );
  return new Map(rows.map(({ id, ...extent }) => [id, extent]));
}

/** The exchange of every instrument, by id; null where none lists it. */
export async function readExchanges(client: pg.ClientBase): Promise<Map<string, Exchange | null>> {
  const { rows } = await client.query<{ id: string; exchange: Exchange | null }>(
    'select id::text, exchange from market.instruments',
  );
  return new Map(rows.map(({ id, exchange }) => [id, exchange]));
}

/** The actions with a ratio of all instruments, by instrument id. */
export async function readAllRatios(client: pg.ClientBase): Promise<Map<string, ShareRatio[]>> {
  const { rows } = await client.query<ShareRatio & { id: string }>(
    `select instrument_id::text as id, ex_date::text, kind, new_shares::float8, old_shares::float8, source
     from market.corporate_actions
     where instrument_id is not null and new_shares is not null and status in ('READ', 'MANUAL')
       and withdrawn_at is null
     order by ex_date, id`,
  );
  const ratios = new Map<string, ShareRatio[]>();
  for (const { id, ...ratio } of rows) {
    const known = ratios.get(id);
    if (known === undefined) ratios.set(id, [ratio]);
    else known.push(ratio);
  }
  return ratios;
}

/** How many closes are stored within spans of days, span by span. */
export async function countWithin(
  client: pg.ClientBase,
  spans: readonly { instrument_id: string; day: string; until: string }[],
): Promise<number[]> {
  const { rows } = await client.query<{ stored: number }>(
    `select (select count(*)::int from portfolio.price_history h
       where h.instrument_id = s.id and h.day between s.day and s.until) as stored
     from unnest($1::bigint[], $2::date[], $3::date[]) with ordinality s (id, day, until, nr) order by nr`,
    [spans.map((one) => one.instrument_id), spans.map(({ day }) => day), spans.map(({ until }) => until)],
  );
  return rows.map(({ stored }) => stored);
}
