import { parseNumber } from '../../../platform/index.ts';
import type { RawFields, RawRow } from '../rows/index.ts';
import { Decimal } from '../../../platform/index.ts';
import { type Cell, columnsFor, copyFields, type ImporterOf } from './importer.ts';
import { exchangeAssetClass } from '../../../market/instruments/index.ts';
import { kiteSymbol } from '../../../brokers/statements/index.ts';

const KITE = {
  symbol: 'instrument',
  quantity: 'qty',
  avg_buy_price: 'avgcost',
  current_price: 'ltp',
  invested: 'invested',
  value: 'curval',
  gain: 'pl',
  net_change: 'netchg',
  day_change: 'daychg',
};

/**
 * The holdings download of Kite: quoted cells, a last column without a name in newer files. The same header serves
 * shares and, by name, mutual funds; it has no ISIN, so a fund waits for one.
 */
export const zerodhaHoldings: ImporterOf<'holdings'> = {
  format: 'zerodha-holdings',
  title: 'Zerodha holdings',
  type: 'holdings',
  broker: 'Zerodha',
  detect(header) {
    const columns = columnsFor(header, KITE);
    const required = ['symbol', 'quantity', 'avg_buy_price', 'current_price'];
    return required.every((word) => word in columns) ? { confidence: 0.9, columns } : null;
  },
  map(cell): RawRow<'holdings'> {
    const fields = holding(cell, cell('quantity'), '');
    // A suspended share shows some last price, but is valued at 0: its value is not known.
    if (cell('value').includes('0') && /^[\s0.,-]+$/.test(cell('value'))) delete fields.current_price;
    return { fields };
  },
};

const CONSOLE = {
  symbol: 'symbol',
  isin: 'isin',
  sector: 'sector',
  quantity: 'quantityavailable',
  pledged_margin: 'quantitypledgedmargin',
  pledged_loan: 'quantitypledgedloan',
  avg_buy_price: 'averageprice',
  previous_close: 'previousclosingprice',
};

/** The holdings statement of Console, with its title rows. Pledged shares are still owned and are added. */
export const zerodhaConsoleHoldings: ImporterOf<'holdings'> = {
  format: 'zerodha-holdings',
  title: 'Zerodha holdings',
  type: 'holdings',
  broker: 'Zerodha',
  detect(header) {
    const columns = columnsFor(header, CONSOLE);
    const required = ['symbol', 'isin', 'quantity', 'avg_buy_price'];
    return required.every((word) => word in columns) ? { confidence: 0.9, columns } : null;
  },
  map(cell): RawRow<'holdings'> {
    const fields = holding(cell, owned(cell), cell('isin').trim());
    return { fields: { ...fields, ...copyFields<'holdings'>(cell, ['sector', 'previous_close']) } };
  },
};

function holding(cell: Cell, quantity: string, isin: string): RawFields<'holdings'> {
  const symbol = kiteSymbol(cell('symbol'));
  // Tickers have no spaces: a name with some is a fund.
  const isFund = /\s/.test(symbol);
  return {
    symbol,
    quantity,
    currency: 'INR',
    asset_class: isFund ? 'Mutual Fund' : exchangeAssetClass(symbol, isin),
    ...(isFund ? { name: symbol } : {}),
    ...(isin === '' ? {} : { isin }),
    ...copyFields<'holdings'>(cell, ['avg_buy_price', 'current_price']),
  };
}

/** Available plus pledged; where a part is not a number the cell stays as it is and becomes an issue. */
function owned(cell: Cell): string {
  const available = cell('quantity').trim();
  let total = new Decimal(0);
  for (const text of [available, cell('pledged_margin').trim(), cell('pledged_loan').trim()]) {
    const part = text === '' ? { value: '0' } : parseNumber(text, '.');
    if ('problem' in part) return text;
    total = total.plus(part.value);
  }
  return available === '' ? '' : total.toFixed();
}
