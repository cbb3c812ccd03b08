import { kiteSymbol } from '../../../brokers/statements/index.ts';
import { derivativeReason } from './derivatives.ts';
import { columnsFor, executionId, type Importer } from './importer.ts';
import type { RawFields } from '../rows/index.ts';
import { exchangeAssetClass } from '../../../market/instruments/index.ts';

const WORDS = {
  symbol: 'symbol tradingsymbol',
  isin: 'isin',
  date: 'tradedate',
  exchange: 'exchange',
  segment: 'segment',
  type: 'tradetype',
  quantity: 'quantity',
  price: 'price',
  execution_id: 'tradeid',
  expiry: 'expirydate',
  executed_at: 'orderexecutiontime tradeexecutiontime',
};
const REQUIRED = ['symbol', 'date', 'exchange', 'segment', 'type', 'quantity', 'price', 'execution_id'];

/**
 * Zerodha Console's tradebook, in the current layout (with ISIN and series) and that of 2019. One line is one fill;
 * its trade number is unique on one exchange on one day. Charges are not in the file.
 */
export const zerodhaTradebook: Importer = {
  format: 'zerodha-tradebook',
  title: 'Zerodha tradebook',
  type: 'transactions',
  broker: 'Zerodha',
  symbolsByIsin: 'funds',
  detect(header) {
    const columns = columnsFor(header, WORDS);
    return REQUIRED.every((word) => word in columns) ? { confidence: 0.9, columns } : null;
  },
  map(cell): RawFields {
    const isin = cell('isin').trim();
    const segment = cell('segment').trim().toUpperCase();
    const fund = segment === 'MF' || isFundName(cell('symbol'), isin);
    const symbol = fund ? cell('symbol').trim() : kiteSymbol(cell('symbol'));
    const raw: RawFields = {
      symbol,
      date: cell('date'),
      type: cell('type'),
      quantity: cell('quantity'),
      price: cell('price'),
      currency: 'INR',
      asset_class: fund ? 'Mutual Fund' : exchangeAssetClass(symbol, isin),
    };
    if (isin !== '') raw['isin'] = isin;
    const execution = executionId(cell('exchange'), cell('execution_id'));
    if (execution !== null) raw['execution_id'] = execution;
    if (cell('executed_at').trim() !== '') raw['executed_at'] = cell('executed_at');
    const derivative =
      derivativeReason(segment) ?? (cell('expiry').trim() === '' ? null : derivativeReason('FO'));
    if (derivative !== null) {
      raw['excluded'] = derivative;
    } else if (segment !== '' && segment !== 'EQ' && segment !== 'MF') {
      raw['excluded'] = `Segment ${segment} is not known; EQ and MF are imported.`;
    }
    return raw;
  },
};

/** The tradebook of mutual funds has the fund's name for a symbol (and BSE for an exchange); tickers have no spaces. */
function isFundName(symbol: string, isin: string): boolean {
  return isin.startsWith('INF') && /\S\s+\S/.test(symbol);
}
