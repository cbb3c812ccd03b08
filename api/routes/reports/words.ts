import * as yup from 'yup';
import {
  MISSING_CODES,
  type MissingHolding,
  type PartialFigure,
  type UsedRate,
} from '../../../core/portfolio/index.ts';
import type { ReportWarning } from '../../../core/reports/index.ts';
import {
  dateOrNull,
  exactly,
  flag,
  listOf,
  mapOf,
  number,
  numberOrNull,
  oneOf,
  text,
  viewOf,
  whole,
} from '../schemas.ts';

/** What every report may be asked: whose, and why its figures are what they are. */
export const reportQuery = {
  portfolio: yup.string().max(80).optional(),
  explain: yup.boolean().optional(),
};

/** What several reports say beside their figures. */
export const warnings = listOf(viewOf<ReportWarning>()({ code: text, message: text, count: whole }));

/** The part of a portfolio that a partial figure is of. */
export const part = {
  state: oneOf('PARTIAL'),
  holdings_counted: whole,
  holdings_total: whole,
  value_share_pct: numberOrNull,
  missing_count: whole,
  missing: listOf(
    viewOf<MissingHolding>()({
      portfolio: text,
      symbol: text,
      code: oneOf(...MISSING_CODES),
      reason: text,
      mend: text,
    }),
  ),
};

/** Figures of the part of a portfolio for which they are known, each where it is one. */
export function partialFigures<N extends string>(...names: readonly N[]) {
  const figure = viewOf<PartialFigure>()({ figure: number, ...part })
    .default(undefined)
    .notRequired();
  return exactly(Object.fromEntries(names.map((name) => [name, figure])) as Record<N, typeof figure>);
}

/** Why a figure is null, by its name. */
export const reasons = mapOf(text, { type: 'string' }).required();

export const usedRates = listOf(
  viewOf<UsedRate>()({
    from: text,
    to: text,
    rate: number,
    day: dateOrNull,
    source: text,
    is_estimated: flag,
  }),
);
