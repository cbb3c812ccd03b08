import { csvCells } from '../platform/index.ts';
import { actionLayout } from './actions/index.ts';
import { type BadPrice, type FilePrice, priceLayout } from './history/index.ts';
import { readListFile, UnknownList } from './instruments/index.ts';

/** Contents of a market data file; `single` prices are of one symbol that the file does not name. */
export type MarketFileKind = 'prices' | 'single prices' | 'corporate actions' | 'list';

/** Columns of pure price files. A file with any other column may be a person's trades or holdings. */
const PRICE_COLUMNS = new Set(
  (
    'DATE DAY TIMESTAMP SYMBOL TICKER ISIN NAME INDEXNAME SERIES OPEN HIGH LOW CLOSE LAST ADJCLOSE CLOSEPRICE CLOSINGPRICE ' +
    'PREVCLOSE PREVIOUSCLOSE PRICE NAV NETASSETVALUE VOLUME VALUE TURNOVER SCHEMECODE SCHEMENAME SCRIPCODE SCCODE EXCHANGE ' +
    'SHARESTRADED TURNOVERCR CURRENCY HISTORICALDATE OPENPRICE HIGHPRICE LOWPRICE'
  ).split(' '),
);
/** Columns of what a person holds, which no list of an exchange has. */
const OWN_UNITS = /\b(?:quantity|qty|units|shares|average|avg)\b/i;
/** A heading of one symbol's closes. */
const TICKER = /^[A-Z0-9^][A-Z0-9&._ -]{0,39}$/;
const ROWS_READ = 5;

/**
 * Recognises a file of closes, corporate actions or an exchange's list by its first lines; null for any other, such as a
 * broker's file. Trades and holdings are never taken for prices, whatever columns they share.
 */
export function marketFileKind(sample: string): MarketFileKind | null {
  const [header = '', ...rows] = sample.replace(/^\uFEFF/, '').split(/\r?\n/);
  const isOwn = OWN_UNITS.test(header);
  if (!isOwn && actionLayout(header) !== null) return 'corporate actions';
  if (!isOwn && isList([header, ...rows.slice(0, 1)].join('\n'))) return 'list';
  const layout = priceLayout(header, null);
  if (layout?.isExchange === true || layout?.kind === 'AMFI NAVs') return 'prices';
  const names = csvCells(header).map((name) => name.trim());
  if (names.length < 2) return null;
  if (names.every((name) => PRICE_COLUMNS.has(name.toUpperCase().replace(/[^A-Z]/g, '')))) {
    if (layout?.kind === 'prices') return 'prices';
    return priceLayout(header, 'X')?.kind === 'prices' ? 'single prices' : null;
  }
  if (layout?.kind !== 'prices by column' || !names.slice(1).every((name) => TICKER.test(name))) return null;
  const prices: FilePrice[] = [];
  const bad: BadPrice[] = [];
  for (const [at, row] of rows.slice(0, ROWS_READ).entries())
    if (row !== '') layout.read(row, at + 2, prices, bad);
  return bad.length === 0 && prices.length > 0 ? 'prices' : null;
}

function isList(lines: string): boolean {
  try {
    readListFile(lines);
    return true;
  } catch (error) {
    if (error instanceof UnknownList) return false;
    throw error;
  }
}
