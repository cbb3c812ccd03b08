import type { Held } from '../held.ts';
import { type Company, companiesOf, type Registered, type ShareWords } from './company.ts';
import { isShare, isStale, snapshotOf, type StoredSnapshot, sumOrNull, type Wrapper } from './funds.ts';
import type { ExposedStock, ExposureSource } from './view.ts';

/** What a look-through is made of. */
interface LookThrough {
  holdings: readonly Held[];
  /** Of everything that could be valued; null where that is nothing. */
  total: number | null;
  wrappers: readonly Wrapper[];
  snapshots: readonly StoredSnapshot[];
  registered: Registered;
  /** YYYY-MM-DD */
  today: string;
  staleDays: number;
  thresholdPct: number;
}

/** Doubles leave dust behind the tenth decimal. */
export const clean = (value: number): number => Math.round(value * 1e10) / 1e10;

/** Share of the portfolio in percentage points; null where either is unknown. */
export function weightOf(value: number | null, total: number | null): number | null {
  return value === null || total === null || total <= 0 ? null : clean((value / total) * 100);
}

/**
 * Every company that is held, itself or inside a fund whose contents are on record. The effective weight of a source is
 * its share of the portfolio times the company's share inside it; a company's is the sum of its sources (spec: Report
 * rules 8). Funds without a snapshot add nothing here, which says nothing about what they hold.
 */
export function exposedStocks(of: LookThrough): ExposedStock[] {
  const parts = [...directParts(of), ...fundParts(of)];
  const companies = companiesOf(
    parts.map(({ words }) => words),
    of.registered,
  );
  const byCompany = new Map<string, { company: Company; sources: Map<string, ExposureSource> }>();
  for (const [at, { source }] of parts.entries()) {
    const company = companies[at];
    if (company === undefined) continue;
    let entry = byCompany.get(company.key);
    if (entry === undefined) byCompany.set(company.key, (entry = { company, sources: new Map() }));
    const key = `${source.kind} ${source.symbol}`;
    const before = entry.sources.get(key);
    entry.sources.set(key, before === undefined ? source : together(before, source, of.total));
  }
  return [...byCompany.values()]
    .map(({ company, sources }) => stockOf(company, [...sources.values()], of.thresholdPct))
    .sort((a, b) => heavier(a, b) || (a.stock_symbol < b.stock_symbol ? -1 : 1));
}

const heavier = (
  a: { effective_weight_pct: number | null },
  b: { effective_weight_pct: number | null },
): number => (b.effective_weight_pct ?? -1) - (a.effective_weight_pct ?? -1);

interface Part {
  words: ShareWords;
  source: ExposureSource;
}

function directParts({ holdings, total, today }: LookThrough): Part[] {
  return holdings.filter(isShare).map((held): Part => {
    const weight = weightOf(held.value, total);
    return {
      words: {
        symbol: held.symbol,
        name: held.name,
        isin: held.isin,
        is_direct: true,
        is_rupee: held.currency === 'INR',
        on: today,
      },
      source: {
        kind: 'DIRECT',
        symbol: held.symbol,
        name: held.name,
        portfolios: [held.portfolio],
        portfolio_weight_pct: weight,
        stock_weight_pct: 100,
        effective_weight_pct: weight,
        value: held.value,
        as_of: null,
        is_stale: false,
        reason: held.reason,
      },
    };
  });
}

function fundParts({ wrappers, snapshots, total, today, staleDays }: LookThrough): Part[] {
  return wrappers.flatMap((fund) => {
    const snapshot = snapshotOf(fund, snapshots, today);
    if (snapshot === undefined) return [];
    const weight = weightOf(fund.value, total);
    return snapshot.holdings
      .filter(({ weight_pct }) => weight_pct > 0)
      .map(({ stock_symbol, isin, weight_pct }): Part => ({
        words: {
          symbol: stock_symbol,
          name: null,
          isin,
          is_direct: false,
          is_rupee: fund.currency === 'INR',
          on: snapshot.as_of,
        },
        source: {
          kind: 'FUND',
          symbol: fund.symbol,
          name: fund.name,
          portfolios: fund.portfolios,
          portfolio_weight_pct: weight,
          stock_weight_pct: weight_pct,
          effective_weight_pct: weight === null ? null : clean((weight * weight_pct) / 100),
          value: fund.value === null ? null : (fund.value * weight_pct) / 100,
          as_of: snapshot.as_of,
          is_stale: isStale(snapshot.as_of, today, staleDays),
          reason: fund.value === null ? `${fund.symbol} has no value.` : null,
        },
      }));
  });
}

/** Two rows of one source: a share that is held in two portfolios, or a company under two names in one fund. */
function together(one: ExposureSource, other: ExposureSource, total: number | null): ExposureSource {
  const value = sumOrNull([one.value, other.value]);
  const isDirect = one.kind === 'DIRECT';
  const effective = isDirect
    ? weightOf(value, total)
    : sumOrNull([one.effective_weight_pct, other.effective_weight_pct]);
  return {
    ...one,
    portfolios: [...new Set([...one.portfolios, ...other.portfolios])],
    portfolio_weight_pct: isDirect ? effective : one.portfolio_weight_pct,
    stock_weight_pct: isDirect ? 100 : clean(one.stock_weight_pct + other.stock_weight_pct),
    effective_weight_pct: effective === null ? null : clean(effective),
    value,
    reason: one.reason ?? other.reason,
  };
}

function stockOf(company: Company, sources: ExposureSource[], threshold: number): ExposedStock {
  const effective = sumOrNull(sources.map(({ effective_weight_pct }) => effective_weight_pct));
  return {
    stock_symbol: company.symbol,
    name: company.name,
    isin: company.isin,
    known_by: company.known_by,
    effective_weight_pct: effective === null ? null : clean(effective),
    value: sumOrNull(sources.map(({ value }) => value)),
    is_overlap: sources.length > 1,
    is_above_threshold: effective !== null && clean(effective) >= threshold,
    sources: sources.sort(heavier),
  };
}
