import * as yup from 'yup';
import { amountField, type FieldError, isCalendarDate } from '../platform/index.ts';
import { LINK_TYPES, type LinkType } from './links.ts';
import { SIP_FREQUENCIES, type SipFrequency, STEP_UP_FREQUENCIES, type StepUpFrequency } from './sip-plan.ts';

export const GOAL_TYPES = ['CORPUS', 'INCOME'] as const;
export type GoalType = (typeof GOAL_TYPES)[number];

const name = yup
  .string()
  .matches(/\S/, 'name must not be blank.')
  .max(80, 'name may have at most 80 characters.');
const amount = (label: string) => amountField(label).moreThan(0, `${label} must be above zero.`);
const pct = (label: string, min: number, max: number) =>
  yup
    .number()
    .typeError(`${label} must be a number of percentage points.`)
    .min(min, `${label} must be ${min} or more.`)
    .max(max, `${label} must be ${max} or less.`);
const date = (label: string) =>
  yup
    .string()
    .test(
      'date',
      `${label} must be a date such as 2036-03-31.`,
      (value) => value === undefined || value === null || isCalendarDate(value),
    );
const currency = yup
  .string()
  .matches(/^[A-Z]{3}$/, 'currency must be a three-letter code such as INR or USD.');
const oneOf = <T extends string>(label: string, words: readonly T[]) =>
  yup.mixed<T>().oneOf([...words], `${label} must be one of ${words.join(', ')}.`);

/** Body of a goal. `target_corpus` is in today's money; percentages are a year's, in percentage points. */
export const goalInput = yup
  .object({
    name: name.required('name is required.'),
    type: oneOf<GoalType>('type', GOAL_TYPES).required('type is required: CORPUS or INCOME.'),
    currency: currency.optional(),
    target_corpus: amount('target_corpus').nullable().optional(),
    target_date: date('target_date').nullable().optional(),
    inflation_pct: pct('inflation_pct', -10, 50).nullable().optional(),
    expected_return_pct: pct('expected_return_pct', -50, 100).nullable().optional(),
    target_monthly_income: amount('target_monthly_income').nullable().optional(),
    is_active: yup.boolean().optional(),
  })
  .noUnknown();
export type GoalInput = yup.InferType<typeof goalInput>;

/** What the type of a goal demands or forbids beyond the plain fields. */
export function goalRules(input: GoalInput): FieldError[] {
  const errors: FieldError[] = [];
  const demand = (field: keyof GoalInput, why: string) => {
    if (input[field] === undefined || input[field] === null) errors.push({ field, message: why });
  };
  const forbid = (field: keyof GoalInput, why: string) => {
    if (input[field] !== undefined && input[field] !== null) errors.push({ field, message: why });
  };
  if (input.type === 'CORPUS') {
    demand('target_corpus', 'A CORPUS goal needs target_corpus, the sum in today’s money.');
    demand('target_date', 'A CORPUS goal needs target_date, the date by which you need the money.');
    demand('expected_return_pct', 'A CORPUS goal needs expected_return_pct, the yearly return you expect.');
    forbid('target_monthly_income', 'target_monthly_income belongs to an INCOME goal; this is CORPUS.');
  } else {
    demand('target_monthly_income', 'An INCOME goal needs target_monthly_income.');
    for (const field of ['target_corpus', 'target_date', 'inflation_pct', 'expected_return_pct'] as const)
      forbid(field, `${field} belongs to a CORPUS goal; this is INCOME.`);
  }
  return errors;
}

/** Body of a SIP plan. `amount` is a month's, also where instalments are quarterly. */
export const sipPlanInput = yup
  .object({
    name: name.required('name is required.'),
    amount: amount('amount').required('amount is required: what you invest per month.'),
    currency: currency.optional(),
    frequency: oneOf<SipFrequency>('frequency', SIP_FREQUENCIES).required(
      'frequency is required: monthly or quarterly.',
    ),
    start_date: date('start_date').required('start_date is required: the day of the first instalment.'),
    end_date: date('end_date').nullable().optional(),
    step_up_pct: pct('step_up_pct', 0, 100).nullable().optional(),
    step_up_frequency: oneOf<StepUpFrequency>('step_up_frequency', STEP_UP_FREQUENCIES).optional(),
    portfolio: yup.string().max(80).nullable().optional(),
    symbol: yup.string().max(128).nullable().optional(),
    is_active: yup.boolean().optional(),
  })
  .noUnknown();
export type SipPlanInput = yup.InferType<typeof sipPlanInput>;

export function sipPlanRules({ start_date, end_date, symbol, portfolio }: SipPlanInput): FieldError[] {
  const errors: FieldError[] = [];
  if (end_date && end_date < start_date)
    errors.push({ field: 'end_date', message: 'end_date must not be before start_date.' });
  if (symbol && !portfolio)
    errors.push({
      field: 'portfolio',
      message: 'portfolio is required when symbol is given: where the symbol is bought.',
    });
  return errors;
}

/** Body of a link. `link_id` is the id of a portfolio, a holding or a SIP plan. */
export const goalLinkInput = yup
  .object({
    link_type: oneOf<LinkType>('link_type', LINK_TYPES).required(
      'link_type is required: PORTFOLIO, HOLDING or SIP.',
    ),
    link_id: yup
      .string()
      .matches(/^\d{1,19}$/, 'link_id must be the id of a portfolio, holding or SIP plan.')
      .required('link_id is required.'),
    percentage: pct('percentage', 0, 100)
      .moreThan(0, 'percentage must be above zero. To remove the link, delete it.')
      .test(
        'decimals',
        'percentage may have at most four decimals.',
        (value) => value === undefined || Math.abs(value * 1e4 - Math.round(value * 1e4)) < 1e-6,
      )
      .required('percentage is required: how much of it counts towards the goal.'),
  })
  .noUnknown();
export type GoalLinkInput = yup.InferType<typeof goalLinkInput>;
