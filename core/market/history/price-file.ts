import { csvCells } from '../../platform/index.ts';
import { priceDay, priceText } from '../actions/index.ts';
import { isIsin } from '../instruments/index.ts';

/** A close as a file names it. */
export interface FilePrice {
  line: number;
  symbol: string;
  isin: string | null;
  /** NSE's series of the row; null where the file has none. */
  series: string | null;
  day: string;
  /** Exact text of a number; not looked at yet. */
  close: string;
  /** Rupees that were traded on the day; null where the file does not say. */
  turnover: number | null;
}

/** A row, or a cell of one, that cannot be read. */
export interface BadPrice {
  line: number;
  message: string;
}

type PriceFileKind =
  | 'bhavcopy'
  | 'full bhavcopy'
  | 'UDiFF bhavcopy'
  | 'prices'
  | 'prices by column'
  | 'AMFI NAVs';

/** What the first line of a file promises, and how a line of it is read. */
export interface PriceLayout {
  kind: PriceFileKind;
  /** Whether the exchange itself wrote it. */
  isExchange: boolean;
  /** Appends what the line holds to `prices`, or why it holds nothing to `bad`. */
  read(line: string, number: number, prices: FilePrice[], bad: BadPrice[]): void;
}

/** Series that are shares, ETFs, trusts and gold bonds; the rest of a bhavcopy is debt and block deals. */
const SERIES = new Set(['EQ', 'BE', 'BZ', 'SM', 'ST', 'SZ', 'RR', 'IV', 'GB']);

const CLOSE_NAMES = 'CLOSE|CLOSE_PRICE|CLOSE PRICE|CLSPRIC|PRICE|CLOSING PRICE|NAV|NET ASSET VALUE'.split(
  '|',
);
const DAY_NAMES = ['DATE', 'DAY', 'TIMESTAMP', 'DATE1', 'TRADDT', 'BIZDT', 'TRADE_DATE', 'HISTORICALDATE'];
const SYMBOL_NAMES =
  'SYMBOL|TICKER|TCKRSYMB|INDEX NAME|INDEXNAME|INDEX_NAME|SCHEME CODE|SCHEME_CODE|SCRIP CODE|SC_CODE|NAME|ISIN'.split(
    '|',
  );
/** Columns of turnover, with the rupees of one unit. */
const TURNOVER_NAMES = [
  ['TTLTRFVAL', 1],
  ['TOTTRDVAL', 1],
  ['TURNOVER_LACS', 100_000],
] as const;
const ISIN_NAMES = ['ISIN', 'ISIN CODE', 'ISIN NUMBER'];

/**
 * The layout that a header line promises; null for a file that holds no prices.
 * @param symbol what the prices are of where the file itself does not say (`date,close`).
 */
export function priceLayout(header: string, symbol: string | null): PriceLayout | null {
  const names = csvCells(header.replace(/^\uFEFF/, '')).map((name) => name.trim().toUpperCase());
  const at = (candidates: readonly string[]) => {
    const found = candidates.map((name) => names.indexOf(name)).find((index) => index >= 0);
    return found ?? -1;
  };
  if (NAV_LIST.test(header)) return navList(header);
  const columns: Columns = {
    day: at(DAY_NAMES),
    close: at(CLOSE_NAMES),
    symbol: at(SYMBOL_NAMES),
    isin: at(ISIN_NAMES),
    series: at(['SERIES', 'SCTYSRS']),
    segment: names.indexOf('SGMT'),
    turnover: TURNOVER_NAMES.map(([name, rupees]) => ({ at: names.indexOf(name), rupees })).find(
      ({ at: column }) => column >= 0,
    ),
    width: names.findLastIndex((name) => name !== '') + 1,
  };
  if (columns.day < 0) return null;
  if (columns.close >= 0 && columns.symbol >= 0) return byRows(kindOf(names), columns, symbol);
  if (columns.close >= 0 && symbol !== null) return byRows('prices', columns, symbol);
  return columns.day === 0 && columns.close < 0 ? byColumns(names) : null;
}

interface Columns {
  day: number;
  close: number;
  symbol: number;
  isin: number;
  series: number;
  segment: number;
  turnover: { at: number; rupees: number } | undefined;
  width: number;
}

function kindOf(names: readonly string[]): PriceFileKind {
  if (names.includes('TCKRSYMB') && names.includes('CLSPRIC')) return 'UDiFF bhavcopy';
  if (names.includes('DATE1') && names.includes('CLOSE_PRICE')) return 'full bhavcopy';
  if (names.includes('PREVCLOSE') && names.includes('TIMESTAMP')) return 'bhavcopy';
  return 'prices';
}

function byRows(kind: PriceFileKind, columns: Columns, symbol: string | null): PriceLayout {
  const isExchange = kind !== 'prices';
  return {
    kind,
    isExchange,
    read(line, number, prices, bad) {
      const cells = csvCells(line);
      if (cells.length < columns.width) {
        bad.push({ line: number, message: `The row has ${cells.length} cells instead of ${columns.width}.` });
        return;
      }
      const series = columns.series < 0 ? null : (cells[columns.series] ?? '').trim();
      if (isExchange && !SERIES.has(series ?? '')) return;
      // Derivatives come in files of the same layout.
      if (columns.segment >= 0 && (cells[columns.segment] ?? '').trim() !== 'CM') return;
      const name = columns.symbol < 0 ? '' : (cells[columns.symbol] ?? '').trim();
      const day = priceDay(cells[columns.day] ?? '');
      const text = (cells[columns.close] ?? '').trim();
      const close = priceText(text);
      const of = name === '' ? symbol : name;
      if (of === null) bad.push({ line: number, message: 'The row has no symbol.' });
      else if (day === null)
        bad.push({
          line: number,
          message: `"${cells[columns.day] ?? ''}" is not a date such as 2024-07-08.`,
        });
      else if (close === null)
        bad.push({
          line: number,
          message: text === '' ? 'The row has no close.' : `"${text}" is not a price.`,
        });
      else
        prices.push({
          line: number,
          symbol: of.toUpperCase(),
          isin: columns.isin < 0 ? null : (cells[columns.isin] ?? '').trim() || null,
          series,
          day,
          close,
          turnover: turnoverOf(cells, columns.turnover),
        });
    },
  };
}

/** Whole rupees; null where there is none. */
function turnoverOf(cells: readonly string[], column: Columns['turnover']): number | null {
  const rupees = column === undefined ? Number.NaN : Number(cells[column.at]) * column.rupees;
  return rupees > 0 && Number.isFinite(rupees) ? Math.round(rupees) : null;
}

/** AMFI's NAVAll.txt, in both of its forms: sections with titles, and a scheme with its one or two ISINs in a row. */
const NAV_LIST = /^\uFEFF?scheme code;.*net asset value.*;date/i;

function navList(header: string): PriceLayout {
  const names = header.split(';').map((name) => name.trim().toUpperCase());
  const [close, date] = [names.indexOf('NET ASSET VALUE'), names.indexOf('DATE')];
  return {
    kind: 'AMFI NAVs',
    isExchange: false,
    read(line, number, prices, bad) {
      const cells = line.split(';').map((cell) => cell.trim());
      const [symbol = '', ...isins] = cells;
      const text = cells[close] ?? '';
      // Titles of sections; and schemes without a NAV of the day.
      if (cells.length < names.length || /^(?:N\.?A\.?|-|)$/i.test(text)) return;
      const [day, price] = [priceDay(cells[date] ?? ''), priceText(text)];
      if (day === null || price === null)
        bad.push({
          line: number,
          message: `"${day === null ? (cells[date] ?? '') : text}" is not a ${day === null ? 'date' : 'NAV'}.`,
        });
      else
        for (const isin of new Set(isins.slice(0, 2).map((one) => (isIsin(one) ? one : null))))
          prices.push({ line: number, symbol, isin, series: null, day, close: price, turnover: null });
    },
  };
}

/** One column a symbol: `date,INFY,TCS`. An empty cell is a day without a price. */
function byColumns(names: readonly string[]): PriceLayout | null {
  const symbols = names.slice(1);
  if (symbols.length === 0 || symbols.some((name) => name === '' || name.length > 40)) return null;
  return {
    kind: 'prices by column',
    isExchange: false,
    read(line, number, prices, bad) {
      const cells = csvCells(line);
      const day = priceDay(cells[0] ?? '');
      if (day === null) {
        bad.push({ line: number, message: `"${cells[0] ?? ''}" is not a date such as 2024-07-08.` });
        return;
      }
      if (cells.length > names.length) {
        bad.push({ line: number, message: `The row has ${cells.length} cells for ${names.length} columns.` });
        return;
      }
      for (let at = 1; at < cells.length; at += 1) {
        const text = cells[at] ?? '';
        if (text === '' || text === '-' || text === 'NA') continue;
        const close = priceText(text);
        const symbol = names[at] ?? '';
        if (close === null) bad.push({ line: number, message: `${symbol}: "${text}" is not a price.` });
        else prices.push({ line: number, symbol, isin: null, series: null, day, close, turnover: null });
      }
    },
  };
}
