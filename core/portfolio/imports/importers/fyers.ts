import { derivativeReason, segmentOf } from './derivatives.ts';
import {
  type Cell,
  columnsFor,
  copyFields,
  executionId,
  type ImporterOf,
  statedAmount,
  fateOf,
  type Fate,
} from './importer.ts';
import type { RawRow } from '../rows/index.ts';
import { exchangeAssetClass } from '../../../market/instruments/index.ts';
import { kiteSymbol } from '../../../brokers/statements/index.ts';

const WORDS = {
  code: 'symbolcode',
  symbol: 'symbolname symbol name',
  date: 'datetime orderdatetime dateandtime tradedatetime tradedate date',
  type: 'side',
  product: 'producttype',
  quantity: 'tradedqty qty quantity',
  price: 'tradedprice tradeprice',
  total: 'totalvalue tradevalue',
  segment: 'segment',
  exchange: 'exchange',
  exchange_order: 'exchangeorderid exchangeorderno exchordid',
  order: 'omsorderid ordernumber orderno orderid',
  number: 'tradenumber tradeno tradeid',
};
const REQUIRED = ['symbol', 'date', 'type', 'quantity', 'price'];

/** What FYERS' interface counts where its report has words. */
const EXCHANGES = new Map([
  ['10', 'NSE'],
  ['11', 'MCX'],
  ['12', 'BSE'],
]);
const SEGMENTS = new Map([
  ['11', 'FO'],
  ['12', 'CDS'],
  ['20', 'COM'],
  ['derivatives', 'FO'],
  ['currency', 'CDS'],
  ['commodity', 'COM'],
  ['commodities', 'COM'],
]);

/** `NSE:NIFTY24MAR22000CE`, `USDINR24MARFUT`: shares have no figures before such an end. */
const CONTRACT = /\d(?:[A-Z]{3})?(?:CE|PE|FUT)$/i;

/**
 * FYERS' tradebook: its report, with the client's particulars above, or a list from its interface, where the side is 1
 * or -1. An order has several fills, and two fills may be alike in all: order ids identify nothing, and trade numbers
 * only where no spreadsheet has cut them short.
 */
export const fyersTradebook: ImporterOf<'transactions'> = {
  format: 'fyers-tradebook',
  title: 'FYERS tradebook',
  type: 'transactions',
  broker: 'FYERS',
  dateOrder: 'dmy',
  detect(header) {
    const columns = columnsFor(header, WORDS);
    const ids = ['order', 'exchange_order', 'number'].some((word) => word in columns);
    return ids && REQUIRED.every((word) => word in columns) ? { confidence: 0.88, columns } : null;
  },
  map(cell): RawRow<'transactions'> {
    const symbol = symbolOf(cell);
    return {
      fields: {
        ...copyFields<'transactions'>(cell, ['date', 'type', 'quantity', 'price']),
        symbol,
        currency: 'INR',
        asset_class: exchangeAssetClass(symbol, ''),
        ...executionId(exchangeOf(cell), cell('number')),
      },
      ...statedAmount(cell('total'), 'apart'),
      ...fateOf(cell, ['type', 'quantity', 'price'], fyersSegment(cell, carriedOver(cell))),
    };
  },
};

/** The symbol of a row, and why it is left out as a derivative: all of FYERS' lists have them alike. */
export const fyersSymbol = symbolOf;
export function fyersSegment(cell: Cell, reason: string | null): Fate<'transactions'> {
  const excluded = reason ?? derivative(cell);
  return excluded === null ? segmentOf(cell('segment')) : { excluded };
}

/** `TCS-EQ` in a column of codes, `NSE:SBIN-EQ` in one of symbols; a company's name where there is neither. */
function symbolOf(cell: Cell): string {
  const code = cell('code').trim();
  const symbol = /^[A-Z0-9&]+-[A-Z0-9]{1,2}$/i.test(code) ? code : cell('symbol').trim();
  return kiteSymbol(symbol.replace(/^(?:NSE|BSE):/i, ''));
}

function exchangeOf(cell: Cell): string {
  const word = cell('exchange').trim();
  return (
    EXCHANGES.get(word) ?? (word === '' ? (/^(NSE|BSE):/i.exec(cell('symbol').trim())?.[1] ?? '') : word)
  );
}

/**
 * A position carried over midnight stands in the report a second time: the other side, no product, no number of an
 * exchange. It is a trade only by its looks, and would undo the real one.
 */
function carriedOver(cell: Cell): string | null {
  const product = cell('product').trim();
  const number = cell('exchange_order').replace(/^="?/, '').trim();
  const isLettered = /[a-z]{2}/i.test(number);
  // Reports may lack one of the two columns; what the other says is enough.
  const mirrored =
    /12:00:00\s*AM/i.test(cell('date')) &&
    (product === '-' || (product === '' && isLettered)) &&
    (isLettered || number === '');
  return mirrored ? 'A duplicate: FYERS lists this trade again at midnight, with the opposite side.' : null;
}

function derivative(cell: Cell): string | null {
  const word = cell('segment').trim();
  return (
    derivativeReason(SEGMENTS.get(word.toLowerCase()) ?? word) ??
    (/^(?:MCX|NFO|BFO|CDS):/i.test(cell('symbol').trim()) || CONTRACT.test(cell('symbol').trim())
      ? derivativeReason('FO')
      : null)
  );
}
