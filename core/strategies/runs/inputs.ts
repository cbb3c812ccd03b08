import * as yup from 'yup';
import { FIRST_CHARGES_DAY } from '../../finance/charges/index.ts';
import { dayInWords, amountField, dayField, type FieldError, pageQuery } from '../../platform/index.ts';
import { configRules, strategyConfig } from '../config.ts';
import { ORDER_STATES, type OrderState } from '../engine/index.ts';

/** The first day that a backtest may begin on: no charges are known before. */
const FIRST_DAY = FIRST_CHARGES_DAY;
export const MOST_COMPARED = 6;

/** Body of a backtest. `initial_capital` is rupees. */
export const runInput = yup
  .object({
    name: yup
      .string()
      .matches(/\S/, 'name must not be blank.')
      .max(80, 'name may have at most 80 characters.')
      .optional(),
    config: strategyConfig.required('config is required: the strategy and what it trades in.'),
    from: dayField.required('from is required: the first day, such as 2016-01-01.'),
    to: dayField.required('to is required: the last day.'),
    initial_capital: amountField('initial_capital')
      .moreThan(0, 'initial_capital must be above 0.')
      .max(1e12, 'initial_capital must be 1,000,000,000,000 or less.')
      .required('initial_capital is required: rupees to begin with.'),
  })
  .noUnknown();
export type RunInput = yup.InferType<typeof runInput>;

/** @param today the day in India. */
export function runRules(input: RunInput, today: string): FieldError[] {
  const errors = configRules(input.config);
  if (input.from < FIRST_DAY)
    errors.push({ field: 'from', message: `from must be ${dayInWords(FIRST_DAY)} or later.` });
  if (input.to > today) errors.push({ field: 'to', message: `to must be ${dayInWords(today)} or earlier.` });
  if (input.from >= input.to) errors.push({ field: 'to', message: 'to must be later than from.' });
  return errors;
}

export const ordersQuery = yup
  .object({
    ...pageQuery,
    state: yup
      .mixed<OrderState>()
      .oneOf([...ORDER_STATES])
      .optional(),
  })
  .noUnknown();
export type OrdersQuery = yup.InferType<typeof ordersQuery>;
export const holdingsQuery = yup.object({ date: dayField.optional() }).noUnknown();
export type HoldingsQuery = yup.InferType<typeof holdingsQuery>;
export const compareQuery = yup
  .object({
    ids: yup
      .string()
      .matches(/^\d{1,18}(,\d{1,18})*$/, 'ids must be run ids with commas, such as 12,15.')
      .required('ids is required: run ids with commas, such as 12,15.'),
  })
  .noUnknown();
export type CompareQuery = yup.InferType<typeof compareQuery>;
