import { kiteSymbol } from '../../../brokers/statements/index.ts';
import { segmentOf } from './derivatives.ts';
import { columnsFor, executionId, type ImporterOf } from './importer.ts';
import type { RawRow } from '../rows/index.ts';
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
const REQUIRED = ['symbol', 'date', 'exchange', 'type', 'quantity', 'price', 'execution_id'];

/**
 * Zerodha Console's tradebook, in the current layout (with ISIN and series) and that of 2019. One line is one fill;
 * its trade number is unique on one exchange on one day. Charges are not in the file.
 */
export const zerodhaTradebook: ImporterOf<'transactions'> = {
  format: 'zerodha-tradebook',
  title: 'Zerodha tradebook',
  type: 'transactions',
  broker: 'Zerodha',
  symbolsByIsin: 'funds',
  detect(header) {
    const columns = columnsFor(header, WORDS);
    return REQUIRED.every((word) => word in columns) ? { confidence: 0.9, columns } : null;
  },
  map(cell): RawRow<'transactions'> {
    const isin = cell('isin').trim();
    const segment = cell('segment').trim().toUpperCase();
    const fund = segment === 'MF' || isFundName(cell('symbol'), isin);
    const symbol = fund ? cell('symbol').trim() : kiteSymbol(cell('symbol'));
    const executed_at = cell('executed_at');
    return {
      fields: {
        symbol,
        date: cell('date'),
        type: cell('type'),
        quantity: cell('quantity'),
        price: cell('price'),
        currency: 'INR',
        asset_class: fund ? 'Mutual Fund' : exchangeAssetClass(symbol, isin),
        ...(isin === '' ? {} : { isin }),
        ...executionId(cell('exchange'), numberOf(cell('execution_id'))),
        ...(executed_at.trim() === '' ? {} : { executed_at }),
      },
      ...segmentOf(cell('expiry').trim() === '' ? segment : 'FO'),
    };
  },
};

/** Exchanges number their trades; lists that people typed have words of their own there, which may repeat. */
function numberOf(id: string): string {
  return /^(?:="?)?\d+(?:\.\d+e\+?\d+)?"?$/i.test(id.trim()) ? id : '';
}

/** The tradebook of mutual funds has the fund's name for a symbol (and BSE for an exchange); tickers have no spaces. */
function isFundName(symbol: string, isin: string): boolean {
  return isin.startsWith('INF') && /\S\s+\S/.test(symbol);
}
