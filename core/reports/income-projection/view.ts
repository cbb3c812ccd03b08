import * as yup from 'yup';
import {
  date,
  instant,
  listOf,
  number,
  numberOrNull,
  text,
  textOrNull,
  view,
  type ViewOf,
  whole,
} from '../../platform/schema/index.ts';
import { explanationsOrNull } from '../explanation.ts';
import { reportQueryFields } from '../report-query.ts';
import { provisionalFields } from '../../portfolio/index.ts';

const MOST_MONTHS = 60;

export const incomeProjectionQuery = yup
  .object({ ...reportQueryFields, months: yup.number().integer().min(1).max(MOST_MONTHS).optional() })
  .noUnknown();
export type IncomeProjectionQuery = yup.InferType<typeof incomeProjectionQuery>;

/** Expected income of one currency; before tax. */
const expectedSumView = view({ currency: text, amount: number, events: whole });
export type ExpectedSum = ViewOf<typeof expectedSumView>;

const projectedMonthView = view({
  /** 2026-03 */
  month: text,
  /** Currencies with something expected, by their code. */
  by_currency: listOf(expectedSumView),
  /** In the one currency of the projection, 0 where nothing is expected; null where it mixes currencies. */
  expected_amount: numberOrNull,
  events: whole,
});
export type ProjectedMonth = ViewOf<typeof projectedMonthView>;

/** Income that is still to come, month by month (spec: Reports, /income-projection). */
export const incomeProjectionView = view({
  calculated_at: instant,
  portfolio: text,
  /** Today, and the last day of the last month. */
  from: date,
  to: date,
  /** Every month, ascending, from the current one on. */
  months: listOf(projectedMonthView),
  by_currency: listOf(expectedSumView),
  /** The one currency of everything expected; null where there are several. */
  currency: textOrNull,
  expected_amount: numberOrNull,
  /** Why there is no sum over all; null where there is one. */
  reason: textOrNull,
  /** Units were entitled on a day that has passed and no payment is on record: in no month, for the day is not known. */
  unrecorded: listOf(expectedSumView),
  /** Expected events whose amount is not known: counted in `events` and in no amount. */
  unknown_amounts: whole,
  ...provisionalFields,
  explanations: explanationsOrNull,
});
export type IncomeProjectionView = ViewOf<typeof incomeProjectionView>;
