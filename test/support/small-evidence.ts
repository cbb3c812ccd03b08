import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { RunMode } from '../../core/research/index.ts';
import { factsOf, padded, submissionsOf, tickersOf } from '../core/research/evidence/sec/edgar.ts';
import { LARKSPUR } from '../core/research/evidence/sec/larkspur.ts';
import { type Filed, filedResults, SEBI_2026 } from './nse-filing.ts';
import { integratedRow, nseAnnouncement, olderRow } from './nse-lists.ts';

/** A company whose evidence lies in a folder, as `npm run import-evidence` takes it. */
export interface FiledCompany {
  /** Its row in the registry of instruments. */
  instrument: Readonly<Record<string, string | null>>;
  /** When a run reads it: all of it was published before. */
  at: string;
  mode: RunMode;
  write(folder: string): Promise<void>;
}

type Days = readonly [start: string, end: string];
const Q1: Days = ['2024-04-01', '2024-06-30'];
const Q2: Days = ['2024-07-01', '2024-09-30'];
const Q3: Days = ['2024-10-01', '2024-12-31'];
const Q4: Days = ['2025-01-01', '2025-03-31'];
const YEAR: Days = ['2024-04-01', '2025-03-31'];

const SYMBOL = 'KAVFLOW';
const results = (
  ...columns: readonly (readonly [id: string, days: Days, revenue: string, profit: string])[]
): Filed => ({
  symbol: SYMBOL,
  scope: 'Consolidated',
  namespace: SEBI_2026,
  columns: columns.map(([id, days, revenue, profit]) => ({
    id,
    printed: days,
    stated: days,
    figures: { RevenueFromOperations: revenue, ProfitLossForPeriod: profit, TotalIncome: revenue },
  })),
});

/** Four quarters and their year, with a revision of the last that contradicts it. */
const FILED: readonly { row: Record<string, unknown>; isOlder: boolean; filed: Filed }[] = [
  {
    isOlder: true,
    row: olderRow({
      seqNumber: '1100041',
      broadCastDate: '02-Aug-2024 17:09:55',
      fromDate: '01-Apr-2024',
      toDate: '30-Jun-2024',
    }),
    filed: results(['OneD', Q1, '2230000000', '251000000']),
  },
  {
    isOlder: true,
    row: olderRow({
      seqNumber: '1100071',
      broadCastDate: '05-Nov-2024 17:09:55',
      fromDate: '01-Jul-2024',
      toDate: '30-Sep-2024',
    }),
    filed: results(['OneD', Q2, '2330000000', '262300000']),
  },
  {
    isOlder: true,
    row: olderRow({ seqNumber: '1100085' }),
    filed: results(['OneD', Q3, '2410000000', '268000000']),
  },
  {
    isOlder: false,
    row: integratedRow({ seq_Id: '60022', broadcast_Date: '23-May-2025 18:40:12', qe_Date: '31-MAR-2025' }),
    filed: results(['OneD', Q4, '2520000000', '292700000'], ['FourD', YEAR, '9490000000', '1074000000']),
  },
  {
    isOlder: false,
    row: integratedRow({
      seq_Id: '60033',
      broadcast_Date: null,
      revised_Date: '11-JUN-2025 16:05:44',
      revision_Remark: 'Exceptional item was inadvertently omitted',
      type_Sub: 'Revision',
      qe_Date: '31-MAR-2025',
    }),
    filed: results(['OneD', Q4, '2520000000', '256700000'], ['FourD', YEAR, '9490000000', '1038000000']),
  },
];

const SESSIONS = ['2026-09-28', '2026-09-29', '2026-09-30'];
const MONTHS: Readonly<Record<string, string>> = { '09': 'Sep' };
const inWords = (day: string): string => {
  const [year, month = '', date] = day.split('-');
  return `${date}-${MONTHS[month] ?? ''}-${year}`;
};

/** Filings and lists of NSE, three days of closes, an announcement, and a chart of Yahoo. */
export const SMALL_INDIAN: FiledCompany = {
  instrument: {
    symbol: SYMBOL,
    exchange: 'NSE',
    asset_class: 'Indian Equity',
    currency: 'INR',
    isin: 'INE0ZZ101029',
    name: 'Kaveri Flowtech Limited',
    sector: null,
    industry: null,
  },
  at: '2026-09-30T14:00:00.000Z',
  mode: 'OFFLINE',
  async write(folder) {
    await mkdir(folder, { recursive: true });
    const json = (name: string, value: unknown) => writeFile(path.join(folder, name), JSON.stringify(value));
    const rowsOf = (isOlder: boolean) => FILED.filter((one) => one.isOlder === isOlder).map(({ row }) => row);
    const integrated = rowsOf(false);
    await json('nse-api-bodies.json', {
      [`/api/integrated-filing-results?index=equities&symbol=${SYMBOL}`]: {
        data: integrated,
        totalCount: integrated.length,
      },
      [`/api/corporates-financial-results?index=equities&symbol=${SYMBOL}`]: rowsOf(true),
      [`/api/corporate-announcements?index=equities&symbol=${SYMBOL}`]: [nseAnnouncement({})],
    });
    for (const { row, filed } of FILED)
      await writeFile(path.join(folder, path.basename(String(row['xbrl']))), filedResults(filed));
    const closes = SESSIONS.map((day, at) => `${SYMBOL}, EQ, ${inWords(day)}, ${200 + at}, ${201 + at}`);
    await writeFile(
      path.join(folder, 'sec_bhavdata_full_all.csv'),
      ['SYMBOL, SERIES, DATE1, PREV_CLOSE, CLOSE_PRICE', ...closes, ''].join('\n'),
    );
  },
};

/** Figures, lists and tickers of the SEC, with restated figures. */
export const SMALL_AMERICAN: FiledCompany = {
  instrument: {
    symbol: LARKSPUR.ticker,
    exchange: 'NYSE',
    asset_class: 'US Equity',
    currency: 'USD',
    isin: null,
    name: 'Larkspur Instruments, Inc.',
    sector: null,
    industry: null,
  },
  at: '2026-09-30T14:00:00.000Z',
  mode: 'OFFLINE',
  async write(folder) {
    await mkdir(folder, { recursive: true });
    const json = (name: string, value: unknown) => writeFile(path.join(folder, name), JSON.stringify(value));
    await json('sec-bodies.json', {
      '/files/company_tickers.json': JSON.parse(tickersOf(LARKSPUR)) as unknown,
    });
    await json(`submissions-CIK${padded(LARKSPUR.cik)}.json`, submissionsOf(LARKSPUR));
    await json(`companyfacts-CIK${padded(LARKSPUR.cik)}.json`, factsOf(LARKSPUR));
  },
};
