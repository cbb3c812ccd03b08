import {
  unguarded,
  HOLDING_HEADERS,
  type ImportType,
  TRANSACTION_HEADERS,
  type RawFields,
} from '../rows/index.ts';
import { columnsFor, headerKey, type HeaderRow, type Importer } from './importer.ts';
/** Our own exports. Other columns may stand beside ours, as long as enough of them tell whose file it is. */
export const munimTransactions = ownFormat('transactions', TRANSACTION_HEADERS, {
  required: ['symbol', 'date', 'type', 'quantity', 'price'],
  telling: ['fee_tax', 'security_id', 'asset_class', 'execution_id'],
});

export const munimHoldings = ownFormat('holdings', HOLDING_HEADERS, {
  required: ['symbol', 'quantity', 'avg_buy_price'],
  telling: ['asset_class', 'previous_close', 'target_allocation_pct', 'coupon_frequency'],
});

function ownFormat(
  type: ImportType,
  headers: Readonly<Record<string, string>>,
  signs: { required: string[]; telling: string[] },
): Importer {
  const aliases = Object.fromEntries(
    Object.entries(headers).map(([field, name]) => [field, headerKey(name)]),
  );
  const fields = Object.keys(headers);
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
    map(cell): RawFields {
      const raw: RawFields = {};
      for (const field of fields) {
        const text = cell(field);
        if (text !== '') raw[field] = unguarded(text);
      }
      return raw;
    },
  };
}
