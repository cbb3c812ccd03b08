import { unguarded } from '../../../platform/index.ts';
import {
  type FieldOf,
  HOLDING_HEADERS,
  type ImportType,
  type RawFields,
  type RawRow,
  TRANSACTION_HEADERS,
} from '../rows/index.ts';
import { columnsFor, headerKey, type HeaderRow, type ImporterOf } from './importer.ts';

/** Our own exports. Other columns may stand beside ours, as long as enough of them tell whose file it is. */
export const munimTransactions = ownFormat('transactions', TRANSACTION_HEADERS, {
  required: ['symbol', 'date', 'type', 'quantity', 'price'],
  telling: ['fee_tax', 'security_id', 'asset_class', 'execution_id'],
});

export const munimHoldings = ownFormat('holdings', HOLDING_HEADERS, {
  required: ['symbol', 'quantity', 'avg_buy_price'],
  telling: ['asset_class', 'previous_close', 'target_allocation_pct', 'coupon_frequency'],
});

function ownFormat<T extends ImportType>(
  type: T,
  headers: Readonly<Record<FieldOf<T>, string>>,
  signs: { required: FieldOf<T>[]; telling: FieldOf<T>[] },
): ImporterOf<T> {
  const fields = Object.keys(headers) as FieldOf<T>[];
  const aliases = Object.fromEntries(
    Object.entries<string>(headers).map(([field, name]) => [field, headerKey(name)]),
  );
  return {
    format: 'munim',
    title: 'Munim’s own export',
    type,
    detect(header: HeaderRow) {
      const columns = columnsFor(header, aliases);
      const has = (field: string) => field in columns;
      if (!signs.required.every(has) || signs.telling.filter(has).length < 2) return null;
      return { confidence: 1, columns };
    },
    map(cell): RawRow<T> {
      const found: RawFields<T> = {};
      for (const field of fields) {
        const text = cell(field);
        if (text !== '') found[field] = unguarded(text);
      }
      return { fields: found };
    },
  };
}
