import type { Knex } from 'knex';
import type pg from 'pg';
import type { DbTransaction } from '../../platform/index.ts';
import type { Finding, FindingKind, Severity } from './price-validation.ts';
import type { FindingState, FindingView } from './view.ts';

export interface FindingFilter {
  state?: FindingState | undefined;
  kind?: FindingKind | undefined;
  severity?: Severity | undefined;
  instrumentId?: string | undefined;
  /** Only those about these instruments, or only those about all others. */
  about?: { only: readonly string[] } | { except: readonly string[] } | undefined;
}

/** Postgres takes at most 65,535 parameters a query; these go as one array each. */
const AT_ONCE = 5000;

/**
 * Stores each finding once, even if a file repeats its row; a known one changes only from refused to stored.
 * @returns the number of new or changed ones.
 */
export async function keepFindings(
  client: pg.ClientBase,
  findings: readonly Finding[],
  source: string,
): Promise<number> {
  let added = 0;
  for (let from = 0; from < findings.length; from += AT_ONCE) {
    const some = findings.slice(from, from + AT_ONCE);
    const column = <K extends keyof Finding>(key: K) => some.map((finding) => finding[key]);
    const { rowCount } = await client.query(
      `insert into market.price_findings
         (instrument_id, kind, severity, day, until, value, other, outcome, message, source)
       select distinct on (f.instrument_id, f.kind, f.day, f.value) f.*, $10
       from unnest($1::bigint[], $2::text[], $3::text[], $4::date[], $5::date[], $6::numeric[], $7::numeric[], $8::text[],
         $9::text[]) as f (instrument_id, kind, severity, day, until, value, other, outcome, message)
       order by f.instrument_id, f.kind, f.day, f.value, f.outcome desc
       on conflict (instrument_id, kind, day, value) do update
         set outcome = excluded.outcome, severity = excluded.severity, message = excluded.message
         where market.price_findings.outcome = 'REFUSED' and excluded.outcome = 'STORED'`,
      [
        column('instrument_id'),
        column('kind'),
        column('severity'),
        column('day'),
        column('until'),
        column('value'),
        column('other'),
        column('outcome'),
        column('message'),
        source,
      ],
    );
    added += rowCount ?? 0;
  }
  return added;
}

/** Prices that were refused of late because nothing bore them out, the last one of each instrument. */
export async function readSuspects(
  client: pg.ClientBase,
): Promise<Map<string, { day: string; close: string }>> {
  const { rows } = await client.query<{ id: string; day: string; close: string }>(
    `select distinct on (instrument_id) instrument_id::text as id, day::text, trim_scale(value)::text as close
     from market.price_findings f
     where kind = 'HUNDREDFOLD' and outcome = 'REFUSED' and state = 'OPEN'
       and not exists (select from portfolio.price_history h where h.instrument_id = f.instrument_id and h.day > f.day)
     order by instrument_id, day desc`,
  );
  return new Map(rows.map(({ id, ...suspect }) => [id, suspect]));
}

/**
 * Closes what has settled itself: gaps that were filled, and moves that an action explains by now.
 * @param isFilled whether an instrument has a price on every session from one day to another.
 */
export async function resolveGaps(
  client: pg.ClientBase,
  isFilled: (instrumentId: string, from: string, until: string, stored: number) => boolean,
): Promise<number> {
  const { rows } = await client.query<{
    id: string;
    instrument_id: string;
    day: string;
    until: string;
    stored: number;
  }>(
    `select f.id, f.instrument_id, f.day::text, f.until::text, (select count(*)::int from portfolio.price_history h
       where h.instrument_id = f.instrument_id and h.day between f.day and f.until) as stored
     from market.price_findings f where f.kind = 'GAP' and f.state = 'OPEN'`,
  );
  const filled = rows.filter((row) => isFilled(row.instrument_id, row.day, row.until, row.stored));
  return await resolve(client, `id = any($1::bigint[])`, [filled.map(({ id }) => id)]);
}

/** An open finding of a move, with what may explain it. */
interface OpenMove {
  id: string;
  instrument_id: string;
  /** The day before the move that has a price, and the day of it. */
  before: string;
  day: string;
  /** The price after it, in times of the one before. */
  times: number;
  /** An action without a ratio, such as a demerger, fell between the two. */
  has_other_action: boolean;
}

/** Closes moves that an action explains by now. */
export async function resolveMoves(
  client: pg.ClientBase,
  isExplained: (move: OpenMove) => boolean,
): Promise<number> {
  const { rows } = await client.query<OpenMove>(
    `select f.id::text, f.instrument_id::text, p.day::text as before, f.day::text, (f.value / f.other)::float8 as times,
       exists (select from market.corporate_actions a where a.instrument_id = f.instrument_id
         and a.ex_date > p.day and a.ex_date <= f.day and a.status in ('READ', 'MANUAL') and a.new_shares is null
         and a.kind in ('DEMERGER', 'SCHEME', 'RIGHTS', 'CAPITAL_REDUCTION')) as has_other_action
     from market.price_findings f
     cross join lateral (select day from portfolio.price_history h
       where h.instrument_id = f.instrument_id and h.day < f.day order by day desc limit 1) p
     where f.kind = 'UNEXPLAINED_MOVE' and f.state = 'OPEN' and f.other > 0`,
  );
  const explained = rows.filter(isExplained).map(({ id }) => id);
  return await resolve(client, `id = any($1::bigint[])`, [explained]);
}

async function resolve(client: pg.ClientBase, where: string, values: unknown[]): Promise<number> {
  const { rowCount } = await client.query(
    `update market.price_findings f set state = 'RESOLVED', closed_at = now() where f.state = 'OPEN' and ${where}`,
    values,
  );
  return rowCount ?? 0;
}

/** A page of findings, the newest and gravest first. */
export async function readFindings(
  trx: DbTransaction,
  { state, kind, severity, instrumentId, about }: FindingFilter,
  offset: number,
  limit: number,
): Promise<{ items: FindingView[]; total: number }> {
  const is = Object.fromEntries(
    Object.entries({
      'f.state': state,
      'f.kind': kind,
      'f.severity': severity,
      'f.instrument_id': instrumentId,
    }).filter(([, value]) => value !== undefined),
  );
  const wanted = () => narrowed(trx('market.price_findings as f').where(is), about);
  const [count] = (await wanted().count('* as total')) as { total: string }[];
  const items = (await wanted()
    .join('market.instruments as i', 'i.id', 'f.instrument_id')
    .select(
      'f.id',
      'f.instrument_id',
      'i.symbol',
      'i.exchange',
      'i.name',
      'f.kind',
      'f.severity',
      'f.day',
      'f.until',
      trx.raw('f.value::float8 as value'),
      trx.raw('f.other::float8 as other'),
      'f.outcome',
      'f.source',
      'f.message',
      'f.state',
      'f.found_at',
      'f.closed_at',
      'f.closed_by',
    )
    .orderByRaw(`array_position(array['ERROR', 'WARNING', 'INFO'], f.severity), f.day desc, f.id desc`)
    .offset(offset)
    .limit(limit)) as (Omit<FindingView, 'found_at' | 'closed_at'> & {
    found_at: Date;
    closed_at: Date | null;
  })[];
  return {
    items: items.map((row) => ({
      ...row,
      found_at: row.found_at.toISOString(),
      closed_at: row.closed_at?.toISOString() ?? null,
    })),
    total: Number(count?.total ?? 0),
  };
}

/** @returns whether there was such an open finding. */
export async function dismissFinding(trx: DbTransaction, id: string, actor: string): Promise<boolean> {
  const changed = await trx('market.price_findings')
    .where({ id, state: 'OPEN' })
    .update({ state: 'DISMISSED', closed_at: trx.fn.now(), closed_by: actor });
  return changed > 0;
}

function narrowed(query: Knex.QueryBuilder, about: FindingFilter['about']): Knex.QueryBuilder {
  if (about === undefined) return query;
  return 'only' in about
    ? query.whereRaw('f.instrument_id = any(?::bigint[])', [[...about.only]])
    : query.whereRaw('f.instrument_id <> all(?::bigint[])', [[...about.except]]);
}

/** Whether there is a close that could have a finding. */
export async function hasCloses(trx: DbTransaction, about?: FindingFilter['about']): Promise<boolean> {
  const row: unknown = await narrowed(trx('portfolio.price_history as f'), about).first('day');
  return row !== undefined;
}

/** How many findings are open, by severity. */
export async function countFindings(
  trx: DbTransaction,
  about?: FindingFilter['about'],
): Promise<Record<Severity, number>> {
  const rows = (await narrowed(trx('market.price_findings as f').where({ state: 'OPEN' }), about)
    .groupBy('severity')
    .select('severity')
    .count('* as count')) as { severity: Severity; count: string }[];
  const counts: Record<Severity, number> = { ERROR: 0, WARNING: 0, INFO: 0 };
  for (const { severity, count } of rows) counts[severity] = Number(count);
  return counts;
}
