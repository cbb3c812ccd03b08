import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCalendar } from '../../core/market/calendar/index.ts';
import { importEvidence } from '../../core/research/index.ts';
import { testCore } from '../support/core.ts';
import { type Filed, filedResults, SEBI_2026 } from '../support/nse-filing.ts';
import { integratedRow, nseAnnouncement } from '../support/nse-lists.ts';
import { closeTestRun, openTestRun } from '../support/postgres.ts';
import { RESEARCH_ON } from '../support/scripted-evidence.ts';
import { CIK, submissionsFile, TICKER } from './sec-load.ts';

const AT = '2026-09-30T18:00:00.000Z';
const SYMBOL = 'KAVFLOW';
const SHARES_A_DAY = 2500;
const SESSIONS = 60;
const ANNOUNCEMENTS = 3000;
const EXHIBITS = 6;
const MONEY = [
  'RevenueFromOperations',
  'OtherIncome',
  'Income',
  'EmployeeBenefitExpense',
  'FinanceCosts',
  'DepreciationDepletionAndAmortisationExpense',
  'Expenses',
  'ProfitBeforeExceptionalItemsAndTax',
  'ProfitBeforeTax',
  'TaxExpense',
  'ProfitLossForPeriod',
  'ProfitOrLossAttributableToOwnersOfParent',
  'ComprehensiveIncomeForThePeriod',
  'CashFlowsFromUsedInOperatingActivities',
  'CashFlowsFromUsedInInvestingActivities',
  'CashFlowsFromUsedInFinancingActivities',
];
const STOCKS = [
  'Assets',
  'Liabilities',
  'Equity',
  'BorrowingsCurrent',
  'BorrowingsNoncurrent',
  'CashAndCashEquivalents',
];
const MONTH_NAMES = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const isoDay = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
const inWords = (day: string): string => {
  const [year, month, date] = day.split('-');
  return `${date}-${MONTH_NAMES[Number(month) - 1]}-${year}`;
};

/** Quarters of six years in both scopes, each with all of its columns: as many filings as a run reads. */
function* filings(): Iterable<{ row: Record<string, unknown>; filed: Filed }> {
  let number = 50_000;
  for (let year = 2021; year <= 2026; year += 1)
    for (let quarter = 0; quarter < 4; quarter += 1) {
      const start = isoDay(year - 1, 3 + quarter * 3, 1);
      const end = isoDay(year - 1, 6 + quarter * 3, 0);
      const toDate = [isoDay(year - 1, 3, 1), end] as const;
      for (const scope of ['Consolidated', 'Standalone'] as const) {
        number += 1;
        const money = (of: number) =>
          Object.fromEntries(MONEY.map((name, nr) => [name, `${of}${number}${10 + nr}000`]));
        const stocks = Object.fromEntries(STOCKS.map((name, nr) => [name, `9${number}${10 + nr}000`]));
        const shares = { BasicEarningsLossPerShareFromContinuingAndDiscontinuedOperations: '12.34' };
        const quarterly = [start, end] as const;
        yield {
          row: integratedRow({
            seq_Id: String(number),
            broadcast_Date: `${inWords(isoDay(year - 1, 6 + quarter * 3, 25))} 18:40:12`,
            qe_Date: inWords(end).toUpperCase(),
            consolidated: scope,
          }),
          filed: {
            symbol: SYMBOL,
            scope,
            namespace: SEBI_2026,
            year: [isoDay(year - 1, 3, 1), isoDay(year, 3, 0)],
            columns: [
              { id: 'OneD', printed: quarterly, stated: quarterly, figures: { ...money(2), ...shares } },
              { id: 'FourD', printed: toDate, stated: toDate, figures: money(7) },
              { id: 'OneI', printed: [end], figures: stocks },
            ],
          },
        };
      }
    }
}

async function writeIndian(folder: string): Promise<void> {
  const rows: unknown[] = [];
  const files: Record<string, string> = {};
  for (const { row, filed } of filings()) {
    rows.push(row);
    files[path.basename(String(row['xbrl']))] = filedResults(filed).toString('utf8');
  }
  const announcements = Array.from({ length: ANNOUNCEMENTS }, (_, nr) =>
    nseAnnouncement({ seq_id: String(200_000_000 + nr), attchmntText: `Order number ${nr}. `.repeat(20) }),
  );
  await writeFile(path.join(folder, 'nse-xbrl-files.json'), JSON.stringify(files));
  await writeFile(
    path.join(folder, 'nse-api-bodies.json'),
    JSON.stringify({
      [`/api/integrated-filing-results?index=equities&symbol=${SYMBOL}`]: {
        data: rows,
        totalCount: rows.length,
      },
      [`/api/corporates-financial-results?index=equities&symbol=${SYMBOL}`]: [],
      [`/api/corporate-announcements?index=equities&symbol=${SYMBOL}`]: announcements,
    }),
  );
  const days = createCalendar().sessionsBetween('NSE', '2026-04-01', '2026-09-30').slice(-SESSIONS);
  const others = Array.from({ length: SHARES_A_DAY }, (_, nr) => `SHARE${nr}`);
  for (const day of days)
    await writeFile(
      path.join(folder, `sec_bhavdata_full_${day}.csv`),
      [
        'SYMBOL, SERIES, DATE1, PREV_CLOSE, OPEN_PRICE, HIGH_PRICE, LOW_PRICE, LAST_PRICE, CLOSE_PRICE, AVG_PRICE, TTL_TRD_QNTY, TURNOVER_LACS, NO_OF_TRADES, DELIV_QTY, DELIV_PER',
        ...[...others, SYMBOL].map(
          (symbol, nr) =>
            `${symbol}, EQ, ${inWords(day)}, ${100 + nr}, 101.10, 104.05, 99.95, 102.20, ${101 + nr}.25, 101.77, 1234567, 1256.44, 23456, 654321, 53.00`,
        ),
        '',
      ].join('\n'),
    );
}

async function writeAmerican(folder: string, facts: Buffer): Promise<void> {
  const json = (name: string, value: unknown) => writeFile(path.join(folder, name), JSON.stringify(value));
  const releases = Array.from({ length: EXHIBITS }, (_, nr) => `0009990001-26-9000${10 + nr}`);
  const rows = Array.from(
    { length: 2000 },
    (_, nr) =>
      `<tr><td style="padding:2px;text-align:left">Line ${nr}</td><td>$</td><td>${nr * 7}.${nr % 10}</td></tr>`,
  );
  const page = `<html><body><p>Results for the quarter.</p><table>${rows.join('')}</table><p>We expect revenue of $1,200 million to $1,250 million for fiscal 2026.</p></body></html>`;
  const bodies: Record<string, unknown> = {
    '/files/company_tickers.json': { 0: { cik_str: CIK, ticker: TICKER, title: 'BENCH CO' } },
  };
  for (const accession of releases) {
    const at = `/Archives/edgar/data/${CIK}/${accession.replaceAll('-', '')}`;
    bodies[`${at}/index.json`] = { directory: { name: at, item: [{ name: 'ex991.htm' }] } };
    bodies[`${at}/ex991.htm`] = page;
  }
  await json('sec-bodies.json', bodies);
  await writeFile(path.join(folder, `submissions-CIK000${CIK}.json`), submissionsFile(releases));
  await writeFile(path.join(folder, `companyfacts-CIK000${CIK}.json`), facts);
}

/**
 * Runs over files of a large Indian and a large American company, by the product's own sources: `measured` is handed what does
 * all of them at once.
 * @param facts the American company's file of facts
 */
export async function withRunsOnFiles<T>(
  facts: Buffer,
  atOnce: number,
  measured: (work: () => Promise<string>) => Promise<T>,
): Promise<T> {
  await openTestRun();
  const folder = await mkdtemp(path.join(tmpdir(), 'munim-bench-evidence-'));
  const world = await testCore({
    at: AT,
    environment: { ...RESEARCH_ON, PORTFOLIO_AI_RESEARCH_DAILY_RUN_LIMIT: '1000' },
  });
  try {
    await writeIndian(folder);
    await writeAmerican(folder, facts);
    await importEvidence(world.core, { folder, isDry: false }, () => undefined);
    await world.core.database.asSystem('shares of a benchmark', (trx) =>
      trx('market.instruments').insert([
        {
          symbol: SYMBOL,
          exchange: 'NSE',
          asset_class: 'Indian Equity',
          currency: 'INR',
          isin: 'INE0ZZ101029',
        },
        { symbol: TICKER, exchange: 'NYSE', asset_class: 'US Equity', currency: 'USD', isin: null },
      ]),
    );
    const { research } = world.core;
    for (let nr = 0; nr < atOnce; nr += 1) {
      const symbol = nr % 2 === 0 ? SYMBOL : TICKER;
      await research.runs.create(world.owner, 'V2', { symbol, mode: 'OFFLINE' }, { actor: 'bench' });
    }
    return await measured(async () => {
      const never = new AbortController().signal;
      await Promise.all(Array.from({ length: atOnce }, () => research.worker.next(never)));
      const { rows } = await world.core.database.systemPool.query<{
        facts: string;
        packets: string;
        runs: string;
      }>(
        `select (select count(*) from research.ai_research_facts) as facts,
           (select count(*) from research.ai_research_packets) as packets,
           (select count(*) from research.ai_research_runs where finished_at is not null) as runs`,
      );
      const [all] = rows;
      if (all === undefined || Number(all.runs) !== atOnce)
        throw new Error(`${all?.runs ?? 0} runs came to an end`);
      return `${all.packets} packets, ${all.facts} facts`;
    });
  } finally {
    await world.close();
    await rm(folder, { recursive: true });
    await closeTestRun();
  }
}
