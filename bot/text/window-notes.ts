import { priceAgeSentence } from '../../charts/figure-limits.ts';
import type { ComparisonView, FigureLimit, PeriodReturn } from '../../core/reports/index.ts';
import { day } from './times.ts';

interface Window {
  period: string;
  to: string | null;
  limits: readonly FigureLimit[];
}

const fewOf = ({ limits }: Pick<Window, 'limits'>): FigureLimit | undefined =>
  limits.find(({ code }) => code === 'FEW_RETURNS');

/** A star behind the return of a period that has few daily returns; empty if it has enough. */
export const fewMark = (of: Pick<Window, 'limits'>): string => (fewOf(of) === undefined ? '' : '*');

/**
 * Notes under a table of periods: the stars of few daily returns, an early end, old prices.
 * @param periods the ones with a figure.
 */
export function windowNotes(
  periods: readonly Window[],
  { ends_early, freshness }: Pick<ComparisonView, 'ends_early' | 'freshness'>,
): (string | null)[] {
  const few = periods.flatMap((one) => {
    const limit = fewOf(one);
    return limit === undefined ? [] : [`${one.period} (${limit.label})`];
  });
  const to = periods[0]?.to ?? null;
  return [
    few.length === 0 ? null : `* Few days: ${few.join(', ')}.`,
    ends_early && to !== null ? `All periods end on ${day(to)}. No later price is known.` : null,
    priceAgeSentence(freshness),
  ];
}

/** Money put in during a period, negative if taken out, without the holdings that its coverage gained or lost. */
export const moneyMoved = ({ net_flow, net_joined }: Pick<PeriodReturn, 'net_flow' | 'net_joined'>): number =>
  Number(((net_flow ?? 0) - (net_joined ?? 0)).toFixed(2));
