import {
  createSecEvidence,
  type Acquired,
  type EvidenceRequest,
  type ResearchSubject,
} from '../../../../../core/research/index.ts';
import { keptDocuments } from '../../../../support/kept-documents.ts';
import { parsingHere } from '../../../../support/parsing-here.ts';

/** A filing, as far as EDGAR's lists and files of facts name it. */
export interface MadeFiling {
  accession: string;
  form: string;
  /** The filing's own fiscal year. */
  fy: number;
  /** Filing date. */
  filed: string;
  accepted: string;
  report: string;
  items?: string;
  document?: string;
}

/** A filing that was taken on its filing date. */
export const filing = (
  accession: string,
  form: string,
  fy: number,
  accepted: string,
  report: string,
): MadeFiling => ({
  accession,
  form,
  fy,
  accepted,
  report,
  filed: accepted.slice(0, 10),
});

/** First day or null, last day, value as JSON has it, and the filing. */
export type MadeRow = [start: string | null, end: string | null, val: unknown, filing: MadeFiling];

export interface MadeCompany {
  cik: number;
  ticker: string;
  name: string;
  filings: readonly MadeFiling[];
  /** By `taxonomy:tag unit`. */
  facts: Readonly<Record<string, readonly MadeRow[]>>;
}

/** `/submissions/CIK….json`, in parallel columns. */
export function submissionsOf(
  { cik, ticker, name, filings }: MadeCompany,
  files: unknown[] = [],
): Record<string, unknown> {
  return {
    cik: padded(cik),
    entityType: 'operating',
    name,
    tickers: [ticker],
    exchanges: ['NYSE'],
    formerNames: [],
    filings: { recent: columnsOf(filings), files },
  };
}

export function columnsOf(filings: readonly MadeFiling[]): Record<string, unknown> {
  return {
    accessionNumber: filings.map((one) => one.accession),
    filingDate: filings.map((one) => one.filed),
    reportDate: filings.map((one) => one.report),
    acceptanceDateTime: filings.map((one) => one.accepted),
    form: filings.map((one) => one.form),
    items: filings.map((one) => one.items ?? ''),
    primaryDocument: filings.map((one) => one.document ?? 'report.htm'),
    isXBRL: filings.map(() => 1),
  };
}

/** `/api/xbrl/companyfacts/CIK….json` */
export function factsOf({ cik, name, facts }: MadeCompany): Record<string, unknown> {
  const taxonomies: Record<string, Record<string, { label: string; units: Record<string, unknown[]> }>> = {};
  for (const [key, rows] of Object.entries(facts)) {
    const [, taxonomy = '', tag = '', unit = ''] = /^(.*?):(\S+) (.+)$/.exec(key) ?? [];
    const concept = ((taxonomies[taxonomy] ??= {})[tag] ??= { label: tag, units: {} });
    concept.units[unit] = rows.map(([start, end, val, filing]) => ({
      ...(start === null ? {} : { start }),
      ...(end === null ? {} : { end }),
      val,
      accn: filing.accession,
      fy: filing.fy,
      fp: 'FY',
      form: filing.form,
      filed: filing.filed,
    }));
  }
  return { cik, entityName: name, facts: taxonomies };
}

export const padded = (cik: number): string => String(cik).padStart(10, '0');

export const tickersOf = (...companies: readonly Pick<MadeCompany, 'cik' | 'ticker' | 'name'>[]): string =>
  JSON.stringify(
    Object.fromEntries(
      companies.map(({ cik, ticker, name }, at) => [at, { cik_str: cik, ticker, title: name }]),
    ),
  );

/** What EDGAR answers for a company, by the keys of `keptDocuments`. */
export function edgarOf(company: MadeCompany, others: Readonly<Record<string, string | Buffer>> = {}) {
  const cik = padded(company.cik);
  return {
    'sec_archive /files/company_tickers.json': tickersOf(company),
    [`sec_data /submissions/CIK${cik}.json`]: JSON.stringify(submissionsOf(company)),
    [`sec_data /api/xbrl/companyfacts/CIK${cik}.json`]: JSON.stringify(factsOf(company)),
    ...others,
  };
}

export const subjectOf = (symbol: string, more: Partial<ResearchSubject> = {}): ResearchSubject => ({
  instrument_id: `test:${symbol}`,
  symbol,
  exchange: 'NYSE',
  isin: null,
  name: null,
  sector: null,
  industry: null,
  currency: 'USD',
  former_isins: [],
  former_symbols: [],
  ...more,
});

export async function acquire(
  symbol: string,
  bodies: Readonly<Record<string, string | Buffer>>,
  request: Partial<EvidenceRequest> = {},
): Promise<Acquired & { asked: string[] }> {
  const documents = keptDocuments(bodies);
  const acquired = await createSecEvidence({ parsing: parsingHere }).acquire(
    { subject: subjectOf(symbol), mode: 'CURRENT', as_of: '2026-09-30T23:59:59.000Z', years: 5, ...request },
    documents,
  );
  return { ...acquired, asked: documents.asked };
}

/** What is stated for a metric, as `days value by filing`, in the order of the days and of publication. */
export function stated({ packets }: Acquired, metric: string): string[] {
  return packets
    .flatMap(({ observations }) => observations)
    .filter((one) => one.metric === metric)
    .map((one) => ({
      key: `${one.end} ${one.start ?? ''} ${one.published_at}`,
      text: `${one.start === null ? '' : `${one.start}/`}${one.end} ${one.value} ${one.filing?.slice(-9)}`,
    }))
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map(({ text }) => text);
}
