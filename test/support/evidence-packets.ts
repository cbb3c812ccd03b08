import {
  type Authority,
  type EvidencePacket,
  METRICS,
  type MetricId,
  type Observation,
  type PacketContent,
  sealPacket,
  type SourceFamily,
} from '../../core/research/index.ts';

/** What a figure has by its metric in tests: money in rupees, and statements that are consolidated. */
export function said(
  metric: MetricId,
  value: string | null,
  days: string | readonly [string | null, string],
  more: Partial<Observation> = {},
): Observation {
  const [start, end] = typeof days === 'string' ? [null, days] : days;
  const units = {
    MONEY: 'INR',
    MONEY_PER_SHARE: 'INR/share',
    SHARES: 'shares',
    PERCENT: 'pct',
    RATIO: 'ratio',
    COUNT: 'count',
  };
  return {
    metric,
    scope: 'consolidated',
    scope_detail: null,
    start,
    end,
    unit: units[METRICS[metric].unit],
    value,
    value_high: null,
    reason: value === null ? 'It is not filled in.' : null,
    decimals: null,
    published_at: null,
    filing: null,
    locator: `${metric} ${end}`,
    share_basis: null,
    ...more,
  };
}

const FAMILIES: Readonly<Record<Authority, readonly SourceFamily[]>> = {
  FILING: ['exchange_filings', 'fundamentals'],
  REGULATOR: ['corporate_actions'],
  COMPANY: ['company_guidance', 'annual_report'],
  OFFICIAL: ['exchange_prices', 'market_data'],
  AGGREGATOR: ['fundamentals', 'market_data', 'consensus_estimates'],
  DISCOVERED: ['news'],
};

let made = 0;
/** A sealed packet of one authority with those figures; 1 June 2026 unless said otherwise. */
export function packetOf(
  authority: Authority,
  observations: readonly Observation[],
  more: Partial<PacketContent> = {},
): EvidencePacket {
  made += 1;
  const content: PacketContent = {
    source_id: `nse_filings:test-${made}`,
    provider: 'nse_filings',
    publisher: 'NSE',
    authority,
    source_class: authority === 'DISCOVERED' ? 'DISCOVERED' : 'VERIFIED_FETCHED',
    families: FAMILIES[authority],
    title: 'Results',
    url: null,
    published_at: '2026-06-01T10:00:00.000Z',
    published_precision: 'INSTANT',
    entity: { symbol: 'KAVFLOW', isin: null, name: null, id: null },
    fiscal_years: [],
    observations,
    passages: [],
    notes: [],
    document_hashes: [],
    ...more,
  };
  return sealPacket(content, { fetched_at: '2026-06-02T00:00:00.000Z', origin: 'FILE' });
}

/** The company of the tests: an Indian one. */
export const KAVFLOW = { symbol: 'KAVFLOW', exchange: 'NSE', isin: 'INE0KAV01010', currency: 'INR' } as const;
/** One of the United States. */
export const LKSP = { symbol: 'LKSP', exchange: 'NASDAQ', isin: null, currency: 'USD' } as const;

/** Days of an Indian fiscal year and its parts. */
export function indian(key: string): [string, string] {
  const year = Number(key.slice(2, 6));
  const [a, b] = [year - 1, year];
  const parts: Record<string, [string, string]> = {
    '': [`${a}-04-01`, `${b}-03-31`],
    Q1: [`${a}-04-01`, `${a}-06-30`],
    Q2: [`${a}-07-01`, `${a}-09-30`],
    Q3: [`${a}-10-01`, `${a}-12-31`],
    Q4: [`${b}-01-01`, `${b}-03-31`],
    H1: [`${a}-04-01`, `${a}-09-30`],
    M9: [`${a}-04-01`, `${a}-12-31`],
  };
  return parts[key.slice(6)]!;
}
