import { unguarded } from '../../../platform/index.ts';
import type { RawFields, RawRow } from '../rows/index.ts';
import { columnsFor, headerKey, type ImporterOf } from './importer.ts';

/** The file of opening positions to fill in: each column and its header, in their order. */
export const OPENING_HEADERS = {
  portfolio: 'Portfolio',
  symbol: 'Symbol',
  name: 'Name',
  isin: 'ISIN',
  asset_class: 'Asset_Class',
  currency: 'Currency',
  quantity: 'Opening_Quantity',
  date: 'Held_Since',
  price: 'Cost_Per_Unit',
  reason: 'Reason',
} as const;

export const OPENINGS_FORMAT = 'munim-openings';
const REQUIRED = ['symbol', 'quantity', 'date', 'price'];
const FIELDS = [
  'portfolio',
  'symbol',
  'isin',
  'asset_class',
  'currency',
  'quantity',
  'date',
  'price',
] as const;
const ALIASES = Object.fromEntries(
  Object.entries(OPENING_HEADERS).map(([field, name]) => [field, headerKey(name)]),
);

/** Units held before the records begin: with a cost a purchase, without one units of unknown cost. */
export const munimOpenings: ImporterOf<'transactions'> = {
  format: OPENINGS_FORMAT,
  title: 'Opening positions',
  type: 'transactions',
  detect(header) {
    const columns = columnsFor(header, ALIASES);
    return REQUIRED.every((field) => field in columns) ? { confidence: 1, columns } : null;
  },
  map(cell): RawRow<'transactions'> {
    const fields: RawFields<'transactions'> = {};
    for (const field of FIELDS) {
      const text = cell(field).trim();
      if (text !== '') fields[field] = unguarded(text);
    }
    if (fields.quantity === undefined)
      return { fields, excluded: 'The quantity is empty, so nothing is recorded.' };
    return { fields: { ...fields, type: fields.price === undefined ? 'TRANSFER_IN' : 'BUY' } };
  },
};
