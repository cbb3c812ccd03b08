import { type Cell, columnsFor, copyFields, type ImporterOf, noEntry, statedAmount } from './importer.ts';
import type { RawRow } from '../rows/index.ts';
import { exchangeAssetClass } from '../../../market/instruments/index.ts';
import { kiteSymbol } from '../../../brokers/statements/index.ts';

const WORDS = {
  symbol: 'symbol',
  isin: 'isin',
  date: 'exdate',
  quantity: 'quantity qty',
  price: 'dividendpershare',
  amount: 'netdividendamount totaldividend',
};

/**
 * Zerodha Console's report of dividends, the workbook and the CSV file, which has no ISIN. It dates each by the day the
 * share went without it, some weeks before the money came, and marks some symbols with signs of its own. Its "net"
 * amount is before tax: the company takes that, and Console only reckons what was due.
 */
export const zerodhaDividends: ImporterOf<'transactions'> = {
  format: 'zerodha-dividends',
  title: 'Zerodha dividends',
  type: 'transactions',
  broker: 'Zerodha',
  detect(header) {
    const columns = columnsFor(header, WORDS);
    const required = ['symbol', 'date', 'quantity', 'price'];
    return required.every((word) => word in columns) ? { confidence: 0.9, columns } : null;
  },
  map: zerodhaDividend,
};

/** The words of a dividend in every report of Console. */
export const ZERODHA_DIVIDEND = WORDS;

/** One line of a table with these words. */
export function zerodhaDividend(cell: Cell): RawRow<'transactions'> {
  const isin = cell('isin').trim();
  const symbol = unmarked(cell('symbol'), isin);
  return {
    fields: {
      ...copyFields<'transactions'>(cell, ['isin', 'date', 'quantity', 'price']),
      symbol,
      type: 'DIVIDEND',
      currency: 'INR',
      asset_class: exchangeAssetClass(symbol, isin),
      note: 'Dated by its ex-date; the report has no payment date.',
    },
    ...statedAmount(cell('amount'), 'apart'),
    excluded: noEntry(cell, ['date', 'quantity', 'price']),
  };
}

/**
 * The symbol without the marks that refer to a footnote: `#`, `*`, `^` and a raised 6. A 6 is taken off a share's letters
 * only, since funds and bonds do end in digits; no share of the exchanges ends in one 6 after letters.
 */
function unmarked(text: string, isin: string): string {
  let end = text.length;
  while (' #*^'.includes(text.charAt(end - 1)) && end > 0) end--;
  const symbol = text.slice(0, end).trim();
  const raised = (isin === '' || isin.startsWith('INE')) && /^[A-Z&-]+6$/.test(symbol);
  return kiteSymbol(raised ? symbol.slice(0, -1) : symbol);
}
