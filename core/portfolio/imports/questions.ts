import type { DbTransaction } from '../../platform/index.ts';
import type { AssetClass } from '../../market/instruments/index.ts';
import type { ImportModel } from '../models.ts';
import { DAY_OR_MONTH_FIRST, type ReadingContext } from './rows/index.ts';
import type { FileQuestion } from './view.ts';

/** The class that is likely for what trades in a currency. */
const LIKELY_CLASS = new Map<string, AssetClass>([
  ['INR', 'Indian Equity'],
  ['USD', 'US Equity'],
]);

interface Waiting {
  currency: number;
  asset_class: number;
  /** What most rows without a class trade in. */
  currency_of_class: string | null;
  dates: number;
}

/**
 * What a staged file does not prove: asked once, with the likely answer, which counts where nobody gives another. A question
 * names how many rows wait for it.
 */
export async function questionsOf(trx: DbTransaction, staged: ImportModel): Promise<FileQuestion[]> {
  if (staged.status !== 'STAGED') return [];
  const context = staged.reading_context as unknown as ReadingContext | null;
  const isUndated = context?.date_order === null;
  const { rows } = await trx.raw<{ rows: Waiting[] }>(
    // Rows that wait for the order of their dates are not read further: what else they lack is seen in their cells.
    `with waiting as (
       select *, state = 'invalid' and ?::boolean and issues::text like ? as is_undated from portfolio.import_rows
       where import_id = ?
     ),
     lacking as (
       select *, coalesce(currency, payload -> 'fields' ->> 'currency') as own_currency,
         (state = 'valid' and asset_class is null and payload is null)
         or (state = 'invalid' and (is_undated or issues @> '[{"field": "asset_class"}]')
           and payload -> 'fields' ->> 'asset_class' is null) as lacks_class
       from waiting
     )
     select count(*) filter (where currency_assumed
         or (is_undated and ?::boolean and payload -> 'fields' ->> 'currency' is null))::int as currency,
       count(*) filter (where lacks_class)::int as asset_class,
       mode() within group (order by own_currency) filter (where lacks_class) as currency_of_class,
       count(*) filter (where is_undated)::int as dates
     from lacking`,
    [isUndated, `%${DAY_OR_MONTH_FIRST}%`, staged.id, context?.is_currency_proved === false] as never,
  );
  const waiting = rows[0] ?? { currency: 0, asset_class: 0, currency_of_class: null, dates: 0 };
  const currency = context?.default_currency ?? 'INR';
  const questions: FileQuestion[] = [
    { field: 'currency', rows: waiting.currency, likely: currency },
    {
      field: 'default_asset_class',
      rows: waiting.asset_class,
      likely: LIKELY_CLASS.get(waiting.currency_of_class ?? currency) ?? 'Indian Equity',
    },
    { field: 'date_order', rows: waiting.dates, likely: currency === 'USD' ? 'mdy' : 'dmy' },
  ];
  return questions.filter((one) => one.rows > 0);
}
