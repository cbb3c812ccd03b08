import { dayInWords } from '../../platform/index.ts';
import { flag, listOf, oneOf, text, view, type ViewOf } from '../../platform/schema/index.ts';
import { type Freshness, freshnessView } from '../../portfolio/index.ts';
import { lineCoverageView } from './line-coverage.ts';

/** Fewer daily returns say little. */
const FEW_RETURNS = 20;

/** A limit of a figure, shown beside it. */
const figureLimitView = view({
  code: oneOf('FEW_RETURNS', 'ENDS_EARLY', 'OLD_PRICES'),
  /** `12 daily returns`, `up to 29 Aug 2025`, `15 months old`. */
  label: text,
  /** The same as a sentence. */
  message: text,
});
export type FigureLimit = ViewOf<typeof figureLimitView>;

/** Few daily returns, an early end, old prices: empty where nothing limits the figures. */
export const limitsField = { limits: listOf(figureLimitView) };

/** Limits of figures and charts of a daily line, and of today’s value; the same fields in every report. */
export const lineLimitFields = {
  /** The series ends before the last session that is over, because no later price is known. */
  ends_early: flag,
  /** How much the series and the figures of its days cover; null where that is everything. */
  coverage: lineCoverageView.nullable().defined(),
  /** Moment and age of the prices of today’s value, by the rule of the overview; null where a past day was asked for. */
  freshness: freshnessView.nullable().defined(),
  ...limitsField,
};
const lineLimitsView = view(lineLimitFields);
export type LineLimits = ViewOf<typeof lineLimitsView>;

/** Few daily returns, where they are few. */
export function fewReturns(count: number): FigureLimit[] {
  if (count >= FEW_RETURNS) return [];
  const label = `${count === 0 ? 'no' : count} daily ${count === 1 ? 'return' : 'returns'}`;
  const message = `Calculated from ${count === 0 ? '' : 'only '}${label}.`;
  return [{ code: 'FEW_RETURNS', label, message }];
}

/** The end of a line that has no later price, and the age of old prices of today’s value. @param to the last day with a value. */
export function endLimits(
  {
    ends_early,
    freshness,
  }: { ends_early: boolean; freshness: Pick<Freshness, 'age' | 'age_message'> | null },
  to: string | null,
): FigureLimit[] {
  const limits: FigureLimit[] = [];
  if (ends_early && to !== null)
    limits.push({
      code: 'ENDS_EARLY',
      label: `up to ${dayInWords(to)}`,
      message: `No price is known after ${dayInWords(to)}.`,
    });
  if (freshness?.age && freshness.age_message)
    limits.push({ code: 'OLD_PRICES', label: freshness.age, message: `${freshness.age_message}.` });
  return limits;
}
