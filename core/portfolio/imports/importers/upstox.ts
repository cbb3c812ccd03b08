import { derivativeReason } from './derivatives.ts';
import { type Cell, columnsFor, copyFields, executionId, type ImporterOf, noEntry } from './importer.ts';
import type { RawRow } from '../rows/index.ts';
import { exchangeAssetClass } from '../../../market/instruments/index.ts';

const TRADES = {
  date: 'date tradedate',
  symbol: 'company scripname',
  isin: 'isin',
  amount: 'amount',
  exchange: 'exchange',
  segment: 'segment',
  security_id: 'scripcode',
  instrument: 'instrumenttype',
  strike: 'strikeprice',
  expiry: 'expiry',
  number: 'tradenum tradenumber',
  executed_at: 'tradetime',
  type: 'side',
  quantity: 'quantity qty',
  price: 'price',
};
const TRADE_FIELDS = [
  'date',
  'symbol',
  'isin',
  'security_id',
  'type',
  'quantity',
  'price',
  'executed_at',
] as const;
const TRADES_REQUIRED = ['date', 'symbol', 'type', 'quantity', 'price', 'number', 'exchange'];

/**
 * Upstox's trade report, a workbook saved as CSV: lines about the broker and the client above, days as a spreadsheet
 * counts them. A trade's number is unique on one exchange on one day. It has no ISIN, and companies in place of tickers.
 */
export const upstoxTrades: ImporterOf<'transactions'> = {
  format: 'upstox-trades',
  title: 'Upstox trades',
  type: 'transactions',
  broker: 'Upstox',
  symbolsByIsin: 'all',
  dateOrder: 'dmy',
  detect(header) {
    const columns = columnsFor(header, TRADES);
    return TRADES_REQUIRED.every((word) => word in columns) ? { confidence: 0.9, columns } : null;
  },
  map(cell): RawRow<'transactions'> {
    const isin = cell('isin').trim();
    return {
      fields: {
        ...copyFields<'transactions'>(cell, TRADE_FIELDS),
        currency: 'INR',
        asset_class: exchangeAssetClass(cell('symbol').trim(), isin),
        ...executionId(cell('exchange'), cell('number')),
      },
      excluded: noEntry(cell, ['type', 'quantity', 'price']) ?? derivative(cell),
    };
  },
};

/** Contracts say so by segment, kind of instrument (European Call), or simply by having a day they end on. */
function derivative(cell: Cell): string | null {
  const kind = cell('instrument').trim();
  return (
    derivativeReason(cell('segment')) ??
    derivativeReason(kind) ??
    (/\b(?:call|put|future)/i.test(kind) ? derivativeReason('OPT') : null) ??
    (cell('expiry').replace(/[\s-]/g, '') === '' ? null : derivativeReason('FO'))
  );
}

const HOLDINGS = {
  isin: 'isin isincode',
  symbol: 'symbol tradingsymbol instrument scripname companyname company scrip',
  name: 'companyname scripname name company',
  quantity: 'netqty netquantity totalqty totalquantity holdingqty currentqty quantity qty',
  avg_buy_price: 'avgprice averageprice avgcost buyaverage buyavg averagecost avgbuyprice averagebuyprice',
  current_price: 'ltp lasttradedprice closingprice closeprice currentprice marketprice rate',
  value: 'currentvalue marketvalue valuation presentvalue',
};

/** Upstox's holdings, known by the broker's name above the table: its headers are common words. */
export const upstoxHoldings: ImporterOf<'holdings'> = {
  format: 'upstox-holdings',
  title: 'Upstox holdings',
  type: 'holdings',
  broker: 'Upstox',
  symbolsByIsin: 'all',
  detect(header, above) {
    if (!above.includes('upstox')) return null;
    const columns = columnsFor(header, HOLDINGS);
    if (!('quantity' in columns) || !('symbol' in columns || 'isin' in columns)) return null;
    return 'avg_buy_price' in columns || 'current_price' in columns ? { confidence: 0.85, columns } : null;
  },
  map(cell): RawRow<'holdings'> {
    const symbol = cell('symbol').trim().replace(/-EQ$/i, '');
    return {
      fields: {
        ...copyFields<'holdings'>(cell, ['isin', 'name', 'quantity', 'avg_buy_price', 'current_price']),
        symbol,
        currency: 'INR',
        asset_class: exchangeAssetClass(symbol, cell('isin').trim()),
      },
      excluded: noEntry(cell, ['isin', 'quantity', 'avg_buy_price']),
    };
  },
};
