import type { ContextReader } from '../../assistant/index.ts';
import { only, words } from './reader-rows.ts';
import type { isOutsideWindow } from '../../performance/index.ts';
import { type Context, dayInWords, istDate } from '../../platform/index.ts';
import type { PeriodReturn, Reports, TaxReportPage } from '../../reports/index.ts';

/*
 * What the assistant may read of returns, risk and tax. Every line here is a read of a service as chat and API have it; a test holds the
 * file to that. Ids, keys and secrets are in none of these views.
 */

/** The services as far as they are read. */
interface Returns extends Pick<Context, 'clock'> {
  /** True for a window that lies wholly after the last known value. */
  isOutsideWindow: typeof isOutsideWindow;
  reports: Pick<
    Reports,
    'performance' | 'monthlyReturns' | 'attribution' | 'risk' | 'diversification' | 'tax'
  >;
}

const RECENT_DAYS = 10;
const RECENT_MONTHS = 24;

/** Why a figure is what it is, without its inputs. */
const explained = (
  rows:
    | readonly { figure: string; value: number | null; worked: string | null; reason: string | null }[]
    | null,
) => (rows ?? []).map((row) => only(row, 'figure', 'value', 'worked', 'reason'));

/** A period that lies wholly after the last known value is unknown: its figures are of another month. */
const ofThatTime = (row: PeriodReturn, isOutside: (period: PeriodReturn['period'], end: string) => boolean) =>
  row.to !== null && isOutside(row.period, row.to)
    ? {
        period: row.period,
        return_pct: null,
        reason:
          row.end_value === 0
            ? `Everything was sold by ${dayInWords(row.to)}.`
            : `The last known value is of ${dayInWords(row.to)}.`,
      }
    : row;

/** Readers over the reports. */
export function returnReaders({ reports, clock, isOutsideWindow: isOutside }: Returns): ContextReader[] {
  const isPast = (period: PeriodReturn['period'], end: string) =>
    isOutside(period, end, istDate(clock.now()));
  return [
    {
      section: 'performance',
      title: 'Performance',
      href: '/analysis/performance',
      command: '/benchmark',
      about: words(
        'performance, return, xirr, cagr, gain, profit, loss, made, earned, fall, fell, rise, rose, up, down, week, month, year, benchmark, index, nifty, alpha, doing',
      ),
      when: 'unsaid',
      async read(userId) {
        const [view, months] = await Promise.all([
          reports.performance.read(userId, { explain: true }),
          reports.monthlyReturns.read(userId, {}),
        ]);
        return {
          ...only(
            view,
            'currency',
            'as_of',
            'current_value',
            'total_invested',
            'total_gain',
            'total_dividends',
            'xirr_pct',
            'cagr_pct',
            'total_return_pct',
            'capital_return_pct',
            'dividend_return_pct',
            'alpha_pct',
            'twr_pct',
            'twr_annual_pct',
            'fx_return_pct',
            'to',
            'returns_count',
            'coverage',
            'limits',
            'benchmark',
            'reasons',
            'warnings',
          ),
          periods: view.periods.map((row) => ofThatTime(row, isPast)),
          explanations: explained(view.explanations),
          recent_days: view.series.slice(-RECENT_DAYS).toReversed(),
          months: months.months
            .slice(-RECENT_MONTHS)
            .toReversed()
            .map((row) => only(row, 'from', 'to', 'return_pct', 'is_partial', 'reason')),
        };
      },
    },
    {
      section: 'attribution',
      title: 'What moved it',
      href: '/analysis/performance',
      command: '/chart attribution',
      about: words(
        'why, because, contribute, contributor, contributed, detractor, attribution, moved, drag, fall, fell, worst, best',
      ),
      async read(userId) {
        const view = await reports.attribution.read(userId, {});
        return {
          ...only(view, 'currency', 'total_invested', 'total_gain', 'contributed_pct', 'reasons', 'warnings'),
          top_contributors: view.top_contributors,
          top_detractors: view.top_detractors,
        };
      },
    },
    {
      section: 'risk',
      title: 'Risk',
      href: '/analysis/risk',
      command: '/risk',
      about: words('risk, risky, drawdown, volatility, volatile, sharpe, safe, swing, crash'),
      async read(userId) {
        const view = await reports.risk.read(userId, { explain: true });
        return {
          ...only(
            view,
            'currency',
            'from',
            'to',
            'max_drawdown_pct',
            'current_drawdown_pct',
            'volatility_pct',
            'sharpe',
            'cagr_pct',
            'peak_date',
            'trough_date',
            'recovery_date',
            'best_day',
            'worst_day',
            'returns_count',
            'coverage',
            'limits',
            'risk_free_rate_pct',
            'reasons',
            'warnings',
          ),
          explanations: explained(view.explanations),
        };
      },
    },
    {
      section: 'diversification',
      title: 'Diversification',
      href: '/analysis/diversification',
      command: '/sectors',
      about: words(
        'diversification, diversified, concentration, concentrated, sector, spread, allocation, exposure, overlap, weight',
      ),
      read: async (userId) =>
        only(
          await reports.diversification.read(userId, {}),
          'currency',
          'total_value',
          'asset_class',
          'sector',
          'concentration',
          'herfindahl',
          'warnings',
          'reasons',
        ),
    },
    {
      section: 'tax',
      title: 'Tax',
      href: '/tax',
      command: '/tax',
      about: words(
        'tax, ltcg, stcg, capital gain, short-term, long-term, realised, realized, itr, sold, sale',
      ),
      async read(userId) {
        // The page is kept while nothing changes; the whole report is worked out each time.
        const page = await reports.tax.pageJson(userId, { page_size: 1 });
        const view = JSON.parse(page.toString()) as TaxReportPage;
        const { lots: _1, intraday_lots: _5, remaining_lots: _2, unmatched_sells: _3, ...others } = view;
        const { explanations: _4, ...sums } = others;
        return sums;
      },
    },
  ];
}
