import * as yup from 'yup';
import type { UsedRate } from '../../../core/portfolio/index.ts';
import type { ReportWarning } from '../../../core/reports/index.ts';
import { dateOrNull, flag, listOf, mapOf, number, text, viewOf, whole } from '../schemas.ts';

/** What every report may be asked: whose, and why its figures are what they are. */
export const reportQuery = {
  portfolio: yup.string().max(80).optional(),
  explain: yup.boolean().optional(),
};

/** What several reports say beside their figures. */
export const warnings = listOf(viewOf<ReportWarning>()({ code: text, message: text, count: whole }));

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
