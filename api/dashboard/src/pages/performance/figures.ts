import { day, moneyShort } from '../../../../../charts/index.ts';
import type { Part, Performance } from '../../api/types.ts';
import type { Figure } from '../../parts/figure-explained.tsx';

/** What partial figures are of; those of one part stand for each other. */
export function partsOf({ partial, partial_periods }: Performance): [string, Part | null | undefined][] {
  return [
    ['XIRR', partial.xirr_pct],
    ['Total return', partial.total_return_pct ?? partial.capital_return_pct],
    ['Time-weighted return and periods', partial.twr_pct ?? partial_periods],
  ];
}

/** The headline figures in the order in which they are read. */
export function figuresOf(report: Performance): Figure[] {
  const { currency, benchmark, partial, reasons } = report;
  const short = (value: number | null): string => moneyShort(value, currency, { digits: 2 });
  const figure = (
    name: keyof Performance['reasons'] & keyof Performance,
    label: string,
    rest: Partial<Figure> = {},
  ): Figure => {
    const value = report[name];
    const part = partial[name];
    return {
      name,
      label,
      value: part?.figure ?? (typeof value === 'number' ? value : null),
      part,
      unit: 'percent_points',
      isChange: true,
      reason: reasons[name],
      ...rest,
    };
  };
  return [
    figure('xirr_pct', 'XIRR', {
      under: 'A year, by the days of your money',
      badge: report.xirr_state === 'AMBIGUOUS' ? 'one of several' : undefined,
    }),
    figure('total_return_pct', 'Total return', {
      under: `${short(report.total_gain)} gain and ${short(report.total_dividends)} dividends on ${short(report.total_invested)}`,
    }),
    figure('alpha_pct', 'Alpha', {
      under: `Beyond ${benchmark.name}${benchmark.from === null ? '' : ` since ${day(benchmark.from)}`}`,
    }),
    figure('twr_pct', 'Time-weighted return', {
      under: report.from === null ? undefined : `Since ${day(report.from)}, whenever money came`,
    }),
    figure('capital_return_pct', 'Capital return', { under: 'Gain of what is held, on its cost' }),
    figure('dividend_return_pct', 'Dividend return', { under: 'Dividends received, on the cost' }),
    figure('cagr_pct', 'CAGR', { under: 'A year, from cost to value' }),
    figure('twr_annual_pct', 'Time-weighted, a year', { under: 'The same as a yearly rate' }),
    ...(report.fx_return_pct === null && !report.fx_estimated
      ? []
      : [
          figure('fx_return_pct', 'From the dollar', {
            under: 'What the exchange rate did',
            badge: report.fx_estimated ? 'estimate' : undefined,
          }),
        ]),
  ];
}
