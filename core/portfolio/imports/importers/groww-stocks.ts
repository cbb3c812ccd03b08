import { shown, type RawRow } from '../rows/index.ts';
import {
  columnsFor,
  copyFields,
  type ImporterOf,
  noEntry,
  statedAmount,
  fateOf,
  type Fate,
} from './importer.ts';
import { exchangeAssetClass } from '../../../market/instruments/index.ts';

const ORDERS = {
  name: 'stockname',
  symbol: 'symbol',
  isin: 'isin',
  type: 'type',
  quantity: 'quantity',
  value: 'value',
  exchange: 'exchange',
  order: 'exchangeorderid',
  date: 'executiondateandtime',
  status: 'orderstatus',
};
const ORDERS_REQUIRED = ['symbol', 'isin', 'type', 'quantity', 'value', 'date', 'status'];

/**
 * Groww's order history of stocks: orders that came to nothing stand between the others, and `Value` is what the whole
 * order moved. An order id may stand on several fills, and spreadsheets cut it short, so it identifies nothing.
 */
export const growwStocks: ImporterOf<'transactions'> = {
  format: 'groww-stocks',
  title: 'Groww stock orders',
  type: 'transactions',
  broker: 'Groww',
  dateOrder: 'dmy',
  detect(header) {
    const columns = columnsFor(header, ORDERS);
    return ORDERS_REQUIRED.every((word) => word in columns) ? { confidence: 0.9, columns } : null;
  },
  map(cell): RawRow<'transactions'> {
    const symbol = cell('symbol').trim();
    const isin = cell('isin').trim();
    return {
      fields: {
        ...copyFields<'transactions'>(cell, ['isin', 'date', 'type', 'quantity']),
        symbol,
        currency: 'INR',
        asset_class: exchangeAssetClass(symbol, isin),
      },
      totals: { price: cell('value') },
      ...statedAmount(cell('value'), 'apart'),
      ...fateOf(cell, ['type', 'quantity', 'status'], notExecuted(cell('status').trim())),
    };
  },
};

/** States of orders of which nothing was traded. */
const UNTRADED =
  /^(?:cancell?ed|rejected|failed|pending|open|expired|placed|queued|scheduled|trigger(?:ed| pending))$/i;

/** What is not executed is no trade; whether a state that is not known is one only a person can tell. */
function notExecuted(status: string): Fate<'transactions'> {
  if (/^(?:executed|complete[d]?)$/i.test(status)) return {};
  if (status === '') return { excluded: 'The order status is blank. Only executed orders are trades.' };
  if (UNTRADED.test(status))
    return { excluded: `The order status is ${shown(status)}. Only executed orders are trades.` };
  return {
    undecided: {
      field: 'quantity',
      message: `is not known: the order status is ${shown(status)}, which does not show whether the order was executed. Enter the quantity that was traded, or leave the row out.`,
    },
  };
}

const HOLDINGS = {
  symbol: 'symbol stockname',
  name: 'stockname',
  isin: 'isin',
  quantity: 'quantity',
  avg_buy_price: 'averagebuyprice avgcostprice',
  current_price: 'closingprice ltp',
  value: 'closingvalue curvalue',
};

/**
 * Groww's holdings statement of stocks. It names companies, tickers only in its newer form: the ISIN tells which share it
 * is.
 */
export const growwHoldings: ImporterOf<'holdings'> = {
  format: 'groww-holdings',
  title: 'Groww stock holdings',
  type: 'holdings',
  broker: 'Groww',
  symbolsByIsin: 'all',
  detect(header) {
    const columns = columnsFor(header, HOLDINGS);
    const required = ['symbol', 'isin', 'quantity', 'avg_buy_price', 'current_price', 'value'];
    return required.every((word) => word in columns) ? { confidence: 0.85, columns } : null;
  },
  map(cell): RawRow<'holdings'> {
    return {
      fields: {
        ...copyFields<'holdings'>(cell, ['symbol', 'isin', 'quantity', 'avg_buy_price', 'current_price']),
        name: (cell('name') || cell('symbol')).trim(),
        currency: 'INR',
        asset_class: exchangeAssetClass('', cell('isin').trim()),
      },
      excluded: noEntry(cell, ['isin', 'quantity', 'avg_buy_price']),
    };
  },
};
