import type { PrintedReport } from '../../core/research/pdf/index.ts';
import { type Publication, sealPublication, SECTIONS } from '../../core/research/publication/index.ts';
import { publication } from './publication.ts';

type Fact = Publication['facts'][number];

export interface ReportSize {
  /** Of all paragraphs together. */
  words: number;
  claims: number;
  facts: number;
  sources: number;
}

/** The size that the product promises figures for. */
export const LARGE: ReportSize = { words: 5000, claims: 200, facts: 300, sources: 100 };

const WORDS =
  'Kaveri makes pumps for farms mines and towns and sells them through two thousand dealers in eleven states its order book has grown with public spending on irrigation while margins held because copper and steel cost less than a year before debt fell and cash flow paid for the new foundry near Coimbatore'.split(
    ' ',
  );

/** Text of so many words; the same for the same numbers. */
function prose(words: number, seed: number): string {
  const picked = Array.from(
    { length: words },
    (_, at) => WORDS[(at * 7 + seed * 13 + at * at) % WORDS.length],
  );
  return picked
    .map((word, at) => (at % 17 === 16 ? `${word} ${(seed * 37 + at) % 900}.${at % 10}%,` : word))
    .join(' ')
    .replace(/,?$/, '.');
}

const sourceId = (at: number): string => `nse_filings:INDAS_${String(at).padStart(5, '0')}`;

const fact = (given: Partial<Fact> & Pick<Fact, 'fact_id' | 'metric' | 'title' | 'value'>): Fact => ({
  scope: 'consolidated',
  scope_detail: null,
  period: { key: 'FY2026', start: '2025-04-01', end: '2026-03-31' },
  unit: 'INR',
  value_high: null,
  authority: 'FILING',
  label: 'VERIFIED_FACT',
  is_validated: true,
  source_ids: [sourceId(0)],
  derivation: null,
  ...given,
});

const year = (nr: number) => ({ key: `FY${nr}`, start: `${nr - 1}-04-01`, end: `${nr}-03-31` });
const onDay = { key: '2026-09-30', start: null, end: '2026-09-30' };
/** In crores of rupees; the profit of FY2021 is a loss, and that of FY2023 is not known. */
const REVENUE = [412, 468, 391, 577, 702, 811, 950, 1120];
const PROFIT = [31, 38, -22, 44, null, 71, 88, 104];

function chartFacts(): Fact[] {
  const price = (metric: string, title: string, value: string): Fact =>
    fact({
      fact_id: `${metric}.market.2026-09-30`,
      metric,
      title,
      value,
      unit: 'INR/share',
      scope: 'market',
      period: onDay,
      authority: 'OFFICIAL',
    });
  return [
    ...REVENUE.map((crores, at) =>
      fact({
        fact_id: `revenue.consolidated.fy${2019 + at}`,
        metric: 'revenue',
        title: 'Revenue from operations',
        value: String(crores * 1e7),
        period: year(2019 + at),
      }),
    ),
    ...PROFIT.flatMap((crores, at) =>
      crores === null
        ? []
        : [
            fact({
              fact_id: `net_income.consolidated.fy${2019 + at}`,
              metric: 'net_income',
              title: 'Profit after tax',
              value: String(crores * 1e7),
              period: year(2019 + at),
            }),
          ],
    ),
    price('close', 'Closing price', '246.95'),
    price('low_52w_close', 'Lowest close in a year', '171.2'),
    price('high_52w_close', 'Highest close in a year', '268.4'),
    price('sma_50', 'Average of 50 closes', '239.8'),
    price('sma_200', 'Average of 200 closes', '214.55'),
    { ...price('price_return_1y_pct', 'Price return in a year', '31.4'), unit: 'pct' },
    fact({
      fact_id: 'revenue_growth_pct.consolidated.fy2026',
      metric: 'revenue_growth_pct',
      title: 'Growth of revenue over a year',
      value: '17.8947368421053',
      unit: 'pct',
      label: 'CALCULATED_FACT',
      derivation: {
        shape: 'series',
        formula: 'this year over the year before',
        inputs: ['revenue.consolidated.fy2026', 'revenue.consolidated.fy2025'],
      },
    }),
  ];
}

/** An invented report of any size, with every part that a report may have. */
export function longReport(size: ReportSize = LARGE): Publication {
  const { payload_hash: _hash, ...small } = publication();
  const facts = chartFacts();
  for (let at = facts.length; at < size.facts; at += 1)
    facts.push(
      fact({
        fact_id: `receivables.consolidated.fy${1900 + at}q${(at % 4) + 1}`,
        metric: 'receivables',
        title: 'Trade receivables',
        value: String(1_234_567_890 + at * 98_765_432),
        period: { key: `FY${1900 + at}Q${(at % 4) + 1}`, start: null, end: '2025-12-31' },
        source_ids: [sourceId(at % size.sources)],
        ...(at % 9 === 0 ? { authority: 'AGGREGATOR', is_validated: false } : {}),
      }),
    );
  const kept = facts.slice(0, Math.max(size.facts, 0));
  const perSection = Math.ceil(size.words / SECTIONS.length);
  const labels = ['VERIFIED_FACT', 'CALCULATED_FACT', 'SOURCE_REPORTED', 'AI_INFERENCE'] as const;
  return sealPublication({
    ...small,
    thesis: prose(90, 3),
    why_this_rating: prose(40, 5),
    sections: SECTIONS.map(({ id, title, is_required, family }, nr) => ({
      id,
      title,
      required: is_required,
      paragraphs: Array.from({ length: 5 }, (_, at) => ({
        text: prose(Math.ceil(perSection / 5), nr * 5 + at),
        claim_ids: [`c${((nr * 5 + at) % Math.max(1, size.claims)) + 1}`],
      })),
      coverage: {
        family,
        minimum: family === 'DISCOVERED' ? null : 'COMPANY',
        achieved: 'FILING',
        covered: true,
        reason: null,
      },
      gaps: nr % 3 === 0 ? ['Cash flow of the subsidiaries: no filing has it.'] : [],
    })),
    bull: [2, 4, 6].map((seed) => ({ statement: prose(22, seed), claim_ids: ['c1'] })),
    bear: [1, 3, 5].map((seed) => ({ statement: prose(22, seed), claim_ids: ['c2', 'c3'] })),
    catalysts: ['Results of Q2 FY2027 in November 2026', 'The new foundry opens in January 2027'],
    risks: [prose(18, 8), prose(14, 9)],
    invalidations: ['Revenue falls for two quarters', 'Debt exceeds equity'],
    segment_views: [
      {
        name: 'Pumps',
        revenue_share_pct: 68.2,
        thesis: prose(25, 11),
        catalysts: ['Irrigation'],
        risks: ['Copper'],
      },
      { name: 'Motors', revenue_share_pct: 21.5, thesis: prose(20, 12) },
      { name: 'Services', thesis: prose(12, 14), risks: ['Small contracts'] },
    ],
    peer_set: [
      { symbol: 'DEEP', name: 'Deep Pumps', rating: 'HOLD', return_1y_pct: -12.4, rationale: prose(14, 21) },
      {
        symbol: 'GANGA',
        name: 'Ganga Motors Limited',
        rating: 'BUY',
        return_1y_pct: 48.9,
        rationale: prose(12, 22),
      },
      {
        symbol: 'NILGIRI',
        name: 'Nilgiri Engineering',
        rating: 'SELL',
        return_1y_pct: 7.3,
        rationale: prose(9, 23),
      },
      {
        symbol: 'SONE',
        name: 'Sone Flow',
        rating: 'NOT_RATED',
        return_1y_pct: null,
        rationale: prose(8, 24),
      },
    ],
    committee: {
      disagreement: prose(30, 31),
      coverage_note: prose(18, 32),
      why_not: prose(25, 33),
      thesis_requirements: ['Margins hold', 'The foundry opens on time'],
    },
    facts: kept,
    conflicts: [
      {
        fact_id: 'revenue.consolidated.fy2025',
        title: 'Revenue from operations',
        period: year(2025),
        candidates: [
          {
            value: '9500000000',
            value_high: null,
            unit: 'INR',
            source_id: sourceId(0),
            authority: 'FILING',
            published_at: '2026-05-21T11:00:00.000Z',
          },
          {
            value: '9480000000',
            value_high: null,
            unit: 'INR',
            source_id: sourceId(1),
            authority: 'AGGREGATOR',
            published_at: null,
          },
        ],
        chosen: 0,
        rule: 'HIGHER_AUTHORITY',
        note: 'The filing restated the year.',
      },
    ],
    claims: Array.from({ length: size.claims }, (_, at) => ({
      claim_id: `c${at + 1}`,
      text: prose(16 + (at % 9), at + 40),
      label: labels[at % labels.length] ?? 'AI_INFERENCE',
      fact_ids: [0, 1, 2].map((nr) => kept[(at + nr * 17) % Math.max(1, kept.length)]?.fact_id ?? 'none'),
      source_ids: [sourceId(at % size.sources)],
    })),
    sources: Array.from({ length: size.sources }, (_, at) => ({
      source_id: sourceId(at),
      provider: 'nse_filings' as const,
      publisher: 'NSE',
      authority: 'FILING' as const,
      source_class: 'VERIFIED_FETCHED' as const,
      title: `Integrated filing of quarter ${(at % 4) + 1}, FY${2027 - Math.floor(at / 4)}`,
      url: `https://nsearchives.nseindia.com/corporate/xbrl/INTEGRATED_FILING_INDAS_${1_000_000 + at}_WEB.xml`,
      published_at: '2026-05-21T11:00:00.000Z',
      fetched_at: '2026-09-30T10:00:00.000Z',
      evidence_hash: `sha256:${String(at).padStart(64, '0')}`,
    })),
    stages: Array.from({ length: 19 }, (_, at) => ({
      stage: ['BUSINESS_PROFILE', 'EARNINGS_QUALITY', 'BULL_CASE', 'EDITOR'][at % 4] ?? 'EDITOR',
      lifecycle: 'FUNDAMENTALS',
      status: at === 7 ? 'FAILED' : 'COMPLETED',
      detail: at === 7 ? 'The model answered nothing within 60 s, twice.' : null,
      provider: at === 18 ? null : 'provider_a',
      model: at === 18 ? null : 'a-model-of-the-day-2026-08',
      input_tokens: at === 18 ? null : 18_200 + at * 311,
      output_tokens: at === 18 || at === 7 ? null : 1200 + at * 17,
      cost_usd: at === 18 ? null : 0.004 + at / 1000,
      latency_ms: at === 18 ? 41 : 8200 + at * 420,
    })),
    cost_usd_total: 0.231,
  });
}

/** A report as the printer has it; what a test gives stands instead. */
export function printedReport(
  report: Publication = longReport(),
  given: Partial<PrintedReport> = {},
): PrintedReport {
  return {
    run_id: report.run_id,
    symbol: report.identity.symbol,
    company_name: report.identity.company_name,
    status: 'COMPLETED',
    as_of: report.as_of,
    required_pct: report.coverage.required_pct,
    stored: { version: '2.0', publication: report },
    ...given,
  };
}
