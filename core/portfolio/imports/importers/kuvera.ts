import { columnsFor, copyFields, type ImporterOf, noEntry, statedAmount } from './importer.ts';
import type { RawRow } from '../rows/index.ts';

const WORDS = {
  date: 'date',
  folio: 'folionumber',
  symbol: 'nameofthefund',
  type: 'order',
  quantity: 'units',
  price: 'nav',
  current: 'currentnav',
  amount: 'amountinr',
};
const REQUIRED = ['date', 'symbol', 'type', 'quantity', 'price', 'amount'];

/**
 * Kuvera's transactions of mutual funds, each in Kuvera's own spelling and without an ISIN. The amount is what went into
 * units, after stamp duty; "Current Nav" is the price of the day of the export. A switch is a sale and a purchase.
 */
export const kuvera: ImporterOf<'transactions'> = {
  format: 'kuvera',
  title: 'Kuvera transactions',
  type: 'transactions',
  broker: 'Kuvera',
  symbolsByIsin: 'funds',
  detect(header) {
    const columns = columnsFor(header, WORDS);
    return REQUIRED.every((word) => word in columns) ? { confidence: 0.9, columns } : null;
  },
  map(cell): RawRow<'transactions'> {
    const folio = cell('folio').trim();
    return {
      fields: {
        ...copyFields<'transactions'>(cell, ['symbol', 'date', 'type', 'quantity', 'price']),
        currency: 'INR',
        asset_class: 'Mutual Fund',
        ...(folio === '' ? {} : { note: `Folio ${folio}` }),
      },
      totals: { price: cell('amount') },
      ...statedAmount(cell('amount'), 'apart'),
      excluded: noEntry(cell, ['type', 'quantity', 'date']),
    };
  },
};
