import { derivativeReason, segmentOf } from './derivatives.ts';
import {
  type Cell,
  columnsFor,
  copyFields,
  executionId,
  type ImporterOf,
  noEntry,
  statedAmount,
  fateOf,
} from './importer.ts';
import type { RawFields, RawRow } from '../rows/index.ts';
import { exchangeAssetClass, isIsin } from '../../../market/instruments/index.ts';

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
    const fields: RawFields<'transactions'> = {
      ...copyFields<'transactions'>(cell, TRADE_FIELDS),
      currency: 'INR',
      ...executionId(cell('exchange'), cell('number')),
      ...(isFund(cell) ? fund(cell) : share(cell)),
    };
    return {
      fields,
      // The price of a fund is rounded, its amount is not.
      ...(isFund(cell) ? { totals: { price: cell('amount') } } : {}),
      ...statedAmount(cell('amount'), 'apart'),
      ...fateOf(
        cell,
        ['type', 'quantity', 'price'],
        derivative(cell) === null ? segmentOf(cell('segment')) : { excluded: derivative(cell) },
      ),
    };
  },
};

const isFund = (cell: Cell): boolean =>
  cell('segment').trim().toUpperCase() === 'MF' || cell('instrument').trim().toUpperCase() === 'MF';

/** The code of a fund is its ISIN without the country; its name is cut after 30 letters. */
function fund(cell: Cell): RawFields<'transactions'> {
  const isin = `IN${cell('security_id').trim().toUpperCase()}`;
  return isIsin(isin)
    ? { isin, security_id: '', asset_class: 'Mutual Fund' }
    : { asset_class: 'Mutual Fund' };
}

/** The code of a share is that of BSE, whatever the exchange. What was allotted has neither number nor time. */
function share(cell: Cell): RawFields<'transactions'> {
  const isAllotted = [cell('number'), cell('executed_at')].every((text) => text.trim() === '');
  return {
    asset_class: exchangeAssetClass(cell('symbol').trim(), cell('isin').trim()),
    ...(isAllotted && /^b/i.test(cell('type').trim())
      ? { note: 'Allotted, not traded (an IPO, for example): the report has no trade number.' }
      : {}),
  };
}

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
  price_date: 'valuedate pricedate',
};

/** What a depository keeps apart; the report of holdings has all of these columns. */
const KEPT_APART = ['freeqty', 'currentqty', 'freezeqty', 'lockedqty', 'pledgeqty'];

/**
 * Upstox's holdings, known by the broker's name above the table, since its headers are common words; or by the columns of
 * the depository's view, whose rate is the closing price and which knows no cost.
 */
export const upstoxHoldings: ImporterOf<'holdings'> = {
  format: 'upstox-holdings',
  title: 'Upstox holdings',
  type: 'holdings',
  broker: 'Upstox',
  symbolsByIsin: 'all',
  detect(header, above) {
    const isDepository = KEPT_APART.every((key) => header.places.has(key));
    if (!isDepository && !above.includes('upstox')) return null;
    const columns = columnsFor(header, HOLDINGS);
    if (!('quantity' in columns) || !('symbol' in columns || 'isin' in columns)) return null;
    return 'avg_buy_price' in columns || 'current_price' in columns ? { confidence: 0.85, columns } : null;
  },
  map(cell): RawRow<'holdings'> {
    const symbol = cell('symbol').trim().replace(/-EQ$/i, '');
    return {
      fields: {
        ...copyFields<'holdings'>(cell, [
          'isin',
          'name',
          'quantity',
          'avg_buy_price',
          'current_price',
          'price_date',
        ]),
        symbol,
        currency: 'INR',
        asset_class: exchangeAssetClass(symbol, cell('isin').trim()),
      },
      excluded: noEntry(cell, ['isin', 'quantity', 'avg_buy_price']),
    };
  },
};
