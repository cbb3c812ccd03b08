import * as yup from 'yup';
import { INCOME_KINDS, INCOME_SOURCES } from './event.ts';
import { INCOME_STATUSES } from './transitions.ts';
import { dayField, pageQuery } from '../platform/index.ts';

const day = dayField.optional();
const year = yup.number().integer().min(1900).max(2200).optional();
const portfolio = yup.string().max(80).optional();
const symbol = yup.string().max(128).optional();

/** What a list of income events may be narrowed to. */
export const incomeQuery = yup
  .object({
    ...pageQuery,
    portfolio,
    symbol,
    kind: yup.string().oneOf(INCOME_KINDS).optional(),
    status: yup
      .string()
      .oneOf([...INCOME_STATUSES, 'EXPECTED'] as const)
      .optional(),
    source: yup.string().oneOf(INCOME_SOURCES).optional(),
    currency: yup
      .string()
      .matches(/^[A-Z]{3}$/, 'currency must be a three-letter code such as INR or USD.')
      .optional(),
    year,
    from: day,
    to: day,
    order: yup
      .string()
      .oneOf(['asc', 'desc'] as const)
      .optional(),
  })
  .noUnknown();
export type IncomeQuery = yup.InferType<typeof incomeQuery>;

export const incomeSummaryQuery = yup.object({ portfolio, symbol, year }).noUnknown();
export type IncomeSummaryQuery = yup.InferType<typeof incomeSummaryQuery>;

/** Body of a recompute; `refresh_declared` asks the exchange first for what was announced. */
export const recomputeInput = yup
  .object({ refresh_declared: yup.boolean().typeError('refresh_declared must be true or false.').optional() })
  .noUnknown();
