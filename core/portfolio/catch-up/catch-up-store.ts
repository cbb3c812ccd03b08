import { createHash } from 'node:crypto';
import { SAMPLE_PEOPLE } from '../../identity/index.ts';
import { CLASSES_WITH_HISTORY, type WantedSecurity } from '../../market/index.ts';
import { bareSymbol, exchangeAssetClass } from '../../market/instruments/index.ts';
import { corporateActionRegister } from '../../market/register/index.ts';
import type { Context, DbTransaction } from '../../platform/index.ts';
import { daysOfSecurity } from '../positions/index.ts';
import type { CatchUpStepView } from './view.ts';

/** What was caught up for a person last, or is being caught up. */
export interface CatchUpRow {
  digest: string | null;
  ledger_revision: string | null;
  state: 'RUNNING' | 'DONE' | 'FAILED';
  steps: CatchUpStepView[];
  started_at: Date;
  finished_at: Date | null;
  next_try_at: Date | null;
  tries: number;
}

export async function readCatchUp(trx: DbTransaction, userId: string): Promise<CatchUpRow | null> {
  const row = (await trx('portfolio.market_catch_ups')
    .where({ owner_user_id: userId })
    .first(
      'digest',
      'ledger_revision',
      'state',
      'steps',
      'started_at',
      'finished_at',
      'next_try_at',
      'tries',
    )) as CatchUpRow | undefined;
  return row ?? null;
}

/** Which of these people are real. */
export async function readRealPeople(db: DbTransaction, userIds: readonly string[]): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `select id::text from unnest(?::bigint[]) with ordinality as one (id, nr) where id not in (${SAMPLE_PEOPLE}) order by nr`,
    [[...userIds]] as never,
  );
  return rows.map(({ id }) => id);
}

/** The catch-ups of these people by owner; people without one are missing. */
export async function readCatchUps(
  db: DbTransaction,
  userIds: readonly string[],
): Promise<Map<string, Pick<CatchUpRow, 'ledger_revision' | 'state' | 'next_try_at'>>> {
  const rows = (await db('portfolio.market_catch_ups')
    .whereRaw('owner_user_id = any(?::bigint[])', [[...userIds]])
    .select('owner_user_id', 'ledger_revision', 'state', 'next_try_at')) as (CatchUpRow & {
    owner_user_id: string;
  })[];
  return new Map(rows.map((row) => [row.owner_user_id, row]));
}

export async function writeCatchUp(
  trx: DbTransaction,
  userId: string,
  { steps, ...row }: Partial<CatchUpRow>,
): Promise<void> {
  const values = { ...row, ...(steps === undefined ? {} : { steps: JSON.stringify(steps) }) };
  await trx('portfolio.market_catch_ups').where({ owner_user_id: userId }).update(values);
}

/** A catch-up begins: the row of the person is made, or takes the place of the last one. */
export async function startCatchUp(
  trx: DbTransaction,
  userId: string,
  { at, revision, steps }: { at: Date; revision: string; steps: readonly CatchUpStepView[] },
): Promise<void> {
  const row = {
    ledger_revision: revision,
    state: 'RUNNING',
    steps: JSON.stringify(steps),
    started_at: at,
    finished_at: null,
    next_try_at: null,
  };
  await trx('portfolio.market_catch_ups')
    .insert({ owner_user_id: userId, ...row })
    .onConflict('owner_user_id')
    .merge(row);
}

/** Everything that is held or ever was, and a word that is another one when some of it is new. */
interface EverHeld {
  /** Those whose closes are kept by day. */
  securities: WantedSecurity[];
  /** All of it; those without a class and without a likely one are left out. */
  all: WantedSecurity[];
  /** Of all of it, with the first day of each; null where nothing was ever held. */
  digest: string | null;
}

interface HeldRow {
  symbol: string;
  isin: string | null;
  currency: string;
  asset_class: string | null;
  first_day: string | null;
  until: string | null;
}

/** Of the person named, or of all real people. */
const IS_WANTED = `case when ?::bigint is null then owner_user_id not in (${SAMPLE_PEOPLE}) else owner_user_id = ?::bigint end`;

/**
 * What is held or was ever traded, each security once, with the last day on which closes of it matter: that of the last
 * trade where it is held no more. No owner and no quantity is among it.
 * @param userId of one person; null for all real people together.
 */
export async function readEverHeld(trx: DbTransaction, userId: string | null): Promise<EverHeld> {
  const { rows } = await trx.raw<{ rows: HeldRow[] }>(
    `with recorded as (
       select portfolio_id, symbol, currency, max(isin) as isin, max(asset_class) as asset_class
       from portfolio.transaction_counts where ${IS_WANTED}
       group by portfolio_id, symbol, currency),
     named as (
       select symbol, isin, currency, asset_class, first_day, last_day, false as is_held
       from recorded r cross join ${daysOfSecurity({ portfolio_id: 'r.portfolio_id', symbol: 'r.symbol', currency: 'r.currency' })}
       union all
       select distinct symbol, isin, currency, asset_class, null::date, null::date, true
       from portfolio.holdings where quantity > 0 and (${IS_WANTED}))
     select symbol, max(isin) as isin, currency, max(asset_class) as asset_class,
       min(first_day)::text as first_day,
       case when bool_or(is_held) then null else max(last_day)::text end as until
     from named
     group by symbol, currency
     order by symbol, currency`,
    [userId, userId, userId, userId] as string[],
  );
  const words = rows.map(({ symbol, isin, currency, first_day }) =>
    [symbol, isin, currency, first_day].join('\t'),
  );
  const all = rows.flatMap((row) => {
    const { symbol, isin, currency, until } = row;
    const asset_class = row.asset_class ?? likelyClass(row);
    return asset_class === null ? [] : [{ symbol, isin, currency, asset_class, until }];
  });
  return {
    securities: all.filter(({ asset_class }) => CLASSES_WITH_HISTORY.includes(asset_class)),
    all,
    digest:
      words.length === 0 ? null : createHash('sha256').update(words.join('\n')).digest('hex').slice(0, 32),
  };
}

/** What a row without a class most likely is: a share or a traded fund of its country, or a fund that goes by its name. */
function likelyClass({
  symbol,
  isin,
  currency,
}: Pick<HeldRow, 'symbol' | 'isin' | 'currency'>): string | null {
  if (currency === 'INR' && isin?.startsWith('INF') && /\s/.test(symbol)) return 'Mutual Fund';
  if (currency === 'INR') return exchangeAssetClass(symbol, isin ?? '');
  return currency === 'USD' ? 'US Equity' : null;
}

/**
 * Reads what any person holds or ever traded, each security once and without an owner, and the shares that the
 * register's mergers and demergers gave for it: their prices are there once the person applies them.
 */
export function createBookSecurities({ database }: Pick<Context, 'database'>) {
  return async (): Promise<WantedSecurity[]> => {
    const register = await corporateActionRegister();
    const { all } = await database.readAsSystem('find the securities of all books', (trx) =>
      readEverHeld(trx, null),
    );
    const shares = new Set(
      all.filter(({ currency }) => currency === 'INR').map(({ symbol }) => bareSymbol(symbol)),
    );
    const received = new Set(register.schemesOf([...shares]).flatMap(({ into_symbol }) => into_symbol ?? []));
    const more = [...received].filter((symbol) => !shares.has(symbol));
    const share = { isin: null, currency: 'INR', asset_class: 'Indian Equity', until: null };
    return [...all, ...more.map((symbol) => ({ ...share, symbol }))];
  };
}
