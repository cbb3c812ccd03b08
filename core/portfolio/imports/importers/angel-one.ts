import { derivativeReason } from './derivatives.ts';
import { type Cell, columnsFor, copyFields, type ImporterOf, fateOf, type Fate } from './importer.ts';
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
      ...fateOf(cell, ['symbol', 'quantity', 'avg_buy_price'], notHeld(cell)),
    };
  },
};

/** A position of the day or a contract is no holding. */
function notHeld(cell: Cell): Fate<'holdings'> {
  const product = cell('product').trim();
  const contract = derivativeReason(cell('exchange'));
  if (contract !== null) return { excluded: contract };
  if (/^(?:|-|DELIVERY|CNC|HOLDINGS?)$/i.test(product)) return {};
  if (/^(?:INTRADAY|MIS|MARGIN|CARRYFORWARD|NRML|BO|CO|BRACKET|COVER)$/i.test(product))
    return { excluded: `The product is ${shown(product)}: a position, not a holding.` };
  const message = `is not known: the product ${shown(product)} may be a position and not a holding. Enter the quantity that you hold, or leave the row out.`;
  return { undecided: { field: 'quantity', message } };
}
