import { currencyOfSign, markProvedBy, orderProvedBy } from '../../../platform/index.ts';
import {
  type FieldOf,
  assetClassNamed,
  asOnDate,
  type NumberedRow,
  type RawRow,
  type ReadingContext,
  tradeTypeOf,
  TRANSACTION_FIELDS,
} from '../rows/index.ts';
import { OPENINGS_FORMAT } from '../importers/index.ts';
import type { FileAnswers } from './file-answers.ts';
import type { Layout } from './layout.ts';

const DATES: readonly FieldOf[] = ['date', 'maturity_date'];
const NUMBERS: readonly FieldOf[] = [
  'quantity',
  'price',
  'fee_tax',
  'avg_buy_price',
  'current_price',
  'previous_close',
  'beta',
  'target_allocation_pct',
  'face_value',
  'coupon_rate',
];

/** Columns of money; the word above one may tell its currency: "Price ($)". */
const MONEY = ['price', 'avg_buy_price', 'current_price', 'previous_close', 'amount', 'fee_tax'];

/** What is likely where nothing tells: most people of Munim invest in India. */
export const LIKELY_CURRENCY = 'INR';

/** What the caller of an import may know that the file does not tell. */
export interface ContextOptions {
  /** For rows whose class neither the file nor its format tells. */
  defaultAssetClass?: string | null;
  /** For rows without a currency; where not given that of the headers' signs, else it is asked for. */
  defaultCurrency?: string | null;
  /** Where the person knows how the file writes 05/03/2024; otherwise its first rows have to prove it. */
  dateOrder?: 'dmy' | 'mdy' | null;
  /** What a person answered on files of this shape before; null where nothing. */
  remembered?: (shape: string) => Promise<FileAnswers | null>;
  /** The last day that a transaction may be dated; where not given any day is right. */
  lastDay?: string | null;
}

/**
 * What the first rows prove about the notation of the file. What a person says now comes first, then what the file proves,
 * then what was answered on a file like it before.
 */
export function readingContextOf(
  rows: readonly NumberedRow[],
  layout: Layout,
  options: ContextOptions,
  remembered: FileAnswers | null = null,
): ReadingContext {
  const orders = new Set<'dmy' | 'mdy'>();
  const marks = new Set<'.' | ','>();
  const decimalComma = layout.dialect.delimiter === ';' || layout.dialect.delimiter === '\t';
  let minusSales = 0;
  let plusSales = 0;
  for (const { raw } of rows) {
    if (raw.excluded) continue;
    const { fields } = raw;
    for (const field of DATES) {
      const order = fields[field] === undefined ? null : orderProvedBy(fields[field].trim());
      if (order !== null) orders.add(order);
    }
    if (decimalComma) {
      for (const text of numbersOf(raw)) {
        const mark = markProvedBy(text);
        if (mark !== null) marks.add(mark);
      }
    }
    if (fields.quantity !== undefined && tradeTypeOf(fields.type ?? '') === 'SELL') {
      if (/^\s*[-(\u2212]/.test(fields.quantity)) minusSales++;
      else plusSales++;
    }
  }
  const currency = options.defaultCurrency ?? currencyOfHeader(layout) ?? remembered?.currency ?? null;
  return {
    date_order:
      options.dateOrder ??
      (orders.size === 0 ? (remembered?.date_order ?? layout.importer.dateOrder ?? null) : only(orders)),
    decimal_mark: decimalComma ? only(marks) : '.',
    // In our own file a minus is an adjustment; elsewhere, where every sale has one, it only repeats the word.
    signed_sells: layout.importer.format !== 'munim' && minusSales > 0 && plusSales === 0,
    is_own:
      layout.importer.format === OPENINGS_FORMAT ||
      (layout.importer.format === 'munim' &&
        layout.importer.type === 'transactions' &&
        TRANSACTION_FIELDS.every((field) => field in layout.columns)),
    default_asset_class: assetClassNamed(options.defaultAssetClass ?? remembered?.asset_class ?? null),
    default_currency: currency ?? LIKELY_CURRENCY,
    is_currency_proved: currency !== null,
    last_day: options.lastDay ?? null,
    ...(layout.importer.type === 'holdings' ? { price_day_label: priceDayOf(layout, options) } : {}),
  };
}

/** The day of "Holdings as on 31-03-2024", above the table or in the header of a column; null where nothing names one. */
function priceDayOf({ above, header, importer }: Layout, { dateOrder }: ContextOptions): string | null {
  return asOnDate(`${above}\n${header.names.join('\n')}`, dateOrder ?? importer.dateOrder ?? 'dmy');
}

function numbersOf({ fields, totals = {} }: RawRow): string[] {
  return [...NUMBERS.map((field) => fields[field]), ...Object.values(totals)].filter(
    (text) => text !== undefined,
  );
}

/** The currency that the headers of the file's money name; null where none does, or they name several. */
function currencyOfHeader({ header, columns }: Layout): string | null {
  const named = MONEY.flatMap((word) => {
    const at = columns[word];
    const currency = at === undefined ? null : currencyOfSign(header.names[at] ?? '');
    return currency === null ? [] : [currency];
  });
  return only(new Set(named));
}

function only<T>(found: Set<T>): T | null {
  return found.size === 1 ? ([...found][0] as T) : null;
}
