import type { DbTransaction } from '../../platform/index.ts';
import type { AskedBefore } from './action-plan.ts';
import type { Span } from './fetch-plan.ts';

/** The first and last stored day of some instruments. */
export async function readExtentsOf(
  trx: DbTransaction,
  ids: readonly string[],
): Promise<Map<string, { first: string; last: string }>> {
  const { rows } = await trx.raw<{ rows: { id: string; first: string | null; last: string | null }[] }>(
    `select w.id, (select min(day) from portfolio.price_history h where h.instrument_id = w.id) as first,
       (select max(day) from portfolio.price_history h where h.instrument_id = w.id) as last
     from unnest(?::bigint[]) w (id)`,
    [ids as string[]],
  );
  return new Map(
    rows.flatMap(({ id, first, last }) => (first === null || last === null ? [] : [[id, { first, last }]])),
  );
}

/** Questions for older days and holes of some instruments. */
export async function readRequests(
  trx: DbTransaction,
  ids: readonly string[],
): Promise<Map<string, { from_day: string; asked_at: Date }[]>> {
  const rows = (await trx('market.history_requests')
    .whereIn('instrument_id', [...ids])
    .select('instrument_id', 'from_day', 'asked_at')) as {
    instrument_id: string;
    from_day: string;
    asked_at: Date;
  }[];
  return grouped(rows.map(({ instrument_id, ...asked }) => [instrument_id, asked]));
}

/**
 * Sessions without a price that were noticed since a day and are still missing, and days of a move that nothing explains:
 * whoever is asked for these tells of splits. By instrument, ascending.
 */
export async function readHoles(
  trx: DbTransaction,
  ids: readonly string[],
  since: string,
): Promise<Map<string, Span[]>> {
  const rows = (await trx('market.price_findings')
    .where({ state: 'OPEN' })
    .whereIn('kind', ['GAP', 'UNEXPLAINED_MOVE'])
    .whereIn('instrument_id', [...ids])
    .where('day', '>=', since)
    .orderBy('day')
    .select('instrument_id', 'day as from', 'until as to')) as ({ instrument_id: string } & Span)[];
  return grouped(rows.map(({ instrument_id, ...span }) => [instrument_id, span]));
}

function grouped<T>(pairs: readonly (readonly [string, T])[]): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const [key, value] of pairs) groups.set(key, [...(groups.get(key) ?? []), value]);
  return groups;
}

export async function keepRequest(
  trx: DbTransaction,
  row: { instrument_id: string; from_day: string; asked_at: Date; failure: string | null },
): Promise<void> {
  await trx('market.history_requests').insert(row).onConflict(['instrument_id', 'from_day']).merge();
}

/** The first day of a history that is known from its beginning: nothing is asked for before it. */
export async function keepBeginning(trx: DbTransaction, id: string, day: string): Promise<void> {
  await trx('market.instruments').where({ id }).whereNull('listed_on').update({ listed_on: day });
}

/** Which of some sessions have a close that the exchange itself published. */
export async function readPublishedDays(trx: DbTransaction, days: readonly string[]): Promise<Set<string>> {
  if (days.length === 0) return new Set();
  const { rows } = await trx.raw<{ rows: { day: string }[] }>(
    `select d.day from unnest(?::date[]) d (day)
     where exists (select from portfolio.price_history h join market.instruments i on i.id = h.instrument_id
       where h.day = d.day and h.source = 'NSE' and i.exchange = 'NSE' and i.asset_class <> 'Index')`,
    [days as string[]],
  );
  return new Set(rows.map(({ day }) => day));
}

/** Which announcements an exchange was asked for. */
export async function readActionFetches(
  trx: DbTransaction,
  exchange: string,
): Promise<Map<string, AskedBefore>> {
  const rows = (await trx('market.action_fetches')
    .where({ exchange })
    .select('span', 'asked_at', 'fetched_at')) as ({ span: string } & AskedBefore)[];
  return new Map(rows.map(({ span, ...asked }) => [span, asked]));
}

/**
 * Remembers a question for announcements; a failure leaves standing when they came last.
 * @param row.readUntil the reading that an answer about days gone by stands for; that of `at` where it is absent.
 */
export async function keepActionFetch(
  trx: DbTransaction,
  {
    exchange,
    span,
    at,
    readUntil = at,
    failure,
  }: { exchange: string; span: string; at: Date; readUntil?: Date | undefined; failure: string | null },
): Promise<void> {
  const came = failure === null ? { fetched_at: readUntil } : {};
  await trx('market.action_fetches')
    .insert({ exchange, span, asked_at: at, failure, ...came })
    .onConflict(['exchange', 'span'])
    .merge({ asked_at: at, failure, ...came });
}
