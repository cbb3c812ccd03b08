import { METRIC_TAGS } from '../../core/research/evidence/sec/tags.ts';

/** Number and ticker of the company. */
export const CIK = 9990001;
export const TICKER = 'BNCH';
const YEARS = Array.from({ length: 15 }, (_, nr) => 2011 + nr);

interface Filed {
  accn: string;
  form: string;
  year: number;
  /** 1 to 3; 4 for the annual report. */
  quarter: number;
  filed: string;
}

export const FILINGS: readonly Filed[] = YEARS.flatMap((year) =>
  [1, 2, 3, 4].map((quarter) => ({
    accn: `0009990001-${String(year).slice(2)}-${String(quarter).padStart(6, '0')}`,
    form: quarter === 4 ? '10-K' : '10-Q',
    year,
    quarter,
    filed: quarter === 4 ? `${year + 1}-02-20` : `${year}-${['05', '08', '11'][quarter - 1]}-01`,
  })),
);
const ENDS = ['03-31', '06-30', '09-30', '12-31'];

/** The rows of one tag: each filing states its quarter, its year to date, and both of the year before. */
function rowsOf(isFlow: boolean, seed: number): unknown[] {
  return FILINGS.flatMap(({ accn, form, year, quarter, filed }) =>
    [year - 1, year].flatMap((of) => {
      const end = `${of}-${ENDS[quarter - 1]}`;
      const row = {
        end,
        val: (of - 2000) * 1_000_000 + quarter * 1000 + seed,
        accn,
        fy: year,
        fp: quarter === 4 ? 'FY' : `Q${quarter}`,
        form,
        filed,
        frame: `CY${of}Q${quarter}`,
      };
      if (!isFlow) return [row];
      const toDate = { start: `${of}-01-01`, ...row };
      const first = ['01-01', '04-01', '07-01'][quarter - 1];
      return first === undefined || quarter === 1 ? [toDate] : [toDate, { ...row, start: `${of}-${first}` }];
    }),
  );
}

/** A file of facts as the largest companies have it: our tags, and hundreds that nobody asks for. */
export function factsFile(megabytes: number): Buffer {
  const gaap: Record<string, unknown> = {};
  const concept = (unit: string, rows: unknown[]) => ({
    label: 'A figure',
    description: 'What the taxonomy says of it, in one or two long sentences. '.repeat(4),
    units: { [unit]: rows },
  });
  for (const [nr, { tags }] of METRIC_TAGS.entries()) {
    const [taxonomy, name = ''] = (tags[0] ?? '').split(':');
    if (taxonomy !== 'us-gaap') continue;
    const isPerShare = name.startsWith('EarningsPerShare');
    const isFlow = !/^(Assets|Liabilities|StockholdersEquity|Cash|LongTermDebt|Inventory)/.test(name);
    const isShares = name.startsWith('Weighted');
    gaap[name] = concept(isPerShare ? 'USD/shares' : isShares ? 'shares' : 'USD', rowsOf(isFlow, nr));
  }
  let bytes = JSON.stringify(gaap).length;
  for (let nr = 0; bytes < megabytes * 1_000_000; nr += 1) {
    const other = concept('USD', rowsOf(nr % 2 === 0, nr));
    gaap[`OtherThing${nr}`] = other;
    bytes += JSON.stringify(other).length + 20;
  }
  return Buffer.from(JSON.stringify({ cik: CIK, entityName: 'BENCH CO', facts: { 'us-gaap': gaap } }));
}

/** Its list of filings, with releases of results in the last months. */
export function submissionsFile(releases: readonly string[] = []): Buffer {
  const listed = [
    ...releases.map((accn, nr) => ({
      accn,
      form: '8-K',
      filed: `2026-0${1 + nr}-20`,
      report: `2026-0${1 + nr}-20`,
      items: '2.02,9.01',
    })),
    ...FILINGS.map(({ accn, form, year, quarter, filed }) => ({
      accn,
      form,
      filed,
      report: `${year}-${ENDS[quarter - 1]}`,
      items: '',
    })),
  ];
  const recent = {
    accessionNumber: listed.map(({ accn }) => accn),
    filingDate: listed.map(({ filed }) => filed),
    reportDate: listed.map(({ report }) => report),
    acceptanceDateTime: listed.map(({ filed }) => `${filed}T20:05:00.000Z`),
    form: listed.map(({ form }) => form),
    items: listed.map(({ items }) => items),
    primaryDocument: listed.map(() => 'report.htm'),
  };
  return Buffer.from(
    JSON.stringify({
      cik: '0009990001',
      name: 'BENCH CO',
      tickers: [TICKER],
      filings: { recent, files: [] },
    }),
  );
}
