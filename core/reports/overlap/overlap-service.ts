import type { Instruments } from '../../market/instruments/index.ts';
import { type Context, istDate, daysBetween } from '../../platform/index.ts';
import type { Cached } from '../cached.ts';
import { explanation, figureInput } from '../explain.ts';
import type { Explanation } from '../explanation.ts';
import { fundHoldingsUntil } from '../fund-holdings/index.ts';
import type { HeldFacts } from '../held.ts';
import type { ReportQuery } from '../report-query.ts';
import { isStale, snapshotOf, sumOrNull, wrappersOf } from './funds.ts';
import { clean, exposedStocks, weightOf } from './look-through.ts';
import type { ExposedStock, FundSnapshot, HeldFund, OverlapView } from './view.ts';
import { warningsOf } from './warnings.ts';

/** Exposures that are explained: those above the threshold, and at least so many. */
const EXPLAINED = 10;

/** Looking through funds (spec: Reports, /overlap; Report rules 8). @throws 404 PORTFOLIO_NOT_FOUND */
export function createOverlap(
  { clock, config, database }: Pick<Context, 'clock' | 'config' | 'database'>,
  parts: { held: HeldFacts; instruments: Pick<Instruments, 'resolver' | 'companies'> },
  cached: Cached,
) {
  return cached('overlap', async (userId: string, query: ReportQuery): Promise<OverlapView> => {
    const held = await parts.held.read(userId, { portfolio: query.portfolio });
    const { holdings, total, currency } = held;
    const now = clock.now();
    const today = istDate(now);
    const staleDays = config.PORTFOLIO_FUND_HOLDINGS_STALE_DAYS;
    const thresholdPct = config.PORTFOLIO_OVERLAP_WARNING_THRESHOLD_PCT;
    const wrappers = wrappersOf(holdings).sort(
      (a, b) => (b.value ?? -1) - (a.value ?? -1) || (a.symbol < b.symbol ? -1 : 1),
    );
    const snapshots = await database.readAsUser(
      userId,
      async (trx) =>
        await fundHoldingsUntil(
          trx,
          wrappers.flatMap(({ words }) => words),
          today,
        ),
    );
    const registered = {
      resolver: await parts.instruments.resolver(),
      companies: await parts.instruments.companies(),
    };
    const stocks = exposedStocks({
      holdings,
      total,
      wrappers,
      snapshots,
      registered,
      today,
      staleDays,
      thresholdPct,
    });
    const funds: HeldFund[] = wrappers.map((fund) => ({
      symbol: fund.symbol,
      name: fund.name,
      isin: fund.isin,
      asset_class: fund.asset_class,
      portfolios: fund.portfolios,
      value: fund.value,
      portfolio_weight_pct: weightOf(fund.value, total),
      is_covered: snapshotOf(fund, snapshots, today) !== undefined,
    }));
    const fund_snapshots = wrappers.flatMap((fund): FundSnapshot[] => {
      const snapshot = snapshotOf(fund, snapshots, today);
      if (snapshot === undefined) return [];
      const { as_of, source, holdings: rows } = snapshot;
      return [
        {
          fund_symbol: fund.symbol,
          as_of,
          age_days: daysBetween(as_of, today),
          is_stale: isStale(as_of, today, staleDays),
          source,
          stocks_count: rows.length,
          weight_sum_pct: clean(rows.reduce((sum, { weight_pct }) => sum + weight_pct, 0)),
        },
      ];
    });
    const shareOf = (isCovered: boolean): number | null => {
      const of = funds.filter(({ is_covered }) => is_covered === isCovered);
      return of.length === 0 ? 0 : weightOf(sumOrNull(of.map(({ value }) => value)), total);
    };
    const missing_weight_pct = shareOf(false);
    return {
      portfolio: held.name,
      currency,
      calculated_at: now.toISOString(),
      total_value: total,
      threshold_pct: thresholdPct,
      stale_days: staleDays,
      exposed_stocks: stocks,
      warnings: warningsOf({
        stocks,
        funds,
        snapshots: fund_snapshots,
        missingPct: missing_weight_pct,
        thresholdPct,
        staleDays,
        unvalued: holdings.filter(({ value }) => value === null),
        oldPrices: held.old_prices,
        converted: held.converted,
        currency,
      }),
      covered_funds: funds.filter(({ is_covered }) => is_covered).map(({ symbol }) => symbol),
      missing_funds: funds.filter(({ is_covered }) => !is_covered).map(({ symbol }) => symbol),
      fund_snapshots,
      funds,
      covered_weight_pct: shareOf(true),
      missing_weight_pct,
      provisional_reason: null,
      reason: reasonOf(holdings.length, total),
      explanations: query.explain === true ? stocks.filter(isExplained).map(explained) : null,
    };
  });
}

function reasonOf(count: number, total: number | null): string | null {
  if (count === 0) return 'There are no holdings here.';
  return total === null ? 'No holding has a value, so weights cannot be calculated.' : null;
}

const isExplained = ({ is_above_threshold }: ExposedStock, at: number): boolean =>
  is_above_threshold || at < EXPLAINED;

function explained(stock: ExposedStock): Explanation {
  const known = stock.sources.filter(({ effective_weight_pct }) => effective_weight_pct !== null);
  return explanation({
    figure: `exposed_stocks.${stock.stock_symbol}.effective_weight_pct`,
    value: stock.effective_weight_pct,
    unit: 'percent_points',
    formula: 'sum over sources of share of the portfolio × share of the stock inside / 100',
    worked: known
      .map(
        ({ portfolio_weight_pct, stock_weight_pct }) =>
          `${round(portfolio_weight_pct ?? 0)} × ${round(stock_weight_pct)} / 100`,
      )
      .join(' + '),
    definition: 'effective_weight',
    inputs: stock.sources.map((source) =>
      figureInput(
        source.kind === 'DIRECT' ? `${source.symbol}, held directly` : `Inside ${source.symbol}`,
        source.effective_weight_pct,
        null,
        source.as_of,
      ),
    ),
    reason: stock.sources.find(({ reason }) => reason !== null)?.reason,
  });
}

const round = (value: number): number => Number(value.toFixed(4));
