import { day, moneyShort, percent, seriesLimits } from '../../../../../charts/index.ts';
import type { Coverage, Performance } from '../../api/types.ts';
import type { Figure } from '../../components/figure-explained.tsx';

/** What partial figures are of; those of one part stand for each other. */
export function partsOf({ partial, coverage }: Performance): [string, Coverage | null | undefined][] {
  return [
    ['XIRR', partial.xirr_pct],
    ['Return on what you hold', partial.total_return_pct ?? partial.capital_return_pct],
    ['Time-weighted return, periods and charts', coverage],
  ];
}

/** Figures of the daily line. */
const OF_DAYS: ReadonlySet<string> = new Set(['twr_pct', 'twr_annual_pct']);
/** Figures that few daily returns limit. The others depend on today’s value alone. */
const NEEDS_DAYS: ReadonlySet<string> = new Set([...OF_DAYS, 'cagr_pct', 'alpha_pct']);

/** The headline figures in the order in which they are read. */
export function figuresOf(report: Performance): Figure[] {
  const { currency, limits, partial, reasons } = report;
  const age = limits.filter(({ code }) => code === 'OLD_PRICES');
  const short = (value: number | null): string => moneyShort(value, currency, { digits: 2 });
  /** An amount of the same holdings as the return beside it. */
  const amount = (name: 'total_gain' | 'total_dividends' | 'total_invested'): number | null =>
    partial.total_return_pct === undefined ? report[name] : (partial[name]?.figure ?? report[name]);
  const figure = (
    name: keyof Performance['reasons'] & keyof Performance,
    label: string,
    rest: Partial<Figure> = {},
  ): Figure => {
    const value = report[name];
    const part = OF_DAYS.has(name) ? (report.coverage ?? undefined) : partial[name];
    return {
      name,
      label,
      value: partial[name]?.figure ?? (typeof value === 'number' ? value : null),
      part,
      limits: NEEDS_DAYS.has(name) ? seriesLimits(limits) : age,
      unit: 'percent_points',
      isChange: true,
      reason: reasons[name],
      ...rest,
    };
  };
  const { made, realised_gain, unrealised_gain, dividends, charges, reason: unmade } = report.money_made;
  return [
    {
      name: 'made',
      label: 'Made so far',
      value: made,
      part: report.money_made.coverage ?? undefined,
      limits: age,
      unit: currency,
      isChange: true,
      reason: unmade ?? undefined,
      under: `${short(realised_gain)} realised, ${short(unrealised_gain)} unrealised, ${short(dividends)} dividends, after charges of ${short(charges)}`,
    },
    figure('xirr_pct', 'XIRR', {
      under: ['Per year, money-weighted', ...others(report)].join('; '),
      badge: report.xirr_state === 'AMBIGUOUS' ? 'one of several possible' : undefined,
    }),
    figure('total_return_pct', 'Return on what you hold', {
      under:
        amount('total_gain') === null
          ? 'Gain and dividends on what your holdings cost'
          : `${short(amount('total_gain'))} gain and ${short(amount('total_dividends'))} dividends on ${short(amount('total_invested'))}`,
    }),
    figure('alpha_pct', 'Alpha', {
      under: beside(report, short),
    }),
    figure('twr_pct', 'Time-weighted return', {
      under: report.from === null ? undefined : `${span(report)}, regardless of deposits`,
    }),
    figure('capital_return_pct', 'Capital return', { under: 'Unrealised gain on the invested amount' }),
    figure('dividend_return_pct', 'Dividend return', {
      under: 'Dividends received on the invested amount',
      limits: [],
    }),
    figure('cagr_pct', 'CAGR', { under: 'Per year, from cost to value, since the first known value' }),
    figure('twr_annual_pct', 'Time-weighted, per year', { under: `Annualised, ${span(report)}` }),
    ...(report.fx_return_pct === null && !report.fx_estimated
      ? []
      : [
          figure('fx_return_pct', 'Currency return', {
            under: 'From the change in the dollar’s exchange rate',
            badge: report.fx_estimated ? 'estimate' : undefined,
          }),
        ]),
  ];
}

const span = ({ from, to }: Performance): string => `${day(from)} to ${day(to)}`;

function others({ xirr_alternatives_pct: rates }: Performance): string[] {
  if (rates.length === 0) return [];
  const named = rates.map((rate) => percent(rate, { plus: true })).join(', ');
  return [
    `several rates fit the payments, and the one nearest to no return is shown; ${named} ${rates.length === 1 ? 'fits' : 'fit'} as well`,
  ];
}

/** What the same payments would be worth in the index, and apart what the index itself made. */
function beside({ benchmark }: Performance, short: (value: number | null) => string): string {
  const { from, index_return_pct, name, position_value, to } = benchmark;
  const same = `The same payments in ${name} would now be ${short(position_value)}`;
  if (index_return_pct === null) return same;
  return `${same}. ${name} itself: ${percent(index_return_pct, { plus: true })}, ${day(from)} to ${day(to)}`;
}
