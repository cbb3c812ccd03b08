import { derivativeReason } from './derivatives.ts';
import { type Cell, columnsFor, copyFields, type ImporterOf, noEntry } from './importer.ts';
import { type RawRow, shown } from '../rows/index.ts';
import { exchangeAssetClass } from '../../../market/instruments/index.ts';
import { kiteSymbol } from '../../../brokers/statements/index.ts';

const HOLDINGS = {
  symbol: 'tradingsymbol',
  isin: 'isin',
  exchange: 'exchange',
  quantity: 'quantity',
  product: 'product',
  avg_buy_price: 'averageprice',
  current_price: 'ltp',
  gain: 'profitandloss',
};
const REQUIRED = ['symbol', 'quantity', 'product', 'avg_buy_price', 'gain'];

/** Angel One's holdings, as lists from its interface have them: the series stands behind the symbol. */
export const angelOneHoldings: ImporterOf<'holdings'> = {
  format: 'angel-one-holdings',
  title: 'Angel One holdings',
  type: 'holdings',
  broker: 'Angel One',
  detect(header) {
    const columns = columnsFor(header, HOLDINGS);
    return REQUIRED.every((word) => word in columns) ? { confidence: 0.88, columns } : null;
  },
  map(cell): RawRow<'holdings'> {
    const symbol = kiteSymbol(cell('symbol'));
    return {
      fields: {
        ...copyFields<'holdings'>(cell, ['isin', 'quantity', 'avg_buy_price', 'current_price']),
        symbol,
        currency: 'INR',
        asset_class: exchangeAssetClass(symbol, cell('isin').trim()),
      },
      excluded: noEntry(cell, ['symbol', 'quantity', 'avg_buy_price']) ?? notHeld(cell),
    };
  },
};

/** A position of the day or a contract is no holding. */
function notHeld(cell: Cell): string | null {
  const product = cell('product').trim();
  const contract = derivativeReason(cell('exchange'));
  if (contract !== null || /^(?:|-|DELIVERY|CNC|HOLDINGS?)$/i.test(product)) return contract;
  return `The product is ${shown(product)}: a position, not a holding.`;
}
