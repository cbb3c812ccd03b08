import { columnsFor, copyFields, type ImporterOf, noEntry, statedAmount } from './importer.ts';
import type { RawRow } from '../rows/index.ts';

const ORDERS = {
  symbol: 'schemename',
  type: 'transactiontype',
  quantity: 'units',
  nav: 'nav',
  amount: 'amount',
  date: 'date',
  isin: 'isin',
};
const ORDERS_REQUIRED = ['symbol', 'type', 'quantity', 'nav', 'amount', 'date'];

/**
 * Groww's order history of mutual funds, below the holder's particulars. Its NAV is rounded: what a unit cost is the
 * amount over the units. It gives no ISIN, so a fund goes by its name.
 */
export const growwFunds: ImporterOf<'transactions'> = {
  format: 'groww-funds',
  title: 'Groww mutual fund orders',
  type: 'transactions',
  broker: 'Groww',
  symbolsByIsin: 'all',
  dateOrder: 'dmy',
  detect(header) {
    const columns = columnsFor(header, ORDERS);
    return ORDERS_REQUIRED.every((word) => word in columns) ? { confidence: 0.85, columns } : null;
  },
  map(cell): RawRow<'transactions'> {
    return {
      fields: {
        ...copyFields<'transactions'>(cell, ['symbol', 'type', 'quantity', 'date', 'isin']),
        price: cell('nav'),
        currency: 'INR',
        asset_class: 'Mutual Fund',
      },
      totals: { price: cell('amount') },
      ...statedAmount(cell('amount'), 'apart'),
      excluded: noEntry(cell, ['type', 'quantity', 'date']),
    };
  },
};

const HOLDINGS = {
  symbol: 'schemename',
  amc: 'amc',
  folio: 'foliono folio folionumber',
  quantity: 'units',
  invested: 'investedvalue',
  value: 'currentvalue',
  isin: 'isin',
};

/** Groww's holdings statement of mutual funds; a fund is priced by its ISIN, which has to be added where it is missing. */
export const growwFundHoldings: ImporterOf<'holdings'> = {
  format: 'groww-fund-holdings',
  title: 'Groww mutual fund holdings',
  type: 'holdings',
  broker: 'Groww',
  symbolsByIsin: 'all',
  detect(header) {
    const columns = columnsFor(header, HOLDINGS);
    const required = ['symbol', 'amc', 'quantity', 'invested', 'value'];
    return required.every((word) => word in columns) ? { confidence: 0.85, columns } : null;
  },
  map(cell): RawRow<'holdings'> {
    return {
      fields: {
        ...copyFields<'holdings'>(cell, ['symbol', 'quantity', 'isin']),
        name: cell('symbol').trim(),
        currency: 'INR',
        asset_class: 'Mutual Fund',
      },
      totals: { avg_buy_price: cell('invested'), current_price: cell('value') },
      excluded: noEntry(cell, ['quantity', 'invested', 'folio']),
    };
  },
};
