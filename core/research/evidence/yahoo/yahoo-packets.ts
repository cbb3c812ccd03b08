import { dayInWords, decimal } from '../../../platform/index.ts';
import {
  type EvidenceDocument,
  type EvidencePacket,
  type EvidenceRequest,
  type Observation,
  type PacketContent,
  type Passage,
  type RefusedEvidence,
  sealPacket,
} from '../../port/index.ts';
import type { ListedChart } from './yahoo-chart.ts';
import type { YahooProfile } from './yahoo-profile.ts';
import type { YahooStatements } from './yahoo-statements.ts';

const SITE = 'https://finance.yahoo.com/quote/';
/** Un-adjusted prices are worked out, and exchanges quote no finer than this. */
const PLACES = 4;

type Given = Pick<PacketContent, 'source_id' | 'title' | 'families'> & Partial<PacketContent>;

/** A packet of Yahoo's. In HISTORICAL, what has no time of publication is DISCOVERED at best. */
function seal(
  { mode }: EvidenceRequest,
  symbol: string,
  document: EvidenceDocument,
  given: Given,
): EvidencePacket {
  const isUndated = (given.published_at ?? null) === null;
  const isDiscovered = mode === 'HISTORICAL' && isUndated;
  return sealPacket(
    {
      provider: 'yahoo',
      publisher: 'Yahoo Finance',
      authority: isDiscovered ? 'DISCOVERED' : 'AGGREGATOR',
      source_class: isDiscovered ? 'DISCOVERED' : 'VERIFIED_FETCHED',
      url: SITE + encodeURIComponent(symbol),
      published_at: null,
      published_precision: isUndated ? 'UNKNOWN' : 'INSTANT',
      entity: { symbol, isin: null, name: null, id: symbol },
      fiscal_years: [],
      observations: [],
      passages: [],
      notes: [],
      document_hashes: [document.sha256],
      ...given,
    },
    document,
  );
}

const observed = (
  given: Pick<Observation, 'metric' | 'end' | 'unit' | 'value' | 'locator'> & Partial<Observation>,
) => ({
  scope: 'market' as const,
  scope_detail: null,
  start: null,
  value_high: null,
  reason: null,
  decimals: null,
  published_at: null,
  filing: null,
  share_basis: null,
  ...given,
});

/**
 * Closes that were known by the moment of the run. Yahoo's are on the shares of today; what changed the shares after the
 * moment is undone, so that a run of the past sees the shares of its day.
 */
export function chartPacket(
  request: EvidenceRequest,
  chart: ListedChart,
  document: EvidenceDocument,
): EvidencePacket {
  const asOf = new Date(request.as_of).toISOString();
  const known = chart.closes.filter(({ closed_at }) => closed_at <= asOf);
  const lastDay = known.at(-1)?.day ?? asOf.slice(0, 10);
  const before = chart.splits.filter(({ day }) => day <= lastDay);
  const after = chart.splits.filter(({ day }) => day > lastDay);
  const basis = before.at(-1)?.day ?? null;
  const { currency } = chart;
  const undone = (value: string): string => {
    if (after.length === 0) return value;
    const all = after.reduce(
      (price, { new_shares, old_shares }) => price.times(new_shares).div(old_shares),
      decimal(value),
    );
    return all.toDecimalPlaces(PLACES).toFixed();
  };
  const closes = known.map(({ day, close, closed_at }) =>
    observed({
      metric: 'close',
      end: day,
      unit: `${currency}/share`,
      value: close === null ? null : undone(close),
      reason: close === null ? 'Yahoo has no close for that session.' : null,
      locator: `chart, ${dayInWords(day)}`,
      published_at: closed_at,
      share_basis: basis,
    }),
  );
  const dividends = chart.dividends
    .filter(({ day }) => day <= lastDay)
    .map(({ day, amount }) =>
      observed({
        metric: 'dividend_per_share',
        scope: 'company',
        end: day,
        unit: `${currency}/share`,
        value: undone(amount),
        locator: `chart, dividends, ${dayInWords(day)}`,
        share_basis: basis,
      }),
    );
  const splits = before.map(({ day, new_shares, old_shares }) =>
    observed({
      metric: 'split_ratio',
      scope: 'company',
      end: day,
      unit: 'ratio',
      value: decimal(new_shares).div(old_shares).toFixed(),
      locator: `chart, splits, ${dayInWords(day)}`,
    }),
  );
  const gaps = known.filter(({ close }) => close === null).map(({ day }) => day);
  const notes = ['Closes and dividends are adjusted for splits and bonuses up to today.'];
  if (after.length > 0)
    notes[0] = `Closes and dividends are adjusted for splits and bonuses up to ${dayInWords(lastDay)}. Munim undid the later splits that Yahoo had applied.`;
  if (splits.length > 0) notes.push('Yahoo counts a bonus issue as part of the split on that day.');
  if (gaps.length > 0) notes.push(`Sessions without a close: ${gaps.map(dayInWords).join(', ')}.`);
  if (chart.unread > 0) notes.push(`${chart.unread} dividends or splits cannot be read.`);
  return seal(request, chart.symbol, document, {
    source_id: `yahoo:chart:${chart.symbol}`,
    title: `Prices of ${chart.symbol} at Yahoo`,
    families: ['market_data', 'exchange_prices'],
    published_at: known.at(-1)?.closed_at ?? null,
    entity: { symbol: chart.symbol, isin: null, name: chart.name, id: chart.symbol },
    observations: [...closes, ...dividends, ...splits],
    notes,
  });
}

/** Rows of statements whose period had ended by the moment of the run; when each was published nobody says. */
export function statementsPacket(
  request: EvidenceRequest,
  symbol: string,
  { observations, notes }: YahooStatements,
  document: EvidenceDocument,
  refused: RefusedEvidence[],
): EvidencePacket[] {
  const day = new Date(request.as_of).toISOString().slice(0, 10);
  const source_id = `yahoo:statements:${symbol}`;
  const late = observations.filter(({ end }) => end > day);
  if (late.length > 0)
    refused.push({
      provider: 'yahoo',
      source_id,
      reason: 'AFTER_CUTOFF',
      detail: `${late.length} figures are for periods that end after ${dayInWords(day)}.`,
    });
  const known = observations.filter(({ end }) => end <= day);
  if (known.length === 0) return [];
  return [
    seal(request, symbol, document, {
      source_id,
      title: `Statements of ${symbol} at Yahoo`,
      families: ['fundamentals', 'market_data', 'annual_report', 'sector_benchmark', 'consensus_estimates'],
      observations: known,
      notes,
    }),
  ];
}

/** Name, sector and industry. Its figures are of the day on which it was fetched, so that a run of the past has none of them. */
export function profilePacket(
  request: EvidenceRequest,
  symbol: string,
  { profile, currency }: { profile: YahooProfile; currency: string },
  document: EvidenceDocument,
): EvidencePacket {
  const passages: Passage[] = (['long_name', 'sector', 'industry', 'country', 'website'] as const).flatMap(
    (id) => {
      const text = profile[id];
      return text === null ? [] : [{ id, text }];
    },
  );
  const end = new Date(request.as_of).toISOString().slice(0, 10);
  const isPast = request.mode === 'HISTORICAL';
  const observations = isPast
    ? []
    : profile.figures.map(({ metric, field, figure }) =>
        observed({
          metric,
          end,
          unit:
            metric === 'market_cap' || metric === 'consensus_target' ? moneyUnit(metric, currency) : 'ratio',
          value: figure.value,
          reason: figure.reason,
          locator: field,
        }),
      );
  return seal(request, symbol, document, {
    source_id: `yahoo:profile:${symbol}`,
    title: `Profile of ${symbol} at Yahoo`,
    families: ['exchange_listing', 'market_data'],
    entity: { symbol, isin: null, name: profile.long_name, id: symbol },
    observations,
    passages,
    notes: isPast ? ['Its figures are from a later date than the run, so they are excluded.'] : [],
  });
}

const moneyUnit = (metric: 'market_cap' | 'consensus_target', currency: string): string =>
  `${currency}${metric === 'consensus_target' ? '/share' : ''}`;
